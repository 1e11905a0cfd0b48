//! Rooms, partitions, halls, mazes and spawns, and the recipes made of them.

use undercroft_mapgen::steps::{Bsp, Halls, Maze, Partitions, Rooms, Spawn, Stairs};
use undercroft_mapgen::{
    BuildError, Draft, EndlessMode, Metric, Point, Reach, Recipe, Rect, Requirement, Rng, Seed, Size, StairKind, Step,
    Tile, Tileset,
};
use undercroft_testing::{PlainLevel, assert_keeps_promises};

const RECIPES: [&str; 4] = ["rooms", "caverns", "bsp", "maze"];

fn rng(seed: u64) -> Rng {
    Seed::from(seed).fork("test").rng()
}

/// Builds a good level, or fails with an error that says what is wrong with the size or why no draft passed.
fn assert_good_or_refused(recipe: &Recipe, seed: u64) -> bool {
    let what = format!("{} {} seed {seed}", recipe.name(), recipe.size());
    match recipe.build(seed) {
        Ok(level) => {
            assert_eq!(level.size(), recipe.level_size());
            assert_keeps_promises(level.as_draft());
            true
        }
        Err(BuildError::BadSize { problem, .. }) => {
            assert!(problem.contains("at least"), "{what}: {problem}");
            false
        }
        Err(error) => {
            // Only the smallest maps have no space for the stairs.
            assert!(recipe.size().area() < 200, "{what}: {error}");
            assert!(matches!(error, BuildError::OutOfAttempts { .. }), "{what}: {error}");
            false
        }
    }
}

#[test]
fn any_size_gives_a_good_level_or_is_refused() {
    for name in RECIPES {
        let recipe = Recipe::named(name).unwrap();
        for seed in 0..150 {
            let mut rng = rng(seed);
            let (width, height) = (3 + rng.below(118), 3 + rng.below(88));
            assert_good_or_refused(&recipe.clone().sized(width, height), seed);
        }
        for (width, height) in [(5, 5), (5, 90), (120, 5), (11, 11), (12, 200), (300, 13), (300, 200)] {
            assert_good_or_refused(&recipe.clone().sized(width, height), 1);
        }
    }
}

#[test]
fn recipes_at_their_own_size_rarely_need_a_second_draft() {
    for name in RECIPES {
        let recipe = Recipe::named(name).unwrap();
        let mut vetoed = 0;
        for seed in 0..200 {
            let level = recipe.build(seed).unwrap_or_else(|error| panic!("{error}"));
            assert_keeps_promises(level.as_draft());
            vetoed += level.attempts() - 1;
        }
        assert!(vetoed <= 10, "{name}: {vetoed} drafts of {} were vetoed", 200 + vetoed);
    }
}

#[test]
#[ignore = "minutes"]
fn ten_thousand_seeds_of_each_recipe_are_good() {
    for name in RECIPES {
        let recipe = Recipe::named(name).unwrap();
        let mut vetoed = 0;
        for seed in 0..10_000 {
            let level = recipe.build(seed).unwrap_or_else(|error| panic!("{error}"));
            assert_keeps_promises(level.as_draft());
            vetoed += level.attempts() - 1;
        }
        let mut refused = 0;
        for seed in 0..4_000 {
            let mut rng = rng(seed);
            let (width, height) = (5 + rng.below(296), 5 + rng.below(196));
            refused += u32::from(!assert_good_or_refused(&recipe.clone().sized(width, height), seed));
        }
        println!("{name}: {vetoed} vetoes in 10,000 levels; {refused} of 4,000 sizes refused");
    }
}

#[test]
fn the_start_is_at_the_centre_of_the_first_room() {
    for seed in 0..100 {
        let level = Recipe::named("rooms").unwrap().build(seed).unwrap();
        assert_eq!(level.size(), Size::new(80, 70));
        assert_eq!(level.start(), level.rooms()[0].centre(), "seed {seed}\n{level}");
        let stairs = [StairKind::Up, StairKind::Down].map(|kind| level.stairs_to(kind));
        for (at, tile) in level.tiles().iter().filter(|(at, _)| !stairs.contains(&Some(*at))) {
            assert!([Tile::WALL, Tile::FLOOR].contains(tile), "seed {seed}: {at}\n{level}");
        }
    }
}

#[test]
fn room_sides_are_uniform_over_the_whole_range() {
    let recipe = Recipe::new(80, 70).then(Rooms::default().attempts(1));
    let mut times = [[0_u32; 12]; 2];
    let seeds = 4_800;
    for seed in 0..seeds {
        let room = recipe.build(seed).unwrap().rooms()[0];
        times[0][room.width as usize - 5] += 1;
        times[1][room.height as usize - 5] += 1;
    }
    let expected = seeds as f64 / 12.0;
    for times in times {
        let chi_square: f64 = times.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        // If all twelve are equally likely, one run in a thousand exceeds this.
        assert!(chi_square < 31.3, "{chi_square}: {times:?}");
    }
}

#[test]
fn rooms_reach_the_border_on_all_sides() {
    let recipe = Recipe::new(12, 11).then(Rooms::default().attempts(1).max_side(7));
    let rooms: Vec<Rect> = (0..2_000).map(|seed| recipe.build(seed).unwrap().rooms()[0]).collect();
    assert!(rooms.iter().any(|room| room.x == 1) && rooms.iter().any(|room| room.right() == 11));
    assert!(rooms.iter().any(|room| room.y == 1) && rooms.iter().any(|room| room.bottom() == 10));
    let fives = rooms.iter().filter(|room| room.width == 5);
    let mut columns = [0_u32; 6];
    fives.for_each(|room| columns[room.x as usize - 1] += 1);
    assert!(columns.iter().all(|count| (60..170).contains(count)), "{columns:?}");
}

#[test]
fn rooms_never_touch_and_more_attempts_only_add_rooms() {
    for seed in 0..100 {
        let recipe = Recipe::new(80, 70).then(Rooms::default().attempts(200));
        let few = recipe.clone().then(Halls::default()).build(seed).unwrap();
        for (index, room) in few.rooms().iter().enumerate() {
            let meets = |other: &Rect| room.grown(1).meets(other.grown(1));
            assert!(!few.rooms()[..index].iter().any(meets), "seed {seed}: {room:?}\n{few}");
        }
        // More attempts add rooms after the existing ones.
        let more = Rooms::default().attempts(400);
        let more = Recipe::new(80, 70).then(more).then(Halls::default()).build(seed).unwrap();
        assert_eq!(few.rooms()[..], more.rooms()[..few.rooms().len()]);
    }
}

fn refusal(name: &str, settings: &[&str]) -> String {
    let mut recipe = Recipe::named(name).unwrap();
    for setting in settings {
        if let Some((width, height)) = setting.strip_prefix("size=").and_then(|size| size.split_once('x')) {
            recipe = recipe.sized(width.parse().unwrap(), height.parse().unwrap());
            continue;
        }
        match recipe.set(setting) {
            Ok(changed) => recipe = changed,
            Err(error) => return error.to_string(),
        }
    }
    match recipe.build(1) {
        Ok(level) => panic!("{name} with {settings:?} was accepted:\n{level}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn invalid_parameters_are_refused_with_a_remedy() {
    for (name, settings, problem) in [
        ("rooms", &["rooms.attempts=0"][..], "attempts: 0 is not a number from 1 to 1000000"),
        ("rooms", &["rooms.attempts=-3"], "rooms.attempts=-3: invalid value"),
        ("rooms", &["rooms.min-side=0"], "min-side: 0 is not a number from 1 to"),
        ("rooms", &["rooms.min-side=17"], "min-side: 17 is above `max-side`, which is 16"),
        ("rooms", &["rooms.max-side=4"], "min-side: 5 is above `max-side`, which is 4"),
        ("rooms", &["size=6x70"], "6x70 is too small for step `rooms`: it must be at least 7x7"),
        ("rooms", &["size=0x5"], "0x5 is too small for step `rooms`"),
        ("rooms", &["size=1x1"], "1x1 is too small for step `rooms`"),
        ("rooms", &["size=2x2"], "2x2 is too small for step `rooms`"),
        ("rooms", &["size=3x100"], "3x100 is too small for step `rooms`"),
        ("rooms", &["rooms.max-side=90", "rooms.min-side=90"], "80x70 is too small for step `rooms`"),
        ("rooms", &["rooms.tile=water"], "tile: `water` is not walkable"),
        ("rooms", &["rooms.tile=flor"], "no tile is called `flor`; did you mean `floor`?"),
        ("rooms", &["halls.join=chian"], "join: `chian` is not one of `chain`, `right-and-below`, `nearest`, `tree`"),
        ("rooms", &["halls.shape=s"], "shape: `s` is not one of `l`, `straight`, `winding`"),
        ("rooms", &["halls.extra=2"], "extra: 2 is not a number from 0 to 1"),
        ("rooms", &["halls.extra=nan"], "extra: NaN is not a number from 0 to 1"),
        ("rooms", &["halls.join=right-and-below"], "needs a grid of partitions, which no earlier step provides"),
        ("caverns", &["partitions.columns=0"], "columns: 0 is not a number from 1 to"),
        ("caverns", &["partitions.columns=100"], "60x30 is too small for step `partitions`: it must be at least 300x9"),
        ("caverns", &["partitions.missing=9"], "missing: 9 is not a number from 0 to 8"),
        ("caverns", &["partitions.width=10"], "height: 0 is not a number from 3 to 1000"),
        ("caverns", &["pad.width=5000"], "width: 5000 is not a number from 0 to 1000"),
        ("caverns", &["spawn.chance=-1"], "chance: -1 is not a number from 0 to 1"),
        ("caverns", &["spawn.kinds={}"], "kinds: no weight is above 0"),
        ("caverns", &["spawn.kinds={ rat = 0 }"], "kinds: no weight is above 0"),
        ("caverns", &["spawn.kinds={ rat = -1 }"], "spawn.kinds={ rat = -1 }: invalid value"),
        ("caverns", &["spawn.how=often"], "how: `often` is not one of `chance`, `rooms`, `count`"),
        ("caverns", &["spawn.class="], "class: it is empty"),
        ("bsp", &["bsp.min-part=3"], "min-part: 3 is not a number from 4 to"),
        ("bsp", &["bsp.max-part=5"], "min-part: 8 is above `max-part`, which is 5"),
        ("bsp", &["size=8x50"], "8x50 is too small for step `bsp`: it must be at least 9x9"),
        ("maze", &["maze.cell=0"], "cell: 0 is not a number from 1 to 100"),
        ("maze", &["maze.braid=1.5"], "braid: 1.5 is not a number from 0 to 1"),
        ("maze", &["maze.cell=50"], "79x49 is too small for step `maze`: it must be at least 52x52"),
    ] {
        let message = refusal(name, settings);
        assert!(message.contains(problem), "{name} with {settings:?}: {message}");
    }
}

#[test]
fn extreme_numbers_set_in_code_are_refused_too() {
    let most = u32::MAX;
    let refused = |recipe: Recipe| assert!(recipe.build(1).is_err());
    refused(Recipe::new(80, 70).then(Rooms::default().min_side(most).max_side(most)));
    refused(Recipe::new(80, 70).then(Partitions::default().columns(most).rows(most)));
    refused(Recipe::new(80, 70).then(Partitions::default().width(most).height(most)));
    refused(Recipe::new(80, 70).then(Bsp::default().min_part(most).max_part(most)));
    refused(Recipe::new(80, 70).then(Maze::default().cell(most)));
    refused(Recipe::new(80, 70).then(undercroft_mapgen::steps::Pad::default().width(most)));
}

#[test]
fn a_map_too_small_for_the_largest_rooms_gets_smaller_ones() {
    for seed in 0..200 {
        let level = Recipe::named("rooms").unwrap().sized(13, 9).build(seed).unwrap();
        assert_eq!(level.rooms().len(), 1, "{level}");
        assert!(level.rooms()[0].width <= 11 && level.rooms()[0].height <= 7, "{level}");
    }
}

#[test]
fn halls_of_every_kind_reach_every_room() {
    for join in ["chain", "nearest", "tree"] {
        for shape in ["l", "straight", "winding"] {
            let halls = Halls::default().join(join).shape(shape);
            for seed in 0..40 {
                let mut rng = rng(seed);
                let recipe = Recipe::new(7 + rng.below(90), 7 + rng.below(70)).then(Rooms::default());
                let level = recipe.then(halls.clone()).build(seed).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(level.attempts(), 1, "{join} {shape} seed {seed}\n{level}");
                assert_keeps_promises(level.as_draft());
            }
        }
    }
}

#[test]
fn every_room_on_a_grid_of_partitions_can_be_reached() {
    for partitions in [1, 2, 3, 5, 10] {
        for seed in 0..500 {
            let mut rng = rng(seed);
            let (rows, missing) = if seed % 2 == 0 { (partitions, 1) } else { (1, partitions / 3) };
            let step = Partitions::default().columns(partitions).rows(rows).missing(missing);
            let size = Size::new(3 * partitions + 2 + rng.below(50), 3 * rows + 2 + rng.below(30));
            let recipe = Recipe::new(size.width, size.height)
                .fill("pit")
                .then(step)
                .then(Halls::default().join("right-and-below"))
                .then(undercroft_mapgen::steps::Pad::default());
            let level = recipe.build(seed).unwrap_or_else(|error| panic!("{partitions}, seed {seed}: {error}"));
            assert_eq!(level.attempts(), 1, "{partitions} partitions, seed {seed}");
            assert_keeps_promises(level.as_draft());
            let expected = (partitions * rows - missing.min(partitions * rows - 1)) as usize;
            assert_eq!(level.rooms().len(), expected, "{partitions} partitions, seed {seed}\n{level}");
        }
    }
}

#[test]
fn a_kobold_waits_at_the_centre_of_every_room_but_the_first() {
    for seed in 0..200 {
        let level = Recipe::named("caverns").unwrap().build(seed).unwrap();
        // A ground of 60x30 with a ring of wall around it, and partitions of 20x10.
        assert_eq!(level.size(), Size::new(62, 32));
        for room in level.rooms() {
            let corner = Point::new((room.x - 1) / 20 * 20 + 1, (room.y - 1) / 10 * 10 + 1);
            assert!(Rect::new(corner.x, corner.y, 20, 10).shrunk(1).encloses(*room), "{room:?}\n{level}");
        }
        let (here, elsewhere): (Vec<&Rect>, Vec<&Rect>) =
            level.rooms().iter().partition(|room| room.contains(level.start()));
        assert_eq!(here.iter().map(|room| room.centre()).collect::<Vec<_>>(), [level.start()], "{level}");
        let kobolds: Vec<Point> = level.spawns().iter().map(|spawn| spawn.at).collect();
        assert_eq!(kobolds, elsewhere.iter().map(|room| room.centre()).collect::<Vec<_>>(), "{level}");
        assert!(level.spawns().iter().all(|spawn| &*spawn.kind == "kobold"));
    }
}

#[test]
fn spawns_do_not_depend_on_the_window() {
    let ground = Seed::from(9).fork("ground");
    let made = |step: &Spawn, window: Rect| {
        let mut draft = Draft::new(window.size(), Tileset::standard());
        draft.origin = window.min();
        for at in window.size().points() {
            let floor = ground.at(draft.world(at)) % 3 > 0;
            draft.set(at, if floor { Tile::FLOOR } else { Tile::WALL });
        }
        // Twice, so that the second run has to avoid the cells that the first has taken.
        for label in ["creatures", "items"] {
            step.apply(&mut draft, Seed::from(4).fork(label)).unwrap();
        }
        draft
    };
    for apart in [0, 1, 2, 5, 9] {
        let step = Spawn::default().kinds([("rat", 3), ("bat", 1)]).chance(0.2).apart(apart);
        let Reach::Cells(reach) = step.reach() else { panic!("spawning by chance is local") };
        for corner in [Point::new(-100, -60), Point::new(i32::MAX - 300, i32::MIN)] {
            let whole = made(&step, Rect::new(corner.x, corner.y, 220, 160));
            assert!(whole.spawns.len() > 200);
            for (x, y) in [(0, 0), (1, 0), (7, 13), (64, 40), (90, 77)] {
                let window = Rect::new(corner.x + x, corner.y + y, 100, 80);
                let inner = window.shrunk(2 * reach);
                let (seen, expected) = (made(&step, window).window(inner), whole.window(inner));
                assert_eq!(seen.spawns, expected.spawns, "apart {apart}, {window:?}");
            }
        }
    }
}

#[test]
fn endless_partitions_and_halls_do_not_depend_on_the_window() {
    for shape in ["l", "straight", "winding"] {
        let partitions = Partitions::default().width(12).height(9);
        let halls = Halls::default().join("right-and-below").shape(shape);
        let EndlessMode::Replaced(halls) = halls.endless(Size::new(80, 50)) else { panic!("halls need an edge") };
        let steps: [&dyn Step; 2] = [&partitions, &*halls];
        let reach = |step: &&dyn Step| match step.reach() {
            Reach::Cells(reach) => reach,
            _ => panic!("{} is not local", step.name()),
        };
        let margin: u32 = steps.iter().map(reach).sum();
        let made = |inner: Rect| {
            let window = inner.grown(margin);
            let mut draft = Draft::new(window.size(), Tileset::standard());
            (draft.origin, draft.endless) = (window.min(), true);
            for step in steps {
                step.apply(&mut draft, Seed::from(4).fork(step.name())).unwrap();
            }
            draft.window(inner)
        };
        for corner in [Point::new(-60, -35), Point::new(1_000_000_007, -2_000_000_000)] {
            let whole = made(Rect::new(corner.x, corner.y, 120, 70));
            for (x, y) in [(0, 0), (1, 5), (31, 20), (64, 40)] {
                let part = Rect::new(corner.x + x, corner.y + y, 32, 24);
                assert_eq!(made(part).to_string(), whole.window(part).to_string(), "{shape}, {part:?}\n{whole}");
            }
            // The window cuts halls off, and still nine in ten open cells form one component.
            let open = whole.open();
            let largest = largest_component(&whole);
            assert!(10 * largest > 9 * open.count(), "{shape}: {largest} of {}\n{whole}", open.count());
        }
    }
}

fn largest_component(draft: &Draft) -> usize {
    let mut left = draft.open().clone();
    let mut largest = 0;
    while let Some(first) = left.first() {
        let (mut cells, mut stack) = (0, vec![first]);
        while let Some(at) = stack.pop() {
            if left.contains(at) && left.remove(at) {
                cells += 1;
                stack.extend(at.four());
            }
        }
        largest = largest.max(cells);
    }
    largest
}

#[test]
fn spawns_keep_their_distance_from_the_start() {
    for seed in 0..60 {
        let mut recipe = Recipe::new(60, 40)
            .then(Rooms::default())
            .then(Halls::default().join("tree"))
            .start()
            .then(Stairs::default());
        for how in ["chance", "rooms", "count"] {
            let step = Spawn::default().how(how).chance(0.1).count(12).apart(3).from_start(8);
            recipe = recipe.then(step);
        }
        let level = recipe.build(seed).unwrap_or_else(|error| panic!("{error}"));
        assert_keeps_promises(level.as_draft());
        let plain = PlainLevel::from(level.as_draft());
        let steps = plain.steps_from(plain.start);
        for (kind, (x, y)) in &plain.spawns {
            let distance = steps[(y * plain.width + x) as usize];
            assert!(distance >= Some(8), "seed {seed}: {kind} is {distance:?} steps from the start\n{level}");
        }
    }
}

#[test]
fn a_thousand_rooms_can_be_joined() {
    for join in ["chain", "nearest", "tree"] {
        let level = Recipe::new(1_000, 1_000)
            .then(Rooms::default().attempts(4_000))
            .then(Halls::default().join(join))
            .build(1)
            .unwrap();
        assert!(level.rooms().len() > 1_000, "only {} rooms", level.rooms().len());
    }
}

/// `maze.tile = "stairs-down"` gave levels full of stairs that were missing from their lists.
#[test]
fn only_their_own_steps_place_doors_and_stairs() {
    for (name, setting, step) in [
        ("maze", "maze.tile=stairs-down", "stairs"),
        ("rooms", "rooms.tile=door", "doors"),
        ("rooms", "halls.tile=open-door", "doors"),
        ("caverns", "pad.tile=stairs-up", "stairs"),
        ("shallow-cave", "slices.tile=stairs-up", "stairs"),
        ("burrow", "rubble.to=door", "doors"),
        ("burrow", "rubble.from=stairs-down", "stairs"),
        ("hive", "moss.bands=[{ above = 0.2, tile = \"door\" }]", "doors"),
    ] {
        let message = refusal(name, &[setting]);
        assert!(message.contains(&format!("only the step `{step}` can place ")), "{setting}: {message}");
    }
    let message = refusal("halls", &["doors.tile=floor"]);
    assert!(message.contains("`floor` is not a door: use `door` or `open-door`"), "{message}");
    Recipe::named("burrow").unwrap().set("rubble.near=door").expect("only changes cells nearby");
}

#[test]
fn recipes_that_leave_too_little_ground_get_a_mended_level() {
    let caves = |setting: &str| Recipe::named("caves").unwrap().set(setting).unwrap();
    // Nothing but rock, and an empty level: a clearing, with stairs.
    for recipe in [caves("scatter.chance=0.0"), caves("smooth.passes=1000"), Recipe::new(20, 10)] {
        let level = recipe.build(1).unwrap_or_else(|error| panic!("{error}"));
        assert_keeps_promises(level.as_draft());
    }
    // Cells that nothing joins: tunnels.
    let loose = Recipe::new(60, 40).scatter(0.2).start().stairs();
    for seed in 0..20 {
        let level = loose.build(seed).unwrap_or_else(|error| panic!("{error}"));
        assert_keeps_promises(level.as_draft());
    }
    // More creatures than cells: one on every free cell.
    let crowded = Recipe::named("caverns").unwrap().set("spawn.how=count").unwrap().set("spawn.count=5000").unwrap();
    let level = crowded.build(1).unwrap_or_else(|error| panic!("{error}"));
    assert_keeps_promises(level.as_draft());
    assert!(level.spawns().len() > 100 && level.open().count() < 5_000, "{level}");
}

#[test]
fn what_a_recipe_requires_is_never_mended() {
    let impossible =
        Recipe::named("caves").unwrap().require(Requirement::parse(Metric::Rooms, "3..").unwrap()).attempts(2);
    assert!(matches!(impossible.build(1), Err(BuildError::OutOfAttempts { .. })));
}

#[test]
fn rooms_have_the_defaults_of_the_tutorial() {
    let recipe = Recipe::named("rooms").unwrap();
    assert_eq!(recipe.size(), Size::new(80, 70));
    let Rooms { attempts, min_side, max_side, .. } = Rooms::default();
    assert_eq!((attempts, min_side, max_side), (35, 5, 16));
    let level = recipe.build(1).unwrap();
    assert_eq!((level.tileset().id("wall"), level.tileset().id("floor")), (Some(Tile(0)), Some(Tile(1))));
}
