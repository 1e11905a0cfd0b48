//! Content files: text with a name, and errors that point at the place in it.

use std::ops::Range;

use serde::de::DeserializeOwned;

use crate::suggest::did_you_mean;

/// The text of a content file, with the name to use in errors.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
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

impl<'a> SourceFile<'a> {
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

    /// The same for readers with fixed keys: of a word that they do not know, the nearest of those that they list.
    ///
    /// ```
    /// use undercroft_mapgen::SourceFile;
    /// # #[derive(Debug, serde::Deserialize)]
    /// # #[serde(deny_unknown_fields)]
    /// # struct File { #[allow(dead_code)] speed: u32 }
    /// let source = SourceFile::new("snail.toml", "sped = 3");
    /// let error = toml::from_str::<File>(source.text).unwrap_err();
    /// assert_eq!(source.explained(&error).to_string(), "snail.toml:1:1: unknown field `sped`; did you mean `speed`?");
    /// ```
    #[must_use]
    pub fn explained(&self, error: &toml::de::Error) -> ContentError {
        let message = error.message().trim();
        let mut words = message.split('`');
        let problem = match (words.next(), words.next()) {
            (Some(what), Some(typed)) if what.starts_with("unknown ") => {
                let known: Vec<&str> = words.skip(1).step_by(2).collect();
                format!("{what}`{typed}`; {}", did_you_mean(typed, known))
            }
            _ => message.to_owned(),
        };
        self.error(error.span().unwrap_or(0..0), problem)
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
        let source = SourceFile::new("x.toml", "a = 1\nb = \"é\" z\n");
        let error = source.error(15..16, "what is this?");
        assert_eq!(error.to_string(), "x.toml:2:9: what is this?");
    }
}
