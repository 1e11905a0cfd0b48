use super::*;
use crate::{Cause, Outcome, Refusal};

const KICK: &str = "open, kick, attack";

/// A kick that does not kill.
fn kicked(map: &str) -> Scene {
    let mut scene = scene_as(KICK, map);
    scene.with_attack(0);
    for creature in &mut scene.game.state.creatures {
        creature.conditions.push((crate::Condition::Stunned, 3));
    }
    scene.walk(Direction::East);
    scene
}

#[test]
fn a_kick_pushes_up_to_three_cells() {
    kicked("#########\n#.@k....#\n#########").assert_drawn("#########\n#.@...k.#\n#########");
}

#[test]
fn a_wall_stops_it_and_hurts() {
    let scene = kicked("########\n#.@k.###\n########");
    scene.assert_drawn("########\n#.@.k###\n########");
    scene.assert_says("The kobold crashes against something hard");
    assert!(scene.wounds("kobold") > 1);
}

#[test]
fn somebody_else_stops_it_and_both_are_hurt() {
    let scene = kicked("#########\n#.@k.z..#\n#########");
    scene.assert_drawn("#########\n#.@.kz..#\n#########");
    scene.assert_says("crashes into the zombie");
    assert!(scene.wounds("zombie") > 0);
}

#[test]
fn who_is_pushed_into_a_pit_falls_and_lies_in_wait_below_hurt() {
    let maps = ["########\n#.@k.PP#\n#......#\n########", "########\n#......#\n#......#\n########"];
    let mut scene = scene_of(&maps, KICK, "");
    scene.with_attack(0);
    scene.walk(Direction::East);
    assert!(scene.creature("kobold").is_none(), "{scene}");
    scene.assert_says("The kobold falls into the dark.");
    scene.act(Action::Wait);
    scene.game.state.hero.body.at = Point::new(4, 1);
    scene.game.stage.seat_all(Point::new(4, 1), &[]);
    scene.act(Action::Jump(Direction::East));
    assert_eq!(scene.game.view().depth(), 1);
    assert!(scene.wounds("kobold") > 1, "the fall hurts");
    assert!(scene.the("kobold").at.chebyshev(Point::new(5, 1)) <= 2, "it lies where it fell\n{scene}");
}

#[test]
fn a_pit_without_a_bottom_swallows_for_good() {
    let scene = kicked("########\n#.@k.PP#\n#......#\n########");
    assert!(scene.creature("kobold").is_none());
    assert!(scene.game.view().stats().experience > 0, "it counts as defeated");
}

#[test]
fn what_flies_does_not_fall() {
    let mut scene = scene_as(KICK, "########\n#.@b.PP#\n#......#\n########");
    scene.with_attack(0);
    scene.game.state.creatures[0].energy = 0;
    scene.game.state.creatures[0].conditions.push((crate::Condition::Stunned, 3));
    scene.walk(Direction::East);
    scene.assert_drawn("########\n#.@..Pb#\n#......#\n########");
}

#[test]
fn the_steadfast_stay() {
    let mut scene = scene_as(KICK, "########\n#.@f...#\n########");
    scene.with_attack(0);
    scene.walk(Direction::East);
    scene.assert_drawn("########\n#.@f...#\n########");
}

#[test]
fn kicking_has_to_be_learnt() {
    let mut scene = scene("########\n#.@k...#\n########");
    scene.act(Action::Kick(Direction::East));
    assert_eq!(scene.events, [Event::Refused(Refusal::CannotKick)]);
    let mut scene = scene_as("attack, kick", "########\n#.@k...#\n########");
    scene.act(Action::Kick(Direction::East));
    assert!(matches!(scene.events[0], Event::Kicked { .. }));
    scene.events.clear();
    scene.act(Action::Kick(Direction::West));
    assert_eq!(scene.events, [Event::Refused(Refusal::NothingToKick)]);
}

#[test]
fn a_locked_chest_gives_way_to_kicks_in_the_end() {
    let mut scene = scene_as("attack, kick", "#####\n#@..#\n#####");
    scene.put("locked chest", 1, 2, 1);
    for _ in 0..40 {
        scene.act(Action::Kick(Direction::East));
    }
    scene.assert_says("bursts open");
    assert!(scene.pile(2, 1).iter().all(|(name, _)| name != "locked chest"));
}

/// The first of many chances in which the minotaur charges.
fn charged(maps: &[&str]) -> Scene {
    let all = (0..50).map(|chance| {
        let mut scene = scene_of(maps, "open, attack", "");
        scene.set_mind(Mind::Hunting(20));
        scene.game.state.rolls = chance * 50;
        scene.wait(1);
        scene
    });
    let mut charged = all.filter(|scene| scene.log().contains("charges!"));
    charged.next().unwrap_or_else(|| panic!("it never charges"))
}

#[test]
fn the_hero_can_be_pushed_into_a_pit_too() {
    let maps = ["##########\n#M..@PP..#\n#........#\n##########", "##########\n#........#\n#........#\n##########"];
    let mut scene = charged(&maps);
    assert_eq!(scene.game.view().depth(), 1, "{scene}\n{}", scene.log());
    scene.act(Action::Wait);
    scene.assert_says("You fall, and land on the level below");
    assert!(scene.hit_points() < 100);
}

#[test]
fn at_the_lowest_level_the_hero_clings_to_the_rim() {
    let scene = charged(&["##########\n#M..@PP..#\n#........#\n##########"]);
    assert_eq!(scene.game.view().depth(), 0);
    scene.assert_says("You go over the rim, and hold on");
    assert!(!matches!(scene.game.outcome(), Some(Outcome::Lost { cause: Cause::Fall, .. })));
}

#[test]
fn molten_rock_burns_who_is_pushed_against_it() {
    let scene = kicked("########\n#.@k.%.#\n#......#\n########");
    assert!(scene.creature("kobold").is_none() || scene.wounds("kobold") > 1, "{scene}");
    assert!(scene.log().contains("burns"), "{}", scene.log());
}
