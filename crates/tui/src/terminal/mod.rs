//! The terminal: the only place that reads keys, writes to the screen and handles signals.

mod debug_log;
mod events;
mod guard;
mod signals;
mod watchdog;

use std::io::{self, IsTerminal, Write};
use std::mem::{ManuallyDrop, take};
use std::time::{Duration, Instant};

use crossterm::event;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};

use crate::input::Input;
use crate::program::Program;
use debug_log::DebugLog;
use guard::{Guard, Screen, screen};
use signals::Signals;
use watchdog::Watchdog;

/// The longest time before a signal is noticed.
const SIGNAL_PERIOD: Duration = Duration::from_millis(100);

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The user quit.
    Quit,
    /// A signal with this number ended it.
    Signal(i32),
}

/// Why the terminal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TerminalError {
    /// It cannot be read or written.
    #[error("cannot use the terminal: {0}")]
    Terminal(#[from] io::Error),
    /// Signals cannot be handled.
    #[error("cannot handle signals: {0}")]
    Signals(io::Error),
}

/// Runs a program on this process's terminal until it ends. However it ends, the terminal is restored.
///
/// # Errors
/// If the terminal cannot be read or written. The program still saves what it must keep.
pub fn run(program: &mut impl Program) -> Result<Ending, TerminalError> {
    let signals = Signals::listen().map_err(TerminalError::Signals)?;
    let settings = &program.console().settings;
    let mut log = DebugLog::open(settings.debug_log.as_deref());
    guard::restore_on_panic();
    let guard = Guard::enter(settings.mouse)?;
    let watchdog = Watchdog::watch(&signals)?;
    let ending = run_loop(program, &guard, &signals, &mut log);
    drop(watchdog);
    drop(guard);
    if let Some(message) = program.close() {
        // The shell has the screen back, so the user can see this.
        let _ = writeln!(io::stderr(), "{message}");
    }
    log.write(&program.console_mut().take_debug());
    match ending {
        // A terminal that vanishes during a write has hung up too.
        Err(TerminalError::Terminal(_)) if !io::stdin().is_terminal() => Ok(Ending::Signal(signals::HANG_UP)),
        ending => ending,
    }
}

fn run_loop(
    program: &mut impl Program,
    guard: &Guard,
    signals: &Signals,
    log: &mut DebugLog,
) -> Result<Ending, TerminalError> {
    // Never dropped: the guard restores the cursor, and dropping this would write an error to a terminal that may be gone.
    let mut terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(screen()))?);
    let size = terminal.size()?;
    program.update(&Input::Resize(size.width, size.height));
    let mut is_stale = true;
    loop {
        if is_stale {
            draw(&mut terminal, program)?;
            is_stale = false;
        }
        let due = program.wait().map(|wait| Instant::now() + wait);
        let mut got_input = false;
        // Waits for input or for the next tick, checking for signals in the meantime.
        while !got_input {
            if let Some(signal) = signals.received() {
                return Ok(Ending::Signal(signal));
            }
            if signals.take_stop() {
                suspend(guard, &mut terminal)?;
                is_stale = true;
                break;
            }
            let left =
                due.map_or(SIGNAL_PERIOD, |due| due.saturating_duration_since(Instant::now()).min(SIGNAL_PERIOD));
            got_input = event::poll(left)?;
            if !got_input && due.is_some_and(|due| due <= Instant::now()) {
                program.update(&Input::Tick);
                is_stale = true;
                break;
            }
        }
        // Everything typed in the meantime is handled before the next redraw.
        while got_input {
            if let Some(input) = events::input(event::read()?) {
                program.update(&input);
                is_stale = true;
            }
            got_input = !program.wants_to_quit() && program.wait().is_none() && event::poll(Duration::ZERO)?;
        }
        log.write(&program.console_mut().take_debug());
        if take(&mut program.console_mut().requests.suspend) {
            suspend(guard, &mut terminal)?;
            is_stale = true;
        }
        if take(&mut program.console_mut().requests.redraw) {
            clear(&mut terminal)?;
            is_stale = true;
        }
        if program.wants_to_quit() {
            return Ok(Ending::Quit);
        }
    }
}

fn draw(terminal: &mut Terminal<CrosstermBackend<Screen>>, program: &mut impl Program) -> io::Result<()> {
    terminal.autoresize()?;
    let size = terminal.size()?;
    if size != program.console().screen.as_size() {
        program.update(&Input::Resize(size.width, size.height));
    }
    terminal.draw(|frame| {
        if let Some(focus) = program.draw(frame.buffer_mut()) {
            frame.set_cursor_position(focus);
        }
    })?;
    Ok(())
}

/// Forces a full redraw. [`Terminal::clear`] would query the cursor position, and a terminal that does not answer would end
/// the program.
fn clear(terminal: &mut Terminal<CrosstermBackend<Screen>>) -> io::Result<()> {
    let size = terminal.size()?;
    terminal.resize(Rect::from((Position::ORIGIN, size)))
}

/// Gives the terminal to the shell until the user resumes the program.
fn suspend(guard: &Guard, terminal: &mut Terminal<CrosstermBackend<Screen>>) -> Result<(), TerminalError> {
    guard::restore();
    signals::stop().map_err(TerminalError::Signals)?;
    guard.resume()?;
    clear(terminal)?;
    Ok(())
}
