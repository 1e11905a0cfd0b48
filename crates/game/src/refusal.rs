//! Why an action could not be done.

use serde::{Deserialize, Serialize};
use undercroft_mapgen::Tile;

use crate::action::Slot;
use crate::content::{CreatureKindId, ItemKindId};

/// Why an action could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// The game has ended.
    Over,
    /// Something solid is in the way.
    Solid(Tile),
    /// The way goes between two solid corners.
    Squeeze,
    /// There is a pit: it takes a jump.
    Pit,
    /// Somebody is in the way.
    Occupied(CreatureKindId),
    /// There are no stairs up.
    NoStairsUp,
    /// There are no stairs down.
    NoStairsDown,
    /// The goal has to be carried out first.
    WithoutGoal(ItemKindId),
    /// The level that it leads to cannot be made.
    Collapsed,
    /// There is no pit.
    NoPit,
    /// The pit has no bottom.
    Bottomless,
    /// There is nothing to kick.
    NothingToKick,
    /// The hero does not know how to kick.
    CannotKick,
    /// There is no open door.
    NoDoor,
    /// Something lies or stands in the doorway.
    DoorwayBlocked,
    /// There is nothing to set off.
    NothingToDo,
    /// There is nothing to take.
    NothingToTake,
    /// It cannot be carried.
    TooHeavy(ItemKindId),
    /// All 26 places of the pack are taken.
    PackFull,
    /// There is nothing in that place of the pack.
    EmptySlot(Slot),
    /// It has no use of that sort.
    Useless(ItemKindId),
    /// It cannot be wielded or worn.
    NotEquipment(ItemKindId),
    /// It has to be pointed at something.
    NeedsTarget(ItemKindId),
    /// It does not reach so far.
    TooFar,
    /// The place is not in sight.
    OutOfSight,
    /// It has no charges left.
    NoCharges(ItemKindId),
    /// It is locked, and the key is missing.
    Locked {
        /// What.
        item: ItemKindId,
        /// What opens it.
        key: ItemKindId,
    },
    /// There is nobody to buy from, or no such thing.
    NoOffer,
    /// It costs more than there is, in copper.
    TooDear(u64),
    /// There is no choice to take.
    NoChoice,
    /// Sight cannot become better.
    BestSight,
}
