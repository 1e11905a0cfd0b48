use super::*;
use crate::Refusal;

fn pack(scene: &Scene) -> Vec<(char, String, u32)> {
    scene.pack()
}

#[test]
fn what_is_picked_up_is_no_longer_on_the_floor() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("dagger", 1, 1, 1).act(Action::PickUp);
    assert_eq!(pack(&scene), [('a', "dagger".into(), 1)]);
    assert!(scene.pile(1, 1).is_empty());
    scene.assert_says("You take a dagger (a).");
}

#[test]
fn stacks_merge_in_the_pack_and_on_the_floor() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("copper coin", 3, 1, 1).put("copper coin", 4, 1, 1).put("stone", 2, 1, 1);
    assert_eq!(scene.pile(1, 1), [("copper coin".into(), 7), ("stone".into(), 2)]);
    scene.act(Action::PickUp).put("copper coin", 5, 1, 1).act(Action::PickUp);
    let coins: Vec<u32> =
        pack(&scene).into_iter().filter(|(_, name, _)| name == "copper coin").map(|(.., count)| count).collect();
    assert_eq!(coins, [12]);
}

#[test]
fn weapons_do_not_stack() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("dagger", 1, 1, 1).put("dagger", 1, 1, 1).act(Action::PickUp);
    assert_eq!(pack(&scene), [('a', "dagger".into(), 1), ('b', "dagger".into(), 1)]);
}

#[test]
fn the_pack_has_twenty_six_places() {
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
fn a_part_of_a_stack_can_be_put_down() {
    let mut scene = scene("####\n#@.#\n####");
    let slot = scene.give("stone", 5);
    scene.act(Action::Drop { slot, count: 2 });
    assert_eq!((scene.pile(1, 1), pack(&scene)), (vec![("stone".into(), 2)], vec![('a', "stone".into(), 3)]));
    scene.act(Action::Drop { slot, count: 99 });
    assert_eq!(scene.pile(1, 1), [("stone".into(), 5)]);
    scene.act(Action::Drop { slot, count: 1 });
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::EmptySlot(slot))));
}

#[test]
fn what_is_dropped_is_no_longer_wielded() {
    let mut scene = scene("####\n#@.#\n####");
    let slot = scene.give("mace", 1);
    scene.act(Action::Equip(slot));
    assert_eq!(scene.game.view().stats().attack, 16);
    scene.act(Action::Drop { slot, count: 1 });
    assert_eq!(scene.game.view().stats().attack, 10);
}

#[test]
fn equipping_again_puts_away() {
    let mut scene = scene("####\n#@.#\n####");
    let slot = scene.give("leather", 1);
    scene.act(Action::Equip(slot)).act(Action::Equip(slot));
    assert!(!scene.game.view().is_equipped(slot));
    scene.assert_says("You put on the leather.");
    scene.assert_says("You put the leather away.");
    let slot = scene.give("bread", 1);
    scene.act(Action::Equip(slot));
    scene.assert_says("neither wielded nor worn");
}

#[test]
fn taking_and_putting_down_have_events_of_their_own() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("crown", 1, 1, 1).act(Action::PickUp);
    scene.assert_says("Something far below");
    let slot = Slot::from_letter('a').unwrap();
    scene.act(Action::Drop { slot, count: 1 });
    scene.assert_says("You feel lighter");
}

#[test]
fn a_chest_is_opened_where_it_stands() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("chest", 1, 1, 1).act(Action::PickUp);
    scene.assert_says("The chest stays where it is.");
    scene.act(Action::Interact);
    assert!(!scene.pile(1, 1).is_empty());
    assert!(scene.pile(1, 1).iter().all(|(name, _)| name != "chest"));
    scene.assert_says("In the chest you find");
}

#[test]
fn a_locked_chest_takes_a_key_and_the_key_is_gone() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("locked chest", 1, 1, 1).act(Action::Interact);
    scene.assert_says("The locked chest is locked. An iron key would open it.");
    assert_eq!(scene.turns(), 0);
    scene.give("iron key", 1);
    scene.act(Action::Interact);
    assert!(pack(&scene).is_empty());
    assert!(scene.pile(1, 1).iter().all(|(name, _)| name != "locked chest"));
}

#[test]
fn what_falls_over_water_lies_on_the_shore() {
    let mut scene = scene("######\n#@.~~#\n#....#\n######");
    scene.put("dagger", 1, 4, 1);
    assert!(scene.pile(4, 1).is_empty());
    assert_eq!(scene.game.stage.piles().count(), 1);
}

#[test]
fn stepping_on_things_says_what_lies_there() {
    let mut scene = scene("####\n#@.#\n####");
    scene.put("agate", 1, 2, 1).put("stone", 3, 2, 1).walk(Direction::East);
    scene.assert_says("Here lie an agate and 3 stones.");
}
