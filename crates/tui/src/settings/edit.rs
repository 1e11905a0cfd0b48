//! Changes one line of a settings file and leaves everything else, comments included, as it was.

use toml_edit::{Array, DocumentMut, Item, TomlError, Value};

/// The text with a value set: `["keys", "wasd", "kick"]` is `kick` in the table `[keys.wasd]`.
pub(crate) fn set(text: &str, path: &[&str], value: Value) -> Result<String, TomlError> {
    let mut document: DocumentMut = text.parse()?;
    let mut item = document.as_item_mut();
    for name in path {
        item = &mut item[name];
        // Missing tables get their own heading.
        if item.is_none() && Some(name) != path.last() {
            *item = Item::Table(toml_edit::Table::new());
        }
    }
    let decor = item.as_value().map(|old| old.decor().clone());
    *item = Item::Value(value);
    if let (Some(decor), Some(new)) = (decor, item.as_value_mut()) {
        *new.decor_mut() = decor;
    }
    Ok(document.to_string())
}

/// A list of strings.
pub(crate) fn strings<'a>(all: impl IntoIterator<Item = &'a str>) -> Value {
    Value::Array(all.into_iter().collect::<Array>())
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::SourceFile;

    use super::*;
    use crate::settings::{DEFAULTS, Settings};

    #[test]
    fn only_the_changed_line_changes() {
        let text = "# Mine.\nmouse = true # because\n\n[keys.wasd]\n# My kick.\nkick = [\"K\"]\n";
        let text = set(text, &["mouse"], false.into()).unwrap();
        let text = set(&text, &["keys", "wasd", "kick"], strings(["x", "K"])).unwrap();
        assert_eq!(text, "# Mine.\nmouse = false # because\n\n[keys.wasd]\n# My kick.\nkick = [\"x\", \"K\"]\n");
        let text = set(&text, &["screen", "palette"], "tritanopia".into()).unwrap();
        assert!(text.starts_with("# Mine.\n") && text.contains("[screen]\npalette = \"tritanopia\""), "{text}");
    }

    #[test]
    fn the_defaults_keep_every_comment() {
        let text = set(DEFAULTS, &["screen", "colours"], "256".into()).unwrap();
        let changed: Vec<_> = text.lines().zip(DEFAULTS.lines()).filter(|(new, old)| new != old).collect();
        assert_eq!(changed, [("colours = \"256\"", "colours = \"auto\"")]);
        Settings::read(SourceFile::new("s.toml", &text)).unwrap();
    }
}
