use super::*;
use crate::Cell;

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
    assert!(goblin.starts_with("A goblin. It is unhurt."), "{goblin}");
    let agate = scene.game.view().describe(Point::new(2, 1));
    assert!(agate.starts_with("An agate."), "{agate}");
    assert!(scene.game.view().describe(Point::new(50, 50)).contains("not seen"));
}

#[test]
fn creatures_in_sight_are_listed_nearest_first() {
    let scene = scene("#########\n#@.g.k..#\n#########");
    let names: Vec<&str> = scene.game.view().creatures().iter().map(|sighting| sighting.kind.name.as_str()).collect();
    assert_eq!(names, ["goblin", "kobold"]);
}

#[test]
fn a_window_shows_what_its_cells_show() {
    let mut scene = scene("##########\n#@..#....#\n#...+..g.#\n#...#....#\n##########");
    scene.put("dagger", 1, 6, 1);
    let moves = [Direction::SouthEast, Direction::East, Direction::East, Direction::East, Direction::West];
    for direction in moves.into_iter().chain([Direction::West, Direction::NorthWest]) {
        scene.walk(direction);
        let (view, window) = (scene.game.view(), undercroft_grid::Rect::around(scene.hero_at(), 21, 21));
        let mut cells = vec![Cell::Unknown; window.area()];
        view.window(window, |index, cell| cells[index] = cell);
        for (at, cell) in window.points().zip(cells) {
            assert_eq!(cell, view.cell(at), "{at:?}\n{scene}");
        }
    }
}
