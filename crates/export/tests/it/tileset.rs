//! The built-in tile set is what its text files draw, and has a picture of everything.

#[path = "../../examples/tileset/edges.rs"]
mod edges;
#[path = "../../examples/tileset/ground.rs"]
mod ground;
#[path = "../../examples/tileset/pixels.rs"]
mod pixels;
#[path = "../../examples/tileset/sheet.rs"]
mod sheet;
#[path = "../../examples/tileset/walls.rs"]
mod walls;

use std::collections::BTreeSet;
use std::path::PathBuf;

use undercroft_export::{Art, ArtSheet, Picture, PictureOptions, Projection, draw_art};
use undercroft_mapgen::{Draft, Point, Recipe, Size, SourceFile, StairKind, Tileset};

fn checked_in(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("content/art").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_checked_in_files_are_what_the_text_files_draw() {
    let sheet = sheet::draw();
    let remedy = "run `cargo run -p undercroft-export --example tileset`";
    assert!(
        String::from_utf8(checked_in("undercroft.toml")).unwrap() == sheet.file,
        "undercroft.toml is out of date; {remedy}"
    );
    assert!(
        Picture::read_png(&checked_in("undercroft.png")).unwrap() == sheet.image(),
        "undercroft.png is out of date; {remedy}"
    );
}

#[test]
fn the_palette_is_small_and_every_picture_keeps_to_it() {
    let sheet = sheet::draw();
    assert!((24..=40).contains(&sheet.palette.len()), "{} colours", sheet.palette.len());
    let image = Art::undercroft().image().clone();
    let used: BTreeSet<&[u8; 4]> = image.pixels().iter().filter(|pixel| pixel[3] > 0).collect();
    assert!(used.len() <= sheet.palette.len(), "{} colours in use", used.len());
}

#[test]
fn every_standard_tile_has_its_own_picture() {
    let sheet = ArtSheet::undercroft();
    for (_, tile) in Tileset::standard().iter() {
        let alone = String::from_utf8(checked_in("undercroft.toml")).unwrap();
        assert!(alone.lines().any(|line| line == format!("{} = [", tile.name)), "no entry for `{}`", tile.name);
    }
    for kind in ["start", "hero", StairKind::Up.tile_name(), StairKind::Down.tile_name()] {
        assert!(sheet.thing(kind).is_some(), "no picture of `{kind}`");
    }
}

#[test]
fn every_standard_tile_has_a_picture_for_legends_that_no_other_tile_has() {
    let (sheet, tileset) = (ArtSheet::undercroft(), Tileset::standard());
    let mut seen = BTreeSet::new();
    for (_, tile) in tileset.iter() {
        let picture = sheet.tile(&tile.name).unwrap_or_else(|| panic!("no picture for {}", tile.name));
        assert!(seen.insert(picture), "{} shares its picture", tile.name);
    }
}

/// The quoted values of a key in the content files at a path.
fn values(path: &str, key: &str) -> BTreeSet<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let files = match std::fs::read_dir(&path) {
        Ok(folder) => folder.map(|file| file.unwrap().path()).collect(),
        Err(_) => vec![path],
    };
    let mut values = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let found = text.split(key).filter_map(|rest| rest.strip_prefix(" = \"")?.split('"').next());
        values.extend(found.map(str::to_owned));
    }
    values
}

#[test]
fn every_creature_and_item_of_the_game_has_a_picture() {
    let sheet = ArtSheet::undercroft();
    let creatures = values("game/content/creatures.toml", "\nname");
    let items = values("game/content/items.toml", "\nname");
    let spawned = values("mapgen/content/plans", "kind");
    for (kinds, known) in [(&creatures, "hero"), (&items, "ember blade"), (&spawned, "kobold")] {
        assert!(kinds.contains(known), "`{known}` is not in {kinds:?}");
        for kind in kinds {
            assert!(sheet.thing(kind).is_some(), "no picture of `{kind}`: draw it in content/art");
        }
    }
}

#[test]
fn no_two_kinds_share_a_picture() {
    let things = sheet::draw().things;
    let pictures: BTreeSet<&usize> = things.values().collect();
    assert_eq!(pictures.len(), things.len(), "{things:?}");
}

/// The mean brightness of a cell.
fn light(picture: &Picture, at: Point) -> u32 {
    let pixels = (0..16).flat_map(|y| (0..16).map(move |x| (x, y)));
    let sum = |(x, y)| {
        let colour = picture.colour(at.x as u32 * 16 + x, at.y as u32 * 16 + y).unwrap();
        2 * u32::from(colour.red) + 5 * u32::from(colour.green) + u32::from(colour.blue)
    };
    pixels.map(sum).sum::<u32>() / (8 * 256)
}

#[test]
fn floors_are_clearly_lighter_than_rock() {
    let draft = Draft::parse("#####.....\n#####.....\n#####.....\n#####.....\n#####.....");
    let picture = draw_art(&draft, &Art::undercroft(), &PictureOptions::default()).unwrap();
    let (rock, floor) = (light(&picture, Point::new(1, 2)), light(&picture, Point::new(7, 2)));
    assert!(floor > 2 * rock, "floor {floor}, rock {rock}");
}

#[test]
fn every_recipe_is_drawn_without_holes_from_both_points_of_view() {
    let art = Art::undercroft();
    for name in ["halls", "caves", "rooms", "vaults", "surface", "caverns", "crystal", "hive", "maze", "burrow", "bsp"]
    {
        let level = Recipe::named(name).unwrap().build(5).unwrap();
        for projection in [Projection::TopDown, Projection::Oblique] {
            let picture = draw_art(level.as_draft(), &art, &PictureOptions { scale: 1, projection }).unwrap();
            let clear = picture.pixels().iter().filter(|pixel| pixel[3] < 255).count();
            assert_eq!(clear, 0, "{name}, {projection:?}");
        }
    }
}

#[test]
fn the_art_file_is_read_like_any_other() {
    let text = String::from_utf8(checked_in("undercroft.toml")).unwrap();
    let image = Picture::read_png(&checked_in("undercroft.png")).unwrap();
    let size = Size::new(image.width(), image.height());
    let sheet = ArtSheet::parse(SourceFile::new("undercroft.toml", &text), &Tileset::standard(), |_| Ok(size)).unwrap();
    assert_eq!((sheet.name(), sheet.tile_size()), (ArtSheet::UNDERCROFT, Size::new(16, 16)));
    assert!(Art::new(sheet, image).is_ok());
}
