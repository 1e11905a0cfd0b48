//! Enums whose variants have human-readable names.

/// Declares an enum with a name for each variant, and generates `ALL` and `name`.
macro_rules! named_enum {
    ($(#[$attribute:meta])* pub enum $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$attribute])*
        pub enum $type {
            $($(#[$doc])* $variant,)*
        }

        impl $type {
            /// Every variant, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Its name in English.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

pub(crate) use named_enum;
