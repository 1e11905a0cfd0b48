//! What the viewer shows: overlays, colours, the mouse, and windows of any size.

use ratatui::style::{Color, Modifier};
use undercroft_export::{ColourDepth, Overlay};
use undercroft_tui::{Capabilities, Colours, Pointer, Program, Settings, VIEWER_COMMANDS};

use crate::helpers::{ASCII, assert_shows, drawn, find, mouse, press, shot, text, view_in, view_named};

#[test]
fn every_overlay_has_a_name_and_a_legend() {
    let mut viewer = view_named("halls");
    for overlay in Overlay::ALL {
        press(&mut viewer, "o");
        let screen = text(&drawn(&mut viewer, 200, 60));
        assert!(screen.contains(&format!(" {} ", overlay.name())), "{}:\n{screen}", overlay.name());
        assert!(screen.contains('█'), "{} has no legend:\n{screen}", overlay.name());
    }
    press(&mut viewer, "o");
    assert_shows(&mut viewer, &["Overlay", "none", "o shows one"]);
    press(&mut viewer, "O O x");
    assert_shows(&mut viewer, &["o shows one"]);
}

#[test]
fn distances_can_be_told_apart_in_any_number_of_colours() {
    for depth in [ColourDepth::True, ColourDepth::Palette256, ColourDepth::Palette16] {
        let mut viewer = view_in("caves", Capabilities { colours: Colours::Some(depth), ascii: false });
        viewer.show_overlay(Some(Overlay::Distance));
        let buffer = drawn(&mut viewer, 80, 50);
        let mut backgrounds: Vec<Color> = buffer.content.iter().map(|cell| cell.bg).collect();
        backgrounds.sort_by_key(|colour| format!("{colour:?}"));
        backgrounds.dedup();
        assert!(backgrounds.len() >= 5, "{depth:?}: {backgrounds:?}");
    }
    let mut viewer = view_in("caves", ASCII);
    viewer.show_overlay(Some(Overlay::Distance));
    let screen = shot(&mut viewer);
    assert!(screen.is_ascii(), "{screen}");
    assert!((0..10).filter(|digit| screen.contains(&digit.to_string().repeat(3))).count() >= 4, "{screen}");
}

#[test]
fn the_sight_overlay_looks_from_the_cursor() {
    let mut viewer = view_named("halls");
    viewer.show_overlay(Some(Overlay::Sight));
    assert_shows(&mut viewer, &["visible from", "@"]);
    let before = text(&drawn(&mut viewer, 120, 50));
    press(&mut viewer, "i right right down");
    let buffer = drawn(&mut viewer, 60, 20);
    let accent = Settings::standard().theme.accent;
    let colour = Color::Rgb(accent.red, accent.green, accent.blue);
    assert!(buffer.content.iter().any(|cell| cell.bg == colour), "the cursor is in sight:\n{}", text(&buffer));
    let after = text(&drawn(&mut viewer, 120, 50));
    let from = |screen: &str| screen.lines().find(|line| line.contains("visible from")).map(str::to_owned);
    assert_ne!(from(&before), from(&after), "{after}");
    press(&mut viewer, "escape");
    assert_eq!(from(&text(&drawn(&mut viewer, 120, 50))), from(&before));
}

#[test]
fn the_mouse_describes_points_and_selects() {
    let mut viewer = view_named("rooms");
    let buffer = drawn(&mut viewer, 120, 50);
    let (column, row) = find(&buffer, "@").unwrap();
    mouse(&mut viewer, (column, row), Pointer::Hover);
    let screen = text(&drawn(&mut viewer, 120, 50));
    assert!(screen.contains("the start, room "), "{screen}");
    mouse(&mut viewer, (column, row), Pointer::Left);
    mouse(&mut viewer, (column + 1, row), Pointer::Hover);
    let screen = text(&drawn(&mut viewer, 120, 50));
    assert!(screen.contains("the start"), "the cursor stays:\n{screen}");
    mouse(&mut viewer, (0, 0), Pointer::Right);
    let steps = screen.lines().position(|line| line.contains("1 rooms")).unwrap() as u16;
    mouse(&mut viewer, (5, steps), Pointer::Hover);
    mouse(&mut viewer, (5, steps), Pointer::Left);
    assert_shows(&mut viewer, &["step 1 of"]);
    let screen = text(&drawn(&mut viewer, 120, 50));
    let line = screen.lines().position(|line| line.contains("rooms.max-side")).unwrap() as u16;
    mouse(&mut viewer, (5, line), Pointer::Left);
    assert_shows(&mut viewer, &["►rooms.max-side"]);
}

#[test]
fn the_map_never_moves_past_its_edge() {
    let mut viewer = view_named("rooms");
    let before = shot(&mut viewer);
    press(&mut viewer, "down down");
    assert_ne!(shot(&mut viewer), before);
    press(&mut viewer, "c");
    assert_eq!(shot(&mut viewer), before);
    for _ in 0..50 {
        press(&mut viewer, "shift-up shift-left");
    }
    let corner = shot(&mut viewer);
    press(&mut viewer, "down");
    assert_ne!(shot(&mut viewer), corner, "one step back moves the map again");
}

#[test]
fn in_a_window_that_is_too_small_nothing_happens_unseen() {
    let mut viewer = view_named("caves");
    let screen = text(&drawn(&mut viewer, 40, 12));
    assert!(screen.contains("60×20"), "{screen}");
    press(&mut viewer, "n +");
    assert_eq!(viewer.command_line(), "undercroft generate caves --seed 42");
    assert_shows(&mut viewer, &["caves", "Steps"]);
    press(&mut viewer, "q");
    assert!(viewer.wants_to_quit());
}

#[test]
fn the_help_lists_every_command() {
    let mut viewer = view_named("caves");
    press(&mut viewer, "?");
    let screen = text(&drawn(&mut viewer, 100, 80));
    for info in VIEWER_COMMANDS {
        assert!(screen.contains(info.help), "{} is missing:\n{screen}", info.name);
    }
    press(&mut viewer, "q");
    assert!(!viewer.wants_to_quit(), "the first press closes the help");
}

#[test]
fn selections_stand_out_without_colours() {
    let mut viewer = view_in("rooms", ASCII);
    let buffer = drawn(&mut viewer, 80, 24);
    let is_reversed = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(Modifier::REVERSED);
    assert!(buffer.content.iter().filter(is_reversed).count() > 20);
}
