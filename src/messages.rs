//! Messages on standard error, and the exit status that goes with an error.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Style};

/// An argument that is invalid in any circumstances: exit status 2, as when parsing fails.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(String);

/// An error that blames the arguments.
pub(crate) fn usage(problem: impl Display) -> anyhow::Error {
    UsageError(problem.to_string()).into()
}

/// Prints a line to standard error. Text from files cannot control the terminal.
pub(crate) fn note(text: impl Display) {
    styled_note(harmless(&text.to_string()));
}

/// Prints a line that may have styles. If it cannot be printed, the program goes on.
pub(crate) fn styled_note(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// The text with its control characters written as escapes, except tabs and the ends of lines.
fn harmless(text: &str) -> String {
    let escaped = |character: char| match character {
        '\n' | '\t' => character.to_string(),
        _ if character.is_control() => character.escape_default().to_string(),
        _ => character.to_string(),
    };
    text.chars().map(escaped).collect()
}

/// Prints an error and returns its exit status.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    styled_note(format_args!("{red}error:{red:#} {}", harmless(&format!("{error:#}"))));
    ExitCode::from(if error.is::<UsageError>() { 2 } else { 1 })
}

/// Whether the reader of our output has seen enough, as in `undercroft generate | head -1`: that is not a failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// An error of the operating system in plain words, without its number.
pub(crate) fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::IsADirectory => "is a directory".into(),
        io::ErrorKind::NotADirectory => "part of the path is not a directory".into(),
        io::ErrorKind::StorageFull => "the disk is full".into(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".into(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_lowercase()
        }
    }
}
