//! A replay: a finished game, with controls for pausing, changing speed and stepping.

use std::time::Duration;

use undercroft_game::{Action, Game, Log};

use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::keys::{Command, Mode};
use crate::widgets::canvas::Canvas;
use crate::widgets::play_view::{Extras, draw_play};

/// The time for an action at speed 1, in milliseconds.
const ACTION_TIME: u64 = 200;
/// The shortest time between two redraws, in milliseconds. At higher speeds, each shows several actions.
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
    /// Earlier moments to go back to, the start first.
    moments: Vec<Moment>,
    /// The number of actions between them.
    interval: usize,
    speed: u64,
    is_paused: bool,
    /// Whether it is skipping to the end.
    is_skipping: bool,
}

/// The game after a number of actions.
#[derive(Clone, Debug)]
struct Moment {
    done: usize,
    game: Game,
    log: Log,
}

/// The most moments kept. When there are more, every second one is dropped.
const MOST_MOMENTS: usize = 64;

impl Watch {
    /// Shows a game from its start.
    pub(crate) fn new(start: Game, actions: Vec<Action>) -> Self {
        let (game, log) = (start.clone(), Log::default());
        let moments = Vec::new();
        let (speed, interval) = (2, 32);
        Self { start, game, actions, done: 0, log, moments, interval, speed, is_paused: false, is_skipping: false }
    }

    fn is_over(&self) -> bool {
        self.done >= self.actions.len()
    }

    fn step(&mut self) {
        if let Some(action) = self.actions.get(self.done).copied() {
            if self.done.is_multiple_of(self.interval) && self.moments.last().is_none_or(|last| last.done < self.done) {
                self.remember();
            }
            self.log.age();
            let events = self.game.act(action);
            let content = self.game.content().clone();
            self.log.tell(&events, &content);
            self.done += 1;
        }
    }

    /// Keeps this moment to go back to.
    fn remember(&mut self) {
        self.moments.push(Moment { done: self.done, game: self.game.clone(), log: self.log.clone() });
        if self.moments.len() > MOST_MOMENTS {
            self.interval *= 2;
            let interval = self.interval;
            self.moments.retain(|moment| moment.done.is_multiple_of(interval));
        }
    }

    /// Goes back one action: to the moment before it, and forward from there.
    fn step_back(&mut self) {
        let Some(target) = self.done.checked_sub(1) else { return };
        self.moments.retain(|moment| moment.done <= target);
        match self.moments.last().cloned() {
            Some(Moment { done, game, log }) => (self.done, self.game, self.log) = (done, game, log),
            None => self.restart(),
        }
        while self.done < target {
            self.step();
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
            Command::StepBack => {
                self.is_paused = true;
                self.step_back();
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
        let commands =
            [Command::Pause, Command::StepBack, Command::Step, Command::Slower, Command::Faster, Command::LeaveReplay];
        let [pause, back, step, slower, faster, leave] =
            commands.map(|command| settings.keys.hint(Mode::Replay, command));
        let extras = Extras {
            title: self.game.plan().name().to_owned(),
            log_title: format!("Replay {}/{}, {state}", self.done, self.actions.len()),
            hints: format!("{pause}: pause, {back} {step}: step, {slower} {faster}: speed, {leave}: leave"),
            ..Extras::default()
        };
        draw_play(canvas, settings, &self.game.view(), &self.log, &extras);
    }
}
