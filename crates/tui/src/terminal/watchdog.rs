//! Ends the process when the main thread cannot: waiting for keys from a terminal that is gone never ends.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::guard;
use super::signals::{HANG_UP, Signals};

/// The time between two checks.
const PERIOD: Duration = Duration::from_millis(250);
/// The number of checks that a signal may stay unhandled before the watchdog acts.
const PATIENCE: u32 = 4;

/// Watches until it is dropped.
#[derive(Debug)]
pub(super) struct Watchdog {
    is_over: Arc<AtomicBool>,
}

impl Watchdog {
    pub(super) fn watch(signals: &Signals) -> io::Result<Self> {
        let is_over = Arc::new(AtomicBool::new(false));
        let (over, signals) = (is_over.clone(), signals.clone());
        thread::Builder::new().name("watchdog".into()).spawn(move || {
            let mut seen = 0;
            while !over.load(Ordering::SeqCst) {
                thread::sleep(PERIOD);
                let signal = match signals.received() {
                    Some(signal) => signal,
                    None if !io::stdin().is_terminal() => HANG_UP,
                    None => continue,
                };
                seen += 1;
                if seen > PATIENCE && !over.load(Ordering::SeqCst) {
                    guard::restore();
                    // Nothing is lost: every turn is on disk already. The exit code is what a shell reports for a signal.
                    std::process::exit(128 + signal);
                }
            }
        })?;
        Ok(Self { is_over })
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
    }
}
