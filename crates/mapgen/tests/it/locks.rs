//! Stairs that are locked, with a key on a level above.

use std::sync::Arc;

use undercroft_mapgen::{Content, Dungeon, Floor, Level, Plan, Recipe, SourceFile, StairKind, StairLock};
use undercroft_testing::assert_keeps_promises;

/// Five levels of a recipe: the stairs of depth 2 are locked with the key of depth 0, those of depth 3 with that of depth 2.
fn locked(recipe: &str, seed: u64) -> Arc<Dungeon> {
    let recipe = Recipe::named(recipe).unwrap();
    let plan = Plan::new("locked").levels(0..=4, recipe);
    let plan = plan.lock(StairLock::new("silver", 0, 2)).lock(StairLock::new("golden", 2, 3)).build().unwrap();
    Dungeon::new(plan, seed)
}

fn bounded(dungeon: &Arc<Dungeon>, depth: u32) -> Arc<Level> {
    match dungeon.level(depth) {
        Ok(Floor::Bounded(level)) => level,
        other => panic!("depth {depth}: {other:?}"),
    }
}

#[test]
fn the_stairs_are_walled_in_and_the_key_lies_above() {
    for recipe in ["caves", "halls", "keep", "maze"] {
        let dungeon = locked(recipe, 5);
        let (key, lock) = (bounded(&dungeon, 0), bounded(&dungeon, 2));
        let mission = lock.mission().unwrap();
        let door = mission.locks.iter().find(|lock| &*lock.needs == "silver").unwrap_or_else(|| panic!("{lock}"));
        assert_eq!(door.key_depth, Some(0), "{lock}");
        let stairs = lock.stairs().iter().find(|stair| stair.kind == StairKind::Down).unwrap().at;
        let open: Vec<_> = stairs.four().filter(|near| lock.as_draft().is_open(*near)).collect();
        assert_eq!(open, [door.at], "{recipe}: only the door leads to the stairs\n{lock}");
        let mission = key.mission().unwrap();
        let silver = mission.keys.iter().find(|key| &*key.id == "silver").unwrap_or_else(|| panic!("{key}"));
        assert_eq!(silver.opens_depth, Some(2));
        assert!(key.spawns().iter().any(|spawn| &*spawn.kind == "silver key" && spawn.at == silver.at), "{key}");
        for depth in 0..5 {
            assert_keeps_promises(bounded(&dungeon, depth).as_draft());
        }
    }
}

#[test]
fn either_level_is_the_same_whichever_is_made_first() {
    let (down, up) = (locked("caves", 9), locked("caves", 9));
    let first: Vec<_> = (0..5).map(|depth| bounded(&down, depth)).collect();
    let second: Vec<_> = (0..5).rev().map(|depth| bounded(&up, depth)).collect();
    for (one, other) in first.iter().zip(second.iter().rev()) {
        assert_eq!(one.as_draft(), other.as_draft());
    }
}

#[test]
fn locked_stairs_beside_a_vault_leave_its_door_usable() {
    // The walls around the stairs closed the way to a vault's door.
    assert_keeps_promises(bounded(&locked("keep", 1007), 2).as_draft());
}

#[test]
fn a_lock_that_cannot_work_is_refused_with_its_line() {
    let plan = |lock: &str, levels: &str| {
        let text = format!("name = 'x'\ndescription = 'X.'\nlevels = 4\n[[lock]]\n{lock}\n{levels}");
        Plan::parse(SourceFile::new("x.toml", &text), Content::standard()).map_err(|error| error.to_string())
    };
    let caves = "[[stretch]]\ndepths = '0-3'\nrecipe = 'caves'\n";
    let lock = |key_depth: u32, depth: u32| format!("key = 'silver'\nkey-depth = {key_depth}\ndepth = {depth}");
    assert!(plan(&lock(0, 2), caves).is_ok());
    let endless = format!("{caves}endless = true\n");
    let small = format!("{caves}size = '8x20'\n");
    let many = format!("{caves}stairs = 2\n");
    let keep = caves.replace("caves", "keep");
    let red = lock(0, 2).replace("silver", "red");
    let twice = format!("{}\n[[lock]]\n{}", lock(0, 2), lock(1, 2).replace("silver", "golden"));
    for (lock, levels, expected) in [
        (lock(2, 2), caves, "the key lies at depth 2, which is not above the lock at depth 2"),
        (lock(0, 3), caves, "depth 3 has no stairs down to lock"),
        (lock(0, 2), &endless, "depth 0 is drawn or endless; locks and keys need a bounded recipe"),
        (lock(0, 2), &small, "depth 0 is too small; it must be at least 9x9"),
        (lock(0, 2), &many, "depth 2 has several stairs down; only a single flight can be locked"),
        (red, &keep, "the plan also has other items called `red key`; choose another key"),
        (twice, caves, "the stairs of depth 2 are locked twice"),
    ] {
        let refused = plan(&lock, levels).expect_err(expected);
        assert_eq!(refused, format!("x.toml:4:1: lock: {expected}"));
    }
}

#[test]
fn a_tiny_level_still_has_room_for_locked_stairs() {
    let recipe = Recipe::named("caves").unwrap().sized(9, 9);
    for seed in 0..40 {
        let plan = Plan::new("tiny").levels(0..=3, recipe.clone()).lock(StairLock::new("silver", 0, 1));
        let dungeon = Dungeon::new(plan.lock(StairLock::new("golden", 1, 2)).build().unwrap(), seed);
        for depth in 0..4 {
            assert_keeps_promises(bounded(&dungeon, depth).as_draft());
        }
    }
}
