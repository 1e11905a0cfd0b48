//! Reading text files, even those that turn out not to be text.

use std::fs::{self, File};
use std::io::Read;
use std::path::{self, Path, PathBuf};

use anyhow::{anyhow, bail};
use undercroft_mapgen::SourceFile;

use crate::messages::describe;

/// The largest content file that is read. The largest built-in one is a few thousand bytes long.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// Whether this is a path to a file rather than a name.
pub(crate) fn is_path(name: &str) -> bool {
    name.contains(path::is_separator) || Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

/// The files of a directory with one of these extensions, in the order of their names.
pub(crate) fn list(directory: &Path, extensions: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let problem = |error: std::io::Error| anyhow!("{}: {}", directory.display(), describe(&error));
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        let known = |extension: &std::ffi::OsStr| extensions.iter().any(|known| extension == *known);
        if path.extension().is_some_and(known) && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The folders in a directory, apart from hidden ones, in the order of their names.
pub(crate) fn folders(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let problem = |error: std::io::Error| anyhow!("{}: {}", directory.display(), describe(&error));
    let is_hidden = |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let entries = fs::read_dir(directory).map_err(problem)?;
    let mut paths = entries.map(|entry| Ok(entry.map_err(problem)?.path())).collect::<anyhow::Result<Vec<_>>>()?;
    paths.retain(|path| path.is_dir() && !is_hidden(path));
    paths.sort();
    Ok(paths)
}

/// Opens a regular file. Pipes, devices and sockets may keep a reader waiting for ever.
pub(crate) fn open_regular(path: &Path) -> std::io::Result<File> {
    let found = fs::metadata(path)?;
    match found.is_file() || found.is_dir() {
        true => File::open(path),
        false => Err(std::io::Error::other("not a regular file")),
    }
}

/// The bytes of a content file.
pub(crate) fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = path.display();
    let open = || -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        open_regular(path)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = open().map_err(|error| anyhow!("cannot read {name}: {}", describe(&error)))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        bail!("{name}: larger than {} MiB; is this the right file?", MAX_FILE_BYTES >> 20);
    }
    Ok(bytes)
}

/// The text of a content file.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let (name, bytes) = (path.display(), read_bytes(path)?);
    // Some binary files are valid UTF-8 throughout, but no text contains a NUL byte.
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let text = valid.split('\0').next().unwrap_or_default();
    if text.len() == bytes.len() {
        return Ok(text.to_owned());
    }
    let problem = "not UTF-8 text from here on; is this the right file?";
    Err(SourceFile::new(&name.to_string(), text).error(text.len()..text.len(), problem).into())
}
