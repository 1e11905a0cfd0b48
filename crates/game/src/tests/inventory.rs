use super::*;
use crate::Refusal;

#[test]
fn picking_up_moves_items_from_the_floor_to_the_pack() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("dagger", 1, 1, 1).act(Action::PickUp);
    assert_eq!(scene.pack(), [('a', "dagger".into(), 1)]);
    assert!(scene.pile(1, 1).is_empty());
    scene.assert_log("You pick up a dagger (a).");
}

#[test]
fn stacks_merge_in_the_pack_and_on_the_floor() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("copper coin", 3, 1, 1).put("copper coin", 4, 1, 1).put("stone", 2, 1, 1);
    assert_eq!(scene.pile(1, 1), [("copper coin".into(), 7), ("stone".into(), 2)]);
    scene.act(Action::PickUp).put("copper coin", 5, 1, 1).act(Action::PickUp);
    let coins: Vec<u32> =
        scene.pack().into_iter().filter(|(_, name, _)| name == "copper coin").map(|(.., count)| count).collect();
    assert_eq!(coins, [12]);
}

#[test]
fn weapons_do_not_stack() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("dagger", 1, 1, 1).put("dagger", 1, 1, 1).act(Action::PickUp);
    assert_eq!(scene.pack(), [('a', "dagger".into(), 1), ('b', "dagger".into(), 1)]);
}

#[test]
fn the_pack_has_26_slots() {
    let mut scene = scene("####\n#@.#\n####");
    for _ in 0..26 {
        scene.give("club", 1);
    }
    scene.put("dagger", 1, 1, 1).act(Action::PickUp);
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::PackFull)));
    assert_eq!(scene.pile(1, 1), [("dagger".into(), 1)]);
    assert_eq!(scene.turns(), 0);
}

#[test]
fn part_of_a_stack_can_be_dropped() {
    let mut scene = scene("####\n#@.#\n####");
    let slot = scene.give("stone", 5);
    scene.act(Action::Drop { slot, count: 2 });
    assert_eq!((scene.pile(1, 1), scene.pack()), (vec![("stone".into(), 2)], vec![('a', "stone".into(), 3)]));
    scene.act(Action::Drop { slot, count: 99 });
    assert_eq!(scene.pile(1, 1), [("stone".into(), 5)]);
    scene.act(Action::Drop { slot, count: 1 });
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::EmptySlot(slot))));
}

#[test]
fn a_dropped_weapon_is_no_longer_wielded() {
    let mut scene = scene("####\n#@.#\n####");
    let slot = scene.give("mace", 1);
    scene.act(Action::Equip(slot));
    assert_eq!(scene.game.view().stats().attack, 16);
    scene.act(Action::Drop { slot, count: 1 });
    assert_eq!(scene.game.view().stats().attack, 10);
}

#[test]
fn equipping_again_takes_off() {
    let mut scene = scene("####\n#@.#\n####");
    let slot = scene.give("leather", 1);
    scene.act(Action::Equip(slot)).act(Action::Equip(slot));
    assert!(!scene.game.view().is_equipped(slot));
    scene.assert_log("You put on the leather armour.");
    scene.assert_log("You take off the leather armour.");
    let slot = scene.give("bread", 1);
    scene.act(Action::Equip(slot));
    scene.assert_log("You cannot wield or wear a loaf of bread.");
}

#[test]
fn items_can_have_effects_when_picked_up_or_dropped() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("crown", 1, 1, 1).act(Action::PickUp);
    scene.assert_log("Something far below");
    let slot = Slot::from_letter('a').unwrap();
    scene.act(Action::Drop { slot, count: 1 });
    scene.assert_log("You feel lighter");
}

#[test]
fn a_chest_is_opened_in_place() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("chest", 1, 1, 1).act(Action::PickUp);
    scene.assert_log("The chest is too heavy to carry.");
    scene.act(Action::Interact);
    assert!(!scene.pile(1, 1).is_empty());
    assert!(scene.pile(1, 1).iter().all(|(name, _)| name != "chest"));
    scene.assert_log("Inside the chest you find");
}

#[test]
fn a_locked_chest_uses_up_a_key() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("locked chest", 1, 1, 1).act(Action::Interact);
    scene.assert_log("You need an iron key to open the locked chest.");
    assert_eq!(scene.turns(), 0);
    scene.give("iron key", 1);
    scene.act(Action::Interact);
    assert!(scene.pack().is_empty());
    assert!(scene.pile(1, 1).iter().all(|(name, _)| name != "locked chest"));
}

#[test]
fn items_dropped_over_water_land_on_the_shore() {
    let mut scene = scene("######\n#@.~~#\n#....#\n######");
    scene.put("dagger", 1, 4, 1);
    assert!(scene.pile(4, 1).is_empty());
    assert_eq!(scene.game.level.piles().count(), 1);
}

#[test]
fn stepping_on_items_lists_them() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("agate", 1, 2, 1).put("stone", 3, 2, 1).walk(Direction::East);
    scene.assert_log("You see an agate and 3 stones here.");
}
