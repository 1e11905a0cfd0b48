use undercroft_mapgen::StairKind;

use super::*;
use crate::{Autopilot, StopReason, goal_sentence, plan_length};

const HALL: &str = "##########\n#@.......#\n#........#\n##########";

/// Walks to a cell, ignoring whatever the autopilot stops for.
fn go(scene: &mut Scene, to: Point) {
    for _ in 0..60 {
        let mut autopilot = Autopilot::travel(&scene.game, to);
        while let Ok(action) = autopilot.next(&scene.game) {
            scene.act(action);
        }
        if scene.hero_at() == to {
            return;
        }
    }
    panic!("no way to {to}\n{scene}");
}

fn is_won(scene: &Scene) -> bool {
    scene.game.outcome().is_some_and(crate::Outcome::is_won)
}

/// The cell where an item of a kind lies.
fn place_of(scene: &Scene, name: &str) -> Point {
    let (id, _) = scene.game.content.item_named(name).unwrap();
    let piles = scene.game.level.piles();
    let found = piles.into_iter().find(|(_, pile)| pile.iter().any(|item| item.kind == id));
    found.unwrap_or_else(|| panic!("no {name}\n{scene}")).0
}

#[test]
fn a_gate_is_won_by_going_through_it_on_purpose() {
    let mut scene = scene_of(&[HALL], "open", "[goal]\nitem = \"gate\"\ndepth = 0\n");
    scene.clear_creatures();
    let gate = place_of(&scene, "gate");
    go(&mut scene, gate);
    scene.assert_log("Go through it to win.");
    assert!(!is_won(&scene), "stepping on it is not enough");
    scene.act(Action::PickUp);
    assert!(!is_won(&scene), "nobody carries a gate away");
    scene.act(Action::Interact);
    assert!(is_won(&scene), "{}", scene.log());
}

#[test]
fn a_creature_carrying_the_goal_drops_it_and_the_hero_has_to_take_it() {
    let goal = "[goal]\nitem = \"idol\"\ndepth = 0\ncarried-by = \"kobold chief\"\n";
    let mut scene = scene_of(&[HALL], "open, attack", goal);
    scene.game.state.hero.max_hit_points = 10_000;
    scene.game.state.hero.body.hit_points = 10_000;
    scene.with_attack(500);
    assert!(scene.game.level.piles().next().is_none(), "the idol does not lie about\n{scene}");
    while let Some(chief) = scene.creature("kobold chief") {
        match Direction::between(scene.hero_at(), chief.at) {
            Some(direction) if chief.at.chebyshev(scene.hero_at()) == 1 => scene.walk(direction),
            _ => scene.act(Action::Wait),
        };
    }
    assert!(!is_won(&scene), "the kill alone does not win");
    let idol = place_of(&scene, "idol");
    go(&mut scene, idol);
    scene.assert_log("Pick it up to win.");
    scene.act(Action::PickUp);
    assert!(is_won(&scene), "{}", scene.log());
}

#[test]
fn a_collection_is_won_with_the_last_of_its_items() {
    let goal = "[goal]\nitem = \"agate\"\ndepth = 1\ncount = 2\n";
    let mut scene = scene_of(&[HALL, HALL], "open, climb, descend", goal);
    for depth in 0..2 {
        scene.clear_creatures();
        let agate = place_of(&scene, "agate");
        go(&mut scene, agate);
        scene.act(Action::PickUp);
        assert_eq!(is_won(&scene), depth == 1, "{}", scene.log());
        if depth == 0 {
            scene.assert_log("You now have one of the two agates.");
            let stairs = scene.game.view().stairs(StairKind::Down)[0];
            go(&mut scene, stairs);
            scene.act(Action::Descend);
        }
    }
}

#[test]
fn the_goal_stays_known_when_something_is_dropped_on_it() {
    let mut scene = scene_of(&[HALL], "open", "[goal]\nitem = \"zircon\"\ndepth = 0\n");
    scene.clear_creatures();
    let (depth, goal) = (scene.game.view().depth(), place_of(&scene, "zircon"));
    let slot = scene.give("club", 1);
    go(&mut scene, goal);
    scene.act(Action::Drop { slot, count: 1 });
    assert_eq!(scene.game.goal_at(depth, &scene.game.level.floor), Some(goal), "{scene}");
    scene.act(Action::PickUp);
    assert_eq!(scene.game.goal_at(depth, &scene.game.level.floor), None, "{scene}");
}

#[test]
fn pursuers_come_up_behind_a_hero_who_carries_the_goal_out() {
    let goal = "[goal]\nitem = \"agate\"\ndepth = 0\nbring-out = true\n";
    let mut scene = scene_of(&[HALL, HALL], "open, climb, descend", goal);
    scene.clear_creatures();
    scene.game.state.hero.max_hit_points = 10_000;
    scene.game.state.hero.body.hit_points = 10_000;
    let every = scene.game.content.settings().hunter_rounds;
    scene.wait(2 * every);
    assert!(scene.game.state.creatures.is_empty(), "nobody comes before\n{scene}");
    let agate = place_of(&scene, "agate");
    go(&mut scene, agate);
    scene.act(Action::PickUp);
    scene.assert_log("Carry your prize out, or go deeper for a higher score!");
    scene.wait(every);
    assert!(!scene.game.state.creatures.is_empty(), "{scene}");
    scene.assert_log("up the stairs after you!");
    scene.wait(20 * every);
    assert!(scene.game.state.creatures.len() <= 6, "there is an end to it\n{scene}");
}

#[test]
fn each_further_kill_of_a_kind_gives_less_experience() {
    let mut scene = scene("####\n#@.#\n####");
    let (goblin, kind) = scene.game.content.creature_named("goblin").unwrap();
    let (experience, lessons) = (kind.experience, scene.game.content.settings().lessons);
    let mut learn = |kills: u32| {
        scene.game.state.kills.insert(goblin, kills);
        let before = scene.game.state.hero.experience;
        scene.game.turn(&mut Vec::new()).learn_from(goblin);
        scene.game.state.hero.experience - before
    };
    assert_eq!(
        [0, lessons - 1, lessons, 3 * lessons].map(&mut learn),
        [experience, experience, experience / 2, experience / 4]
    );
}

#[test]
fn every_plan_says_how_it_is_won_and_how_long_it_is() {
    let content = GameContent::standard();
    let told: Vec<String> = Plan::names()
        .map(|name| {
            let plan = Plan::named(name).unwrap();
            format!("{}: {}", plan_length(&plan), goal_sentence(&plan, &content).unwrap())
        })
        .collect();
    assert_eq!(
        told,
        [
            "14 levels and back: Find the ember on depth 13 and carry it out by the way you came in.",
            "2 levels: Find the zircon on depth 1 and pick it up.",
            "7 levels: Collect three star stones, one on each depth from 4 to 6.",
            "6 levels: Find the gate on depth 5 and go through it.",
            "6 levels: Slay the kobold chief on depth 5 and take the idol that it carries.",
        ]
    );
}

/// Plays like somebody who only explores and travels: explores until that is done, then takes the stairs, and so on.
#[test]
fn exploring_and_travelling_alone_never_walks_aimlessly_on_any_plan() {
    for name in Plan::names() {
        for seed in 1..=8 {
            let mut game = Game::new(GameContent::standard(), Plan::named(name).unwrap(), seed).unwrap();
            // Nobody fights back here, so nothing may kill the hero.
            game.state.hero.max_hit_points = 1_000_000;
            game.state.hero.body.hit_points = 1_000_000;
            let what = format!("{name}, seed {seed}");
            let (mut stops, mut levels) = (0, 0);
            while game.view().turn() < 300 && game.outcome().is_none() && stops < 300 {
                let begun = (game.view().turn(), game.view().known());
                let (stop, steps) = explore(&mut game, &what);
                stops += 1;
                let found_more = game.view().known() != begun.1;
                match stop {
                    StopReason::Done | StopReason::Stairs => {
                        levels += u32::from(descend(&mut game));
                    }
                    StopReason::Threat(id) | StopReason::Noticed(id) => {
                        assert!(game.view().creatures().iter().any(|seen| seen.creature.id == id), "{what}");
                        game.act(Action::Wait);
                    }
                    StopReason::Hurt | StopReason::Goal | StopReason::NoPath => {
                        game.act(Action::Wait);
                    }
                    StopReason::FoundNothing => assert!(steps >= crate::SEARCH_STEPS, "{what}"),
                    other => panic!("{what}: {other:?} is no reason to stop exploring"),
                }
                assert!(found_more || steps < 100, "{what}: {steps} steps and nothing new, from turn {}", begun.0);
            }
            assert!(levels > 0 || stops > 0, "{what}");
        }
    }
}

/// Explores until something stops it. Returns why, and after how many steps.
fn explore(game: &mut Game, what: &str) -> (StopReason, u32) {
    let mut autopilot = Autopilot::explore(game);
    for steps in 0..1_000 {
        match autopilot.next(game) {
            Ok(action) => {
                let turn = game.view().turn();
                game.act(action);
                assert!(game.view().turn() > turn, "{what}: {action:?} was refused");
            }
            Err(stop) => return (stop, steps),
        }
    }
    panic!("{what}: exploring does not end");
}

/// Travels to the nearest known stairs down and takes them.
fn descend(game: &mut Game) -> bool {
    let Some(stairs) = game.view().stairs(StairKind::Down).first().copied() else { return false };
    for _ in 0..40 {
        let mut autopilot = Autopilot::travel(game, stairs);
        while let Ok(action) = autopilot.next(game) {
            game.act(action);
        }
        if game.view().at() == stairs {
            let depth = game.view().depth();
            game.act(Action::Descend);
            return game.view().depth() > depth;
        }
        game.act(Action::Wait);
    }
    false
}
