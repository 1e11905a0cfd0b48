use super::*;
use crate::{Refusal, autopilot::known_map::KnownMap};
use undercroft_mapgen::StairKind;

const HALL: &str = "##########\n#@.......#\n#........#\n#........#\n##########";
const BELOW: &str = "##########\n#........#\n#........#\n#........#\n##########";

/// Walks to known stairs.
fn go_to_stairs(scene: &mut Scene, kind: StairKind) {
    for _ in 0..40 {
        let stairs = scene.game.view().stairs(kind);
        let to = *stairs.first().unwrap_or_else(|| panic!("no stairs are known\n{scene}"));
        let here = scene.hero_at();
        if here == to {
            return;
        }
        let path = KnownMap::new(&scene.game, false).path_to(to).unwrap();
        scene.walk(Direction::between(here, path[0]).unwrap());
    }
    panic!("the stairs are not reached\n{scene}");
}

/// Walks to the goal, which is in sight, and picks it up.
fn take_goal(scene: &mut Scene) {
    let (goal, _) = scene.game.view().items()[0];
    let mut autopilot = crate::Autopilot::travel(&scene.game, goal);
    while let Ok(action) = autopilot.next(&scene.game) {
        scene.act(action);
    }
    scene.act(Action::PickUp);
}

fn two_levels() -> Scene {
    scene_of(&[HALL, BELOW], "open, attack, swap, climb, descend", "")
}

#[test]
fn stairs_lead_down_and_back_up_to_the_same_cell() {
    let mut scene = two_levels();
    go_to_stairs(&mut scene, StairKind::Down);
    let place = scene.hero_at();
    scene.act(Action::Descend);
    scene.assert_log("You descend the stairs.");
    assert_eq!((scene.game.view().depth(), scene.hero_at()), (1, place));
    scene.act(Action::Climb);
    scene.assert_log("You climb the stairs.");
    assert_eq!((scene.game.view().depth(), scene.hero_at()), (0, place));
}

#[test]
fn without_stairs_climbing_is_refused_and_takes_no_time() {
    let mut scene = two_levels();
    scene.act(Action::Climb).act(Action::Descend);
    assert_eq!(scene.events, [Event::Refused(Refusal::NoStairsUp), Event::Refused(Refusal::NoStairsDown)]);
    scene.assert_log("No stairs lead up from here.");
    scene.assert_log("No stairs lead down from here.");
    assert_eq!(scene.turns(), 0);
}

#[test]
fn stairs_are_announced_and_can_be_taken_by_interacting() {
    let mut scene = two_levels();
    go_to_stairs(&mut scene, StairKind::Down);
    scene.assert_log("Stairs lead down from here.");
    scene.act(Action::Interact);
    assert_eq!(scene.game.view().depth(), 1);
}

#[test]
fn whoever_stands_on_the_landing_makes_room() {
    let mut scene = two_levels();
    go_to_stairs(&mut scene, StairKind::Down);
    let landing = scene.hero_at();
    let (id, _) = scene.game.content.creature_named("ogre").unwrap();
    let mut unheard = Vec::new();
    let mut turn = scene.game.turn(&mut unheard);
    let ogre = turn.new_creature(id, landing);
    let level = turn.state.levels.entry(1).or_default();
    level.chunks.entry(undercroft_mapgen::ChunkAt::of(landing)).or_default().creatures.push(ogre);
    scene.act(Action::Descend);
    assert_eq!(scene.hero_at(), landing);
    assert_eq!(scene.the("ogre").at.chebyshev(landing), 1, "{scene}");
}

#[test]
fn hunters_that_can_use_stairs_follow() {
    for (name, follows) in [("goblin", true), ("rat", false)] {
        let mut scene = two_levels();
        go_to_stairs(&mut scene, StairKind::Down);
        let at = scene.hero_at() + Point::new(if scene.hero_at().x > 4 { -2 } else { 2 }, 0);
        scene.spawn(name, at, |hunter| hunter.behaviour = Behaviour::Hunting(20));
        scene.act(Action::Descend).wait(5);
        assert_eq!(scene.creature(name).is_some(), follows, "{name}\n{scene}");
        if follows {
            scene.assert_log("The goblin follows you on the stairs.");
        } else {
            scene.act(Action::Wait);
            go_to_stairs(&mut scene, StairKind::Up);
            scene.act(Action::Climb);
            assert!(scene.creature(name).is_some(), "it stays where it was\n{scene}");
        }
    }
}

#[test]
fn levels_keep_their_state() {
    let mut scene = scene_of(&[HALL, BELOW], "open, attack, dig, climb, descend", "");
    scene.put("dagger", 1, 2, 2);
    scene.spawn("zombie", Point::new(4, 3), |zombie| (zombie.behaviour, zombie.hit_points) = (Behaviour::Sleeping, 5));
    go_to_stairs(&mut scene, StairKind::Down);
    scene.act(Action::Descend);
    assert!(scene.creature("zombie").is_none(), "{scene}");
    scene.wait(30);
    go_to_stairs(&mut scene, StairKind::Up);
    scene.act(Action::Climb);
    assert_eq!(scene.pile(2, 2), [("dagger".into(), 1)]);
    let zombie = scene.the("zombie");
    assert_eq!(zombie.hit_points, 5, "time stands still on other levels");
}

#[test]
fn a_jump_into_a_pit_lands_on_the_same_cell_below() {
    let mut scene = scene_of(&["######\n#@P..#\n#....#\n######", "######\n#....#\n#....#\n######"], "open", "");
    scene.act(Action::Jump(Direction::South));
    assert_eq!(scene.events, [Event::Refused(Refusal::NoPit)]);
    scene.act(Action::Jump(Direction::East));
    assert_eq!((scene.game.view().depth(), scene.hero_at()), (1, Point::new(2, 1)));
    assert!(scene.hit_points() < 100);
}

#[test]
fn a_fall_ends_on_the_nearest_floor() {
    let mut scene = scene_of(&["#######\n#@P...#\n#.....#\n#######", "#######\n####..#\n####..#\n#######"], "open", "");
    scene.act(Action::Jump(Direction::East));
    assert_eq!(scene.game.view().depth(), 1);
    assert_eq!(scene.hero_at(), Point::new(4, 1), "{scene}");
}

#[test]
fn pits_on_the_lowest_level_are_bottomless() {
    let mut scene = scene("#####\n#@P.#\n#...#\n#####");
    scene.act(Action::Jump(Direction::East));
    assert_eq!(scene.events, [Event::Refused(Refusal::Bottomless)]);
}

#[test]
fn taking_the_goal_wins() {
    let mut scene = scene_of(&[HALL], "open, attack", "[goal]\nitem = \"zircon\"\ndepth = 0\n");
    assert!(scene.creature("cave bear").is_some(), "somebody guards it\n{scene}");
    scene.clear_creatures();
    take_goal(&mut scene);
    assert!(scene.game.outcome().is_some_and(crate::Outcome::is_won), "{scene}\n{}", scene.log());
    scene.assert_log("You have done what you came to do");
}

#[test]
fn a_goal_that_has_to_be_brought_out_wins_at_the_exit() {
    let goal = "[goal]\nitem = \"zircon\"\ndepth = 1\nbring-out = true\n";
    let mut scene = scene_of(&[HALL, BELOW], "open, attack, climb, descend", goal);
    scene.act(Action::Climb);
    scene.assert_log("You will not leave without the zircon.");
    assert_eq!(scene.game.view().stairs(StairKind::Up), [scene.hero_at()], "the hero leaves where it came in");
    go_to_stairs(&mut scene, StairKind::Down);
    scene.act(Action::Descend);
    scene.clear_creatures();
    take_goal(&mut scene);
    scene.assert_log("the whole dungeon is awake");
    assert!(scene.game.view().has_goal() && scene.game.outcome().is_none(), "{scene}\n{}", scene.log());
    go_to_stairs(&mut scene, StairKind::Up);
    scene.act(Action::Climb);
    go_to_stairs(&mut scene, StairKind::Up);
    scene.act(Action::Climb);
    assert!(scene.game.outcome().is_some_and(crate::Outcome::is_won), "{scene}\n{}", scene.log());
}

#[test]
fn a_hero_without_abilities_is_stopped_at_the_stairs_and_told_why() {
    for (abilities, may_go, refusal, words) in [
        ("", false, Refusal::CannotDescend, "You cannot descend stairs."),
        ("climb", false, Refusal::CannotDescend, "You cannot descend stairs."),
        ("descend", true, Refusal::CannotClimb, "You cannot climb stairs."),
    ] {
        let mut scene = scene_of(&[HALL, BELOW], abilities, "");
        go_to_stairs(&mut scene, StairKind::Down);
        scene.act(Action::Descend);
        assert_eq!(scene.game.view().depth() == 1, may_go, "{abilities}");
        if may_go {
            scene.act(Action::Climb);
        }
        assert_eq!(scene.events.last(), Some(&Event::Refused(refusal)), "{abilities}");
        scene.assert_log(words);
        assert_eq!(scene.game.view().depth() == 1, may_go, "{abilities}");
    }
}

#[test]
fn in_a_plan_with_stepping_stairs_the_last_step_takes_them() {
    let mut scene = scene_of(&[HALL, BELOW], "climb, descend", "stairs = \"step\"");
    let to = scene.game.view().stairs(StairKind::Down)[0];
    for _ in 0..40 {
        if scene.game.view().depth() == 1 {
            break;
        }
        let path = KnownMap::new(&scene.game, false).path_to(to).unwrap();
        scene.walk(Direction::between(scene.hero_at(), path[0]).unwrap());
    }
    assert_eq!((scene.game.view().depth(), scene.hero_at()), (1, to), "{scene}");
    scene.assert_log("You descend the stairs.");
    // Arriving on stairs does not lead back. Stepping off and on again does.
    scene.wait(1);
    assert_eq!(scene.game.view().depth(), 1);
    let off = Direction::ALL.into_iter().find(|way| scene.game.level.flags(to + way.offset()).is_floor()).unwrap();
    scene.walk(off).walk(off.opposite());
    assert_eq!((scene.game.view().depth(), scene.hero_at()), (0, to), "{scene}");
}

#[test]
fn a_hero_who_cannot_descend_walks_over_stepping_stairs() {
    let mut scene = scene_of(&[HALL, BELOW], "climb", "stairs = \"step\"");
    go_to_stairs(&mut scene, StairKind::Down);
    assert_eq!(scene.game.view().depth(), 0);
    scene.assert_log("Stairs lead down from here.");
}

#[test]
fn exploring_never_walks_onto_stepping_stairs() {
    let mut scene = scene_of(&[HALL, BELOW], "climb, descend", "stairs = \"step\"");
    let mut autopilot = crate::Autopilot::explore(&scene.game);
    for _ in 0..200 {
        let Ok(action) = autopilot.next(&scene.game) else { break };
        scene.act(action);
    }
    assert_eq!(scene.game.view().depth(), 0, "{scene}");
}
