//! Files that are written atomically.

use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::{SaveError, disk};

/// The largest file that is read. A million turns take about ten million bytes.
const MAX_LENGTH: u64 = 1 << 30;

/// The suffix of files that are still being written.
pub(crate) const UNFINISHED: &str = ".tmp";

/// Reads a file; `None` if it does not exist.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, SaveError> {
    match read_limited(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SaveError::file("read", path)(error)),
    }
}

fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let found = disk::metadata(path)?;
    // Reading from a pipe or a device may block indefinitely.
    if !found.is_file() && !found.is_dir() {
        return Err(io::Error::other("not a regular file"));
    }
    if found.len() > MAX_LENGTH {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    // The limit is enforced again here, because the file may have grown.
    disk::read(path, MAX_LENGTH)
}

/// Replaces a file atomically: either the old or the new file is always there, and the new one survives a power failure.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    let replaced = write_temporary(path, bytes).and_then(|file| {
        disk::persist(file, path)?;
        disk::sync_folder(folder_of(path))
    });
    replaced.map_err(SaveError::file("write", path))
}

/// Creates a file that is complete from the moment it has its name. Fails if something else has that name.
pub(crate) fn create_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    disk::persist_new(write_temporary(path, bytes)?, path)?;
    disk::sync_folder(folder_of(path))
}

/// A file beside `path` with the given bytes.
fn write_temporary(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let prefix = format!("{}.", path.file_stem().unwrap_or_default().to_string_lossy());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED);
    // Temporary files are private by default, but replays are meant to be shared.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = disk::create_temporary(folder_of(path), &builder)?;
    disk::write_all(file.as_file(), bytes)?;
    disk::sync(file.as_file())?;
    Ok(file)
}

/// Keeps a copy of a damaged file beside it. Identical copies are kept only once.
pub(crate) fn back_up(path: &Path) -> Result<(), SaveError> {
    let Some(bytes) = read(path)? else { return Ok(()) };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for number in 1_u32.. {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let copy = path.with_file_name(format!("{name}.damaged{suffix}"));
        match read(&copy)? {
            Some(known) if known == bytes => break,
            Some(_) => {}
            None => return write_atomically(&copy, &bytes),
        }
    }
    Ok(())
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
