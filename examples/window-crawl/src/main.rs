//! The game of `terminal-crawl` in a window, with macroquad. Arrow keys walk, `<` and `>` take stairs, space waits.
//!
//! Both games share the file with the rules. Only drawing and input are here.

#[path = "../../terminal-crawl/src/game.rs"]
mod game;

use macroquad::prelude::{
    BLACK, Color, GRAY, KeyCode, RED, SKYBLUE, WHITE, clear_background, draw_rectangle, draw_text, get_char_pressed,
    is_key_pressed, next_frame, screen_height, screen_width,
};
use undercroft_grid::Point;
use undercroft_mapgen::Colour;

use game::{Action, Game};

#[macroquad::main("Crawl")]
async fn main() {
    let seed = std::env::args().nth(1).unwrap_or_else(|| "1".into());
    let mut game = Game::new(seed.as_str()).unwrap_or_else(|error| panic!("{error}"));
    loop {
        if let Some(action) = chosen_action() {
            game.act(action).unwrap_or_else(|error| panic!("{error}"));
        }
        draw(&game);
        next_frame().await;
    }
}

fn chosen_action() -> Option<Action> {
    let walk = |x, y| Some(Action::Walk(Point::new(x, y)));
    match get_char_pressed() {
        Some('<') => return Some(Action::Climb),
        Some('>') => return Some(Action::Descend),
        Some(' ') => return Some(Action::Wait),
        _ => {}
    }
    let keys = [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down];
    match keys.into_iter().find(|key| is_key_pressed(*key))? {
        KeyCode::Left => walk(-1, 0),
        KeyCode::Right => walk(1, 0),
        KeyCode::Up => walk(0, -1),
        _ => walk(0, 1),
    }
}

fn draw(game: &Game) {
    clear_background(BLACK);
    let (level, here, state) = (game.level(), game.here(), &game.state);
    // Six rows are left for the status and the log.
    let (columns, rows) = (level.size().width as f32, level.size().height as f32 + 6.0);
    let side = (screen_width() / columns).min(screen_height() / rows).max(1.0);
    let place = |at: Point| (at.x as f32 * side, at.y as f32 * side);
    let glyph = |at: Point, glyph: char, colour: Color| {
        let (x, y) = place(at);
        draw_text(&glyph.to_string(), x + 0.2 * side, y + 0.8 * side, side, colour);
    };

    for at in level.size().points().filter(|at| here.seen.contains(*at)) {
        let info = level.info(at);
        let is_visible = game.sees(at);
        let (x, y) = place(at);
        draw_rectangle(x, y, side, side, colour(info.bg, is_visible));
        // Walls are plain colour, and the built-in font has only ASCII glyphs.
        if info.walkable && info.glyph.is_ascii() {
            glyph(at, info.glyph, colour(info.fg, is_visible));
        }
    }
    for (at, item) in here.items.iter().filter(|(at, _)| game.sees(*at)) {
        glyph(*at, if item == "amulet" { '"' } else { '!' }, SKYBLUE);
    }
    for creature in here.creatures.iter().filter(|creature| game.sees(creature.at)) {
        glyph(creature.at, if creature.kind == "wolf" { 'w' } else { 'r' }, RED);
    }
    glyph(state.hero, '@', WHITE);

    let status = format!("cellar {}   health {}   seed {}", state.depth + 1, state.health.max(0), state.seed);
    let below = level.size().height as i32;
    let newest = state.messages.len().saturating_sub(4);
    let lines = [status].into_iter().chain(state.messages[newest..].iter().cloned());
    for (line, text) in (0..).zip(lines) {
        let (x, y) = place(Point::new(0, below + line + 1));
        draw_text(&text, x, y, side, if line == 0 { WHITE } else { GRAY });
    }
}

fn colour(colour: Colour, is_visible: bool) -> Color {
    let light = if is_visible { 1.0 } else { 0.4 };
    let [red, green, blue] = [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0 * light);
    Color::new(red, green, blue, 1.0)
}
