//! Endless levels as a player and a game see them: the meadow has no rock, the start is near stairs, and a floor works
//! the same with a border or without.

use std::collections::BTreeSet;

use undercroft_mapgen::{
    CHUNK_SIDE, ChunkAt, Draft, Dungeon, EditedDungeon, Floor, Plan, Point, Recipe, Rect, Seed, StairKind, Tile,
};

use crate::dungeon::{coordinate, endless, endless_recipes, in_parallel, parse};

/// The names of the tiles on a map.
fn tile_names(draft: &Draft) -> BTreeSet<&str> {
    draft.tiles().as_slice().iter().map(|tile| draft.tileset()[*tile].name.as_str()).collect()
}

const MEADOW: [&str; 7] = ["grass", "water", "ford", "tree", "path", "stairs-up", "stairs-down"];
/// What a bounded meadow has besides: a ruin, and broken stone at the mouth of the cave.
const RUIN: [&str; 7] = ["floor", "rubble", "moss", "pillar", "statue", "altar", "pit"];

#[track_caller]
fn assert_meadow(draft: &Draft, what: &str) {
    let suits = |name: &&str| MEADOW.contains(name) || (!draft.endless && RUIN.contains(name));
    let stray: Vec<&str> = tile_names(draft).into_iter().filter(|name| !suits(name)).collect();
    assert!(stray.is_empty(), "{what} has {stray:?}:\n{draft}");
}

#[test]
fn a_thousand_windows_of_the_endless_surface_show_no_rock() {
    let surface = Recipe::named("surface").unwrap();
    let side = CHUNK_SIDE as i32;
    in_parallel(1_000, |number| {
        let mut rng = Seed::from(number).fork("meadow").rng();
        // Around the corner of four chunks, where the rock used to be.
        let [x, y] = [0, 1].map(|_| coordinate(&mut rng, 200).div_euclid(side).saturating_mul(side));
        let corner = Point::new(x.clamp(-2_147_483_000, 2_147_483_000), y.clamp(-2_147_483_000, 2_147_483_000));
        let window = endless(&surface, number).window(Rect::around(corner, 100, 100)).unwrap();
        assert_meadow(&window, &format!("seed {number} at {corner}"));
    });
}

#[test]
fn plans_that_begin_on_the_surface_show_no_rock_there() {
    for name in ["undercroft", "endless"] {
        for seed in 0..20 {
            let floor = Dungeon::new(Plan::named(name).unwrap(), seed).level(0).unwrap();
            let around = Rect::around(floor.start().unwrap(), 200, 200);
            assert_meadow(&floor.window(around).unwrap(), &format!("{name}, seed {seed}"));
        }
    }
}

#[test]
fn bounded_meadows_show_no_rock_alone_or_in_plans() {
    in_parallel(300, |seed| {
        let mut rng = Seed::from(seed).fork("size").rng();
        let surface = Recipe::named("surface").unwrap();
        let surface = surface.sized(rng.range(9..=120) as u32, rng.range(9..=80) as u32);
        let level = surface.build(seed).unwrap_or_else(|error| panic!("{error}"));
        assert_meadow(level.as_draft(), &format!("seed {seed}"));
        let dungeon = Dungeon::new(Plan::of(surface, false).unwrap(), seed);
        for depth in 0..2 {
            let floor = dungeon.level(depth).unwrap_or_else(|error| panic!("{error}"));
            let whole = floor.window(floor.bounds().unwrap()).unwrap();
            assert_meadow(&whole, &format!("seed {seed}, depth {depth}"));
        }
    });
}

/// The draft of a recipe right after its slices.
fn sliced(recipe: &str, seed: u64) -> Draft {
    let mut sliced = None;
    let see = &mut |snapshot: &undercroft_mapgen::Snapshot<'_>| {
        if snapshot.label == Some("slices") && snapshot.attempt == 1 {
            sliced = Some(snapshot.draft.clone());
        }
    };
    Recipe::named(recipe).unwrap().watch(seed, 1, see).unwrap();
    sliced.expect("the recipe has slices")
}

#[test]
fn the_surface_has_the_water_and_the_trees_of_the_shallow_cave() {
    let mut seen = BTreeSet::new();
    for seed in 0..50 {
        let (surface, cave) = (sliced("surface", seed), sliced("shallow-cave", seed));
        for at in cave.size().points().filter(|at| cave.tile(*at) != Tile::WALL) {
            let (above, below) = (surface.info(at).name.as_str(), cave.info(at).name.as_str());
            let expected = if below == "floor" { "grass" } else { below };
            assert_eq!(above, expected, "seed {seed}, {at}:\n{surface}\n{cave}");
            seen.insert(above.to_owned());
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["grass", "tree", "water"]);
}

#[test]
fn the_ponds_of_finished_levels_lie_in_the_same_places() {
    let is_wet = |draft: &Draft, at: Point| ["water", "ford"].contains(&draft.info(at).name.as_str());
    for seed in 0..20 {
        let window = |name: &str| {
            let recipe = Recipe::named(name).unwrap();
            endless(&recipe, seed).window(Rect::new(-100, -100, 200, 200)).unwrap()
        };
        let (surface, cave) = (window("surface"), window("shallow-cave"));
        let ponds: Vec<Point> = cave.size().points().filter(|at| is_wet(&cave, *at)).collect();
        let shared = ponds.iter().filter(|at| is_wet(&surface, **at)).count();
        // Pockets of the cave that lie between rock and a pond are filled with water, and stairs stand in it.
        assert!(ponds.len() > 300 && shared * 100 >= ponds.len() * 97, "seed {seed}: {shared} of {}", ponds.len());
    }
}

/// The steps from a cell to the nearest stairs down in a window around it, by this test's own search.
fn steps_to_stairs_down(floor: &Floor, from: Point, limit: u32) -> Option<u32> {
    let window = floor.window(Rect::around(from, 2 * limit + 1, 2 * limit + 1)).unwrap();
    let mut edge = vec![from - window.origin];
    let mut seen: BTreeSet<Point> = edge.iter().copied().collect();
    for steps in 0..=limit {
        if edge.iter().any(|at| window.info(*at).name == "stairs-down") {
            return Some(steps);
        }
        let next = edge.iter().flat_map(|at| at.four()).filter(|at| window.is_open(*at));
        edge = next.filter(|at| seen.insert(*at)).collect();
    }
    None
}

#[track_caller]
fn assert_starts_near_stairs(floor: &Floor, what: &str) {
    let start = floor.start().unwrap_or_else(|error| panic!("{error}"));
    assert!(floor.is_walkable(start).unwrap(), "{what}: the start at {start} is not walkable");
    let steps = steps_to_stairs_down(floor, start, 40);
    assert!(steps.is_some_and(|steps| steps > 0), "{what}: stairs {steps:?} steps from the start at {start}");
    let around = floor.window(Rect::around(start, 3, 3)).unwrap();
    assert_eq!(around.start.map(|at| around.world(at)), Some(start), "{what}");
    assert!(around.spawns.iter().all(|spawn| around.world(spawn.at) != start), "{what}: the start is taken");
}

/// Every start has stairs down within 40 steps, on each endless recipe and at several depths.
fn starts_are_near_stairs(seeds: u64) {
    for recipe in endless_recipes() {
        in_parallel(seeds, |seed| {
            let dungeon = Dungeon::new(Plan::of(recipe.clone(), true).unwrap(), seed);
            let depth = [0, 1, 2, 3, 1_000_001][seed as usize % 5];
            let what = format!("{}, seed {seed}, depth {depth}", recipe.name());
            assert_starts_near_stairs(&dungeon.level(depth).unwrap(), &what);
        });
    }
}

#[test]
fn the_start_of_an_endless_level_has_stairs_down_within_forty_steps() {
    starts_are_near_stairs(100);
}

#[test]
#[ignore = "a thousand starts of each endless recipe take a minute"]
fn a_thousand_starts_of_each_endless_recipe_have_stairs_down_within_forty_steps() {
    starts_are_near_stairs(1_000);
}

#[test]
fn stairs_are_near_wherever_a_plan_puts_its_start_and_whatever_lies_below() {
    let plan = |start: [i32; 2], below: &str| {
        let text = format!(
            "name = \"near\"\ndescription = \"Near stairs.\"\nlevels = 3\nstart = {start:?}\n\
             [[stretch]]\ndepths = \"0-1\"\nrecipe = \"caves\"\nendless = true\n\
             [[stretch]]\ndepths = \"2\"\nrecipe = \"caves\"\n{below}\n"
        );
        parse("near.toml", &text).unwrap_or_else(|error| panic!("{error}"))
    };
    let starts = [[0, 0], [63, 63], [-1, 64], [900, -3_000], [i32::MIN, i32::MAX], [i32::MAX, i32::MIN]];
    for (seed, (start, below)) in (0..).zip(
        starts
            .iter()
            .flat_map(|start| ["size = \"90x70\"", "size = \"12x9\"", "endless = true"].map(|below| (*start, below))),
    ) {
        let dungeon = Dungeon::new(plan(start, below), seed);
        for depth in 0..2 {
            let floor = dungeon.level(depth).unwrap();
            assert_starts_near_stairs(&floor, &format!("start {start:?}, {below}, depth {depth}"));
            if depth == 0 || below == "endless = true" {
                let away = floor.start().unwrap().chebyshev(Point::new(start[0], start[1]));
                assert!(away < 64, "the start is {away} cells from {start:?}, where the plan has it");
            }
        }
    }
}

#[test]
fn the_last_level_starts_although_it_has_no_stairs_down() {
    let text = "name = \"one\"\ndescription = \"One level.\"\nlevels = 1\nstart = [-7, 70]\n[[stretch]]\n\
                depths = \"0\"\nrecipe = \"surface\"\nendless = true\n";
    let floor = Dungeon::new(parse("one.toml", text).unwrap(), 1).level(0).unwrap();
    let start = floor.start().unwrap();
    assert!(floor.is_walkable(start).unwrap() && start.manhattan(Point::new(-7, 70)) < 40, "{start}");
    assert_eq!(floor.nearest_stairs(start, StairKind::Down).unwrap(), None);
}

#[test]
fn a_floor_works_the_same_with_and_without_a_border() {
    for (recipe, endless) in [("caves", false), ("caves", true), ("halls", false), ("hive", true)] {
        let dungeon = Dungeon::new(Plan::of(Recipe::named(recipe).unwrap(), endless).unwrap(), 11);
        let floor = dungeon.level(1).unwrap();
        assert_eq!((floor.depth(), floor.bounds().is_some()), (1, !endless));
        let area = Rect::new(-30, -20, 150, 100);
        let window = floor.window(area).unwrap();
        for at in area.points().step_by(7) {
            assert_eq!(floor.tile(at).unwrap(), window.tile(at - area.min()), "{recipe} {at}");
            assert_eq!(floor.is_walkable(at).unwrap(), window.is_open(at - area.min()), "{recipe} {at}");
        }
        assert_eq!(window.start.map(|at| window.world(at)), Some(floor.start().unwrap()), "{recipe}");
        let sorted = |mut stairs: Vec<(StairKind, Point)>| {
            stairs.sort_by_key(|(kind, at)| (kind.name(), *at));
            stairs
        };
        let shown = window.stairs.iter().map(|stair| (stair.kind, window.world(stair.at))).collect();
        let listed = floor.stairs(area).unwrap().iter().map(|stair| (stair.kind, stair.at)).collect();
        assert_eq!(sorted(shown), sorted(listed), "{recipe}");
        let spawns = floor.spawns(area).unwrap();
        assert_eq!(spawns.len(), window.spawns.len());
        assert!(spawns.iter().all(|spawn| floor.is_walkable(spawn.at).unwrap()), "{recipe}");
    }
}

#[test]
fn the_nearest_stairs_are_those_that_a_search_of_everything_around_finds() {
    for (recipe, endless) in [("caves", false), ("caves", true)] {
        let dungeon = Dungeon::new(Plan::of(Recipe::named(recipe).unwrap(), endless).unwrap(), 5);
        let floor = dungeon.level(3).unwrap();
        let mut rng = Seed::from(1).fork("places").rng();
        for _ in 0..200 {
            let from = Point::new(rng.range(-300..=300), rng.range(-300..=300));
            for kind in [StairKind::Up, StairKind::Down] {
                let all = floor.stairs(Rect::around(from, 900, 900)).unwrap();
                let distances = all.iter().filter(|stair| stair.kind == kind).map(|stair| stair.at.manhattan(from));
                let nearest = floor.nearest_stairs(from, kind).unwrap();
                assert_eq!(nearest.map(|at| at.manhattan(from)), distances.min(), "{recipe}, {kind:?} from {from}");
            }
        }
        for x in [i32::MIN, i32::MAX] {
            assert!(floor.nearest_stairs(Point::new(x, x), StairKind::Up).unwrap().is_some());
        }
    }
}

#[test]
fn changes_to_a_dungeon_show_in_its_windows() {
    for (depth, plan) in [(0, "two-caves"), (1, "two-caves"), (1, "endless"), (7, "two-caves")] {
        let mut edited = EditedDungeon::new(Dungeon::new(Plan::named(plan).unwrap(), 3));
        let area = Rect::new(-10, -10, 120, 80);
        let before = edited.window(depth, area).unwrap();
        let named = |name: &str| before.named(name).unwrap();
        let mut rng = Seed::from(u64::from(depth)).fork("edits").rng();
        let tiles = [Tile::WALL, Tile::FLOOR, named("water"), named("door"), named("stairs-up")];
        for _ in 0..400 {
            let at = Point::new(rng.range(-10..=109), rng.range(-10..=69));
            edited.set(depth, at, *rng.pick(&tiles).unwrap());
        }
        let stairs_before: Vec<Point> = before.stairs.iter().map(|stair| before.world(stair.at)).collect();
        stairs_before.iter().for_each(|at| edited.set(depth, *at, Tile::FLOOR));
        let after = edited.window(depth, area).unwrap();
        for at in after.size().points() {
            assert_eq!(after.tile(at), edited.tile(depth, after.world(at)).unwrap(), "{plan} {depth} {at}");
            let name = after.info(at).name.as_str();
            assert_eq!(after.doors.contains(&at), name == "door", "{plan} {depth} {at}");
            assert_eq!(
                after.stairs.iter().filter(|stair| stair.at == at).count(),
                usize::from(name.contains("stairs"))
            );
        }
        assert!(after.spawns.iter().all(|spawn| after.is_open(spawn.at)), "{plan} {depth}");
        assert_eq!(
            edited.window(depth + 1, area).unwrap(),
            EditedDungeon::new(edited.dungeon().clone()).window(depth + 1, area).unwrap()
        );
    }
}

/// The chunks of a window agree about the start: only one has it.
#[test]
fn an_endless_level_has_one_start() {
    for recipe in endless_recipes() {
        let level = endless(&recipe, 2);
        let chunks = (-2..=2).flat_map(|y| (-2..=2).map(move |x| ChunkAt { x, y }));
        let starts = chunks.filter(|at| level.chunk(*at).unwrap().start.is_some()).count();
        assert_eq!(starts, 1, "{}", recipe.name());
    }
}

#[test]
fn the_surface_is_peaceful() {
    for seed in 0..10 {
        let window = endless(&Recipe::named("surface").unwrap(), seed).window(Rect::new(-100, -100, 200, 200)).unwrap();
        assert!(window.spawns.is_empty(), "seed {seed}: {:?}", window.spawns);
    }
}

#[test]
fn a_path_leads_from_the_start_of_the_surface_to_the_first_stairs_down() {
    for name in ["undercroft", "endless"] {
        for seed in 0..20 {
            let floor = Dungeon::new(Plan::named(name).unwrap(), seed).level(0).unwrap();
            let window = floor.window(Rect::around(floor.start().unwrap(), 120, 120)).unwrap();
            let is_on_path = |at: Point| ["path", "stairs-down"].contains(&window.info(at).name.as_str());
            let mut edge = vec![window.start.unwrap()];
            let mut seen: BTreeSet<Point> = edge.iter().copied().collect();
            while let Some(at) = edge.pop() {
                let next = at.four().filter(|near| window.size().contains(*near) && is_on_path(*near));
                edge.extend(next.filter(|near| seen.insert(*near)));
            }
            let arrives = seen.iter().any(|at| window.info(*at).name == "stairs-down");
            assert!(arrives && seen.len() <= 42, "{name}, seed {seed}: {} cells\n{window}", seen.len());
        }
    }
}
