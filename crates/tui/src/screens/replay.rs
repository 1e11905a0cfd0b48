//! A game that was played, shown again: with pause, speed and step.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_game::{Action, Game};

use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::{Input, Pointer};
use crate::keys::{Command, Context};
use crate::log::Log;
use crate::widgets::play_view::{Extras, draw_play};

/// How many thousandths of a second an action takes at speed 1.
const STEP: u64 = 200;
/// The fastest: so many times speed 1.
const FASTEST: u64 = 256;
/// How many actions are done at once on the way to the end.
const SKIPPED: usize = 2_000;

/// A replay that is shown.
#[derive(Debug)]
pub(crate) struct Watch {
    start: Game,
    game: Game,
    actions: Vec<Action>,
    /// How many actions were done.
    done: usize,
    log: Log,
    speed: u64,
    is_paused: bool,
    /// Whether the end is sought.
    is_skipping: bool,
}

impl Watch {
    /// Shows a game from its start.
    pub(crate) fn new(start: Game, actions: Vec<Action>) -> Self {
        let game = start.clone();
        let log = Log::default();
        Self { start, game, actions, done: 0, log, speed: 2, is_paused: false, is_skipping: false }
    }

    fn is_over(&self) -> bool {
        self.done >= self.actions.len()
    }

    fn step(&mut self) {
        if let Some(action) = self.actions.get(self.done) {
            self.log.age();
            let events = self.game.act(*action);
            let content = self.game.content().clone();
            self.log.tell(&events, &content);
            self.done += 1;
        }
    }

    fn obey(&mut self, command: Command) -> Change {
        self.is_skipping = false;
        match command {
            Command::Pause if self.is_over() => self.restart(),
            Command::Pause => self.is_paused = !self.is_paused,
            Command::Step => {
                self.is_paused = true;
                self.step();
            }
            Command::Faster => self.speed = (self.speed * 2).min(FASTEST),
            Command::Slower => self.speed = (self.speed / 2).max(1),
            Command::Start => self.restart(),
            Command::End => self.is_skipping = true,
            Command::LeaveReplay => return Change::Close,
            _ => {}
        }
        Change::Stay
    }

    fn restart(&mut self) {
        self.game = self.start.clone();
        self.done = 0;
        self.log = Log::default();
    }
}

impl Screen for Watch {
    fn name(&self) -> &'static str {
        "replay"
    }

    fn is_overlay(&self) -> bool {
        false
    }

    fn wait(&self, _desk: &Desk) -> Option<Duration> {
        match (self.is_over(), self.is_skipping, self.is_paused) {
            (true, ..) => None,
            (false, true, _) => Some(Duration::ZERO),
            (false, false, true) => None,
            (false, false, false) => Some(Duration::from_millis((STEP / self.speed).max(4))),
        }
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        match input {
            Input::Tick if self.is_skipping => {
                for _ in 0..SKIPPED {
                    self.step();
                }
                self.is_skipping = !self.is_over();
            }
            // The screen is not drawn more often than can be seen: the fastest do several actions at once.
            Input::Tick if !self.is_paused => (0..(self.speed * 4 / STEP).max(1)).for_each(|_| self.step()),
            Input::Key(chord) => match desk.settings.keys.command(Context::Replay, *chord) {
                Some(command) => return self.obey(command),
                None => desk.unknown_key(*chord, self.name()),
            },
            Input::Mouse { what: Pointer::Left, .. } => return self.obey(Command::Pause),
            Input::Mouse { what: Pointer::Right, .. } => return self.obey(Command::LeaveReplay),
            Input::Mouse { what: Pointer::WheelUp, .. } => return self.obey(Command::Faster),
            Input::Mouse { what: Pointer::WheelDown, .. } => return self.obey(Command::Slower),
            _ => {}
        }
        Change::Stay
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let key = |command| desk.settings.keys.hint(Context::Replay, command);
        let state = match (self.is_over(), self.is_skipping, self.is_paused) {
            (true, ..) => "the end".to_owned(),
            (false, true, _) => "to the end".to_owned(),
            (false, false, true) => "paused".to_owned(),
            (false, false, false) => format!("speed {}", self.speed),
        };
        let extras = Extras {
            title: self.game.plan().name().to_owned(),
            log_title: format!("Replay {}/{}, {state}", self.done, self.actions.len()),
            foot: format!(
                "{}: pause, {}: step, {} {}: speed, {}: leave",
                key(Command::Pause),
                key(Command::Step),
                key(Command::Slower),
                key(Command::Faster),
                key(Command::LeaveReplay)
            ),
            ..Extras::default()
        };
        draw_play(buffer, screen, &self.game.view(), &self.log, &extras, &desk.settings, desk.look());
    }
}
