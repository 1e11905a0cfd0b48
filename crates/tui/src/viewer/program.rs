//! The viewer as a program for a terminal.

use std::path::Path;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{PATIENCE, Viewer, layout};
use crate::input::Input;
use crate::keys::{Command, Context};
use crate::layout::is_large_enough;
use crate::palette::fit;
use crate::terminal::Program;

/// How often it is looked whether a level is there that takes longer.
const POLL: Duration = Duration::from_millis(40);
/// How long each step is shown while all are played.
const STEP: Duration = Duration::from_millis(600);
/// How long each moment inside a step is.
const PART: Duration = Duration::from_millis(40);

impl Program for Viewer {
    fn update(&mut self, input: &Input) {
        if let Input::Resize(width, height) = input {
            self.screen = Rect::new(0, 0, *width, *height);
            self.follow_cursor();
        }
        if let Input::Key(chord) = input {
            match self.settings.keys.command(Context::Always, *chord) {
                Some(Command::Leave) => return self.wishes.leave = true,
                Some(Command::Suspend) => return self.wishes.suspend = true,
                Some(Command::Redraw) => return self.wishes.redraw = true,
                _ => {}
            }
        }
        self.collect(Duration::ZERO);
        let asked = (self.making, self.looking);
        // On a screen that is too small nothing can be seen, and nothing should happen unseen.
        if is_large_enough(self.screen) {
            self.obey_input(input);
        }
        // Only what this input has asked for is waited for: the mouse moves often.
        self.collect(if asked == (self.making, self.looking) { Duration::ZERO } else { PATIENCE });
    }

    fn draw(&self, buffer: &mut Buffer) {
        let screen = buffer.area;
        buffer.set_style(screen, self.settings.theme.base());
        if is_large_enough(screen) {
            self.draw_all(buffer, screen);
        } else {
            layout::draw_too_small(buffer, screen, self.draw_look());
        }
        fit(buffer, self.abilities);
    }

    fn wait(&self) -> Option<Duration> {
        match (self.is_working(), self.is_playing) {
            (true, _) => Some(POLL),
            (false, true) => {
                let shot = self.film.as_ref().and_then(|film| film.shots.get(self.shown));
                Some(if shot.is_some_and(|shot| shot.part.is_some()) { PART } else { STEP })
            }
            (false, false) => None,
        }
    }

    fn size(&self) -> (u16, u16) {
        (self.screen.width, self.screen.height)
    }

    fn mouse(&self) -> bool {
        self.settings.mouse
    }

    fn wants_to_leave(&self) -> bool {
        self.wishes.leave
    }

    fn takes_suspend(&mut self) -> bool {
        std::mem::take(&mut self.wishes.suspend)
    }

    fn takes_redraw(&mut self) -> bool {
        std::mem::take(&mut self.wishes.redraw)
    }

    fn debug_log(&self) -> Option<&Path> {
        self.settings.debug_log.as_deref()
    }

    fn take_debug(&mut self) -> Vec<String> {
        std::mem::take(&mut self.debug)
    }

    fn close(&mut self) -> Option<String> {
        self.trouble.take()
    }
}
