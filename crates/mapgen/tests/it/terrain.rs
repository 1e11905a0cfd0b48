//! Natural terrain: noise, slices, Voronoi chambers, random walks and crystals, and the recipes made of them.

use undercroft_mapgen::steps::{Band, Noise, Replace, Slices, Voronoi};
use undercroft_mapgen::{Draft, Point, Recipe, Seed, Size, Step, Tileset};
use undercroft_testing::assert_keeps_promises;

const RECIPES: [&str; 5] = ["shallow-cave", "surface", "burrow", "hive", "crystal"];

fn assert_rarely_vetoed(name: &str, seeds: std::ops::Range<u64>) {
    let recipe = Recipe::named(name).unwrap();
    let count = seeds.end - seeds.start;
    let mut attempts = 0;
    for seed in seeds {
        let level = recipe.build(seed).unwrap_or_else(|error| panic!("{error}"));
        assert_keeps_promises(level.as_draft());
        attempts += u64::from(level.attempts());
    }
    let vetoed = attempts - count;
    println!("{name}: {vetoed} of {attempts} drafts vetoed");
    assert!(vetoed * 20 <= attempts, "{name}: {vetoed} of {attempts} drafts were vetoed");
}

#[test]
fn levels_are_good_and_rarely_vetoed() {
    for name in RECIPES {
        assert_rarely_vetoed(name, 0..100);
    }
}

#[test]
#[ignore = "minutes"]
fn two_thousand_levels_are_good_and_rarely_vetoed() {
    for name in RECIPES {
        assert_rarely_vetoed(name, 0..2_000);
    }
}

fn assert_good_at(sizes: &[(u32, u32)], seeds: u64) {
    for name in RECIPES {
        let recipe = Recipe::named(name).unwrap();
        for (width, height) in sizes {
            let sized = recipe.clone().sized(*width, *height);
            let mut good = 0;
            for seed in 0..seeds {
                match sized.build(seed) {
                    Ok(level) => {
                        good += 1;
                        assert_keeps_promises(level.as_draft());
                    }
                    Err(error) => assert!(error.to_string().len() > 20, "{error}"),
                }
            }
            // The smallest maps may have no space for a start and stairs far enough apart.
            assert!(good == seeds || *width < 9 || *height < 9, "{name}, {width}x{height}: {good} of {seeds}");
        }
    }
}

#[test]
fn odd_sizes_give_good_levels() {
    assert_good_at(&[(3, 3), (5, 5), (7, 5), (9, 9), (11, 30), (64, 9), (65, 17), (33, 33), (120, 90)], 4);
}

#[test]
#[ignore = "minutes"]
fn forty_odd_sizes_give_good_levels() {
    let sides = [5, 7, 9, 13, 24, 41, 63, 64, 65, 127, 200];
    let sizes: Vec<(u32, u32)> =
        (0..40).map(|n| (sides[n * 7 % 11] * if n % 13 == 0 { 3 } else { 2 } / 2, sides[n * 5 % 11])).collect();
    assert_good_at(&sizes, 50);
}

#[test]
fn levels_of_neighbouring_seeds_are_unrelated() {
    for name in ["shallow-cave", "surface", "hive", "crystal"] {
        let recipe = Recipe::named(name).unwrap();
        let maps: Vec<Vec<u8>> = (0..30_u64)
            .map(|seed| recipe.build(seed).unwrap().tiles().as_slice().iter().map(|tile| tile.0).collect())
            .collect();
        let agreement = |a: &[u8], b: &[u8]| {
            let same = a.iter().zip(b).filter(|(a, b)| a == b).count();
            same as f64 / a.len() as f64
        };
        let mean = |step: usize| {
            let pairs = maps.len() - step;
            (0..pairs).map(|n| agreement(&maps[n], &maps[n + step])).sum::<f64>() / pairs as f64
        };
        let (next, far) = (mean(1), mean(13));
        assert!(
            (next - far).abs() < 0.05,
            "{name}: neighbouring seeds share {next} of their cells, distant ones {far}"
        );
    }
}

#[test]
fn the_shallow_cave_is_half_rock_with_some_water_and_trees() {
    let mut ground = Slices::default();
    let share = |step: &Slices, tile: &str| {
        let mut draft = Draft::new(Size::new(400, 400), Tileset::standard());
        step.apply(&mut draft, Seed::from(9).fork("slices")).unwrap();
        let tile = draft.named(tile).unwrap();
        draft.where_tile(|here| here == tile).count() as f64 / draft.size().area() as f64
    };
    assert!((share(&ground, "wall") - 0.5).abs() < 0.05);
    assert!((0.03..0.08).contains(&share(&ground, "water")), "{}", share(&ground, "water"));
    assert!((0.03..0.08).contains(&share(&ground, "tree")), "{}", share(&ground, "tree"));
    ground.slices.remove(0);
    assert_eq!(share(&ground, "wall"), 0.0);
    assert!((0.08..0.14).contains(&share(&ground, "water")), "{}", share(&ground, "water"));
}

#[test]
fn the_surface_is_ringed_by_trees_and_has_no_rock() {
    for seed in 0..20_u64 {
        let level = Recipe::named("surface").unwrap().build(seed).unwrap();
        let drawing = level.to_string();
        assert!(!drawing.contains('#'), "{drawing}");
        for (at, tile) in level.tiles().iter().filter(|(at, _)| level.size().on_border(*at)) {
            assert_eq!(level.tileset()[*tile].name, "tree", "{at}\n{drawing}");
        }
    }
}

#[test]
fn the_crystal_recipe_grows_crystals() {
    for seed in 0..20_u64 {
        let level = Recipe::named("crystal").unwrap().build(seed).unwrap();
        let crystals = level.to_string().matches('♦').count();
        assert!((400..1_600).contains(&crystals), "{crystals} crystals\n{level}");
    }
}

/// At a scale of one fifth, a lattice with whole-number offsets would put a pit on every fifth cell.
#[test]
fn the_noise_lattice_does_not_show() {
    let mut pits = [[0_u32; 5]; 5];
    let step = Noise::default();
    for seed in 0..40_u64 {
        let mut draft = Draft::new(Size::new(100, 100), Tileset::standard());
        step.apply(&mut draft, Seed::from(seed).fork("noise")).unwrap();
        let pit = draft.named("pit").unwrap();
        for at in draft.where_tile(|tile| tile == pit).points() {
            pits[at.y as usize % 5][at.x as usize % 5] += 1;
        }
    }
    let expected = 40 * 100 * 100 / 25 / 2;
    for count in pits.iter().flatten() {
        assert!(count.abs_diff(expected) < expected / 12, "{pits:?}, where {expected} each were expected");
    }
}

#[test]
fn local_steps_give_the_same_terrain_in_every_window() {
    let meadow = Replace::default().from("floor").to("grass").chance(0.5).near("water");
    let noise = |kind: &str| {
        Noise::default()
            .kind(kind)
            .octaves(3)
            .bands(vec![Band::new(0.6, "wall"), Band::new(0.45, "floor")])
            .tile("water")
    };
    let grounds: [Vec<Box<dyn Step>>; 4] = [
        vec![Box::new(noise("perlin")), Box::new(meadow.clone())],
        vec![Box::new(noise("simplex"))],
        vec![Box::new(Slices::default()), Box::new(meadow)],
        vec![Box::new(Voronoi::default())],
    ];
    let made = |steps: &[Box<dyn Step>], size: Size, origin: Point| {
        let mut draft = Draft::new(size, Tileset::standard());
        draft.origin = origin;
        for (index, step) in steps.iter().enumerate() {
            step.apply(&mut draft, Seed::from(5).fork("window").fork(index as u32)).unwrap();
        }
        draft
    };
    for steps in &grounds {
        for origin in
            [(-60, -20), (1_999_999_900, -2_000_000_000), (i32::MAX - 50, i32::MIN), (i32::MIN + 7, i32::MAX - 9)]
        {
            let origin = Point::new(origin.0, origin.1);
            let whole = made(steps, Size::new(130, 50), origin);
            for (x, y) in [(0, 0), (3, 1), (50, 17), (66, 30)] {
                let part = made(steps, Size::new(64, 20), origin + Point::new(x, y));
                // The outermost cells are left out, because the steps look one cell ahead.
                for at in part.size().interior().points() {
                    let expected = whole.tile(at + Point::new(x, y));
                    assert_eq!(part.tile(at), expected, "{at} of the part at ({x}, {y}):\n{whole}\n{part}");
                }
            }
        }
    }
}

#[test]
fn invalid_parameters_are_refused_with_a_remedy() {
    let cases = [
        ("shallow-cave", "slices.scale=0", "slices.scale=0: scale: 0 is not a number from 0.0001 to 1"),
        ("shallow-cave", "slices.scale=nan", "slices.scale=nan: scale: NaN is not a number from 0.0001 to 1"),
        ("shallow-cave", "slices.tile=flor", "slices.tile=flor: tile: no tile is called `flor`; did you mean `floor`?"),
        (
            "shallow-cave",
            "slices.slices=[{ above = 3, tile = \"wall\" }]",
            "slices.slices=[{ above = 3, tile = \"wall\" }]: slices: above: 3 is not a number from -1 to 1",
        ),
        (
            "hive",
            "moss.bands=[{ above = 0.2, tile = \"moss\" }, { above = 0.4, tile = \"rubble\" }]",
            "moss.bands=[{ above = 0.2, tile = \"moss\" }, { above = 0.4, tile = \"rubble\" }]: \
             bands: 0.4 comes after 0.2 but is not below it: put the highest first",
        ),
        ("hive", "moss.kind=value", "moss.kind=value: kind: `value` is not one of `perlin`, `simplex`"),
        ("hive", "moss.octaves=0", "moss.octaves=0: octaves: 0 is not a number from 1 to 8"),
        ("hive", "voronoi.size=2", "voronoi.size=2: size: 2 is not a number from 3 to 1000"),
        ("hive", "voronoi.thickness=5", "voronoi.thickness=5: thickness: 5 is not a number from 0 to 4"),
        ("hive", "voronoi.openings=-1", "voronoi.openings=-1: openings: -1 is not a number from 0 to 1"),
        ("burrow", "walk.share=2", "walk.share=2: share: 2 is not a number from 0 to 1"),
        ("burrow", "walk.steps=0", "walk.steps=0: steps: 0 is not a number from 1 to 1000000"),
        ("burrow", "rubble.near=wal", "rubble.near=wal: near: no tile is called `wal`; did you mean `wall`?"),
        ("crystal", "aggregate.drift=0", "aggregate.drift=0: drift: 0 is not a number from 1 to 32"),
        (
            "crystal",
            "aggregate.mirror=left",
            "aggregate.mirror=left: mirror: `left` is not one of `none`, `across`, `down`, `both`",
        ),
    ];
    for (recipe, setting, expected) in cases {
        let error = Recipe::named(recipe).unwrap().set(setting).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn extreme_parameters_give_a_level_or_a_clear_error() {
    let settings = [
        ("shallow-cave", "slices.scale=1"),
        ("shallow-cave", "slices.scale=0.0001"),
        ("shallow-cave", "slices.slices=[]"),
        ("shallow-cave", "slices.slices=[{ above = -1, tile = \"wall\" }]"),
        ("surface", "saplings.chance=1"),
        ("hive", "moss.octaves=8"),
        ("hive", "voronoi.size=1000"),
        ("hive", "voronoi.size=3"),
        ("hive", "voronoi.thickness=4"),
        ("hive", "voronoi.thickness=0"),
        ("hive", "voronoi.open=0"),
        ("hive", "voronoi.metric=manhattan"),
        ("hive", "voronoi.metric=chebyshev"),
        ("burrow", "walk.share=1"),
        ("burrow", "walk.share=0"),
        ("burrow", "walk.turn=0"),
        ("burrow", "walk.aim=1"),
        ("burrow", "walk.steps=1000000"),
        ("crystal", "aggregate.share=1"),
        ("crystal", "aggregate.drift=32"),
        ("crystal", "aggregate.drift=1"),
        ("crystal", "aggregate.seed-every=1"),
        ("crystal", "aggregate.mirror=both"),
        ("crystal", "aggregate.on="),
    ];
    for (name, setting) in settings {
        let recipe = Recipe::named(name).unwrap().set(setting).unwrap();
        for (width, height) in [(5, 5), (40, 21)] {
            match recipe.clone().sized(width, height).build(1) {
                Ok(level) => assert_keeps_promises(level.as_draft()),
                Err(error) => assert!(error.to_string().contains("none of 50 drafts passed"), "{setting}: {error}"),
            }
        }
    }
}
