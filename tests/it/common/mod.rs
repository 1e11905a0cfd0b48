//! Runs the command as a person would, and judges what comes out.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::path::{Path, PathBuf};
use std::time::Duration;

/// How a run of the command went.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: Vec<u8>,
    pub err: String,
    arguments: String,
}

impl Ran {
    /// Standard output as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.out).unwrap_or_else(|_| panic!("`{}` printed no text", self.arguments))
    }

    /// The run ended well.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert_eq!(self.code, 0, "`{}` failed:\n{}", self.arguments, self.err);
        self
    }

    /// The run ended with this code, and with an error that has all these words and no others than people's.
    #[track_caller]
    pub fn fails(self, code: i32, words: &[&str]) -> Self {
        let Self { err, arguments, .. } = &self;
        assert_eq!(self.code, code, "`{arguments}` ended with another code:\n{err}");
        assert!(err.contains("error: "), "`{arguments}` does not say what the error is:\n{err}");
        for word in words {
            assert!(err.contains(word), "`{arguments}` does not say `{word}`:\n{err}");
        }
        for strange in ["os error", "Some(", "Err(", "stack backtrace", "RUST_BACKTRACE"] {
            assert!(!err.contains(strange), "`{arguments}` speaks to programmers:\n{err}");
        }
        self
    }
}

/// Runs the command. It must neither panic nor hang, whatever it is given.
#[track_caller]
pub fn undercroft(arguments: &[&str]) -> Ran {
    undercroft_in(Path::new("."), arguments)
}

/// Runs the command in a folder.
#[track_caller]
pub fn undercroft_in(folder: &Path, arguments: &[&str]) -> Ran {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_undercroft"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
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

/// A folder that is gone after the test, with files in it.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("there is room for a temporary folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, and gives its path as an argument.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path().join(name);
        std::fs::write(&path, content).expect("the temporary folder can be written to");
        path.to_str().expect("temporary folders have plain names").to_owned()
    }

    /// The path of a file that may not exist.
    pub fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// What is in the folder, by name.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("the temporary folder can be read");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("it can").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// The names of all recipes, as the command lists them.
pub fn recipes() -> Vec<String> {
    let listed = undercroft(&["list", "recipes"]).ok();
    listed.text().lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}
