//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use crate::ShelfError;

/// The largest file that is read: a million turns take ten million bytes.
const LARGEST: u64 = 1 << 30;

/// How the files are called that are not whole yet.
pub(crate) const UNFINISHED: &str = ".tmp";

/// Reads a file; `None` where there is none.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, ShelfError> {
    match read_all(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ShelfError::file("read", path)(error)),
    }
}

fn read_all(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.len() > LARGEST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut bytes = Vec::new();
    // Once more, for what grows meanwhile or has no size.
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Puts a whole file in place of what was there: the one or the other is there at any moment, and the new one stays when
/// the power goes.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ShelfError> {
    replace(path, bytes).map_err(ShelfError::file("write", path))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let prefix = format!("{stem}.");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED);
    // Replays are for showing around: they are as readable as other new files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// Keeps a copy of a damaged file beside it.
pub(crate) fn keep_aside(path: &Path) -> Result<(), ShelfError> {
    let Some(bytes) = read(path)? else { return Ok(()) };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let free = (1_u32..).map(|number| match number {
        1 => path.with_file_name(format!("{name}.damaged")),
        _ => path.with_file_name(format!("{name}.damaged-{number}")),
    });
    for aside in free {
        // The same damage is kept once.
        match fs::read(&aside) {
            Ok(known) if known == bytes => return Ok(()),
            Ok(_) => {}
            Err(_) => return write_whole(&aside, &bytes),
        }
    }
    Ok(())
}

/// Sees to it that names in a folder stay when the power goes.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Elsewhere folders cannot be opened as files, and need no such care.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
