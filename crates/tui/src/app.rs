//! The game without a terminal: input in, a drawn screen out.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_game::{Action, Game};
use undercroft_mapgen::Seed;

use crate::desk::Desk;
use crate::input::Input;
use crate::keys::{Command, Context};
use crate::layout::{SMALLEST, is_large_enough};
use crate::palette::fit;
use crate::screens::level_up::LevelUp;
use crate::screens::over::Over;
use crate::screens::play::Play;
use crate::screens::replay::Watch;
use crate::screens::title::Title;
use crate::screens::{Change, Screen};
use crate::session::Session;
use crate::text::wrap;
use crate::widgets::boxed::put_centred;

/// The screens that are open, the topmost last, and what they share.
#[derive(Debug)]
pub struct App {
    screens: Vec<Box<dyn Screen>>,
    desk: Desk,
    /// Choices that were offered already: they are not offered twice by themselves.
    offered: u32,
}

/// What is shown first.
#[derive(Debug)]
pub enum First {
    /// The title.
    Title,
    /// A new game of a plan and a seed.
    Game(String, Seed),
    /// A game that was played: how it began, and what was done in it.
    Replay(Box<Game>, Vec<Action>),
}

impl App {
    /// Opens the first screen.
    ///
    /// # Errors
    /// Why a game that was asked for cannot begin.
    pub fn new(mut desk: Desk, first: First) -> Result<Self, String> {
        let screen: Box<dyn Screen> = match first {
            First::Title => Box::new(Title::new(&desk)),
            First::Game(plan, seed) => {
                desk.session = Some(Session::begin(desk.shelf.as_ref().ok(), &desk.world, &plan, seed)?);
                Box::new(Play::default())
            }
            First::Replay(start, actions) => Box::new(Watch::new(*start, actions)),
        };
        Ok(Self { screens: vec![screen], desk, offered: 0 })
    }

    /// Opens the play screen on a game that is not kept, for tests and pictures.
    #[must_use]
    pub fn with_session(mut desk: Desk, session: Session) -> Self {
        desk.session = Some(session);
        Self { screens: vec![Box::new(Play::default())], desk, offered: 0 }
    }

    /// Takes some input.
    pub fn update(&mut self, input: &Input) {
        if let Input::Resize(width, height) = input {
            self.desk.screen = Rect::new(0, 0, *width, *height);
        }
        if let Input::Key(chord) = input {
            match self.desk.settings.keys.command(Context::Always, *chord) {
                Some(Command::Leave) => return self.desk.wishes.leave = true,
                Some(Command::Suspend) => return self.desk.wishes.suspend = true,
                Some(Command::Redraw) => return self.desk.wishes.redraw = true,
                _ => {}
            }
        }
        // On a screen that is too small nothing can be seen, and nothing should happen unseen.
        if !is_large_enough(self.desk.screen) && !matches!(input, Input::Resize(..)) {
            return;
        }
        let Some(top) = self.screens.last_mut() else { return };
        let change = top.update(input, &mut self.desk);
        self.change(change);
        self.look_around();
    }

    fn change(&mut self, change: Change) {
        match change {
            Change::Stay => {}
            Change::Open(screen) => self.screens.push(screen),
            Change::Close => drop(self.screens.pop()),
            Change::Become(screen) => {
                self.screens.pop();
                self.screens.push(screen);
            }
            Change::Restart(screens) => self.screens = screens,
        }
        if self.screens.is_empty() {
            // The last screen was closed: a replay that was asked for by its file.
            self.desk.wishes.leave = true;
            self.screens.push(Box::new(Title::new(&self.desk)));
        }
    }

    /// Opens what the game asks for by itself: its end, and the choice of a new level.
    fn look_around(&mut self) {
        let is_playing = self.screens.last().is_some_and(|screen| screen.name() == "play");
        let Some(session) = &self.desk.session else {
            self.offered = 0;
            return;
        };
        let choices = session.game().view().stats().choices;
        if self.screens.first().is_some_and(|screen| screen.name() != "over")
            && let Some(over) = Over::new(&self.desk)
        {
            self.screens = vec![Box::new(over)];
        } else if is_playing && choices > self.offered && self.wait().is_none() {
            self.offered = choices;
            self.screens.extend(LevelUp::new(&self.desk).map(|screen| Box::new(screen) as Box<dyn Screen>));
        } else {
            self.offered = self.offered.min(choices);
        }
    }

    /// Draws the screens.
    pub fn draw(&self, buffer: &mut Buffer) {
        let screen = buffer.area;
        buffer.set_style(screen, self.desk.settings.theme.base());
        if is_large_enough(screen) {
            let bottom = self.screens.iter().rposition(|screen| !screen.is_overlay()).unwrap_or(0);
            if let Some((top, below)) = self.screens[bottom..].split_last() {
                below.iter().for_each(|shown| shown.draw_below(buffer, screen, &self.desk));
                top.draw(buffer, screen, &self.desk);
            }
        } else {
            self.draw_too_small(buffer, screen);
        }
        fit(buffer, self.desk.abilities);
    }

    fn draw_too_small(&self, buffer: &mut Buffer, screen: Rect) {
        let (width, height) = SMALLEST;
        let text = format!(
            "This window has {}×{} cells. The game needs {width}×{height}: please make it larger. Your game is kept.",
            screen.width, screen.height
        );
        let lines = wrap(&text, screen.width);
        let top = screen.height.saturating_sub(lines.len() as u16) / 2;
        for (row, line) in (top..screen.height).zip(&lines) {
            put_centred(buffer, screen, row, line, self.desk.settings.theme.base());
        }
    }

    /// How long to wait for input before an [`Input::Tick`]; for ever where nothing moves.
    #[must_use]
    pub fn wait(&self) -> Option<Duration> {
        self.screens.last()?.wait(&self.desk).filter(|_| is_large_enough(self.desk.screen))
    }

    /// What the screens share.
    #[must_use]
    pub const fn desk(&self) -> &Desk {
        &self.desk
    }

    /// The columns and rows of the screen, as it was last told.
    pub(crate) const fn size(&self) -> (u16, u16) {
        (self.desk.screen.width, self.desk.screen.height)
    }

    /// The name of the topmost screen.
    #[must_use]
    pub fn screen(&self) -> &'static str {
        self.screens.last().map_or("", |screen| screen.name())
    }

    /// Whether somebody asked to leave.
    #[must_use]
    pub const fn wants_to_leave(&self) -> bool {
        self.desk.wishes.leave
    }

    /// Whether somebody asked to go back to the shell for a while; asking makes it false.
    pub(crate) fn takes_suspend(&mut self) -> bool {
        std::mem::take(&mut self.desk.wishes.suspend)
    }

    /// Whether somebody asked to have the screen drawn anew; asking makes it false.
    pub(crate) fn takes_redraw(&mut self) -> bool {
        std::mem::take(&mut self.desk.wishes.redraw)
    }

    /// The lines for the debug log since it was last asked.
    pub fn take_debug(&mut self) -> Vec<String> {
        std::mem::take(&mut self.desk.debug)
    }

    /// Saves the game, if one is played. What cannot be written is told.
    pub fn close(&mut self) -> Option<String> {
        self.desk.put_away()
    }
}
