use super::*;
use crate::Status;

const HUNT: Behaviour = Behaviour::Hunting(20);

#[test]
fn hunters_go_around_walls_and_through_doors() {
    let mut scene = scene("#########\n#@..#..g#\n#...+...#\n#...#...#\n#########");
    scene.set_behaviour(HUNT);
    scene.wait(8);
    scene.assert_log("The goblin");
    assert!(scene.the("goblin").at.chebyshev(scene.hero_at()) <= 1, "{scene}");
    assert!(scene.hit_points() < 100);
}

#[test]
fn creatures_that_cannot_open_doors_stay_behind_them() {
    let mut scene = scene("#########\n#@..#..r#\n#...+...#\n#...#...#\n#########");
    scene.set_behaviour(HUNT);
    scene.wait(15);
    assert!(scene.the("rat").at.x > 4, "{scene}");
}

#[test]
fn sleepers_wake_eventually_and_idle_creatures_notice_at_once() {
    let mut scene = scene("#########\n#@.....g#\n#########");
    scene.set_behaviour(Behaviour::Sleeping);
    scene.wait(60);
    scene.assert_log("The goblin notices you.");
    let mut scene = super::scene("#########\n#@.....g#\n#########");
    scene.wait(1);
    assert!(matches!(scene.the("goblin").behaviour, Behaviour::Hunting(_)));
}

#[test]
fn nobody_notices_through_walls_or_from_too_far() {
    let mut scene = scene("#########\n#@..#..g#\n#...#...#\n#...+...#\n#########");
    scene.wait(1);
    assert_eq!(scene.the("goblin").behaviour, Behaviour::Idle);
    let mut scene = super::scene("####################\n#@................f#\n####################");
    scene.wait(5);
    assert_eq!(scene.the("fungus").behaviour, Behaviour::Idle);
}

#[test]
fn hunters_give_up_when_they_lose_the_hero() {
    let mut scene = scene("#########\n#@..#..r#\n#...+...#\n#...#...#\n#########");
    scene.set_behaviour(HUNT);
    scene.wait(40);
    assert_eq!(scene.the("rat").behaviour, Behaviour::Idle);
}

#[test]
fn a_wounded_rat_flees_and_bites_when_cornered() {
    let mut scene = scene("##########\n#@r......#\n#........#\n##########");
    scene.set_behaviour(HUNT);
    scene.game.state.creatures[0].hit_points = 2;
    scene.wait(4);
    assert!(scene.the("rat").at.chebyshev(scene.hero_at()) > 3, "{scene}");
    let mut cornered = super::scene("####\n#@r#\n####");
    cornered.set_behaviour(HUNT);
    cornered.game.state.creatures[0].hit_points = 2;
    cornered.wait(4);
    assert!(cornered.hit_points() < 100);
}

#[test]
fn a_bat_flies_erratically() {
    let mut scene = scene("###########\n#.........#\n#.........#\n#....b....#\n#.........#\n#........@#\n###########");
    scene.set_behaviour(Behaviour::Idle);
    let mut places = std::collections::BTreeSet::new();
    for _ in 0..40 {
        scene.wait(1);
        places.extend(scene.creature("bat").map(|bat| bat.at));
    }
    assert!(places.len() > 5, "{places:?}");
}

#[test]
fn an_archer_shoots_and_keeps_its_distance() {
    let mut scene = scene("############\n#@....a....#\n#..........#\n############");
    scene.set_behaviour(HUNT);
    scene.wait(1);
    scene.assert_log("The archer's arrow hits you");
    let mut near = super::scene("############\n#@.a.......#\n#..........#\n############");
    near.set_behaviour(HUNT);
    near.wait(1);
    assert!(near.the("archer").at.chebyshev(near.hero_at()) > 2, "{near}");
}

#[test]
fn an_archer_does_not_shoot_through_others() {
    let mut scene = scene("############\n#@.z..a....#\n############");
    scene.set_behaviour(HUNT);
    scene.game.state.creatures[0].statuses.push((Status::Stunned, 9));
    scene.wait(2);
    assert!(!scene.log().contains("arrow"), "{}", scene.log());
}

#[test]
fn a_fungus_spreads_up_to_its_limit() {
    let mut scene = scene("#########\n#@.#....#\n#..+..f.#\n#..#....#\n#########");
    scene.wait(4_000);
    let count = scene.game.state.creatures.len();
    assert_eq!(count, 7, "one fungus and its six descendants\n{scene}");
}

#[test]
fn a_spider_spins_webs_and_walks_over_them() {
    let mut scene = scene("#############\n#@.........s#\n#...........#\n#############");
    scene.set_behaviour(HUNT);
    let who = scene.who("spider");
    let mut webs = 0;
    for _ in 0..200 {
        scene.game.state.hero.body.hit_points = 100;
        scene.game.turn(&mut Vec::new()).place(who, Point::new(11, 1));
        scene.wait(1);
        webs += scene.events.iter().filter(|event| matches!(event, Event::Wove { .. })).count();
        scene.events.clear();
        assert!(!scene.the("spider").is(Status::Webbed));
    }
    assert!(webs > 0);
}

#[test]
fn a_spider_spins_no_web_over_the_goal() {
    let hall = "#############\n#@.........s#\n#...........#\n#############";
    let mut scene = scene_of(&[hall], "open, attack", "[goal]\nitem = \"agate\"\ndepth = 0\n");
    scene.set_behaviour(HUNT);
    for (x, y) in (1..3).flat_map(|y| (2..12).map(move |x| (x, y))) {
        scene.put("agate", 1, x, y);
    }
    let who = scene.who("spider");
    for _ in 0..200 {
        scene.game.state.hero.body.hit_points = 100;
        scene.game.turn(&mut Vec::new()).place(who, Point::new(11, 1));
        scene.wait(1);
    }
    assert!(!scene.events.iter().any(|event| matches!(event, Event::Wove { .. })), "the goal would be hidden\n{scene}");
}

#[test]
fn a_bomb_hisses_before_it_explodes() {
    let mut scene = scene("#########\n#@o.z...#\n#.......#\n#########");
    scene.set_behaviour(HUNT);
    scene.game.state.creatures[1].behaviour = Behaviour::Sleeping;
    scene.wait(1);
    scene.assert_log("The bomb begins to hiss!");
    assert_eq!(scene.hit_points(), 100, "there is time to run");
    scene.wait(2);
    assert!(scene.creature("bomb").is_none(), "{scene}\n{}", scene.log());
    assert!(scene.hit_points() < 100);
    assert_eq!(scene.game.view().stats().experience, 0, "an explosion brings no experience");
}

#[test]
fn an_explosion_sets_off_other_bombs() {
    let mut scene = scene("##########\n#@.o.o.o.#\n##########");
    scene.set_behaviour(Behaviour::Sleeping);
    let places = [Point::new(3, 1), Point::new(4, 1), Point::new(5, 1)];
    for (index, at) in places.into_iter().enumerate() {
        scene.game.turn(&mut Vec::new()).place(Who::Other(index), at);
    }
    for bomb in &mut scene.game.state.creatures {
        bomb.hit_points = 1;
    }
    let slot = scene.give("stone", 1);
    scene.act(Action::Throw { slot, at: Point::new(3, 1) });
    assert!(scene.game.state.creatures.is_empty(), "{scene}\n{}", scene.log());
}

#[test]
fn a_guard_stays_near_its_post() {
    let mut scene = scene("####################\n#@.......K.........#\n####################");
    let post = scene.the("kobold chief").at;
    scene.game.state.hero.body.hit_points = 100;
    scene.wait(15);
    assert!(scene.the("kobold chief").at.chebyshev(scene.hero_at()) <= 1, "it attacks whoever is near\n{scene}");
    let mut far = super::scene(
        "############################\n#.@...............#....K...#\n#.................+........#\n############################",
    );
    far.wait(20);
    assert_eq!(far.the("kobold chief").at, Point::new(23, 1), "{far}");
    assert_eq!(post, Point::new(9, 1));
}

#[test]
fn a_minotaur_charges() {
    let mut charged = false;
    for roll in 0..10 {
        let mut scene = scene("############\n#@...M.....#\n############");
        scene.set_behaviour(HUNT);
        scene.game.state.rolls = roll * 50;
        scene.wait(1);
        if scene.log().contains("The minotaur charges!") {
            charged = true;
            assert!(scene.the("minotaur").at.chebyshev(scene.hero_at()) <= 4, "{scene}");
        }
    }
    assert!(charged);
}

#[test]
fn a_fleeing_goblin_takes_the_stairs() {
    let maps = ["#######\n#@....#\n#.....#\n#######", "#######\n#.....#\n#.....#\n#######"];
    let mut scene = scene_of(&maps, "open, attack", "");
    let stairs = scene.game.view().stairs(undercroft_mapgen::StairKind::Down)[0];
    scene.spawn("goblin", stairs, |goblin| (goblin.behaviour, goblin.hit_points) = (HUNT, 1));
    scene.wait(1);
    assert!(scene.creature("goblin").is_none(), "{scene}");
    scene.assert_log("The goblin flees down the stairs.");
}

#[test]
fn slow_creatures_act_less_often() {
    let mut scene = scene("######################\n#@..................z#\n######################");
    scene.set_behaviour(Behaviour::Hunting(200));
    scene.game.state.hero.sight = 15;
    let before = scene.the("zombie").at.x;
    scene.wait(20);
    let walked = before - scene.the("zombie").at.x;
    assert!((10..=12).contains(&walked), "{walked} cells in 20 turns\n{scene}");
}

#[test]
fn creatures_far_away_do_nothing() {
    let long = format!("{}\n#@{}g#\n{}", "#".repeat(60), ".".repeat(57), "#".repeat(60));
    let mut scene = scene(&long);
    scene.set_behaviour(HUNT);
    let before = scene.the("goblin").clone();
    scene.wait(10);
    assert_eq!(scene.the("goblin"), &before);
}
