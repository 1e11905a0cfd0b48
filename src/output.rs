//! Where results go: standard output, or a file that appears only when it is whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use tempfile::NamedTempFile;

use crate::messages::in_words;

/// A place to write results to. Nothing is sure to be there before [`Output::finish`].
pub(crate) enum Output {
    Standard(BufWriter<Stdout>),
    /// Something that is no plain file, such as a device or a named pipe: it is written to as it is.
    Device(BufWriter<File>, PathBuf),
    /// A file beside the one that is asked for, which takes its place at the end. So there is never half a file.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        Self::Standard(BufWriter::with_capacity(1 << 16, io::stdout()))
    }

    /// A file, or standard output where there is none or it is `-`.
    pub(crate) fn to(path: Option<&Path>) -> anyhow::Result<Self> {
        match path.filter(|path| !is_standard(path)) {
            None => Ok(Self::standard()),
            Some(path) => Self::create(path).map_err(|error| cannot_write(path, error)),
        }
    }

    fn create(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => {
                let device = File::options().write(true).open(path)?;
                Ok(Self::Device(BufWriter::new(device), path.into()))
            }
            Ok(there) => {
                // A link is kept, and what it points to replaced.
                let path = path.canonicalize()?;
                let file = beside(&path)?;
                file.as_file().set_permissions(there.permissions())?;
                Ok(Self::File(BufWriter::new(file), path))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Self::File(BufWriter::new(beside(path)?), path.into()))
            }
            Err(error) => Err(error),
        }
    }

    /// Writes something; an error says where to.
    pub(crate) fn put(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) -> anyhow::Result<()> {
        write(self).map_err(|error| match self {
            Self::Standard(_) => cannot_print(error),
            Self::Device(_, path) | Self::File(_, path) => cannot_write(path, error),
        })
    }

    /// Makes sure that everything is written, and puts the file in its place.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.put(Self::flush)?;
        match self {
            Self::Standard(_) | Self::Device(..) => Ok(()),
            Self::File(out, path) => {
                let whole = out.into_inner().map_err(io::IntoInnerError::into_error);
                let in_place = whole.and_then(|file| file.persist(&path).map_err(io::Error::from));
                in_place.map(drop).map_err(|error| cannot_write(&path, error))
            }
        }
    }
}

/// Files that belong together: all appear, or none. Add those first that the others need.
#[derive(Default)]
pub(crate) struct Bundle {
    files: Vec<Output>,
}

impl Bundle {
    /// Adds a file, which is written by `write`.
    pub(crate) fn add(
        &mut self,
        path: Option<&Path>,
        write: impl FnOnce(&mut Output) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut file = Output::to(path)?;
        write(&mut file)?;
        self.files.push(file);
        Ok(())
    }

    /// Puts all files in their places. Where one cannot be, those that were not there before are taken away again.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.files.iter_mut().try_for_each(|file| file.put(Output::flush))?;
        let mut new: Vec<PathBuf> = Vec::new();
        for file in self.files {
            let fresh = match &file {
                Output::File(_, path) if !path.exists() => Some(path.clone()),
                _ => None,
            };
            if let Err(error) = file.finish() {
                // What cannot be taken away either is no better told than the error itself.
                new.iter().for_each(|path| drop(fs::remove_file(path)));
                return Err(error);
            }
            new.extend(fresh);
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::Device(out, _) => out.write(bytes),
            Self::File(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) => out.flush(),
            Self::Device(out, _) => out.flush(),
            Self::File(out, _) => out.flush(),
        }
    }
}

/// Writes a file whole or not at all. What is there is replaced only where `replace` says so; `false` tells that
/// something is there.
pub(crate) fn write_whole(path: &Path, bytes: &[u8], replace: bool) -> io::Result<bool> {
    // A link is kept, and what it points to replaced; what is neither file nor free is left alone.
    let (path, permissions) = match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if there.is_file() && replace => (path.canonicalize()?, Some(there.permissions())),
        Ok(there) if there.is_file() => return Ok(false),
        Ok(_) => return Err(io::Error::other("it is no plain file")),
        Err(_) => (path.to_path_buf(), None),
    };
    let mut file = beside(&path)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    if replace {
        file.persist(&path)?;
        return Ok(true);
    }
    match file.persist_noclobber(&path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// Prints a text on standard output, without its colours where they would not be shown.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(cannot_print)
}

/// Whether the path means standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether the path means a plain file, which others can lie beside; or a folder, which will be refused.
pub(crate) fn is_file(path: &Path) -> bool {
    !is_standard(path) && fs::metadata(path).map_or(true, |there| there.is_file() || there.is_dir())
}

/// A new file in the same folder, so that it can be moved into place in one go.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".undercroft-");
    // Left alone, a temporary file would be for its owner only; a result is like any other new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(path).unwrap_or(Path::new(".")))
}

fn folder_of(path: &Path) -> Option<&Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty())
}

/// The error of a file: which, why, and what to do.
fn cannot_write(path: &Path, error: io::Error) -> anyhow::Error {
    let name = path.display();
    match (error.kind(), folder_of(path)) {
        (io::ErrorKind::BrokenPipe, _) => error.into(),
        (io::ErrorKind::NotFound, Some(folder)) if !folder.exists() => {
            anyhow!("--out {name}: there is no folder {}; make it first, or choose another", folder.display())
        }
        (io::ErrorKind::IsADirectory, _) => {
            anyhow!("--out {name}: it is a folder; name a file in it, as in {}", path.join("level.png").display())
        }
        _ => anyhow!("--out {name}: {}", in_words(&error)),
    }
}

fn cannot_print(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => error.into(),
        _ => anyhow!("cannot write to standard output: {}", in_words(&error)),
    }
}
