use super::*;
use crate::{Recipe, SourceFile};

#[test]
fn the_map_grows_around_its_cells() {
    let mut map = MapBuilder::new();
    map.set(-40, -3, "floor").set(35, 2, Tile::FLOOR);
    let draft = map.build().unwrap();
    assert_eq!((draft.origin, draft.size()), (Point::new(-40, -3), Size::new(76, 6)), "{draft}");
    assert_eq!(draft.open().points().collect::<Vec<_>>(), [Point::new(0, 0), Point::new(75, 5)]);
    assert_eq!((map.get((35, 2)), map.get((0, 0))), (Some(Tile::FLOOR), None));
}

#[test]
fn the_first_error_is_returned() {
    let error = |draw: &dyn Fn(&mut MapBuilder) -> &mut MapBuilder| {
        let mut map = MapBuilder::new();
        draw(&mut map);
        map.finish().expect_err("the map was accepted").to_string()
    };
    assert_eq!(error(&|map| map), "the map is empty: set at least one cell");
    assert_eq!(error(&|map| map.set(0, 0, "flor").set(0, 0, "wal")), "no tile is called `flor`; did you mean `floor`?");
    assert_eq!(error(&|map| map.set(0, 0, Tile(200))), "no tile has the id 200");
    let whole = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
    for too_large in [
        error(&|map| map.rectangle(whole, "floor")),
        error(&|map| map.outline(Rect::new(0, 0, 70_000, 1), "floor")),
        error(&|map| map.rectangle(Rect::new(i32::MAX, 0, 2, 1), "floor")),
        error(&|map| map.line((i32::MIN, 0), (i32::MAX, 5), "floor")),
        error(&|map| map.set(i32::MIN, i32::MIN, "floor").set(i32::MAX, i32::MAX, "floor")),
        error(&|map| map.set(0, 0, "floor").padding(u32::MAX, "wall")),
    ] {
        assert!(too_large.contains("is too large: levels have at most"), "{too_large}");
    }
    assert_eq!(error(&|map| map.set(0, 0, "floor")), "border: the border is open, at (0, 0)");
}

#[test]
fn empty_and_unset_cells_leave_the_cells_below() {
    let mut ring = MapBuilder::new();
    ring.rectangle(Rect::new(0, 0, 4, 3), "empty").set(0, 0, "moss").set(3, 2, "door").start((0, 0));
    let mut map = MapBuilder::new();
    map.rectangle(Rect::new(0, 0, 6, 4), "floor").actor("rat", Class::Creature, (2, 2)).start((1, 1));
    map.actor("bat", Class::Creature, (4, 3)).paste(&ring, (1, 1));
    let draft = map.build().unwrap();
    assert_eq!(draft.to_string(), "······\n·@····\n··r···\n····+·\n");
    assert_eq!((draft.doors.len(), draft.info(Point::new(1, 1)).name.as_str()), (1, "moss"));
}

#[test]
fn a_draft_survives_conversion_to_a_builder_and_back() {
    let level = Recipe::named("vaults").unwrap().build(5).unwrap();
    let again = MapBuilder::from(level.as_draft()).finish().unwrap();
    assert_eq!(again.to_string(), level.to_string());
    assert_eq!((again.rooms(), again.start()), (level.rooms(), level.start()));
}

#[test]
fn tiles_of_another_tileset_are_found_by_name() {
    let text = "[[tile]]\nname='stone'\nglyph='X'\nfg='#000000'\nbg='#000000'\ncarved='floor'\n\
                [[tile]]\nname='floor'\nglyph='_'\nfg='#000000'\nbg='#000000'\nwalkable=true";
    let tiles = Arc::new(Tileset::parse(SourceFile::new("tiles.toml", text)).unwrap());
    let mut map = MapBuilder::new();
    map.rectangle(Rect::new(1, 1, 2, 2), "floor");
    let recipe = Recipe::new(4, 4).tileset(tiles).then(map.clone());
    assert_eq!(recipe.build(1).unwrap().to_string(), "XXXX\nX__X\nX_@X\nXXXX\n");
    let error = recipe.then(map.set(1, 1, "door").clone()).build(1).unwrap_err().to_string();
    assert!(error.contains("no tile is called `door`"), "{error}");
}

#[test]
fn a_builder_is_a_step_that_pastes_at_its_world_coordinates() {
    let mut map = MapBuilder::new();
    map.room(Rect::new(5, 2, 3, 3), "carpet").start((6, 3)).actor("rat", Class::Creature, (5, 2));
    let level = Recipe::new(12, 8).then(map.clone()).connect().build(1).unwrap();
    assert_eq!((level.start(), level.rooms()), (Point::new(6, 3), &[Rect::new(5, 2, 3, 3)][..]), "{level}");
    let error = Recipe::new(7, 8).then(map).build(1).unwrap_err().to_string();
    assert_eq!(error, "recipe `unnamed`: 7x8 is too small for step `hand-made`: it must be at least 8x5");
}
