//! A user's own tileset works with every built-in recipe and plan.

use std::sync::Arc;

use undercroft_mapgen::steps::Stamp;
use undercroft_mapgen::{
    BuildError, Content, Draft, Dungeon, Floor, MissingTiles, Plan, Point, Recipe, Rect, SourceFile, StairKind, Tile,
    TileInfo, Tileset,
};

/// The tiles that a tileset needs under these names, or as roles, for recipes to find them.
fn keeps_its_name(tile: &TileInfo) -> bool {
    !matches!(tile.name.as_str(), "wall" | "floor")
}

/// The standard tiles in a file, each changed first.
fn tileset(change: impl FnMut(&mut TileInfo)) -> Arc<Tileset> {
    #[derive(serde::Serialize)]
    struct File {
        tile: Vec<TileInfo>,
    }
    let standard = Tileset::standard();
    let mut file = File { tile: standard.iter().map(|(_, tile)| tile.clone()).collect() };
    file.tile.iter_mut().for_each(change);
    let text = toml::to_string(&file).expect("a tileset can be written");
    Arc::new(Tileset::parse(SourceFile::new("renamed.toml", &text)).unwrap_or_else(|error| panic!("{error}\n{text}")))
}

/// Granite and dirt instead of wall and floor.
fn granite_and_dirt() -> Arc<Tileset> {
    tileset(|tile| match tile.name.as_str() {
        "wall" => (tile.name, tile.glyph) = ("granite".into(), '▓'),
        "floor" => tile.name = "dirt".into(),
        _ => {}
    })
}

/// Every tile has another name and glyph, and its old name as a role.
fn all_renamed() -> Arc<Tileset> {
    tileset(|tile| {
        let name = format!("my {}", tile.name);
        tile.glyph = char::from_u32(0x100 + tile.name.len() as u32).expect("a letter");
        let roles = keeps_its_name(tile).then(|| tile.name.clone()).into_iter().collect();
        if let Some(carved) = &mut tile.carved {
            *carved = format!("my {carved}");
        }
        (tile.name, tile.roles) = (name, roles);
    })
}

fn content(tiles: &Arc<Tileset>) -> Content {
    let mut content = Content::default();
    content.use_tileset(tiles.clone());
    content
}

fn assert_same_ids(ours: &Draft, theirs: &Draft, what: &str) {
    assert_eq!(ours.tiles(), theirs.tiles(), "{what}:\n{ours}\n{theirs}");
    assert_eq!((&ours.doors, &ours.stairs, ours.start), (&theirs.doors, &theirs.stairs, theirs.start), "{what}");
    assert_eq!((&ours.rooms, &ours.spawns), (&theirs.rooms, &theirs.spawns), "{what}");
}

#[test]
fn every_recipe_makes_the_same_map_with_tiles_of_other_names() {
    for tiles in [granite_and_dirt(), all_renamed()] {
        for name in Recipe::names() {
            let recipe = Recipe::named(name).unwrap();
            let renamed = recipe.clone().tileset(tiles.clone());
            for seed in 0..3 {
                let ours = recipe.build(seed).unwrap();
                let theirs = renamed.build(seed).unwrap_or_else(|error| panic!("{error}"));
                assert_same_ids(ours.as_draft(), theirs.as_draft(), name);
            }
        }
    }
}

#[test]
fn every_plan_makes_the_same_levels_with_tiles_of_other_names() {
    let tiles = all_renamed();
    for name in Plan::names() {
        let plan = content(&tiles).plan(name).unwrap_or_else(|error| panic!("{error}"));
        let (ours, theirs) = (Dungeon::new(Plan::named(name).unwrap(), 5), Dungeon::new(plan, 5));
        for depth in 0..3 {
            if !ours.plan().has(depth) {
                break;
            }
            let window =
                |dungeon: &Arc<Dungeon>| dungeon.level(depth).unwrap().window(Rect::new(-40, -30, 120, 90)).unwrap();
            assert_same_ids(&window(&ours), &window(&theirs), name);
        }
    }
}

fn few_tiles(more: &str) -> Arc<Tileset> {
    let text = format!(
        r##"
        [[tile]]
        name = "granite"
        glyph = "▓"
        fg = "#8a8782"
        bg = "#4a4844"
        diggable = true

        [[tile]]
        name = "dirt"
        glyph = "."
        fg = "#8b6b43"
        bg = "#2a1f14"
        walkable = true
        transparent = true
        {more}"##
    );
    Arc::new(Tileset::parse(SourceFile::new("few.toml", &text)).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn all_missing_tiles_are_named_at_once_with_the_remedy() {
    let tiles = few_tiles("");
    let error = Recipe::named("shallow-cave").unwrap().tileset(tiles.clone()).validate().unwrap_err();
    assert_eq!(
        error.to_string(),
        "recipe `shallow-cave`: the tileset has no tiles `water`, `tree`, `stairs-up` and `stairs-down`; add them, or \
         give their names to other tiles: roles = [\"stairs-down\"]"
    );
    let error = content(&tiles).plan("undercroft").unwrap_err().to_string();
    assert!(
        error.contains("the tileset has no tiles `stairs-up`, `stairs-down`") && error.contains("water"),
        "{error}"
    );
    let error = content(&tiles).plan("kobolds").unwrap_err().to_string();
    assert!(error.contains("stairs-up") && !error.contains("wall"), "{error}");
}

#[test]
fn floor_stands_in_for_grass_moss_and_other_kinds_of_floor_that_a_tileset_lacks() {
    let tile = |name: &str, glyph: char, walkable: bool| {
        format!("[[tile]]\nname = '{name}'\nglyph = '{glyph}'\nfg = '#ffffff'\nbg = '#000000'\nwalkable = {walkable}\n")
    };
    let fixtures = tile("door", '+', true) + &tile("stairs-up", '<', true) + &tile("stairs-down", '>', true);
    let tiles = few_tiles(&(fixtures + &tile("water", '≈', false) + "roles = ['pit', 'lava', 'tree', 'pillar']"));
    assert_eq!((tiles.id("grass"), tiles.id("ford")), (None, None), "no tile has their names");
    for name in ["halls", "surface", "bsp", "maze", "rift", "halls-endless"] {
        let recipe = Recipe::named(name).unwrap().tileset(tiles.clone());
        let level = recipe.build(1).unwrap_or_else(|error| panic!("{error}"));
        assert!(level.to_string().contains('.'), "{level}");
    }
    let plan = "name = 'x'\ndescription = 'x'\nlevels = 2\n[[stretch]]\ndepths = '0-1'\nrecipe = 'surface'\nendless = \
                true\npath = 'path'";
    let plan = Plan::parse(SourceFile::new("x.toml", plan), &content(&tiles)).unwrap_or_else(|error| panic!("{error}"));
    Dungeon::new(plan, 1).level(0).unwrap().window(Rect::new(-20, -20, 40, 40)).unwrap();
    assert!(Recipe::new(9, 9).tileset(tiles).fill("gras").validate().is_err(), "but a misspelt name is an error");
}

#[test]
fn every_missing_tile_is_one_that_makes_the_recipe_work_once_it_is_added() {
    let standard = Tileset::standard();
    for name in Recipe::names() {
        let recipe = Recipe::named(name).unwrap();
        let Err(BuildError::MissingTiles { missing, .. }) = recipe.clone().tileset(few_tiles("")).validate() else {
            continue;
        };
        let more: Vec<String> = MissingTiles::names(&missing)
            .map(|name| {
                let mut tile = standard[standard.id(name).unwrap()].clone();
                tile.carved = None;
                let text = toml::to_string(&tile).unwrap();
                format!("[[tile]]\n{}", text.replace("[top]", "[tile.top]").replace("[front]", "[tile.front]"))
            })
            .collect();
        let built = recipe.tileset(few_tiles(&more.join("\n"))).build(1);
        assert!(built.is_ok(), "{name}: {built:?}");
    }
}

#[test]
fn a_misspelt_tile_is_an_error_with_the_nearest_name() {
    let recipe = Recipe::named("maze").unwrap().set("maze.tile=flor").unwrap_err();
    assert!(recipe.to_string().contains("no tile is called `flor`; did you mean `floor`?"), "{recipe}");
}

#[test]
fn doors_and_stairs_are_known_by_their_roles() {
    let tiles = few_tiles(
        r##"
        [[tile]]
        name = "hatch"
        roles = ["door"]
        glyph = "¤"
        fg = "#c8823c"
        bg = "#33271a"
        walkable = true

        [[tile]]
        name = "shaft"
        roles = ["stairs-down"]
        glyph = "v"
        fg = "#ffcd22"
        bg = "#1e2320"
        walkable = true
        transparent = true"##,
    );
    let draft = Draft::parse_with("▓▓▓▓▓▓▓\n▓..¤.v▓\n▓▓▓▓▓▓▓", &tiles);
    assert_eq!(
        (draft.doors.as_slice(), draft.stairs_to(StairKind::Down)),
        (&[Point::new(3, 1)][..], Some(Point::new(5, 1)))
    );
    assert_eq!(
        Draft::parse_with("#######\n#..+.>#\n#######", &tiles).tiles(),
        draft.tiles(),
        "the usual glyphs work too"
    );
    assert!(draft.finish().is_ok());
    let recipe = Recipe::new(20, 9).tileset(tiles.clone());
    let error = recipe.clone().fill("hatch").validate().unwrap_err().to_string();
    assert!(error.contains("only the step `doors` can place `hatch`"), "{error}");
    assert_eq!(tiles.id("floor"), Some(Tile::FLOOR));
}

#[test]
fn vaults_inside_a_recipe_are_drawn_in_its_own_tiles() {
    let tiles = few_tiles("[[tile]]\nname = 'bone'\nglyph = '%'\nfg = '#ffffff'\nbg = '#000000'\nwalkable = true");
    let text = "name = 'x'\ndescription = 'x'\nsize = '20x12'\n[[step]]\ndo = 'fill'\ntile = 'dirt'\n[[step]]\ndo = \
                'border'\n[[step]]\ndo = 'stamp'\nfewest = 1\nmost = 1\n[[step.vault]]\nname = 'grave'\nplace = \
                'open'\nmap = '''\n%%%\n%b%\n%%%\n'''\n[step.vault.legend]\nb = 'bone'\n";
    let parse = |text: &str| Recipe::parse(SourceFile::new("x.toml", text), &content(&tiles));
    let level = parse(text).unwrap().build(1).unwrap();
    assert_eq!(level.to_string().matches('%').count(), 9, "{level}");
    let error = parse(&text.replace("'bone'", "'bon'")).unwrap_err().to_string();
    assert!(
        error.starts_with("x.toml:13:") && error.contains("no tile is called `bon`; did you mean `bone`?"),
        "{error}"
    );
}

#[test]
fn vaults_whose_tiles_are_missing_are_left_out_unless_they_are_named() {
    let tile = |name: &str, roles: &str, glyph: char, walkable: bool| {
        format!(
            "[[tile]]\nname = '{name}'\nroles = [{roles}]\nglyph = '{glyph}'\nfg = '#ffffff'\nbg = '#000000'\n\
             walkable = {walkable}\ntransparent = true\n"
        )
    };
    let slime = tile("slime", "'water', 'pit', 'lava'", '≈', false);
    let tiles = few_tiles(&(tile("door", "", '+', true) + &tile("bones", "'rubble', 'ford'", ',', true) + &slime));
    let recipe = Recipe::new(60, 40).tileset(tiles);
    let stamps = Stamp::default().fewest(4).most(4);
    for (step, made) in [
        ("stamp", recipe.clone().rooms(9).then(stamps.clone()).connect()),
        ("reserve", recipe.clone().reserve().connect()),
    ] {
        let stamped =
            (0..9).map(|seed| made.build(seed).unwrap_or_else(|error| panic!("{step}: {error}")).vaults().len());
        assert!(stamped.sum::<usize>() > 9, "{step}");
    }
    let error = recipe.rooms(9).then(stamps.names(["shrine"])).validate().unwrap_err().to_string();
    assert!(error.contains("the tileset has no tile") && error.contains("`altar`"), "{error}");
}

#[test]
fn plan_text_is_parsed_against_its_tileset() {
    let tiles = few_tiles(
        "[[tile]]\nname = 'up'\nroles = ['stairs-up']\nglyph = '^'\nfg = '#ffffff'\nbg = '#000000'\nwalkable = \
         true\n[[tile]]\nname = 'down'\nroles = ['stairs-down']\nglyph = 'v'\nfg = '#ffffff'\nbg = \
         '#000000'\nwalkable = true",
    );
    let text = "name = 'x'\ndescription = 'x'\nlevels = 2\n[[stretch]]\ndepths = '0-1'\nrecipe = 'rooms'\nset = \
                ['rooms.tile=dirt']\n";
    let parse = |text: &str| Plan::parse(SourceFile::new("x.toml", text), &content(&tiles));
    let dungeon = Dungeon::new(parse(text).unwrap(), 1);
    let Floor::Bounded(level) = dungeon.level(0).unwrap() else { panic!("the rooms are bounded") };
    assert_eq!(level.info(level.stairs_to(StairKind::Down).unwrap()).name, "down");
    let error = parse(&text.replace("=dirt", "=drit")).unwrap_err().to_string();
    assert_eq!(error, "x.toml:7:8: rooms.tile=drit: tile: no tile is called `drit`; did you mean `dirt`?");
}
