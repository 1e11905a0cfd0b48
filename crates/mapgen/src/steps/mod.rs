//! The steps that recipes are made of, one file each.

mod accrete;
mod blob;
mod border;
mod bridges;
mod connect;
mod dead_ends;
mod doors;
mod fill;
mod lakes;
mod loops;
mod scatter;
mod smooth;
mod stairs;
mod start;
mod way_around;

pub use accrete::Accrete;
pub use border::Border;
pub use bridges::Bridges;
pub use connect::Connect;
pub use dead_ends::DeadEnds;
pub use doors::Doors;
pub use fill::Fill;
pub use lakes::Lakes;
pub use loops::Loops;
pub use scatter::Scatter;
pub use smooth::Smooth;
pub use stairs::PlaceStairs;
pub use start::PlaceStart;

use crate::recipe::Registry;

/// Makes all of them known to recipe files.
pub(crate) fn register_all(registry: &mut Registry) {
    registry.register::<Accrete>();
    registry.register::<Border>();
    registry.register::<Bridges>();
    registry.register::<Connect>();
    registry.register::<DeadEnds>();
    registry.register::<Doors>();
    registry.register::<Fill>();
    registry.register::<Lakes>();
    registry.register::<Loops>();
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
