//! The message log: what happened, with repeated messages counted.

use std::collections::VecDeque;

use serde::Serialize;

use crate::content::GameContent;
use crate::event::{Actor, Event};
use crate::narrate::narrate;
use crate::view::Hunger;

/// The number of messages kept.
const CAPACITY: usize = 2_000;

/// The tone of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Neutral.
    Plain,
    /// Good for the hero.
    Good,
    /// Bad for the hero.
    Bad,
    /// Worth noticing.
    Notable,
    /// A refused action, or a remark from the program itself.
    Faint,
}

/// A message of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Message {
    /// A running number, so that a front end can tell new messages from old ones.
    pub id: u64,
    /// The text.
    pub text: String,
    /// How many times in a row it was logged.
    pub count: u32,
    /// Its tone.
    pub tone: Tone,
    /// Whether it belongs to the player's latest action.
    pub fresh: bool,
}

impl Message {
    /// The text with its count: "You hit the rat. (×3)".
    #[must_use]
    pub fn with_count(&self) -> String {
        if self.count == 1 { self.text.clone() } else { format!("{} (×{})", self.text, self.count) }
    }
}

/// The messages, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Log {
    messages: VecDeque<Message>,
    said: u64,
}

impl Log {
    /// Adds a message, or counts it if it repeats the last one.
    pub fn say(&mut self, text: impl Into<String>, tone: Tone) {
        let text = text.into();
        self.said += 1;
        match self.messages.back_mut() {
            Some(last) if last.text == text => {
                last.count = last.count.saturating_add(1);
                (last.fresh, last.id) = (true, self.said);
            }
            _ => self.messages.push_back(Message { id: self.said, text, count: 1, tone, fresh: true }),
        }
        if self.messages.len() > CAPACITY {
            self.messages.pop_front();
        }
    }

    /// Adds messages for some events. What is picked up at once is reported once: as picked up, not also as seen.
    pub fn tell(&mut self, events: &[Event], content: &GameContent) {
        for event in events {
            let Some(text) = narrate(event, content) else { continue };
            if let Event::PickedUp { item, .. } = event {
                let seen = narrate(&Event::ItemsHere(vec![*item]), content);
                if self.messages.back().is_some_and(|last| last.count == 1 && Some(&last.text) == seen.as_ref()) {
                    self.messages.pop_back();
                }
            }
            self.say(text, tone(event));
        }
    }

    /// Marks all messages as old, before the player's next action.
    pub fn age(&mut self) {
        for message in self.messages.iter_mut().rev().take_while(|message| message.fresh) {
            message.fresh = false;
        }
    }

    /// The newest messages, up to a count, oldest first.
    pub fn last(&self, count: usize) -> impl Iterator<Item = &Message> {
        self.messages.iter().skip(self.messages.len().saturating_sub(count))
    }

    /// All messages, oldest first.
    pub fn messages(&self) -> impl DoubleEndedIterator<Item = &Message> + ExactSizeIterator {
        self.messages.iter()
    }
}

/// The tone of an event.
fn tone(event: &Event) -> Tone {
    let is_hero = |who: &Actor| *who == Actor::Hero;
    let side = |who: &Actor| if is_hero(who) { Tone::Bad } else { Tone::Plain };
    match event {
        Event::Refused(_) => Tone::Faint,
        Event::Hit { whom, .. } => side(whom),
        Event::Hurt { who, .. }
        | Event::Fell { who, .. }
        | Event::Clung { who, .. }
        | Event::Crashed { who, .. }
        | Event::LostTurn(who) => side(who),
        Event::Died { who, .. } if is_hero(who) => Tone::Bad,
        Event::Died { .. } => Tone::Good,
        Event::StatusBegan { who, status } if is_hero(who) && status.is_harmful() => Tone::Bad,
        Event::StatusBegan { who, .. } if is_hero(who) => Tone::Good,
        Event::StatusEnded { who, status } if is_hero(who) && status.is_harmful() => Tone::Good,
        Event::Healed { who, .. } if is_hero(who) => Tone::Good,
        Event::HungerChanged(Hunger::Weak | Hunger::Starving) => Tone::Bad,
        Event::HungerChanged(_) => Tone::Notable,
        Event::Noticed(_) | Event::Charged(_) | Event::Arrived(_) | Event::Summoned(_) => Tone::Notable,
        Event::LevelUp(_) | Event::Improved { .. } | Event::Upgraded(_) | Event::Won => Tone::Good,
        Event::BeaconSensed { .. } | Event::Message(_) => Tone::Notable,
        Event::Lost(_) => Tone::Bad,
        _ => Tone::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Slot;
    use crate::state::Item;

    #[test]
    fn repeated_messages_are_counted() {
        let mut log = Log::default();
        for _ in 0..3 {
            log.say("You wait.", Tone::Plain);
        }
        log.say("You stop.", Tone::Plain);
        let shown: Vec<String> = log.messages().map(Message::with_count).collect();
        assert_eq!(shown, ["You wait. (×3)", "You stop."]);
        assert_eq!(log.messages().map(|message| message.id).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn an_item_picked_up_at_once_is_reported_once() {
        let content = GameContent::standard();
        let (kind, _) = content.items().next().unwrap();
        let item = Item { kind, count: 1, charges: 0, bonus: 0 };
        let slot = Slot::all().next().unwrap();
        let mut log = Log::default();
        log.tell(&[Event::ItemsHere(vec![item, item])], &content);
        log.tell(&[Event::ItemsHere(vec![item])], &content);
        log.tell(&[Event::PickedUp { item, slot }], &content);
        let shown: Vec<&str> = log.messages().map(|message| message.text.as_str()).collect();
        assert!(
            matches!(shown[..], [pile, taken] if pile.starts_with("You see") && taken.starts_with("You pick up")),
            "{shown:?}"
        );
    }

    #[test]
    fn the_oldest_messages_are_forgotten_and_earlier_ones_are_marked_old() {
        let mut log = Log::default();
        for number in 0..CAPACITY + 5 {
            log.say(format!("Line {number}."), Tone::Plain);
        }
        assert_eq!(log.messages().len(), CAPACITY);
        assert_eq!(log.messages().next().unwrap().text, "Line 5.");
        log.age();
        log.say("New.", Tone::Plain);
        assert_eq!(log.messages().filter(|message| message.fresh).count(), 1);
    }
}
