//! The terminal: the only place that reads keys, writes to the screen and hears signals.

mod debug_log;
mod events;
mod guard;
mod program;
mod signals;
mod watchdog;

use std::io::{self, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::time::{Duration, Instant};

use crossterm::event;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};

use crate::input::Input;
use debug_log::DebugLog;
use guard::{Guard, Screen, screen};
pub use program::Program;
use signals::Signals;
use watchdog::Watchdog;

/// How long a signal may wait until it is heard.
const PATIENCE: Duration = Duration::from_millis(100);

/// How a program was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Somebody asked to leave.
    Left,
    /// A signal of this number asked to.
    Signal(i32),
}

/// Why the terminal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// It cannot be read or written.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
    /// Signals cannot be heard.
    #[error("signals cannot be heard: {0}")]
    Signals(io::Error),
}

/// Runs the game, or another program, on this process's terminal until it is left. However it ends, the terminal is restored.
///
/// # Errors
/// Where the terminal cannot be read or written. The program puts away what it has to keep nevertheless.
pub fn run(program: &mut impl Program) -> Result<Ending, TerminalError> {
    let signals = Signals::listen().map_err(TerminalError::Signals)?;
    let mut log = DebugLog::open(program.debug_log());
    guard::restore_on_panic();
    let guard = Guard::enter(program.mouse())?;
    let watchdog = Watchdog::watch(&signals)?;
    let ended = show(program, &guard, &signals, &mut log);
    drop(watchdog);
    drop(guard);
    if let Some(trouble) = program.close() {
        // The screen is the shell's again: this is seen.
        let _ = writeln!(io::stderr(), "{trouble}");
    }
    log.write(&program.take_debug());
    match ended {
        // Where the terminal is gone in the middle of a drawing, that is a hang-up, too.
        Err(TerminalError::Terminal(_)) if !io::stdin().is_terminal() => Ok(Ending::Signal(signals::HANG_UP)),
        ended => ended,
    }
}

fn show(
    program: &mut impl Program,
    guard: &Guard,
    signals: &Signals,
    log: &mut DebugLog,
) -> Result<Ending, TerminalError> {
    // Never dropped: the guard restores the cursor, and this would print about a terminal that is gone to that terminal.
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
        // Waits for a key or for what is due, and listens to signals all the while.
        while !got_input {
            if let Some(signal) = signals.heard() {
                return Ok(Ending::Signal(signal));
            }
            if signals.was_asked_to_stop() {
                suspend(guard, &mut terminal)?;
                is_stale = true;
                break;
            }
            let left = due.map_or(PATIENCE, |due| due.saturating_duration_since(Instant::now()).min(PATIENCE));
            got_input = event::poll(left)?;
            if !got_input && due.is_some_and(|due| due <= Instant::now()) {
                program.update(&Input::Tick);
                is_stale = true;
                break;
            }
        }
        // All that has been typed meanwhile is taken before the screen is drawn again.
        while got_input {
            if let Some(input) = events::input(event::read()?) {
                program.update(&input);
                is_stale = true;
            }
            got_input = !program.wants_to_leave() && program.wait().is_none() && event::poll(Duration::ZERO)?;
        }
        log.write(&program.take_debug());
        if program.takes_suspend() {
            suspend(guard, &mut terminal)?;
            is_stale = true;
        }
        if program.takes_redraw() {
            clear(&mut terminal)?;
            is_stale = true;
        }
        if program.wants_to_leave() {
            return Ok(Ending::Left);
        }
    }
}

fn draw(terminal: &mut Terminal<CrosstermBackend<Screen>>, program: &mut impl Program) -> io::Result<()> {
    terminal.autoresize()?;
    let size = terminal.size()?;
    if (size.width, size.height) != program.size() {
        program.update(&Input::Resize(size.width, size.height));
    }
    terminal.draw(|frame| program.draw(frame.buffer_mut()))?;
    Ok(())
}

/// Lets the next drawing draw everything. Unlike [`Terminal::clear`] it asks nothing of the terminal: one that does not
/// answer would end the game.
fn clear(terminal: &mut Terminal<CrosstermBackend<Screen>>) -> io::Result<()> {
    let size = terminal.size()?;
    terminal.resize(Rect::from((Position::ORIGIN, size)))
}

/// Gives the terminal back to the shell until the shell gives it to us again.
fn suspend(guard: &Guard, terminal: &mut Terminal<CrosstermBackend<Screen>>) -> Result<(), TerminalError> {
    guard.leave();
    signals::stop().map_err(TerminalError::Signals)?;
    guard.enter_again()?;
    clear(terminal)?;
    Ok(())
}
