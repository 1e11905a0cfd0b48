//! Animations of levels being generated, read back by an independent decoder.

use std::fs;
use std::io::BufReader;
use std::path::Path;

use crate::common::{Folder, undercroft, undercroft_in};
use gif::{ColorOutput, DecodeOptions};

/// A GIF as a viewer shows it: the delays in hundredths of a second, and the screen at the end.
struct Film {
    width: usize,
    height: usize,
    delays: Vec<u16>,
    last: Vec<u8>,
}

fn film(path: &Path) -> Film {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(BufReader::new(fs::File::open(path).unwrap())).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let (mut screen, mut delays) = (vec![0; width * height * 4], Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (y, row) in frame.buffer.chunks_exact(usize::from(frame.width) * 4).enumerate() {
            let start = ((top + y) * width + left) * 4;
            screen[start..start + row.len()].copy_from_slice(row);
        }
        delays.push(frame.delay);
    }
    Film { width, height, delays, last: screen }
}

/// The width, and all pixels as RGBA.
fn png(path: &Path) -> (usize, Vec<u8>) {
    let mut decoder = png::Decoder::new(BufReader::new(fs::File::open(path).unwrap()));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width as usize, pixels)
}

fn animated(arguments: &[&str]) -> Film {
    let folder = Folder::new();
    undercroft_in(folder.path(), &[&["animate"], arguments, &["--out", "x.gif"]].concat()).ok();
    film(&folder.at("x.gif"))
}

#[test]
fn the_last_frame_shows_the_level() {
    for recipe in ["caves", "rooms", "halls", "bsp", "maze", "hive", "vaults", "caverns", "burrow", "surface"] {
        let folder = Folder::new();
        let level = [recipe, "--seed", "7", "--size", "41x31"];
        undercroft_in(folder.path(), &[&["animate"], &level[..], &["--scale", "16", "--out", "x.gif"]].concat()).ok();
        undercroft_in(folder.path(), &[&["generate"], &level[..], &["--out", "x.png"]].concat()).ok();
        let film = film(&folder.at("x.gif"));
        let (width, pixels) = png(&folder.at("x.png"));
        assert_eq!(film.width, width, "{recipe}");
        assert!(film.height * width * 4 > pixels.len(), "{recipe}: no room for a caption");
        assert!(film.last.starts_with(&pixels), "{recipe}: the last frame differs");
        assert_eq!(film.delays.last(), Some(&300), "{recipe}");
    }
}

#[test]
fn every_step_and_every_part_of_a_step_has_a_frame() {
    let level = ["caves", "--seed", "1", "--size", "40x25"];
    let steps = animated(&[&level[..], &["--steps-only"]].concat());
    // The rock, five steps, and the level.
    assert_eq!(steps.delays, [50, 50, 50, 50, 50, 50, 300]);
    assert_eq!((steps.width, steps.height), (40 * 8, 25 * 8 + 20));
    let close = animated(&[&level[..], &["--fps", "20", "--hold", "0.5"]].concat());
    let parts = close.delays.iter().filter(|delay| **delay == 5).count();
    assert!(parts >= 7, "{parts} parts with seven smoothing passes: {:?}", close.delays);
    assert_eq!(close.delays.len(), parts + 7);
    assert_eq!(close.delays.last(), Some(&50));
    assert_eq!(close.last.len(), steps.last.len());
}

#[test]
fn rooms_and_halls_appear_one_by_one() {
    let film = animated(&["rooms", "--seed", "3", "--size", "60x40", "--scale", "4"]);
    let level = undercroft(&["generate", "rooms", "--seed", "3", "--size", "60x40", "--format", "json"]).ok();
    let json: serde_json::Value = serde_json::from_slice(&level.out).unwrap();
    let rooms = json["rooms"].as_array().unwrap().len();
    assert_eq!(film.delays.iter().filter(|delay| **delay == 10).count(), rooms + rooms - 1);
}

#[test]
fn thousands_of_parts_are_thinned() {
    let settings = ["--set", "rooms.attempts=6000", "--set", "rooms.min-side=2", "--set", "rooms.max-side=4"];
    let folder = Folder::new();
    let arguments = ["animate", "rooms", "--seed", "1", "--size", "250x250", "--scale", "1", "--out", "x.gif"];
    let ran = undercroft_in(folder.path(), &[&arguments[..], &settings].concat()).ok();
    assert!(ran.err.contains("at most 300"), "{}", ran.err);
    let film = film(&folder.at("x.gif"));
    assert!((295..=300).contains(&film.delays.len()), "{} frames", film.delays.len());
    assert_eq!(film.delays.iter().filter(|delay| **delay > 10).count(), 6, "the rock, four steps and the level");
}

#[test]
fn vetoed_drafts_are_shown_too() {
    let folder = Folder::new();
    let picky = "name = \"picky\"\ndescription = \"x\"\nsize = \"40x30\"\n[require]\nrooms = \"4..\"\n[[step]]\ndo = \"rooms\"\n[[step]]\ndo = \"halls\"\n";
    let recipe = folder.file("picky.toml", picky);
    // Find a seed whose first draft is vetoed.
    let shown = (1..30).find_map(|seed: u32| {
        let film = animated(&[&recipe, "--seed", &seed.to_string(), "--steps-only"]);
        (film.delays.len() > 4).then_some(film.delays.len())
    });
    // A vetoed draft has four frames: the rock, two steps, the veto. The last draft ends with the level instead.
    let frames = shown.expect("one of thirty seeds has too few rooms in its first draft");
    assert!(frames.is_multiple_of(4), "{frames}");
}

#[test]
fn an_animation_that_fails_leaves_no_file() {
    let folder = Folder::new();
    let base = ["animate", "caves", "--seed", "1", "--out"];
    for (more, words) in [
        (&["x.gif", "--fps", "0"][..], &["--fps", "1..=50"][..]),
        (&["x.gif", "--fps", "51"], &["--fps"]),
        (&["x.gif", "--hold", "-1"], &["--hold", "0 to 600"]),
        (&["x.gif", "--hold", "long"], &["--hold", "0 to 600"]),
        (&["x.gif", "--scale", "3"], &["--scale", "1, 2, 4, 8 or 16"]),
        (&["x.gif", "--size", "1000x1000"], &["8000x8000", "too large", "--scale"]),
        (&["x.gif", "--size", "65536x10", "--scale", "1"], &["65536x30", "65535"]),
        (&["x.png"], &[".gif"]),
        (&["x"], &[".gif"]),
    ] {
        undercroft_in(folder.path(), &[&base[..], more].concat()).fails(2, words);
    }
    let plan = ["animate", "--plan", "kobolds", "--out", "x.gif"];
    undercroft_in(folder.path(), &plan).fails(2, &["only recipes"]);
    let never = "name = \"x\"\ndescription = \"x\"\nsize = \"30x20\"\nattempts = 2\n[require]\nrooms = 9\n[[step]]\ndo = \"maze\"\n";
    folder.file("never.toml", never);
    undercroft_in(folder.path(), &["animate", "never.toml", "--out", "x.gif"]).fails(1, &["none of 2 drafts"]);
    undercroft_in(folder.path(), &["animate", "caves", "--out", "no/x.gif"]).fails(1, &["no directory no"]);
    assert_eq!(folder.names(), ["never.toml"], "only the recipe remains");
}
