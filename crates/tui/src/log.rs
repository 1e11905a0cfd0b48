//! The log: what happened, as lines with their counts and tones.

use std::collections::VecDeque;

use undercroft_game::{Actor, Content, Event, Hunger, narrate};

/// How many lines are kept.
const LONGEST: usize = 2_000;

/// How a line is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It just is.
    Plain,
    /// It is good for the hero.
    Good,
    /// It is bad for the hero.
    Bad,
    /// It is worth a look.
    Mark,
    /// It could not be done, or is about the game itself.
    Faint,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// How often, one after the other.
    pub count: u32,
    /// How it is meant.
    pub tone: Tone,
    /// Whether it is of the last thing that the player did.
    pub fresh: bool,
}

impl Line {
    /// The text with its count: "You hit the rat for 2. (×3)".
    #[must_use]
    pub fn shown(&self) -> String {
        if self.count == 1 { self.text.clone() } else { format!("{} (×{})", self.text, self.count) }
    }
}

/// What happened, the newest last.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: VecDeque<Line>,
}

impl Log {
    /// Adds a line; one that says what the last says is counted there.
    pub fn say(&mut self, text: impl Into<String>, tone: Tone) {
        let text = text.into();
        match self.lines.back_mut() {
            Some(last) if last.text == text => {
                last.count = last.count.saturating_add(1);
                last.fresh = true;
            }
            _ => self.lines.push_back(Line { text, count: 1, tone, fresh: true }),
        }
        if self.lines.len() > LONGEST {
            self.lines.pop_front();
        }
    }

    /// Adds the lines that tell of some events.
    pub fn tell(&mut self, events: &[Event], content: &Content) {
        for event in events {
            if let Some(text) = narrate(event, content) {
                self.say(text, tone(event));
            }
        }
    }

    /// Makes all lines old: what comes next is of another thing that the player does.
    pub fn age(&mut self) {
        for line in self.lines.iter_mut().rev().take_while(|line| line.fresh) {
            line.fresh = false;
        }
    }

    /// All lines, the newest last.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        self.lines.iter()
    }
}

/// How an event is meant.
fn tone(event: &Event) -> Tone {
    let is_hero = |who: &Actor| *who == Actor::Hero;
    let side = |who: &Actor| if is_hero(who) { Tone::Bad } else { Tone::Plain };
    match event {
        Event::Refused(_) => Tone::Faint,
        Event::Struck { whom, .. }
        | Event::Shot { whom, .. }
        | Event::Kicked { whom, .. }
        | Event::Crashed { whom, .. }
        | Event::HitBy { whom, .. } => side(whom),
        Event::Hurt { who, .. } | Event::Fell { who, .. } | Event::Clung { who, .. } | Event::Stood { who } => {
            side(who)
        }
        Event::Died { who, .. } => {
            if is_hero(who) {
                Tone::Bad
            } else {
                Tone::Good
            }
        }
        Event::Began { who, condition } if is_hero(who) => match condition.is_harmful() {
            true => Tone::Bad,
            false => Tone::Good,
        },
        Event::Ended { who, condition } if is_hero(who) && condition.is_harmful() => Tone::Good,
        Event::Healed { who, .. } if is_hero(who) => Tone::Good,
        Event::Hungers(hunger) => {
            if *hunger >= Hunger::Weak {
                Tone::Bad
            } else {
                Tone::Mark
            }
        }
        Event::Noticed { .. } | Event::Charged { .. } | Event::Arrived { .. } | Event::Summoned { .. } => Tone::Mark,
        Event::Advanced { .. } | Event::Improved { .. } | Event::Bettered { .. } | Event::Won => Tone::Good,
        Event::Called { .. } | Event::Told(_) => Tone::Mark,
        Event::Lost { .. } => Tone::Bad,
        _ => Tone::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_repeat_are_counted() {
        let mut log = Log::default();
        for _ in 0..3 {
            log.say("You wait.", Tone::Plain);
        }
        log.say("You stop.", Tone::Plain);
        let shown: Vec<String> = log.lines().map(Line::shown).collect();
        assert_eq!(shown, ["You wait. (×3)", "You stop."]);
    }

    #[test]
    fn old_lines_are_forgotten_and_marked_as_old() {
        let mut log = Log::default();
        for number in 0..LONGEST + 5 {
            log.say(format!("Line {number}."), Tone::Plain);
        }
        assert_eq!(log.lines().len(), LONGEST);
        assert_eq!(log.lines().next().unwrap().text, "Line 5.");
        log.age();
        log.say("New.", Tone::Plain);
        assert_eq!(log.lines().filter(|line| line.fresh).count(), 1);
    }
}
