use super::*;
use crate::{Cause, Outcome, Refusal};

const KICK: &str = "open, kick, attack";

/// Kicks to the east without killing anyone.
fn kicked(map: &str) -> Scene {
    let mut scene = scene_as(KICK, map);
    scene.with_attack(0);
    for creature in &mut scene.game.state.creatures {
        creature.statuses.push((crate::Status::Stunned, 3));
    }
    scene.walk(Direction::East);
    scene
}

#[test]
fn a_kick_pushes_up_to_three_cells() {
    kicked("#########\n#.@k....#\n#########").assert_drawn("#########\n#.@...k.#\n#########");
}

#[test]
fn a_kicked_creature_is_hurt_by_a_wall() {
    let scene = kicked("########\n#.@k.###\n########");
    scene.assert_drawn("########\n#.@.k###\n########");
    scene.assert_log("The kobold crashes into something solid");
    assert!(scene.wounds("kobold") > 1);
}

#[test]
fn a_kicked_creature_hurts_the_creature_it_crashes_into() {
    let scene = kicked("#########\n#.@k.z..#\n#########");
    scene.assert_drawn("#########\n#.@.kz..#\n#########");
    scene.assert_log("crashes into the zombie");
    assert!(scene.wounds("zombie") > 0);
}

#[test]
fn a_kicked_kobold_does_not_crash_into_the_kobold() {
    kicked("#########\n#.@k.k..#\n#########").assert_log("The kobold crashes into another kobold.");
}

#[test]
fn the_odds_shown_are_those_of_the_kick_that_walking_deals() {
    let map = "#####\n#@k.#\n#####";
    let damage = |scene: Scene| scene.game.view().odds_against(&scene.game.view().creatures()[0]).damage;
    let (hit, kick) = (damage(scene_as("open, attack, kick", map)), damage(scene_as(KICK, map)));
    assert_eq!((hit, kick), (6, 3));
}

#[test]
fn a_creature_kicked_into_a_pit_lurks_hurt_on_the_level_below() {
    let maps = ["########\n#.@k.PP#\n#......#\n########", "########\n#......#\n#......#\n########"];
    let mut scene = scene_of(&maps, KICK, "");
    scene.with_attack(0);
    scene.walk(Direction::East);
    assert!(scene.creature("kobold").is_none(), "{scene}");
    scene.assert_log("The kobold falls out of sight.");
    scene.act(Action::Wait);
    scene.game.state.hero.body.at = Point::new(4, 1);
    scene.game.level.set_occupants(Point::new(4, 1), &[]);
    scene.act(Action::Jump(Direction::East));
    assert_eq!(scene.game.view().depth(), 1);
    assert!(scene.wounds("kobold") > 1, "the fall hurts");
    assert!(scene.the("kobold").at.chebyshev(Point::new(5, 1)) <= 2, "it waits where it fell\n{scene}");
}

#[test]
fn a_bottomless_pit_kills() {
    let scene = kicked("########\n#.@k.PP#\n#......#\n########");
    assert!(scene.creature("kobold").is_none());
    assert!(scene.game.view().stats().experience > 0, "it counts as defeated");
}

#[test]
fn flyers_do_not_fall() {
    let mut scene = scene_as(KICK, "########\n#.@b.PP#\n#......#\n########");
    scene.with_attack(0);
    scene.game.state.creatures[0].energy = 0;
    scene.game.state.creatures[0].statuses.push((crate::Status::Stunned, 3));
    scene.walk(Direction::East);
    scene.assert_drawn("########\n#.@..Pb#\n#......#\n########");
}

#[test]
fn the_steadfast_cannot_be_pushed() {
    let mut scene = scene_as(KICK, "########\n#.@f...#\n########");
    scene.with_attack(0);
    scene.walk(Direction::East);
    scene.assert_drawn("########\n#.@f...#\n########");
}

#[test]
fn kicking_is_an_ability() {
    let mut scene = scene("########\n#.@k...#\n########");
    scene.act(Action::Kick(Direction::East));
    assert_eq!(scene.events, [Event::Refused(Refusal::CannotKick)]);
    let mut scene = scene_as("attack, kick", "########\n#.@k...#\n########");
    scene.act(Action::Kick(Direction::East));
    let kicked = |event: &Event| matches!(event, Event::Hit { attack: crate::Attack::Kick, .. });
    assert!(scene.events.iter().any(kicked), "{:?}", scene.events);
    scene.events.clear();
    scene.act(Action::Kick(Direction::West));
    assert_eq!(scene.events, [Event::Refused(Refusal::NothingToKick)]);
}

#[test]
fn a_locked_chest_can_be_kicked_open() {
    let mut scene = scene_as("attack, kick", "#####\n#@..#\n#####");
    scene.put("locked chest", 1, 2, 1);
    for _ in 0..40 {
        scene.act(Action::Kick(Direction::East));
    }
    scene.assert_log("bursts open");
    assert!(scene.pile(2, 1).iter().all(|(name, _)| name != "locked chest"));
}

/// Tries different rolls until the minotaur charges.
fn charged(maps: &[&str]) -> Scene {
    let all = (0..50).map(|chance| {
        let mut scene = scene_of(maps, "open, attack", "");
        scene.set_behaviour(Behaviour::Hunting(20));
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
    scene.assert_log("You fall to the level below.");
    assert!(scene.hit_points() < 100);
}

#[test]
fn on_the_lowest_level_the_hero_clings_to_the_edge() {
    let scene = charged(&["##########\n#M..@PP..#\n#........#\n##########"]);
    assert_eq!(scene.game.view().depth(), 0);
    scene.assert_log("You slip over the edge, but hold on.");
    assert!(!matches!(scene.game.outcome(), Some(Outcome::Lost { cause: Cause::Fall, .. })));
}

#[test]
fn lava_burns_anyone_pushed_against_it() {
    let scene = kicked("########\n#.@k.%.#\n#......#\n########");
    assert!(scene.creature("kobold").is_none() || scene.wounds("kobold") > 1, "{scene}");
    assert!(scene.log().contains("burns"), "{}", scene.log());
}

#[test]
fn kicking_somebody_into_a_pit_gives_experience_once() {
    let maps = ["######\n#@gP.#\n#....#\n######", "######\n#....#\n#....#\n######"];
    let mut scene = scene_of(&maps, "attack, kick", "");
    scene.act(Action::Kick(Direction::East));
    scene.assert_log("The goblin falls out of sight.");
    let experience = scene.game.view().stats().experience;
    assert_eq!(experience, 11);
    // It lives on below, and gives no more experience.
    scene.act(Action::Jump(Direction::East)).with_attack(1_000);
    for _ in 0..20 {
        let Some(goblin) = scene.creature("goblin").map(|goblin| goblin.at) else { break };
        scene.walk(Direction::between(scene.hero_at(), goblin).unwrap());
    }
    assert!(scene.creature("goblin").is_none(), "{scene}");
    assert_eq!(scene.game.view().stats().experience, experience);
}
