//! What serde saves, it loads again; and what nobody saved is refused.

use std::fmt::Debug;

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use undercroft_mapgen::{Chance, Dice, Draft, Dungeon, Floor, Level, Plan, Recipe, Rect, Rng, Seed, Spawn, Tileset};

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
fn a_level_that_breaks_a_promise_is_not_loaded() {
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 9] = [
        (|level| level["draft"]["tiles"]["cells"][0] = json!(1), "border: the border is open, at (0, 0)"),
        (|level| level["draft"]["tiles"]["cells"][10] = json!(0), "connected: the walkable cells form 2 components"),
        (|level| level["draft"]["doors"] = json!([]), "`door` on the map is not in its list"),
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
fn a_draft_that_nobody_saved_is_not_loaded() {
    let draft = |change: fn(&mut Value)| {
        let mut draft = saved_level()["draft"].clone();
        change(&mut draft);
        refusal::<Draft>(draft)
    };
    let lattice = draft(|draft| draft["lattice"] = json!({"size": {"width": 1, "height": 1}, "cells": [1]}));
    assert!(lattice.contains("the lattice has a room 1, and there are 1 rooms"), "{lattice}");
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
fn a_generator_goes_on_where_it_was_saved() {
    let mut rng = Seed::from(1).fork("rolls").rng();
    rng.next_u64();
    assert_saved(&rng);
    let text = serde_json::to_string(&rng).unwrap();
    assert_eq!(serde_json::from_str::<Rng>(&text).unwrap().next_u64(), rng.next_u64());
    assert!(refusal::<Rng>(json!([0, 0, 0, 0, 0, 0, 0, 0])).contains("nothing but 0"));
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

proptest! {
    #[test]
    fn damaged_bytes_give_a_good_level_or_an_error(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)
    ) {
        let level: Level = serde_json::from_value(saved_level()).unwrap();
        let mut bytes = postcard::to_stdvec(&level).unwrap();
        for (place, byte) in damage {
            *place.get_mut(&mut bytes) = byte;
        }
        if let Ok(level) = postcard::from_bytes::<Level>(&bytes) {
            undercroft_testing::assert_keeps_promises(level.as_draft());
        }
    }
}
