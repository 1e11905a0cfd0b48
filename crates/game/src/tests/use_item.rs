use super::*;
use crate::{Refusal, Status};

#[test]
fn a_health_potion_heals_and_is_used_up() {
    let mut scene = scene("####\n#@.#\n####");
    scene.game.state.hero.body.hit_points = 30;
    let slot = scene.give("health potion", 2);
    scene.act(Action::Use { slot, at: None });
    assert_eq!(scene.hit_points(), 75);
    assert_eq!(scene.pack(), [('a', "health potion".into(), 1)]);
    scene.assert_log("You drink the health potion.");
}

#[test]
fn healing_stops_at_the_maximum() {
    let mut scene = scene("####\n#@.#\n####");
    let slot = scene.give("health potion", 1);
    scene.act(Action::Use { slot, at: None });
    assert_eq!(scene.hit_points(), 100);
}

#[test]
fn an_antidote_ends_harmful_statuses_only() {
    let mut scene = scene("####\n#@.#\n####");
    for status in [Status::Poisoned, Status::Hasted, Status::Slowed] {
        scene.game.turn(&mut Vec::new()).inflict(Who::Hero, status, 20);
    }
    let slot = scene.give("antidote", 1);
    scene.act(Action::Use { slot, at: None });
    let left: Vec<Status> = scene.game.view().statuses().iter().map(|(status, _)| *status).collect();
    assert_eq!(left, [Status::Hasted]);
}

#[test]
fn a_wand_hits_the_first_creature_in_line_until_it_is_empty() {
    let mut scene = scene("########\n#@.z.z.#\n########");
    let slot = scene.give("wand of sparks", 1);
    scene.game.state.hero.pack.get_mut(&slot).unwrap().charges = 2;
    let at = Some(Point::new(5, 1));
    scene.act(Action::Use { slot, at });
    let hurt: Vec<i32> = scene.game.state.creatures.iter().map(|zombie| zombie.hit_points).collect();
    let whole = scene.game.content.creature_named("zombie").map(|(_, kind)| kind.hit_points);
    assert!(hurt[0] < hurt[1] && Some(hurt[1]) == whole, "{hurt:?}");
    scene.act(Action::Use { slot, at }).act(Action::Use { slot, at });
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::NoCharges(scene.item("wand of sparks", 1).kind))));
}

#[test]
fn a_wand_needs_a_target_within_range() {
    let mut scene = scene("####################\n#@.................#\n####################");
    let slot = scene.give("wand of sparks", 1);
    let kind = scene.item("wand of sparks", 1).kind;
    scene.act(Action::Use { slot, at: None }).act(Action::Use { slot, at: Some(Point::new(15, 1)) });
    assert_eq!(scene.events, [Event::Refused(Refusal::NeedsTarget(kind)), Event::Refused(Refusal::TooFar)]);
    assert_eq!(scene.turns(), 0);
}

#[test]
fn a_wand_of_tunnels_digs_a_tunnel() {
    let mut scene = scene("#########\n#@####..#\n#.......#\n#########");
    let slot = scene.give("wand of tunnels", 1);
    scene.act(Action::Use { slot, at: Some(Point::new(2, 1)) });
    scene.assert_drawn("#########\n#@......#\n#.......#\n#########");
}

#[test]
fn a_wand_of_shoving_pushes_from_afar() {
    let mut scene = scene("###########\n#@..k.....#\n###########");
    let slot = scene.give("wand of shoving", 1);
    scene.act(Action::Use { slot, at: Some(Point::new(4, 1)) });
    assert!(scene.the("kobold").at.x >= 8, "{scene}");
}

#[test]
fn a_thrown_item_hits_the_first_creature_and_lands_there() {
    let mut scene = scene("#########\n#@..z...#\n#########");
    let slot = scene.give("throwing knife", 2);
    scene.act(Action::Throw { slot, at: Point::new(7, 1) });
    assert!(scene.wounds("zombie") > 0);
    assert_eq!(scene.pile(4, 1), [("throwing knife".into(), 1)]);
    assert_eq!(scene.pack(), [('a', "throwing knife".into(), 1)]);
    scene.assert_log("The throwing knife hits the zombie");
}

#[test]
fn a_thrown_item_stops_at_walls() {
    let mut scene = scene("#########\n#@..#...#\n#.......#\n#########");
    let slot = scene.give("stone", 1);
    scene.act(Action::Throw { slot, at: Point::new(6, 1) });
    assert_eq!(scene.pile(3, 1), [("stone".into(), 1)]);
}

#[test]
fn a_fire_flask_breaks_and_burns() {
    let mut scene = scene("#########\n#@..z...#\n#########");
    let slot = scene.give("fire flask", 1);
    scene.act(Action::Throw { slot, at: Point::new(4, 1) });
    assert!(scene.the("zombie").is(Status::Burning));
    assert!(scene.pile(4, 1).is_empty());
}

#[test]
fn scrolls_do_what_they_say() {
    let mut scene = scene("##########\n#@.+.....#\n#..#.....#\n##########");
    let slot = scene.give("scroll of mapping", 1);
    assert!(!scene.game.view().knows(Point::new(7, 2)));
    scene.act(Action::Use { slot, at: None });
    assert!(scene.game.view().knows(Point::new(7, 2)));
    let club = scene.give("club", 1);
    scene.act(Action::Equip(club));
    let slot = scene.give("scroll of whetting", 1);
    let before = scene.game.view().stats().attack;
    scene.act(Action::Use { slot, at: None });
    assert_eq!(scene.game.view().stats().attack, before + 1);
}

#[test]
fn a_scroll_of_escape_teleports_out_of_sight() {
    let (rock, room) = ("#".repeat(40), ".".repeat(18));
    let wide = format!("{rock}\n#@{}#{room}.#\n#{room}+{room}.#\n#{room}#{room}.#\n{rock}", &room[1..]);
    let mut scene = scene(&wide);
    let slot = scene.give("scroll of escape", 1);
    let before = scene.hero_at();
    scene.act(Action::Use { slot, at: None });
    assert!(scene.hero_at().chebyshev(before) > 9, "{scene}");
}

#[test]
fn a_scroll_of_dread_keeps_enemies_away() {
    let mut scene = scene("#########\n#@......#\n#.g.....#\n#.......#\n#########");
    scene.set_behaviour(Behaviour::Hunting(20));
    let slot = scene.give("scroll of dread", 1);
    scene.act(Action::Use { slot, at: None }).wait(3);
    assert!(scene.the("goblin").at.chebyshev(scene.hero_at()) > 2, "{scene}");
    assert_eq!(scene.hit_points(), 100);
}

#[test]
fn an_item_without_a_use_cannot_be_used() {
    let mut scene = scene("####\n#@.#\n####");
    let slot = scene.give("agate", 1);
    scene.act(Action::Use { slot, at: None });
    scene.assert_log("You cannot think of a use for the agate.");
    assert_eq!(scene.pack().len(), 1);
}
