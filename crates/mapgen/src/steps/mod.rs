//! The steps that recipes are made of, one file each.

mod border;
mod connect;
mod fill;
mod scatter;
mod smooth;
mod stairs;
mod start;

pub use border::Border;
pub use connect::Connect;
pub(crate) use connect::{fill_regions, join_all};
pub use fill::Fill;
pub use scatter::Scatter;
pub use smooth::Smooth;
pub use stairs::PlaceStairs;
pub use start::PlaceStart;

use crate::recipe::Registry;

/// Makes all of them known to recipe files.
pub(crate) fn register_all(registry: &mut Registry) {
    registry.register::<Border>();
    registry.register::<Connect>();
    registry.register::<Fill>();
    registry.register::<Scatter>();
    registry.register::<Smooth>();
    registry.register::<PlaceStairs>();
    registry.register::<PlaceStart>();
}

/// A word must be one of those that a parameter knows.
fn one_of(parameter: &str, typed: &str, known: &[&str]) -> Result<(), crate::BadParameter> {
    match known.contains(&typed) {
        true => Ok(()),
        false => {
            let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            Err(crate::BadParameter::new(parameter, format!("`{typed}` is not one of {}", names.join(", "))))
        }
    }
}
