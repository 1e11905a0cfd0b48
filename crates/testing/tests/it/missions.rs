//! Missions on every ground, judged by a solver that reads only their JSON; and levels broken on purpose.

use std::sync::Arc;

use undercroft_mapgen::steps::Furnish;
use undercroft_mapgen::{
    CHUNK_SIDE, Content, Draft, Dungeon, Floor, Pattern, Plan, Point, Recipe, Rect, Seed, SourceFile, StairLock, Step,
};
use undercroft_testing::PlainLevel;

use crate::{from_environment, seen_from_outside};

/// Recipes with a mission of their own, and others with narrow passages, where one is laid over the level if it fits.
fn recipes() -> impl Iterator<Item = Recipe> {
    let grounds =
        ["stronghold", "keep", "halls", "caves", "rooms", "bsp", "burrow", "vaults", "hive", "maze", "caverns"];
    grounds.into_iter().map(|name| {
        let recipe = Recipe::named(name).unwrap();
        if matches!(name, "stronghold" | "keep") { recipe } else { recipe.then(Furnish::default()) }
    })
}

/// How many levels have a mission, by pattern. Panics at the first that cannot be finished.
fn judged(levels: u64, from: u64) -> std::collections::BTreeMap<String, u64> {
    let mut patterns = std::collections::BTreeMap::new();
    for recipe in recipes() {
        for seed in from..from + levels {
            let level = recipe.build(seed).unwrap_or_else(|error| panic!("{} {seed}: {error}", recipe.name()));
            let outside = seen_from_outside(level.as_draft());
            outside.judge().unwrap_or_else(|broken| panic!("{} {seed}: {broken}", recipe.name()));
            assert_eq!(outside.mission.is_some(), level.mission().is_some());
            let pattern = level.mission().map_or("none", |mission| &mission.pattern);
            *patterns.entry(pattern.to_owned()).or_insert(0) += 1;
        }
    }
    patterns
}

#[test]
fn missions_can_be_finished_whatever_the_player_does() {
    let patterns = judged(12, 0);
    assert!(Pattern::all().iter().filter(|pattern| patterns.contains_key(pattern.name())).count() > 8, "{patterns:?}");
}

#[test]
fn the_stairs_of_a_dungeon_suit_the_missions_that_its_levels_are_laid_out_for() {
    let text = Recipe::embedded_text("stronghold").expect("the recipe is built in");
    let text = text.replacen("do = \"mission\"", "do = \"mission\"\nmissions = [\"keys-in-order\"]", 1);
    let recipe = Recipe::parse(SourceFile::new("stronghold", &text), Content::standard()).unwrap();
    let plan = Plan::new("strongholds").levels(0..=5, recipe).build().unwrap();
    let mut suited = 0;
    for seed in 0..4 {
        let dungeon = Dungeon::new(plan.clone(), seed);
        for depth in 0..=5 {
            let Floor::Bounded(level) = dungeon.level(depth).unwrap() else { panic!("depth {depth} is not bounded") };
            let outside = seen_from_outside(level.as_draft());
            outside.judge().unwrap_or_else(|broken| panic!("{seed}, depth {depth}: {broken}"));
            suited += u32::from(level.mission().is_some_and(|mission| &*mission.pattern == "keys-in-order"));
        }
    }
    assert!(suited >= 23, "only {suited} of 24 levels have their mission");
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_missions_can_be_finished_whatever_the_player_does() {
    let levels = from_environment("LEVELS", 10_000);
    let patterns = judged(levels, 1_000);
    let recipes = recipes().count() as u64;
    println!("{} levels of {recipes} recipes, none broken", recipes * levels);
    for (pattern, levels) in patterns {
        println!("| {pattern} | {levels} |");
    }
}

/// A dungeon of one recipe, with two locks: the second key lies on the level of the first lock.
fn locked_dungeon(recipe: Recipe, seed: u64) -> Arc<Dungeon> {
    let (first, second) = (StairLock::new("silver", 0, 2), StairLock::new("golden", 2, 3));
    let plan = Plan::new("locked").levels(0..=4, recipe).lock(first).lock(second).build();
    Dungeon::new(plan.unwrap_or_else(|error| panic!("{error}")), seed)
}

/// Judges the halves of every lock, level by level, each made by a dungeon of its own.
fn judge_locked(levels: u64, from: u64) -> u64 {
    let mut judged = 0;
    for recipe in recipes() {
        for seed in from..from + levels {
            let mut halves = Vec::new();
            for depth in [3, 0, 2] {
                let name = recipe.name();
                let floor = locked_dungeon(recipe.clone(), seed).level(depth);
                let Floor::Bounded(level) = floor.unwrap_or_else(|error| panic!("{name} {seed}: {error}")) else {
                    panic!("{name} is not bounded");
                };
                let outside = seen_from_outside(level.as_draft());
                outside.judge().unwrap_or_else(|broken| panic!("{name} {seed}, depth {depth}: {broken}"));
                let mission = outside.mission.unwrap_or_else(|| panic!("{name} {seed}, depth {depth}\n{level}"));
                halves.push((mission.for_below, mission.from_above));
                judged += 1;
            }
            let key = |name: &str, depth: i64| vec![(name.to_owned(), depth)];
            let expected =
                [(vec![], key("golden", 2)), (key("silver", 2), vec![]), (key("golden", 3), key("silver", 0))];
            assert_eq!(halves, expected, "{} {seed}", recipe.name());
        }
    }
    judged
}

#[test]
fn a_key_on_one_depth_opens_the_stairs_of_another() {
    judge_locked(3, 0);
}

#[test]
#[ignore = "takes minutes"]
fn thousands_of_locked_stairs_have_their_key_above() {
    let levels = from_environment("LEVELS", 200);
    println!("{} levels with a key or a lock for another depth, none broken", judge_locked(levels, 1_000));
}

/// The chunks in the side of a region.
const REGION: u32 = 2;

/// Whole regions of an endless level: `side` times `side` of them.
fn regions(recipe: &Recipe, seed: u64, first: (i32, i32), side: u32) -> Draft {
    let dungeon = Dungeon::new(Plan::of(recipe.clone(), true).unwrap_or_else(|error| panic!("{error}")), seed);
    let length = (REGION * CHUNK_SIDE) as i32;
    let cells = Rect::new(first.0 * length, first.1 * length, side * length as u32, side * length as u32);
    dungeon.level(1).and_then(|floor| floor.window(cells)).unwrap_or_else(|error| panic!("{error}"))
}

/// The recipes of endless levels, with strongrooms as the last step that shapes the ground.
fn endless_recipes() -> impl Iterator<Item = Recipe> {
    let names = ["halls-endless", "caves", "shallow-cave", "caverns", "surface", "hive"];
    names.into_iter().map(|name| {
        let text = Recipe::embedded_text(name).expect("the recipe is built in");
        let step = format!("[[step]]\ndo = \"strongrooms\"\nregion = {REGION}\n\n[[step]]\ndo = \"start\"");
        let text = text.replacen("[[step]]\ndo = \"start\"", &step, 1);
        assert!(text.contains("strongrooms"), "{name} has a start");
        Recipe::parse(SourceFile::new(name, &text), Content::standard()).unwrap_or_else(|error| panic!("{error}"))
    })
}

/// Judges regions of every endless recipe, near and far, in windows of four. Returns how many.
fn judge_regions(windows: u64, from: u64) -> usize {
    let mut judged = 0;
    for recipe in endless_recipes() {
        for seed in from..from + windows {
            let far = Seed::from(seed).fork("windows").rng().range(-10_000_000..=10_000_000);
            let first = if seed % 2 == 0 { (-1, -1) } else { (far, far / 3) };
            let window = seen_from_outside(&regions(&recipe, seed, first, 2));
            let name = recipe.name();
            window.judge_window().unwrap_or_else(|broken| panic!("{name} {seed}: {broken}"));
            window.judge_regions().unwrap_or_else(|broken| panic!("{name} {seed}: {broken}\n{window}"));
            assert_eq!(window.missions.len(), 4, "{name} {seed}: every region has a mission\n{window}");
            judged += window.missions.len();
        }
    }
    judged
}

#[test]
fn every_region_of_an_endless_level_has_a_lock_and_a_key_of_its_own() {
    judge_regions(2, 0);
}

#[test]
#[ignore = "takes minutes"]
fn thousands_of_regions_of_endless_levels_have_a_lock_and_a_key_of_their_own() {
    let windows = from_environment("WINDOWS", 100);
    println!("{} regions of 6 recipes, none broken", judge_regions(windows, 1_000));
}

#[test]
fn a_region_is_the_same_in_any_window() {
    for recipe in endless_recipes() {
        let wide = regions(&recipe, 7, (-2, 4), 2);
        let alone = regions(&recipe, 7, (-1, 5), 1);
        let cut = wide.window(alone.size().rect().moved(alone.origin));
        let kinds = |draft: &Draft| draft.tiles().clone();
        assert!(kinds(&cut) == kinds(&alone), "{}\n{cut}\n{alone}", recipe.name());
        assert_eq!(alone.region_missions(), cut.region_missions(), "{}", recipe.name());
        assert_eq!(alone.region_missions().len(), 1);
    }
}

#[test]
fn regions_and_locked_stairs_that_are_broken_on_purpose_are_caught() {
    let endless_caves = endless_recipes().find(|recipe| recipe.name() == "caves").expect("caves can be endless");
    let caves = Recipe::named("caves").unwrap();
    let broken = |harm: fn(&mut PlainLevel)| {
        let mut window = seen_from_outside(&regions(&endless_caves, 3, (0, 0), 1));
        window.judge_regions().unwrap_or_else(|broken| panic!("{broken}"));
        harm(&mut window);
        window.judge_regions().expect_err("the harm is found")
    };
    assert!(broken(|level| level.missions[0].keys.clear()).contains("cannot be finished"));
    assert!(broken(|level| level.missions[0].locks.clear()).contains("needed is false"));
    assert!(broken(|level| level.missions[0].keys[0].1 = level.missions[0].goal).contains("cannot be finished"));

    let broken = |depth: u32, harm: fn(&mut PlainLevel)| {
        let floor = locked_dungeon(caves.clone(), 3).level(depth).unwrap();
        let Floor::Bounded(level) = floor else { panic!("caves are bounded here") };
        let mut outside = seen_from_outside(level.as_draft());
        harm(&mut outside);
        outside.judge().expect_err("the harm is found").to_string()
    };
    assert!(broken(3, |level| level.mission.as_mut().unwrap().from_above.clear()).contains("cannot be finished"));
    assert!(broken(3, |level| level.mission.as_mut().unwrap().from_above[0].1 = 3).contains("not above its lock"));
    assert!(broken(3, |level| level.mission.as_mut().unwrap().goal = level.start.unwrap()).contains("needed is false"));
    assert!(broken(0, |level| level.mission.as_mut().unwrap().keys[0].1 = (0, 0)).contains("cannot be taken"));
    assert!(broken(0, |level| level.mission.as_mut().unwrap().for_below[0].1 = 0).contains("not below its own"));
}

/// Two chambers that one passage joins, with the stairs in the second.
const ONE_PASSAGE: &str = "##################
                           #.....#######....#
                           #.....#######....#
                           #................#
                           #.....#######....#
                           #.....#######...>#
                           ##################";

/// The same with two passages.
const TWO_PASSAGES: &str = "##################
                            #.....#######....#
                            #.....#######....#
                            #................#
                            #.....#######...>#
                            #................#
                            ##################";

/// A drawn level with a mission, as the judge sees it.
fn furnished(drawing: &str, mission: &str) -> PlainLevel {
    let mut draft = Draft::parse(drawing);
    draft.start = Some(Point::new(1, 1));
    let step = Furnish::default().missions(vec![mission.into()]).required(true);
    step.apply(&mut draft, Seed::from(3).fork("furnish")).unwrap();
    let outside = seen_from_outside(draft.finish().unwrap().as_draft());
    outside.judge().unwrap_or_else(|broken| panic!("{broken}"));
    outside
}

#[track_caller]
fn assert_caught(mission: &str, expected: &str, harm: impl Fn(&mut PlainLevel)) {
    let mut level = furnished(TWO_PASSAGES, mission);
    harm(&mut level);
    let problem = level.judge().expect_err("the harm is found").to_string();
    assert!(problem.contains(expected), "expected `{expected}` in:\n{problem}");
}

#[test]
fn missions_that_are_broken_on_purpose_are_caught() {
    assert_caught("one-way-loop", "can no longer be finished", |level| {
        // Without the lever, a player who jumps down is stuck; and the goal moves up.
        let mission = level.mission.as_mut().unwrap();
        mission.switches.clear();
        mission.goal = (1, 2);
    });
    assert_caught("drop-and-long-way", "cannot be finished", |level| {
        let mission = level.mission.as_mut().unwrap();
        let (at, from, to) = mission.drops[0];
        mission.drops[0] = (at, to, from);
        mission.locks.push((if at.1 == 3 { (9, 5) } else { (9, 3) }, "red".into()));
    });
    assert_caught("drop-and-long-way", "which is out of reach", |level| {
        level.mission.as_mut().unwrap().walkthrough.insert(0, ("take".into(), (0, 0)));
    });
    assert_caught("shortcut-from-behind", "does not arrive", |level| {
        level.mission.as_mut().unwrap().walkthrough.pop();
    });
}

#[test]
fn a_key_that_is_missing_superfluous_or_wrongly_marked_is_caught() {
    let broken = |harm: fn(&mut PlainLevel)| {
        let mut level = furnished(ONE_PASSAGE, "lock-before-key");
        harm(&mut level);
        level.judge().expect_err("the harm is found").to_string()
    };
    assert!(broken(|level| level.mission.as_mut().unwrap().keys.clear()).contains("cannot be finished"));
    assert!(broken(|level| level.mission.as_mut().unwrap().locks.clear()).contains("needed is false"));
    assert!(broken(|level| level.mission.as_mut().unwrap().keys[0].3 = false).contains("needed is true"));
    assert!(broken(|level| level.mission.as_mut().unwrap().keys[0].1 = (16, 4)).contains("cannot be finished"));
}
