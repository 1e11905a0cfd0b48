//! Ends the process where nobody else can: a terminal that is gone never answers, and waiting for its keys never ends.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::guard;
use super::signals::{HANG_UP, Signals};

/// How often it looks.
const PERIOD: Duration = Duration::from_millis(250);
/// How often it sees a signal that nobody has followed before it acts itself.
const PATIENCE: u32 = 4;

/// Watches as long as it lives.
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
                let signal = match signals.heard() {
                    Some(signal) => signal,
                    None if !io::stdin().is_terminal() => HANG_UP,
                    None => continue,
                };
                seen += 1;
                if seen > PATIENCE && !over.load(Ordering::SeqCst) {
                    guard::restore();
                    // Every turn is on disk already: nothing is lost. The code is what a shell says of such an end.
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
