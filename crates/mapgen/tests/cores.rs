//! Large levels are the same on any number of cores.

#![cfg(feature = "parallel")]

use undercroft_mapgen::{Level, Recipe};

/// A level made by so many cores.
fn level(recipe: &Recipe, cores: usize) -> Level {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(cores).build().expect("a pool of threads can be made");
    pool.install(|| recipe.build(7_u64)).expect("the recipe makes sense")
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
