//! The vaults that come with the crate.

use std::sync::LazyLock;

use super::Vault;
use crate::content::SourceFile;
use crate::suggest::did_you_mean;

/// The file's name and text of each.
macro_rules! vaults {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("vaults/", $name, ".toml"), include_str!(concat!("../../content/vaults/", $name, ".toml")))),*]
    };
}

const FILES: &[(&str, &str)] = vaults![
    "audience-hall",
    "chasm",
    "cistern",
    "colonnade",
    "cross-room",
    "crypt",
    "crystal-grotto",
    "fountain",
    "garden",
    "glass-gallery",
    "grove",
    "guard-post",
    "lava-bridge",
    "lock-up",
    "pavilion",
    "pillared-hall",
    "pool",
    "ring-passage",
    "rotunda",
    "ruin",
    "shrine",
    "sinkhole",
    "standing-stones",
    "treasury",
];

static VAULTS: LazyLock<Vec<Vault>> = LazyLock::new(|| {
    // A test parses all embedded files, so that this cannot fail in a build that passed.
    let parse =
        |(name, text): &(&str, &str)| Vault::parse(SourceFile::new(name, text)).expect("embedded vaults are valid");
    FILES.iter().map(parse).collect()
});

/// There is no vault of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no vault is called `{name}`; {suggestion}")]
pub struct UnknownVault {
    /// What was asked for.
    pub name: String,
    /// What may have been meant.
    pub suggestion: String,
}

impl Vault {
    /// The vaults that come with the crate, by name.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &VAULTS
    }

    /// The vault of that name that comes with the crate.
    ///
    /// ```
    /// use undercroft_mapgen::Vault;
    /// assert!(Vault::named("treasury").is_ok());
    /// let error = Vault::named("tresury").unwrap_err();
    /// assert_eq!(error.to_string(), "no vault is called `tresury`; did you mean `treasury`?");
    /// ```
    ///
    /// # Errors
    /// Where there is none of that name: the error suggests the nearest.
    pub fn named(name: &str) -> Result<&'static Self, UnknownVault> {
        let known = Self::all().iter().map(Self::name);
        Self::all().iter().find(|vault| vault.name() == name).ok_or_else(|| UnknownVault {
            name: name.into(),
            suggestion: did_you_mean(name, known.collect::<Vec<_>>()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_vault_is_valid_under_the_name_of_its_file() {
        let mut before = "";
        for (file, text) in FILES {
            let vault = Vault::parse(SourceFile::new(file, text)).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(*file, format!("vaults/{}.toml", vault.name()));
            assert!(!vault.description().is_empty(), "{file} does not say what one sees");
            assert!(vault.tags().next().is_some(), "{file} has no tags");
            assert!(before < *file, "{file} is not in its place in the order");
            before = file;
        }
    }
}
