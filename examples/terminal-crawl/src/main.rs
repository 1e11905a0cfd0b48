//! A complete small roguelike in the terminal. Arrow keys walk, `<` and `>` take stairs, space waits, `q` saves and quits.
//!
//! ```text
//! cargo run --release            continues the saved game, if there is one
//! cargo run --release -- SEED    starts a new game
//! ```

mod game;

use std::error::Error;
use std::fs;
use std::path::Path;

use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;
use undercroft_grid::Point;
use undercroft_mapgen::Colour;

use game::{Action, Game};

const SAVE: &str = "crawl.json";

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = match std::env::args().nth(1) {
        Some(seed) => Game::new(seed.as_str())?,
        None if Path::new(SAVE).exists() => Game::load(&fs::read_to_string(SAVE)?)?,
        None => Game::new(1)?,
    };
    let mut terminal = ratatui::init();
    let result = play(&mut game, &mut terminal);
    ratatui::restore();
    result?;
    match game.is_over() {
        true => _ = fs::remove_file(SAVE),
        false => fs::write(SAVE, game.save()?)?,
    }
    Ok(())
}

fn play(game: &mut Game, terminal: &mut ratatui::DefaultTerminal) -> Result<(), Box<dyn Error>> {
    loop {
        terminal.draw(|frame| draw(game, frame))?;
        if let Event::Key(key) = event::read()?
            && key.kind == KeyEventKind::Press
        {
            let action = match key.code {
                KeyCode::Char('q') => return Ok(()),
                KeyCode::Left => Action::Walk(Point::new(-1, 0)),
                KeyCode::Right => Action::Walk(Point::new(1, 0)),
                KeyCode::Up => Action::Walk(Point::new(0, -1)),
                KeyCode::Down => Action::Walk(Point::new(0, 1)),
                KeyCode::Char('<') => Action::Climb,
                KeyCode::Char('>') => Action::Descend,
                KeyCode::Char(' ') => Action::Wait,
                _ => continue,
            };
            game.act(action)?;
        }
    }
}

fn draw(game: &Game, frame: &mut Frame) {
    let rows = [Constraint::Min(0), Constraint::Length(1), Constraint::Length(4)];
    let [map, status, log] = Layout::vertical(rows).areas(frame.area());
    frame.render_widget(Paragraph::new(picture(game)), map);
    let state = &game.state;
    let line = format!("cellar {}   health {}   seed {}", state.depth + 1, state.health.max(0), state.seed);
    frame.render_widget(Paragraph::new(line).style(Style::new().reversed()), status);
    let newest = state.messages.len().saturating_sub(4);
    frame.render_widget(Paragraph::new(state.messages[newest..].join("\n")), log);
}

/// The map: cells in sight in colour, cells seen before in grey.
fn picture(game: &Game) -> Text<'static> {
    let (level, here) = (game.level(), game.here());
    let cell = |at: Point| {
        let info = level.info(at);
        let (mut glyph, mut fg) = (info.glyph, colour(info.fg));
        if !game.sees(at) {
            let glyph = if here.seen.contains(at) { glyph } else { ' ' };
            return Span::styled(glyph.to_string(), Style::new().fg(Color::DarkGray));
        }
        if let Some((_, item)) = here.items.iter().find(|(place, _)| *place == at) {
            (glyph, fg) = (if item == "amulet" { '"' } else { '!' }, Color::LightCyan);
        }
        if let Some(creature) = here.creatures.iter().find(|creature| creature.at == at) {
            (glyph, fg) = (if creature.kind == "wolf" { 'w' } else { 'r' }, Color::LightRed);
        }
        if at == game.state.hero {
            (glyph, fg) = ('@', Color::White);
        }
        Span::styled(glyph.to_string(), Style::new().fg(fg).bg(colour(info.bg)))
    };
    let rows = 0..level.size().height as i32;
    let row = |y| Line::from_iter((0..level.size().width as i32).map(|x| cell(Point::new(x, y))));
    rows.map(row).collect()
}

fn colour(colour: Colour) -> Color {
    Color::Rgb(colour.red, colour.green, colour.blue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    #[test]
    fn the_screen_shows_the_hero_the_status_and_the_log() {
        let game = Game::new(7).unwrap();
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| draw(&game, frame)).unwrap();
        let screen = terminal.backend().to_string();
        for expected in ["@", "cellar 1   health 20   seed 7", "Bring back the amulet!", "▓"] {
            assert!(screen.contains(expected), "no {expected}:\n{screen}");
        }
    }
}
