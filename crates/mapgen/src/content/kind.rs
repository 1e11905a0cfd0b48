//! The kinds of content, and how to tell them apart.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::SourceFile;

/// What a content file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ContentKind {
    /// A [`Recipe`](crate::Recipe).
    Recipe,
    /// A [`Plan`](crate::Plan).
    Plan,
    /// A [`Vault`](crate::Vault).
    Vault,
    /// A [`Tileset`](crate::Tileset).
    Tileset,
    /// A [`Pattern`](crate::Pattern) of missions.
    Mission,
}

impl ContentKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Recipe, Self::Plan, Self::Vault, Self::Tileset, Self::Mission];

    /// The name in the singular.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recipe => "recipe",
            Self::Plan => "plan",
            Self::Vault => "vault",
            Self::Tileset => "tileset",
            Self::Mission => "mission",
        }
    }

    /// The folder for files of this kind.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Recipe => "recipes",
            Self::Plan => "plans",
            Self::Vault => "vaults",
            Self::Tileset => "tilesets",
            Self::Mission => "missions",
        }
    }

    /// What a file holds, judging by its folder or else by its keys; `None` for anything else.
    ///
    /// ```
    /// use undercroft_mapgen::{ContentKind, SourceFile};
    /// let kind = |path, text| ContentKind::of(SourceFile::new(path, text));
    /// assert_eq!(kind("my/recipes/den.toml", ""), Some(ContentKind::Recipe));
    /// assert_eq!(kind("den.toml", "[[step]]\ndo = 'fill'"), Some(ContentKind::Recipe));
    /// assert_eq!(kind("README.md", "Hello"), None);
    /// ```
    #[must_use]
    pub fn of(file: SourceFile<'_>) -> Option<Self> {
        if !file.name.ends_with(".toml") {
            return None;
        }
        let folder = file.name.rsplit(['/', '\\']).nth(1);
        let by_folder = Self::ALL.into_iter().find(|kind| folder == Some(kind.folder()));
        by_folder.or_else(|| {
            let table = DeTable::parse(file.text).ok()?;
            let has = |key: &str| table.as_ref().iter().any(|(known, _)| known.as_ref() == key);
            let has_tiles = || {
                let tiles =
                    table.as_ref().iter().find(|(key, _)| key.as_ref() == "tile").map(|(_, value)| value.as_ref());
                // The game uses the same key for its rules about tiles. Only a tileset has glyphs.
                matches!(tiles, Some(DeValue::Array(tiles)) if tiles.iter().any(|tile| key_of(tile, "glyph").is_some()))
            };
            match () {
                () if has("step") => Some(Self::Recipe),
                () if has("stretch") => Some(Self::Plan),
                () if has("map") => Some(Self::Vault),
                () if has_tiles() => Some(Self::Tileset),
                () if has("region") => Some(Self::Mission),
                () => None,
            }
        })
    }

    /// The name of what a file holds, and its position: the value of `name`, or else the file's own name.
    pub(super) fn name_in(self, file: SourceFile<'_>) -> (String, Range<usize>) {
        let named = || {
            let table = DeTable::parse(file.text).ok()?;
            let (_, value) = table.as_ref().iter().find(|(key, _)| key.as_ref() == "name")?;
            Some((value.as_ref().as_str()?.to_owned(), value.span()))
        };
        let base = file.name.rsplit(['/', '\\']).next().unwrap_or_default();
        named().unwrap_or_else(|| (base.strip_suffix(".toml").unwrap_or(base).to_owned(), 0..0))
    }
}

fn key_of<'a, 'i>(value: &'a Spanned<DeValue<'i>>, name: &str) -> Option<&'a Spanned<DeValue<'i>>> {
    let DeValue::Table(table) = value.as_ref() else { return None };
    table.iter().find(|(key, _)| key.as_ref() == name).map(|(_, value)| value)
}

impl fmt::Display for ContentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}
