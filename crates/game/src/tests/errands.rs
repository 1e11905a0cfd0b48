use super::*;
use crate::{Errand, Stop};

const HOUSE: &str = "################\n#@..#....#.....#\n#...+....+.....#\n#...#....#.....#\n##+########.####\n#......#.......#\n################";

fn run(scene: &mut Scene, mut errand: Errand) -> Stop {
    for _ in 0..500 {
        match errand.next(&scene.game) {
            Ok(action) => scene.act(action),
            Err(stop) => return stop,
        };
    }
    panic!("the errand does not end\n{scene}");
}

#[test]
fn exploring_shows_everything_and_takes_what_lies_about() {
    let mut scene = scene(HOUSE);
    scene.put("agate", 1, 13, 1).put("chest", 1, 2, 5);
    let errand = Errand::explore(&scene.game);
    assert_eq!(run(&mut scene, errand), Stop::Done);
    let bounds = scene.game.view().bounds().unwrap();
    let open = bounds.points().filter(|at| scene.game.stage.ground(*at).walkable);
    let unknown: Vec<Point> = open.filter(|at| !scene.game.view().knows(*at)).collect();
    assert_eq!(unknown, [], "{scene}");
    assert!(scene.pack().iter().any(|(_, name, _)| name == "agate"));
    assert_eq!(scene.pile(2, 5), [], "the chest and what was in it");
}

#[test]
fn exploring_leaves_alone_what_was_put_down() {
    let mut scene = scene(HOUSE);
    let slot = scene.give("club", 1);
    scene.act(Action::Drop { slot, count: 1 });
    let errand = Errand::explore(&scene.game);
    run(&mut scene, errand);
    assert_eq!(scene.pile(1, 1), [("club".into(), 1)]);
}

#[test]
fn travelling_ends_where_it_should_over_the_shortest_way() {
    let mut scene = scene(HOUSE);
    let errand = Errand::explore(&scene.game);
    run(&mut scene, errand);
    let (from, to) = (scene.hero_at(), Point::new(1, 1));
    let errand = Errand::travel(&scene.game, to);
    let turns = scene.turns();
    assert_eq!(run(&mut scene, errand), Stop::Done);
    assert_eq!(scene.hero_at(), to);
    assert!(scene.turns() - turns < 40, "from {from} in {}", scene.turns() - turns);
}

#[test]
fn travelling_goes_only_over_what_is_known() {
    let mut scene = scene(HOUSE);
    let errand = Errand::travel(&scene.game, Point::new(13, 5));
    assert_eq!(run(&mut scene, errand), Stop::NoWay);
    assert_eq!(scene.turns(), 0);
}

#[test]
fn danger_that_comes_into_sight_stops_an_errand() {
    let mut scene = scene(&HOUSE.replace("#@..#....#", "#@..#..g.#"));
    for creature in &mut scene.game.state.creatures {
        creature.mind = Mind::Sleeping;
    }
    let errand = Errand::explore(&scene.game);
    let stop = run(&mut scene, errand);
    assert_eq!(stop, Stop::Danger(scene.the("goblin").id));
    // Who is known already does not stop the next one.
    let mut errand = Errand::explore(&scene.game);
    assert!(errand.next(&scene.game).is_ok());
}

#[test]
fn resting_ends_with_all_hit_points() {
    let mut scene = scene("####\n#@.#\n####");
    scene.game.state.hero.body.hit_points = 90;
    let errand = Errand::rest(&scene.game);
    assert_eq!(run(&mut scene, errand), Stop::Done);
    assert_eq!(scene.hit_points(), 100);
}

#[test]
fn nobody_rests_beside_an_enemy() {
    let mut scene = scene("####\n#@g#\n####");
    scene.game.state.hero.body.hit_points = 50;
    let errand = Errand::rest(&scene.game);
    assert_eq!(run(&mut scene, errand), Stop::NotNow);
}

#[test]
fn errands_go_around_webs() {
    let mut scene = scene("#######\n#@....#\n#.....#\n#######");
    scene.put("web", 1, 3, 1).put("agate", 1, 5, 1);
    let errand = Errand::explore(&scene.game);
    run(&mut scene, errand);
    assert_eq!(scene.pile(3, 1), [("web".into(), 1)]);
    assert!(scene.pack().iter().any(|(_, name, _)| name == "agate"));
}
