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
    "aqueduct",
    "armoury",
    "audience-hall",
    "barracks",
    "barrow",
    "bath-house",
    "burning-shore",
    "catacombs",
    "chasm",
    "checkpoint",
    "cistern",
    "coiled-temple",
    "colonnade",
    "counting-house",
    "cross-room",
    "crypt",
    "crystal-grotto",
    "drill-yard",
    "dry-well",
    "dye-works",
    "family-tomb",
    "fire-altar",
    "flooded-hall",
    "forge",
    "foundry",
    "fountain",
    "garden",
    "gatehouse",
    "glass-gallery",
    "glass-treasury",
    "graveyard",
    "grove",
    "guard-post",
    "kitchen",
    "lake-island",
    "lava-bridge",
    "library",
    "lock-up",
    "map-room",
    "marsh",
    "mausoleum",
    "mill-race",
    "miser-island",
    "moon-spring",
    "observatory",
    "ossuary",
    "pavilion",
    "pillared-hall",
    "pool",
    "powder-store",
    "ring-passage",
    "rival-altars",
    "river-ford",
    "rotunda",
    "ruin",
    "scriptorium",
    "sculptors-yard",
    "shrine",
    "sinkhole",
    "slag-heap",
    "smugglers-cache",
    "standing-stones",
    "star-chamber",
    "storeroom",
    "strongroom",
    "study",
    "sunken-tomb",
    "temple",
    "three-doors",
    "treasury",
    "wine-cellar",
    "workshop",
];

static VAULTS: LazyLock<Arc<[Vault]>> = LazyLock::new(|| {
    // A test parses every embedded file.
    let parse =
        |(name, text): &(&str, &str)| Vault::parse(SourceFile::new(name, text)).expect("embedded vaults are valid");
    FILES.iter().map(parse).collect()
});

impl Vault {
    /// The built-in vaults in the order of their names.
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
    /// There is no such vault. The error suggests the closest name.
    pub fn named(name: &str) -> Result<Self, LookupError> {
        Content::standard().vault(name)
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
            assert!(!vault.description().is_empty(), "{file} has no description");
            assert!(vault.tags().next().is_some(), "{file} has no tags");
            assert!(before < *file, "{file} is out of order");
            before = file;
        }
    }
}
