//! Locks that keep a game from being played twice at the same time. The system releases a lock when its process dies.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::save_paths::SavePaths;
use crate::{SaveError, disk};

/// Listing saves holds each lock for a moment, so it is worth trying again.
const ATTEMPTS: u32 = 25;
const PAUSE: Duration = Duration::from_millis(4);

/// Held while a game is played.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    pub(crate) fn acquire(paths: &SavePaths) -> Result<Self, SaveError> {
        let path = paths.lock();
        let file = disk::open_or_create(&path).map_err(SaveError::file("write", &path))?;
        for attempt in 0.. {
            match disk::try_lock(&file) {
                Ok(()) => break,
                // Some network folders do not support locks. The game can be played there without one.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => break,
                Err(TryLockError::Error(error)) => return Err(SaveError::file("lock", &path)(error)),
                Err(TryLockError::WouldBlock) if attempt < ATTEMPTS => sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(SaveError::InUse { path: paths.journal() }),
            }
        }
        Ok(Self { _file: file })
    }
}

pub(crate) fn is_held(lock: &Path) -> bool {
    File::open(lock).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}
