//! The level as data: one JSON object on one line.

use std::io::{self, Write};

use undercroft_mapgen::Draft;

/// Writes many levels, reusing its memory.
#[derive(Debug, Default)]
pub struct Writer {
    buffer: Vec<u8>,
}

impl Writer {
    /// A writer that has not written yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes a level as one object on one line.
    ///
    /// # Errors
    /// What `out` says.
    pub fn write(&mut self, draft: &Draft, out: &mut impl Write) -> io::Result<()> {
        self.buffer.clear();
        self.buffer.extend_from_slice(format!("{{\"width\":{}}}\n", draft.size().width).as_bytes());
        out.write_all(&self.buffer)
    }
}

/// Writes a level as one object on one line. For many levels, keep a [`Writer`].
///
/// # Errors
/// What `out` says.
pub fn write(draft: &Draft, out: &mut impl Write) -> io::Result<()> {
    Writer::new().write(draft, out)
}
