//! Takes the terminal and gives it back: at the end, on errors, on panics and while suspended.

use std::io::{self, BufWriter, Stdout, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use crossterm::style::ResetColor;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use crossterm::{execute, queue};

/// Where the screen is written to.
pub(super) type Screen = BufWriter<Stdout>;

/// A screen that is written in one go.
pub(super) fn screen() -> Screen {
    BufWriter::with_capacity(1 << 16, io::stdout())
}

/// Whether the terminal is ours now. There is only one, and a panic has to know.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// Has the terminal as long as it lives.
#[derive(Debug)]
pub(super) struct Guard {
    mouse: bool,
}

impl Guard {
    /// Takes the terminal.
    pub(super) fn enter(mouse: bool) -> io::Result<Self> {
        let guard = Self { mouse };
        guard.enter_again()?;
        Ok(guard)
    }

    /// Takes the terminal again after [`Guard::leave`].
    pub(super) fn enter_again(&self) -> io::Result<()> {
        // From here on something may have to be undone, even where the next line fails.
        IS_OURS.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, Hide, EnableBracketedPaste)?;
        if self.mouse {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        Ok(())
    }

    /// Gives the terminal back for a while.
    pub(super) fn leave(&self) {
        restore();
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, if it is ours. What cannot be written any more needs not be undone: the terminal is gone.
pub(super) fn restore() {
    if !IS_OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    let _ = queue!(out, DisableMouseCapture, DisableBracketedPaste, ResetColor, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// Lets a panic give the terminal back before it tells what happened.
pub(super) fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            restore();
            before(panicked);
        }));
    });
}
