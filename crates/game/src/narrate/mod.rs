//! Turns events into lines of the log. The hero is "you"; everyone else is named.

mod refusals;

use crate::content::{GameContent, ItemClass, ItemKindId, Status};
use crate::event::{Actor, Attack, Event};
use crate::grammar::{a_creature, an_item, capitalise, list, number, price, the_actor, the_item, third_person};
use crate::outcome::Cause;
use crate::state::Item;
use crate::view::{Beacon, Hunger};

/// Describes an event in a sentence or two. `None` for events that need no words, such as a step.
///
/// ```
/// use undercroft_game::{Event, GameContent, Refusal, narrate};
/// let line = narrate(&Event::Refused(Refusal::PackFull), &GameContent::standard());
/// assert_eq!(line.as_deref(), Some("Your pack is full."));
/// ```
#[must_use]
pub fn narrate(event: &Event, content: &GameContent) -> Option<String> {
    let narrator = Narrator { content };
    narrator.action(event).or_else(|| narrator.fate(event)).or_else(|| narrator.item(event)).map(capitalise)
}

struct Narrator<'a> {
    content: &'a GameContent,
}

impl Narrator<'_> {
    fn name(&self, who: Actor) -> String {
        the_actor(self.content, who)
    }

    /// The one that something is done to. A goblin does things to "another goblin": with "the goblin", nobody could tell
    /// that there are two.
    fn object(&self, whom: Actor, who: Actor) -> String {
        match (who, whom) {
            (Actor::Creature { id, kind }, Actor::Creature { id: other, kind: same })
                if kind == same && id != other =>
            {
                format!("another {}", self.content.creature(kind).name)
            }
            _ => self.name(whom),
        }
    }

    fn the_kind(&self, kind: ItemKindId) -> String {
        format!("the {}", self.content.item(kind).singular())
    }

    /// Subject and verb: "you hit", "the rat hits".
    fn does(&self, who: Actor, verb: &str) -> String {
        match who {
            Actor::Hero => format!("you {verb}"),
            Actor::Creature { .. } => format!("{} {}", self.name(who), third_person(verb)),
        }
    }

    fn items(&self, items: &[Item]) -> String {
        list(&items.iter().map(|item| an_item(self.content, item)).collect::<Vec<_>>())
    }

    /// What somebody does.
    fn action(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Refused(refusal) => refusals::refusal(*refusal, self.content),
            Event::Swapped { who, with } => {
                format!("{} places with {}.", self.does(*who, "swap"), self.object(*with, *who))
            }
            Event::Opened { who, .. } => format!("{} the door.", self.does(*who, "open")),
            Event::Closed { who, .. } => format!("{} the door.", self.does(*who, "close")),
            Event::Unlocked { key, used_up, .. } => {
                let breaks = if *used_up { ", which breaks in the lock" } else { "" };
                format!("You unlock the door with {}{breaks}.", self.the_kind(*key))
            }
            Event::ForcedOpen { .. } => "It opens from this side.".into(),
            Event::Pulled { .. } => "You pull the lever.".into(),
            Event::GateMoved { open: true, seen: true } => "The gate rattles up.".into(),
            Event::GateMoved { open: false, seen: true } => "The gate rattles down.".into(),
            Event::GateMoved { open: true, seen: false } => "Somewhere, a gate rattles up.".into(),
            Event::GateMoved { open: false, seen: false } => "Somewhere, a gate rattles down.".into(),
            Event::GateStuck { .. } => "Something blocks the gate, and it stays open.".into(),
            Event::FoundDoor { .. } => "You find a hidden door!".into(),
            Event::FoundNothing => "You search, but find nothing.".into(),
            Event::OnLedge => "You are on a ledge. There is no way back up.".into(),
            Event::KeyTaken(kind) => format!("You take {}. It opens a door on this level.", self.the_kind(*kind)),
            Event::KeyReturned(kind) => {
                format!("{} vanishes and returns to where you found it.", self.the_kind(*kind))
            }
            Event::CagesClosed(items) => format!("The other cages close on {}.", self.items(items)),
            Event::Dug { who, .. } => format!("{} a way through.", self.does(*who, "dig")),
            Event::Hit { who, whom, attack, damage } => {
                format!("{} {}. ({damage})", self.hit(*who, attack), self.object(*whom, *who))
            }
            Event::Missed { who, whom, attack } => format!("{} {}.", self.miss(*who, attack), self.object(*whom, *who)),
            Event::Surprised(who) => format!("{} does not see it coming.", self.name(*who)),
            Event::KickedChest { chest, opened: true } => format!("{} bursts open.", self.the_kind(*chest)),
            Event::KickedChest { chest, opened: false } => format!("{} shudders, but holds.", self.the_kind(*chest)),
            Event::Struggled(who) => format!("{} against the web.", self.does(*who, "struggle")),
            Event::LostTurn(who) => format!("{} stunned and cannot act.", self.does(*who, "are")),
            Event::Climbed { who: Actor::Hero, .. } => "You climb the stairs.".into(),
            Event::Descended { who: Actor::Hero, .. } => "You descend the stairs.".into(),
            Event::Climbed { who, .. } => format!("{} up the stairs.", self.does(*who, "flee")),
            Event::Descended { who, .. } => format!("{} down the stairs.", self.does(*who, "flee")),
            Event::Arrived(who) => format!("{} you on the stairs.", self.does(*who, "follow")),
            Event::Noticed(who) => format!("{} you.", self.does(*who, "notice")),
            Event::Spread { who, .. } => format!("{}.", self.does(*who, "spread")),
            Event::Wove { who, .. } => format!("{} a web.", self.does(*who, "spin")),
            Event::Charged(who) => format!("{}!", self.does(*who, "charge")),
            Event::Summoned(Actor::Creature { kind, .. }) => format!("{} appears.", a_creature(self.content, *kind)),
            _ => return None,
        })
    }

    /// Attacker and verb; the target follows.
    fn hit(&self, who: Actor, attack: &Attack) -> String {
        match (attack, who) {
            (Attack::Melee, Actor::Hero) => "you hit".into(),
            (Attack::Melee, Actor::Creature { kind, .. }) => self.does(who, &self.content.creature(kind).attack_verb),
            (Attack::Kick, _) => self.does(who, "kick"),
            (Attack::Shot(missile), Actor::Hero) => format!("your {missile} hits"),
            (Attack::Shot(missile), _) => format!("{}'s {missile} hits", self.name(who)),
            (Attack::Thrown(item), _) => format!("{} hits", the_item(self.content, item)),
        }
    }

    /// Attacker and verb of a miss; the target follows.
    fn miss(&self, who: Actor, attack: &Attack) -> String {
        match (attack, who) {
            (Attack::Melee | Attack::Kick, _) => self.does(who, "miss"),
            (Attack::Shot(missile), Actor::Hero) => format!("your {missile} misses"),
            (Attack::Shot(missile), _) => format!("{}'s {missile} misses", self.name(who)),
            (Attack::Thrown(item), _) => format!("{} misses", the_item(self.content, item)),
        }
    }

    /// What happens to somebody.
    fn fate(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Crashed { who, into, damage } => {
                let obstacle = into.map_or("something solid".into(), |other| self.object(other, *who));
                format!("{} into {obstacle}. ({damage})", self.does(*who, "crash"))
            }
            Event::Fell { who: Actor::Hero, damage, .. } => format!("You fall to the level below. ({damage})"),
            Event::Fell { who, .. } => format!("{} out of sight.", self.does(*who, "fall")),
            Event::Clung { who, damage } => {
                format!("{} over the edge, but {} on. ({damage})", self.does(*who, "slip"), self.form(*who, "hold"))
            }
            Event::Hurt { who, cause, damage } => format!("{}. ({damage})", self.hurt(*who, *cause)),
            Event::Healed { amount: 0, .. } => return None,
            Event::Healed { who, .. } if *who == Actor::Hero => "You feel better.".into(),
            Event::Healed { who, .. } => format!("{} better.", self.does(*who, "look")),
            Event::Died { who, cause } => self.death(*who, *cause),
            Event::StatusBegan { who, status } => self.status_began(*who, *status),
            Event::StatusEnded { who, status } => self.status_ended(*who, *status)?,
            Event::Exploded(_) => "There is an explosion!".into(),
            Event::Teleported(Actor::Hero) => "Suddenly you are somewhere else.".into(),
            Event::Teleported(who) => format!("{}.", self.does(*who, "vanish")),
            Event::HungerChanged(Hunger::Fed) => return None,
            Event::HungerChanged(Hunger::Hungry) => "You are hungry.".into(),
            Event::HungerChanged(Hunger::Weak) => "You are weak with hunger.".into(),
            Event::HungerChanged(Hunger::Starving) => "You are starving!".into(),
            Event::BeaconSensed { beacon, direction } => {
                let what = match beacon {
                    Beacon::Goal => "your goal",
                    Beacon::Down => "the way down",
                    Beacon::Up => "the way up",
                };
                format!("You sense that {what} lies to the {}.", direction.name())
            }
            Event::LevelUp(level) => format!("You reach level {level}! You can improve an attribute."),
            Event::Improved { what, amount } => format!("Your {} improves. (+{amount})", what.name()),
            Event::Message(text) => text.clone(),
            Event::GoalHere { kind, wins } => self.goal_here(*kind, *wins),
            Event::Collected { kind, carried, needed } => {
                let (carried, needed) = (number(*carried), number(*needed));
                format!("You now have {carried} of the {needed} {}.", self.content.item(*kind).plural())
            }
            Event::Awakened { deeper } => {
                let deeper = if *deeper { ", or go deeper for a higher score" } else { "" };
                format!(
                    "A roar shakes the walls: the whole dungeon is awake and hunting you. Carry your prize out{deeper}!"
                )
            }
            Event::CameUp(Some(who)) => format!("{} up the stairs after you!", self.does(*who, "come")),
            Event::CameUp(None) => "You hear footsteps on the stairs: something has come up from below.".into(),
            Event::Won => "You have done what you came to do. You win!".into(),
            Event::Lost(_) => "Your journey ends here.".into(),
            _ => return None,
        })
    }

    fn goal_here(&self, kind: ItemKindId, wins: bool) -> String {
        let the = self.the_kind(kind);
        match self.content.item(kind).class {
            ItemClass::Gate => format!("This is {the} you came to find. Go through it to win."),
            _ if wins => format!("This is {the} you came for. Pick it up to win."),
            _ => format!("This is {the} you came for."),
        }
    }

    fn form(&self, who: Actor, verb: &str) -> String {
        if who == Actor::Hero { verb.into() } else { third_person(verb) }
    }

    fn hurt(&self, who: Actor, cause: Cause) -> String {
        match cause {
            Cause::Fire => self.does(who, "burn"),
            Cause::Blast(_) => format!("the blast hits {}", self.name(who)),
            Cause::Item(kind) if self.content.item(kind).class == ItemClass::Wand => {
                format!("a bolt from {} hits {}", self.the_kind(kind), self.name(who))
            }
            Cause::Item(kind) => format!("{} hurts {}", self.the_kind(kind), self.name(who)),
            _ => format!("{} hurt", self.does(who, "are")),
        }
    }

    fn death(&self, who: Actor, cause: Cause) -> String {
        match (who, cause) {
            (Actor::Hero, Cause::Hunger) => "You starve to death.".into(),
            (Actor::Hero, _) => format!("You are {}.", cause.describe(self.content)),
            (Actor::Creature { kind, .. }, Cause::Blast(exploded)) if kind == exploded => {
                format!("{}!", self.does(who, "explode"))
            }
            _ => format!("{}.", self.does(who, "die")),
        }
    }

    fn status_began(&self, who: Actor, status: Status) -> String {
        let hero = who == Actor::Hero;
        match status {
            Status::Webbed => format!("{} caught in a web.", self.does(who, "are")),
            Status::Hasted if hero => "Everything around you slows down.".into(),
            Status::Slowed if hero => "Your limbs grow heavy.".into(),
            Status::Mending if hero => "Warmth spreads through you.".into(),
            Status::Shielded if hero => "Your skin turns as hard as stone.".into(),
            Status::Hasted => format!("{} up.", self.does(who, "speed")),
            Status::Slowed => format!("{} down.", self.does(who, "slow")),
            Status::Mending => format!("{}'s wounds begin to close.", self.name(who)),
            Status::Shielded => format!("{}'s skin turns as hard as stone.", self.name(who)),
            Status::Darkened if hero => "Darkness closes around you.".into(),
            Status::Burning => format!("{} fire!", self.does(who, "catch")),
            Status::Lit => format!("{} to hiss!", self.does(who, "begin")),
            status => format!("{} {}.", self.does(who, "are"), status.name()),
        }
    }

    fn status_ended(&self, who: Actor, status: Status) -> Option<String> {
        let itself = if who == Actor::Hero { "yourself" } else { "itself" };
        Some(match status {
            Status::Webbed => format!("{} {itself} free.", self.does(who, "tear")),
            _ if who != Actor::Hero => return None,
            Status::Poisoned => "You are no longer poisoned.".into(),
            Status::Burning => "The flames go out.".into(),
            Status::Hasted => "The world catches up with you.".into(),
            Status::Slowed => "You move freely again.".into(),
            Status::Shielded => "Your skin softens.".into(),
            Status::Confused | Status::Stunned => "Your head clears.".into(),
            Status::Darkened => "The darkness lifts.".into(),
            Status::Afraid => "Your courage returns.".into(),
            _ => return None,
        })
    }

    /// What happens to items.
    fn item(&self, event: &Event) -> Option<String> {
        let content = self.content;
        let is_weapon = |item: &Item| content.item(item.kind).class == ItemClass::Weapon;
        Some(match event {
            Event::ItemsHere(items) if items.is_empty() => return None,
            Event::ItemsHere(items) => format!("You see {} here.", self.items(items)),
            Event::PickedUp { item, slot } => format!("You pick up {} ({slot}).", an_item(content, item)),
            Event::Dropped(item) => format!("You drop {}.", an_item(content, item)),
            Event::Equipped(item) if is_weapon(item) => format!("You wield {}.", the_item(content, item)),
            Event::Equipped(item) => format!("You put on {}.", the_item(content, item)),
            Event::Unequipped(item) if is_weapon(item) => format!("You put away {}.", the_item(content, item)),
            Event::Unequipped(item) => format!("You take off {}.", the_item(content, item)),
            Event::Used(item) => {
                format!("You {} {}.", content.item(item.kind).class.verb().unwrap_or("use"), the_item(content, item))
            }
            Event::Threw { item, .. } => format!("You throw {}.", an_item(content, item)),
            Event::Revealed => "You see the level around you as if from above.".into(),
            Event::Upgraded(item) => format!("{} gleams.", the_item(content, item)),
            Event::Fizzled => "Nothing happens.".into(),
            Event::ChestOpened { chest, contents } if contents.is_empty() => {
                format!("{} is empty.", self.the_kind(*chest))
            }
            Event::ChestOpened { chest, contents } => {
                format!("Inside {} you find {}.", self.the_kind(*chest), self.items(contents))
            }
            Event::Bought { name, price: paid } => {
                let mut name = name.clone();
                name[..1].make_ascii_lowercase();
                format!("You pay {} for {name}.", price(*paid))
            }
            _ => return None,
        })
    }
}
