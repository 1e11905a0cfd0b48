//! Every screen in windows of every size: nothing panics, overlaps or is cut off.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use undercroft_mapgen::Plan;
use undercroft_tui::{App, Playthrough, ScreenKind, Settings, Start, is_large_enough, play_areas};

use crate::helpers::{
    context, context_with, drawn, find, game, new_game, played_until, playing, press, scene, shot, text,
};

/// Keys that lead from the play screen to the others.
const SCREENS: [&str; 12] = ["", "i", "i a", "u", "t", "x", "h", "m", "?", "escape", "k", "_"];

fn sizes() -> impl Iterator<Item = (u16, u16)> {
    let widths = [1, 2, 5, 19, 59, 60, 61, 80, 81, 100, 132, 200, 250];
    let heights = [1, 2, 4, 19, 20, 21, 24, 25, 40, 50, 60, 80];
    widths.into_iter().flat_map(move |width| heights.into_iter().map(move |height| (width, height)))
}

#[test]
fn no_screen_panics_in_any_window() {
    for keys in SCREENS {
        let mut app = playing("two-caves", 3);
        press(&mut app, keys);
        for (width, height) in sizes() {
            let screen = text(&drawn(&mut app, width, height));
            if width >= 20 && height >= 5 && !is_large_enough(Rect::new(0, 0, width, height)) {
                assert!(screen.contains("larger"), "{width}×{height}: {screen}");
            }
        }
        assert!(app.context().playthrough.is_some(), "the game goes on");
    }
    let mut title = App::new(context(), Start::Title).unwrap();
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

/// Whether an area has a complete frame.
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
fn sidebar_map_and_log_do_not_overlap() {
    for plan in Plan::names() {
        let mut app = playing(plan, 11);
        press(&mut app, "o o o o o o");
        while app.screen() != ScreenKind::Play {
            press(&mut app, "escape");
        }
        for (width, height) in sizes().filter(|(width, height)| *width >= 60 && *height >= 20) {
            let buffer = drawn(&mut app, width, height);
            let areas = play_areas(buffer.area, &Settings::standard());
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
fn the_last_message_is_always_in_sight() {
    let mut app = playing("kobolds", 5);
    press(&mut app, "r f r f r f");
    for (width, height) in sizes().filter(|(width, height)| *width >= 60 && *height >= 20) {
        let buffer = drawn(&mut app, width, height);
        let log = play_areas(buffer.area, &Settings::standard()).log;
        let words: String = log.positions().map(|place| buffer[place].symbol()).collect();
        let words: Vec<&str> = words.split([' ', '│', '─']).filter(|word| !word.is_empty()).collect();
        assert!(words.join(" ").contains("You know of no stairs leading down."), "{width}×{height}\n{}", text(&buffer));
    }
}

#[test]
fn the_map_scrolls_with_the_hero() {
    let edge = "#".repeat(200);
    let row = format!("#@{}#", "·".repeat(197));
    let mut app = scene(&[&format!("{edge}\n{row}\n{edge}")]);
    let mut columns = Vec::new();
    for _ in 0..120 {
        press(&mut app, "d");
        let buffer = drawn(&mut app, 80, 24);
        let hero = find(&buffer, "@").unwrap_or_else(|| panic!("no hero\n{}", text(&buffer)));
        let map = play_areas(buffer.area, &Settings::standard()).map;
        assert!(map.contains(hero.into()), "the hero is on the map");
        columns.push(hero.0);
    }
    assert!(columns.windows(2).filter(|pair| pair[0] == pair[1]).count() > 60, "the camera follows: {columns:?}");
}

#[test]
fn remembered_cells_are_dim_and_unknown_ones_blank() {
    let mut app = scene(&["####################\n#@·~····+···\"······#\n####################"]);
    let light = |app: &mut App, glyph: &str| {
        let buffer = drawn(app, 80, 24);
        let place = find(&buffer, glyph)?;
        let Color::Rgb(red, green, blue) = buffer[place].fg else { panic!("{:?}", buffer[place]) };
        Some(u32::from(red) + u32::from(green) + u32::from(blue))
    };
    assert_eq!(light(&mut app, "\""), None, "nothing shows behind the door");
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
    let mut app = scene(&[room, room]);
    let buffer = drawn(&mut app, 80, 24);
    let stairs = find(&buffer, ">").unwrap_or_else(|| panic!("{}", text(&buffer)));
    assert_eq!(buffer[stairs].fg, rgb(theme.accent));
    let hero = find(&buffer, "@").unwrap();
    assert_eq!(buffer[hero].fg, rgb(theme.hero));
    assert!(buffer[hero].modifier.contains(Modifier::BOLD));
}

/// The text of the sidebar, without its frame.
fn sidebar(app: &mut App, width: u16, height: u16) -> String {
    let buffer = drawn(app, width, height);
    let area = play_areas(buffer.area, &app.context().console.settings).sidebar;
    let rows = (area.y + 1..area.bottom() - 1)
        .map(|y| (area.x + 1..area.right() - 1).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim().to_owned());
    rows.collect::<Vec<_>>().join("\n")
}

#[test]
fn no_stat_is_cut_off_or_left_out_in_any_window() {
    for (plan, settings) in
        Plan::names().flat_map(|plan| ["", "[screen]\nsidebar-width = \"auto\""].map(|auto| (plan, auto)))
    {
        let game_so_far = played_until(new_game(plan, 11), |game| game.view().turn() >= 150);
        let playthrough = game_so_far.unwrap_or_else(|| Playthrough::unsaved(new_game(plan, 11)));
        let mut app = App::with_playthrough(context_with(settings), playthrough);
        while app.screen() != ScreenKind::Play {
            press(&mut app, "escape");
        }
        for (width, height) in (60..=100).flat_map(|width| [(width, 20), (width, 24), (width, 50)]) {
            let text = sidebar(&mut app, width, height);
            let (view, stats) = (game(&app).view(), game(&app).view().stats());
            let experience = (stats.experience - stats.level_start, stats.next_level - stats.level_start);
            for (label, value) in [
                ("Depth".to_owned(), view.depth().to_string()),
                ("Turn".to_owned(), view.turn().to_string()),
                ("Health".to_owned(), format!("{}/{}", stats.hit_points, stats.max_hit_points)),
                (format!("Level {}", stats.level), format!("{}/{}", experience.0, experience.1)),
                ("Food".to_owned(), stats.hunger.name().to_owned()),
                ("Attack".to_owned(), stats.attack.to_string()),
                ("Defence".to_owned(), stats.defence.to_string()),
            ] {
                let is_shown = text.lines().any(|line| {
                    line.strip_prefix(label.as_str()).is_some_and(|rest| rest.trim_start() == value && rest != value)
                });
                assert!(is_shown, "{plan} {width}×{height}: no {label} {value} in\n{text}");
            }
            let has_statuses = view.statuses().iter().all(|(status, _)| text.to_lowercase().contains(status.name()));
            assert!(has_statuses, "{plan} {width}×{height}:\n{text}");
        }
        assert!(shot(&mut app).contains(plan), "{}", shot(&mut app));
    }
}

#[test]
fn the_help_is_readable_in_the_smallest_window() {
    let mut app = playing("two-caves", 1);
    press(&mut app, "?");
    let mut pages = String::new();
    for _ in 0..12 {
        pages += &text(&drawn(&mut app, 60, 20));
        press(&mut app, "page-down");
    }
    let words: Vec<&str> = pages.split_whitespace().collect();
    for info in undercroft_tui::COMMANDS {
        let last = info.help.split(' ').next_back().unwrap();
        assert!(words.contains(&last), "`{last}` of `{}` is cut off", info.help);
    }
}

#[test]
fn full_health_is_green() {
    let mut app = playing("two-caves", 3);
    let buffer = drawn(&mut app, 80, 24);
    let theme = Settings::standard().theme;
    let row = text(&buffer).lines().position(|line| line.contains("Health")).unwrap() as u16;
    let green = Color::Rgb(theme.health.red, theme.health.green, theme.health.blue);
    assert_eq!(buffer[(3, row)].bg, green, "{}", text(&buffer));
}
