//! Levels as the rules see them: the chunks around the hero, the items in them, the hero's memory, and distances.

pub(crate) mod active_level;
pub(crate) mod beacon;
pub(crate) mod coordinates;
pub(crate) mod distance_map;
pub(crate) mod loot;
pub(crate) mod memory;
pub(crate) mod mission;
pub(crate) mod tile_flags;
pub(crate) mod wanderers;
