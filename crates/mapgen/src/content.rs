//! Content files: text with a name, and errors that point at the place in it.

use std::ops::Range;

use serde::de::DeserializeOwned;

/// The text of a content file, with the name to use in errors.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file's name or path, as errors will show it.
    pub name: &'a str,
    /// The whole text.
    pub text: &'a str,
}

/// What is wrong in a content file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct ContentError {
    /// The file's name.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl<'a> Source<'a> {
    /// A text and its name.
    #[must_use]
    pub const fn new(name: &'a str, text: &'a str) -> Self {
        Self { name, text }
    }

    /// An error at a place, given in bytes.
    #[must_use]
    pub fn error(&self, span: Range<usize>, problem: impl Into<String>) -> ContentError {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ContentError {
            file: self.name.into(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem: problem.into(),
        }
    }

    /// The error of the TOML reader with its place in this text.
    #[must_use]
    pub(crate) fn toml_error(&self, error: &toml::de::Error) -> ContentError {
        self.error(error.span().unwrap_or(0..0), error.message().trim())
    }

    /// Reads the text as TOML into a value.
    pub(crate) fn deserialize<T: DeserializeOwned>(&self) -> Result<T, ContentError> {
        toml::from_str(self.text).map_err(|error| self.toml_error(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_characters_from_one() {
        let source = Source::new("x.toml", "a = 1\nb = \"é\" z\n");
        let error = source.error(15..16, "what is this?");
        assert_eq!(error.to_string(), "x.toml:2:9: what is this?");
    }
}
