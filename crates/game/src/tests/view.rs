use super::*;
use crate::{Cell, Planes};

#[test]
fn cells_are_unknown_until_seen_and_then_remembered() {
    let mut scene = scene("#########\n#@..#...#\n#...+...#\n#...#...#\n#########");
    let beyond = Point::new(6, 2);
    assert_eq!(scene.game.view().cell(beyond), Cell::Unknown);
    for direction in [Direction::SouthEast, Direction::East, Direction::East, Direction::East] {
        scene.walk(direction);
    }
    assert!(matches!(scene.game.view().cell(beyond), Cell::Visible { .. }), "{scene}");
    for direction in [Direction::West, Direction::West, Direction::NorthWest] {
        scene.walk(direction);
    }
    assert!(matches!(scene.game.view().cell(Point::new(6, 1)), Cell::Remembered { .. }), "{scene}");
}

#[test]
fn the_hero_does_not_know_of_changes_out_of_sight() {
    let mut scene = scene("##########\n#@..#....#\n#...+....#\n#...#....#\n##########");
    let door = Point::new(4, 2);
    let before = scene.game.view().cell(door).tile().unwrap();
    scene.walk(Direction::South);
    // A wall cuts off the hero's view of the door.
    let mut unheard = Vec::new();
    let mut turn = scene.game.turn(&mut unheard);
    turn.change_tile(Point::new(2, 1), undercroft_mapgen::Tile::WALL);
    turn.change_tile(Point::new(2, 2), undercroft_mapgen::Tile::WALL);
    turn.change_tile(Point::new(2, 3), undercroft_mapgen::Tile::WALL);
    turn.look();
    let open = turn.level.tileset.id("open-door").unwrap();
    turn.change_tile(door, open);
    assert!(!scene.game.view().sees(door));
    assert_eq!(scene.game.view().cell(door).tile(), Some(before), "it still remembers a closed door");
    let mut turn = scene.game.turn(&mut unheard);
    turn.change_tile(Point::new(2, 2), undercroft_mapgen::Tile::FLOOR);
    turn.look();
    assert_eq!(scene.game.view().cell(door).tile(), Some(open), "now it sees\n{scene}");
}

#[test]
fn items_are_remembered_until_they_are_seen_to_be_gone() {
    let mut scene = scene("###########\n#@......+.#\n###########");
    scene.put("dagger", 1, 4, 1);
    let at = Point::new(4, 1);
    assert!(scene.game.view().cell(at).item().is_some());
    scene.walk(Direction::East).walk(Direction::East).walk(Direction::East).act(Action::PickUp);
    assert_eq!(scene.game.view().cell(at).item(), None);
}

#[test]
fn sight_is_symmetric() {
    let mut scene = scene("###########\n#@...#....#\n#..#...#..#\n#....#...g#\n#.#.......#\n###########");
    scene.game.state.creatures[0].behaviour = Behaviour::Sleeping;
    let hero_sees = scene.game.view().sees(scene.the("goblin").at);
    let (hero, goblin) = (scene.hero_at(), scene.the("goblin").at);
    let mut unheard = Vec::new();
    let turn = scene.game.turn(&mut unheard);
    turn.level.update_view(goblin, 9);
    assert_eq!(turn.level.sees(hero), hero_sees);
}

#[test]
fn looking_describes_creatures_and_items() {
    let mut scene = scene("######\n#@.g.#\n######");
    scene.put("agate", 1, 2, 1);
    let goblin = scene.game.view().describe(Point::new(3, 1));
    assert!(goblin.starts_with("A goblin. It is unhurt and unaware of you."), "{goblin}");
    let agate = scene.game.view().describe(Point::new(2, 1));
    assert!(agate.starts_with("An agate."), "{agate}");
    assert!(scene.game.view().describe(Point::new(50, 50)).contains("not seen"));
}

#[test]
fn a_creature_that_runs_away_is_said_to_flee() {
    let mut scene = scene("#######\n#@....#\n#######");
    scene.spawn("rat", Point::new(4, 1), |rat| {
        rat.behaviour = Behaviour::Hunting(20);
        rat.hit_points = 1;
    });
    let description = scene.game.view().describe(Point::new(4, 1));
    assert!(description.contains("nearly dead and fleeing"), "{description}");
    let rat = &scene.game.view().in_sight()[0].text;
    assert!(rat.starts_with("a rat, 3 steps east, fleeing"), "{rat}");
}

#[test]
fn creatures_in_sight_are_listed_nearest_first() {
    let scene = scene("#########\n#@.g.k..#\n#########");
    let names: Vec<&str> = scene.game.view().creatures().iter().map(|sighting| sighting.kind.name.as_str()).collect();
    assert_eq!(names, ["goblin", "kobold"]);
}

/// Planes are what the cells say, one by one.
fn assert_planes(game: &Game, drawing: &dyn std::fmt::Display) {
    let (view, window) = (game.view(), undercroft_grid::Rect::around(game.view().at(), 21, 21));
    let [mut tiles, mut items, mut creatures] = [(); 3].map(|()| vec![7; window.area()]);
    view.planes(window, Planes { tiles: &mut tiles, items: &mut items, creatures: &mut creatures });
    for (index, at) in window.points().enumerate() {
        let cell = view.cell(at);
        let creature = match cell {
            Cell::Visible { creature, .. } => creature.map_or(0, |creature| creature.kind.0 as u8 + 1),
            _ => 0,
        };
        let expected =
            (cell.tile().map_or(0, |tile| tile.0 + 1), cell.item().map_or(0, |item| item.0 as u8 + 1), creature);
        assert_eq!((tiles[index], items[index], creatures[index]), expected, "{at}: {cell:?}\n{drawing}");
    }
}

#[test]
fn planes_show_what_cells_show() {
    let mut scene = scene("##########\n#@..#....#\n#...+..g.#\n#...#....#\n##########");
    scene.put("dagger", 1, 6, 1);
    let moves = [Direction::SouthEast, Direction::East, Direction::East, Direction::East, Direction::West];
    for direction in moves.into_iter().chain([Direction::West, Direction::NorthWest]) {
        scene.walk(direction);
        assert_planes(&scene.game, &scene);
    }
}

#[test]
fn planes_hide_secret_doors() {
    let mut scene = scene("#########\n#@..Σ...#\n#########");
    for _ in 0..2 {
        assert_ne!(scene.game.view().cell(Point::new(4, 1)).tile(), Some(scene.game.level.tile(Point::new(4, 1))));
        assert_planes(&scene.game, &scene);
        scene.walk(Direction::East);
    }
}

#[test]
fn planes_show_what_cells_show_in_every_plan() {
    for plan in ["undercroft", "kobolds", "two-caves", "endless"] {
        for seed in 0..3_u64 {
            let mut game = Game::new(GameContent::standard(), Plan::named(plan).unwrap(), seed).unwrap();
            let mut rng = Seed::from(seed).fork("walk").rng();
            for _ in 0..200 {
                game.act(Action::Walk(Direction::ALL[rng.below(8) as usize]));
                assert_planes(&game, &format_args!("{plan}, seed {seed}"));
            }
        }
    }
}
