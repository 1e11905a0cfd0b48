//! Missions on every ground, judged by a solver that reads only their JSON; and levels broken on purpose.

use undercroft_mapgen::steps::Furnish;
use undercroft_mapgen::{Draft, Pattern, Point, Recipe, Seed, Step};
use undercroft_testing::PlainLevel;

use crate::{from_environment, seen_from_outside};

/// Recipes with narrow passages, each with a mission laid over it if one fits.
fn recipes() -> impl Iterator<Item = Recipe> {
    let grounds = ["keep", "halls", "caves", "rooms", "bsp", "burrow", "vaults", "hive", "maze", "caverns"];
    grounds.into_iter().map(|name| {
        let recipe = Recipe::named(name).unwrap();
        if name == "keep" { recipe } else { recipe.then(Furnish::default()) }
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
#[ignore = "takes minutes"]
fn a_hundred_thousand_missions_can_be_finished_whatever_the_player_does() {
    let levels = from_environment("LEVELS", 10_000);
    let patterns = judged(levels, 1_000);
    println!("{} levels of 10 recipes, none broken", 10 * levels);
    for (pattern, levels) in patterns {
        println!("| {pattern} | {levels} |");
    }
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
