//! Takes over the terminal and restores it: at the end, on errors, on panics and while suspended.

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

/// A buffer large enough to write most screens in one go.
pub(super) fn screen() -> Screen {
    BufWriter::with_capacity(1 << 16, io::stdout())
}

/// Whether the terminal is taken over. Global, because the panic hook needs it.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Keeps the terminal taken over as long as it lives.
#[derive(Debug)]
pub(super) struct Guard {
    mouse: bool,
}

impl Guard {
    /// Takes over the terminal.
    pub(super) fn enter(mouse: bool) -> io::Result<Self> {
        let guard = Self { mouse };
        guard.resume()?;
        Ok(guard)
    }

    /// Takes over the terminal again after [`restore`].
    pub(super) fn resume(&self) -> io::Result<()> {
        // Set first: even if the next line fails, there may be something to undo.
        IS_TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, Hide, EnableBracketedPaste)?;
        if self.mouse {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        Ok(())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal if it is taken over. Errors do not matter: they mean that the terminal is gone.
pub(super) fn restore() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    let _ = queue!(out, DisableMouseCapture, DisableBracketedPaste, ResetColor, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// Makes a panic restore the terminal before it prints its message.
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
