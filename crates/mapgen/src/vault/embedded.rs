//! The built-in vaults.

use std::sync::{Arc, LazyLock};

use super::Vault;
use crate::content::SourceFile;
use crate::{Content, LookupError};

/// The name and text of every file.
macro_rules! vaults {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("vaults/", $name, ".toml"), include_str!(concat!("../../content/vaults/", $name, ".toml")))),*]
    };
}

const FILES: &[(&str, &str)] = vaults![
    "alarm-bell",
    "ambush-hall",
    "aquarium",
    "aqueduct",
    "archers-gallery",
    "arena",
    "armoury",
    "audience-hall",
    "barracks",
    "barricade",
    "barrow",
    "bat-roost",
    "bath-house",
    "bomb-cellar",
    "bottomless-hall",
    "broken-tower",
    "burning-garden",
    "burning-shore",
    "burnt-library",
    "cage-of-charms",
    "cage-of-scrolls",
    "catacombs",
    "chasm-ledge",
    "chasm",
    "checkpoint",
    "cistern",
    "cloister",
    "closing-gallery",
    "coiled-temple",
    "collapsing-floor",
    "colonnade",
    "counting-house",
    "crevice",
    "cross-room",
    "crypt",
    "crystal-forest",
    "crystal-grotto",
    "dark-shrine",
    "dead-legion",
    "dolmen",
    "dragons-bed",
    "drill-yard",
    "drowned-throne",
    "dry-well",
    "dye-works",
    "ember-nest",
    "fallen-columns",
    "fallen-hall",
    "family-tomb",
    "fire-altar",
    "flooded-hall",
    "flooding-vault",
    "forge",
    "foundry",
    "fountain",
    "frozen-room",
    "fungus-bed",
    "garden",
    "gas-chamber",
    "gatehouse",
    "geode",
    "glass-gallery",
    "glass-maze",
    "glass-treasury",
    "goblin-camp",
    "graveyard",
    "great-tree",
    "grove",
    "guard-post",
    "guarded-altar",
    "hall-of-faces",
    "hedge-maze",
    "kitchen",
    "kobold-warren",
    "lake-island",
    "lantern-hall",
    "lava-bridge",
    "library",
    "lock-up",
    "long-bridge",
    "map-room",
    "marsh",
    "mausoleum",
    "menagerie",
    "mill-race",
    "minotaurs-court",
    "miser-island",
    "moated-keep",
    "moon-spring",
    "mushroom-ring",
    "observatory",
    "ogre-den",
    "ogre-kitchen",
    "ogre-toll",
    "old-wall",
    "orchard",
    "ossuary",
    "oubliette",
    "paralysis-crypt",
    "pavilion",
    "pedlars-rest",
    "pillared-hall",
    "plank-bridges",
    "pool",
    "powder-store",
    "prison",
    "rat-nest",
    "rat-trap",
    "ring-passage",
    "rival-altars",
    "river-ford",
    "rotunda",
    "ruin",
    "ruined-chapel",
    "scriptorium",
    "sculptors-yard",
    "shrine",
    "sinkhole",
    "slag-heap",
    "smugglers-cache",
    "snail",
    "snake-pit",
    "spider-chasm",
    "spider-larder",
    "standing-stones",
    "star-chamber",
    "storeroom",
    "strongroom",
    "study",
    "suits-of-armour",
    "sunken-tomb",
    "temple",
    "three-doors",
    "throne-room",
    "treasury",
    "waking-statues",
    "web-cellar",
    "willow-pond",
    "wine-cellar",
    "workshop",
    "worm-tunnel",
];

static VAULTS: LazyLock<Arc<[Vault]>> = LazyLock::new(|| {
    // A test parses every embedded file.
    let parse =
        |(name, text): &(&str, &str)| Vault::parse(SourceFile::new(name, text)).expect("embedded vaults are valid");
    FILES.iter().map(parse).collect()
});

impl Vault {
    /// The built-in vaults, sorted by name.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &VAULTS
    }

    /// The built-in vault with this name. [`Content::vault`] also finds your own.
    ///
    /// ```
    /// use undercroft_mapgen::Vault;
    /// assert!(Vault::named("treasury").is_ok());
    /// let error = Vault::named("tresury").unwrap_err();
    /// assert_eq!(error.to_string(), "no vault is called `tresury`; did you mean `treasury`?");
    /// ```
    ///
    /// # Errors
    /// If there is no such vault. The error suggests the nearest name.
    pub fn named(name: &str) -> Result<Self, LookupError> {
        Content::standard().vault(name)
    }

    /// The text of a built-in vault, as a starting point for your own.
    #[must_use]
    pub fn embedded_text(name: &str) -> Option<&'static str> {
        let is_named =
            |file: &str| file.strip_prefix("vaults/").and_then(|file| file.strip_suffix(".toml")) == Some(name);
        FILES.iter().find(|(file, _)| is_named(file)).map(|(_, text)| *text)
    }

    /// The built-in vaults, shared.
    pub(crate) fn standard() -> Arc<[Self]> {
        VAULTS.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_vault_is_valid_and_named_after_its_file() {
        let mut before = "";
        for (file, text) in FILES {
            let vault = Vault::parse(SourceFile::new(file, text)).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(*file, format!("vaults/{}.toml", vault.name()));
            assert_eq!(Vault::embedded_text(vault.name()), Some(*text));
            assert!(!vault.description().is_empty(), "{file} has no description");
            assert!(vault.tags().next().is_some(), "{file} has no tags");
            assert!(before < *file, "{file} is out of order");
            before = file;
        }
    }
}
