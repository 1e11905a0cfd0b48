use super::*;
use crate::Refusal;

#[test]
fn the_hero_walks_in_eight_directions() {
    let mut scene = scene("#####\n#...#\n#.@.#\n#...#\n#####");
    let start = scene.hero_at();
    for direction in Direction::ALL {
        scene.walk(direction);
        assert_eq!(scene.hero_at(), start + direction.offset(), "{direction:?}\n{scene}");
        scene.walk(direction.opposite());
    }
    assert_eq!(scene.turns(), 16);
}

#[test]
fn a_wall_takes_no_time() {
    let mut scene = scene("####\n#@.#\n####");
    scene.walk(Direction::North);
    assert_eq!(scene.turns(), 0);
    scene.assert_says("no way through");
}

#[test]
fn nobody_squeezes_between_two_corners() {
    let mut scene = scene("#####\n#@#.#\n#.#.#\n#...#\n#####");
    scene.walk(Direction::South).events.clear();
    scene.walk(Direction::SouthEast);
    assert_eq!(scene.hero_at(), Point::new(2, 3), "one corner is no obstacle\n{scene}");
    let mut scene = super::scene("######\n#@#..#\n#..#.#\n#....#\n######");
    scene.walk(Direction::SouthEast);
    scene.walk(Direction::NorthEast);
    assert_eq!(scene.hero_at(), Point::new(2, 2));
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::Squeeze)));
}

#[test]
fn corners_protect_both_sides_of_a_fight() {
    let mut scene = scene("######\n#@#..#\n#..#.#\n#....#\n######");
    scene.walk(Direction::SouthEast);
    let (id, _) = scene.game.content.creature_named("goblin").unwrap();
    let mut nobody_listens = Vec::new();
    let mut turn = scene.game.turn(&mut nobody_listens);
    let goblin = turn.newborn(id, Point::new(3, 1));
    turn.seat(goblin);
    scene.walk(Direction::NorthEast);
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::Squeeze)));
    assert_eq!(scene.wounds("goblin"), 0);
}

#[test]
fn a_door_is_opened_first_and_walked_through_then() {
    let mut scene = scene("#####\n#@+.#\n#####");
    scene.walk(Direction::East);
    scene.assert_drawn("#####\n#@'.#\n#####");
    scene.assert_says("You open a door.");
    scene.walk(Direction::East).walk(Direction::East);
    scene.assert_drawn("#####\n#.'@#\n#####");
}

#[test]
fn a_door_can_be_shut_again_unless_something_is_in_it() {
    let mut scene = scene("#####\n#@+.#\n#####");
    scene.walk(Direction::East).act(Action::Close(Direction::East));
    scene.assert_drawn("#####\n#@+.#\n#####");
    scene.walk(Direction::East).put("stone", 1, 2, 1).act(Action::Close(Direction::East));
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::DoorwayBlocked)));
    scene.act(Action::Close(Direction::West));
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::NoDoor)));
}

#[test]
fn who_can_dig_goes_through_walls_but_never_through_the_border() {
    let mut scene = scene_as("open, attack, dig", "######\n#@##.#\n#....#\n######");
    scene.walk(Direction::East);
    scene.assert_drawn("######\n#@.#.#\n#....#\n######");
    scene.assert_says("You dig through.");
    scene.walk(Direction::North);
    scene.assert_drawn("######\n#@.#.#\n#....#\n######");
    assert_eq!(scene.turns(), 1);
}

#[test]
fn who_cannot_dig_does_not() {
    let mut scene = scene("######\n#@##.#\n#....#\n######");
    scene.walk(Direction::East);
    scene.assert_drawn("######\n#@##.#\n#....#\n######");
}

#[test]
fn what_walking_does_goes_by_the_order_of_the_list() {
    let map = "########\n#.@k...#\n########";
    let mut striking = scene_as("attack, kick", map);
    striking.walk(Direction::East);
    assert!(matches!(striking.events[0], Event::Struck { .. }), "{:?}", striking.events);
    let mut kicking = scene_as("kick, attack", map);
    kicking.walk(Direction::East);
    assert!(matches!(kicking.events[0], Event::Kicked { .. }), "{:?}", kicking.events);
}

#[test]
fn the_peaceful_make_room() {
    let mut scene = scene("#####\n#@p.#\n#####");
    scene.game.state.creatures[0].energy = 0;
    scene.walk(Direction::East);
    assert_eq!(scene.hero_at(), Point::new(2, 1), "{scene}");
    scene.assert_says("You change places with the pedlar.");
}

#[test]
fn a_pit_takes_a_jump() {
    let mut scene = scene_of(&["#####\n#@PP#\n#...#\n#####", "#####\n#...#\n#...#\n#####"], "open", "");
    scene.walk(Direction::East);
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::Pit)));
    assert_eq!(scene.turns(), 0);
}

#[test]
fn a_hasted_hero_acts_twice_as_often() {
    let mut scene = scene("##########\n#@......z#\n##########");
    scene.set_mind(Mind::Hunting(20));
    let slot = scene.give("haste potion", 1);
    scene.act(Action::Use { slot, at: None });
    let before = scene.game.state.clock;
    scene.wait(2);
    assert_eq!(scene.game.state.clock - before, 100, "two actions in one round");
}

#[test]
fn the_confused_stray() {
    let mut scene = scene("#######\n#.....#\n#.....#\n#..@..#\n#.....#\n#.....#\n#######");
    scene.game.turn(&mut Vec::new()).inflict(Who::Hero, crate::Condition::Confused, 40);
    let mut strayed = 0;
    for n in 0..20 {
        let (direction, before) = (Direction::ALL[n % 8], scene.hero_at());
        scene.walk(direction);
        strayed += u32::from(scene.hero_at() != before + direction.offset());
    }
    assert!(strayed > 3, "strayed only {strayed} times");
}
