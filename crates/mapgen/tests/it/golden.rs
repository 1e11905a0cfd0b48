//! Golden fingerprints: the same seed gives the same level, for ever.
//!
//! A difference means that some player's seed now gives a different level. If that is intended, raise
//! `GENERATOR_VERSION`, say why in the changelog, and rewrite the catalogue. A built-in plan whose tables have changed
//! counts as a new plan: its lines change, but the version does not.
//!
//! ```text
//! UNDERCROFT_WRITE_GOLDEN=1 cargo test -p undercroft-mapgen --test it golden
//! ```

use std::fmt::Write;
use std::path::Path;

use undercroft_mapgen::{Dungeon, Floor, GENERATOR_VERSION, Plan, Recipe, Rect, Seed};

/// Numbers near and far, and texts.
const SEEDS: [&str; 25] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "42",
    "99",
    "100",
    "1000",
    "4096",
    "65535",
    "123456789",
    "4294967295",
    "4294967296",
    "9999999999",
    "18446744073709551615",
    "a walk in the dark",
    "moss",
    "Ångström",
    "",
];

fn catalogue() -> String {
    let mut text = format!("generator version {GENERATOR_VERSION}\n");
    let mut line = |what: &str, seed: &str, print: u64| {
        writeln!(text, "{what} {seed:?} {print:016x}").expect("a string can always be written to");
    };
    for name in Recipe::names() {
        let recipe = Recipe::named(name).expect("an embedded recipe is valid");
        for seed in SEEDS {
            let level = recipe.build(Seed::from(seed)).unwrap_or_else(|error| panic!("{error}"));
            line(&format!("recipe {name}"), seed, level.fingerprint());
        }
    }
    for name in Plan::names() {
        for seed in &SEEDS[..5] {
            let dungeon = Dungeon::new(Plan::named(name).expect("an embedded plan is valid"), *seed);
            for depth in (0..16).filter(|depth| dungeon.plan().has(*depth)) {
                let print = match dungeon.level(depth).unwrap_or_else(|error| panic!("{error}")) {
                    Floor::Bounded(level) => level.fingerprint(),
                    Floor::Endless(endless) => {
                        endless.window(Rect::new(-70, -70, 140, 140)).expect("the window is small").fingerprint()
                    }
                };
                line(&format!("plan {name} depth {depth}"), seed, print);
            }
        }
    }
    text
}

#[test]
fn every_seed_gives_the_level_it_always_gave() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt");
    let now = catalogue();
    if std::env::var_os("UNDERCROFT_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, &now).expect("the catalogue can be written");
    }
    let golden = std::fs::read_to_string(&path).expect("the catalogue is there");
    let changed: Vec<&str> =
        now.lines().zip(golden.lines()).filter(|(now, was)| now != was).map(|(now, _)| now).collect();
    assert!(changed.is_empty(), "{} levels have changed; the first is\n{}", changed.len(), changed[0]);
    assert_eq!(
        now.lines().count(),
        golden.lines().count(),
        "the catalogue does not match the existing recipes and plans"
    );
}

#[test]
fn levels_of_neighbouring_seeds_and_depths_are_unrelated() {
    for name in ["caves", "shallow-cave"] {
        let recipe = Recipe::named(name).expect("an embedded recipe is valid");
        let open = |seed: u64, depth: u32| recipe.build_at(seed, depth).expect("the recipe never fails").open().clone();
        for seed in 0..10 {
            for (a, b) in [(open(seed, 1), open(seed + 1, 1)), (open(seed, 1), open(seed, 2))] {
                // Unrelated maps of a few thousand cells, in patches of about twenty, stay well below the limit.
                let cells = a.size().area() as f64;
                let (share_a, share_b) = (a.count() as f64 / cells, b.count() as f64 / cells);
                let mut both = a.clone();
                both.intersect(&b);
                let covariance = both.count() as f64 / cells - share_a * share_b;
                let deviation = (share_a * (1.0 - share_a) * share_b * (1.0 - share_b)).sqrt();
                let correlation = covariance / deviation;
                assert!(correlation.abs() < 0.4, "{name}, seed {seed}: correlation {correlation}");
            }
        }
    }
}
