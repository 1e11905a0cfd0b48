//! Signals: those that end the program, and the one that suspends it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of the signal for a terminal that is gone.
pub(super) const HANG_UP: i32 = 1;

/// The signals received so far.
#[derive(Clone, Debug)]
pub(super) struct Signals {
    ends: Vec<(i32, Arc<AtomicBool>)>,
    stop: Arc<AtomicBool>,
}

impl Signals {
    /// Starts to listen. From now on none of these signals ends the process by itself.
    pub(super) fn listen() -> io::Result<Self> {
        use signal_hook::{consts, flag};
        let mut kinds = vec![consts::SIGTERM, consts::SIGINT];
        if cfg!(unix) {
            kinds.extend(unix::ENDS);
        }
        let mut ends = Vec::new();
        for kind in kinds {
            let received = Arc::new(AtomicBool::new(false));
            flag::register(kind, received.clone())?;
            ends.push((kind, received));
        }
        let stop = Arc::new(AtomicBool::new(false));
        unix::listen_to_stop(&stop)?;
        Ok(Self { ends, stop })
    }

    /// A signal that ends the program, if one has been received.
    pub(super) fn received(&self) -> Option<i32> {
        self.ends.iter().find(|(_, received)| received.load(Ordering::SeqCst)).map(|(kind, _)| *kind)
    }

    /// Whether the signal to suspend has been received since the last call.
    pub(super) fn take_stop(&self) -> bool {
        self.stop.swap(false, Ordering::SeqCst)
    }
}

pub(super) use unix::stop;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::{consts, flag, low_level};

    pub(super) const ENDS: [i32; 2] = [consts::SIGHUP, consts::SIGQUIT];

    pub(super) fn listen_to_stop(stop: &Arc<AtomicBool>) -> io::Result<()> {
        flag::register(consts::SIGTSTP, stop.clone()).map(drop)
    }

    /// Stops the process until the shell resumes it.
    pub(in crate::terminal) fn stop() -> io::Result<()> {
        low_level::emulate_default_handler(consts::SIGTSTP)
    }
}

#[cfg(not(unix))]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    pub(super) const ENDS: [i32; 0] = [];

    pub(super) fn listen_to_stop(_stop: &Arc<AtomicBool>) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: there is no shell to return to.
    pub(in crate::terminal) fn stop() -> io::Result<()> {
        Ok(())
    }
}
