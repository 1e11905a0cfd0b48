//! The recipe `halls`: good levels at any size, and figures like those of Brogue's levels.

use proptest::prelude::*;
use undercroft_mapgen::{BuildError, Level, Recipe, StairKind};
use undercroft_testing::assert_keeps_promises;

use crate::figures::{FIGURES, LevelPlan, Spread};

fn halls(width: u32, height: u32) -> Recipe {
    Recipe::named("halls").unwrap().sized(width, height)
}

/// Checks that the judge accepts the level, and that there is exactly one staircase each way.
#[track_caller]
fn assert_good(level: &Level) {
    assert_keeps_promises(level.as_draft());
    for kind in [StairKind::Up, StairKind::Down] {
        assert_eq!(level.stairs().iter().filter(|stair| stair.kind == kind).count(), 1, "{kind:?}:\n{level}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_size_gives_a_good_level_or_is_refused(width in 3..90_u32, height in 3..60_u32, seed: u64) {
        match halls(width, height).build(seed) {
            Ok(level) => assert_good(&level),
            Err(BuildError::BadSize { .. }) => prop_assert!(width < 5 || height < 5),
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

#[test]
fn the_smallest_levels_are_good() {
    for (width, height) in [(5, 5), (5, 6), (6, 5), (7, 7), (5, 50), (50, 5), (9, 12), (12, 12)] {
        for seed in 0..30 {
            assert_good(&halls(width, height).build(seed).unwrap_or_else(|error| panic!("{error}")));
        }
    }
}

#[test]
fn widths_around_multiples_of_64_are_good() {
    for width in [62, 63, 64, 65, 66, 127, 128, 129, 130] {
        assert_good(&halls(width, 30).build(u64::from(width)).unwrap_or_else(|error| panic!("{error}")));
    }
}

#[test]
fn a_large_level_is_filled_to_its_corners() {
    let level = halls(300, 200).build(1).unwrap();
    assert_good(&level);
    let open = level.open();
    for (x, y) in [(0, 0), (250, 0), (0, 150), (250, 150)] {
        let corner = undercroft_mapgen::Rect::new(x, y, 50, 50);
        let share = open.count_in(corner) as f64 / corner.area() as f64;
        assert!(share > 0.2, "only {share} of {corner:?} is open");
    }
}

#[test]
fn stairs_stand_in_niches_far_apart() {
    for seed in 0..50 {
        let level = halls(79, 29).build(seed).unwrap();
        for kind in [StairKind::Up, StairKind::Down] {
            let at = level.stairs_to(kind).unwrap();
            assert_eq!(at.four().filter(|near| level.is_open(*near)).count(), 1, "seed {seed}:\n{level}");
        }
        assert!(
            level.as_draft().min_path_length >= 25,
            "seed {seed}: {} steps\n{level}",
            level.as_draft().min_path_length
        );
    }
}

/// Medians over some seeds at Brogue's size lie between Brogue's percentiles, and few drafts are vetoed.
fn assert_figures_like_brogues(seeds: u64) {
    let recipe = halls(79, 29);
    let mut drafts = 0;
    let plans: Vec<LevelPlan> = (1..=seeds)
        .map(|seed| {
            let level = recipe.build(seed).unwrap();
            drafts += level.attempts();
            LevelPlan::of(&level)
        })
        .collect();
    for figure in FIGURES.iter().filter(|figure| figure.is_promised) {
        let mut values: Vec<f64> = plans.iter().map(|plan| figure.of(plan)).collect();
        let ours = Spread::of(&mut values);
        let theirs = figure.brogue.expect("promised figures were measured");
        let both = format!("{}: {} against {}", figure.name, figure.columns(ours), figure.columns(theirs));
        assert!((theirs.low..=theirs.high).contains(&ours.median), "{both}");
        match figure.name.split(' ').next() {
            Some("loops") => assert!(ours.median >= theirs.median, "{both}"),
            Some("dead") => assert!(ours.median <= theirs.median, "{both}"),
            Some("components") => assert!(values.iter().all(|count| *count == 1.0)),
            _ => {}
        }
    }
    assert!(u64::from(drafts) * 20 < seeds * 21, "{drafts} drafts for {seeds} levels");
}

#[test]
fn levels_have_figures_like_brogues() {
    assert_figures_like_brogues(100);
}

#[test]
#[ignore = "a minute; docs/halls.md shows its result as a table"]
fn six_hundred_levels_have_figures_like_brogues() {
    assert_figures_like_brogues(600);
}

#[test]
#[ignore = "minutes"]
fn ten_thousand_levels_are_good_and_rarely_vetoed() {
    let recipe = Recipe::named("halls").unwrap();
    let mut drafts = 0;
    for seed in 0..10_000 {
        let level = recipe.build(seed).unwrap_or_else(|error| panic!("{error}"));
        assert_good(&level);
        drafts += level.attempts();
    }
    assert!(drafts < 10_500, "{drafts} drafts for 10,000 levels");
}
