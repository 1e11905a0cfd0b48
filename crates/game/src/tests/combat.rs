use super::*;
use crate::{Cause, Improvement, Outcome, Status};

/// Strikes many blows at a goblin, which has a defence of 3. Returns the damage of each hit.
fn blows(attack: i32, behaviour: Behaviour) -> Vec<Option<i32>> {
    let blow = |turn: u64| {
        let mut scene = scene("####\n#@g#\n####");
        scene.with_attack(attack).set_behaviour(behaviour);
        scene.game.state.rolls = turn * 100;
        scene.walk(Direction::East);
        let damage = |event: &Event| match event {
            Event::Hit { who: crate::Actor::Hero, damage, .. } => Some(*damage),
            _ => None,
        };
        scene.events.iter().find_map(damage)
    };
    (0..200).map(blow).collect()
}

#[test]
fn attack_and_defence_decide_how_often_a_blow_hits_and_damage_varies_little() {
    let blows = blows(13, Behaviour::Hunting(20));
    let hits: Vec<i32> = blows.iter().flatten().copied().collect();
    // 13 / (13 + 3) is 81%, and 70% of 13 - 3 is 7, give or take 30%.
    assert!((150..175).contains(&hits.len()), "{} of 200 hit", hits.len());
    assert_eq!((hits.iter().min(), hits.iter().max()), (Some(&5), Some(&9)));
}

#[test]
fn an_unaware_creature_is_always_hit_for_triple_damage() {
    for behaviour in [Behaviour::Sleeping, Behaviour::Idle] {
        let hits: Vec<i32> = blows(13, behaviour).into_iter().flatten().collect();
        assert_eq!(hits.len(), 200);
        assert!(hits.iter().all(|damage| (15..=27).contains(damage)), "{hits:?}");
    }
    let mut scene = scene("####\n#@g#\n####");
    scene.set_behaviour(Behaviour::Sleeping).walk(Direction::East);
    scene.assert_log("The goblin does not see it coming.");
}

#[test]
fn looking_at_a_creature_shows_the_odds_of_a_fight() {
    let mut scene = scene("####\n#@g#\n####");
    scene.set_behaviour(Behaviour::Hunting(20));
    let text = scene.game.view().describe(Point::new(2, 1));
    // The hero: attack 10, defence 5, 100 hit points. The goblin: attack 22, defence 3, 24 hit points.
    assert!(text.contains("You hit 76% of the time and need about 5 hits."), "{text}");
    assert!(text.contains("It hits 81% of the time and needs about 9 hits."), "{text}");
    scene.set_behaviour(Behaviour::Sleeping);
    let text = scene.game.view().describe(Point::new(2, 1));
    assert!(text.contains("It is unhurt and asleep."), "{text}");
    assert!(text.contains("Your first blow will do about 15 damage, and 2 more hits should kill it."), "{text}");
    assert!(!text.contains("unaware"), "it says the same thing twice: {text}");
    scene.clear_creatures().spawn("snake", Point::new(2, 1), |_| ());
    let text = scene.game.view().describe(Point::new(2, 1));
    assert!(text.contains("It is fast. It poisons you."), "{text}");
}

#[test]
fn weapons_and_armour_change_attack_and_defence() {
    let mut scene = scene("####\n#@.#\n####");
    let before = scene.game.view().stats();
    assert_eq!((before.hit_points, before.attack, before.defence), (100, 10, 5));
    for (name, attack, defence) in [("short sword", 5, 0), ("ring mail", 0, 4), ("spear", -1, 1)] {
        let stats = scene.game.view().stats();
        let slot = scene.give(name, 1);
        scene.act(Action::Equip(slot));
        let now = scene.game.view().stats();
        assert_eq!((now.attack - stats.attack, now.defence - stats.defence), (attack, defence), "{name}");
    }
}

#[test]
fn a_kill_removes_the_creature_and_gives_experience() {
    let mut scene = scene("####\n#@r#\n####");
    scene.with_attack(100);
    while scene.creature("rat").is_some() {
        scene.walk(Direction::East);
    }
    assert_eq!(scene.game.view().stats().experience, 2);
    scene.assert_log("The rat dies.");
    scene.walk(Direction::East);
    assert_eq!(scene.hero_at(), Point::new(2, 1));
}

#[test]
fn a_level_up_offers_an_improvement() {
    let mut scene = scene("####\n#@M#\n####");
    scene.with_attack(1_000);
    scene.act(Action::Choose(Improvement::Might));
    scene.assert_log("no improvement to choose");
    scene.game.state.hero.body.hit_points = 100;
    while scene.creature("minotaur").is_some() {
        scene.walk(Direction::East);
    }
    let before = scene.game.view().stats();
    assert_eq!((before.level, before.choices), (2, 1));
    let turns = scene.turns();
    scene.act(Action::Choose(Improvement::Vigour));
    let after = scene.game.view().stats();
    assert_eq!(after.max_hit_points, before.max_hit_points + 15);
    assert_eq!((after.choices, scene.turns()), (0, turns), "choosing takes no time");
}

#[test]
fn the_hero_can_die_and_the_log_says_of_what() {
    let mut scene = scene("####\n#@g#\n####");
    scene.game.state.hero.body.hit_points = 1;
    scene.set_behaviour(Behaviour::Hunting(20));
    scene.wait(3);
    let Some(Outcome::Lost { cause, summary }) = scene.game.outcome() else { panic!("the hero lives\n{scene}") };
    assert_eq!(cause.describe(&scene.game.content), "killed by a goblin");
    assert_eq!(summary.depth, 0);
    scene.assert_log("You are killed by a goblin.");
    scene.events.clear();
    scene.act(Action::Wait);
    assert_eq!(scene.log(), "The game is over.");
}

#[test]
fn poison_costs_a_hit_point_each_round_and_can_kill() {
    let mut scene = scene("####\n#@.#\n####");
    // Fewer rounds than it takes to heal.
    scene.game.turn(&mut Vec::new()).inflict(Who::Hero, Status::Poisoned, 3);
    scene.wait(3);
    assert_eq!(scene.hit_points(), 97);
    assert!(scene.game.view().statuses().is_empty());
    scene.game.state.hero.body.hit_points = 2;
    scene.game.turn(&mut Vec::new()).inflict(Who::Hero, Status::Poisoned, 5);
    scene.wait(3);
    assert!(matches!(scene.game.outcome(), Some(Outcome::Lost { cause: Cause::Poison, .. })));
}

#[test]
fn the_bloodless_cannot_be_poisoned() {
    let mut scene = scene("####\n#@z#\n####");
    let who = scene.who("zombie");
    scene.game.turn(&mut Vec::new()).inflict(who, Status::Poisoned, 5);
    assert!(scene.the("zombie").statuses.is_empty());
}

#[test]
fn webs_hold_anyone_caught_in_them() {
    let mut scene = scene("#####\n#@..#\n#####");
    scene.put("web", 1, 2, 1).walk(Direction::East);
    scene.assert_log("You are caught in a web.");
    let caught = scene.hero_at();
    scene.walk(Direction::East);
    assert_eq!(scene.hero_at(), caught, "struggling is not moving\n{scene}");
    scene.walk(Direction::East).walk(Direction::East).walk(Direction::East);
    assert_eq!(scene.hero_at(), Point::new(3, 1), "it has to end\n{scene}\n{}", scene.log());
}

#[test]
fn a_zombie_often_drops_its_gear() {
    let mut left = 0;
    for turn in 0..40 {
        let mut scene = scene("####\n#@z#\n####");
        scene.game.state.rolls = turn * 1_000;
        scene.with_attack(1_000);
        while scene.creature("zombie").is_some() {
            scene.walk(Direction::East);
        }
        left += u32::from(!scene.pile(2, 1).is_empty());
    }
    assert!((10..35).contains(&left), "{left} of 40 left something");
}

#[test]
fn starvation_costs_a_hit_point_every_other_round() {
    let mut scene = scene("####\n#@.#\n####");
    scene.game.state.hero.food = 301;
    scene.wait(1);
    scene.assert_log("You are hungry.");
    scene.game.state.hero.food = 1;
    scene.wait(1);
    scene.assert_log("You are starving!");
    let before = scene.hit_points();
    scene.wait(20);
    assert_eq!(before - scene.hit_points(), 10);
    let slot = scene.give("bread", 1);
    scene.act(Action::Use { slot, at: None });
    assert!(scene.game.view().stats().food > 500);
}

#[test]
fn wounds_heal_while_the_hero_has_food() {
    let mut scene = scene("####\n#@.#\n####");
    scene.game.state.hero.body.hit_points = 50;
    scene.wait(100);
    assert!(scene.hit_points() > 55, "{}", scene.hit_points());
}
