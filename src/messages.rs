//! What is said to the person at the keyboard, on standard error; and how the command ends.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Style};

/// An argument that can never be right: the command ends with 2, as it does when the arguments cannot be parsed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

/// An error that says that an argument can never be right.
pub(crate) fn usage(problem: impl Into<String>) -> anyhow::Error {
    Usage(problem.into()).into()
}

/// Says something beside the results. Nobody listening is no reason to stop.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Says what went wrong, and gives the exit code that fits.
pub(crate) fn failure(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    note(format_args!("{red}error:{red:#} {error:#}"));
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

/// Whether the reader of our output has seen enough, as in `undercroft generate | head -1`: that is no failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// What an error of the operating system means, without its number.
pub(crate) fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::IsADirectory => "it is a folder".into(),
        io::ErrorKind::NotADirectory => "a part of the path is not a folder".into(),
        io::ErrorKind::StorageFull => "the disk is full".into(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".into(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_lowercase()
        }
    }
}
