//! Explains why an action was impossible.

use crate::content::{GameContent, ItemClass};
use crate::grammar::{a_creature, an_item_kind, price};
use crate::refusal::Refusal;

pub(super) fn refusal(refusal: Refusal, content: &GameContent) -> String {
    let a = |kind| an_item_kind(content.item(kind));
    let the = |kind| format!("the {}", content.item(kind).singular());
    match refusal {
        Refusal::LockedDoor(key) => format!("The door is locked. You need {}.", the(key)),
        Refusal::Gate => "A gate bars the way. There must be a lever somewhere.".into(),
        Refusal::Ledge => "The ledge is too high to climb from this side.".into(),
        Refusal::Over => "The game is over.".into(),
        Refusal::Solid(_) => "You cannot go that way.".into(),
        Refusal::Squeeze => "The gap is too narrow to squeeze through.".into(),
        Refusal::Pit => "There is a pit in the way. You would have to jump in.".into(),
        Refusal::Occupied(kind) => format!("{} is in the way.", a_creature(content, kind)),
        Refusal::NoStairsUp => "No stairs lead up from here.".into(),
        Refusal::NoStairsDown => "No stairs lead down from here.".into(),
        Refusal::CannotClimb => "You cannot climb stairs.".into(),
        Refusal::CannotDescend => "You cannot descend stairs.".into(),
        Refusal::MissingGoal(kind) => format!("You will not leave without {}.", the(kind)),
        Refusal::Collapsed => "Fallen rock blocks the passage.".into(),
        Refusal::NoPit => "There is no pit to jump into.".into(),
        Refusal::Bottomless => "You hear no echo. This pit has no bottom.".into(),
        Refusal::NothingToKick => "There is nothing to kick.".into(),
        Refusal::CannotKick => "You cannot kick.".into(),
        Refusal::NoDoor => "There is no open door to close.".into(),
        Refusal::DoorwayBlocked => "Something is in the doorway.".into(),
        Refusal::NothingToDo => "There is nothing to do here.".into(),
        Refusal::NothingToTake => "There is nothing here to pick up.".into(),
        Refusal::TooHeavy(kind) if content.item(kind).class == ItemClass::Gate => {
            format!("You cannot carry {}. Go through it.", the(kind))
        }
        Refusal::TooHeavy(kind) => format!("{} is too heavy to carry.", the(kind)),
        Refusal::PackFull => "Your pack is full.".into(),
        Refusal::EmptySlot(slot) => format!("You have nothing in slot {slot}."),
        Refusal::Useless(kind) => format!("You cannot think of a use for {}.", the(kind)),
        Refusal::NotEquipment(kind) => format!("You cannot wield or wear {}.", a(kind)),
        Refusal::NeedsTarget(kind) => format!("Choose a target for {}.", the(kind)),
        Refusal::TooFar => "That is too far away.".into(),
        Refusal::NoCharges(kind) => format!("{} has no charges left.", the(kind)),
        Refusal::Locked { item, key } => {
            format!("You need {} to open {}.", a(key), the(item))
        }
        Refusal::NoOffer => "There is nothing to buy here.".into(),
        Refusal::TooExpensive(cost) => format!("That costs {}, which is more than you have.", price(cost)),
        Refusal::NoChoice => "You have no improvement to choose.".into(),
        Refusal::BestSight => "Your sight is as good as it can be.".into(),
    }
}
