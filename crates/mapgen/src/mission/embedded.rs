//! The built-in patterns.

use std::sync::{Arc, LazyLock};

use super::Pattern;
use crate::content::SourceFile;

/// The name and text of every file.
macro_rules! patterns {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("missions/", $name, ".toml"), include_str!(concat!("../../content/missions/", $name, ".toml")))),*]
    };
}

const FILES: &[(&str, &str)] = patterns![
    "alternative-routes",
    "choice-of-treasures",
    "drop-and-long-way",
    "false-goal",
    "gambit",
    "gate-and-lever",
    "hidden-shortcut",
    "key-behind-secret",
    "keys-in-any-order",
    "keys-in-order",
    "lock-before-key",
    "one-way-loop",
    "patrolled-ring",
    "shortcut-from-behind",
];

static ALL: LazyLock<Arc<[Pattern]>> = LazyLock::new(|| {
    let parse = |(name, text): &(&str, &str)| Pattern::parse(SourceFile::new(name, text));
    // A test parses every file.
    FILES.iter().filter_map(|file| parse(file).ok()).collect()
});

pub(super) fn all() -> &'static Arc<[Pattern]> {
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_sound_and_named_after_its_file() {
        for (file, text) in FILES {
            let pattern = Pattern::parse(SourceFile::new(file, text)).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(*file, format!("missions/{}.toml", pattern.name()));
            assert!(pattern.description().ends_with('.'), "{file}");
        }
    }
}
