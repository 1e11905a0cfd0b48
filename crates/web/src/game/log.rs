//! The message log: what happened, with repeated messages counted.

use std::collections::VecDeque;

use serde::Serialize;
use undercroft_game::{Actor, Event, GameContent, Hunger, narrate};

/// The number of messages kept.
const CAPACITY: usize = 2_000;

/// The tone of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Tone {
    Plain,
    Good,
    Bad,
    Notable,
    /// A refused action, or a remark about the program itself.
    Faint,
}

/// A message of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Message {
    /// Counts all messages, so that the page can tell new ones from old ones.
    id: u64,
    text: String,
    /// How many times in a row it was logged.
    count: u32,
    tone: Tone,
    /// Whether it belongs to the player's latest action.
    fresh: bool,
}

/// The messages, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    messages: VecDeque<Message>,
    said: u64,
}

impl Log {
    /// Adds a message, or counts it if it repeats the last one.
    pub(crate) fn say(&mut self, text: impl Into<String>, tone: Tone) {
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

    /// Adds messages for some events.
    pub(crate) fn tell(&mut self, events: &[Event], content: &GameContent) {
        for event in events {
            if let Some(text) = narrate(event, content) {
                self.say(text, tone(event));
            }
        }
    }

    /// Marks all messages as old, before the player's next action.
    pub(crate) fn age(&mut self) {
        for message in self.messages.iter_mut().rev().take_while(|message| message.fresh) {
            message.fresh = false;
        }
    }

    /// The newest messages, oldest first.
    pub(crate) fn last(&self, count: usize) -> Vec<Message> {
        self.messages.iter().skip(self.messages.len().saturating_sub(count)).cloned().collect()
    }
}

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

    #[test]
    fn repeated_messages_are_counted_and_earlier_ones_are_marked_old() {
        let mut log = Log::default();
        log.say("You wait.", Tone::Plain);
        log.age();
        log.say("You wait.", Tone::Plain);
        log.age();
        log.say("You stop.", Tone::Faint);
        let shown: Vec<(u64, String, u32, bool)> =
            log.last(10).into_iter().map(|message| (message.id, message.text, message.count, message.fresh)).collect();
        assert_eq!(shown, [(2, "You wait.".into(), 2, false), (3, "You stop.".into(), 1, true)]);
    }

    #[test]
    fn the_oldest_messages_are_forgotten() {
        let mut log = Log::default();
        for number in 0..CAPACITY + 5 {
            log.say(format!("Line {number}."), Tone::Plain);
        }
        assert_eq!(log.last(usize::MAX).len(), CAPACITY);
        assert_eq!(log.last(usize::MAX)[0].text, "Line 5.");
        assert_eq!(log.last(1)[0].text, format!("Line {}.", CAPACITY + 4));
    }
}
