//! Input to a program: keys, the mouse, pasted text, a new window size, the passing of time.

use crate::keys::Chord;

/// One input event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// A key press.
    Key(Chord),
    /// A mouse event at a cell of the screen.
    Mouse {
        /// The column.
        column: u16,
        /// The row.
        row: u16,
        /// What the mouse did.
        what: Pointer,
    },
    /// Pasted text.
    Paste(String),
    /// The new size of the window: columns and rows.
    Resize(u16, u16),
    /// The time that [`Program::wait`](crate::Program::wait) gave has passed.
    Tick,
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pointer {
    /// Pressed the left button.
    Left,
    /// Pressed the right button.
    Right,
    /// Moved.
    Hover,
    /// Scrolled up.
    WheelUp,
    /// Scrolled down.
    WheelDown,
}
