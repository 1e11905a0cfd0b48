//! Prints a hash for each of many levels, dungeons, windows, missions and games. `run` compares them between platforms.

use undercroft_mapgen::steps::Furnish;
use undercroft_mapgen::{Dungeon, Floor, GENERATOR_VERSION, Plan, Recipe, Rect};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("generator version {GENERATOR_VERSION}");
    for name in Recipe::names() {
        let recipe = Recipe::named(name)?;
        for seed in 0..8 {
            println!("recipe {name} {seed} {:016x}", recipe.build(seed)?.fingerprint());
        }
    }
    // Large enough to be made by several threads.
    for name in ["caves", "halls", "maze", "rooms"] {
        let level = Recipe::named(name)?.sized(700, 500).build(1)?;
        println!("large {name} {:016x}", level.fingerprint());
    }
    for name in Plan::names() {
        for seed in 0..2 {
            let dungeon = Dungeon::new(Plan::named(name)?, seed);
            for depth in (0..8).filter(|depth| dungeon.plan().has(*depth)) {
                if let Floor::Bounded(level) = dungeon.level(depth)? {
                    println!("plan {name} {seed} {depth} {:016x}", level.fingerprint());
                }
            }
        }
    }
    for name in Recipe::names() {
        let recipe = Recipe::named(name)?;
        if !recipe.can_be_endless() {
            continue;
        }
        let dungeon = Dungeon::new(Plan::new("endless").endless(0.., recipe).build()?, 5);
        for (x, y, width, height) in [(-70, -70, 140, 140), (1_000_000_007, -999_999_937, 90, 60), (0, 0, 400, 300)] {
            let window = dungeon.level(3)?.window(Rect::new(x, y, width, height))?;
            println!("window {name} {x},{y} {:016x}", window.fingerprint());
        }
    }
    for name in ["keep", "halls", "caves", "rooms", "bsp", "burrow"] {
        let recipe = Recipe::named(name)?;
        let recipe = if name == "keep" { recipe } else { recipe.then(Furnish::default()) };
        for seed in 100..110 {
            let level = recipe.build(seed)?;
            println!("mission {name} {seed} {:016x}", hash(&format!("{:?}", level.mission())));
        }
    }
    #[cfg(feature = "games")]
    for name in Plan::names() {
        use undercroft_game::{Bot, Game, GameContent};
        for seed in 0..3 {
            let mut game = Game::new(GameContent::standard(), Plan::named(name)?, seed)?;
            let actions = Bot::new().play(&mut game, 1_500, |_, _| ());
            println!("game {name} {seed} {:016x} {:016x}", hash(&format!("{actions:?}")), game.hash());
        }
    }
    Ok(())
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
