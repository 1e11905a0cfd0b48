//! The game: a stack of screens over a shared context.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use undercroft_game::{Action, Game};
use undercroft_mapgen::Seed;

use crate::console::Console;
use crate::context::Context;
use crate::input::Input;
use crate::playthrough::{PlayError, Playthrough};
use crate::program::Program;
use crate::screens::game_over::GameOver;
use crate::screens::play::Play;
use crate::screens::replay::Watch;
use crate::screens::title::Title;
use crate::screens::{Screen, ScreenKind, Transition};
use crate::widgets::canvas::Canvas;

/// The game as a program: the open screens, the topmost last, and the context they share.
#[derive(Debug)]
pub struct App {
    screens: Vec<Box<dyn Screen>>,
    context: Context,
}

/// The first screen.
#[derive(Debug)]
#[non_exhaustive]
pub enum Start {
    /// The title.
    Title,
    /// A new game with a plan and a seed.
    Game(String, Seed),
    /// A replay: the state at the start and the actions since.
    Replay(Box<Game>, Vec<Action>),
}

impl App {
    /// Opens the first screen.
    ///
    /// # Errors
    /// If the new game cannot start.
    pub fn new(mut context: Context, start: Start) -> Result<Self, PlayError> {
        let screen: Box<dyn Screen> = match start {
            Start::Title => Box::new(Title::new(&context)),
            Start::Game(plan, seed) => {
                context.begin(&plan, seed)?;
                Box::new(Play::default())
            }
            Start::Replay(start, actions) => Box::new(Watch::new(*start, actions)),
        };
        Ok(Self { screens: vec![screen], context })
    }

    /// Opens the play screen on a game, for tests and pictures.
    #[must_use]
    pub fn with_playthrough(mut context: Context, playthrough: Playthrough) -> Self {
        context.playthrough = Some(playthrough);
        Self { screens: vec![Box::new(Play::default())], context }
    }

    /// What the screens share.
    #[must_use]
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// The topmost screen.
    #[must_use]
    pub fn screen(&self) -> ScreenKind {
        self.screens.last().map_or(ScreenKind::Title, |screen| screen.kind())
    }

    fn apply(&mut self, transition: Transition) {
        match transition {
            Transition::Stay | Transition::UnknownKey => {}
            Transition::Open(screen) => self.screens.push(screen),
            Transition::Close => drop(self.screens.pop()),
            Transition::Replace(screen) => {
                self.screens.pop();
                self.screens.push(screen);
            }
            Transition::ReplaceBelow(screen) => {
                self.screens.truncate(self.screens.len().saturating_sub(2));
                self.screens.push(screen);
            }
            Transition::Reset(screens) => self.screens = screens,
        }
        if self.screens.is_empty() {
            // Closing the last screen quits: it was a replay given on the command line.
            self.context.console.requests.quit = true;
            self.screens.push(Box::new(Title::new(&self.context)));
        }
    }

    /// Opens the game-over screen when the game has ended. It is the only screen that opens by itself.
    fn open_game_over(&mut self) {
        if self.screens.first().is_some_and(|screen| screen.kind() != ScreenKind::GameOver)
            && let Some(game_over) = GameOver::new(&self.context)
        {
            self.screens = vec![Box::new(game_over)];
        }
    }
}

impl Program for App {
    fn console(&self) -> &Console {
        &self.context.console
    }

    fn console_mut(&mut self) -> &mut Console {
        &mut self.context.console
    }

    fn handle(&mut self, input: &Input) {
        let Some(top) = self.screens.last_mut() else { return };
        let transition = top.update(input, &mut self.context);
        if let (Transition::UnknownKey, Input::Key(chord)) = (&transition, input) {
            self.context.console.debug(format!("unknown key `{chord}` on screen {:?}", top.kind()));
        }
        self.apply(transition);
        self.open_game_over();
    }

    fn render(&self, buffer: &mut Buffer) -> Option<Position> {
        let mut canvas = Canvas::new(buffer, &self.context.console);
        let bottom = self.screens.iter().rposition(|screen| !screen.kind().is_overlay()).unwrap_or(0);
        if let Some((top, below)) = self.screens[bottom..].split_last() {
            below.iter().for_each(|screen| screen.draw_behind(&mut canvas, &self.context));
            // The focus of the screens below does not count.
            canvas.focus = None;
            top.draw(&mut canvas, &self.context);
        }
        canvas.focus
    }

    fn delay(&self) -> Option<Duration> {
        self.screens.last()?.delay(&self.context)
    }

    fn close(&mut self) -> Option<String> {
        let error = self.context.close_game()?;
        Some(format!("Every turn is on disk, but the last checkpoint could not be written: {error}"))
    }
}
