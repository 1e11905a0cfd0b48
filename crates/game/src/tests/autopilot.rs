use super::*;
use crate::{Autopilot, StopReason};

const HOUSE: &str = "################\n#@..#....#.....#\n#...+....+.....#\n#...#....#.....#\n##+########.####\n#......#.......#\n################";

fn run(scene: &mut Scene, mut autopilot: Autopilot) -> StopReason {
    run_on(scene, &mut autopilot)
}

fn run_on(scene: &mut Scene, autopilot: &mut Autopilot) -> StopReason {
    for _ in 0..500 {
        match autopilot.next(&scene.game) {
            Ok(action) => scene.act(action),
            Err(stop) => return stop,
        };
    }
    panic!("the autopilot does not stop\n{scene}");
}

#[test]
fn exploring_reveals_everything_and_collects_items() {
    let mut scene = scene(HOUSE);
    scene.put("agate", 1, 13, 1).put("chest", 1, 2, 5);
    let autopilot = Autopilot::explore(&scene.game);
    assert_eq!(run(&mut scene, autopilot), StopReason::Done);
    let bounds = scene.game.view().bounds().unwrap();
    let open = bounds.points().filter(|at| scene.game.level.flags(*at).walkable);
    let unknown: Vec<Point> = open.filter(|at| !scene.game.view().knows(*at)).collect();
    assert_eq!(unknown, [], "{scene}");
    assert!(scene.pack().iter().any(|(_, name, _)| name == "agate"));
    assert_eq!(scene.pile(2, 5), [], "the chest and its contents should be gone");
}

#[test]
fn exploring_leaves_dropped_items_alone() {
    let mut scene = scene(HOUSE);
    let slot = scene.give("club", 1);
    scene.act(Action::Drop { slot, count: 1 });
    let autopilot = Autopilot::explore(&scene.game);
    run(&mut scene, autopilot);
    assert_eq!(scene.pile(1, 1), [("club".into(), 1)]);
}

#[test]
fn travelling_takes_a_short_path_to_its_target() {
    let mut scene = scene(HOUSE);
    let autopilot = Autopilot::explore(&scene.game);
    run(&mut scene, autopilot);
    let (from, to) = (scene.hero_at(), Point::new(1, 1));
    let autopilot = Autopilot::travel(&scene.game, to);
    let turns = scene.turns();
    assert_eq!(run(&mut scene, autopilot), StopReason::Done);
    assert_eq!(scene.hero_at(), to);
    assert!(scene.turns() - turns < 40, "from {from} in {}", scene.turns() - turns);
}

#[test]
fn travelling_needs_a_known_path() {
    let mut scene = scene(HOUSE);
    let autopilot = Autopilot::travel(&scene.game, Point::new(13, 5));
    assert_eq!(run(&mut scene, autopilot), StopReason::NoPath);
    assert_eq!(scene.turns(), 0);
}

#[test]
fn a_new_threat_in_sight_stops_the_autopilot() {
    let mut scene = scene(&HOUSE.replace("#@..#....#", "#@..#..g.#"));
    scene.set_behaviour(Behaviour::Sleeping);
    let autopilot = Autopilot::explore(&scene.game);
    let stop = run(&mut scene, autopilot);
    assert_eq!(stop, StopReason::Threat(scene.the("goblin").id));
    // A threat that is already known does not stop the next autopilot.
    let mut autopilot = Autopilot::explore(&scene.game);
    assert!(autopilot.next(&scene.game).is_ok());
    // Unless it notices the hero.
    scene.set_behaviour(Behaviour::Hunting(20));
    assert_eq!(autopilot.next(&scene.game), Err(StopReason::Noticed(scene.the("goblin").id)));
}

#[test]
fn resting_ends_when_healed() {
    let mut scene = scene("####\n#@.#\n####");
    scene.game.state.hero.body.hit_points = 90;
    let autopilot = Autopilot::rest(&scene.game);
    assert_eq!(run(&mut scene, autopilot), StopReason::Done);
    assert_eq!(scene.hit_points(), 100);
}

#[test]
fn resting_beside_an_enemy_is_refused() {
    let mut scene = scene("####\n#@g#\n####");
    scene.game.state.hero.body.hit_points = 50;
    let autopilot = Autopilot::rest(&scene.game);
    assert_eq!(run(&mut scene, autopilot), StopReason::NotNow);
}

#[test]
fn the_autopilot_avoids_webs() {
    let mut scene = scene("#######\n#@....#\n#.....#\n#######");
    scene.put("web", 1, 3, 1).put("agate", 1, 5, 1);
    let autopilot = Autopilot::explore(&scene.game);
    run(&mut scene, autopilot);
    assert_eq!(scene.pile(3, 1), [("web".into(), 1)]);
    assert!(scene.pack().iter().any(|(_, name, _)| name == "agate"));
}

#[test]
fn exploring_says_that_a_trap_bars_the_way() {
    let mut scene = scene("#########\n#@......#\n#######.#\n#.......#\n#########");
    scene.put("web", 1, 3, 1);
    let mut autopilot = Autopilot::explore(&scene.game);
    let stop = loop {
        match autopilot.next(&scene.game) {
            Ok(action) => scene.act(action),
            Err(stop) => break stop,
        };
    };
    let words = autopilot.explain(&scene.game, stop, |_| "x".into());
    assert_eq!(words.as_deref(), Some("A trap bars the only way onwards."));
}

#[test]
fn the_bot_walks_through_a_web_that_bars_its_only_path() {
    let mut scene = scene("#########\n#@......#\n#######.#\n#.......#\n#########");
    scene.put("web", 1, 3, 1);
    crate::Bot::new().play(&mut scene.game, 200, |_, _| ());
    assert!(scene.game.view().knows(Point::new(1, 3)), "{scene}");
}

#[test]
fn exploring_collects_items_before_it_looks_for_more_rooms() {
    let mut scene =
        scene("##############\n#............#\n#.@..........#\n#+############\n#............#\n##############");
    scene.put("agate", 1, 11, 1);
    let mut autopilot = Autopilot::explore(&scene.game);
    while scene.pack().is_empty() {
        let action = autopilot.next(&scene.game).unwrap();
        scene.act(action);
        assert!(!scene.game.view().knows(Point::new(5, 4)), "the agate comes first\n{scene}");
    }
}

#[test]
fn exploring_leaves_the_goal_to_the_player() {
    let goal = "[goal]\nitem = \"zircon\"\ndepth = 0\n";
    let mut scene = scene_of(&["##########\n#@.......#\n#........#\n##########"], "open", goal);
    scene.clear_creatures().game.level.view_is_stale = true;
    let (goal, _) = scene.game.view().items()[0];
    // The goal was in sight from the start; exploring walks on and leaves it.
    let autopilot = Autopilot::explore(&scene.game);
    assert_eq!(run(&mut scene, autopilot), StopReason::Done);
    assert!(scene.game.view().cell(goal).item().is_some());
    assert!(scene.game.outcome().is_none() && scene.pack().is_empty(), "{scene}");
}

#[test]
fn a_harmless_creature_does_not_stop_the_autopilot() {
    let seen = |name: &str, change: fn(&mut Creature)| {
        let mut scene = scene("##########\n#@.......#\n#........#\n##########");
        scene.spawn(name, Point::new(7, 1), change);
        scene.game.state.hero.body.hit_points = 50;
        let mut autopilot = Autopilot::rest(&scene.game);
        autopilot.next(&scene.game)
    };
    assert_eq!(seen("goblin", |_| ()), Err(StopReason::NotNow));
    assert!(seen("fungus", |_| ()).is_ok(), "it never leaves its cell");
    assert!(seen("goblin", |goblin| goblin.hit_points = 2).is_ok(), "it runs away");
    assert!(seen("goblin", |goblin| goblin.statuses.push((crate::Status::Afraid, 9))).is_ok());
}

#[test]
fn hunger_stops_the_autopilot() {
    let mut scene = scene("####\n#@.#\n####");
    scene.game.state.hero.body.hit_points = 50;
    scene.game.state.hero.food = scene.game.content.settings().hungry + 3;
    let autopilot = Autopilot::rest(&scene.game);
    assert_eq!(run(&mut scene, autopilot), StopReason::Hungry);
}

/// Why travelling to a place stops, in words.
fn reason(scene: &mut Scene, to: Point) -> String {
    let mut autopilot = Autopilot::travel(&scene.game, to);
    let stop = run_on(scene, &mut autopilot);
    autopilot.explain(&scene.game, stop, |_| "x".into()).unwrap_or_default()
}

#[test]
fn travelling_says_what_bars_the_only_path() {
    let corridor = "#########\n#@......#\n#######.#\n#.......#\n#########";
    let far = Point::new(6, 1);
    let mut scene = scene(corridor);
    scene.put("web", 1, 3, 1);
    assert_eq!(reason(&mut scene, far), "A trap bars the only path you know to that place.");
    let mut scene = super::scene(&corridor.replace("#@.", "#@T"));
    assert_eq!(reason(&mut scene, far), "An ogre bars the only path you know to that place.");
    // What lies beyond the bend has not been seen.
    let mut scene = super::scene(corridor);
    assert_eq!(reason(&mut scene, Point::new(1, 3)), "You know of no path to that place.");
}

#[test]
fn a_search_that_finds_nothing_offers_the_stairs_once_they_are_known() {
    for seed in 0..3 {
        let mut game = Game::new(GameContent::standard(), Plan::named("undercroft").unwrap(), seed).unwrap();
        let mut said = Vec::new();
        for _ in 0..6 {
            let mut autopilot = Autopilot::explore(&game);
            let stop = loop {
                match autopilot.next(&game) {
                    Ok(action) => game.act(action),
                    Err(stop) => break stop,
                };
            };
            if stop == StopReason::FoundNothing {
                said.extend(autopilot.explain(&game, stop, |errand| format!("{errand:?}")));
            }
        }
        let offered = |line: &String| line.ends_with("Press Descend to travel to the stairs, or Explore to go on.");
        assert!(!said.is_empty() && said.iter().all(offered), "seed {seed}: {said:?}");
    }
}

#[test]
fn an_enemy_that_comes_into_view_hunting_is_reported_so() {
    let mut scene = scene(&HOUSE.replace("#@..#....#", "#@..#..g.#"));
    scene.set_behaviour(Behaviour::Hunting(20));
    scene.wait(1);
    let mut autopilot = Autopilot::explore(&scene.game);
    let stop = run_on(&mut scene, &mut autopilot);
    let words = autopilot.explain(&scene.game, stop, |_| "x".into());
    assert_eq!(words.as_deref(), Some("You stop: a goblin comes into view, hunting you."), "{scene}");
}

#[test]
fn travelling_says_that_hunger_or_poison_hurts() {
    let hurt = |change: fn(&mut Scene)| {
        let mut scene = scene("####################\n#@.................#\n####################");
        change(&mut scene);
        reason(&mut scene, Point::new(7, 1))
    };
    assert_eq!(hurt(|scene| scene.game.state.hero.food = 0), "You stop: hunger is hurting you.");
    let poison = |scene: &mut Scene| scene.game.state.hero.body.statuses.push((crate::Status::Poisoned, 9));
    assert_eq!(hurt(poison), "You stop: poison is hurting you.");
}

#[test]
fn the_blow_of_an_enemy_in_sight_is_not_blamed_on_something() {
    let mut scene = scene("#####\n#@g.#\n#####");
    scene.set_behaviour(Behaviour::Hunting(20));
    let words = Autopilot::explore(&scene.game).explain(&scene.game, StopReason::Hurt, |_| "x".into());
    assert_eq!(words.as_deref(), Some("You stop: you are hurt."));
}

#[test]
fn a_fungus_that_comes_into_view_is_not_said_to_hunt() {
    let mut scene = scene("#######\n#@....#\n#######");
    scene.spawn("fungus", Point::new(4, 1), |fungus| fungus.behaviour = Behaviour::Hunting(20));
    let sightings = scene.game.view().creatures();
    let arrival = crate::grammar::comes_into_view(&scene.game.content, &sightings[0]);
    assert_eq!(arrival, "a fungus comes into view", "it never leaves its cell");
}
