//! Text that has to fit: wrapped into lines, or cut at either end.

use unicode_truncate::UnicodeTruncateStr;
use unicode_width::UnicodeWidthStr;

/// The number of columns that a text takes.
pub(crate) fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// Wraps a text into lines of at most `columns` columns.
pub(crate) fn wrap(text: &str, columns: u16) -> Vec<String> {
    textwrap::wrap(text, usize::from(columns.max(1))).into_iter().map(Into::into).collect()
}

/// Wraps key hints, only between one hint and the next.
pub(crate) fn wrap_hints(hints: &str, columns: u16) -> Vec<String> {
    let unbroken: Vec<String> = hints.split(", ").map(|hint| hint.replace(' ', "\u{a0}")).collect();
    wrap(&unbroken.join(", "), columns).iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// Wraps a text into at most `most` lines, with an ellipsis if it is cut off.
pub(crate) fn wrap_at_most(text: &str, columns: u16, most: usize) -> Vec<String> {
    let mut lines = wrap(text, columns);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = cut(&format!("{last} …"), columns);
        }
    }
    lines
}

/// Cuts a text to fit, with an ellipsis at the end if anything is missing.
pub(crate) fn cut(text: &str, columns: u16) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let (kept, _) = text.unicode_truncate(usize::from(columns.saturating_sub(1)));
    if columns == 0 { String::new() } else { format!("{kept}…") }
}

/// As much of the end of a text as fits, for an input field.
pub(crate) fn tail(text: &str, columns: u16) -> &str {
    text.unicode_truncate_start(usize::from(columns)).0
}

/// The text with its first letter in upper case.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Appends typed or pasted text to a field of at most `longest` characters, without control characters.
pub(crate) fn type_into(field: &mut String, text: &str, longest: usize) {
    field.extend(text.chars().filter(|letter| !letter.is_control()));
    if let Some((end, _)) = field.char_indices().nth(longest) {
        field.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_ends_in_an_ellipsis() {
        assert_eq!(cut("goblin", 6), "goblin");
        assert_eq!(cut("goblin", 4), "gob…");
        assert_eq!(cut("goblin", 1), "…");
        assert_eq!(cut("goblin", 0), "");
        assert_eq!(cut("水水水", 4), "水…");
        assert_eq!(wrap_at_most("a walk in the dark", 8, 2), ["a walk", "in the …"]);
    }

    #[test]
    fn lines_break_between_words_and_long_words_anywhere() {
        assert_eq!(wrap("a walk in the dark", 8), ["a walk", "in the", "dark"]);
        assert_eq!(wrap("undercroft it is", 4), ["unde", "rcro", "ft", "it", "is"]);
        assert!(wrap("ab", 0).iter().all(|line| line.chars().count() == 1));
    }

    #[test]
    fn key_hints_break_between_a_hint_and_the_next() {
        assert_eq!(wrap_hints("space: pause, escape: leave", 22), ["space: pause,", "escape: leave"]);
        assert_eq!(wrap_hints("space: pause, escape: leave", 27), ["space: pause, escape: leave"]);
    }

    #[test]
    fn a_field_keeps_its_end_in_sight_and_takes_no_control_characters() {
        let mut field = String::new();
        type_into(&mut field, "dark\u{1b}ness", 6);
        assert_eq!(field, "darkne");
        assert_eq!(tail(&field, 3), "kne");
    }
}
