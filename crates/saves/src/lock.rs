//! Locks: a game is played once at a time. The system lets go of a lock when its process dies.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::ShelfError;
use crate::place::Place;

/// Who only looks holds a lock for a moment, too: it is worth asking again.
const ATTEMPTS: u32 = 25;
const PAUSE: Duration = Duration::from_millis(4);

/// Held while a game is played.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a game.
    pub(crate) fn take(place: &Place) -> Result<Self, ShelfError> {
        let path = place.lock();
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(ShelfError::file("write", &path))?;
        for attempt in 0.. {
            match file.try_lock() {
                Ok(()) => break,
                // Some network folders have no locks; a game can be played there all the same.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => break,
                Err(TryLockError::Error(error)) => return Err(ShelfError::file("lock", &path)(error)),
                Err(TryLockError::WouldBlock) if attempt < ATTEMPTS => sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(ShelfError::InUse { path: place.journal() }),
            }
        }
        Ok(Self { _file: file })
    }
}

/// Whether somebody holds a lock.
pub(crate) fn is_held(lock: &Path) -> bool {
    File::open(lock).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}
