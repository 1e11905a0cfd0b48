//! The text of a content file with its name, and errors that point into it.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::suggest::did_you_mean;

/// The text of a content file, and the name that errors use for it. The crate opens no files itself.
///
/// ```
/// use undercroft_mapgen::SourceFile;
/// let file = SourceFile::new("caves.toml", "name = 'caves'\nsize = 'large'\n");
/// assert_eq!(file.error(22..29, "invalid size").to_string(), "caves.toml:2:8: invalid size");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// The file's name or path, as errors show it.
    pub name: &'a str,
    /// The whole text.
    pub text: &'a str,
}

/// An error in a content file, with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}")]
#[non_exhaustive]
pub struct ContentError {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and how to fix it.
    pub problem: String,
}

impl<'a> SourceFile<'a> {
    /// A text and its name.
    #[must_use]
    pub const fn new(name: &'a str, text: &'a str) -> Self {
        Self { name, text }
    }

    /// An error at a range of bytes of the text.
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

    /// An error of the TOML parser, with a suggestion where a name is unknown.
    ///
    /// ```
    /// use undercroft_mapgen::SourceFile;
    /// # #[derive(Debug, serde::Deserialize)]
    /// # #[serde(deny_unknown_fields)]
    /// # struct File { #[allow(dead_code)] speed: u32 }
    /// let file = SourceFile::new("snail.toml", "sped = 3");
    /// let error = toml::from_str::<File>(file.text).unwrap_err();
    /// assert_eq!(file.toml_error(&error).to_string(), "snail.toml:1:1: unknown field `sped`; did you mean `speed`?");
    /// ```
    #[must_use]
    pub fn toml_error(&self, error: &toml::de::Error) -> ContentError {
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

    /// Reads the text as TOML.
    ///
    /// # Errors
    /// If it is not valid TOML for `T`, or contains control characters: text from files is shown in terminals and must
    /// not control them.
    pub fn read_toml<T: DeserializeOwned>(&self) -> Result<T, ContentError> {
        self.refuse_control_characters()?;
        toml::from_str(self.text).map_err(|error| self.toml_error(&error))
    }

    /// Fails if a key or a text has a control character other than a tab or the end of a line.
    pub(crate) fn refuse_control_characters(&self) -> Result<(), ContentError> {
        // TOML allows them only as escapes. The parser reports text that is not TOML.
        let table = self.text.contains('\\').then(|| DeTable::parse(self.text).ok()).flatten();
        table.map_or(Ok(()), |table| self.check_table(table.get_ref()))
    }

    fn check_table(&self, table: &DeTable<'_>) -> Result<(), ContentError> {
        table.iter().try_for_each(|(key, value)| {
            self.check_text(key, key.get_ref())?;
            self.check_value(value)
        })
    }

    fn check_value(&self, value: &Spanned<DeValue<'_>>) -> Result<(), ContentError> {
        match value.get_ref() {
            DeValue::String(text) => self.check_text(value, text),
            DeValue::Array(values) => values.iter().try_for_each(|value| self.check_value(value)),
            DeValue::Table(table) => self.check_table(table),
            _ => Ok(()),
        }
    }

    fn check_text<T>(&self, place: &Spanned<T>, text: &str) -> Result<(), ContentError> {
        let is_bad = |character: &char| character.is_control() && !matches!(character, '\n' | '\t');
        match text.replace("\r\n", "\n").chars().find(is_bad) {
            Some(bad) => Err(self.error(
                place.span(),
                format!("the control character {} is not allowed; remove it", bad.escape_unicode()),
            )),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let file = SourceFile::new("x.toml", "a = 1\nb = \"é\" z\n");
        assert_eq!(file.error(15..16, "unexpected `z`").to_string(), "x.toml:2:9: unexpected `z`");
    }

    #[test]
    fn escape_sequences_are_refused_with_their_position() {
        #[derive(Debug, serde::Deserialize)]
        #[allow(dead_code)]
        struct File {
            name: String,
            tags: Vec<String>,
        }
        let read = |text: &str| SourceFile::new("x.toml", text).read_toml::<File>().map_err(|error| error.to_string());
        let problem = "the control character \\u{1b} is not allowed; remove it";
        assert_eq!(read("name = \"\\u001b[2J\"\ntags = []").unwrap_err(), format!("x.toml:1:8: {problem}"));
        assert_eq!(read("name = \"a\"\ntags = [\"\\u001b[2J\"]").unwrap_err(), format!("x.toml:2:9: {problem}"));
        assert!(read("name = \"two\\nlines\\tand a \\\\\"\ntags = []").is_ok());
        assert!(read("name = \"\"\"\r\ntwo\r\nlines \\\\\"\"\"\r\ntags = []").is_ok());
    }
}
