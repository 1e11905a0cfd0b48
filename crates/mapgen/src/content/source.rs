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
        self.error(error.span().unwrap_or(0..0), plain_words(error))
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

/// What is wrong, without the words of serde and Rust, and with a suggestion where a name is unknown.
pub(crate) fn plain_words(error: &toml::de::Error) -> String {
    let message = error.message().trim();
    let mut words = message.split('`');
    match (words.next(), words.next()) {
        (Some(what), Some(typed)) if what.starts_with("unknown ") => {
            let known: Vec<&str> = words.skip(1).step_by(2).collect();
            format!("{what}`{typed}`; {}", did_you_mean(typed, known))
        }
        _ => mismatch(message).unwrap_or_else(|| message.to_owned()),
    }
}

/// Says in the words of TOML what is wrong with a value of another type than expected.
fn mismatch(message: &str) -> Option<String> {
    let (found, expected) = message.strip_prefix("invalid type: ")?.split_once(", expected ")?;
    let found = match found {
        "map" => "a table",
        "sequence" => "a list",
        _ if found.starts_with("string") => "text in quotes",
        _ if found.starts_with("integer") => "a whole number",
        _ if found.starts_with("floating point") => "a decimal number",
        _ if found.starts_with("boolean") => "true or false",
        _ => found,
    };
    let expected = match expected {
        "a map" => "a table",
        "a sequence" => "a list in square brackets",
        "a string" => "text in quotes",
        "a boolean" => "true or false",
        "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" => "a whole number",
        _ if expected.starts_with("struct ") => "a table",
        _ => expected,
    };
    Some(format!("expected {expected}, found {found}"))
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
    fn a_value_of_the_wrong_type_is_named_in_the_words_of_toml() {
        #[derive(Debug, serde::Deserialize)]
        #[allow(dead_code)]
        struct File {
            set: Option<Vec<String>>,
            count: Option<u32>,
            chance: Option<f64>,
        }
        let problem = |text: &str| {
            let error = SourceFile::new("x.toml", text).read_toml::<File>().unwrap_err();
            error.problem
        };
        assert_eq!(problem("[set]\ncount = 1"), "expected a list in square brackets, found a table");
        assert_eq!(problem("set = [1]"), "expected text in quotes, found a whole number");
        assert_eq!(problem("count = \"3\""), "expected a whole number, found text in quotes");
        assert_eq!(problem("chance = true"), "expected a number, found true or false");
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
