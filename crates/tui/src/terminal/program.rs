//! What can be run on a terminal: the game, and the viewer.

use std::path::Path;
use std::time::Duration;

use ratatui::buffer::Buffer;

use crate::app::App;
use crate::input::Input;

/// Something that takes input and draws itself. It knows nothing of the terminal that it runs on.
pub trait Program {
    /// Takes some input.
    fn update(&mut self, input: &Input);

    /// Draws everything.
    fn draw(&self, buffer: &mut Buffer);

    /// How long to wait for input before an [`Input::Tick`]; for ever where nothing moves.
    fn wait(&self) -> Option<Duration>;

    /// The columns and rows of the screen, as it was last told.
    fn size(&self) -> (u16, u16);

    /// Whether it uses the mouse.
    fn mouse(&self) -> bool;

    /// Whether somebody asked to leave.
    fn wants_to_leave(&self) -> bool;

    /// Whether somebody asked to go back to the shell for a while; asking makes it false.
    fn takes_suspend(&mut self) -> bool;

    /// Whether somebody asked to have the screen drawn anew; asking makes it false.
    fn takes_redraw(&mut self) -> bool;

    /// A file that gets the lines of [`Program::take_debug`].
    fn debug_log(&self) -> Option<&Path>;

    /// The lines for the debug log since it was last asked.
    fn take_debug(&mut self) -> Vec<String>;

    /// Puts away what is to be kept. What cannot be is told when the screen is the shell's again.
    fn close(&mut self) -> Option<String>;
}

impl Program for App {
    fn update(&mut self, input: &Input) {
        self.update(input);
    }

    fn draw(&self, buffer: &mut Buffer) {
        self.draw(buffer);
    }

    fn wait(&self) -> Option<Duration> {
        self.wait()
    }

    fn size(&self) -> (u16, u16) {
        self.size()
    }

    fn mouse(&self) -> bool {
        self.desk().settings.mouse
    }

    fn wants_to_leave(&self) -> bool {
        self.wants_to_leave()
    }

    fn takes_suspend(&mut self) -> bool {
        self.takes_suspend()
    }

    fn takes_redraw(&mut self) -> bool {
        self.takes_redraw()
    }

    fn debug_log(&self) -> Option<&Path> {
        self.desk().settings.debug_log.as_deref()
    }

    fn take_debug(&mut self) -> Vec<String> {
        self.take_debug()
    }

    fn close(&mut self) -> Option<String> {
        let trouble = self.close()?;
        Some(format!("The game could not be saved whole; every turn of it is on disk, though. {trouble}"))
    }
}
