//! Every call through which games reach the disk. Tests make each of them fail in turn: see `faults`.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

use tempfile::NamedTempFile;

#[cfg(test)]
pub(crate) mod faults;

#[cfg(not(test))]
mod faults {
    /// Only tests have faults.
    pub(super) const fn call() -> std::io::Result<()> {
        Ok(())
    }

    /// The bytes that a write may hand to the system.
    pub(super) const fn call_to_write(bytes: &[u8]) -> std::io::Result<&[u8]> {
        Ok(bytes)
    }
}

pub(crate) fn exists(path: &Path) -> bool {
    faults::call().is_ok() && path.exists()
}

pub(crate) fn metadata(path: &Path) -> io::Result<fs::Metadata> {
    faults::call()?;
    fs::metadata(path)
}

/// Reads a file, but no more than `limit` bytes.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    faults::call()?;
    let mut bytes = Vec::new();
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    faults::call()?;
    fs::create_dir_all(path)
}

/// Opens a file, and creates it if it is missing.
pub(crate) fn open_or_create(path: &Path) -> io::Result<File> {
    faults::call()?;
    OpenOptions::new().create(true).truncate(false).write(true).open(path)
}

pub(crate) fn open_to_append(path: &Path) -> io::Result<File> {
    faults::call()?;
    OpenOptions::new().append(true).open(path)
}

pub(crate) fn try_lock(file: &File) -> Result<(), TryLockError> {
    faults::call().map_err(TryLockError::Error)?;
    file.try_lock()
}

/// Writes some of the bytes and returns how many.
pub(crate) fn write(mut file: &File, bytes: &[u8]) -> io::Result<usize> {
    file.write(faults::call_to_write(bytes)?)
}

pub(crate) fn write_all(file: &File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match write(file, bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

pub(crate) fn truncate(path: &Path, length: u64) -> io::Result<()> {
    faults::call()?;
    let file = OpenOptions::new().write(true).open(path)?;
    file.set_len(length)?;
    sync(&file)
}

/// Waits until a file is physically on disk.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    faults::call()?;
    file.sync_all()
}

/// Makes changes to the names in a folder survive a power failure.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    faults::call()?;
    // Other systems cannot open folders as files, and do not need this.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Creates a file with a random name, which is removed unless it is [`persist`]ed.
pub(crate) fn create_temporary(folder: &Path, builder: &tempfile::Builder<'_, '_>) -> io::Result<NamedTempFile> {
    faults::call()?;
    builder.tempfile_in(folder)
}

/// Gives a temporary file its name, and replaces what had it before.
pub(crate) fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    faults::call()?;
    file.persist(path)?;
    Ok(())
}

/// Gives a temporary file its name, unless something else has it.
pub(crate) fn persist_new(file: NamedTempFile, path: &Path) -> io::Result<()> {
    faults::call()?;
    file.persist_noclobber(path)?;
    Ok(())
}

pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    faults::call()?;
    fs::rename(from, to)
}

pub(crate) fn remove(path: &Path) -> io::Result<()> {
    faults::call()?;
    fs::remove_file(path)
}
