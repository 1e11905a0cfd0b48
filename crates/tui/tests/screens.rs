//! The main screens, as they are. `INSTA_UPDATE=always` writes them anew; look at them before they are committed.

mod common;

use common::{desk_with, drawn, playing, press, text};
use undercroft_game::{Content, Game};
use undercroft_mapgen::Plan;
use undercroft_tui::{App, First, Session};

fn game(plan: &str) -> App {
    let mut app = playing(plan, 7);
    press(&mut app, "d s . r");
    while app.screen() != "play" {
        press(&mut app, "escape");
    }
    app
}

#[test]
fn the_title() {
    let mut app = App::new(common::desk(), First::Title).unwrap();
    insta::assert_snapshot!("title-80x24", text(&drawn(&mut app, 80, 24)));
    press(&mut app, "n");
    insta::assert_snapshot!("new-game-80x24", text(&drawn(&mut app, 80, 24)));
}

#[test]
fn playing_each_plan() {
    for plan in Plan::names() {
        insta::assert_snapshot!(format!("play-{plan}-80x24"), text(&drawn(&mut game(plan), 80, 24)));
    }
    insta::assert_snapshot!("play-two-caves-80x50", text(&drawn(&mut game("two-caves"), 80, 50)));
}

#[test]
fn what_lies_over_the_game() {
    for (name, keys) in [("inventory", "i"), ("look", "x"), ("menu", "escape"), ("help", "?"), ("history", "h")] {
        let mut app = game("undercroft");
        press(&mut app, keys);
        insta::assert_snapshot!(format!("{name}-80x24"), text(&drawn(&mut app, 80, 24)));
    }
}

#[test]
fn pure_ascii_is_pure() {
    let settings = "[screen]\nglyphs = \"ascii\"\ncolours = \"none\"";
    for plan in Plan::names() {
        let game = Game::new(Content::standard(), Plan::named(plan).unwrap(), 7).unwrap();
        let mut app = App::with_session(desk_with(settings), Session::of(game));
        for keys in ["", "i", "escape x", "escape m", "m ?"] {
            press(&mut app, keys);
            let screen = text(&drawn(&mut app, 80, 24));
            assert!(screen.is_ascii(), "{screen}");
        }
    }
    let game = Game::new(Content::standard(), Plan::named("endless").unwrap(), 7).unwrap();
    let mut app = App::with_session(desk_with(settings), Session::of(game));
    insta::assert_snapshot!("play-endless-ascii-80x24", text(&drawn(&mut app, 80, 24)));
}
