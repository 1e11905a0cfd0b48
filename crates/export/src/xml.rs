//! XML attributes and text from any string.

use std::borrow::Cow;
use std::fmt::Display;

use quick_xml::escape::escape;
use quick_xml::events::attributes::Attribute;
use quick_xml::name::QName;

/// Attributes of an element, escaped.
pub(crate) fn attributes<'a, const N: usize>(all: [(&'a str, &dyn Display); N]) -> Vec<Attribute<'a>> {
    let attribute = |(name, value): (&'a str, &dyn Display)| Attribute {
        key: QName(name),
        value: escaped(&value.to_string()).into_owned().into(),
    };
    all.into_iter().map(attribute).collect()
}

/// Escapes text for attributes and elements. Characters that XML cannot represent become `U+FFFD`.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    let needs_care = |character: char| character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}');
    if !text.contains(needs_care) {
        return escape(text);
    }
    let mut result = String::with_capacity(text.len() + 16);
    for part in text.split_inclusive(needs_care) {
        let (plain, last) = part.strip_suffix(needs_care).map_or((part, None), |plain| (plain, part.chars().last()));
        result.push_str(&escape(plain));
        match last {
            // A reader would turn raw white space in an attribute into blanks.
            Some(space @ ('\n' | '\r' | '\t')) => result.push_str(&format!("&#{};", u32::from(space))),
            Some(_) => result.push('\u{fffd}'),
            None => {}
        }
    }
    result.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_survives_unless_xml_cannot_represent_it() {
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
