//! The names and parameters of steps: described once by [`step!`](crate::step!), then read from recipe files, set on the
//! command line, explained to users and written back.

use std::sync::Arc;

use toml::de::ValueDeserializer;

use super::Step;
use crate::Tileset;
use crate::recipe::StepKind;

/// The name and parameters of a step. The [`step!`](crate::step!) macro implements it.
pub trait Describe {
    /// The name of the step in recipes and messages.
    fn name(&self) -> &str;

    /// The step's description for recipe files; `None` if they cannot name it.
    fn kind(&self) -> Option<StepKind> {
        None
    }

    /// The values of the parameters, as a recipe file would list them.
    fn parameters(&self) -> toml::Table {
        toml::Table::new()
    }

    /// A copy of the step with one parameter changed.
    #[doc(hidden)]
    fn with_parameter(
        &self,
        parameter: &Parameter,
        _value: ValueDeserializer<'_>,
        _tileset: &Tileset,
    ) -> Result<Arc<dyn Step>, toml::de::Error> {
        Err(serde::de::Error::custom(format!("`{}` has no parameter `{}`", self.name(), parameter.name())))
    }
}

/// The static description of a step. The [`step!`](crate::step!) macro implements it.
pub trait Parameters: Step + Clone + Default + 'static {
    /// The name of the step in recipes.
    const NAME: &'static str;
    /// What the step does, line by line. The first line is a summary.
    const DOC: &'static [&'static str];
    /// The parameters of the step.
    const PARAMETERS: &'static [Parameter];

    /// The value of one parameter.
    #[doc(hidden)]
    fn get_parameter(&self, field: &str) -> Option<toml::Value>;

    /// Reads the value of one parameter from a recipe written for this tileset.
    #[doc(hidden)]
    fn set_parameter(
        &mut self,
        field: &str,
        value: ValueDeserializer<'_>,
        tileset: &Tileset,
    ) -> Result<(), toml::de::Error>;
}

impl<T: Parameters> Describe for T {
    fn name(&self) -> &str {
        T::NAME
    }

    fn kind(&self) -> Option<StepKind> {
        Some(StepKind::of::<T>())
    }

    fn parameters(&self) -> toml::Table {
        let value = |parameter: &Parameter| Some((parameter.name(), self.get_parameter(parameter.field)?));
        T::PARAMETERS.iter().filter_map(value).collect()
    }

    fn with_parameter(
        &self,
        parameter: &Parameter,
        value: ValueDeserializer<'_>,
        tileset: &Tileset,
    ) -> Result<Arc<dyn Step>, toml::de::Error> {
        let mut step = self.clone();
        step.set_parameter(parameter.field, value, tileset)?;
        Ok(Arc::new(step))
    }
}

/// A parameter of a step.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Parameter {
    /// The name of the field in Rust.
    pub field: &'static str,
    /// What the parameter does, line by line.
    pub doc: &'static [&'static str],
}

impl Parameter {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(field: &'static str, doc: &'static [&'static str]) -> Self {
        Self { field, doc }
    }

    /// The name in recipe files.
    #[must_use]
    pub fn name(&self) -> String {
        self.field.replace('_', "-")
    }
}

/// An invalid parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter}: {problem}")]
#[non_exhaustive]
pub struct BadParameter {
    /// The parameter's name.
    pub parameter: String,
    /// What is wrong, and what would be right.
    pub problem: String,
    /// The name of the tile that the tileset lacks, if that is what is wrong.
    pub missing_tile: Option<Box<str>>,
}

impl BadParameter {
    /// Reports a problem with a parameter.
    #[must_use]
    pub fn new(parameter: &str, problem: impl Into<String>) -> Self {
        Self { parameter: parameter.into(), problem: problem.into(), missing_tile: None }
    }

    /// Reports a tile that the tileset lacks.
    #[must_use]
    pub fn missing_tile(parameter: &str, tile: &str, tileset: &Tileset) -> Self {
        Self { missing_tile: Some(tile.into()), ..Self::new(parameter, tileset.unknown(tile)) }
    }

    /// Reports the problem as part of another parameter, such as a list of tables.
    #[must_use]
    pub(crate) fn inside(self, parameter: &str) -> Self {
        Self { problem: self.to_string(), parameter: parameter.into(), ..self }
    }
}

/// Defines a step: a struct whose fields are parameters with documentation and defaults, readable from recipe files.
///
/// Each parameter gets a method of the same name that sets it, so that steps can gain parameters later without
/// breaking their users.
///
/// ```
/// use undercroft_mapgen::{Draft, Parameters, Rect, Step, Stream, Veto, step};
///
/// step! {
///     /// Floods the lowest rows.
///     pub struct Flood = "flood" {
///         /// The number of rows.
///         pub rows: u32 = 3,
///         /// The tile to flood them with.
///         pub tile: String = "water".into(),
///     }
/// }
///
/// impl Step for Flood {
///     fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
///         let (tile, size) = (draft.named(&self.tile)?, draft.size());
///         let dry = size.height.saturating_sub(self.rows);
///         draft.fill(Rect::new(0, dry as i32, size.width, size.height - dry), tile);
///         Ok(())
///     }
/// }
///
/// let deep = Flood::default().rows(5);
/// assert_eq!((deep.rows, deep.tile.as_str()), (5, "water"));
/// assert_eq!(Flood::PARAMETERS[1].name(), "tile");
/// ```
#[macro_export]
macro_rules! step {
    (
        $(#[doc = $doc:expr])+
        $visibility:vis struct $Name:ident = $name:literal {
            $( $(#[doc = $field_doc:expr])+ $field_visibility:vis $field:ident: $Type:ty = $default:expr, )*
        }
        // Fields that recipe files cannot set.
        $( with { $( $hidden:ident: $Hidden:ty = $initial:expr, )* } )?
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        $visibility struct $Name {
            $( $(#[doc = $field_doc])+ $field_visibility $field: $Type, )*
            $( $( $hidden: $Hidden, )* )?
        }

        #[allow(dead_code)]
        impl $Name {
            $(
                $(#[doc = $field_doc])+
                #[must_use]
                $field_visibility fn $field(mut self, $field: impl $crate::step_support::IntoParameter<$Type>) -> Self {
                    self.$field = $field.into_parameter();
                    self
                }
            )*
        }

        impl Default for $Name {
            fn default() -> Self {
                Self { $( $field: $default, )* $( $( $hidden: $initial, )* )? }
            }
        }

        impl $crate::Parameters for $Name {
            const NAME: &'static str = $name;
            const DOC: &'static [&'static str] = &[$($doc),+];
            const PARAMETERS: &'static [$crate::Parameter] =
                &[ $( $crate::Parameter::new(stringify!($field), &[$($field_doc),+]), )* ];

            fn get_parameter(&self, field: &str) -> Option<$crate::step_support::Value> {
                match field {
                    $( stringify!($field) => $crate::step_support::write(&self.$field), )*
                    _ => None,
                }
            }

            fn set_parameter(
                &mut self,
                field: &str,
                value: $crate::step_support::ValueDeserializer<'_>,
                tileset: &$crate::Tileset,
            ) -> Result<(), $crate::step_support::Error> {
                match field {
                    $( stringify!($field) => self.$field = $crate::step_support::read(value, tileset)?, )*
                    _ => drop((value, tileset)),
                }
                Ok(())
            }
        }
    };
}

/// What the expansion of [`step!`](crate::step!) needs, so that its users need no other dependency than this crate.
pub mod support {
    use std::collections::BTreeMap;

    pub use toml::Value;
    pub use toml::de::{Error, ValueDeserializer};

    /// The value of a parameter in a recipe file; `None` if it has none, like an absent option.
    pub fn write(value: &impl serde::Serialize) -> Option<Value> {
        Value::try_from(value).ok()
    }

    /// A type that can be a parameter in a recipe file: whatever serde reads, and drawings made of the recipe's tiles.
    pub trait FromParameter: Sized {
        /// Reads the value of a parameter.
        ///
        /// # Errors
        /// If the value has the wrong type.
        fn from_parameter(value: ValueDeserializer<'_>, tileset: &crate::Tileset) -> Result<Self, Error>;
    }

    /// Reads the value of a parameter.
    ///
    /// # Errors
    /// If the value has the wrong type.
    pub fn read<T: FromParameter>(value: ValueDeserializer<'_>, tileset: &crate::Tileset) -> Result<T, Error> {
        T::from_parameter(value, tileset)
    }

    impl<T: serde::de::DeserializeOwned> FromParameter for T {
        fn from_parameter(value: ValueDeserializer<'_>, _: &crate::Tileset) -> Result<Self, Error> {
            T::deserialize(value)
        }
    }

    impl FromParameter for crate::Vaults {
        fn from_parameter(value: ValueDeserializer<'_>, tileset: &crate::Tileset) -> Result<Self, Error> {
            Self::read(value, tileset)
        }
    }

    /// What a parameter's setter accepts: the parameter's own type, and shorthands for owned ones. Unlike `Into`, it
    /// leaves number literals unambiguous.
    pub trait IntoParameter<T> {
        /// The value of the parameter.
        fn into_parameter(self) -> T;
    }

    impl<T> IntoParameter<T> for T {
        fn into_parameter(self) -> T {
            self
        }
    }

    impl IntoParameter<String> for &str {
        fn into_parameter(self) -> String {
            self.into()
        }
    }

    impl IntoParameter<crate::Class> for &str {
        fn into_parameter(self) -> crate::Class {
            self.into()
        }
    }

    impl<V: Into<crate::Property>, const N: usize> IntoParameter<crate::Properties> for [(&str, V); N] {
        fn into_parameter(self) -> crate::Properties {
            self.map(|(name, value)| (name.into(), value.into())).into()
        }
    }

    impl<const N: usize> IntoParameter<Vec<String>> for [&str; N] {
        fn into_parameter(self) -> Vec<String> {
            self.map(String::from).into()
        }
    }

    impl IntoParameter<crate::Vaults> for Vec<crate::Vault> {
        fn into_parameter(self) -> crate::Vaults {
            self.into()
        }
    }

    impl<const N: usize> IntoParameter<crate::Vaults> for [crate::Vault; N] {
        fn into_parameter(self) -> crate::Vaults {
            Vec::from(self).into()
        }
    }

    impl<T, const N: usize> IntoParameter<Vec<T>> for [T; N] {
        fn into_parameter(self) -> Vec<T> {
            self.into()
        }
    }

    impl<const N: usize> IntoParameter<BTreeMap<String, u32>> for [(&str, u32); N] {
        fn into_parameter(self) -> BTreeMap<String, u32> {
            self.map(|(name, weight)| (name.into(), weight)).into()
        }
    }
}
