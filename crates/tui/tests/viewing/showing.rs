//! What is seen: overlays, colours, the mouse, and whole screens. `INSTA_UPDATE=always` writes them anew; look at them
//! before they are committed.

use ratatui::style::{Color, Modifier};
use undercroft_export::{ColourDepth, Overlay};
use undercroft_mapgen::Recipe;
use undercroft_tui::{Abilities, Colours, Input, Pointer, Program, Settings, Subject, VIEWING, Viewer};

use crate::common::{Files, PLAIN, assert_shows, drawn, named, open, press, shot, text, type_in};

#[test]
fn overlays_are_switched_and_say_what_they_mean() {
    let mut viewer = named("halls");
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
fn heat_is_seen_in_every_number_of_colours() {
    for depth in [ColourDepth::True, ColourDepth::Palette256, ColourDepth::Palette16] {
        let abilities = Abilities { colours: Colours::Some(depth), ascii: false };
        let subject = Subject::recipe(Recipe::named("caves").unwrap());
        let mut viewer = open(subject, "caves", "42", Files::default(), abilities);
        viewer.show_overlay(Some(Overlay::Distance));
        let buffer = drawn(&mut viewer, 80, 50);
        let mut backgrounds: Vec<Color> = buffer.content.iter().map(|cell| cell.bg).collect();
        backgrounds.sort_by_key(|colour| format!("{colour:?}"));
        backgrounds.dedup();
        assert!(backgrounds.len() >= 5, "{depth:?}: {backgrounds:?}");
    }
    let subject = Subject::recipe(Recipe::named("caves").unwrap());
    let mut viewer = open(subject, "caves", "42", Files::default(), PLAIN);
    viewer.show_overlay(Some(Overlay::Distance));
    let screen = shot(&mut viewer);
    assert!(screen.is_ascii(), "{screen}");
    assert!((0..10).filter(|digit| screen.contains(&digit.to_string().repeat(3))).count() >= 4, "{screen}");
}

#[test]
fn sight_looks_from_the_cell_that_is_pointed_at() {
    let mut viewer = named("halls");
    viewer.show_overlay(Some(Overlay::Sight));
    assert_shows(&mut viewer, &["in sight from", "@"]);
    let before = text(&drawn(&mut viewer, 120, 50));
    press(&mut viewer, "i right right down");
    let buffer = drawn(&mut viewer, 60, 20);
    let accent = Settings::standard().theme.accent;
    let colour = Color::Rgb(accent.red, accent.green, accent.blue);
    assert!(buffer.content.iter().any(|cell| cell.bg == colour), "what is pointed at is in sight:\n{}", text(&buffer));
    let after = text(&drawn(&mut viewer, 120, 50));
    let from = |screen: &str| screen.lines().find(|line| line.contains("sight from")).map(str::to_owned);
    assert_ne!(from(&before), from(&after), "{after}");
    press(&mut viewer, "escape");
    assert_eq!(from(&text(&drawn(&mut viewer, 120, 50))), from(&before));
}

#[test]
fn the_mouse_tells_what_is_there_and_chooses() {
    let mut viewer = named("rooms");
    let buffer = drawn(&mut viewer, 120, 50);
    let index = buffer.content.iter().position(|cell| cell.symbol() == "@").unwrap();
    let (column, row) = buffer.pos_of(index);
    let mouse = |viewer: &mut Viewer, column, row, what| {
        viewer.update(&Input::Mouse { column, row, what });
        viewer.finish_work();
    };
    mouse(&mut viewer, column, row, Pointer::Hover);
    let screen = text(&drawn(&mut viewer, 120, 50));
    assert!(screen.contains("the start, room "), "{screen}");
    mouse(&mut viewer, column, row, Pointer::Left);
    mouse(&mut viewer, column + 1, row, Pointer::Hover);
    let screen = text(&drawn(&mut viewer, 120, 50));
    assert!(screen.contains("the start"), "what is pointed at stays:\n{screen}");
    mouse(&mut viewer, 0, 0, Pointer::Right);
    let steps = screen.lines().position(|line| line.contains("1 rooms")).unwrap() as u16;
    mouse(&mut viewer, 5, steps, Pointer::Hover);
    mouse(&mut viewer, 5, steps, Pointer::Left);
    assert_shows(&mut viewer, &["step 1 of"]);
    let screen = text(&drawn(&mut viewer, 120, 50));
    let line = screen.lines().position(|line| line.contains("rooms.max-side")).unwrap() as u16;
    mouse(&mut viewer, 5, line, Pointer::Left);
    assert_shows(&mut viewer, &["►rooms.max-side"]);
}

#[test]
fn the_map_is_moved_and_never_past_its_edge() {
    let mut viewer = named("rooms");
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
    assert_ne!(shot(&mut viewer), corner, "one step back is enough");
}

#[test]
fn a_window_that_is_too_small_says_so_and_nothing_happens_unseen() {
    let mut viewer = named("caves");
    let screen = text(&drawn(&mut viewer, 40, 12));
    assert!(screen.contains("60×20"), "{screen}");
    press(&mut viewer, "n +");
    assert_eq!(viewer.command_line(), "undercroft generate caves --seed 42");
    assert_shows(&mut viewer, &["caves", "Steps"]);
    press(&mut viewer, "q");
    assert!(viewer.wants_to_leave());
}

#[test]
fn the_help_lists_every_key() {
    let mut viewer = named("caves");
    press(&mut viewer, "?");
    let screen = text(&drawn(&mut viewer, 100, 80));
    for info in VIEWING {
        assert!(screen.contains(info.help), "{} is missing:\n{screen}", info.name);
    }
    press(&mut viewer, "q");
    assert!(!viewer.wants_to_leave(), "it closes the help first");
}

#[test]
fn screens_as_they_are() {
    let mut viewer = named("caves");
    insta::assert_snapshot!("view-caves-80x24", shot(&mut viewer));
    insta::assert_snapshot!("view-caves-80x50", text(&drawn(&mut viewer, 80, 50)));
    press(&mut viewer, "tab tab tab tab + + o o , ,");
    insta::assert_snapshot!("view-caves-distance-200x60", text(&drawn(&mut viewer, 200, 60)));
    let mut viewer = named("halls");
    press(&mut viewer, "o o o o o o o");
    insta::assert_snapshot!("view-halls-rooms-80x24", shot(&mut viewer));
    press(&mut viewer, "enter");
    type_in(&mut viewer, "much");
    insta::assert_snapshot!("view-halls-refused-60x20", text(&drawn(&mut viewer, 60, 20)));
    press(&mut viewer, "escape ?");
    insta::assert_snapshot!("view-help-80x24", shot(&mut viewer));
    let subject = Subject::recipe(Recipe::named("rooms").unwrap());
    let mut viewer = open(subject, "rooms", "42", Files::default(), PLAIN);
    press(&mut viewer, "o");
    insta::assert_snapshot!("view-rooms-ascii-80x24", shot(&mut viewer));
}

#[test]
fn without_colours_what_is_selected_is_still_seen() {
    let subject = Subject::recipe(Recipe::named("rooms").unwrap());
    let mut viewer = open(subject, "rooms", "42", Files::default(), PLAIN);
    let buffer = drawn(&mut viewer, 80, 24);
    let is_reversed = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(Modifier::REVERSED);
    assert!(buffer.content.iter().filter(is_reversed).count() > 20);
}
