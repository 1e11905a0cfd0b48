//! Tells events as lines of a log: the hero is "you", everybody else has a name.

mod refusals;

use crate::content::{Condition, Content};
use crate::event::{Actor, Event};
use crate::names::{a_creature, an_item, capital, price, the_actor, the_item, with_article};
use crate::outcome::Cause;
use crate::state::Item;
use crate::view::{Calling, Hunger};

/// The line that tells of an event; `None` for what needs no words, such as a step.
///
/// ```
/// use undercroft_game::{Content, Event, Refusal, narrate};
/// let line = narrate(&Event::Refused(Refusal::NoStairsUp), &Content::standard());
/// assert!(line.is_some_and(|line| line.contains("ceiling")));
/// ```
#[must_use]
pub fn narrate(event: &Event, content: &Content) -> Option<String> {
    let teller = Teller { content };
    let line = match event {
        Event::Refused(refusal) => refusals::refusal(*refusal, content),
        Event::Walked { .. } => return None,
        Event::Told(text) => text.clone(),
        Event::Won => "You have done what you came for. The dungeon is yours to tell of.".into(),
        Event::Lost { .. } => "Your journey ends here.".into(),
        event => teller.deed(event).or_else(|| teller.fate(event)).or_else(|| teller.thing(event))?,
    };
    Some(capital(line))
}

struct Teller<'a> {
    content: &'a Content,
}

impl Teller<'_> {
    fn name(&self, who: Actor) -> String {
        the_actor(self.content, who)
    }

    /// Somebody and a verb: "you hit", "the rat hits".
    fn does(&self, who: Actor, you: &str, it: &str) -> String {
        format!("{} {}", self.name(who), if who == Actor::Hero { you } else { it })
    }

    /// Somebody and a form of "be".
    fn is(&self, who: Actor) -> String {
        self.does(who, "are", "is")
    }

    /// What somebody does to others or to things.
    fn deed(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Swapped { who, with } => {
                format!("{} places with {}.", self.does(*who, "change", "changes"), self.name(*with))
            }
            Event::Opened { who, .. } => format!("{} a door.", self.does(*who, "open", "opens")),
            Event::Closed { who, .. } => format!("{} the door.", self.does(*who, "shut", "shuts")),
            Event::Dug { who, .. } => format!("{} through.", self.does(*who, "dig", "digs")),
            Event::Struck { who, whom, damage } => {
                format!("{} {} for {damage}.", self.does(*who, "hit", "hits"), self.name(*whom))
            }
            Event::Shot { who, whom, missile, damage } => {
                let shooter = if *who == Actor::Hero { "your".into() } else { format!("{}'s", self.name(*who)) };
                format!("{shooter} {missile} hits {} for {damage}.", self.name(*whom))
            }
            Event::Kicked { who, whom, damage } => {
                format!("{} {} for {damage}.", self.does(*who, "kick", "kicks"), self.name(*whom))
            }
            Event::KickedThing { item, opened } => {
                let name = &self.content.item(*item).name;
                if *opened { format!("The {name} bursts open.") } else { format!("The {name} booms, and holds.") }
            }
            Event::Crashed { whom, into: Some(other), damage } => {
                format!("{} into {} for {damage}.", self.does(*whom, "crash", "crashes"), self.name(*other))
            }
            Event::Crashed { whom, into: None, damage } => {
                format!("{} against something hard for {damage}.", self.does(*whom, "crash", "crashes"))
            }
            Event::Struggled { who } => format!("{} at the threads.", self.does(*who, "tear", "tears")),
            Event::Stood { who } => format!("{} and cannot move.", self.does(*who, "reel", "reels")),
            Event::Climbed { who: Actor::Hero, .. } => "You take the stairs up.".into(),
            Event::Descended { who: Actor::Hero, .. } => "You take the stairs down.".into(),
            Event::Climbed { who, .. } => format!("{} away up the stairs.", self.does(*who, "run", "runs")),
            Event::Descended { who, .. } => format!("{} away down the stairs.", self.does(*who, "run", "runs")),
            Event::Arrived { who } => format!("{} after you over the stairs.", self.does(*who, "come", "comes")),
            Event::Noticed { who } => format!("{} you.", self.does(*who, "notice", "notices")),
            Event::Spread { who, .. } => format!("{}.", self.does(*who, "spread", "spreads")),
            Event::Wove { who, .. } => format!("{} a web.", self.does(*who, "spin", "spins")),
            Event::Charged { who } => format!("{}!", self.does(*who, "charge", "charges")),
            Event::Summoned { who: Actor::Creature { kind, .. } } => {
                format!("{} appears.", a_creature(self.content, *kind))
            }
            _ => return None,
        })
    }

    /// What befalls somebody.
    fn fate(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Fell { who: Actor::Hero, damage, .. } => {
                format!("You fall, and land on the level below for {damage}.")
            }
            Event::Fell { who, .. } => format!("{} into the dark.", self.does(*who, "fall", "falls")),
            Event::Clung { who, damage } => {
                format!(
                    "{} over the rim, and {} on for {damage}.",
                    self.does(*who, "go", "goes"),
                    if *who == Actor::Hero { "hold" } else { "holds" }
                )
            }
            Event::Hurt { who, cause, damage } => self.hurt(*who, *cause, *damage),
            Event::Healed { amount: 0, .. } => return None,
            Event::Healed { who, .. } => format!("{} better.", self.does(*who, "feel", "looks")),
            Event::Died { who: Actor::Hero, cause } => format!("You die, {}.", cause.describe(self.content)),
            Event::Died { who, cause: Cause::Blast(_) } => format!("{}!", self.does(*who, "burst", "bursts")),
            Event::Died { who, .. } => format!("{}.", self.does(*who, "die", "dies")),
            Event::Began { who, condition } => self.begins(*who, *condition)?,
            Event::Ended { who, condition } => self.ends(*who, *condition)?,
            Event::Blasted { .. } => "There is a flash and a crash.".into(),
            Event::Teleported { who: Actor::Hero } => "The world folds, and you are elsewhere.".into(),
            Event::Teleported { who } => format!("{}.", self.does(*who, "vanish", "vanishes")),
            Event::Hungers(hunger) => match hunger {
                Hunger::Fed => return None,
                Hunger::Hungry => "Your stomach growls.".into(),
                Hunger::Weak => "You are weak with hunger.".into(),
                Hunger::Starving => "You are starving!".into(),
            },
            Event::Called { what, direction } => {
                let what = match what {
                    Calling::Goal => "What you came for",
                    Calling::Down => "The way down",
                    Calling::Up => "The way up",
                };
                format!("{what} calls you from the {}.", direction.name())
            }
            Event::Advanced { level } => {
                format!("You have learnt much: this is level {level}. Choose what to be better at.")
            }
            Event::Improved { what, amount } => format!("Your {} grows by {amount}.", what.name()),
            _ => return None,
        })
    }

    fn hurt(&self, who: Actor, cause: Cause, damage: i32) -> String {
        match cause {
            Cause::Fire => format!("{} for {damage}.", self.does(who, "burn", "burns")),
            Cause::Blast(_) => format!("The blast hits {} for {damage}.", self.name(who)),
            Cause::Item(kind) => format!("The {} hits {} for {damage}.", self.content.item(kind).name, self.name(who)),
            _ => format!("{} hurt for {damage}.", self.is(who)),
        }
    }

    fn begins(&self, who: Actor, condition: Condition) -> Option<String> {
        let hero = who == Actor::Hero;
        Some(match condition {
            Condition::Webbed => format!("{} caught in a web.", self.is(who)),
            Condition::Hasted if hero => "Everything around you slows down.".into(),
            Condition::Slowed if hero => "Your limbs grow heavy.".into(),
            Condition::Mending if hero => "A slow warmth spreads through you.".into(),
            Condition::Shielded if hero => "Your skin turns hard as stone.".into(),
            Condition::Burning => format!("{} fire!", self.does(who, "catch", "catches")),
            Condition::Lit => format!("{} to hiss!", self.does(who, "begin", "begins")),
            condition => format!("{} {}.", self.is(who), condition.name()),
        })
    }

    fn ends(&self, who: Actor, condition: Condition) -> Option<String> {
        if condition == Condition::Webbed {
            return Some(format!("{} free.", self.does(who, "tear yourself", "tears itself")));
        }
        if who != Actor::Hero {
            return None;
        }
        Some(match condition {
            Condition::Poisoned => "The poison has run its course.".into(),
            Condition::Burning => "The flames are out.".into(),
            Condition::Hasted => "The world catches up with you.".into(),
            Condition::Slowed => "Your limbs are your own again.".into(),
            Condition::Shielded => "Your skin softens.".into(),
            Condition::Confused | Condition::Stunned => "Your head clears.".into(),
            Condition::Afraid => "You take heart.".into(),
            _ => return None,
        })
    }

    /// What becomes of things.
    fn thing(&self, event: &Event) -> Option<String> {
        let content = self.content;
        Some(match event {
            Event::Lies { items } => match items.as_slice() {
                [] => return None,
                [item] if item.count > 1 => format!("Here lie {}.", an_item(content, item)),
                [item] => format!("Here lies {}.", an_item(content, item)),
                items => format!("Here lie {}.", list(content, items)),
            },
            Event::PickedUp { item, slot } => format!("You take {} ({slot}).", an_item(content, item)),
            Event::Dropped { item } => format!("You put down {}.", an_item(content, item)),
            Event::Equipped { item } => {
                let verb = if content.item(item.kind).class == crate::ItemClass::Weapon { "wield" } else { "put on" };
                format!("You {verb} {}.", the_item(content, item))
            }
            Event::PutAway { item } => format!("You put {} away.", the_item(content, item)),
            Event::Used { item } => {
                let verb = content.item(item.kind).class.verb().unwrap_or("use");
                format!("You {verb} {}.", the_item(content, &Item { count: 1, ..*item }))
            }
            Event::Threw { item, .. } => format!("You throw {}.", an_item(content, item)),
            Event::HitBy { whom, item, damage } => {
                format!("{} hits {} for {damage}.", the_item(content, item), self.name(*whom))
            }
            Event::Revealed => "You see, as if from above, how the ways run.".into(),
            Event::Bettered { item } => format!("{} gleams.", the_item(content, item)),
            Event::Fizzled => "Nothing seems to come of it.".into(),
            Event::Unlocked { item, inside } => {
                let name = &content.item(*item).name;
                match inside.as_slice() {
                    [] => format!("The {name} is empty."),
                    inside => format!("In the {name} you find {}.", list(content, inside)),
                }
            }
            Event::Bought { name, price: paid } => format!("You pay {} for {}.", price(*paid), lower(name)),
            _ => return None,
        })
    }
}

/// "a dagger, 2 stones and an agate".
fn list(content: &Content, items: &[Item]) -> String {
    let names: Vec<String> = items.iter().map(|item| an_item(content, item)).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => "nothing".into(),
    }
}

fn lower(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(|| with_article(name), |first| first.to_lowercase().chain(letters).collect())
}
