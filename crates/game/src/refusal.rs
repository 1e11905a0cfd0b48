//! Why an action was impossible.

use serde::{Deserialize, Serialize};
use undercroft_mapgen::Tile;

use crate::action::Slot;
use crate::content::{CreatureKindId, ItemKindId};

/// Why an action was impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Refusal {
    /// The game has ended.
    Over,
    /// Something solid is in the way.
    Solid(Tile),
    /// A diagonal step would squeeze between two solid corners.
    Squeeze,
    /// There is a pit, which has to be jumped into.
    Pit,
    /// Somebody is in the way.
    Occupied(CreatureKindId),
    /// No stairs lead up from here.
    NoStairsUp,
    /// No stairs lead down from here.
    NoStairsDown,
    /// The hero cannot climb stairs.
    CannotClimb,
    /// The hero cannot descend stairs.
    CannotDescend,
    /// The hero may not leave without the goal.
    MissingGoal(ItemKindId),
    /// The next level cannot be generated.
    Collapsed,
    /// There is no pit to jump into.
    NoPit,
    /// There is no level below the pit.
    Bottomless,
    /// There is nothing to kick.
    NothingToKick,
    /// The hero cannot kick.
    CannotKick,
    /// There is no open door to close.
    NoDoor,
    /// Somebody or something is in the doorway.
    DoorwayBlocked,
    /// There is nothing to interact with.
    NothingToDo,
    /// There is nothing to pick up.
    NothingToTake,
    /// The item cannot be carried.
    TooHeavy(ItemKindId),
    /// All 26 slots of the pack are taken.
    PackFull,
    /// The slot is empty.
    EmptySlot(Slot),
    /// The item cannot be used.
    Useless(ItemKindId),
    /// The item can be neither wielded nor worn.
    NotEquipment(ItemKindId),
    /// The item needs a target.
    NeedsTarget(ItemKindId),
    /// The target is out of range.
    TooFar,
    /// The wand has no charges left.
    NoCharges(ItemKindId),
    /// The chest is locked and the hero lacks the key.
    Locked {
        /// The kind of chest.
        item: ItemKindId,
        /// The key that opens it.
        key: ItemKindId,
    },
    /// The door is locked and the hero lacks its key.
    LockedDoor(ItemKindId),
    /// A gate bars the way.
    Gate,
    /// A ledge that can be passed only in the other direction.
    Ledge,
    /// There is nobody to buy from, or no such offer.
    NoOffer,
    /// The price, in copper, is more than the hero has.
    TooExpensive(u64),
    /// No improvement is waiting to be chosen.
    NoChoice,
    /// The sight radius is already at its maximum.
    BestSight,
}
