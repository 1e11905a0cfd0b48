//! Keys as the settings file writes them: `w`, `space`, `ctrl-c`, `shift-up`, `f1`.

use std::fmt;
use std::str::FromStr;

use undercroft_mapgen::did_you_mean;

/// A key with its modifiers.
///
/// ```
/// use undercroft_tui::Chord;
/// let chord: Chord = "ctrl-c".parse()?;
/// assert_eq!(chord.to_string(), "ctrl-c");
/// assert!("ctlr-c".parse::<Chord>().is_err());
/// # Ok::<(), undercroft_tui::KeyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chord {
    /// The key itself. A capital letter is a separate key.
    pub key: Key,
    /// Whether Control is held down.
    pub ctrl: bool,
    /// Whether Alt is held down.
    pub alt: bool,
    /// Whether Shift is held down. Always false for characters: Shift changes the character instead.
    pub shift: bool,
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum Key {
    Character(char),
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    /// The 5 of the keypad with Num Lock off.
    Centre,
    Enter,
    Escape,
    Tab,
    Backspace,
    Insert,
    Delete,
    Function(u8),
}

/// Why a text is not a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// No key has this name.
    #[error("`{0}` is not a key; {1}")]
    Unknown(String, String),
    /// Shift with a character, which should be written as the resulting character.
    #[error("`{0}` is not a key: write the character that it types, as in `W`")]
    ShiftedCharacter(String),
}

/// The keys with a name; function keys are read and written by their number.
#[rustfmt::skip]
const NAMES: [(&str, Key); 16] = [
    ("up", Key::Up), ("down", Key::Down), ("left", Key::Left), ("right", Key::Right),
    ("home", Key::Home), ("end", Key::End), ("page-up", Key::PageUp), ("page-down", Key::PageDown),
    ("centre", Key::Centre), ("enter", Key::Enter), ("escape", Key::Escape), ("tab", Key::Tab),
    ("space", Key::Character(' ')), ("backspace", Key::Backspace), ("insert", Key::Insert), ("delete", Key::Delete),
];

impl Chord {
    /// A key without modifiers.
    #[must_use]
    pub const fn plain(key: Key) -> Self {
        Self { key, ctrl: false, alt: false, shift: false }
    }

    /// A character.
    #[must_use]
    pub const fn character(character: char) -> Self {
        Self::plain(Key::Character(character))
    }

    /// The character that it types, if any.
    #[must_use]
    pub const fn typed(self) -> Option<char> {
        match self.key {
            Key::Character(character) if !self.ctrl && !self.alt => Some(character),
            _ => None,
        }
    }
}

impl FromStr for Chord {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let mut chord = Self::character(' ');
        let mut rest = text;
        // A lone minus is a key, and so is the last one of `ctrl--`.
        while let Some((modifier, after)) = rest.split_once('-').filter(|(_, after)| !after.is_empty()) {
            match modifier {
                "ctrl" => chord.ctrl = true,
                "alt" => chord.alt = true,
                "shift" => chord.shift = true,
                _ => break,
            }
            rest = after;
        }
        let mut letters = rest.chars();
        chord.key = match (letters.next(), letters.next()) {
            (Some(letter), None) if letter != ' ' && !letter.is_control() => Key::Character(letter),
            _ => named(rest).ok_or_else(|| {
                let known = NAMES.iter().map(|(name, _)| *name);
                KeyError::Unknown(text.to_owned(), did_you_mean(rest, known))
            })?,
        };
        if chord.shift && matches!(chord.key, Key::Character(_)) {
            return Err(KeyError::ShiftedCharacter(text.to_owned()));
        }
        Ok(chord)
    }
}

fn named(text: &str) -> Option<Key> {
    let number = text.strip_prefix('f').and_then(|number| number.parse().ok());
    let function = number.filter(|number| (1..=24).contains(number)).map(Key::Function);
    function.or_else(|| NAMES.iter().find(|(name, _)| *name == text).map(|(_, key)| *key))
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, prefix) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if held {
                f.write_str(prefix)?;
            }
        }
        match (self.key, NAMES.iter().find(|(_, key)| *key == self.key)) {
            (_, Some((name, _))) => f.write_str(name),
            (Key::Character(character), None) => write!(f, "{character}"),
            (Key::Function(number), None) => write!(f, "f{number}"),
            // Every other key has a name, as a test verifies.
            (other, None) => write!(f, "{other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_reads_back_as_it_was_written() {
        let keys = NAMES.iter().map(|(_, key)| *key).chain(['-', 'Q', 'ß', '#'].map(Key::Character));
        for key in keys.chain((1..=24).map(Key::Function)) {
            for (ctrl, alt) in [(false, false), (true, false), (false, true), (true, true)] {
                let chord = Chord { key, ctrl, alt, shift: !matches!(key, Key::Character(_)) };
                assert_eq!(chord.to_string().parse(), Ok(chord), "{chord}");
            }
        }
    }

    #[test]
    fn a_text_that_is_not_a_key_is_refused() {
        let error = "ecsape".parse::<Chord>().unwrap_err();
        assert_eq!(error.to_string(), "`ecsape` is not a key; did you mean `escape`?");
        for text in ["", " ", "ww", "shift-w", "ctrl-", "hyper-x", "f0", "f25", "\t"] {
            assert!(text.parse::<Chord>().is_err(), "{text:?}");
        }
    }
}
