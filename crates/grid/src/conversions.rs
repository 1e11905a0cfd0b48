//! Converts points and sizes to and from the vectors of other crates.

use crate::{Point, Size};

/// Converts between a type of ours and one of theirs, given their fields in the order of ours.
macro_rules! convert {
    ($($Ours:ident { $first:ident, $second:ident } = $Theirs:ty { $x:ident, $y:ident };)+) => {$(
        impl From<$Ours> for $Theirs {
            fn from(ours: $Ours) -> Self {
                Self { $x: ours.$first, $y: ours.$second }
            }
        }

        impl From<$Theirs> for $Ours {
            fn from(theirs: $Theirs) -> Self {
                Self::new(theirs.$x, theirs.$y)
            }
        }
    )+};
}

#[cfg(feature = "glam")]
convert! {
    Point { x, y } = glam::IVec2 { x, y };
    Size { width, height } = glam::UVec2 { x, y };
}

#[cfg(feature = "mint")]
convert! {
    Point { x, y } = mint::Point2<i32> { x, y };
    Point { x, y } = mint::Vector2<i32> { x, y };
    Size { width, height } = mint::Vector2<u32> { x, y };
}

#[cfg(feature = "mint")]
impl mint::IntoMint for Point {
    type MintType = mint::Point2<i32>;
}

#[cfg(feature = "mint")]
impl mint::IntoMint for Size {
    type MintType = mint::Vector2<u32>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "glam")]
    #[test]
    fn glam_gets_columns_and_rows_in_order_and_gives_them_back() {
        let (at, size) = (Point::new(3, -4), Size::new(80, 50));
        assert_eq!(glam::IVec2::from(at), glam::IVec2::new(3, -4));
        assert_eq!(glam::UVec2::from(size), glam::UVec2::new(80, 50));
        assert_eq!(Point::from(glam::IVec2::from(at)), at);
        assert_eq!(Size::from(glam::UVec2::from(size)), size);
    }

    #[cfg(feature = "mint")]
    #[test]
    fn mint_gets_columns_and_rows_in_order_and_gives_them_back() {
        let (at, size) = (Point::new(3, -4), Size::new(80, 50));
        assert_eq!(mint::Point2::from(at), mint::Point2 { x: 3, y: -4 });
        assert_eq!(mint::Vector2::<i32>::from(at), mint::Vector2 { x: 3, y: -4 });
        assert_eq!(mint::Vector2::<u32>::from(size), mint::Vector2 { x: 80, y: 50 });
        assert_eq!(Point::from(mint::Point2::from(at)), at);
        assert_eq!(Point::from(mint::Vector2::<i32>::from(at)), at);
        assert_eq!(Size::from(mint::Vector2::<u32>::from(size)), size);
    }
}
