//! Signals: those that end the program, and the one that suspends it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::{consts, flag};

/// The number of the signal for a terminal that is gone.
pub(super) const HANG_UP: i32 = 1;

/// The signals that end the program.
#[cfg(unix)]
const ENDS: &[i32] = &[consts::SIGTERM, consts::SIGINT, consts::SIGHUP, consts::SIGQUIT];
#[cfg(not(unix))]
const ENDS: &[i32] = &[consts::SIGTERM, consts::SIGINT];

/// The signals received so far.
#[derive(Clone, Debug)]
pub(super) struct Signals {
    ends: Vec<(i32, Arc<AtomicBool>)>,
    stop: Arc<AtomicBool>,
}

impl Signals {
    /// Starts listening. From now on, none of these signals ends the process by itself.
    pub(super) fn listen() -> io::Result<Self> {
        let mut ends = Vec::new();
        for &signal in ENDS {
            let received = Arc::new(AtomicBool::new(false));
            flag::register(signal, received.clone())?;
            ends.push((signal, received));
        }
        let stop = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        flag::register(consts::SIGTSTP, stop.clone())?;
        Ok(Self { ends, stop })
    }

    /// A signal that ends the program, if one has been received.
    pub(super) fn received(&self) -> Option<i32> {
        self.ends.iter().find(|(_, received)| received.load(Ordering::SeqCst)).map(|(signal, _)| *signal)
    }

    /// Whether the signal to suspend has been received since the last call.
    pub(super) fn take_stop(&self) -> bool {
        self.stop.swap(false, Ordering::SeqCst)
    }
}

/// Stops the process until the shell resumes it. Elsewhere than on Unix there is no shell to return to.
pub(super) fn stop() -> io::Result<()> {
    #[cfg(unix)]
    signal_hook::low_level::emulate_default_handler(consts::SIGTSTP)?;
    Ok(())
}
