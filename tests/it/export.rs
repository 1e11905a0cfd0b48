//! Exports as the command writes them: every recipe, every plan, every format; files beside files; what is refused.

use std::fs;
use std::path::Path;

use crate::common::{undercroft, undercroft_in};
use serde_json::Value;

const RECIPES: [&str; 13] = [
    "bsp",
    "burrow",
    "caverns",
    "caves",
    "crystal",
    "halls",
    "halls-endless",
    "hive",
    "maze",
    "rooms",
    "shallow-cave",
    "surface",
    "vaults",
];
const PLANS: [&str; 5] = ["endless", "kobolds", "rooms-and-halls", "two-caves", "undercroft"];
const FORMATS: [&str; 8] = ["png", "gif", "svg", "tmx", "tmj", "ldtk", "xp", "csv"];

/// Whether a file begins as its kind does.
fn looks_like(format: &str, bytes: &[u8]) -> bool {
    let start: &[u8] = match format {
        "png" => b"\x89PNG",
        "gif" => b"GIF89a",
        "svg" => b"<svg",
        "tmx" => b"<?xml",
        "tmj" | "ldtk" => b"{",
        "xp" => &[0x1f, 0x8b],
        _ => b"",
    };
    bytes.starts_with(start) && bytes.len() > 20
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_lists_here_are_whole() {
    for (what, known) in [("recipes", &RECIPES[..]), ("plans", &PLANS[..])] {
        let listed = undercroft(&["list", what]).ok();
        let names: Vec<&str> = listed.text().lines().filter_map(|line| line.split_whitespace().next()).collect();
        for name in known {
            assert!(names.contains(name), "{what} has no {name}");
        }
    }
}

#[test]
fn every_recipe_goes_into_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for recipe in RECIPES {
        for format in FORMATS {
            let file = format!("{recipe}.{format}");
            undercroft_in(folder.path(), &["generate", recipe, "--seed", "2", "--out", &file]).ok();
            assert!(looks_like(format, &fs::read(folder.path().join(&file)).unwrap()), "{file}");
        }
        assert!(folder.path().join(format!("{recipe}-tiles.png")).exists());
    }
}

#[test]
fn every_plan_goes_into_every_format_all_depths_at_once() {
    for plan in PLANS {
        let folder = tempfile::tempdir().unwrap();
        for format in FORMATS {
            let file = format!("x.{format}");
            let arguments = ["generate", "--plan", plan, "--depths", "0-1", "--seed", "2", "--out", &file];
            undercroft_in(folder.path(), &arguments).ok();
        }
        let mut expected: Vec<String> = vec!["x-tiles.png".into(), "x.ldtk".into(), "x.world".into()];
        for format in FORMATS.iter().filter(|format| **format != "ldtk") {
            expected.extend([format!("x-0.{format}"), format!("x-1.{format}")]);
        }
        expected.extend(["x-0-tiles.png".into(), "x-1-tiles.png".into()]);
        expected.sort();
        assert_eq!(names(folder.path()), expected);
        let world: Value = serde_json::from_slice(&fs::read(folder.path().join("x.ldtk")).unwrap()).unwrap();
        assert_eq!(world["levels"].as_array().unwrap().len(), 2);
        assert_eq!(world["levels"][1]["fieldInstances"][3]["__value"], plan);
    }
}

#[test]
fn a_folder_of_maps_for_tiled_has_a_world_that_shows_all() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["generate", "--plan", "undercroft", "--depths", "1-3", "--seed", "4", "--count", "2", "--out", "x.tmj"];
    undercroft_in(folder.path(), &arguments).ok();
    let read = |name: &str| -> Value { serde_json::from_slice(&fs::read(folder.path().join(name)).unwrap()).unwrap() };
    let world = read("x.world");
    assert_eq!(world["type"], "world");
    let maps = world["maps"].as_array().unwrap();
    assert_eq!(maps.len(), 6);
    for (index, shown) in maps.iter().enumerate() {
        let map = read(shown["fileName"].as_str().unwrap());
        let number = |value: &Value| value.as_i64().unwrap();
        assert_eq!(number(&shown["width"]), number(&map["width"]) * number(&map["tilewidth"]));
        assert_eq!(number(&shown["height"]), number(&map["height"]) * number(&map["tileheight"]));
        // The depths of a seed lie below each other.
        let first = &maps[index / 3 * 3];
        assert_eq!(shown["x"], first["x"]);
        assert_eq!(number(&shown["y"]) > 0, index % 3 > 0);
    }
    assert!(maps[3]["x"].as_i64() > maps[0]["width"].as_i64());
    undercroft_in(folder.path(), &["generate", "caves", "--count", "2", "--out", "y.tmx"]).ok();
    assert!(!folder.path().join("y.world").exists(), "levels of one depth are no world");
}

#[test]
fn a_whole_plan_is_one_world_or_a_folder_of_maps() {
    let folder = tempfile::tempdir().unwrap();
    let whole = ["generate", "--plan", "two-caves", "--depths", "all", "--seed", "5"];
    undercroft_in(folder.path(), &[&whole[..], &["--out", "caves.ldtk"]].concat()).ok();
    fs::create_dir(folder.path().join("maps")).unwrap();
    undercroft_in(folder.path(), &[&whole[..], &["--format", "tmx", "--out", "maps"]].concat()).ok();
    assert_eq!(
        names(&folder.path().join("maps")),
        ["two-caves-0-tiles.png", "two-caves-0.tmx", "two-caves-1-tiles.png", "two-caves-1.tmx", "two-caves.world"]
    );
    let lines = undercroft(&[&whole[..], &["--format", "json"]].concat()).ok();
    let depths: Vec<Value> =
        lines.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["depth"].clone()).collect();
    assert_eq!(depths, [0, 1]);
}

#[test]
fn each_depth_is_the_same_alone_and_among_others() {
    let plan = ["generate", "--plan", "undercroft", "--seed", "9", "--format", "json"];
    let several = undercroft(&[&plan[..], &["--depths", "1-3"]].concat()).ok();
    for (line, depth) in several.text().lines().zip(["1", "2", "3"]) {
        let alone = undercroft(&[&plan[..], &["--depth", depth]].concat()).ok();
        assert_eq!(alone.text().trim_end(), line);
    }
}

#[test]
fn windows_that_lie_left_and_above_go_into_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let file = format!("w.{format}");
        let window = ["generate", "shallow-cave", "--seed", "2", "--window=-40,-30,32,20", "--out", &file];
        undercroft_in(folder.path(), &window).ok();
        assert!(looks_like(format, &fs::read(folder.path().join(&file)).unwrap()), "{file}");
    }
    let map = fs::read_to_string(folder.path().join("w.tmx")).unwrap();
    assert!(map.contains(r#"name="origin_x" type="int" value="-40""#), "{map}");
}

#[test]
fn the_same_seed_gives_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let make = |file: &str| {
            undercroft_in(folder.path(), &["generate", "vaults", "--seed", "3", "--format", format, "--out", file])
                .ok();
            fs::read(folder.path().join(file)).unwrap()
        };
        assert!(make("same") == make("same"), "{format}");
    }
}

#[test]
fn a_tileset_goes_beside_the_map_where_asked() {
    let folder = tempfile::tempdir().unwrap();
    for (format, ending) in [("tmx", "tsx"), ("tmj", "tsj")] {
        let file = format!("map.{format}");
        undercroft_in(folder.path(), &["generate", "caves", "--seed", "1", "--out", &file, "--external-tileset"]).ok();
        assert!(folder.path().join(format!("map-tiles.{ending}")).exists());
        assert!(fs::read_to_string(folder.path().join(&file)).unwrap().contains(&format!("map-tiles.{ending}")));
    }
    assert_eq!(names(folder.path()), ["map-tiles.png", "map-tiles.tsj", "map-tiles.tsx", "map.tmj", "map.tmx"]);
}

#[test]
fn files_that_belong_together_appear_all_or_none() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("map-tiles.tsx")).unwrap();
    let arguments = ["generate", "caves", "--seed", "1", "--out", "map.tmx", "--external-tileset"];
    undercroft_in(folder.path(), &arguments).fails(1, &["map-tiles.tsx"]);
    assert_eq!(names(folder.path()), ["map-tiles.tsx"]);
    fs::remove_dir(folder.path().join("map-tiles.tsx")).unwrap();
    fs::create_dir(folder.path().join("map.tmx")).unwrap();
    undercroft_in(folder.path(), &arguments).fails(1, &["map.tmx"]);
    assert_eq!(names(folder.path()), ["map.tmx"]);
}

#[test]
fn on_standard_output_a_map_is_whole_or_refused() {
    let map = undercroft(&["generate", "caves", "--seed", "1", "--format", "tmx"]).ok();
    assert!(!map.text().contains("source="), "it needs no other file");
    for format in ["tmj", "ldtk"] {
        undercroft(&["generate", "caves", "--seed", "1", "--format", format])
            .fails(2, &["image beside it", &format!("--out level.{format}")]);
    }
    undercroft(&["generate", "caves", "--seed", "1", "--format", "tmx", "--external-tileset"]).fails(2, &["--out"]);
}

/// A tileset of somebody's own: walls by blobs, water by edges, all else one picture.
fn own_tileset(folder: &Path) {
    let text = "image = \"art/own.png\"\ntile-size = 16\nother = 99\n[tiles]\nfloor = 3\n\
                wall = { blob47 = 10, joins = [\"door\"] }\nwater = { edge16 = 60 }\n[things]\nstart = 98\n";
    fs::create_dir_all(folder.join("art")).unwrap();
    fs::write(folder.join("own.toml"), text).unwrap();
    let mut encoder = png::Encoder::new(fs::File::create(folder.join("art/own.png")).unwrap(), 160, 160);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[90; 160 * 160 * 3]).unwrap();
}

#[test]
fn a_tileset_of_ones_own_is_used_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    own_tileset(folder.path());
    fs::create_dir(folder.path().join("maps")).unwrap();
    for format in ["tmx", "tmj", "ldtk"] {
        let file = format!("maps/halls.{format}");
        undercroft_in(folder.path(), &["generate", "halls", "--seed", "7", "--tileset", "own.toml", "--out", &file])
            .ok();
        assert!(fs::read_to_string(folder.path().join(&file)).unwrap().contains("../art/own.png"), "{file}");
    }
    assert_eq!(names(&folder.path().join("maps")), ["halls.ldtk", "halls.tmj", "halls.tmx"]);
    let map: Value = serde_json::from_slice(&fs::read(folder.path().join("maps/halls.tmj")).unwrap()).unwrap();
    let pictures: Vec<u64> =
        map["layers"][0]["data"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap() - 1).collect();
    let plain: Value =
        serde_json::from_str(undercroft(&["generate", "halls", "--seed", "7", "--format", "json"]).ok().text())
            .unwrap();
    let ids = plain["map"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
    let mut walls = std::collections::BTreeSet::new();
    for (picture, id) in pictures.iter().zip(ids) {
        match plain["tiles"][id.as_u64().unwrap() as usize]["name"].as_str().unwrap() {
            "floor" => assert_eq!(*picture, 3),
            "wall" => {
                assert!((10..57).contains(picture), "{picture}");
                walls.insert(picture);
            }
            "water" => assert!((60..76).contains(picture), "{picture}"),
            _ => assert_eq!(*picture, 99),
        }
    }
    assert!(walls.len() > 20, "walls of many shapes: {walls:?}");
}

#[test]
fn mistakes_in_a_tileset_are_told_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    own_tileset(folder.path());
    let text = fs::read_to_string(folder.path().join("own.toml")).unwrap();
    for (from, to, words) in [
        ("wall", "wal", &["own.toml:6:1", "did you mean `wall`?"][..]),
        ("art/own.png", "none.png", &["own.toml:1:9", "none.png", "no such file"]),
        ("art/own.png", "own.toml", &["own.toml:1:9", "no PNG"]),
        ("blob47 = 10", "blob47 = 90", &["own.toml:6:19", "0 to 53"]),
        ("other = 99\n", "", &["no picture for the tile", "[tiles]"]),
    ] {
        fs::write(folder.path().join("own.toml"), text.replace(from, to)).unwrap();
        let arguments = ["generate", "halls", "--seed", "7", "--out", "x.tmx", "--tileset", "own.toml"];
        let ran = undercroft_in(folder.path(), &arguments);
        let code = ran.code;
        ran.fails(code, words);
        assert!(code == 1 || code == 2);
        assert!(!folder.path().join("x.tmx").exists(), "{from}");
    }
    undercroft_in(folder.path(), &["generate", "--out", "x.tmx", "--tileset", "gone.toml"]).fails(1, &["gone.toml"]);
}

#[test]
fn overlays_change_pictures_and_have_a_legend() {
    let base = ["generate", "halls", "--seed", "7", "--format", "png"];
    let bare = undercroft(&base).ok().out;
    let size = |file: &[u8]| {
        let reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        (reader.info().width, reader.info().height)
    };
    for overlay in ["regions", "distance", "path", "chokepoints", "loops", "dead-ends", "rooms", "spawns", "sight"] {
        let drawn = undercroft(&[&base[..], &["--overlay", overlay]].concat()).ok().out;
        assert_eq!(size(&drawn).0, size(&bare).0);
        assert!(size(&drawn).1 > size(&bare).1, "{overlay}");
    }
    let both = undercroft(&[&base[..], &["--overlay", "path", "--overlay", "rooms", "--scale", "2"]].concat()).ok().out;
    assert_eq!(size(&both).0, 2 * size(&bare).0);
    undercroft(&[&base[..], &["--overlay", "sight", "--sight-from", "3,3"]].concat()).ok();
    undercroft(&[&base[..], &["--overlay", "sight", "--sight-from=-1,3"]].concat()).fails(2, &["--sight-from", "-1,3"]);
    undercroft(&["generate", "--format", "svg", "--overlay", "distance", "--seed", "1"]).ok();
}

#[test]
fn a_gallery_shows_as_many_levels_as_asked() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["gallery", "caves", "--size", "40x25", "--seed", "1", "--count", "12", "--out", "sheet.png"];
    undercroft_in(folder.path(), &arguments).ok();
    let file = fs::File::open(folder.path().join("sheet.png")).unwrap();
    let reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let (width, height) = (reader.info().width, reader.info().height);
    assert!(width > 3 * 160 && height > 2 * 100, "{width}x{height}");
    let ratio = f64::from(width) / f64::from(height);
    assert!((1.0..1.8).contains(&ratio), "{ratio}");
    undercroft_in(folder.path(), &["gallery", "--plan", "endless", "--count", "2", "--out", "two.png"]).ok();
    undercroft(&["gallery", "caves", "--count", "100000", "--out", "x.png"]).fails(2, &["too large", "--count"]);
    undercroft(&["gallery", "caves", "--out", "x.gif"]).fails(2, &[".png"]);
    undercroft(&["gallery", "caves", "--scale", "3", "--out", "x.png"]).fails(2, &["--scale"]);
    assert!(!Path::new("x.png").exists());
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for (arguments, words) in [
        (&["generate", "--overlay", "path", "--format", "json"][..], &["--overlay", "png"][..]),
        (&["generate", "--overlay", "pathes", "--format", "png"], &["--overlay", "path"]),
        (&["generate", "--sight-from", "1,1", "--format", "png"], &["--overlay sight"]),
        (&["generate", "--sight-from", "1", "--format", "png"], &["X,Y"]),
        (&["generate", "--tileset", "x.toml", "--format", "png"], &["--tileset", "tmx"]),
        (&["generate", "--external-tileset", "--format", "ldtk"], &["--external-tileset", "tmx"]),
        (&["generate", "--scale", "2", "--format", "svg"], &["--scale", "png"]),
        (&["generate", "--plan", "two-caves", "--depths", "0-2"], &["--depths", "deepest level", "1"]),
        (&["generate", "--plan", "endless", "--depths", "all"], &["no deepest level", "--depths 0-9"]),
        (&["generate", "caves", "--depths", "3.."], &["no deepest level"]),
        (&["generate", "caves", "--depths", "x"], &["--depths"]),
        (&["generate", "caves", "--depths", "1-2", "--depth", "1"], &["--depth"]),
        (&["generate", "caves", "--depths", "1-2", "--format", "tmx"], &["--out level.tmx"]),
        (&["generate", "--size", "3000x3000", "--format", "ldtk", "--out", "x.ldtk", "surface"], &["--window"]),
    ] {
        undercroft(arguments).fails(2, words);
    }
}
