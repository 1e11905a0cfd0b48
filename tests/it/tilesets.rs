//! A user's own tiles and art in every command.

use std::fs;

use serde_json::Value;

use crate::common::{Folder, undercroft_in};

/// The complete file in docs/tilesets.md.
fn documented() -> String {
    let docs = include_str!("../../docs/tilesets.md");
    let file = docs.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    file.expect("the page has a complete file").to_owned()
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("mine.toml", documented());
    folder
}

#[test]
fn the_tileset_in_the_docs_works_in_every_command() {
    let folder = folder();
    for arguments in [
        "check mine.toml",
        "generate halls --seed 1",
        "generate rooms --seed 1 --format json",
        "generate rooms --seed 1 --format csv",
        "generate rooms --seed 1 --out a.png --projection oblique",
        "generate rooms --seed 1 --out a.svg",
        "generate rooms --seed 1 --out a.xp",
        "generate rooms --seed 1 --out a.tmx",
        "generate rooms --seed 1 --out a.ldtk",
        "generate --plan two-caves --seed 1 --depths 0-1",
        "generate caves --seed 1 --window=-20,-20,40,40",
        "gallery rooms --seed 1 --count 2 --out b.png",
        "animate caves --seed 1 --size 30x20 --steps-only --out c.gif",
        "inspect rooms --seed 1",
        "stats rooms --seed 1 --count 3",
        "search rooms --seed 1 --where rooms>2",
        "diagnose rooms --seed 1",
        "list tiles",
        "explain rooms",
        "simulate --plan two-caves --games 2 --seed 1",
    ] {
        let words: Vec<&str> = arguments.split(' ').chain(["--tileset", "mine.toml"]).collect();
        undercroft_in(folder.path(), &words).ok();
    }
    let map = undercroft_in(
        folder.path(),
        &["generate", "rooms", "--seed", "1", "--tileset", "mine.toml", "--format", "unicode"],
    );
    let map = map.ok();
    assert!(map.text().contains('▓') && map.text().contains('▼') && !map.text().contains('#'), "{}", map.text());
    let json = undercroft_in(folder.path(), &["generate", "rooms", "--tileset", "mine.toml", "--format", "json"]).ok();
    let json: Value = serde_json::from_str(json.text()).unwrap();
    assert_eq!((&json["tiles"][0]["name"], &json["tiles"][1]["name"]), (&"granite".into(), &"dirt".into()));
}

#[test]
fn games_with_the_users_own_tiles_go_below_the_first_level() {
    let folder = folder();
    let arguments = "simulate --plan two-caves --games 6 --seed 1 --tileset mine.toml --out games.csv";
    undercroft_in(folder.path(), &arguments.split(' ').collect::<Vec<_>>()).ok();
    let rows = folder.read_text("games.csv");
    let depth = rows.lines().next().unwrap().split(',').position(|column| column.contains("depth")).unwrap();
    let deepest = rows.lines().skip(1).filter_map(|row| row.split(',').nth(depth)?.parse::<u32>().ok()).max();
    assert!(deepest >= Some(1), "nobody took the stairs:\n{rows}");
}

#[test]
fn missing_tiles_are_named_at_once() {
    let folder = folder();
    let run = |arguments: &str| undercroft_in(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
    run("generate shallow-cave --tileset mine.toml")
        .fails(1, &["recipe `shallow-cave`", "no tile `tree`", "roles = [\"tree\"]"]);
    run("generate --plan undercroft --tileset mine.toml").fails(1, &["no tiles", "`tree`", "and"]);
    run("generate rooms --tileset mien").fails(2, &["--tileset", "no tileset is called `mien`"]);
    run("generate rooms --tileset gone.toml").fails(1, &["gone.toml"]);
    folder.file("wide.toml", documented().replace('■', "水"));
    run("generate rooms --tileset wide.toml").fails(1, &["wide.toml:", "tile `hatch`", "not one column wide"]);
    folder.file("own.toml", "name = 'own'\ndescription = 'x'\n[[step]]\ndo = 'fill'\ntile = 'drit'\n");
    run("generate own.toml --tileset mine.toml").fails(1, &["own.toml:5:8", "did you mean `dirt`?"]);
}

#[test]
fn a_tileset_in_the_content_folder_is_found_by_name() {
    let folder = Folder::new();
    fs::create_dir_all(folder.at("content/tilesets")).unwrap();
    fs::write(folder.at("content/tilesets/mine.toml"), documented()).unwrap();
    let arguments = ["generate", "rooms", "--content", "content", "--tileset", "mine", "--format", "unicode"];
    assert!(undercroft_in(folder.path(), &arguments).ok().text().contains('▓'));
}

/// Art for the documented tiles: four colours in a row.
fn write_art(folder: &Folder) {
    let text = "image = 'art.png'\ntile-size = 8\nother = 3\n[tiles]\ngranite = { tile = 0, front = 1 }\ndirt = [2, { \
                tile = 3, weight = 2 }]\n[things]\nstart = 1\n";
    folder.file("art.toml", text);
    let mut encoder = png::Encoder::new(fs::File::create(folder.at("art.png")).unwrap(), 32, 8);
    encoder.set_color(png::ColorType::Rgb);
    let pixel = |index: usize| [[200, 0, 0], [0, 200, 0], [0, 0, 200], [200, 200, 0]][index % 32 / 8];
    let pixels: Vec<u8> = (0..32 * 8).flat_map(pixel).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
}

#[test]
fn art_is_used_in_every_picture() {
    let folder = folder();
    write_art(&folder);
    for (arguments, file, size) in [
        ("generate rooms --seed 1 --size 40x30 --out a.png", "a.png", (320, 240)),
        ("generate rooms --seed 1 --size 40x30 --projection oblique --scale 2 --out b.png", "b.png", (640, 488)),
        ("gallery rooms --seed 1 --size 40x30 --count 1 --scale 4 --out c.png", "c.png", (184, 162)),
    ] {
        let words: Vec<&str> = arguments.split(' ').chain(["--tileset", "mine.toml", "--art", "art.toml"]).collect();
        undercroft_in(folder.path(), &words).ok();
        let bytes = folder.read(file);
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let info = reader.info();
        if file != "c.png" {
            assert_eq!((info.width, info.height), size, "{arguments}");
        }
        let palette = info.palette.clone().unwrap_or_default();
        let _ = reader.next_row();
        for colour in [[200, 0, 0], [0, 0, 200], [200, 200, 0]] {
            assert!(palette.chunks(3).any(|known| known == colour), "{arguments}: {colour:?} is missing");
        }
    }
    let gif =
        "animate rooms --seed 1 --size 40x30 --steps-only --scale 4 --out d.gif --tileset mine.toml --art art.toml";
    undercroft_in(folder.path(), &gif.split(' ').collect::<Vec<_>>()).ok();
    let still = "generate rooms --seed 1 --size 40x30 --out e.gif --tileset mine.toml --art art.toml";
    undercroft_in(folder.path(), &still.split(' ').collect::<Vec<_>>()).ok();
    undercroft_in(folder.path(), &["check", "art.toml", "--tileset", "mine.toml"]).ok();
    undercroft_in(folder.path(), &["check", "art.toml"]).fails(1, &["art.toml:6:1", "no tile is called `dirt`"]);
}

#[test]
fn art_that_cannot_be_drawn_is_refused_with_the_reason() {
    let folder = folder();
    write_art(&folder);
    let run = |arguments: &str| {
        let words: Vec<&str> = arguments.split(' ').chain(["--tileset", "mine.toml", "--art", "art.toml"]).collect();
        undercroft_in(folder.path(), &words)
    };
    run("generate rooms --out a.png --overlay path").fails(2, &["--overlay", "--art"]);
    run("generate rooms --out a.csv").fails(2, &["--art needs --format png"]);
    run("gallery rooms --scale 16 --out a.png").fails(2, &["--scale 16", "8x8"]);
    run("generate caves --size 8000x8000 --out a.png").fails(2, &["too large"]);
    let image = folder.read("art.png");
    folder.file("art.png", &image[..image.len() / 2]);
    run("generate rooms --out a.png").fails(1, &["art.png"]);
    assert!(!folder.at("a.png").exists());
}
