//! Text that has to fit: cut to a width, or wrapped into lines.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
#[must_use]
pub(crate) fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// The beginning of a text that fits, with an ellipsis where something is missing.
#[must_use]
pub(crate) fn cut(text: &str, columns: u16) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 0;
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used + 1 > usize::from(columns) {
            break;
        }
        kept.push(letter);
    }
    if columns > 0 {
        kept.push('…');
    }
    kept
}

/// The text in lines of at most so many columns, broken between words where that can be done.
#[must_use]
pub(crate) fn wrap(text: &str, columns: u16) -> Vec<String> {
    let columns = usize::from(columns.max(1));
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let gap = usize::from(!line.is_empty());
            if line.width() + gap + word.width() <= columns {
                if gap == 1 {
                    line.push(' ');
                }
                line.push_str(word);
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                if line.width() + letter.width().unwrap_or(0) > columns && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_where_it_must_be() {
        assert_eq!(cut("goblin", 6), "goblin");
        assert_eq!(cut("goblin", 4), "gob…");
        assert_eq!(cut("goblin", 1), "…");
        assert_eq!(cut("goblin", 0), "");
        assert_eq!(cut("水水水", 4), "水…");
    }

    #[test]
    fn lines_break_between_words_and_long_words_anywhere() {
        assert_eq!(wrap("a walk in the dark", 8), ["a walk", "in the", "dark"]);
        assert_eq!(wrap("undercroft it is", 4), ["unde", "rcro", "ft", "it", "is"]);
        assert_eq!(wrap("one\ntwo", 9), ["one", "two"]);
        assert_eq!(wrap("", 9), [""]);
        assert!(wrap("ab", 0).iter().all(|line| line.chars().count() == 1));
    }
}
