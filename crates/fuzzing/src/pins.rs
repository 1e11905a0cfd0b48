//! Maps that pin cells: whatever is accepted stays as it was drawn, on a level that keeps its promises.

use std::io;

use undercroft_export::read_pins;
use undercroft_mapgen::{Recipe, Size, Tileset};
use undercroft_testing::assert_keeps_promises;

/// A text, or a map for Tiled, LDtk or REXPaint.
pub(crate) fn pins(data: &[u8]) {
    let mut beside = |_: &str| Err(io::ErrorKind::NotFound.into());
    let Ok(pins) = read_pins(data, &Tileset::standard(), &mut beside) else { return };
    let recipe = Recipe::new(48, 30).accrete().stairs().attempts(3).pinned(pins);
    // Pins may lie outside the level, or be impossible to keep.
    if recipe.validate().is_err() || recipe.level_size() != Size::new(48, 30) {
        return;
    }
    if let Ok(level) = recipe.build(data.len() as u64) {
        assert_keeps_promises(level.as_draft());
    }
}
