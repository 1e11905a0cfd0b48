//! Signals: those that ask to end, and the one that asks to stop for a while.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of the signal that says that the terminal is gone.
pub(super) const HANG_UP: i32 = 1;

/// What was heard so far.
#[derive(Clone, Debug)]
pub(super) struct Signals {
    ends: Vec<(i32, Arc<AtomicBool>)>,
    stop: Arc<AtomicBool>,
}

impl Signals {
    /// Listens from now on: none of them ends the process by itself any more.
    pub(super) fn listen() -> io::Result<Self> {
        use signal_hook::{consts, flag};
        let mut kinds = vec![consts::SIGTERM, consts::SIGINT];
        if cfg!(unix) {
            kinds.extend(unix::ENDS);
        }
        let mut ends = Vec::new();
        for kind in kinds {
            let heard = Arc::new(AtomicBool::new(false));
            flag::register(kind, heard.clone())?;
            ends.push((kind, heard));
        }
        let stop = Arc::new(AtomicBool::new(false));
        unix::listen_to_stop(&stop)?;
        Ok(Self { ends, stop })
    }

    /// A signal that asks to end.
    pub(super) fn heard(&self) -> Option<i32> {
        self.ends.iter().find(|(_, heard)| heard.load(Ordering::SeqCst)).map(|(kind, _)| *kind)
    }

    /// Whether somebody asked to stop for a while; asking makes it false.
    pub(super) fn was_asked_to_stop(&self) -> bool {
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

    /// Stops the process, as if nobody listened; it goes on when the shell says so.
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

    /// There is no shell to go back to.
    pub(in crate::terminal) fn stop() -> io::Result<()> {
        Ok(())
    }
}
