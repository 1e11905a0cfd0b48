//! Whole levels from consecutive seeds, with every check.

use peers_harness::{Sampler, Task};
use undercroft_mapgen::steps::{Halls, KeepLargest, Rooms, Scatter, Smooth, Stairs, Start};
use undercroft_mapgen::{Draft, Dungeon, Floor, Plan, Recipe, Rect, Seed, Size, Tileset};

use crate::grids::bytes;

fn levels(recipe: Recipe) -> Sampler {
    Box::new(move |seed, clock| {
        let level = clock.time(|| recipe.build(seed).unwrap_or_else(|error| panic!("seed {seed}: {error}")));
        clock.keep(|| bytes(&level.open()));
    })
}

fn named(name: &str, task: &Task) -> Recipe {
    let recipe = Recipe::named(name).unwrap_or_else(|error| panic!("{error}"));
    recipe.sized(task.width as u32, task.height as u32)
}

pub(crate) fn caves(task: &Task) -> Sampler {
    levels(named("caves", task))
}

/// The same cave with all but the largest component filled in, instead of tunnels.
pub(crate) fn largest_part(task: &Task) -> Sampler {
    let recipe = Recipe::new(task.width as u32, task.height as u32).then(Scatter::default()).then(Smooth::default());
    levels(recipe.then(KeepLargest::default()).then(Start::default()).then(Stairs::default()))
}

/// As in the DunGen chapter: 35 attempts on its own map size, 4,000 on a huge one.
pub(crate) fn rooms(task: &Task) -> Sampler {
    if task.area() < 10_000 {
        return levels(named("rooms", task));
    }
    let rooms = Rooms::default().attempts(4_000);
    let halls = Halls::default().join("chain").shape("l");
    let start = Start::default().at("first-room");
    let recipe = Recipe::new(task.width as u32, task.height as u32);
    levels(recipe.then(rooms).then(halls).then(start).then(Stairs::default()))
}

pub(crate) fn caverns(task: &Task) -> Sampler {
    levels(named("caverns", task))
}

pub(crate) fn shallow_cave(task: &Task) -> Sampler {
    levels(named("shallow-cave", task))
}

/// A fresh window of an endless level.
pub(crate) fn endless_window(task: &Task) -> Sampler {
    let plan = Plan::named("endless").unwrap_or_else(|error| panic!("{error}"));
    let window = Rect::new(0, 0, task.width as u32, task.height as u32);
    Box::new(move |seed, clock| {
        let dungeon = Dungeon::new(plan.clone(), seed);
        let level = clock.time(|| match dungeon.level(1) {
            Ok(Floor::Endless(endless)) => endless.window(window).unwrap_or_else(|error| panic!("{error}")),
            _ => panic!("depth 1 of the plan `endless` should be an endless level"),
        });
        clock.keep(|| bytes(&level.open()));
    })
}

/// The three noise slices of a shallow cave, as tiles.
pub(crate) fn bounded_noise(task: &Task) -> Sampler {
    let size = Size::new(task.width as u32, task.height as u32);
    let recipe = named("shallow-cave", task);
    let tileset = Tileset::standard();
    Box::new(move |seed, clock| {
        let (_, ground) = recipe.steps().next().unwrap_or_else(|| panic!("the recipe `shallow-cave` has no steps"));
        let stream = Seed::from(seed).fork("bench");
        let mut draft = Draft::new(size, tileset.clone());
        clock.time(|| ground.apply(&mut draft, stream).unwrap_or_else(|veto| panic!("{veto}")));
        clock.keep(|| bytes(&draft.open()));
    })
}

pub(crate) fn bounded_level(task: &Task) -> Sampler {
    levels(named("shallow-cave", task))
}
