//! Ctrl-C and the other signals that end a command: it stops at once and leaves no unfinished file behind.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use signal_hook::{consts, flag};
use tempfile::{NamedTempFile, TempPath};

use crate::messages::note;

/// The time between two looks at the signals. A command stops within a tenth of a second.
const PERIOD: Duration = Duration::from_millis(20);

#[cfg(unix)]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM, consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM];

/// Files that are still being written. Locked while one is created or moved into place, so that none is missed.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // The set itself is sound even if a thread panicked while it was locked.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, a signal removes unfinished files and ends the process, whatever its threads are doing.
pub(crate) fn watch() -> io::Result<()> {
    let mut signals = Vec::new();
    for &signal in SIGNALS {
        let received = Arc::new(AtomicBool::new(false));
        flag::register(signal, received.clone())?;
        signals.push((signal, received));
    }
    let watch = move || {
        loop {
            thread::sleep(PERIOD);
            if let Some((signal, _)) = signals.iter().find(|(_, received)| received.load(Ordering::SeqCst)) {
                stop(*signal);
            }
        }
    };
    thread::Builder::new().name("signals".into()).spawn(watch).map(drop)
}

fn stop(signal: i32) -> ! {
    // Stays locked, so that no other thread creates a file from here on.
    let unfinished = unfinished();
    unfinished.iter().for_each(|path| drop(fs::remove_file(path)));
    // On a terminal, there may be a progress bar on this line.
    let gap = if io::stderr().is_terminal() { "\n" } else { "" };
    note(format_args!("{gap}interrupted; nothing unfinished is left behind"));
    // What a shell reports for a process that was ended by a signal.
    process::exit(128 + signal);
}

/// Creates a temporary file that a signal removes.
pub(crate) fn create(create: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    let mut unfinished = unfinished();
    let file = create()?;
    unfinished.insert(file.path().into());
    Ok(file)
}

/// Moves a temporary file into place.
pub(crate) fn persist(file: TempPath, path: &Path) -> io::Result<()> {
    let mut unfinished = unfinished();
    unfinished.remove(&*file);
    Ok(file.persist(path)?)
}
