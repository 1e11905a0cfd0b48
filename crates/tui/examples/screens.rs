//! Draws the pictures of the manual: `cargo run -p undercroft-tui --example screens -- docs/pictures/screens`.

use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use undercroft_export::{ColourDepth, ScreenCell, draw_screen};
use undercroft_game::{Bot, Content, Game};
use undercroft_mapgen::{Colour, Plan, Recipe, Seed};
use undercroft_saves::World;
use undercroft_tui::{
    Abilities, App, Colours, Desk, First, Input, Program, RecipeFiles, Saved, Session, Settings, Subject, Viewer,
};

const SIZE: (u16, u16) = (100, 34);
const ABILITIES: Abilities = Abilities { colours: Colours::Some(ColourDepth::True), ascii: false };

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs/pictures/screens".into());
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;

    let step = ["home", ".", ".", "."];
    save(&mut viewing("halls", 7, &step)?, &folder.join("view-step.png"))?;
    let change = ["+", "+", "+", "tab", "tab", "tab", "tab", "+", "+", "o", "o"];
    save(&mut viewing("caves", 42, &change)?, &folder.join("view-change.png"))?;
    let overlay = ["o", "o", "o", "o", "o", "o", "o", "i"];
    save(&mut viewing("vaults", 5, &overlay)?, &folder.join("view-overlay.png"))?;

    let mut title = App::new(desk(), First::Title)?;
    save(&mut title, &folder.join("title.png"))?;

    let mut play = App::with_session(desk(), danger("undercroft", 5)?);
    save(&mut play, &folder.join("play.png"))?;
    press(&mut play, "i")?;
    save(&mut play, &folder.join("inventory.png"))?;
    press(&mut play, "escape")?;
    press(&mut play, "x")?;
    save(&mut play, &folder.join("look.png"))?;

    let mut won = App::with_session(desk(), ended("two-caves", true)?);
    won.update(&Input::Tick);
    save(&mut won, &folder.join("won.png"))?;
    let mut lost = App::with_session(desk(), ended("undercroft", false)?);
    lost.update(&Input::Tick);
    save(&mut lost, &folder.join("lost.png"))?;
    Ok(())
}

fn desk() -> Desk {
    let mut settings = Settings::standard();
    settings.travel_delay = 0;
    let no_shelf = undercroft_saves::Shelf::open(std::env::temp_dir().join("undercroft-screens"));
    Desk::new(settings, ABILITIES, World::standard(), no_shelf.map_err(|error| error.to_string()))
}

fn press(shown: &mut impl Program, key: &str) -> Result<(), String> {
    shown.update(&Input::Key(key.parse()?));
    Ok(())
}

/// Nothing is saved for a picture.
#[derive(Debug)]
struct Nowhere;

impl RecipeFiles for Nowhere {
    fn save(&mut self, _: &str, _: &str, _: bool) -> Saved {
        Saved::Failed("this is a picture".into())
    }
}

/// The viewer after some keys.
fn viewing(recipe: &str, seed: u64, keys: &[&str]) -> Result<Viewer, Box<dyn Error>> {
    let subject = (Subject::recipe(Recipe::named(recipe)?), recipe);
    let mut viewer = Viewer::new(Settings::standard(), ABILITIES, Box::new(Nowhere), subject, (seed.into(), 1))?;
    viewer.finish_work();
    for key in keys {
        press(&mut viewer, key)?;
        viewer.finish_work();
    }
    Ok(viewer)
}

/// A game that the bot has played down to a depth, until two or more mean harm.
fn danger(plan: &str, depth: u32) -> Result<Session, Box<dyn Error>> {
    for seed in 0..500 {
        let game = Game::new(Content::standard(), Plan::named(plan)?, seed)?;
        let (mut session, mut bot) = (Session::of(game), Bot::new());
        while session.game().outcome().is_none() && session.game().view().turn() < 20_000 {
            let view = session.game().view();
            let dangers = view.creatures().iter().filter(|sighting| sighting.is_danger()).count();
            if view.depth() >= depth && dangers >= 2 && view.items().len() >= 2 && view.known().width > 50 {
                return Ok(session);
            }
            let action = bot.next(session.game());
            session.log.age();
            session.act(action);
        }
    }
    Err("no bot came so far".into())
}

/// A game that has ended as asked.
fn ended(plan: &str, won: bool) -> Result<Session, Box<dyn Error>> {
    for seed in 0..500 {
        let game = Game::new(Content::standard(), Plan::named(plan)?, Seed::from(seed))?;
        let (mut session, mut bot) = (Session::of(game), Bot::new());
        while session.game().outcome().is_none() && session.game().view().turn() < 20_000 {
            let action = bot.next(session.game());
            session.act(action);
        }
        if session.game().outcome().is_some_and(|outcome| outcome.is_won() == won) {
            return Ok(session);
        }
    }
    Err("no bot ended so".into())
}

fn save(shown: &mut impl Program, path: &Path) -> Result<(), Box<dyn Error>> {
    shown.update(&Input::Resize(SIZE.0, SIZE.1));
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    shown.draw(&mut buffer);
    let colour = |colour: Color, other: Colour| match colour {
        Color::Rgb(red, green, blue) => Colour { red, green, blue, opacity: 255 },
        Color::Black => Colour { red: 0, green: 0, blue: 0, opacity: 255 },
        _ => other,
    };
    let theme = Settings::standard().theme;
    let cells: Vec<ScreenCell> = buffer
        .content
        .iter()
        .map(|cell| ScreenCell {
            // The font is of Code Page 437, which has no times sign and no ellipsis.
            glyph: match cell.symbol().chars().next().unwrap_or(' ') {
                '×' => 'x',
                '…' => '.',
                other => other,
            },
            fg: colour(cell.fg, theme.text),
            bg: colour(cell.bg, theme.background),
        })
        .collect();
    let picture = draw_screen(u32::from(SIZE.0), &cells)?;
    picture.write_png(&mut BufWriter::new(File::create(path)?))?;
    println!("{}", path.display());
    Ok(())
}
