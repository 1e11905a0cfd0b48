//! What happened. The log, the screen, the statistics and the tests all read events.

use serde::{Deserialize, Serialize};
use undercroft_grid::Point;
use undercroft_mapgen::Tile;

use crate::action::{Direction, Improvement, Slot};
use crate::content::{Condition, CreatureKindId, ItemKindId};
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::state::{CreatureId, Item};
use crate::view::{Calling, Hunger};

/// Who did something, or to whom it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Actor {
    /// The hero.
    Hero,
    /// Somebody else.
    Creature {
        /// Which one.
        id: CreatureId,
        /// Of which kind: it may be gone when the event is read.
        kind: CreatureKindId,
    },
}

/// One thing that happened, as far as the hero can know. [`narrate`](crate::narrate) makes a line of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// An action could not be done; it took no time.
    Refused(Refusal),
    /// Somebody moved a cell.
    Walked {
        /// Who.
        who: Actor,
        /// From where.
        from: Point,
        /// Where to.
        to: Point,
    },
    /// Two changed places.
    Swapped {
        /// Who walked.
        who: Actor,
        /// Who made room.
        with: Actor,
    },
    /// A door was opened.
    Opened {
        /// By whom.
        who: Actor,
        /// Where.
        at: Point,
    },
    /// A door was shut.
    Closed {
        /// By whom.
        who: Actor,
        /// Where.
        at: Point,
    },
    /// Something solid was dug away.
    Dug {
        /// By whom.
        who: Actor,
        /// Where.
        at: Point,
        /// What it was.
        tile: Tile,
    },
    /// A blow.
    Struck {
        /// Whose.
        who: Actor,
        /// Who was hit.
        whom: Actor,
        /// How many hit points it took.
        damage: i32,
    },
    /// A shot.
    Shot {
        /// Whose.
        who: Actor,
        /// Who was hit.
        whom: Actor,
        /// What flew.
        missile: String,
        /// How many hit points it took.
        damage: i32,
    },
    /// A kick.
    Kicked {
        /// Whose.
        who: Actor,
        /// Who was hit.
        whom: Actor,
        /// How many hit points it took.
        damage: i32,
    },
    /// A kick against something that is no creature.
    KickedThing {
        /// What.
        item: ItemKindId,
        /// Whether it gave way.
        opened: bool,
    },
    /// Somebody was pushed against something.
    Crashed {
        /// Who.
        whom: Actor,
        /// Against whom; against something hard, where it is nobody.
        into: Option<Actor>,
        /// How many hit points it took.
        damage: i32,
    },
    /// Somebody fell to the level below.
    Fell {
        /// Who.
        who: Actor,
        /// To which depth.
        depth: u32,
        /// How many hit points it took.
        damage: i32,
    },
    /// Somebody nearly fell where there is no level below.
    Clung {
        /// Who.
        who: Actor,
        /// How many hit points it took.
        damage: i32,
    },
    /// Something else than a blow hurt.
    Hurt {
        /// Whom.
        who: Actor,
        /// What.
        cause: Cause,
        /// How many hit points it took.
        damage: i32,
    },
    /// Hit points came back.
    Healed {
        /// Whose.
        who: Actor,
        /// How many.
        amount: i32,
    },
    /// Somebody died.
    Died {
        /// Who.
        who: Actor,
        /// Of what.
        cause: Cause,
    },
    /// A condition began, or became longer.
    Began {
        /// Whose.
        who: Actor,
        /// Which.
        condition: Condition,
    },
    /// A condition ended.
    Ended {
        /// Whose.
        who: Actor,
        /// Which.
        condition: Condition,
    },
    /// Somebody pulled at a web.
    Struggled {
        /// Who.
        who: Actor,
    },
    /// Somebody could not act.
    Stood {
        /// Who.
        who: Actor,
    },
    /// Somebody went up stairs.
    Climbed {
        /// Who.
        who: Actor,
        /// To which depth.
        depth: u32,
    },
    /// Somebody went down stairs.
    Descended {
        /// Who.
        who: Actor,
        /// To which depth.
        depth: u32,
    },
    /// Somebody came over the stairs after the hero.
    Arrived {
        /// Who.
        who: Actor,
    },
    /// The hero was noticed.
    Noticed {
        /// By whom.
        who: Actor,
    },
    /// Another of its kind grew beside somebody.
    Spread {
        /// Who.
        who: Actor,
        /// Where the new one is.
        at: Point,
    },
    /// A web was left.
    Wove {
        /// By whom.
        who: Actor,
        /// Where.
        at: Point,
    },
    /// Somebody rushed forward.
    Charged {
        /// Who.
        who: Actor,
    },
    /// There was a blast.
    Blasted {
        /// Where.
        at: Point,
    },
    /// Somebody appeared.
    Summoned {
        /// Who.
        who: Actor,
    },
    /// Things lie where the hero stepped.
    Lies {
        /// What.
        items: Vec<Item>,
    },
    /// The hero took something.
    PickedUp {
        /// What.
        item: Item,
        /// Where it is now.
        slot: Slot,
    },
    /// The hero put something down.
    Dropped {
        /// What.
        item: Item,
    },
    /// The hero wields or wears something.
    Equipped {
        /// What.
        item: Item,
    },
    /// The hero put away what was in use.
    PutAway {
        /// What.
        item: Item,
    },
    /// The hero ate, drank, read or pointed something.
    Used {
        /// What.
        item: Item,
    },
    /// The hero threw something.
    Threw {
        /// What.
        item: Item,
        /// Where it came down.
        at: Point,
    },
    /// A thing that was thrown hit somebody.
    HitBy {
        /// Whom.
        whom: Actor,
        /// What.
        item: Item,
        /// How many hit points it took.
        damage: i32,
    },
    /// Somebody was moved elsewhere.
    Teleported {
        /// Who.
        who: Actor,
    },
    /// The lie of the land became known.
    Revealed,
    /// A weapon or armour became better.
    Bettered {
        /// What.
        item: Item,
    },
    /// Nothing came of it.
    Fizzled,
    /// A chest was opened.
    Unlocked {
        /// What.
        item: ItemKindId,
        /// What was inside; it lies there now.
        inside: Vec<Item>,
    },
    /// Something was bought.
    Bought {
        /// What.
        name: String,
        /// What it cost, in copper.
        price: u64,
    },
    /// The stomach speaks.
    Hungers(Hunger),
    /// The hero has a new level of experience, and a choice.
    Advanced {
        /// Which level.
        level: u32,
    },
    /// The hero became better for good.
    Improved {
        /// In what.
        what: Improvement,
        /// By how much.
        amount: u32,
    },
    /// What the content files say.
    Told(String),
    /// The hero feels which way it must go.
    Called {
        /// What calls.
        what: Calling,
        /// From which way.
        direction: Direction,
    },
    /// The game is won.
    Won,
    /// The game is lost.
    Lost {
        /// What the hero died of.
        cause: Cause,
    },
}
