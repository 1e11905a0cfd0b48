//! Share links, as the page passes them to the core: a request for a level, and a change to its recipe.

use undercroft_web::{Edit, LevelRequest, PaintRequest, Studio};

use crate::text;

/// The longest side of a level.
const SIDE: u32 = 40;

/// A request for a level as JSON and, on the next lines, changes to its recipe.
pub(crate) fn link(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let (request, edits) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(mut request) = serde_json::from_str::<LevelRequest>(request) else { return };
    let mut studio = Studio::new();
    if let Some(recipe) = &mut request.toml {
        drop(studio.describe(recipe));
        for edit in edits.lines().take(4).filter_map(|line| serde_json::from_str::<Edit>(line).ok()) {
            if let Ok(edited) = studio.edited(recipe, &edit) {
                *recipe = edited;
            }
        }
    }
    // The size of plans and endless levels is not limited by the request. Other targets make those.
    if request.is_plan() || request.endless || !request.files.is_empty() {
        return;
    }
    let Ok(recipe) = request.recipe(undercroft_mapgen::Content::standard()) else { return };
    if recipe.level_size().width > SIDE || recipe.level_size().height > SIDE || recipe.steps().count() > 20 {
        return;
    }
    if studio.show(&request, false).is_ok() {
        drop(studio.figures());
        drop(studio.cell(1, 1, None));
        drop(studio.paint(&PaintRequest::default()));
    }
}
