//! Vault files: whatever vault is accepted can be stamped on a level without breaking it.

use undercroft_mapgen::steps::Stamp;
use undercroft_mapgen::{Recipe, SourceFile, Vault};
use undercroft_testing::assert_keeps_promises;

use crate::text;

/// A vault file.
pub(crate) fn vault(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(vault) = Vault::parse(SourceFile::new("vault.toml", text)) else { return };
    let stamp = Stamp::default().vault([vault]).repeat(true);
    let grounds = [Recipe::new(48, 40).rooms(12).halls("chain"), Recipe::new(48, 40).scatter(0.5).smooth(4).connect()];
    for ground in grounds {
        let recipe = ground.then(stamp.clone()).stairs();
        // A vault that is larger than the level is refused.
        if recipe.validate().is_err() {
            continue;
        }
        let level = recipe.build(data.len() as u64).unwrap_or_else(|error| panic!("{error}"));
        assert_keeps_promises(level.as_draft());
    }
}
