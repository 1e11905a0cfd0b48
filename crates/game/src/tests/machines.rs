//! Machines and cages.

use undercroft_grid::Point;
use undercroft_mapgen::Vault;

use super::{Scene, scene};
use crate::content::{GameContent, Trigger};
use crate::{Action, Autopilot, Bot, Direction, StopReason};

const ROOM: &str = "
    ###########
    #@........#
    #..S...S..#
    #,,,...,,,#
    #.........#
    #..S...S..#
    #.........#
    ###########";

/// A room with a machine in the middle of it, and an emerald beside the hero.
fn room_with(machine: &str) -> Scene {
    let mut scene = scene(&ROOM.replace('S', "Ω"));
    let (kind, _) =
        scene.game.content.machine_named(machine).unwrap_or_else(|| panic!("no machine is called {machine}"));
    scene.game.level.machines.push((Point::new(5, 4), kind));
    scene.put("emerald", 1, 4, 4);
    for direction in [Direction::SouthEast, Direction::South, Direction::SouthEast, Direction::East] {
        scene.walk(direction);
    }
    scene
}

#[test]
fn every_machine_of_a_vault_is_known_and_there_are_at_least_fifteen() {
    let content = GameContent::standard();
    let mut machines = 0;
    for vault in Vault::all() {
        for (_, entry) in vault.legend() {
            let spawn = entry.spawn.iter().filter(|spawn| spawn.class.name() == "machine");
            for kind in spawn.flat_map(|spawn| &spawn.kinds) {
                assert!(content.machine_named(kind).is_some(), "{}: no machine is called {kind}", vault.name());
                machines += 1;
            }
        }
    }
    assert!(machines >= 15, "there are {machines}");
}

#[test]
fn every_machine_does_something_and_leaves_the_game_in_order() {
    let content = GameContent::standard();
    for vault in Vault::all() {
        let spawns = vault.legend().filter_map(|(_, entry)| entry.spawn.clone());
        for kind in spawns.filter(|spawn| spawn.class.name() == "machine").flat_map(|spawn| spawn.kinds) {
            let mut scene = room_with(&kind);
            scene.game.state.hero.max_hit_points = 1_000;
            scene.game.state.hero.body.hit_points = 1_000;
            let (_, machine) = content.machine_named(&kind).unwrap();
            if machine.trigger == Trigger::Take {
                scene.events.clear();
                scene.act(Action::PickUp);
            }
            scene.wait(60);
            let messages = machine.stages.iter().filter_map(|stage| stage.message.as_deref());
            messages.for_each(|message| assert!(scene.log().contains(message), "{kind}:\n{}", scene.log()));
        }
    }
}

#[test]
fn statues_wake_when_the_treasure_is_taken() {
    let mut scene = room_with("waking statues");
    assert!(scene.creature("goblin").is_none());
    scene.act(Action::PickUp).wait(1);
    scene.assert_log("The statues shake off their dust.");
    assert_eq!(scene.game.state.creatures.len(), 4, "{scene}");
}

#[test]
fn a_machine_works_once() {
    let mut scene = room_with("alarm bell");
    scene.act(Action::PickUp);
    scene.events.clear();
    scene.put("agate", 1, scene.hero_at().x, scene.hero_at().y).act(Action::PickUp);
    assert!(!scene.log().contains("bell"));
}

#[test]
fn water_rises_around_the_hero_and_drains_away() {
    let mut scene = room_with("flooding room");
    scene.act(Action::PickUp).wait(4);
    assert!(scene.drawn().matches('≈').count() > 20, "{scene}");
    scene.wait(20);
    assert_eq!(scene.drawn().matches('≈').count(), 0, "{scene}");
}

#[test]
fn a_collapsing_floor_never_cuts_the_level_in_two() {
    let mut scene = scene("###########\n#@..,.....#\n#...,.....#\n###########");
    let (kind, _) = scene.game.content.machine_named("collapsing floor").unwrap();
    scene.game.level.machines.push((Point::new(3, 1), kind));
    scene.put("emerald", 1, 2, 1).walk(Direction::East).act(Action::PickUp).wait(6);
    assert_eq!(scene.drawn().matches('P').count(), 1, "{scene}");
}

#[test]
fn exploring_leaves_the_choice_among_cages_to_the_player() {
    let mut scene = scene("#########\n#@¢.¢...#\n#.......#\n#########");
    scene.put("emerald", 1, 2, 1).put("agate", 1, 4, 1);
    let mut explore = Autopilot::explore(&scene.game);
    assert_eq!(explore.next(&scene.game), Err(StopReason::Done));
    let words = explore.explain(&scene.game, StopReason::Done, |_| "o".into()).unwrap();
    assert_eq!(words, "Explored, but you may still take one thing from the cages.");
    scene.walk(Direction::East);
    assert!(!scene.game.view().should_pick_up());
    Bot::new().play(&mut scene.game, 20, |_, _| ());
    assert_eq!(scene.pack().len(), 1, "the bot takes one\n{scene}");
}

#[test]
fn of_several_cages_only_one_can_be_emptied() {
    let mut scene = scene("#########\n#@¢.¢.¢.#\n#.......#\n#########");
    scene.put("emerald", 1, 2, 1).put("agate", 1, 4, 1).put("dagger", 1, 6, 1);
    scene.walk(Direction::East).act(Action::PickUp);
    scene.assert_log("The other cages close on an agate and a dagger.");
    scene.assert_drawn("#########\n#.@.¶.¶.#\n#.......#\n#########");
    assert!(scene.pile(4, 1).is_empty() && scene.pile(6, 1).is_empty());
}
