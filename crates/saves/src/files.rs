//! Files that are written atomically.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use crate::SaveError;

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
    let found = fs::metadata(path)?;
    // Reading from a pipe or a device may block indefinitely.
    if !found.is_file() && !found.is_dir() {
        return Err(io::Error::other("not a regular file"));
    }
    if found.len() > MAX_LENGTH {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let file = File::open(path)?;
    let mut bytes = Vec::new();
    // The limit is enforced again here, because the file may have grown.
    file.take(MAX_LENGTH).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Replaces a file atomically: either the old or the new file is always there, and the new one survives a power failure.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    replace(path, bytes).map_err(SaveError::file("write", path))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let prefix = format!("{}.", path.file_stem().unwrap_or_default().to_string_lossy());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED);
    // Temporary files are private by default, but replays are meant to be shared.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// Keeps a copy of a damaged file beside it. Identical copies are kept only once.
pub(crate) fn back_up(path: &Path) -> Result<(), SaveError> {
    let Some(bytes) = read(path)? else { return Ok(()) };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for number in 1_u32.. {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let copy = path.with_file_name(format!("{name}.damaged{suffix}"));
        match fs::read(&copy) {
            Ok(known) if known == bytes => break,
            Ok(_) => {}
            Err(_) => return write_atomically(&copy, &bytes),
        }
    }
    Ok(())
}

/// Makes changes to the names in a folder survive a power failure.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Other systems cannot open folders as files, and do not need this.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
