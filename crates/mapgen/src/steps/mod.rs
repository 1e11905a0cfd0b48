//! The steps that recipes are made of, one file each.

mod accrete;
mod aggregate;
mod bands;
mod blob;
mod border;
mod bridges;
mod bsp;
mod connect;
mod dead_ends;
mod doors;
mod fill;
mod halls;
mod keep_largest;
mod lakes;
mod loops;
mod maze;
mod mirror;
mod noise;
mod pad;
mod partitions;
mod paste;
mod replace;
mod rooms;
mod scatter;
mod slices;
mod smooth;
mod spawn;
mod stairs;
mod stamp;
mod start;
mod voronoi;
mod walk;
mod way_around;

pub use accrete::Accrete;

pub use aggregate::Aggregate;
pub use bands::Band;
pub use border::Border;
pub use bridges::Bridges;
pub use bsp::Split;
pub use connect::Connect;
pub(crate) use connect::{fill_regions, join_all};
pub use dead_ends::DeadEnds;
pub use doors::Doors;
pub use fill::Fill;
pub use halls::CarveHalls;
pub use keep_largest::KeepLargest;
pub use lakes::Lakes;
pub use loops::Loops;
pub use maze::Maze;
pub use mirror::Mirror;
pub use noise::LayNoise;
pub use pad::Pad;
pub use partitions::Partition;
pub use paste::Paste;
pub use replace::Replace;
pub use rooms::CarveRooms;
pub use scatter::Scatter;
pub use slices::LaySlices;
pub use smooth::Smooth;
pub use spawn::PlaceSpawns;
pub use stairs::PlaceStairs;
pub use stamp::Stamp;
pub use start::PlaceStart;
pub use voronoi::LayVoronoi;
pub use walk::Walk;

use crate::recipe::Registry;

/// Makes all of them known to recipe files.
pub(crate) fn register_all(registry: &mut Registry) {
    registry.register::<Aggregate>();
    registry.register::<KeepLargest>();
    registry.register::<LayNoise>();
    registry.register::<LaySlices>();
    registry.register::<LayVoronoi>();
    registry.register::<Replace>();
    registry.register::<Walk>();
    registry.register::<Accrete>();
    registry.register::<Border>();
    registry.register::<Split>();
    registry.register::<Bridges>();
    registry.register::<Connect>();
    registry.register::<DeadEnds>();
    registry.register::<Doors>();
    registry.register::<Fill>();
    registry.register::<CarveHalls>();
    registry.register::<Mirror>();
    registry.register::<Maze>();
    registry.register::<Pad>();
    registry.register::<Partition>();
    registry.register::<Paste>();
    registry.register::<CarveRooms>();
    registry.register::<Lakes>();
    registry.register::<Loops>();
    registry.register::<Scatter>();
    registry.register::<Smooth>();
    registry.register::<PlaceSpawns>();
    registry.register::<PlaceStairs>();
    registry.register::<Stamp>();
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

/// A tile must be known, and one can stand on it.
fn walkable(parameter: &str, name: &str, tileset: &crate::Tileset) -> Result<(), crate::BadParameter> {
    crate::require::tile(parameter, name, tileset)?;
    match tileset.id(name).is_some_and(|tile| tileset.is_walkable(tile)) {
        true => Ok(()),
        false => Err(crate::BadParameter::new(parameter, format!("nobody can stand on `{name}`"))),
    }
}

/// A stream of its own for a place, whichever other places are asked before.
fn stream_of(stream: crate::Stream, place: crate::Point) -> crate::Stream {
    stream.fork(stream.at(place))
}
