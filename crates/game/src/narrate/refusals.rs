//! Tells why something could not be done.

use crate::content::Content;
use crate::names::{a_creature, price, with_article};
use crate::refusal::Refusal;

pub(super) fn refusal(refusal: Refusal, content: &Content) -> String {
    let item = |kind| with_article(&content.item(kind).name);
    let the = |kind| format!("the {}", content.item(kind).name);
    match refusal {
        Refusal::Over => "It is over.".into(),
        Refusal::Solid(_) => "There is no way through there.".into(),
        Refusal::Squeeze => "The gap between the corners is too narrow.".into(),
        Refusal::Pit => "A pit is there. You would have to jump.".into(),
        Refusal::Occupied(kind) => format!("{} is in the way.", a_creature(content, kind)),
        Refusal::NoStairsUp => "You look for a way up and find only the ceiling.".into(),
        Refusal::NoStairsDown => "You stamp on the ground. It stays where it is.".into(),
        Refusal::WithoutGoal(kind) => format!("You will not leave without {}.", the(kind)),
        Refusal::Collapsed => "The way is choked with fallen rock.".into(),
        Refusal::NoPit => "There is nothing to jump into.".into(),
        Refusal::Bottomless => "You hear no echo. This pit has no bottom.".into(),
        Refusal::NothingToKick => "There is nothing to kick.".into(),
        Refusal::CannotKick => "You were never taught to kick.".into(),
        Refusal::NoDoor => "There is no open door.".into(),
        Refusal::DoorwayBlocked => "Something is in the doorway.".into(),
        Refusal::NothingToDo => "There is nothing to be done here.".into(),
        Refusal::NothingToTake => "There is nothing here to take.".into(),
        Refusal::TooHeavy(kind) => format!("{} stays where it is.", the(kind)),
        Refusal::PackFull => "Your pack is full.".into(),
        Refusal::EmptySlot(slot) => format!("You have nothing under {slot}."),
        Refusal::Useless(kind) => format!("You cannot think of a use for {}.", item(kind)),
        Refusal::NotEquipment(kind) => format!("{} can be neither wielded nor worn.", item(kind)),
        Refusal::NeedsTarget(kind) => format!("At what, with {}?", the(kind)),
        Refusal::TooFar => "That is too far away.".into(),
        Refusal::OutOfSight => "You cannot see that place.".into(),
        Refusal::NoCharges(kind) => format!("{} is spent.", the(kind)),
        Refusal::Locked { item: chest, key } => {
            format!("{} is locked. {} would open it.", the(chest), crate::names::capital(item(key)))
        }
        Refusal::NoOffer => "There is nothing to buy here.".into(),
        Refusal::TooDear(cost) => format!("That costs {}, which is more than you have.", price(cost)),
        Refusal::NoChoice => "You have nothing to choose yet.".into(),
        Refusal::BestSight => "Your sight could not be keener.".into(),
    }
}
