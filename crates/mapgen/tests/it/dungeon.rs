//! Dungeons: stairs line up, every level can be made independently, and endless levels have no seams and no islands.
//!
//! The long runs are ignored by default:
//!
//! ```text
//! cargo test --release -p undercroft-mapgen --test it -- dungeon --ignored --nocapture
//! ```

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use undercroft_mapgen::{
    CHUNK_SIDE, ChunkAt, Content, ContentError, Draft, Dungeon, DungeonError, Endless, Floor, Level, Plan, Point,
    Recipe, Rect, Rng, Seed, SourceFile, StairKind,
};
use undercroft_testing::from_environment;

/// All recipes that can be endless.
pub(crate) fn endless_recipes() -> Vec<Recipe> {
    let all = Recipe::names().map(|name| Recipe::named(name).expect("an embedded recipe is valid"));
    let endless: Vec<Recipe> = all.filter(Recipe::can_be_endless).collect();
    assert!(!endless.is_empty());
    endless
}

pub(crate) fn endless(recipe: &Recipe, seed: u64) -> Endless {
    let dungeon = Dungeon::new(Plan::of(recipe.clone(), true).unwrap(), seed);
    match dungeon.level(1).unwrap() {
        Floor::Endless(endless) => endless,
        Floor::Bounded(_) => panic!("{} is bounded", recipe.name()),
    }
}

fn bounded(dungeon: &Arc<Dungeon>, depth: u32) -> Arc<Level> {
    match dungeon.level(depth).unwrap_or_else(|error| panic!("{error}")) {
        Floor::Bounded(level) => level,
        Floor::Endless(_) => panic!("depth {depth} is endless"),
    }
}

/// A coordinate: a third of them beyond a billion, some at the very ends of the plane.
pub(crate) fn coordinate(rng: &mut Rng, side: u32) -> i32 {
    let last = i32::MAX - side as i32 + 1;
    match rng.below(6) {
        0 => rng.range(1_000_000_000..=last),
        1 => rng.range(i32::MIN..=-1_000_000_000),
        2 if rng.below(4) == 0 => last,
        3 if rng.below(4) == 0 => i32::MIN,
        _ => rng.range(-100_000..=100_000),
    }
}

/// Each window equals the same cells of a larger one, made by another dungeon of the same seed.
fn windows_fit(recipe: &Recipe, count: u32) {
    let mut rng = Seed::from("windows").fork(recipe.name()).rng();
    for n in 0..count {
        let seed = u64::from(rng.below(1_000));
        let (width, height) = (rng.range(1..=90) as u32, rng.range(1..=70) as u32);
        let corner = Point::new(coordinate(&mut rng, width), coordinate(&mut rng, height));
        let small = Rect::new(corner.x, corner.y, width, height);
        let large = grown_within_range(small, rng.range(0..=80) as u32);
        let part = endless(recipe, seed).window(small).unwrap();
        let whole = endless(recipe, seed).window(large).unwrap();
        let again = whole.window(small);
        assert_eq!(
            part.tiles(),
            again.tiles(),
            "{}: window {n} at {corner}, seed {seed}\n{part}\n{again}",
            recipe.name()
        );
        let things = |draft: &Draft| {
            let stairs = draft.stairs.iter().map(|stair| format!("{:?}", stair));
            let spawns = draft.spawns.iter().map(|spawn| format!("{:?}", spawn));
            stairs.chain(spawns).collect::<BTreeSet<String>>()
        };
        assert_eq!(things(&part), things(&again), "{}: things of window {n} at {corner}", recipe.name());
    }
}

fn grown_within_range(rect: Rect, by: u32) -> Rect {
    let side = |first: i32, length: u32| {
        let low = (i64::from(first) - i64::from(by)).max(i64::from(i32::MIN));
        let high = (i64::from(first) + i64::from(length) + i64::from(by)).min(i64::from(i32::MAX) + 1);
        (low as i32, (high - low) as u32)
    };
    let ((x, width), (y, height)) = (side(rect.x, rect.width), side(rect.y, rect.height));
    Rect::new(x, y, width, height)
}

/// The open cells of each chunk are one component, by this test's own flood fill, and each edge has a passage.
fn chunks_are_connected(recipe: &Recipe, numbers: std::ops::Range<u64>) {
    let mut rng = Seed::from("chunks").fork(recipe.name()).fork(numbers.start).rng();
    let [first, last] = ChunkAt::ENDS;
    for n in numbers {
        let level = endless(recipe, n / 50);
        let at = ChunkAt { x: coordinate(&mut rng, 64) >> 6, y: coordinate(&mut rng, 64) >> 6 };
        let chunk = level.chunk(at).unwrap();
        assert_one_component(&chunk, &format!("{}: {at:?}", recipe.name()));
        let side = CHUNK_SIDE as i32;
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let beside = ChunkAt { x: at.x + dx, y: at.y + dy };
            if [beside.x, beside.y].iter().any(|n| *n < first || *n > last) {
                continue;
            }
            let other = level.chunk(beside).unwrap();
            let edge = |n: i32| match (dx, dy) {
                (1, _) => (Point::new(side - 1, n), Point::new(0, n)),
                (-1, _) => (Point::new(0, n), Point::new(side - 1, n)),
                (_, 1) => (Point::new(n, side - 1), Point::new(n, 0)),
                _ => (Point::new(n, 0), Point::new(n, side - 1)),
            };
            let passes = (0..side).any(|n| {
                let (here, there) = edge(n);
                chunk.is_open(here) && other.is_open(there)
            });
            assert!(passes, "{}: no passage from {at:?} to {beside:?}\n{chunk}\n{other}", recipe.name());
        }
    }
}

fn assert_one_component(draft: &Draft, what: &str) {
    let open: BTreeSet<Point> = draft.size().points().filter(|at| draft.is_open(*at)).collect();
    let mut reached = BTreeSet::new();
    let mut next: Vec<Point> = open.first().copied().into_iter().collect();
    while let Some(at) = next.pop() {
        if open.contains(&at) && reached.insert(at) {
            next.extend([(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(x, y)| Point::new(at.x + x, at.y + y)));
        }
    }
    assert_eq!(reached.len(), open.len(), "{what} is not one component:\n{draft}");
    assert!(!open.is_empty(), "{what} has no open cell");
}

/// Makes all levels of a plan, or the first few, from the bottom up. The stairs down of each depth are the stairs up of the
/// next, and on endless levels they keep their distance from each other, unless a bounded neighbour is too small to have
/// many cells for them.
fn stairs_meet(plan: &Arc<Plan>, seed: u64, depths: u32) -> Result<(), DungeonError> {
    let dungeon = Dungeon::new(plan.clone(), seed);
    let what = format!("plan {}, seed {seed}", plan.name());
    let count = plan.levels().unwrap_or(depths).min(depths);
    let mut below: Option<BTreeSet<Point>> = None;
    for depth in (0..count).rev() {
        let floor = dungeon.level(depth)?;
        let draft = match &floor {
            Floor::Bounded(level) => level.to_draft(),
            // These chunks hold all stairs that lead to a bounded level.
            Floor::Endless(endless) => endless.window(Rect::new(0, 0, 256, 64))?,
        };
        let stairs = |kind: StairKind| -> BTreeSet<Point> {
            draft.stairs.iter().filter(|stair| stair.kind == kind).map(|stair| draft.world(stair.at)).collect()
        };
        let (up, down) = (stairs(StairKind::Up), stairs(StairKind::Down));
        assert_eq!(up.is_empty(), depth == 0, "{what}: stairs up at depth {depth}\n{draft}");
        assert_eq!(down.is_empty(), !plan.has_below(depth), "{what}: stairs down at depth {depth}\n{draft}");
        if let Some(below) = below {
            assert_eq!(down, below, "{what}: stairs between depth {depth} and the next\n{draft}");
        }
        if matches!(floor, Floor::Endless(_)) {
            let near = up.iter().flat_map(|up| down.iter().map(|down| up.manhattan(*down))).min();
            let is_tiny = |depth: u32| {
                plan.levels().is_none_or(|count| depth < count)
                    && matches!(dungeon.level(depth), Ok(Floor::Bounded(level)) if level.size().width + level.size().height < 48)
            };
            let least = if is_tiny(depth + 1) || depth > 0 && is_tiny(depth - 1) { 1 } else { 13 };
            assert!(near.is_none_or(|steps| steps >= least), "{what}: stairs {near:?} steps apart at depth {depth}");
        }
        below = Some(up);
    }
    Ok(())
}

pub(crate) fn parse(name: &str, text: &str) -> Result<Arc<Plan>, ContentError> {
    Plan::parse(SourceFile::new(name, text), Content::standard()).map(Arc::new)
}

/// Runs a job for each number below `count`, on all cores.
pub(crate) fn in_parallel(count: u64, job: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count) {
                    job(number);
                }
            });
        }
    });
}

/// A plan of a few stretches, each with its own recipe: bounded, some of them tiny, or endless.
fn random_plan(rng: &mut Rng) -> String {
    let recipes: Vec<&str> = Recipe::names().collect();
    let endless = endless_recipes();
    let levels = rng.range(2..=5);
    let mut text = format!("name = \"random\"\ndescription = \"Random.\"\nlevels = {levels}\n");
    for depth in 0..levels {
        text += &format!("[[stretch]]\ndepths = \"{depth}\"\n");
        if rng.below(4) == 0 {
            let recipe = rng.pick(&endless).expect("there are some");
            text += &format!("recipe = \"{}\"\nendless = true\n", recipe.name());
            continue;
        }
        let recipe = rng.pick(&recipes).expect("there are some");
        let (width, height) = match rng.below(3) {
            0 => (rng.range(12..=30), rng.range(9..=20)),
            _ => (rng.range(20..=80), rng.range(20..=50)),
        };
        text += &format!("recipe = \"{recipe}\"\nsize = \"{width}x{height}\"\nstairs = {}\n", rng.range(1..=4));
        match rng.below(6) {
            0 => text += "set = [\"stairs.walk=0.0\"]\n",
            1 => text += "set = [\"stairs.walk=3.0\"]\n",
            2 if *recipe == "rooms" => {
                text += "set = [\"rooms.attempts=1\", \"rooms.min-side=3\", \"rooms.max-side=4\"]\n";
            }
            _ => {}
        }
    }
    text
}

/// No random plan that is accepted fails because of its stairs. Returns how many were accepted.
fn random_plans_hold(count: u64) -> u64 {
    let accepted = AtomicU64::new(0);
    in_parallel(count, |number| {
        let text = random_plan(&mut Seed::from(number).fork("plan").rng());
        let Ok(plan) = parse("random.toml", &text) else { return };
        match stairs_meet(&plan, number, 5) {
            Ok(()) => drop(accepted.fetch_add(1, Ordering::Relaxed)),
            // The recipe cannot make ground of that size, which has nothing to do with stairs.
            Err(DungeonError::Build { .. }) => {}
            Err(error) => panic!("{error}\n{text}"),
        }
    });
    accepted.into_inner()
}

/// Two levels of one small room each, which rarely share a cell.
const LONELY_ROOMS: &str = r#"
name = "lonely rooms"
description = "Two levels of one small room each."
levels = 2

[[stretch]]
depths = "0-1"
recipe = "rooms"
size = "40x14"
set = ["rooms.attempts=1", "rooms.min-side=3", "rooms.max-side=4"]
"#;

#[test]
fn no_accepted_plan_fails_because_of_its_stairs() {
    let accepted = random_plans_hold(300);
    assert!(accepted > 150, "only {accepted} plans were accepted");
}

#[test]
#[ignore = "thousands of plans take minutes"]
fn no_plan_of_thousands_fails_because_of_its_stairs() {
    println!("{} of 5000 random plans were accepted, and none failed", random_plans_hold(5_000));
}

#[test]
fn levels_that_rarely_meet_always_have_stairs() {
    let walk = |walk: &str| LONELY_ROOMS.replace("set = [", &format!("set = [\"stairs.walk={walk}\", "));
    let tiny = LONELY_ROOMS.replace("\"rooms\"", "\"caves\"").replace("40x14", "12x9").replace("set = [", "# [");
    for text in [LONELY_ROOMS, &walk("0.0"), &walk("2.0"), &tiny] {
        let plan = parse("lonely.toml", text).unwrap();
        for seed in 0..100 {
            stairs_meet(&plan, seed, 2).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
    }
}

#[test]
fn a_recipe_whose_walk_is_too_long_gets_the_longest_there_is() {
    let recipe = Recipe::named("rooms").unwrap().sized(40, 14);
    let recipe = recipe.set("rooms.attempts=1").unwrap();
    let recipe = recipe.set("stairs.walk=5.0").unwrap();
    for seed in 0..20 {
        let level = recipe.build(seed).unwrap_or_else(|error| panic!("{error}"));
        assert!(level.as_draft().min_path_length > 2, "seed {seed}:\n{level}");
    }
}

#[test]
fn windows_of_endless_levels_fit_without_a_seam() {
    for recipe in endless_recipes() {
        windows_fit(&recipe, 10);
    }
}

#[test]
#[ignore = "a thousand windows of each endless recipe take minutes"]
fn a_thousand_windows_fit_without_a_seam() {
    for recipe in endless_recipes() {
        windows_fit(&recipe, 1_000);
        println!("{}: 1000 windows fit", recipe.name());
    }
}

#[test]
fn endless_levels_are_one_component() {
    for recipe in endless_recipes() {
        chunks_are_connected(&recipe, 0..16);
    }
}

#[test]
#[ignore = "ten thousand chunks of each endless recipe take minutes"]
fn ten_thousand_chunks_are_connected() {
    for recipe in endless_recipes() {
        let (first, count) = (from_environment("FIRST", 0), from_environment("COUNT", 10_000));
        chunks_are_connected(&recipe, first..first + count);
        println!("{}: {count} chunks are connected", recipe.name());
    }
}

#[test]
fn stairs_meet_between_all_levels_of_all_plans() {
    for name in Plan::names() {
        let plan = Arc::new(Plan::named(name).unwrap());
        for seed in 0..2 {
            stairs_meet(&plan, seed, 20).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

#[test]
#[ignore = "ten thousand seeds of each plan are slow"]
fn ten_thousand_seeds_of_each_plan_hold() {
    for name in Plan::names() {
        let plan = Arc::new(Plan::named(name).unwrap());
        in_parallel(10_000, |seed| stairs_meet(&plan, seed, 20).unwrap_or_else(|error| panic!("{error}")));
        println!("{name}: 10000 seeds hold");
    }
}

#[test]
fn a_level_does_not_depend_on_what_was_made_before() {
    let plan = Arc::new(Plan::of(Recipe::named("caves").unwrap(), false).unwrap());
    let in_order = Dungeon::new(plan.clone(), 9);
    let prints: Vec<u64> = (0..12).map(|depth| bounded(&in_order, depth).fingerprint()).collect();
    for depth in [7, 3, 11, 0, 6] {
        let alone = Dungeon::new(plan.clone(), 9);
        assert_eq!(bounded(&alone, depth).fingerprint(), prints[depth as usize], "depth {depth}");
    }
    let shared = Dungeon::new(plan, 9);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8_u32)
            .map(|n| {
                let shared = &shared;
                scope.spawn(move || {
                    (0..12_u32)
                        .map(|k| (n * 5 + k * 7) % 12)
                        .map(|depth| (depth, bounded(shared, depth).fingerprint()))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        for thread in threads {
            for (depth, print) in thread.join().expect("no thread panics") {
                assert_eq!(print, prints[depth as usize], "depth {depth} from a thread");
            }
        }
    });
}

#[test]
fn a_window_is_the_same_whatever_the_order_of_chunks_and_threads() {
    for recipe in endless_recipes() {
        let window = Rect::new(-150, -90, 300, 180);
        let whole = endless(&recipe, 4).window(window).unwrap();
        let level = endless(&recipe, 4);
        let mut chunks: Vec<ChunkAt> = (-2..=1).flat_map(|y| (-3..=2).map(move |x| ChunkAt { x, y })).collect();
        Seed::from(1).fork("order").rng().shuffle(&mut chunks);
        std::thread::scope(|scope| {
            for part in chunks.chunks(3) {
                let level = &level;
                scope.spawn(move || part.iter().for_each(|at| drop(level.chunk(*at).unwrap())));
            }
        });
        assert_eq!(level.window(window).unwrap(), whole, "{}", recipe.name());
    }
}

#[test]
fn a_top_level_on_which_nothing_is_free_gets_a_start() {
    // Its only open cells are a gateway between two regions of a mission, far from where the mission begins.
    let gateway = Recipe::new(60, 26).mission();
    let plan = Plan::new("gateway").levels(0, gateway).levels(1, Recipe::named("shallow-cave").unwrap());
    let plan = Arc::new(plan.build().unwrap());
    for seed in 0..20 {
        stairs_meet(&plan, seed, 2).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

#[test]
fn levels_that_share_no_open_cell_get_a_landing() {
    let text = r##"
name = "apart"
description = "Two levels whose open cells never meet."
levels = 4

[[stretch]]
depths = "0"
map = """
############
#@...#######
#....#######
############
"""

[[stretch]]
depths = "1"
map = """
############
#######....#
#######....#
############
"""

[[stretch]]
depths = "2-3"
recipe = "caves"
size = "12x9"
set = ["stairs.walk=0.05"]
"##;
    let plan = parse("apart.toml", text).unwrap();
    for seed in 0..40 {
        stairs_meet(&plan, seed, 4).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn bounded_levels_lie_under_endless_ones_and_endless_under_bounded() {
    let text = r#"
name = "mixed"
description = "Bounded and endless levels in turn."
levels = 7

[[stretch]]
depths = "0"
recipe = "caves"
endless = true

[[stretch]]
depths = "1-2"
recipe = "caves"
stairs = 3

[[stretch]]
depths = "3-4"
recipe = "caves"
endless = true

[[stretch]]
depths = "5-6"
recipe = "caves"
size = "200x20"
"#;
    let plan = parse("mixed.toml", text).unwrap();
    for seed in 0..8 {
        stairs_meet(&plan, seed, 7).unwrap_or_else(|error| panic!("{error}"));
    }
    let dungeon = Dungeon::new(plan, 1);
    assert_eq!(bounded(&dungeon, 1).stairs().iter().filter(|stair| stair.kind == StairKind::Down).count(), 3);
}

#[test]
fn the_deepest_possible_level_has_no_stairs_down() {
    let plan = Arc::new(Plan::named("undercroft").unwrap());
    let dungeon = Dungeon::new(plan, 5);
    let kinds = |depth| bounded(&dungeon, depth).stairs().iter().map(|stair| stair.kind).collect::<Vec<_>>();
    assert_eq!(kinds(u32::MAX), [StairKind::Up]);
    assert!(kinds(u32::MAX - 1).contains(&StairKind::Down));
}

#[test]
#[ignore = "measures time, which other tests would disturb"]
fn a_depth_of_a_million_costs_no_more_than_depth_three() {
    for (name, plan) in [
        ("bounded caves", Plan::of(Recipe::named("caves").unwrap(), false).unwrap()),
        ("endless caves", Plan::of(Recipe::named("caves").unwrap(), true).unwrap()),
    ] {
        let plan = Arc::new(plan);
        let cost = |depth: u32| {
            let begin = std::time::Instant::now();
            for seed in 0..400 {
                let dungeon = Dungeon::new(plan.clone(), seed);
                let floor = dungeon.level(depth).unwrap();
                floor.window(Rect::new(0, 0, 80, 50)).unwrap();
            }
            begin.elapsed().as_secs_f64() / 400.0 * 1e6
        };
        cost(3);
        let (shallow, deep) = (cost(3), cost(1_000_001));
        println!("{name}: depth 3 {shallow:.0} µs, depth 1,000,001 {deep:.0} µs, ratio {:.2}", deep / shallow);
        assert!(deep < 1.5 * shallow, "{name}: depth 3 {shallow} µs, depth 1,000,001 {deep} µs");
    }
}

#[test]
#[ignore = "ten thousand chunks of each endless recipe take minutes"]
fn memory_stays_flat_over_ten_thousand_chunks() {
    for recipe in endless_recipes() {
        let level = endless(&recipe, 3);
        let walk = |chunks: std::ops::Range<i32>| chunks.for_each(|x| drop(level.chunk(ChunkAt { x, y: 0 }).unwrap()));
        walk(0..2_000);
        let early = resident_kib();
        walk(2_000..10_000);
        let late = resident_kib();
        println!("{}: {early} KiB after 2,000 chunks, {late} KiB after 10,000", recipe.name());
        assert!(late < early + early / 4, "{}: {early} KiB grew to {late} KiB", recipe.name());
    }
}

/// The resident memory of this process; 0 if the system does not report it.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn a_depth_beyond_the_last_is_refused() {
    let dungeon = Dungeon::new(Plan::named("two-caves").unwrap(), 1);
    let error = dungeon.level(2).unwrap_err().to_string();
    assert_eq!(error, "plan `two-caves` has no depth 2: its last is 1");
}
