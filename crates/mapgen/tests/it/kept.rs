//! Set pieces stay whole, whatever steps come after them.

use undercroft_mapgen::steps::{
    Accrete, Border, Bridges, Bsp, Connect, DeadEnds, Doors, Furnish, Halls, KeepLargest, Lakes, Loops, Maze, Noise,
    Partitions, Replace, Reserve, Rooms, Scatter, Smooth, Stamp, Voronoi, Walk,
};
use undercroft_mapgen::{Level, Recipe, Rng, Seed, Step};
use undercroft_testing::assert_keeps_promises;

use crate::vaults::is_intact;

#[track_caller]
fn assert_whole(level: &Level, what: &str) {
    assert_keeps_promises(level.as_draft());
    for vault in level.vaults() {
        assert!(is_intact(level.as_draft(), vault), "{what}: `{}` at {:?} is damaged\n{level}", vault.name, vault.area);
    }
}

fn stamp() -> Stamp {
    Stamp::default().fewest(3).most(6).place("rock")
}

#[test]
fn accrete_does_not_break_into_a_vault() {
    let start = Recipe::new(80, 40).then(Accrete::default().share(0.2));
    let mut vaults = 0;
    for seed in 0..40 {
        let level = start.clone().then(stamp()).then(Accrete::default()).then(Loops::default()).build(seed).unwrap();
        assert_eq!(level.attempts(), 1, "seed {seed}");
        assert_whole(&level, &format!("seed {seed}"));
        vaults += level.vaults().len();
    }
    assert!(vaults > 120, "{vaults} vaults on 40 levels");
}

#[test]
fn lakes_do_not_dissolve_the_walls_of_a_vault() {
    let lakes = || Lakes::default().share(0.4).narrowest(10).widest(40);
    for seed in 0..40 {
        let recipe = Recipe::new(80, 40).then(Accrete::default().share(0.5)).then(stamp()).then(lakes());
        let level = recipe.build(seed).unwrap();
        assert_whole(&level, &format!("seed {seed}"));
    }
}

#[test]
fn levels_grow_around_reserved_vaults_and_up_to_their_doors() {
    let reserve = || Reserve::default();
    let recipes = [
        ("accrete", Recipe::new(80, 40).then(reserve()).then(Accrete::default()).then(Loops::default())),
        ("rooms", Recipe::new(80, 50).then(reserve()).then(Rooms::default()).then(Halls::default())),
        ("bsp", Recipe::new(80, 50).then(reserve()).then(Bsp::default())),
        ("caves", Recipe::new(80, 50).then(reserve()).scatter(0.5).smooth(5).connect()),
    ];
    for (name, recipe) in recipes {
        let recipe = recipe.start().stairs();
        let (mut several, mut attempts) = (0, 0);
        for seed in 0..40 {
            let level = recipe.build(seed).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_whole(&level, &format!("{name}, seed {seed}"));
            several += u32::from((3..=6).contains(&level.vaults().len()));
            attempts += level.attempts();
        }
        assert!(several >= 38, "{name}: {several} of 40 levels have 3 to 6 vaults");
        assert!(attempts <= 50, "{name}: {attempts} attempts for 40 levels");
    }
}

/// A step that changes the ground, with default or extreme parameters.
fn any_ground(recipe: Recipe, rng: &mut Rng) -> Recipe {
    fn then(recipe: Recipe, step: impl Step + 'static) -> Recipe {
        recipe.then(step)
    }
    match rng.below(22) {
        0 => then(recipe, Accrete::default()),
        1 => then(recipe, Rooms::default()),
        2 => then(recipe, Bsp::default()),
        3 => then(recipe, Bsp::default().rooms(false)),
        4 => then(recipe, Partitions::default()),
        5 => then(recipe, Scatter::default()),
        6 => then(recipe, Smooth::default()),
        7 => then(recipe, Noise::default()),
        8 => then(recipe, Voronoi::default()),
        9 => then(recipe, Walk::default()),
        10 => then(recipe, Maze::default()),
        11 => then(recipe, Lakes::default().share(0.3)),
        12 => then(recipe, Bridges::default()),
        13 => then(recipe, Loops::default()),
        14 => then(recipe, DeadEnds::default()),
        15 => then(recipe, Doors::default()),
        16 => then(recipe, Replace::default().from("floor").to("moss").chance(0.5)),
        17 => then(recipe, Replace::default().from("wall").to("floor").chance(0.1)),
        18 => then(recipe, Border::default()),
        19 => then(recipe, KeepLargest::default()),
        20 => then(recipe, Connect::default()),
        _ => recipe.fill("floor").border(),
    }
}

#[test]
fn three_hundred_random_recipes_keep_every_vault_whole() {
    let (mut vaults, mut built) = (0, 0);
    for seed in 0..300_u64 {
        let mut rng = Seed::from(seed).fork("recipe").rng();
        let first = match rng.below(4) {
            0 => Recipe::new(60, 40).then(Accrete::default().share(0.3)),
            1 => Recipe::new(60, 40).scatter(0.5).smooth(5),
            2 => Recipe::new(60, 40).then(Rooms::default()).then(Halls::default()),
            _ => Recipe::new(60, 40).fill("floor").border(),
        };
        let mut recipe = first.connect().then(Stamp::default().fewest(2).most(5)).attempts(10);
        for _ in 0..1 + rng.below(5) {
            recipe = any_ground(recipe, &mut rng);
        }
        let recipe = recipe.connect().start().stairs().then(Furnish::default());
        let steps: Vec<&str> = recipe.steps().map(|(label, _)| label).collect();
        let what = format!("recipe {seed}: {}", steps.join(", "));
        match recipe.build(seed) {
            Ok(level) => {
                assert_whole(&level, &what);
                vaults += level.vaults().len();
                built += 1;
            }
            Err(error) => panic!("{what}: {error}"),
        }
    }
    assert!(built == 300 && vaults > 600, "{vaults} vaults on {built} levels");
}
