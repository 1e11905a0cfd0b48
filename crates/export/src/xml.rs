//! Text in XML.

use std::borrow::Cow;

/// The text as it stands between quotes in XML. Characters that XML cannot hold at all are replaced.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    let is_plain = |character: char| {
        !matches!(character, '&' | '<' | '>' | '"' | '\'' | '\u{fffe}' | '\u{ffff}') && !character.is_control()
    };
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            // Left as they are, readers would make spaces of them.
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            '\t' => escaped.push_str("&#9;"),
            character if is_plain(character) => escaped.push(character),
            _ => escaped.push('\u{fffd}'),
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_reads_back_but_for_what_xml_cannot_hold() {
        for text in ["plain", "a < b & \"c\" > 'd'", "two\nlines\tand\ttabs\r", "]]>", "Grüße 龍", ""] {
            let document = format!("<x y=\"{}\"/>", escaped(text));
            let read = roxmltree::Document::parse(&document).unwrap();
            assert_eq!(read.root_element().attribute("y"), Some(text));
        }
        for text in ["\0", "\u{1b}[31m", "\u{ffff}", "\u{85}"] {
            let document = format!("<x y=\"{}\"/>", escaped(text));
            assert!(roxmltree::Document::parse(&document).is_ok(), "{text:?}");
        }
    }
}
