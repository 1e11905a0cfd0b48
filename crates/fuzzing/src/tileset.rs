//! Tileset files: whatever recipe accepts the tiles makes a valid level of them.

use undercroft_export::{ColourDepth, PictureOptions, ansi, draw, read_with};
use undercroft_mapgen::{Content, Recipe, SourceFile, Tileset};
use undercroft_testing::assert_keeps_promises;

use crate::text;

/// A tileset file.
pub(crate) fn tileset(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(tiles) = Tileset::parse(SourceFile::new("tiles.toml", text)) else { return };
    let mut content = Content::default();
    content.use_tileset(tiles.into());
    for name in ["caves", "rooms", "bsp"] {
        // Recipes name tiles that a tileset need not have.
        let recipe = content.recipe(name).map(|recipe| recipe.sized(30, 30));
        let Some(recipe) = recipe.ok().filter(|recipe: &Recipe| recipe.validate().is_ok()) else { continue };
        let level = recipe.build(data.len() as u64).unwrap_or_else(|error| panic!("{error}"));
        assert_keeps_promises(level.as_draft());
        let options = PictureOptions::default();
        draw(level.as_draft(), &options).unwrap_or_else(|error| panic!("{error}"));
        drop(ansi::ansi(level.as_draft(), ColourDepth::Palette16));
        let _ = read_with(&level.to_string(), content.tiles());
    }
}
