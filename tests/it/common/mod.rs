//! Runs the command and looks at what it prints.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// A finished run of the command.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
    arguments: String,
}

impl Ran {
    /// Standard output as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.out).unwrap_or_else(|_| panic!("`{}` did not print text", self.arguments))
    }

    /// Asserts that the run succeeded.
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.code, 0, "`{}` failed:\n{}", self.arguments, self.err);
        self
    }

    /// Asserts the exit status and an error that contains all of these words, in terms that users understand.
    #[track_caller]
    pub(crate) fn fails(self, code: i32, words: &[&str]) -> Self {
        let Self { err, arguments, .. } = &self;
        assert_eq!(self.code, code, "`{arguments}` exits with the wrong status:\n{err}");
        assert!(err.contains("error: "), "`{arguments}` prints no error:\n{err}");
        for word in words {
            assert!(err.contains(word), "`{arguments}` does not say `{word}`:\n{err}");
        }
        for jargon in ["os error", "Some(", "Err(", "stack backtrace", "RUST_BACKTRACE"] {
            assert!(!err.contains(jargon), "`{arguments}` says `{jargon}`:\n{err}");
        }
        self
    }
}

/// Runs the command, which must not panic or hang.
#[track_caller]
pub(crate) fn undercroft(arguments: &[&str]) -> Ran {
    undercroft_in(Path::new("."), arguments)
}

/// Runs the command in a directory.
#[track_caller]
pub(crate) fn undercroft_in(folder: &Path, arguments: &[&str]) -> Ran {
    undercroft_with(folder, arguments, &[])
}

/// Runs the command in a directory with environment variables set.
#[track_caller]
pub(crate) fn undercroft_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_undercroft"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .envs(variables.iter().copied())
        .timeout(Duration::from_secs(120))
        .output()
        .expect("the command can be started");
    let ran = Ran {
        code: output.status.code().unwrap_or(-1),
        out: output.stdout,
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        arguments: format!("undercroft {}", arguments.join(" ")),
    };
    assert!(!ran.err.contains("panicked"), "`{}` panicked:\n{}", ran.arguments, ran.err);
    assert!([0, 1, 2].contains(&ran.code), "`{}` ended with {}:\n{}", ran.arguments, ran.code, ran.err);
    ran
}

/// A temporary directory.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder can be created"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file and returns its path.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path().join(name);
        std::fs::write(&path, content).expect("the temporary folder can be written to");
        path.to_str().expect("temporary folders have plain names").to_owned()
    }

    /// The path of a file, which need not exist.
    pub(crate) fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path().join(name)
    }

    /// The content of a file.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.at(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The content of a text file.
    pub(crate) fn read_text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap_or_else(|_| panic!("{name} is not text"))
    }

    /// The names of the files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        self.names_in("")
    }

    /// The names of the files in a subdirectory, sorted.
    pub(crate) fn names_in(&self, subdirectory: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.at(subdirectory)).expect("the temporary folder can be read");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("it can").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// The names of all recipes, as the command lists them.
pub(crate) fn recipes() -> Vec<String> {
    let listed = undercroft(&["list", "recipes"]).ok();
    listed.text().lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}
