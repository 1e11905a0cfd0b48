//! Where results go: standard output, or files that appear only once they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use tempfile::NamedTempFile;

use crate::messages::describe;

/// A destination. Nothing is guaranteed to arrive before [`Output::finish`].
pub(crate) enum Output {
    Standard(BufWriter<Stdout>),
    /// Anything that is not a regular file, such as a device or a named pipe: written to directly.
    Device(BufWriter<File>, PathBuf),
    /// A temporary file beside the target that replaces it at the end, so that the target is never half written.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        Self::Standard(BufWriter::with_capacity(1 << 16, io::stdout()))
    }

    /// A file, or standard output if there is no path or it is `-`.
    pub(crate) fn to(path: Option<&Path>) -> anyhow::Result<Self> {
        match path.filter(|path| !is_standard(path)) {
            None => Ok(Self::standard()),
            Some(path) => Self::create(path).map_err(|error| cannot_write(path, error)),
        }
    }

    /// Writes a whole file, or standard output if the path is `-`.
    pub(crate) fn write_file(path: &Path, write: impl FnOnce(&mut Self) -> io::Result<()>) -> anyhow::Result<()> {
        let mut out = Self::to(Some(path))?;
        out.put(write)?;
        out.finish()
    }

    fn create(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => {
                let device = File::options().write(true).open(path)?;
                Ok(Self::Device(BufWriter::new(device), path.into()))
            }
            Ok(there) => {
                // A symbolic link stays, and its target is replaced.
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

    /// Writes; an error names the destination.
    pub(crate) fn put(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) -> anyhow::Result<()> {
        write(self).map_err(|error| match self {
            Self::Standard(_) => cannot_print(error),
            Self::Device(_, path) | Self::File(_, path) => cannot_write(path, error),
        })
    }

    /// Flushes, and moves the file into place.
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

/// Files that belong together: either all of them appear or none. Add a file after those it refers to.
#[derive(Default)]
pub(crate) struct Bundle {
    files: Vec<Output>,
}

impl Bundle {
    /// Adds a file written by `write`.
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

    /// Moves all files into place. If one cannot be, removes the new ones again.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.files.iter_mut().try_for_each(|file| file.put(Output::flush))?;
        let mut new: Vec<PathBuf> = Vec::new();
        for file in self.files {
            let fresh = match &file {
                Output::File(_, path) if !path.exists() => Some(path.clone()),
                _ => None,
            };
            if let Err(error) = file.finish() {
                // The first error is the one to report, even if this fails too.
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

/// Writes a file completely or not at all. Returns `false`, having written nothing, if the file exists and `replace` is
/// not set.
pub(crate) fn write_whole(path: &Path, bytes: &[u8], replace: bool) -> io::Result<bool> {
    // A symbolic link stays, and its target is replaced; devices are left alone.
    let (path, permissions) = match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if there.is_file() && replace => (path.canonicalize()?, Some(there.permissions())),
        Ok(there) if there.is_file() => return Ok(false),
        Ok(_) => return Err(io::Error::other("not a regular file")),
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

/// Prints text to standard output, without its styles if they would not be shown.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(cannot_print)
}

/// Whether the path stands for standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether the path is a regular file, which others can lie beside; or a directory, which will be refused.
pub(crate) fn is_file(path: &Path) -> bool {
    !is_standard(path) && fs::metadata(path).map_or(true, |there| there.is_file() || there.is_dir())
}

/// A temporary file in the same directory, so that moving it into place is atomic.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".undercroft-");
    // Temporary files are readable by their owner only; results are ordinary files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory_of(path).unwrap_or(Path::new(".")))
}

fn directory_of(path: &Path) -> Option<&Path> {
    path.parent().filter(|directory| !directory.as_os_str().is_empty())
}

fn cannot_write(path: &Path, error: io::Error) -> anyhow::Error {
    let name = path.display();
    match (error.kind(), directory_of(path)) {
        (io::ErrorKind::BrokenPipe, _) => error.into(),
        (io::ErrorKind::NotFound, Some(directory)) if !directory.exists() => {
            anyhow!("--out {name}: no directory {}; create it first", directory.display())
        }
        (io::ErrorKind::IsADirectory, _) => {
            anyhow!("--out {name}: is a directory; name a file, as in {}", path.join("level.png").display())
        }
        _ => anyhow!("--out {name}: {}", describe(&error)),
    }
}

fn cannot_print(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => error.into(),
        _ => anyhow!("cannot write to standard output: {}", describe(&error)),
    }
}
