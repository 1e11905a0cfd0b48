//! Whatever serde saves can be loaded again, and data that was never saved is refused.

use std::fmt::Debug;
use std::sync::Arc;

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use undercroft_mapgen::{
    Chance, Content, Dice, Draft, Dungeon, EditedDungeon, Floor, Goal, Level, Plan, PlanBuilder, Point, Recipe, Rect,
    Rng, Seed, Spawn, StairLock, Table, TableEntry, Tile, Tileset,
};

/// Saves and loads a value as JSON and as bytes.
fn assert_saved<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value);
    let bytes = postcard::to_stdvec(value).unwrap();
    assert_eq!(&postcard::from_bytes::<T>(&bytes).unwrap(), value);
}

#[test]
fn every_level_and_draft_is_loaded_as_it_was_saved() {
    for (seed, name) in Recipe::names().enumerate() {
        let level = Recipe::named(name).unwrap().build(seed as u64).unwrap();
        assert_saved(&level);
        assert_saved(level.as_draft());
        assert_saved(&level.spawns().to_vec());
    }
    for name in Plan::names() {
        let dungeon = Dungeon::new(Plan::named(name).unwrap(), 7);
        for depth in 0..3 {
            match dungeon.level(depth) {
                Ok(Floor::Bounded(level)) => assert_saved(&*level),
                Ok(endless) => assert_saved(&endless.window(Rect::new(-40, -20, 80, 50)).unwrap()),
                Err(_) => assert!(!dungeon.plan().has(depth), "{name} {depth}"),
            }
        }
    }
}

#[test]
fn a_tileset_is_loaded_as_it_was_saved() {
    assert_saved(&*Tileset::standard());
    for (tile, info) in Tileset::standard().iter() {
        assert_saved(&(tile, info.clone()));
    }
}

/// A view of the upper levels of a dungeon.
fn levels_of(dungeon: &Arc<Dungeon>) -> Vec<u64> {
    let depths = (0..4).filter(|depth| dungeon.plan().has(*depth));
    depths
        .map(|depth| dungeon.level(depth).unwrap().window(Rect::new(-20, -10, 80, 50)).unwrap().fingerprint())
        .collect()
}

#[test]
fn a_dungeon_is_loaded_with_the_same_levels() {
    let own = Plan::new("own")
        .levels(0, Recipe::new(50, 30).called("mine").scatter(0.5).smooth(4).connect())
        .endless(1, Recipe::named("shallow-cave").unwrap())
        .levels(2.., [Recipe::named("vaults").unwrap(), Recipe::named("halls").unwrap()])
        .stairs(2)
        .creatures(0..=1, Table::one_in(60).with_entry(TableEntry::new("rat").with("size", 0.25)))
        .creatures(2.., Table::nothing())
        .goal(Goal::new("crown", 3))
        .build()
        .unwrap();
    let plans = Plan::names().map(|name| Plan::named(name).unwrap()).chain([own]);
    for (seed, plan) in plans.enumerate() {
        let dungeon = Dungeon::new(plan, seed as u64);
        let text = serde_json::to_string(&dungeon).unwrap();
        let bytes = postcard::to_stdvec(&dungeon).unwrap();
        let loaded: [Arc<Dungeon>; 2] = [serde_json::from_str(&text).unwrap(), postcard::from_bytes(&bytes).unwrap()];
        for loaded in loaded {
            assert_eq!((loaded.seed(), loaded.plan().name()), (dungeon.seed(), dungeon.plan().name()));
            assert_eq!(levels_of(&loaded), levels_of(&dungeon), "{}", dungeon.plan().name());
            assert_eq!(loaded.plan().outline(), dungeon.plan().outline());
            assert_eq!(loaded.plan().goal(), dungeon.plan().goal());
        }
    }
}

/// A dungeon whose levels have custom vaults, drawn with custom tiles.
fn dungeon_of_own_content() -> Arc<Dungeon> {
    let tiles = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/content/tilesets/standard.toml"));
    let tiles = tiles.unwrap().replacen("\"wall\"", "\"granite\"", 1).replacen("\"floor\"", "\"dirt\"", 1);
    let cross = "name = 'cross'\ntags = ['mine']\nplace = 'open'\nmap = '''\n.#.\n...\n.#.'''\n";
    let den = "name = 'den'\ndescription = 'A den.'\nsize = '60x40'\n[[step]]\ndo = 'scatter'\nchance = 0.7\n\
               [[step]]\ndo = 'smooth'\n[[step]]\ndo = 'connect'\n[[step]]\ndo = 'stamp'\ntags = ['mine']\n\
               [[step.vault]]\nname = 'post'\nplace = 'open'\nmap = '#'\n[[step]]\ndo = 'stairs'\n";
    let files = [("tilesets/own.toml", &*tiles), ("vaults/cross.toml", cross), ("recipes/den.toml", den)];
    let mut content = Content::from_files(files).unwrap();
    content.use_tileset(content.tileset("own").unwrap());
    let plan = Plan::new("own").levels(0..=2, content.recipe("den").unwrap()).build().unwrap();
    Dungeon::new(plan, 5)
}

#[test]
fn a_dungeon_is_saved_with_its_own_tiles_and_vaults() {
    let dungeon = dungeon_of_own_content();
    let Floor::Bounded(level) = dungeon.level(1).unwrap() else { panic!("the level is bounded") };
    for name in ["cross", "post"] {
        assert!(level.vaults().iter().any(|vault| &*vault.name == name), "{name} is missing:\n{level}");
    }
    let text = serde_json::to_string(&dungeon).unwrap();
    let loaded: Arc<Dungeon> = serde_json::from_str(&text).unwrap();
    assert_eq!(levels_of(&loaded), levels_of(&dungeon));
    assert_eq!(loaded.level(0).unwrap().tileset()[Tile::WALL].name, "granite");
}

#[test]
fn a_dungeon_is_saved_with_its_own_missions_and_locks() {
    let mission = "name = 'mine'\ndescription = 'One lock.'\nholds = ['key green']\n\
                   [[region]]\nname = 'cellar'\nlinks = ['locked green']\nholds = ['goal']\n";
    let manor = "name = 'manor'\ndescription = 'A manor.'\n[[step]]\ndo = 'accrete'\n[[step]]\ndo = 'stairs'\n\
                 [[step]]\ndo = 'furnish'\nmissions = ['mine']\n";
    let content = Content::from_files([("missions/mine.toml", mission), ("recipes/manor.toml", manor)]).unwrap();
    let plan = Plan::new("own").levels(0..=2, content.recipe("manor").unwrap()).lock(StairLock::new("silver", 0, 1));
    let dungeon = Dungeon::new(plan.build().unwrap(), 5);
    let text = serde_json::to_string(&dungeon).unwrap();
    let loaded: Arc<Dungeon> = serde_json::from_str(&text).unwrap();
    assert_eq!(levels_of(&loaded), levels_of(&dungeon));
    assert_eq!(loaded.plan().locks(), dungeon.plan().locks());
}

#[test]
fn an_edited_dungeon_is_loaded_with_its_edits() {
    let mut edited = EditedDungeon::new(dungeon_of_own_content()).outside(Tile::FLOOR);
    edited.set(0, Point::new(5, 5), Tile::FLOOR);
    edited.set(2, Point::new(i32::MIN, i32::MAX), Tile::WALL);
    let text = serde_json::to_string(&edited).unwrap();
    let bytes = postcard::to_stdvec(&edited).unwrap();
    let loaded: [EditedDungeon; 2] = [serde_json::from_str(&text).unwrap(), postcard::from_bytes(&bytes).unwrap()];
    let window = Rect::new(-5, -5, 70, 50);
    for loaded in loaded {
        assert!(loaded.edits().eq(edited.edits()));
        assert_eq!(loaded.window(0, window).unwrap(), edited.window(0, window).unwrap());
        assert_eq!(loaded.tile(9, Point::new(0, 0)).unwrap(), Tile::FLOOR);
    }
    let mut broken = serde_json::to_value(&edited).unwrap();
    broken["edits"][0][2] = json!(255);
    assert!(refusal::<EditedDungeon>(broken).contains("the tileset has no tile 255, at (5, 5) on depth 0"));
}

#[test]
fn a_dungeon_with_code_in_it_says_that_it_cannot_be_saved() {
    let caves = || Recipe::new(50, 30).called("mine").caves();
    let error = |plan: PlanBuilder| {
        let dungeon = Dungeon::new(plan.build().unwrap(), 1);
        serde_json::to_string(&dungeon).err().map_or_else(|| panic!("it was saved"), |error| error.to_string())
    };
    let by_place = Plan::new("own").levels(.., caves()).creatures_by(.., |_, x, _| (x % 9 == 0).then_some("rat"));
    let own_step = Plan::new("own").levels(.., Recipe::new(50, 30).called("mine").tiles_by(|_, _, _| "floor").border());
    for (plan, expected) in [
        (
            by_place,
            "the spawns of `spawns-by` are code, which cannot be saved; save the seed, and recreate the dungeon",
        ),
        (own_step, "recipe `mine`: the step `tiles-by` is code, which cannot be saved; save the seed"),
    ] {
        let error = error(plan);
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn a_dungeon_of_another_version_or_with_a_broken_plan_is_not_loaded() {
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 6] = [
        (|dungeon| dungeon["generator_version"] = json!(1), "made by generator version 1; this is version"),
        (|dungeon| dungeon["plan"]["stretches"] = json!([]), "no levels have depth 0"),
        (|dungeon| dungeon["plan"]["stretches"][0]["stairs"] = json!(9_999), "is not a number from 1 to 64"),
        (|dungeon| dungeon["plan"]["stretches"][0]["depths"] = json!("3-1"), "runs upwards"),
        (
            |dungeon| {
                let ground = &mut dungeon["plan"]["stretches"][0]["grounds"][0]["bounded"]["text"];
                *ground = json!(ground.as_str().unwrap().replace("80x50", "80000x50"));
            },
            "80000x50",
        ),
        (
            |dungeon| dungeon["plan"]["stretches"][0]["grounds"][0] = json!({"drawn": saved_level()["draft"]}),
            "a drawn map must have no stairs of its own",
        ),
    ];
    let saved = || serde_json::to_value(Dungeon::new(Plan::named("two-caves").unwrap(), 1)).unwrap();
    serde_json::from_value::<Dungeon>(saved()).unwrap();
    for (change, expected) in changes {
        let mut dungeon = saved();
        change(&mut dungeon);
        let error = refusal::<Dungeon>(dungeon);
        assert!(error.contains(expected), "{error}\ninstead of {expected}");
    }
}

/// The JSON of a small level with a door, stairs and a room.
fn saved_level() -> Value {
    let mut draft = Draft::parse("########\n#<..+.>#\n########");
    draft.rooms.push(Rect::new(2, 1, 2, 1));
    serde_json::to_value(draft.finish().unwrap()).unwrap()
}

fn refusal<T: DeserializeOwned>(value: Value) -> String {
    serde_json::from_value::<T>(value).err().map_or_else(|| panic!("it was loaded"), |error| error.to_string())
}

#[test]
fn a_level_that_fails_a_check_is_not_loaded() {
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 9] = [
        (|level| level["draft"]["tiles"]["cells"][0] = json!(1), "border: the border is open, at (0, 0)"),
        (|level| level["draft"]["tiles"]["cells"][10] = json!(0), "connected: the walkable cells form 2 components"),
        (|level| level["draft"]["doors"] = json!([]), "`door` on the map is not in any list"),
        (|level| level["draft"]["stairs"][0]["at"]["x"] = json!(-9), "placement: stairs: the cell is not walkable"),
        (|level| level["draft"]["start"] = json!({"x": 0, "y": 0}), "the start: the cell is not walkable"),
        (|level| level["draft"]["tiles"]["cells"][9] = json!(255), "the tileset has no tile 255, which is at (1, 1)"),
        (|level| level["draft"]["tiles"]["size"]["width"] = json!(9), "a 9x3 map has 24 values instead of 27"),
        (|level| level["draft"]["rooms"][0]["width"] = json!(4_000_000_000_u32), "too large: a side has at most 65536"),
        (|level| level["draft"]["tileset"] = json!("[[tile]]"), "tileset:1:1: missing field `name`"),
    ];
    serde_json::from_value::<Level>(saved_level()).unwrap();
    for (change, expected) in changes {
        let mut level = saved_level();
        change(&mut level);
        let error = refusal::<Level>(level);
        assert!(error.contains(expected), "{error}\ninstead of {expected}");
    }
}

#[test]
fn an_impossible_draft_is_not_loaded() {
    let draft = |change: fn(&mut Value)| {
        let mut draft = saved_level()["draft"].clone();
        change(&mut draft);
        refusal::<Draft>(draft)
    };
    let lattice = draft(|draft| draft["lattice"] = json!({"size": {"width": 1, "height": 1}, "cells": [1]}));
    assert!(lattice.contains("the lattice has a room 1, but there are 1 rooms"), "{lattice}");
    let long = draft(|draft| draft["tiles"] = json!({"size": {"width": 70_000, "height": 0}, "cells": []}));
    assert!(long.contains("70000x0: a side has at most 65536 cells"), "{long}");
}

#[test]
fn a_seed_is_saved_as_text_and_read_from_numbers_too() {
    for seed in [Seed::from(42), Seed::from(u64::MAX), Seed::from(-3), Seed::from("a walk in the dark")] {
        assert_saved(&seed);
        assert_eq!(serde_json::to_value(&seed).unwrap(), json!(seed.to_string()));
    }
    for (number, seed) in [(json!(42), Seed::from(42)), (json!(-3), Seed::from("-3"))] {
        assert_eq!(serde_json::from_value::<Seed>(number).unwrap(), seed);
    }
    assert!(refusal::<Seed>(json!(1.5)).contains("expected a seed: text or a whole number"));
}

#[test]
fn a_loaded_generator_continues_where_it_left_off() {
    let mut rng = Seed::from(1).fork("rolls").rng();
    rng.next_u64();
    assert_saved(&rng);
    let text = serde_json::to_string(&rng).unwrap();
    assert_eq!(serde_json::from_str::<Rng>(&text).unwrap().next_u64(), rng.next_u64());
    assert!(refusal::<Rng>(json!([0, 0, 0, 0, 0, 0, 0, 0])).contains("would only ever give 0"));
}

#[test]
fn the_properties_of_a_spawn_are_saved() {
    let trap = Spawn::new("spike trap", "trap", (4, 7));
    let trap = trap.with("damage", 3).with("hidden", true).with("chance", 0.25).with("text", "7");
    assert_saved(&trap);
    assert_eq!(serde_json::to_value(&trap).unwrap()["properties"]["damage"], json!(3));
}

#[test]
fn a_chance_is_saved_exactly() {
    for chance in [Chance::NEVER, Chance::ALWAYS, Chance::clamped(0.1), Chance::one_in(3)] {
        assert_saved(&chance);
    }
    assert!(refusal::<Chance>(json!((1_u64 << 32) + 1)).contains("at most 2^32"));
}

#[test]
fn dice_are_saved_as_they_are_written() {
    assert_saved(&"3d4-2".parse::<Dice>().unwrap());
    assert!(refusal::<Dice>(json!("3d")).contains("`3d` is not dice"));
}

/// The bytes of a value with some of them changed.
fn damaged(value: &impl Serialize, damage: &[(prop::sample::Index, u8)]) -> Vec<u8> {
    let mut bytes = postcard::to_stdvec(value).unwrap();
    for (place, byte) in damage {
        *place.get_mut(&mut bytes) = *byte;
    }
    bytes
}

proptest! {
    #[test]
    fn damaged_bytes_give_a_good_level_or_an_error(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)
    ) {
        let level: Level = serde_json::from_value(saved_level()).unwrap();
        if let Ok(level) = postcard::from_bytes::<Level>(&damaged(&level, &damage)) {
            undercroft_testing::assert_keeps_promises(level.as_draft());
        }
    }

    #[test]
    fn damaged_bytes_give_a_dungeon_or_an_error(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)
    ) {
        let dungeon = Dungeon::new(Plan::named("two-caves").unwrap(), 1);
        if let Ok(dungeon) = postcard::from_bytes::<Dungeon>(&damaged(&dungeon, &damage)) {
            prop_assert!(dungeon.plan().has(0));
        }
    }
}
