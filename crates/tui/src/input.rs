//! What comes from outside: keys, the mouse, a new size, the passing of time. No terminal is needed to make one.

use crate::keys::Chord;

/// Something that comes from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(Chord),
    /// The mouse, at a column and a row.
    Mouse {
        /// The column.
        column: u16,
        /// The row.
        row: u16,
        /// What it did.
        what: Pointer,
    },
    /// Text that was pasted.
    Paste(String),
    /// The screen has another size now: columns and rows.
    Resize(u16, u16),
    /// Some time has passed, as [`App::wait`](crate::App::wait) asked for.
    Tick,
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// The left button was pressed.
    Left,
    /// The right button was pressed.
    Right,
    /// It moved.
    Hover,
    /// The wheel was turned away.
    WheelUp,
    /// The wheel was turned towards oneself.
    WheelDown,
}
