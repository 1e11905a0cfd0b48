//! Exports: every recipe and plan in every format, and the files beside them.

use std::fs;
use std::path::Path;

use crate::common::{Folder, undercroft, undercroft_in};
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

/// Whether a file starts with the signature of its format.
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

#[test]
fn the_recipes_and_plans_here_exist() {
    for (what, known) in [("recipes", &RECIPES[..]), ("plans", &PLANS[..])] {
        let listed = undercroft(&["list", what]).ok();
        let names: Vec<&str> = listed.text().lines().filter_map(|line| line.split_whitespace().next()).collect();
        for name in known {
            assert!(names.contains(name), "no {name} in {what}");
        }
    }
}

#[test]
fn every_recipe_exports_to_every_format() {
    let folder = Folder::new();
    for recipe in RECIPES {
        for format in FORMATS {
            let file = format!("{recipe}.{format}");
            undercroft_in(folder.path(), &["generate", recipe, "--seed", "2", "--out", &file]).ok();
            assert!(looks_like(format, &folder.read(&file)), "{file}");
        }
        assert!(folder.at(format!("{recipe}-tiles.png")).exists());
    }
}

#[test]
fn several_depths_of_every_plan_export_to_every_format() {
    for plan in PLANS {
        let folder = Folder::new();
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
        assert_eq!(folder.names(), expected);
        let world: Value = serde_json::from_slice(&folder.read("x.ldtk")).unwrap();
        assert_eq!(world["levels"].as_array().unwrap().len(), 2);
        assert_eq!(world["levels"][1]["fieldInstances"][3]["__value"], plan);
    }
}

#[test]
fn several_maps_for_tiled_share_a_world() {
    let folder = Folder::new();
    let arguments =
        ["generate", "--plan", "undercroft", "--depths", "1-3", "--seed", "4", "--count", "2", "--out", "x.tmj"];
    undercroft_in(folder.path(), &arguments).ok();
    let read = |name: &str| -> Value { serde_json::from_slice(&folder.read(name)).unwrap() };
    let world = read("x.world");
    assert_eq!(world["type"], "world");
    let maps = world["maps"].as_array().unwrap();
    assert_eq!(maps.len(), 6);
    for (index, shown) in maps.iter().enumerate() {
        let map = read(shown["fileName"].as_str().unwrap());
        let number = |value: &Value| value.as_i64().unwrap();
        assert_eq!(number(&shown["width"]), number(&map["width"]) * number(&map["tilewidth"]));
        assert_eq!(number(&shown["height"]), number(&map["height"]) * number(&map["tileheight"]));
        // The depths of a seed lie below one another.
        let first = &maps[index / 3 * 3];
        assert_eq!(shown["x"], first["x"]);
        assert_eq!(number(&shown["y"]) > 0, index % 3 > 0);
    }
    assert!(maps[3]["x"].as_i64() > maps[0]["width"].as_i64());
    undercroft_in(folder.path(), &["generate", "caves", "--count", "2", "--out", "y.tmx"]).ok();
    assert!(!folder.at("y.world").exists(), "levels of a single depth need no world");
}

#[test]
fn a_whole_plan_is_one_world_or_a_directory_of_maps() {
    let folder = Folder::new();
    let whole = ["generate", "--plan", "two-caves", "--depths", "all", "--seed", "5"];
    undercroft_in(folder.path(), &[&whole[..], &["--out", "caves.ldtk"]].concat()).ok();
    fs::create_dir(folder.at("maps")).unwrap();
    undercroft_in(folder.path(), &[&whole[..], &["--format", "tmx", "--out", "maps"]].concat()).ok();
    assert_eq!(
        folder.names_in("maps"),
        ["two-caves-0-tiles.png", "two-caves-0.tmx", "two-caves-1-tiles.png", "two-caves-1.tmx", "two-caves.world"]
    );
    let lines = undercroft(&[&whole[..], &["--format", "json"]].concat()).ok();
    let depths: Vec<Value> =
        lines.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["depth"].clone()).collect();
    assert_eq!(depths, [0, 1]);
}

#[test]
fn a_depth_is_the_same_alone_and_among_others() {
    let plan = ["generate", "--plan", "undercroft", "--seed", "9", "--format", "json"];
    let several = undercroft(&[&plan[..], &["--depths", "1-3"]].concat()).ok();
    for (line, depth) in several.text().lines().zip(["1", "2", "3"]) {
        let alone = undercroft(&[&plan[..], &["--depth", depth]].concat()).ok();
        assert_eq!(alone.text().trim_end(), line);
    }
}

#[test]
fn windows_at_negative_coordinates_export_to_every_format() {
    let folder = Folder::new();
    for format in FORMATS {
        let file = format!("w.{format}");
        let window = ["generate", "shallow-cave", "--seed", "2", "--window=-40,-30,32,20", "--out", &file];
        undercroft_in(folder.path(), &window).ok();
        assert!(looks_like(format, &folder.read(&file)), "{file}");
    }
    let map = folder.read_text("w.tmx");
    assert!(map.contains(r#"name="origin_x" type="int" value="-40""#), "{map}");
}

#[test]
fn the_same_seed_gives_the_same_files() {
    let folder = Folder::new();
    for format in FORMATS {
        let make = |file: &str| {
            undercroft_in(folder.path(), &["generate", "vaults", "--seed", "3", "--format", format, "--out", file])
                .ok();
            folder.read(file)
        };
        assert!(make("same") == make("same"), "{format}");
    }
}

#[test]
fn an_external_tileset_lies_beside_the_map() {
    let folder = Folder::new();
    for (format, ending) in [("tmx", "tsx"), ("tmj", "tsj")] {
        let file = format!("map.{format}");
        undercroft_in(folder.path(), &["generate", "caves", "--seed", "1", "--out", &file, "--external-tileset"]).ok();
        assert!(folder.at(format!("map-tiles.{ending}")).exists());
        assert!(folder.read_text(&file).contains(&format!("map-tiles.{ending}")));
    }
    assert_eq!(folder.names(), ["map-tiles.png", "map-tiles.tsj", "map-tiles.tsx", "map.tmj", "map.tmx"]);
}

#[test]
fn files_that_belong_together_appear_together_or_not_at_all() {
    let folder = Folder::new();
    fs::create_dir(folder.at("map-tiles.tsx")).unwrap();
    let arguments = ["generate", "caves", "--seed", "1", "--out", "map.tmx", "--external-tileset"];
    undercroft_in(folder.path(), &arguments).fails(1, &["map-tiles.tsx"]);
    assert_eq!(folder.names(), ["map-tiles.tsx"]);
    fs::remove_dir(folder.at("map-tiles.tsx")).unwrap();
    fs::create_dir(folder.at("map.tmx")).unwrap();
    undercroft_in(folder.path(), &arguments).fails(1, &["map.tmx"]);
    assert_eq!(folder.names(), ["map.tmx"]);
}

#[test]
fn a_map_on_standard_output_is_complete_or_refused() {
    let map = undercroft(&["generate", "caves", "--seed", "1", "--format", "tmx"]).ok();
    assert!(!map.text().contains("source="), "it refers to another file");
    for format in ["tmj", "ldtk"] {
        undercroft(&["generate", "caves", "--seed", "1", "--format", format])
            .fails(2, &["image beside it", &format!("--out level.{format}")]);
    }
    undercroft(&["generate", "caves", "--seed", "1", "--format", "tmx", "--external-tileset"]).fails(2, &["--out"]);
}

/// Writes art.toml and its image: walls as blobs, water by edges, one picture for everything else.
fn write_art(folder: &Path) {
    let text = "image = \"images/art.png\"\ntile-size = 16\nother = 99\n[tiles]\nfloor = 3\n\
                wall = { blob47 = 10, joins = [\"door\"] }\nwater = { edge16 = 60 }\n[things]\nstart = 98\n";
    fs::create_dir_all(folder.join("images")).unwrap();
    fs::write(folder.join("art.toml"), text).unwrap();
    let mut encoder = png::Encoder::new(fs::File::create(folder.join("images/art.png")).unwrap(), 160, 160);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[90; 160 * 160 * 3]).unwrap();
}

#[test]
fn the_users_art_is_used() {
    let folder = Folder::new();
    write_art(folder.path());
    fs::create_dir(folder.at("maps")).unwrap();
    for format in ["tmx", "tmj", "ldtk"] {
        let file = format!("maps/halls.{format}");
        undercroft_in(folder.path(), &["generate", "halls", "--seed", "7", "--art", "art.toml", "--out", &file]).ok();
        assert!(folder.read_text(&file).contains("../images/art.png"), "{file}");
    }
    assert_eq!(folder.names_in("maps"), ["halls.ldtk", "halls.tmj", "halls.tmx"]);
    let map: Value = serde_json::from_slice(&folder.read("maps/halls.tmj")).unwrap();
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
    assert!(walls.len() > 20, "few shapes of wall: {walls:?}");
}

#[test]
fn the_built_in_art_works_in_every_picture_and_map() {
    let folder = Folder::new();
    let halls = ["--seed", "7", "--size", "30x20", "--art", "undercroft", "--out"];
    for file in ["a.png", "a.gif", "a.tmx", "a.tmj", "a.ldtk"] {
        undercroft_in(folder.path(), &[&["generate", "halls"], &halls[..], &[file]].concat()).ok();
        assert!(looks_like(&file[2..], &folder.read(file)), "{file}");
    }
    let image = undercroft_export::Picture::read_png(&folder.read("a-tiles.png")).unwrap();
    assert!(image == *undercroft_export::Art::undercroft().image());
    assert!(folder.read_text("a.tmx").contains("a-tiles.png"));
    undercroft_in(folder.path(), &[&["gallery", "halls", "--count", "2"], &halls[..], &["b.png"]].concat()).ok();
    undercroft_in(folder.path(), &[&["animate", "halls"], &halls[..], &["c.gif"]].concat()).ok();
    assert!(looks_like("png", &folder.read("b.png")) && looks_like("gif", &folder.read("c.gif")));
    let glyphs = undercroft(&["generate", "halls", "--seed", "7", "--size", "30x20", "--format", "png"]).ok();
    assert_ne!(folder.read("a.png"), glyphs.out);
    undercroft(&["generate", "halls", "--art", "undercoft", "--out", "x.png"]).fails(2, &["undercoft", "`undercroft`"]);
}

#[test]
fn errors_in_art_files_have_a_position() {
    let folder = Folder::new();
    write_art(folder.path());
    let text = folder.read_text("art.toml");
    for (from, to, words) in [
        ("wall", "wal", &["art.toml:6:1", "did you mean `wall`?"][..]),
        ("images/art.png", "none.png", &["art.toml:1:9", "none.png", "no such file"]),
        ("images/art.png", "art.toml", &["art.toml:1:9", "not a PNG file"]),
        ("blob47 = 10", "blob47 = 90", &["art.toml:6:19", "0 to 53"]),
        ("other = 99\n", "", &["no picture for the tile", "[tiles]"]),
    ] {
        folder.file("art.toml", text.replace(from, to));
        let arguments = ["generate", "halls", "--seed", "7", "--out", "x.tmx", "--art", "art.toml"];
        let ran = undercroft_in(folder.path(), &arguments);
        let code = ran.code;
        ran.fails(code, words);
        assert!(code == 1 || code == 2);
        assert!(!folder.at("x.tmx").exists(), "{from}");
    }
    undercroft_in(folder.path(), &["generate", "--out", "x.tmx", "--art", "gone.toml"]).fails(1, &["gone.toml"]);
}

#[test]
fn overlays_add_a_legend_to_the_picture() {
    let base = ["generate", "halls", "--seed", "7", "--format", "png"];
    let bare = undercroft(&base).ok().out;
    let size = |file: &[u8]| {
        let reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        (reader.info().width, reader.info().height)
    };
    for overlay in ["areas", "distance", "path", "chokepoints", "loops", "dead-ends", "rooms", "spawns", "sight"] {
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
fn a_gallery_shows_all_levels() {
    let folder = Folder::new();
    let arguments = ["gallery", "caves", "--size", "40x25", "--seed", "1", "--count", "12", "--out", "sheet.png"];
    undercroft_in(folder.path(), &arguments).ok();
    let file = fs::File::open(folder.at("sheet.png")).unwrap();
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
fn options_without_effect_are_refused() {
    for (arguments, words) in [
        (&["generate", "--overlay", "path", "--format", "json"][..], &["--overlay", "png"][..]),
        (&["generate", "--overlay", "pathes", "--format", "png"], &["--overlay", "path"]),
        (&["generate", "--sight-from", "1,1", "--format", "png"], &["--overlay sight"]),
        (&["generate", "--sight-from", "1", "--format", "png"], &["X,Y"]),
        (&["generate", "--art", "x.toml", "--format", "csv"], &["--art", "png", "tmx"]),
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
