//! The steps that recipes are made of, one file each.

mod aggregate;
mod bands;
mod border;
mod connect;
mod fill;
mod keep_largest;
mod noise;
mod replace;
mod scatter;
mod slices;
mod smooth;
mod stairs;
mod start;
mod voronoi;
mod walk;

pub use aggregate::Aggregate;
pub use bands::Band;
pub use border::Border;
pub use connect::Connect;
pub(crate) use connect::{fill_regions, join_all};
pub use fill::Fill;
pub use keep_largest::KeepLargest;
pub use noise::LayNoise;
pub use replace::Replace;
pub use scatter::Scatter;
pub use slices::LaySlices;
pub use smooth::Smooth;
pub use stairs::PlaceStairs;
pub use start::PlaceStart;
pub use voronoi::LayVoronoi;
pub use walk::Walk;

use crate::recipe::Registry;

/// Makes all of them known to recipe files.
pub(crate) fn register_all(registry: &mut Registry) {
    registry.register::<Aggregate>();
    registry.register::<Border>();
    registry.register::<Connect>();
    registry.register::<Fill>();
    registry.register::<KeepLargest>();
    registry.register::<LayNoise>();
    registry.register::<LaySlices>();
    registry.register::<LayVoronoi>();
    registry.register::<Replace>();
    registry.register::<Scatter>();
    registry.register::<Smooth>();
    registry.register::<PlaceStairs>();
    registry.register::<PlaceStart>();
    registry.register::<Walk>();
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
