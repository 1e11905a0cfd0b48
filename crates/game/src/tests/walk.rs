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
fn walking_into_a_wall_takes_no_time() {
    let mut scene = scene("####\n#@.#\n####");
    scene.walk(Direction::North);
    assert_eq!(scene.turns(), 0);
    scene.assert_log("You cannot go that way.");
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
fn nobody_attacks_between_two_corners() {
    let mut scene = scene("######\n#@#..#\n#..#.#\n#....#\n######");
    scene.walk(Direction::SouthEast);
    scene.spawn("goblin", Point::new(3, 1), |_| ());
    scene.walk(Direction::NorthEast);
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::Squeeze)));
    assert_eq!(scene.wounds("goblin"), 0);
}

#[test]
fn a_closed_door_takes_a_turn_to_open() {
    let mut scene = scene("#####\n#@+.#\n#####");
    scene.walk(Direction::East);
    scene.assert_drawn("#####\n#@'.#\n#####");
    scene.assert_log("You open the door.");
    scene.walk(Direction::East).walk(Direction::East);
    scene.assert_drawn("#####\n#.'@#\n#####");
}

#[test]
fn an_open_door_can_be_closed_unless_it_is_blocked() {
    let mut scene = scene("#####\n#@+.#\n#####");
    scene.walk(Direction::East).act(Action::Close(Direction::East));
    scene.assert_drawn("#####\n#@+.#\n#####");
    scene.walk(Direction::East).put("stone", 1, 2, 1).act(Action::Close(Direction::East));
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::DoorwayBlocked)));
    scene.act(Action::Close(Direction::West));
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::NoDoor)));
}

#[test]
fn digging_opens_walls_but_never_the_border() {
    let mut scene = scene_as("open, attack, dig", "######\n#@##.#\n#....#\n######");
    scene.walk(Direction::East);
    scene.assert_drawn("######\n#@.#.#\n#....#\n######");
    scene.assert_log("You dig a way through.");
    scene.walk(Direction::North);
    scene.assert_drawn("######\n#@.#.#\n#....#\n######");
    assert_eq!(scene.turns(), 1);
}

#[test]
fn digging_is_an_ability() {
    let mut scene = scene("######\n#@##.#\n#....#\n######");
    scene.walk(Direction::East);
    scene.assert_drawn("######\n#@##.#\n#....#\n######");
}

#[test]
fn the_first_ability_that_applies_is_used() {
    let map = "########\n#.@k...#\n########";
    let mut striking = scene_as("attack, kick", map);
    striking.set_behaviour(Behaviour::Hunting(20)).with_attack(1_000).walk(Direction::East);
    assert!(matches!(striking.events[0], Event::Hit { attack: crate::Attack::Melee, .. }), "{:?}", striking.events);
    let mut kicking = scene_as("kick, attack", map);
    kicking.set_behaviour(Behaviour::Hunting(20)).walk(Direction::East);
    assert!(matches!(kicking.events[0], Event::Hit { attack: crate::Attack::Kick, .. }), "{:?}", kicking.events);
}

#[test]
fn peaceful_creatures_swap_places() {
    let mut scene = scene("#####\n#@p.#\n#####");
    scene.game.state.creatures[0].energy = 0;
    scene.walk(Direction::East);
    assert_eq!(scene.hero_at(), Point::new(2, 1), "{scene}");
    scene.assert_log("You swap places with the pedlar.");
}

#[test]
fn a_pit_cannot_be_walked_into() {
    let mut scene = scene_of(&["#####\n#@PP#\n#...#\n#####", "#####\n#...#\n#...#\n#####"], "open", "");
    scene.walk(Direction::East);
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::Pit)));
    assert_eq!(scene.turns(), 0);
}

#[test]
fn a_hasted_hero_acts_twice_as_often() {
    let mut scene = scene("##########\n#@......z#\n##########");
    scene.set_behaviour(Behaviour::Hunting(20));
    let slot = scene.give("haste potion", 1);
    scene.act(Action::Use { slot, at: None });
    let before = scene.game.state.clock;
    scene.wait(2);
    assert_eq!(scene.game.state.clock - before, 100, "two actions in one round");
}

#[test]
fn a_confused_hero_stumbles() {
    let mut scene = scene("#######\n#.....#\n#.....#\n#..@..#\n#.....#\n#.....#\n#######");
    scene.game.turn(&mut Vec::new()).inflict(Who::Hero, crate::Status::Confused, 40);
    let mut strayed = 0;
    for n in 0..20 {
        let (direction, before) = (Direction::ALL[n % 8], scene.hero_at());
        scene.walk(direction);
        strayed += u32::from(scene.hero_at() != before + direction.offset());
    }
    assert!(strayed > 3, "strayed only {strayed} times");
}
