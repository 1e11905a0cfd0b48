//! Keys as people write them in the settings: `w`, `space`, `ctrl-c`, `shift-up`, `f1`.

use std::fmt;
use std::str::FromStr;

use undercroft_mapgen::did_you_mean;

/// A key with what is held down beside it.
///
/// ```
/// use undercroft_tui::Chord;
/// let chord: Chord = "ctrl-c".parse()?;
/// assert_eq!(chord.to_string(), "ctrl-c");
/// assert!("ctlr-c".parse::<Chord>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chord {
    /// The key itself. Capital letters are keys of their own.
    pub key: Key,
    /// Whether Control is held down.
    pub ctrl: bool,
    /// Whether Alt is held down.
    pub alt: bool,
    /// Whether Shift is held down; never so for characters, which change instead.
    pub shift: bool,
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The 5 in the middle of the keypad, without its lock.
    Centre,
    Enter,
    Escape,
    Tab,
    Backspace,
    Insert,
    Delete,
    Function(u8),
}

/// The keys that are written as words.
const WORDS: [(&str, Key); 17] = [
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("home", Key::Home),
    ("end", Key::End),
    ("page-up", Key::PageUp),
    ("page-down", Key::PageDown),
    ("centre", Key::Centre),
    ("enter", Key::Enter),
    ("escape", Key::Escape),
    ("tab", Key::Tab),
    ("space", Key::Character(' ')),
    ("backspace", Key::Backspace),
    ("insert", Key::Insert),
    ("delete", Key::Delete),
    ("f1", Key::Function(1)),
];

impl Chord {
    /// A key alone.
    #[must_use]
    pub const fn plain(key: Key) -> Self {
        Self { key, ctrl: false, alt: false, shift: false }
    }

    /// A character.
    #[must_use]
    pub const fn character(character: char) -> Self {
        Self::plain(Key::Character(character))
    }

    /// The character that it types, if it types one.
    #[must_use]
    pub const fn typed(self) -> Option<char> {
        match self.key {
            Key::Character(character) if !self.ctrl && !self.alt => Some(character),
            _ => None,
        }
    }
}

impl FromStr for Chord {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut chord = Self::character(' ');
        let mut rest = text;
        // A lone minus is a key, and so is the last of `ctrl--`.
        while let Some((held, after)) = rest.split_once('-').filter(|(_, after)| !after.is_empty()) {
            match held {
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
            _ => word(rest).ok_or_else(|| {
                let known = WORDS.iter().map(|(word, _)| *word);
                format!("`{text}` is not a key; {}", did_you_mean(rest, known))
            })?,
        };
        if chord.shift && matches!(chord.key, Key::Character(_)) {
            return Err(format!("`{text}` is not a key: write the character that it gives, as in `W`"));
        }
        Ok(chord)
    }
}

fn word(text: &str) -> Option<Key> {
    let number =
        text.strip_prefix('f').and_then(|number| number.parse().ok()).filter(|number| (1..=24).contains(number));
    number.map(Key::Function).or_else(|| WORDS.iter().find(|(word, _)| *word == text).map(|(_, key)| *key))
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if held {
                f.write_str(name)?;
            }
        }
        match (self.key, WORDS.iter().find(|(_, key)| *key == self.key)) {
            (_, Some((word, _))) => f.write_str(word),
            (Key::Character(character), None) => write!(f, "{character}"),
            (Key::Function(number), None) => write!(f, "f{number}"),
            // All others are in the list of words, as a test goes through.
            (other, None) => write!(f, "{other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read_as_it_is_written() {
        let keys = WORDS.iter().map(|(_, key)| *key).chain(['-', 'Q', 'ß', '#'].map(Key::Character));
        for key in keys.chain((1..=24).map(Key::Function)) {
            for (ctrl, alt) in [(false, false), (true, false), (false, true), (true, true)] {
                let chord = Chord { key, ctrl, alt, shift: !matches!(key, Key::Character(_)) };
                assert_eq!(chord.to_string().parse(), Ok(chord), "{chord}");
            }
        }
    }

    #[test]
    fn what_is_no_key_is_told() {
        assert_eq!("ecsape".parse::<Chord>().unwrap_err(), "`ecsape` is not a key; did you mean `escape`?");
        for text in ["", " ", "ww", "shift-w", "ctrl-", "hyper-x", "f0", "f25", "\t"] {
            assert!(text.parse::<Chord>().is_err(), "{text:?}");
        }
    }
}
