//! The terminal: the only place that reads keys, writes to the screen and hears signals.

mod debug_log;
mod events;
mod guard;
mod signals;
mod watchdog;

use std::io::{self, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::time::{Duration, Instant};

use crossterm::event;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};

use crate::app::App;
use crate::input::Input;
use debug_log::DebugLog;
use guard::{Guard, Screen, screen};
use signals::Signals;
use watchdog::Watchdog;

/// How long a signal may wait until it is heard.
const PATIENCE: Duration = Duration::from_millis(100);

/// How the game was left.
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

/// Runs the game on this process's terminal until it is left. However it ends, the terminal is restored.
///
/// # Errors
/// Where the terminal cannot be read or written. The game is saved nevertheless.
pub fn run(app: &mut App) -> Result<Ending, TerminalError> {
    let signals = Signals::listen().map_err(TerminalError::Signals)?;
    let mut log = DebugLog::open(app.desk().settings.debug_log.as_deref());
    let mouse = app.desk().settings.mouse;
    guard::restore_on_panic();
    let guard = Guard::enter(mouse)?;
    let watchdog = Watchdog::watch(&signals)?;
    let ended = play(app, &guard, &signals, &mut log);
    drop(watchdog);
    drop(guard);
    if let Some(trouble) = app.close() {
        // The screen is the shell's again: this is seen.
        let _ =
            writeln!(io::stderr(), "The game could not be saved whole; every turn of it is on disk, though. {trouble}");
    }
    log.write(&app.take_debug());
    match ended {
        // Where the terminal is gone in the middle of a drawing, that is a hang-up, too.
        Err(TerminalError::Terminal(_)) if !io::stdin().is_terminal() => Ok(Ending::Signal(signals::HANG_UP)),
        ended => ended,
    }
}

fn play(app: &mut App, guard: &Guard, signals: &Signals, log: &mut DebugLog) -> Result<Ending, TerminalError> {
    // Never dropped: the guard restores the cursor, and this would print about a terminal that is gone to that terminal.
    let mut terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(screen()))?);
    let size = terminal.size()?;
    app.update(&Input::Resize(size.width, size.height));
    let mut is_stale = true;
    loop {
        if is_stale {
            draw(&mut terminal, app)?;
            is_stale = false;
        }
        let due = app.wait().map(|wait| Instant::now() + wait);
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
                app.update(&Input::Tick);
                is_stale = true;
                break;
            }
        }
        // All that has been typed meanwhile is taken before the screen is drawn again.
        while got_input {
            if let Some(input) = events::input(event::read()?) {
                app.update(&input);
                is_stale = true;
            }
            got_input = !app.wants_to_leave() && app.wait().is_none() && event::poll(Duration::ZERO)?;
        }
        log.write(&app.take_debug());
        if app.takes_suspend() {
            suspend(guard, &mut terminal)?;
            is_stale = true;
        }
        if app.takes_redraw() {
            clear(&mut terminal)?;
            is_stale = true;
        }
        if app.wants_to_leave() {
            return Ok(Ending::Left);
        }
    }
}

fn draw(terminal: &mut Terminal<CrosstermBackend<Screen>>, app: &mut App) -> io::Result<()> {
    terminal.autoresize()?;
    let size = terminal.size()?;
    if (size.width, size.height) != app.size() {
        app.update(&Input::Resize(size.width, size.height));
    }
    terminal.draw(|frame| app.draw(frame.buffer_mut()))?;
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
