//! Plan files: whatever is accepted becomes a dungeon whose stairs line up.

use std::sync::LazyLock;

use undercroft_mapgen::{Content, Dungeon, Plan, Recipe, SourceFile};
use undercroft_testing::{PlainLevel, judge_dungeon};

use crate::text;

/// The most levels of a plan to make.
const LEVELS: u32 = 4;
/// The most cells of a level.
const CELLS: u64 = 5_000;
/// What `map = "map.txt"` refers to.
const MAP: &str = "##########\n#..+...>.#\n#..#..~..#\n#<.#.....#\n##########\n";

/// The built-in recipes at a small size.
static SMALL: LazyLock<Content> = LazyLock::new(|| {
    let mut content = Content::default();
    for name in Recipe::names() {
        let recipe = Recipe::named(name).expect("a built-in recipe").sized(44, 26);
        if recipe.validate().is_ok() {
            content.add_recipe(name, recipe);
        }
    }
    content
});

/// A plan file. It can use the built-in recipes and one drawn map.
pub(crate) fn plan(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let read = |name: &str| (name == "map.txt").then(|| MAP.to_owned());
    let Ok(plan) = Plan::parse_with(SourceFile::new("plan.toml", text), &SMALL, &read) else { return };
    let levels = plan.levels().unwrap_or(LEVELS);
    if levels > LEVELS || plan.outline().iter().flat_map(|part| &part.grounds).any(|ground| cells(ground) > CELLS) {
        return;
    }
    if let Err(broken) = judge_dungeon(&Dungeon::new(plan, data.len() as u64), levels, |draft| PlainLevel::from(draft))
    {
        panic!("{broken}");
    }
}

/// The cells of a ground such as `caves 80x50`; 0 if it has no size.
fn cells(ground: &str) -> u64 {
    let sides = ground.rsplit(' ').next().and_then(|size| size.split_once('x'));
    let area = sides.and_then(|(width, height)| width.parse::<u64>().ok()?.checked_mul(height.parse().ok()?));
    area.unwrap_or(0)
}
