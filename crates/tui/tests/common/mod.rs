//! What the tests share: a game without a terminal, keys as they are written, and screens as text.

#![allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_export::ColourDepth;
use undercroft_game::{Content, Game};
use undercroft_mapgen::{Plan, Registry, SourceFile};
use undercroft_saves::{Shelf, World};
use undercroft_tui::{Abilities, App, Colours, Desk, First, Input, Pointer, Session, Settings};

/// A desk with no shelf, in full colours.
pub fn desk() -> Desk {
    desk_with("travel-delay = 0")
}

/// The same with some settings.
pub fn desk_with(settings: &str) -> Desk {
    let settings = Settings::read(SourceFile::new("test.toml", settings)).unwrap();
    let abilities = Abilities { colours: Colours::Some(ColourDepth::True), ascii: settings.ascii };
    Desk::new(settings, abilities, World::standard(), Err("there is none in a test".into()))
}

/// A game of a plan and a seed.
pub fn playing(plan: &str, seed: u64) -> App {
    let game = Game::new(Content::standard(), Plan::named(plan).unwrap(), seed).unwrap();
    App::with_session(desk(), Session::of(game))
}

/// A game on levels drawn by hand, the uppermost first, in which the hero opens, attacks and kicks.
pub fn scene(maps: &[&str], more: &str) -> App {
    let mut text = format!("name = \"test\"\ndescription = \"A test.\"\nlevels = {}\n", maps.len());
    text += "abilities = [\"open\", \"attack\", \"kick\"]\n";
    text += more;
    for (depth, map) in maps.iter().enumerate() {
        let map: String = map.lines().map(|line| line.trim().to_owned() + "\n").filter(|line| line.len() > 1).collect();
        text += &format!("[[stretch]]\ndepths = \"{depth}\"\nmap = '''\n{map}'''\n");
        text += "creatures = \"nothing\"\nitems = \"nothing\"\n";
    }
    let plan = Plan::parse(SourceFile::new("test.toml", &text), Registry::standard(), &|_| None);
    let plan = plan.unwrap_or_else(|error| panic!("{error}\n{text}"));
    App::with_session(desk(), Session::of(Game::new(Content::standard(), plan, 7).unwrap()))
}

/// The title, with games kept in a folder.
pub fn at_title(folder: &std::path::Path) -> App {
    let mut desk = desk();
    desk.shelf = Shelf::open(folder).map_err(|error| error.to_string());
    App::new(desk, First::Title).unwrap()
}

/// Presses keys, written as in the settings, with spaces between them.
pub fn press(app: &mut App, keys: &str) {
    for key in keys.split(' ').filter(|key| !key.is_empty()) {
        app.update(&Input::Key(key.parse().unwrap()));
        settle(app);
    }
}

/// Types text.
pub fn type_in(app: &mut App, text: &str) {
    for letter in text.chars() {
        app.update(&Input::Key(undercroft_tui::Chord::character(letter)));
    }
}

/// Lets time pass until nothing moves.
pub fn settle(app: &mut App) {
    for _ in 0..2_000 {
        if app.wait().is_none() {
            return;
        }
        app.update(&Input::Tick);
    }
}

/// The mouse.
pub fn mouse(app: &mut App, column: u16, row: u16, what: Pointer) {
    app.update(&Input::Mouse { column, row, what });
    settle(app);
}

/// The screen at a size.
pub fn drawn(app: &mut App, width: u16, height: u16) -> Buffer {
    app.update(&Input::Resize(width, height));
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    app.draw(&mut buffer);
    buffer
}

/// The screen as text.
pub fn text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(usize::from(buffer.area.width.max(1)));
    let lines = rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The screen as text at 80 by 24.
pub fn shot(app: &mut App) -> String {
    text(&drawn(app, 80, 24))
}

/// The first cell that shows a glyph.
pub fn find(buffer: &Buffer, glyph: &str) -> Option<(u16, u16)> {
    let index = buffer.content.iter().position(|cell| cell.symbol() == glyph)?;
    Some(buffer.pos_of(index))
}
