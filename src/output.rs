//! Where results go: standard output, or files that appear only once they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use tempfile::{NamedTempFile, TempPath};

use crate::interrupt;
use crate::messages::describe;

/// A destination. Nothing is guaranteed to arrive before [`Output::finish`].
pub(crate) struct Output {
    writer: Box<dyn Write + Send>,
    /// `None` for standard output.
    path: Option<PathBuf>,
    /// The file beside `path` that replaces it at the end, so that it is never half written. Devices and pipes have
    /// none: they are written to directly.
    temporary: Option<TempPath>,
}

impl Output {
    /// A file, or standard output if there is no path or it is `-`.
    pub(crate) fn to(path: Option<&Path>) -> anyhow::Result<Self> {
        match path.filter(|path| !is_standard(path)) {
            None => {
                let writer = BufWriter::with_capacity(1 << 16, io::stdout());
                Ok(Self { writer: Box::new(writer), path: None, temporary: None })
            }
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
        let (path, permissions) = match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                let writer = Box::new(BufWriter::new(File::options().write(true).open(path)?));
                return Ok(Self { writer, path: Some(path.into()), temporary: None });
            }
            // A symbolic link stays, and its target is replaced.
            Ok(found) => (path.canonicalize()?, Some(found.permissions())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (path.to_path_buf(), None),
            Err(error) => return Err(error),
        };
        let (file, temporary) = temporary_beside(&path)?.into_parts();
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        Ok(Self { writer: Box::new(BufWriter::new(file)), path: Some(path), temporary: Some(temporary) })
    }

    /// Writes; an error names the destination.
    pub(crate) fn put(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) -> anyhow::Result<()> {
        write(self).map_err(|error| match &self.path {
            None => cannot_print(error),
            Some(path) => cannot_write(path, error),
        })
    }

    /// Flushes, and moves the file into place.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.put(Self::flush)?;
        match (self.temporary, self.path) {
            (Some(temporary), Some(path)) => {
                // Some systems cannot replace a file while it is open.
                drop(self.writer);
                interrupt::persist(temporary, &path).map_err(|error| cannot_write(&path, error))
            }
            _ => Ok(()),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
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

    /// Moves all files into place. If one cannot be moved, removes the new ones again.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.files.iter_mut().try_for_each(|file| file.put(Output::flush))?;
        let mut created: Vec<PathBuf> = Vec::new();
        for file in self.files {
            let new = file.path.clone().filter(|path| !path.exists());
            if let Err(error) = file.finish() {
                // The first error is the one to report, even if this fails too.
                created.iter().for_each(|path| drop(fs::remove_file(path)));
                return Err(error);
            }
            created.extend(new);
        }
        Ok(())
    }
}

/// Writes a file completely or not at all. Returns `false`, having written nothing, if it exists and `replace` is not set.
pub(crate) fn write_whole(path: &Path, bytes: &[u8], replace: bool) -> io::Result<bool> {
    if !replace && fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return Ok(false);
    }
    let mut out = Output::create(path)?;
    let Some(temporary) = out.temporary.take() else { return Err(io::Error::other("not a regular file")) };
    out.write_all(bytes)?;
    out.flush()?;
    drop(out.writer);
    interrupt::persist(temporary, out.path.as_deref().unwrap_or(path))?;
    Ok(true)
}

/// Prints text to standard output, without its styles if they would not be shown.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(cannot_print)
}

/// Creates the directory that this option names, if needed.
pub(crate) fn create_directory(option: &str, directory: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(directory).map_err(|error| anyhow!("{option} {}: {}", directory.display(), describe(&error)))
}

/// Whether the path means standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether the path is a regular file, so that other files can be beside it, or a directory, which is refused later.
pub(crate) fn is_file(path: &Path) -> bool {
    !is_standard(path) && fs::metadata(path).map_or(true, |found| found.is_file() || found.is_dir())
}

/// A temporary file in the same directory, so that moving it into place is atomic.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".undercroft-");
    // Temporary files are readable by their owner only; results are ordinary files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    interrupt::create(|| builder.tempfile_in(directory_of(path).unwrap_or(Path::new("."))))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A file whose nth call fails, after half of its bytes if it is a write that is cut short.
    struct Faulty {
        file: Box<dyn Write + Send>,
        calls_left: u32,
        is_short: bool,
    }

    impl Faulty {
        fn fails(&mut self) -> bool {
            self.calls_left = self.calls_left.saturating_sub(1);
            self.calls_left == 0
        }
    }

    impl Write for Faulty {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.fails() {
                if self.is_short {
                    self.file.write_all(&bytes[..bytes.len() / 2])?;
                    self.file.flush()?;
                }
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.file.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            if self.fails() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.file.flush()
        }
    }

    /// Starts to write a file whose nth call will fail.
    fn faulty(path: &Path, call: u32, is_short: bool) -> Output {
        let mut out = Output::to(Some(path)).unwrap();
        let file = std::mem::replace(&mut out.writer, Box::new(io::sink()));
        out.writer = Box::new(Faulty { file, calls_left: call, is_short });
        out
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_cannot_be_written_stays_as_it_was_whichever_call_fails() {
        for (call, is_short) in (1..=9).flat_map(|call| [(call, false), (call, true)]) {
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join("level.txt");
            fs::write(&path, "old").unwrap();
            let mut out = faulty(&path, call, is_short);
            // Seven writes and a flush.
            let result =
                (0..7).try_for_each(|_| out.put(|out| out.write_all(b"new level "))).and_then(|()| out.finish());
            let expected = if call <= 8 { "old".into() } else { "new level ".repeat(7) };
            assert_eq!(result.is_err(), call <= 8, "call {call}");
            assert_eq!(fs::read_to_string(&path).unwrap(), expected, "call {call}, short: {is_short}");
            assert_eq!(names(directory.path()), ["level.txt"], "call {call}: a failure leaves nothing behind");
        }
    }

    #[test]
    fn a_file_that_cannot_be_moved_into_place_leaves_nothing_behind() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("level.txt");
        let mut out = Output::to(Some(&path)).unwrap();
        out.put(|out| out.write_all(b"new")).unwrap();
        fs::create_dir(&path).unwrap();
        let error = out.finish().unwrap_err().to_string();
        assert!(error.contains("is a directory"), "{error}");
        assert_eq!(names(directory.path()), ["level.txt"]);
    }

    #[test]
    fn of_files_that_belong_together_all_appear_or_none() {
        for (file, call) in [(0, 1), (0, 2), (1, 1), (1, 2)] {
            let directory = tempfile::tempdir().unwrap();
            let paths = ["tiles.png", "level.tmx"].map(|name| directory.path().join(name));
            let mut bundle = Bundle::default();
            let result = (0..2).try_for_each(|index| {
                bundle.add(Some(&paths[index]), |out| {
                    if index == file {
                        *out = faulty(&paths[index], call, true);
                    }
                    out.put(|out| out.write_all(b"a whole file"))
                })
            });
            result.and_then(|()| bundle.finish()).unwrap_err();
            assert_eq!(names(directory.path()), Vec::<String>::new(), "call {call} of file {file}");
        }
    }
}
