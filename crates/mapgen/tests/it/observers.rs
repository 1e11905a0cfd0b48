//! Observing a recipe changes nothing, and shows the same result of every step as without an observer.

use std::collections::BTreeMap;

use undercroft_mapgen::{Draft, Metric, Recipe, Requirement};

/// What an observer saw of every step, by attempt and step number.
#[derive(Debug, Default)]
struct Seen {
    parts: BTreeMap<(u32, usize), u32>,
    results: Vec<((u32, usize), u64)>,
}

fn observed_closely(recipe: &Recipe, seed: u64) -> Seen {
    let mut seen = Seen::default();
    let mut last = (1, 0);
    let level = recipe.watch_closely(seed, 1, &mut |snapshot| {
        let here = (snapshot.attempt, snapshot.step);
        assert!(here >= last, "{here:?} came after {last:?}");
        last = here;
        match snapshot.part {
            Some(part) => {
                let parts = seen.parts.entry(here).or_default();
                assert_eq!(part, *parts + 1, "a part of {here:?} is missing");
                assert!(snapshot.label.is_some() && snapshot.veto.is_none());
                *parts = part;
            }
            None => seen.results.push((here, snapshot.draft.fingerprint())),
        }
    });
    assert_eq!(level, recipe.build(seed), "observing changed {} seed {seed}", recipe.name());
    seen
}

fn observed(recipe: &Recipe, seed: u64) -> Vec<((u32, usize), u64)> {
    let mut results = Vec::new();
    let see = &mut |snapshot: &undercroft_mapgen::Snapshot<'_>| {
        assert_eq!(snapshot.part, None, "whole steps only");
        results.push(((snapshot.attempt, snapshot.step), snapshot.draft.fingerprint()));
    };
    let level = recipe.watch(seed, 1, see);
    assert_eq!(level, recipe.build(seed));
    results
}

fn check(recipe: &Recipe, seed: u64) -> Seen {
    let seen = observed_closely(recipe, seed);
    assert_eq!(seen.results, observed(recipe, seed), "{} seed {seed}", recipe.name());
    seen
}

#[test]
fn observing_parts_of_steps_changes_nothing() {
    for name in Recipe::names() {
        let recipe = Recipe::named(name).unwrap();
        for seed in 0..12 {
            check(&recipe, seed);
        }
    }
}

#[test]
#[ignore = "a minute"]
fn observing_changes_nothing_for_many_seeds_and_sizes() {
    for name in Recipe::names() {
        let recipe = Recipe::named(name).unwrap();
        for seed in 0..300 {
            let side = |seed: u64| 30 + (seed * 7 % 90) as u32;
            check(&recipe.clone().sized(side(seed), side(seed + 5)), seed);
        }
    }
}

#[test]
fn vetoed_drafts_are_observed_like_all_others() {
    let picky = Recipe::named("vaults").unwrap().require(Requirement::parse(Metric::Rooms, "19..").unwrap());
    let attempts: Vec<u32> =
        (0..6).filter_map(|seed| check(&picky, seed).results.last().map(|((attempt, _), _)| *attempt)).collect();
    assert!(attempts.iter().any(|attempt| *attempt > 1), "{attempts:?}");
    let never = Recipe::named("caves").unwrap().attempts(3).require(Requirement::parse(Metric::Rooms, "1..").unwrap());
    assert_eq!(check(&never, 1).results.len(), 3 * (1 + 5 + 1));
}

#[test]
fn steps_show_their_intermediate_states() {
    let parts = |name: &str, step: usize| {
        let seen = check(&Recipe::named(name).unwrap(), 3);
        seen.parts.get(&(1, step)).copied().unwrap_or(0)
    };
    let level = |name: &str| Recipe::named(name).unwrap().build(3).unwrap();
    let rooms = level("rooms").rooms().len() as u32;
    assert_eq!(parts("rooms", 1), rooms);
    assert_eq!(parts("rooms", 2), rooms - 1);
    assert_eq!(parts("caves", 2), 7, "the eighth pass is the result of the step");
    assert!(parts("caves", 3) > 1, "pockets, and then tunnels");
    // A cut and a corridor for every room but the first, the uncut map, and the rooms.
    assert_eq!(parts("bsp", 1), 3 * level("bsp").rooms().len() as u32 - 1);
    assert_eq!(parts("maze", 1), 60);
    assert!((30..=61).contains(&parts("burrow", 1)), "{}", parts("burrow", 1));
    assert!((30..=61).contains(&parts("crystal", 2)), "{}", parts("crystal", 2));
    assert!(parts("halls", 4) > 10);
    assert!(parts("vaults", 11) >= 6);
}

#[test]
fn steps_that_only_open_cells_never_close_one_in_between() {
    for (name, step) in [("rooms", 1), ("rooms", 2), ("maze", 1), ("burrow", 1), ("halls", 1), ("halls", 2)] {
        let mut before: Option<Draft> = None;
        let recipe = Recipe::named(name).unwrap();
        let see = &mut |snapshot: &undercroft_mapgen::Snapshot<'_>| {
            if snapshot.step != step {
                return;
            }
            if let Some(before) = &before {
                let mut lost = before.open().clone();
                lost.subtract(snapshot.draft.open());
                assert!(lost.is_empty(), "{name}, part {:?}:\n{}", snapshot.part, snapshot.draft);
            }
            before = Some(snapshot.draft.clone());
        };
        recipe.watch_closely(5, 1, see).unwrap();
        assert!(before.is_some());
    }
}
