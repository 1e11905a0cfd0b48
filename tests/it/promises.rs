//! Every level keeps its promises, as judged by a checker that reads nothing but JSON.
//!
//! The long runs are for when generation has changed:
//! `cargo test --release --test it -- --ignored --nocapture promises`

use std::time::Instant;

use undercroft_mapgen::{BuildError, Level, Recipe, Step};
use undercroft_testing::{from_environment, judge_json};

use crate::common::{recipes, undercroft};

/// Judges a level by its JSON, and checks that the path to the stairs is as long as the recipe requires, or the longest
/// that the ground offers.
#[track_caller]
fn assert_keeps_promises(recipe: &Recipe, level: &Level) {
    let mut json = Vec::new();
    undercroft_export::json::write(level.as_draft(), &mut json).expect("memory can be written to");
    let json = std::str::from_utf8(&json).expect("JSON is text");
    let level = judge_json(json).unwrap_or_else(|problem| panic!("{problem}"));
    let share = recipe.steps().filter_map(|(_, step)| path_share(step)).fold(0.0, f64::max);
    let required = (share * (level.width + level.height) as f64) as u32;
    if let Some(steps) = level.path_to_stairs() {
        let arrivals = level.stairs.iter().filter(|(kind, _)| kind == "up").map(|(_, at)| *at).chain(level.start);
        let longest = level.steps_from(arrivals).into_iter().flatten().max().unwrap_or(0);
        let required = required.min(longest);
        assert!(steps >= required, "{steps} steps to the stairs; {required} are required\n{level}");
    }
}

/// The length of the path to the stairs that a step requires, as a share of width plus height.
fn path_share(step: &dyn Step) -> Option<f64> {
    (step.name() == "stairs").then(|| step.parameters().get("walk")?.as_float()).flatten()
}

/// Makes and judges the levels of many seeds: a row of the table, or the first failure.
fn try_seeds(name: &str, seeds: std::ops::Range<u64>) -> String {
    let recipe = Recipe::named(name).unwrap_or_else(|error| panic!("{error}"));
    let (count, mut attempts, started) = (seeds.end - seeds.start, 0_u64, Instant::now());
    for seed in seeds {
        let level = recipe.build(seed).unwrap_or_else(|error| panic!("{error}"));
        attempts += u64::from(level.attempts());
        assert_keeps_promises(&recipe, &level);
    }
    let vetoed = (attempts - count) as f64 / attempts as f64;
    // A few dozen seeds say little about rare vetoes, so a small run is allowed a few more.
    let allowed = 0.05 + 1.0 / (count as f64).sqrt();
    let limit = if count >= 1000 { 0.05 } else { allowed };
    assert!(vetoed < limit, "{name}: {:.1} % of drafts were vetoed", vetoed * 100.0);
    format!("| {name} | {count} | 0 | {:.2} % | {:.1} s |", vetoed * 100.0, started.elapsed().as_secs_f64())
}

const TABLE: &str = "| recipe | levels | broken | drafts vetoed | time |\n|---|---:|---:|---:|---:|";

#[test]
fn every_recipe_keeps_its_promises() {
    for name in recipes() {
        try_seeds(&name, 0..30);
    }
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_levels_of_every_recipe_keep_their_promises() {
    println!("{TABLE}");
    let first = from_environment("FIRST", 0);
    for name in recipes() {
        println!("{}", try_seeds(&name, first..first + from_environment("COUNT", 10_000)));
    }
}

/// Forty unusual sizes: tiny, flat, tall, square, odd and even.
const ODD_SIZES: [(u32, u32); 40] = [
    (5, 5),
    (6, 5),
    (5, 7),
    (7, 7),
    (8, 8),
    (9, 6),
    (11, 9),
    (13, 13),
    (16, 10),
    (17, 23),
    (5, 60),
    (60, 5),
    (7, 99),
    (101, 6),
    (9, 150),
    (200, 8),
    (12, 200),
    (300, 10),
    (15, 15),
    (21, 80),
    (25, 25),
    (31, 17),
    (33, 64),
    (40, 20),
    (41, 41),
    (50, 11),
    (53, 37),
    (60, 60),
    (64, 64),
    (65, 33),
    (79, 29),
    (80, 25),
    (81, 51),
    (97, 89),
    (100, 100),
    (120, 90),
    (127, 63),
    (150, 200),
    (255, 129),
    (300, 200),
];

/// Makes and judges levels of a size. A recipe may refuse a size, but must not fail in any other way.
fn try_size(name: &str, (width, height): (u32, u32), seeds: std::ops::Range<u64>) -> [u64; 3] {
    let recipe = Recipe::named(name).unwrap_or_else(|error| panic!("{error}")).sized(width, height);
    let [mut made, mut refused, mut given_up] = [0; 3];
    for seed in seeds {
        match recipe.build(seed) {
            Ok(level) => {
                assert_keeps_promises(&recipe, &level);
                made += 1;
            }
            Err(BuildError::BadSize { .. }) => refused += 1,
            Err(BuildError::OutOfAttempts { .. }) => given_up += 1,
            Err(other) => panic!("{name} at {width}x{height}, seed {seed}: {other}"),
        }
    }
    [made, refused, given_up]
}

#[test]
fn odd_sizes_keep_their_promises() {
    for name in recipes() {
        for size in ODD_SIZES {
            try_size(&name, size, 0..1);
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn two_hundred_levels_of_every_odd_size_keep_their_promises() {
    println!("| recipe | made | broken | size refused | out of attempts | at |\n|---|---:|---:|---:|---:|---|");
    let first = from_environment("FIRST", 0);
    for name in recipes() {
        let mut sums = [0; 3];
        let mut hard = Vec::new();
        for size in ODD_SIZES {
            let counts = try_size(&name, size, first..first + from_environment("COUNT", 200));
            if counts[2] > 0 {
                hard.push(format!("{}x{} ({})", size.0, size.1, counts[2]));
            }
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let [made, refused, given_up] = sums;
        println!("| {name} | {made} | 0 | {refused} | {given_up} | {} |", hard.join(", "));
    }
}

#[test]
fn what_the_command_writes_keeps_its_promises() {
    for name in recipes() {
        let ran = undercroft(&["generate", &name, "--seed", "7", "--count", "5", "--format", "json"]).ok();
        let levels: Vec<&str> = ran.text().lines().collect();
        assert_eq!(levels.len(), 5, "{name}: a level is not a line");
        for (index, line) in levels.into_iter().enumerate() {
            let level = judge_json(line).unwrap_or_else(|problem| panic!("{problem}"));
            assert_eq!((level.recipe, level.seed), (name.clone(), (7 + index).to_string()));
        }
    }
}
