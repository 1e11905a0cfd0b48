//! Every screen at every size: nothing panics, nothing overlaps, and the last lines of the log are in sight.

mod common;

use common::{drawn, find, playing, press, scene, shot, text};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use undercroft_mapgen::Plan;
use undercroft_tui::{App, First, Settings, is_large_enough, regions};

/// Keys that lead from the play screen to each of the others.
const SCREENS: [&str; 12] = ["", "i", "i a", "u", "t", "x", "h", "m", "?", "escape", "k", "_"];

fn sizes() -> impl Iterator<Item = (u16, u16)> {
    let widths = [1, 2, 5, 19, 59, 60, 61, 80, 81, 100, 132, 200, 250];
    let heights = [1, 2, 4, 19, 20, 21, 24, 25, 40, 50, 60, 80];
    widths.into_iter().flat_map(move |width| heights.into_iter().map(move |height| (width, height)))
}

#[test]
fn no_screen_panics_at_any_size() {
    for keys in SCREENS {
        let mut app = playing("two-caves", 3);
        press(&mut app, keys);
        for (width, height) in sizes() {
            let screen = text(&drawn(&mut app, width, height));
            if width >= 20 && height >= 5 && !is_large_enough(Rect::new(0, 0, width, height)) {
                assert!(screen.contains("larger"), "{width}×{height}: {screen}");
            }
        }
        assert!(app.desk().session.is_some(), "the game is kept");
    }
    let mut title = App::new(common::desk(), First::Title).unwrap();
    for (width, height) in sizes() {
        drawn(&mut title, width, height);
    }
    for keys in ["n", "r", "?"] {
        press(&mut title, keys);
        for (width, height) in sizes() {
            drawn(&mut title, width, height);
        }
        press(&mut title, "escape");
    }
}

/// Whether a rectangle has a whole frame around it.
fn has_frame(buffer: &Buffer, area: Rect) -> bool {
    let symbol = |x, y| buffer[(x, y)].symbol();
    let corners = [
        (area.x, area.y, "┌"),
        (area.right() - 1, area.y, "┐"),
        (area.x, area.bottom() - 1, "└"),
        (area.right() - 1, area.bottom() - 1, "┘"),
    ];
    corners.iter().all(|(x, y, corner)| symbol(*x, *y) == *corner)
        && (area.y + 1..area.bottom() - 1).all(|y| symbol(area.x, y) == "│" && symbol(area.right() - 1, y) == "│")
}

#[test]
fn sidebar_and_log_have_whole_frames_and_the_map_has_none_of_them() {
    for plan in Plan::names() {
        let mut app = playing(plan, 11);
        press(&mut app, "o o o o o o");
        while app.screen() != "play" {
            press(&mut app, "escape");
        }
        for (width, height) in sizes().filter(|(width, height)| *width >= 60 && *height >= 20) {
            let buffer = drawn(&mut app, width, height);
            let areas = regions(buffer.area, &Settings::standard());
            assert!(has_frame(&buffer, areas.sidebar), "{plan} {width}×{height}\n{}", text(&buffer));
            assert!(has_frame(&buffer, areas.log), "{plan} {width}×{height}\n{}", text(&buffer));
            for place in areas.map.positions() {
                let symbol = buffer[place].symbol();
                assert!(!"┌┐└┘".contains(symbol), "{plan} {width}×{height}: {symbol} at {place}");
            }
        }
    }
}

#[test]
fn the_last_lines_of_the_log_are_always_in_sight() {
    let mut app = playing("kobolds", 5);
    press(&mut app, "r f r f r f");
    for (width, height) in sizes().filter(|(width, height)| *width >= 60 && *height >= 20) {
        let buffer = drawn(&mut app, width, height);
        let log = regions(buffer.area, &Settings::standard()).log;
        let words: String = log.positions().map(|place| buffer[place].symbol()).collect();
        let words: Vec<&str> = words.split([' ', '│', '─']).filter(|word| !word.is_empty()).collect();
        assert!(words.join(" ").contains("It stays where it is."), "{width}×{height}\n{}", text(&buffer));
    }
}

#[test]
fn the_map_scrolls_with_the_hero() {
    let edge = "#".repeat(200);
    let row = format!("#@{}#", "·".repeat(197));
    let mut app = scene(&[&format!("{edge}\n{row}\n{edge}")], "");
    let mut columns = Vec::new();
    for _ in 0..120 {
        press(&mut app, "d");
        let buffer = drawn(&mut app, 80, 24);
        let hero = find(&buffer, "@").unwrap_or_else(|| panic!("no hero\n{}", text(&buffer)));
        let map = regions(buffer.area, &Settings::standard()).map;
        assert!(map.contains(hero.into()), "the hero is on the map");
        columns.push(hero.0);
    }
    assert!(columns.windows(2).filter(|pair| pair[0] == pair[1]).count() > 60, "the camera follows: {columns:?}");
}

#[test]
fn what_is_remembered_is_dimmer_and_what_was_never_seen_is_blank() {
    let mut app = scene(&["####################\n#@·~····+···\"······#\n####################"], "");
    let light = |app: &mut App, glyph: &str| {
        let buffer = drawn(app, 80, 24);
        let place = find(&buffer, glyph)?;
        let Color::Rgb(red, green, blue) = buffer[place].fg else { panic!("{:?}", buffer[place]) };
        Some(u32::from(red) + u32::from(green) + u32::from(blue))
    };
    assert_eq!(light(&mut app, "\""), None, "behind the door nothing is seen");
    let seen = light(&mut app, "~").unwrap();
    press(&mut app, "d d d d d d d d d");
    assert!(light(&mut app, "\"").is_some(), "{}", shot(&mut app));
    press(&mut app, "v a");
    let remembered = light(&mut app, "~").unwrap();
    assert!(remembered * 4 < seen * 3, "{remembered} of {seen}");
}

#[test]
fn stairs_and_the_hero_stand_out() {
    let theme = Settings::standard().theme;
    let rgb = |colour: undercroft_mapgen::Colour| Color::Rgb(colour.red, colour.green, colour.blue);
    let room = "########\n#@·····#\n#······#\n########";
    let mut app = scene(&[room, room], "");
    let buffer = drawn(&mut app, 80, 24);
    let stairs = find(&buffer, ">").unwrap_or_else(|| panic!("{}", text(&buffer)));
    assert_eq!(buffer[stairs].fg, rgb(theme.accent));
    let hero = find(&buffer, "@").unwrap();
    assert_eq!(buffer[hero].fg, rgb(theme.hero));
    assert!(buffer[hero].modifier.contains(Modifier::BOLD));
}

#[test]
fn health_is_green_when_whole() {
    let mut app = playing("two-caves", 3);
    let buffer = drawn(&mut app, 80, 24);
    let theme = Settings::standard().theme;
    let bar = buffer[(3, 2)].bg;
    assert_eq!(bar, Color::Rgb(theme.health.red, theme.health.green, theme.health.blue), "{}", text(&buffer));
}
