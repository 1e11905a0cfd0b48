//! Snapshots of the main screens. `INSTA_UPDATE=always` rewrites them; look at them before committing.

use undercroft_mapgen::Plan;
use undercroft_tui::{App, Playthrough, ScreenKind, Start};

use crate::helpers::{
    ASCII, context, context_with, drawn, enter, new_game, playing, press, shot, text, view_in, view_named,
};

fn game(plan: &str) -> App {
    let mut app = playing(plan, 7);
    press(&mut app, "d s . r");
    while app.screen() != ScreenKind::Play {
        press(&mut app, "escape");
    }
    app
}

#[test]
fn the_title() {
    let mut app = App::new(context(), Start::Title).unwrap();
    insta::assert_snapshot!("title-80x24", shot(&mut app));
    press(&mut app, "n");
    insta::assert_snapshot!("new-game-80x24", shot(&mut app));
}

#[test]
fn every_plan() {
    for plan in Plan::names() {
        insta::assert_snapshot!(format!("play-{plan}-80x24"), shot(&mut game(plan)));
    }
    insta::assert_snapshot!("play-two-caves-80x50", text(&drawn(&mut game("two-caves"), 80, 50)));
    insta::assert_snapshot!("play-undercroft-60x20", text(&drawn(&mut game("undercroft"), 60, 20)));
}

#[test]
fn screens_over_a_game() {
    for (name, keys) in [("inventory", "i"), ("look", "x"), ("menu", "escape"), ("help", "?"), ("history", "h")] {
        let mut app = game("undercroft");
        press(&mut app, keys);
        insta::assert_snapshot!(format!("{name}-80x24"), shot(&mut app));
    }
    let mut app = game("undercroft");
    press(&mut app, "?");
    insta::assert_snapshot!("help-60x20", text(&drawn(&mut app, 60, 20)));
}

#[test]
fn an_ascii_terminal_gets_ascii_only() {
    let settings = "[screen]\nglyphs = \"ascii\"\ncolours = \"none\"";
    let app = |plan| App::with_playthrough(context_with(settings), Playthrough::unsaved(new_game(plan, 7)));
    for plan in Plan::names() {
        let mut app = app(plan);
        for keys in ["", "i", "escape x", "escape m", "m ?"] {
            press(&mut app, keys);
            let screen = shot(&mut app);
            assert!(screen.is_ascii(), "{screen}");
        }
    }
    insta::assert_snapshot!("play-endless-ascii-80x24", shot(&mut app("endless")));
}

#[test]
fn the_viewer() {
    let mut viewer = view_named("caves");
    insta::assert_snapshot!("view-caves-80x24", shot(&mut viewer));
    insta::assert_snapshot!("view-caves-80x50", text(&drawn(&mut viewer, 80, 50)));
    press(&mut viewer, "tab tab tab tab + + o o , ,");
    insta::assert_snapshot!("view-caves-distance-200x60", text(&drawn(&mut viewer, 200, 60)));
    let mut viewer = view_named("halls");
    press(&mut viewer, "o o o o o o o");
    insta::assert_snapshot!("view-halls-rooms-80x24", shot(&mut viewer));
    press(&mut viewer, "enter");
    enter(&mut viewer, "much");
    insta::assert_snapshot!("view-halls-refused-60x20", text(&drawn(&mut viewer, 60, 20)));
    press(&mut viewer, "escape ?");
    insta::assert_snapshot!("view-help-80x24", shot(&mut viewer));
    let mut viewer = view_in("rooms", ASCII);
    press(&mut viewer, "o");
    insta::assert_snapshot!("view-rooms-ascii-80x24", shot(&mut viewer));
}
