//! What the terminal can run: the game and the level viewer.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::capabilities::reduce;
use crate::console::Console;
use crate::input::Input;
use crate::layout::{MINIMUM_SIZE, is_large_enough};
use crate::text::wrap;
use crate::widgets::canvas::Canvas;

/// A program that takes input and draws itself. It knows nothing about the terminal that it runs on.
pub trait Program {
    /// The console.
    fn console(&self) -> &Console;

    /// The console, mutably.
    fn console_mut(&mut self) -> &mut Console;

    /// Responds to input. Called only while the window is large enough, so that nothing happens unseen.
    fn handle(&mut self, input: &Input);

    /// Draws everything into a buffer that is large enough. Returns the cell in focus, where the terminal's cursor belongs.
    fn render(&self, buffer: &mut Buffer) -> Option<Position>;

    /// The time until the next [`Input::Tick`]; `None` while nothing moves.
    fn delay(&self) -> Option<Duration>;

    /// Saves what must be kept; returns a message for the user if that failed.
    fn close(&mut self) -> Option<String>;

    /// Takes input: adapts to a new size, handles the keys that work everywhere, and passes on the rest.
    fn update(&mut self, input: &Input) {
        match input {
            Input::Resize(width, height) => self.console_mut().screen = Rect::new(0, 0, *width, *height),
            Input::Key(chord) if self.console_mut().press(*chord) => return,
            _ => {}
        }
        if is_large_enough(self.console().screen) {
            self.handle(input);
        }
    }

    /// Draws everything, or a request for a larger window, reduced to what the terminal can display. Returns the cell in focus,
    /// where the terminal's cursor belongs.
    fn draw(&self, buffer: &mut Buffer) -> Option<Position> {
        let (screen, console) = (buffer.area, self.console());
        buffer.set_style(screen, console.settings.theme.base());
        let focus = if is_large_enough(screen) {
            self.render(buffer)
        } else {
            draw_too_small(&mut Canvas::new(buffer, console));
            None
        };
        reduce(buffer, console.capabilities);
        focus.filter(|place| screen.contains(*place))
    }

    /// The time to wait for input before an [`Input::Tick`]; `None` to wait indefinitely.
    fn wait(&self) -> Option<Duration> {
        self.delay().filter(|_| is_large_enough(self.console().screen))
    }

    /// Whether the user asked to quit.
    fn wants_to_quit(&self) -> bool {
        self.console().requests.quit
    }
}

fn draw_too_small(canvas: &mut Canvas<'_>) {
    let (screen, (width, height)) = (canvas.area(), MINIMUM_SIZE);
    let text = format!(
        "This window is {}×{}. Undercroft needs at least {width}×{height}: please make it larger. Nothing is lost.",
        screen.width, screen.height
    );
    let lines = wrap(&text, screen.width);
    let top = screen.height.saturating_sub(lines.len() as u16) / 2;
    for (row, line) in (top..screen.height).zip(&lines) {
        canvas.put_centred(screen, row, line, canvas.theme.base());
    }
}
