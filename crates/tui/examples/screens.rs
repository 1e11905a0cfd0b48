//! Draws the screenshots for the manual: `cargo run -p undercroft-tui --example screens -- docs/pictures/screens`.

use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use undercroft_export::{ColourDepth, ScreenCell, draw_screen};
use undercroft_game::{Bot, Game, GameContent};
use undercroft_mapgen::{Colour, Plan, Recipe};
use undercroft_saves::Resources;
use undercroft_tui::{
    App, Capabilities, Colours, Console, Context, Input, KeyError, PlayError, Playthrough, Program, RecipeFiles, Saved,
    Settings, Start, Target, ViewRequest, Viewer,
};

const SIZE: (u16, u16) = (100, 34);
const COLOUR: Capabilities = Capabilities { colours: Colours::Some(ColourDepth::True), ascii: false };

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

    let mut title = App::new(context(), Start::Title)?;
    save(&mut title, &folder.join("title.png"))?;

    let mut play = App::with_playthrough(context(), danger("undercroft", 5)?);
    save(&mut play, &folder.join("play.png"))?;
    press(&mut play, "i")?;
    save(&mut play, &folder.join("inventory.png"))?;
    press(&mut play, "escape")?;
    press(&mut play, "x")?;
    save(&mut play, &folder.join("look.png"))?;
    press(&mut play, "escape")?;
    press(&mut play, "tab")?;
    save(&mut play, &folder.join("sights.png"))?;
    press(&mut play, "escape")?;
    press(&mut play, "=")?;
    save(&mut play, &folder.join("settings.png"))?;

    let mut won = App::with_playthrough(context(), ended("two-caves", true)?);
    won.update(&Input::Tick);
    save(&mut won, &folder.join("won.png"))?;
    let mut lost = App::with_playthrough(context(), ended("undercroft", false)?);
    lost.update(&Input::Tick);
    save(&mut lost, &folder.join("lost.png"))?;
    Ok(())
}

fn context() -> Context {
    let mut settings = Settings::standard();
    settings.travel_delay = 0;
    settings.hints = false;
    let mut context = Context::new(settings, COLOUR, Resources::standard(), Err(PlayError::NoSaveDirectory));
    if let Ok(saves) = undercroft_saves::SaveDirectory::open(std::env::temp_dir().join("undercroft-screens")) {
        context.saves = Ok(saves);
    }
    context
}

fn press(program: &mut impl Program, key: &str) -> Result<(), KeyError> {
    program.update(&Input::Key(key.parse()?));
    Ok(())
}

/// Refuses to save anything.
#[derive(Debug)]
struct NoFiles;

impl RecipeFiles for NoFiles {
    fn save(&mut self, _: &str, _: &str, _: bool) -> Result<Saved, Box<dyn Error + Send + Sync>> {
        Err("screenshots save nothing".into())
    }
}

/// The viewer after some keys.
fn viewing(recipe: &str, seed: u64, keys: &[&str]) -> Result<Viewer, Box<dyn Error>> {
    let request = ViewRequest::new(Target::recipe(Recipe::named(recipe)?), recipe, seed, 1);
    let mut viewer = Viewer::new(Console::new(Settings::standard(), COLOUR), Box::new(NoFiles), request)?;
    viewer.finish_work();
    for key in keys {
        press(&mut viewer, key)?;
        viewer.finish_work();
    }
    Ok(viewer)
}

/// A game that the bot has played until the condition held.
fn played(plan: &str, is_enough: impl Fn(&Game) -> bool) -> Result<Playthrough, Box<dyn Error>> {
    for seed in 0..500 {
        let game = Game::new(GameContent::standard(), Plan::named(plan)?, seed)?;
        let (mut playthrough, mut bot) = (Playthrough::unsaved(game), Bot::new());
        while playthrough.game().view().turn() < 20_000 {
            if is_enough(playthrough.game()) {
                return Ok(playthrough);
            }
            if playthrough.game().outcome().is_some() {
                break;
            }
            let action = bot.next(playthrough.game());
            playthrough.log.age();
            playthrough.act(action);
        }
    }
    Err("the bot never got that far".into())
}

/// A game at some depth with two or more enemies in sight.
fn danger(plan: &str, depth: u32) -> Result<Playthrough, Box<dyn Error>> {
    played(plan, |game| {
        let view = game.view();
        let enemies = view.creatures().iter().filter(|sighting| sighting.is_threat()).count();
        game.outcome().is_none()
            && view.depth() >= depth
            && enemies >= 2
            && view.items().len() >= 2
            && view.known().width > 50
    })
}

/// A game that has been won or lost.
fn ended(plan: &str, is_won: bool) -> Result<Playthrough, Box<dyn Error>> {
    played(plan, |game| game.outcome().is_some_and(|outcome| outcome.is_won() == is_won))
}

fn save(program: &mut impl Program, path: &Path) -> Result<(), Box<dyn Error>> {
    program.update(&Input::Resize(SIZE.0, SIZE.1));
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    program.draw(&mut buffer);
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
            // The Code Page 437 font has no times sign and no ellipsis.
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
