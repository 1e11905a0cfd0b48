//! Large levels are the same on any number of threads.

#![cfg(feature = "parallel")]

use undercroft_mapgen::{Draft, Dungeon, Floor, Level, Plan, Recipe, Rect};

/// Runs `f` in its own thread pool.
fn in_pool<T: Send>(threads: usize, f: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    pool.install(f)
}

fn level(recipe: &Recipe, threads: usize) -> Level {
    in_pool(threads, || recipe.build(7_u64)).expect("an embedded recipe never fails")
}

/// A window of an endless level, with nothing in the cache.
fn window(recipe: &Recipe, window: Rect, threads: usize) -> Draft {
    let plan = Plan::of(recipe.clone(), true).expect("the recipe can be endless");
    let Ok(Floor::Endless(level)) = Dungeon::new(plan, 7).level(3) else { panic!("the level is not endless") };
    in_pool(threads, || level.window(window)).expect("the window is within the limits")
}

#[test]
fn a_large_level_is_the_same_on_any_number_of_threads() {
    // Large enough for every step and check to split its work.
    for (name, width, height) in [("caves", 4096, 4096), ("caves", 1500, 9000), ("shallow-cave", 2100, 2050)] {
        let recipe = Recipe::named(name).expect("an embedded recipe").sized(width, height);
        let alone = level(&recipe, 1);
        for threads in [2, 3, 5] {
            // Not `assert_eq`, because a drawing of this size is useless in a message.
            assert!(level(&recipe, threads) == alone, "{name} {width}x{height} differs on {threads} threads");
        }
    }
}

#[test]
fn a_window_of_an_endless_level_is_the_same_on_any_number_of_threads() {
    for name in ["caves", "shallow-cave", "halls-endless"] {
        let recipe = Recipe::named(name).expect("an embedded recipe");
        for area in [Rect::new(-700, -90, 1500, 400), Rect::new(100, -1000, 30, 2000)] {
            let alone = window(&recipe, area, 1);
            for threads in [2, 3, 5] {
                assert!(window(&recipe, area, threads) == alone, "{name}, {area:?} differs on {threads} threads");
            }
        }
    }
}
