//! What happened. The log, the screen, the statistics and the tests all read events.

use serde::{Deserialize, Serialize};
use undercroft_grid::Point;
use undercroft_mapgen::Tile;

use crate::action::{Direction, Improvement, Slot};
use crate::content::{CreatureKindId, ItemKindId, Status};
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::state::{CreatureId, Item};
use crate::view::{Beacon, Hunger};

/// The hero or a creature, as events name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Actor {
    /// The hero.
    Hero,
    /// Anyone else.
    Creature {
        /// The creature's id.
        id: CreatureId,
        /// Its kind, because the creature may be gone by the time the event is read.
        kind: CreatureKindId,
    },
}

/// How a hit was dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Attack {
    /// With a weapon, teeth or claws.
    Melee,
    /// With a foot; the target is pushed as well.
    Kick,
    /// From a distance, with a missile of this name.
    Shot(String),
    /// With a thrown item.
    Thrown(Item),
}

/// Something that happened, as far as the hero can tell. [`narrate`](crate::narrate) turns it into a line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Event {
    /// An action was impossible. It took no time.
    Refused(Refusal),
    /// Somebody moved one cell.
    Walked {
        /// Who moved.
        who: Actor,
        /// The cell left behind.
        from: Point,
        /// The cell entered.
        to: Point,
    },
    /// Two actors swapped places.
    Swapped {
        /// Who walked.
        who: Actor,
        /// Who made room.
        with: Actor,
    },
    /// Somebody opened a door.
    Opened {
        /// Who opened it.
        who: Actor,
        /// Where the door is.
        at: Point,
    },
    /// The hero opened a locked door.
    Unlocked {
        /// Where the door is.
        at: Point,
        /// The key.
        key: ItemKindId,
        /// Whether the key is gone.
        used_up: bool,
    },
    /// The hero was locked in, and opened a door or a gate by hand.
    ForcedOpen {
        /// Where it is.
        at: Point,
    },
    /// The hero pulled a lever.
    Pulled {
        /// Where the lever is.
        at: Point,
    },
    /// A gate opened or closed.
    GateMoved {
        /// Whether it opened.
        open: bool,
        /// Whether the hero saw it.
        seen: bool,
    },
    /// A gate could not close.
    GateStuck {
        /// Where it is.
        at: Point,
    },
    /// The hero found a secret door.
    FoundDoor {
        /// Where it is.
        at: Point,
    },
    /// The hero searched and found nothing.
    FoundNothing,
    /// The hero stands on a ledge.
    OnLedge,
    /// The hero took a key that belongs to the level.
    KeyTaken(ItemKindId),
    /// The hero left a level, and its key went back to where it lay.
    KeyReturned(ItemKindId),
    /// The other cages closed when the hero emptied one.
    CagesClosed(Vec<Item>),
    /// Somebody closed a door.
    Closed {
        /// Who closed it.
        who: Actor,
        /// Where the door is.
        at: Point,
    },
    /// Somebody dug through something solid.
    Dug {
        /// Who dug.
        who: Actor,
        /// Where.
        at: Point,
        /// The tile that was dug away.
        tile: Tile,
    },
    /// An attack hit.
    Hit {
        /// The attacker.
        who: Actor,
        /// The target.
        whom: Actor,
        /// How the hit was dealt.
        attack: Attack,
        /// The hit points it cost.
        damage: i32,
    },
    /// An attack missed.
    Missed {
        /// The attacker.
        who: Actor,
        /// The target.
        whom: Actor,
        /// How it was attacked.
        attack: Attack,
    },
    /// The next hit strikes a creature that was unaware of the hero.
    Surprised(Actor),
    /// The hero kicked a chest.
    KickedChest {
        /// The kind of chest.
        chest: ItemKindId,
        /// Whether it broke open.
        opened: bool,
    },
    /// Somebody who was pushed hit an obstacle.
    Crashed {
        /// Who was pushed.
        who: Actor,
        /// Who was in the way; `None` for a wall.
        into: Option<Actor>,
        /// The hit points it cost.
        damage: i32,
    },
    /// Somebody fell to the level below.
    Fell {
        /// Who fell.
        who: Actor,
        /// The depth of the level below.
        depth: u32,
        /// The hit points it cost.
        damage: i32,
    },
    /// The hero was pushed into a pit on the lowest level and caught the edge.
    Clung {
        /// Who held on.
        who: Actor,
        /// The hit points it cost.
        damage: i32,
    },
    /// Something other than an attack hurt somebody.
    Hurt {
        /// Who was hurt.
        who: Actor,
        /// By what.
        cause: Cause,
        /// The hit points it cost.
        damage: i32,
    },
    /// Somebody regained hit points.
    Healed {
        /// Who was healed.
        who: Actor,
        /// The hit points regained.
        amount: i32,
    },
    /// Somebody died.
    Died {
        /// Who died.
        who: Actor,
        /// Of what.
        cause: Cause,
    },
    /// A status effect began.
    StatusBegan {
        /// Whom it affects.
        who: Actor,
        /// The status.
        status: Status,
    },
    /// A status effect ended.
    StatusEnded {
        /// Whom it affected.
        who: Actor,
        /// The status.
        status: Status,
    },
    /// Somebody struggled in a web.
    Struggled(Actor),
    /// Somebody was stunned and lost a turn.
    LostTurn(Actor),
    /// Somebody climbed a staircase.
    Climbed {
        /// Who climbed.
        who: Actor,
        /// The depth of the level above.
        depth: u32,
    },
    /// Somebody descended a staircase.
    Descended {
        /// Who descended.
        who: Actor,
        /// The depth of the level below.
        depth: u32,
    },
    /// A pursuer followed the hero by the stairs.
    Arrived(Actor),
    /// Somebody noticed the hero.
    Noticed(Actor),
    /// A creature grew another of its kind beside it.
    Spread {
        /// The creature that spread.
        who: Actor,
        /// Where the new one is.
        at: Point,
    },
    /// A creature left a web.
    Wove {
        /// Who spun it.
        who: Actor,
        /// Where.
        at: Point,
    },
    /// A creature charged.
    Charged(Actor),
    /// Something exploded.
    Exploded(Point),
    /// A creature appeared out of nowhere.
    Summoned(Actor),
    /// The hero stepped on a cell with items.
    ItemsHere(Vec<Item>),
    /// The hero picked something up.
    PickedUp {
        /// The items.
        item: Item,
        /// The slot they went into.
        slot: Slot,
    },
    /// The hero dropped something.
    Dropped(Item),
    /// The hero wields or wears something.
    Equipped(Item),
    /// The hero no longer wields or wears something.
    Unequipped(Item),
    /// The hero ate, drank, read or zapped something.
    Used(Item),
    /// The hero threw something.
    Threw {
        /// The item.
        item: Item,
        /// Where it landed.
        at: Point,
    },
    /// Somebody was teleported.
    Teleported(Actor),
    /// The map around the hero was revealed.
    Revealed,
    /// A weapon or a suit of armour gained a bonus.
    Upgraded(Item),
    /// An item was used, but had no effect.
    Fizzled,
    /// A chest was opened.
    ChestOpened {
        /// The kind of chest.
        chest: ItemKindId,
        /// What was inside; it now lies on the floor.
        contents: Vec<Item>,
    },
    /// The hero bought something.
    Bought {
        /// The name of the item or the blessing.
        name: String,
        /// The price in copper.
        price: u64,
    },
    /// The hero became hungrier.
    HungerChanged(Hunger),
    /// The hero reached a new experience level.
    LevelUp(u32),
    /// The hero improved an attribute permanently.
    Improved {
        /// The attribute.
        what: Improvement,
        /// By how much.
        amount: u32,
    },
    /// A message from the content files.
    Message(String),
    /// The hero sensed the direction of a distant place.
    BeaconSensed {
        /// The place.
        beacon: Beacon,
        /// Its direction from the hero.
        direction: Direction,
    },
    /// The hero stands where the goal lies.
    GoalHere {
        /// The kind of item.
        kind: ItemKindId,
        /// Whether taking it wins the game.
        wins: bool,
    },
    /// The hero took one of the several items that the goal requires.
    Collected {
        /// The kind of item.
        kind: ItemKindId,
        /// How many the hero has.
        carried: u32,
        /// How many it needs.
        needed: u32,
    },
    /// The hero took a goal that has to be carried out, and everyone woke.
    Awakened {
        /// Whether the dungeon goes on below.
        deeper: bool,
    },
    /// Something came up the stairs after the hero, who may not see it.
    CameUp(Option<Actor>),
    /// The game is won.
    Won,
    /// The game is lost.
    Lost(Cause),
}
