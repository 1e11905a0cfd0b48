//! Mission files: whatever pattern is accepted can be laid over a level and finished there.

use undercroft_mapgen::steps::Furnish;
use undercroft_mapgen::{Content, Pattern, Recipe, SourceFile};
use undercroft_testing::assert_keeps_promises;

use crate::text;

/// A mission file.
pub(crate) fn mission(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let file = SourceFile::new("missions/own.toml", text);
    let Ok(pattern) = Pattern::parse(file) else { return };
    drop(pattern.walkthrough_in_words().collect::<Vec<_>>());
    let mut content = Content::default();
    content.add(file).unwrap_or_else(|error| panic!("{error}"));
    let furnish = Furnish::default().missions(vec![pattern.name().into()]);
    let grounds = [Recipe::new(40, 30).rooms(40).halls("chain"), Recipe::new(40, 30).bsp()];
    for ground in grounds {
        content.add_recipe("furnished", ground.stairs().then(furnish.clone()));
        // Looking it up binds the step to the pattern.
        let recipe = content.recipe("furnished").unwrap_or_else(|error| panic!("{error}"));
        let level = recipe.build(data.len() as u64).unwrap_or_else(|error| panic!("{error}"));
        assert_keeps_promises(level.as_draft());
    }
}
