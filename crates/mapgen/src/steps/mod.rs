//! The steps that recipes are made of, one file each.

mod accrete;
mod aggregate;
mod bands;
mod basin;
mod blob;
mod border;
mod bridges;
mod bsp;
mod by_depth;
mod by_hand;
mod by_place;
mod closet;
mod connect;
mod dead_ends;
mod doors;
mod fill;
mod furnish;
mod gather;
mod halls;
mod hoard;
mod hollow;
mod keep_largest;
mod kept_doors;
mod lakes;
mod loop_length;
mod loops;
mod maze;
mod mend;
mod mirror;
mod mission;
mod noise;
mod pad;
mod partitions;
mod paste;
mod replace;
mod reserve;
mod rooms;
mod scatter;
mod slices;
mod smooth;
mod spawn;
mod stairs;
mod stamp;
mod start;
mod strongrooms;
mod trail;
mod voronoi;
mod walk;
mod zone;

pub use accrete::Accrete;
pub use aggregate::Aggregate;
pub use bands::Band;
pub use basin::{Basin, Filling};
pub use border::Border;
pub use bridges::Bridges;
pub use bsp::Bsp;
pub use by_hand::ByHand;
pub use by_place::{SpawnsBy, TilesBy};
pub(crate) use closet::Closet;
pub use connect::Connect;
pub(crate) use connect::{fill_components, join_all, tunnels};
pub use dead_ends::DeadEnds;
pub use doors::Doors;
pub use fill::Fill;
pub use furnish::Furnish;
pub use gather::Gather;
pub use halls::Halls;
pub use hoard::Hoard;
pub use hollow::Hollow;
pub use keep_largest::KeepLargest;
pub(crate) use kept_doors::join_kept;
pub use lakes::Lakes;
pub use loops::Loops;
pub use maze::Maze;
pub(crate) use mend::{mend_ground, mend_placing};
pub use mirror::Mirror;
pub use mission::Mission;
pub use noise::Noise;
pub use pad::Pad;
pub use partitions::Partitions;
pub use paste::Paste;
pub use replace::Replace;
pub use reserve::Reserve;
pub use rooms::Rooms;
pub use scatter::Scatter;
pub use slices::Slices;
pub use smooth::Smooth;
pub use spawn::Spawn;
pub use stairs::Stairs;
pub(crate) use stairs::carve_beside_open;
pub use stamp::Stamp;
pub use start::Start;
pub use strongrooms::Strongrooms;
pub use trail::Trail;
pub(crate) use trail::lay_path;
pub use voronoi::Voronoi;
pub use walk::Walk;
pub use zone::Zone;

use crate::recipe::Registry;

/// Registers all of them, so that recipe files can name them.
pub(crate) fn register_all(registry: &mut Registry) {
    registry.register::<Aggregate>();
    registry.register::<KeepLargest>();
    registry.register::<Noise>();
    registry.register::<Slices>();
    registry.register::<Voronoi>();
    registry.register::<Replace>();
    registry.register::<Walk>();
    registry.register::<Accrete>();
    registry.register::<Basin>();
    registry.register::<Border>();
    registry.register::<Bsp>();
    registry.register::<Bridges>();
    registry.register::<Connect>();
    registry.register::<DeadEnds>();
    registry.register::<Doors>();
    registry.register::<Fill>();
    registry.register::<Furnish>();
    registry.register::<Gather>();
    registry.register::<Halls>();
    registry.register::<Hoard>();
    registry.register::<Hollow>();
    registry.register::<Mirror>();
    registry.register::<Maze>();
    registry.register::<Mission>();
    registry.register::<Pad>();
    registry.register::<Partitions>();
    registry.register::<Paste>();
    registry.register::<Rooms>();
    registry.register::<Reserve>();
    registry.register::<Lakes>();
    registry.register::<Loops>();
    registry.register::<Scatter>();
    registry.register::<Smooth>();
    registry.register::<Spawn>();
    registry.register::<Stairs>();
    registry.register::<Stamp>();
    registry.register::<Start>();
    registry.register::<Strongrooms>();
    registry.register::<Trail>();
    registry.register::<Zone>();
}

/// The cells of a set whose rolls succeed. A roll depends only on the cell's position in the world.
fn hit_cells(
    draft: &crate::Draft,
    cells: &crate::BitGrid,
    stream: crate::Stream,
    chance: crate::Chance,
) -> impl Iterator<Item = crate::Point> {
    let mut row = (draft.origin.y, stream.row(draft.origin.y));
    cells.points().filter(move |at| {
        let at = draft.world(*at);
        if at.y != row.0 {
            row = (at.y, stream.row(at.y));
        }
        chance.hits(row.1.at(at.x))
    })
}

/// A place's own stream, which does not depend on the order in which places are visited.
fn stream_of(stream: crate::Stream, place: crate::Point) -> crate::Stream {
    stream.fork(stream.at(place))
}
