//! Large levels are the same on any number of cores.

#![cfg(feature = "parallel")]

use undercroft_mapgen::{Draft, Dungeon, Floor, Level, Plan, Recipe, Rect};

/// Does something with so many cores.
fn with_cores<T: Send>(cores: usize, make: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(cores).build().expect("a pool of threads can be made");
    pool.install(make)
}

/// A level made by so many cores.
fn level(recipe: &Recipe, cores: usize) -> Level {
    with_cores(cores, || recipe.build(7_u64)).expect("the recipe makes sense")
}

/// A window of an endless level that nobody has seen before, made by so many cores.
fn window(recipe: &Recipe, window: Rect, cores: usize) -> Draft {
    let plan = Plan::of(recipe.clone(), true).expect("it can be endless");
    let Ok(Floor::Endless(level)) = Dungeon::new(plan, 7).level(3) else { panic!("it should have no edge") };
    with_cores(cores, || level.window(window)).expect("the window is within the limits")
}

#[test]
fn a_large_level_is_the_same_on_any_number_of_cores() {
    // Large enough for every step and check that shares its work out.
    for (name, width, height) in [("caves", 4096, 4096), ("caves", 1500, 9000), ("shallow-cave", 2100, 2050)] {
        let recipe = Recipe::named(name).expect("it is built in").sized(width, height);
        let alone = level(&recipe, 1);
        for cores in [2, 3, 5] {
            // A picture of so many cells would help nobody.
            assert!(level(&recipe, cores) == alone, "{name} {width}x{height} differs on {cores} cores");
        }
    }
}

#[test]
fn a_window_of_an_endless_level_is_the_same_on_any_number_of_cores() {
    for name in ["caves", "shallow-cave", "halls-endless"] {
        let recipe = Recipe::named(name).expect("it is built in");
        for seen in [Rect::new(-700, -90, 1500, 400), Rect::new(100, -1000, 30, 2000)] {
            let alone = window(&recipe, seen, 1);
            for cores in [2, 3, 5] {
                assert!(window(&recipe, seen, cores) == alone, "{name}, {seen:?} differs on {cores} cores");
            }
        }
    }
}
