//! A replay: a finished game, shown again with pause, speed and single steps.

use std::time::Duration;

use undercroft_game::{Action, Game};

use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::keys::{Command, Mode};
use crate::log::Log;
use crate::widgets::canvas::Canvas;
use crate::widgets::play_view::{Extras, draw_play};

/// The time for an action at speed 1, in milliseconds.
const ACTION_TIME: u64 = 200;
/// The shortest time between two drawings, in milliseconds. At higher speeds each shows several actions.
const FRAME_TIME: u64 = 4;
const TOP_SPEED: u64 = 256;
/// The number of actions per tick when skipping to the end.
const SKIPPED: usize = 2_000;

/// A replay on the screen.
#[derive(Debug)]
pub(crate) struct Watch {
    start: Game,
    game: Game,
    actions: Vec<Action>,
    /// The number of actions shown so far.
    done: usize,
    log: Log,
    speed: u64,
    is_paused: bool,
    /// Whether it is skipping to the end.
    is_skipping: bool,
}

impl Watch {
    /// Shows a game from its start.
    pub(crate) fn new(start: Game, actions: Vec<Action>) -> Self {
        let (game, log) = (start.clone(), Log::default());
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

    fn obey(&mut self, command: Command) -> Transition {
        self.is_skipping = false;
        match command {
            Command::Pause if self.is_over() => self.restart(),
            Command::Pause => self.is_paused = !self.is_paused,
            Command::Step => {
                self.is_paused = true;
                self.step();
            }
            Command::Faster => self.speed = (self.speed * 2).min(TOP_SPEED),
            Command::Slower => self.speed = (self.speed / 2).max(1),
            Command::Start => self.restart(),
            Command::End => self.is_skipping = true,
            Command::LeaveReplay => return Transition::Close,
            _ => {}
        }
        Transition::Stay
    }

    fn restart(&mut self) {
        self.game = self.start.clone();
        self.done = 0;
        self.log = Log::default();
    }
}

impl Screen for Watch {
    fn kind(&self) -> ScreenKind {
        ScreenKind::Replay
    }

    fn delay(&self, _context: &Context) -> Option<Duration> {
        match (self.is_over(), self.is_skipping, self.is_paused) {
            (true, ..) | (false, false, true) => None,
            (false, true, _) => Some(Duration::ZERO),
            (false, false, false) => Some(Duration::from_millis((ACTION_TIME / self.speed).max(FRAME_TIME))),
        }
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        match input {
            Input::Tick if self.is_skipping => {
                (0..SKIPPED).for_each(|_| self.step());
                self.is_skipping = !self.is_over();
            }
            Input::Tick if !self.is_paused => {
                (0..(self.speed * FRAME_TIME / ACTION_TIME).max(1)).for_each(|_| self.step());
            }
            Input::Key(chord) => {
                let command = context.console.settings.keys.command(Mode::Replay, *chord);
                return command.map_or(Transition::UnknownKey, |command| self.obey(command));
            }
            Input::Mouse { what: Pointer::Left, .. } => return self.obey(Command::Pause),
            Input::Mouse { what: Pointer::Right, .. } => return self.obey(Command::LeaveReplay),
            Input::Mouse { what: Pointer::WheelUp, .. } => return self.obey(Command::Faster),
            Input::Mouse { what: Pointer::WheelDown, .. } => return self.obey(Command::Slower),
            _ => {}
        }
        Transition::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let settings = &context.console.settings;
        let state = match (self.is_over(), self.is_skipping, self.is_paused) {
            (true, ..) => "the end".to_owned(),
            (false, true, _) => "skipping".to_owned(),
            (false, false, true) => "paused".to_owned(),
            (false, false, false) => format!("speed {}", self.speed),
        };
        let commands = [Command::Pause, Command::Step, Command::Slower, Command::Faster, Command::LeaveReplay];
        let [pause, step, slower, faster, leave] = commands.map(|command| settings.keys.hint(Mode::Replay, command));
        let extras = Extras {
            title: self.game.plan().name().to_owned(),
            log_title: format!("Replay {}/{}, {state}", self.done, self.actions.len()),
            hints: format!("{pause}: pause, {step}: step, {slower} {faster}: speed, {leave}: leave"),
            ..Extras::default()
        };
        draw_play(canvas, settings, &self.game.view(), &self.log, &extras);
    }
}
