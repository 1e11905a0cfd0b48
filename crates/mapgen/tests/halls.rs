//! What the recipe `halls` promises: every level whole, at any size, and built like Brogue's levels are.

use std::collections::BTreeSet;

use proptest::prelude::*;
use undercroft_mapgen::{BuildError, Level, Recipe, StairKind};

mod figures;

fn halls(width: u32, height: u32) -> Recipe {
    Recipe::named("halls").unwrap().sized(width, height)
}

/// Judges a level by its drawing alone, with no code of the generator's.
fn assert_whole(level: &Level) {
    let text = level.to_string();
    let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let open = |x: usize, y: usize| {
        let glyph = rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or('#');
        "·+'<>~.=,\"@".contains(glyph)
    };
    let cells: BTreeSet<(usize, usize)> =
        (0..rows.len()).flat_map(|y| (0..rows[y].len()).map(move |x| (x, y))).filter(|(x, y)| open(*x, *y)).collect();

    let (right, bottom) = (rows[0].len() - 1, rows.len() - 1);
    let on_border = cells.iter().any(|(x, y)| *x == 0 || *y == 0 || *x == right || *y == bottom);
    assert!(!on_border, "the border is open:\n{text}");

    let mut reached = BTreeSet::new();
    let mut waiting: Vec<(usize, usize)> = cells.iter().take(1).copied().collect();
    while let Some((x, y)) = waiting.pop() {
        if cells.contains(&(x, y)) && reached.insert((x, y)) {
            // No open cell is on the border, so there are cells on all sides.
            waiting.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
        }
    }
    assert_eq!(reached.len(), cells.len(), "cells that cannot be reached:\n{text}");
    assert!(!cells.is_empty());

    for glyph in ['<', '>'] {
        assert_eq!(text.matches(glyph).count(), 1, "not one {glyph}:\n{text}");
    }
    assert_eq!(text.matches('+').count(), level.doors.len(), "doors that are not in the list:\n{text}");
    for door in &level.doors {
        let (x, y) = (door.x as usize, door.y as usize);
        let (across, along) = ((open(x - 1, y), open(x + 1, y)), (open(x, y - 1), open(x, y + 1)));
        let stands = matches!((across, along), ((true, true), (false, false)) | ((false, false), (true, true)));
        assert!(stands, "the door at {door} does not stand between walls:\n{text}");
        assert_eq!(rows[y][x], '+', "no door at {door}:\n{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn levels_of_any_size_are_whole_or_refused(width in 3..90_u32, height in 3..60_u32, seed: u64) {
        match halls(width, height).build(seed) {
            Ok(level) => assert_whole(&level),
            Err(BuildError::BadSize { .. }) => prop_assert!(width < 5 || height < 5),
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

#[test]
fn the_smallest_levels_are_whole() {
    for (width, height) in [(5, 5), (5, 6), (6, 5), (7, 7), (5, 50), (50, 5), (9, 12), (12, 12)] {
        for seed in 0..30 {
            assert_whole(&halls(width, height).build(seed).unwrap_or_else(|error| panic!("{error}")));
        }
    }
}

#[test]
fn levels_as_wide_as_words_are_whole() {
    for width in [62, 63, 64, 65, 66, 127, 128, 129, 130] {
        assert_whole(&halls(width, 30).build(u64::from(width)).unwrap_or_else(|error| panic!("{error}")));
    }
}

#[test]
fn a_large_level_is_whole_and_filled_to_its_corners() {
    let level = halls(300, 200).build(1).unwrap();
    assert_whole(&level);
    let open = level.open();
    for (x, y) in [(0, 0), (250, 0), (0, 150), (250, 150)] {
        let corner = undercroft_mapgen::Rect::new(x, y, 50, 50);
        let share = open.count_in(corner) as f64 / corner.area() as f64;
        assert!(share > 0.2, "only {share} of {corner:?} is open");
    }
}

#[test]
fn stairs_stand_in_niches_a_good_walk_apart() {
    for seed in 0..50 {
        let level = halls(79, 29).build(seed).unwrap();
        for kind in [StairKind::Up, StairKind::Down] {
            let at = level.stairs_to(kind).unwrap();
            assert_eq!(at.four().filter(|near| level.is_open(*near)).count(), 1, "seed {seed}:\n{level}");
        }
        assert!(level.min_path_length >= 25, "seed {seed}: {} steps\n{level}", level.min_path_length);
    }
}

/// The figures' medians over some seeds at Brogue's size, and the share of drafts that were vetoed.
fn assert_in_the_class_of_brogue(seeds: u64) {
    let recipe = halls(79, 29);
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); figures::FIGURES.len()];
    let mut drafts = 0;
    for seed in 1..=seeds {
        let level = recipe.build(seed).unwrap();
        drafts += level.attempts();
        for (column, value) in columns.iter_mut().zip(figures::measure(&level)) {
            column.push(value);
        }
    }
    for (figure, values) in figures::FIGURES.iter().zip(&mut columns) {
        let ours = figures::Spread::of(values);
        if let Some(theirs) = figure.of_brogue.filter(|_| figure.is_promised) {
            let both = format!("{}: {} beside {}", figure.name, figure.columns(ours), figure.columns(theirs));
            assert!((theirs.low..=theirs.high).contains(&ours.median), "{both}");
            match figure.name.split(' ').next() {
                Some("loops") => assert!(ours.median >= theirs.median, "{both}"),
                Some("dead") => assert!(ours.median <= theirs.median, "{both}"),
                Some("separate") => assert!(values.iter().all(|parts| *parts == 1.0)),
                _ => {}
            }
        }
    }
    assert!(u64::from(drafts) * 20 < seeds * 21, "{drafts} drafts for {seeds} levels");
}

#[test]
fn levels_are_in_the_class_of_brogues() {
    assert_in_the_class_of_brogue(100);
}

#[test]
#[ignore = "takes a minute; the table in docs/halls.md shows the same"]
fn six_hundred_levels_are_in_the_class_of_brogues() {
    assert_in_the_class_of_brogue(600);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_levels_are_whole_and_rarely_vetoed() {
    let recipe = Recipe::named("halls").unwrap();
    let mut drafts = 0;
    for seed in 0..10_000 {
        let level = recipe.build(seed).unwrap_or_else(|error| panic!("{error}"));
        assert_whole(&level);
        drafts += level.attempts();
    }
    assert!(drafts < 10_500, "{drafts} drafts for 10,000 levels");
}
