//! What the tests share: programs without a terminal, keys as the settings file writes them, and screens as text.

use std::cell::RefCell;
use std::error::Error;
use std::path::Path;
use std::rc::Rc;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use undercroft_export::ColourDepth;
use undercroft_game::{Bot, Game, GameContent, Message};
use undercroft_mapgen::{Plan, Recipe, SourceFile};
use undercroft_saves::{Resources, SaveDirectory};
use undercroft_tui::{
    App, Capabilities, Chord, Colours, Console, Context, Input, PlayError, Playthrough, Pointer, Program, RecipeFiles,
    Saved, Settings, Start, Target, ViewRequest, Viewer,
};

pub(crate) const COLOUR: Capabilities = Capabilities { colours: Colours::Some(ColourDepth::True), ascii: false };
pub(crate) const ASCII: Capabilities = Capabilities { colours: Colours::None, ascii: true };

/// A context without saved games, in which nothing takes time.
pub(crate) fn context() -> Context {
    context_with("travel-delay = 0")
}

pub(crate) fn context_with(settings: &str) -> Context {
    // Hints would come between the lines that tests look for.
    let settings = if settings.contains("hints") { settings.to_owned() } else { format!("hints = false\n{settings}") };
    let settings = Settings::read(SourceFile::new("test.toml", &settings)).unwrap();
    let capabilities = Capabilities { ascii: settings.ascii == Some(true), ..COLOUR };
    Context::new(settings, capabilities, Resources::standard(), Err(PlayError::NoSaveDirectory))
}

pub(crate) fn new_game(plan: &str, seed: u64) -> Game {
    Game::new(GameContent::standard(), Plan::named(plan).unwrap(), seed).unwrap()
}

/// The play screen of a new game.
pub(crate) fn playing(plan: &str, seed: u64) -> App {
    App::with_playthrough(context(), Playthrough::unsaved(new_game(plan, seed)))
}

/// A game that the bot plays until the condition holds; `None` if the game ends first.
pub(crate) fn played_until(game: Game, is_enough: impl Fn(&Game) -> bool) -> Option<Playthrough> {
    let (mut playthrough, mut bot) = (Playthrough::unsaved(game), Bot::new());
    while !is_enough(playthrough.game()) {
        if playthrough.game().outcome().is_some() {
            return None;
        }
        let action = bot.next(playthrough.game());
        playthrough.act(action);
    }
    Some(playthrough)
}

/// A game on hand-drawn levels, topmost first, in which the hero can open, attack, kick and take stairs.
pub(crate) fn scene(maps: &[&str]) -> App {
    let mut text = format!("name = \"test\"\ndescription = \"A test.\"\nlevels = {}\n", maps.len());
    text += "abilities = [\"open\", \"attack\", \"kick\", \"climb\", \"descend\"]\n";
    for (depth, map) in maps.iter().enumerate() {
        text += &format!("[[stretch]]\ndepths = \"{depth}\"\nmap = '''\n{map}\n'''\n");
        text += "creatures = \"nothing\"\nitems = \"nothing\"\n";
    }
    let plan = Plan::parse(SourceFile::new("test.toml", &text), undercroft_mapgen::Content::standard());
    let plan = plan.unwrap_or_else(|error| panic!("{error}\n{text}"));
    App::with_playthrough(context(), Playthrough::unsaved(Game::new(GameContent::standard(), plan, 7).unwrap()))
}

/// The title, with games saved in a folder.
pub(crate) fn at_title(folder: &Path) -> App {
    let mut context = context();
    context.saves = SaveDirectory::open(folder).map_err(PlayError::from);
    App::new(context, Start::Title).unwrap()
}

pub(crate) fn game(app: &App) -> &Game {
    app.context().playthrough.as_ref().expect("a game").game()
}

pub(crate) fn log(app: &App) -> Vec<String> {
    app.context().playthrough.as_ref().expect("a game").log.messages().map(Message::with_count).collect()
}

/// Recipe files in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    pub(crate) written: Rc<RefCell<Vec<(String, String)>>>,
    pub(crate) is_full: bool,
}

impl RecipeFiles for Files {
    fn save(&mut self, name: &str, text: &str, replace: bool) -> Result<Saved, Box<dyn Error + Send + Sync>> {
        if self.is_full {
            return Err(format!("{name}: the disk is full").into());
        }
        let mut written = self.written.borrow_mut();
        let found = written.iter().position(|(known, _)| known == name);
        match found {
            Some(_) if !replace => return Ok(Saved::Exists),
            Some(index) => written[index].1 = text.to_owned(),
            None => written.push((name.to_owned(), text.to_owned())),
        }
        Ok(Saved::Written)
    }
}

/// The viewer on a target, with its level finished.
pub(crate) fn open(target: Target, name: &str, files: Files, capabilities: Capabilities) -> Viewer {
    let depth = if matches!(target, Target::Plan(_)) { 0 } else { 1 };
    let console = Console::new(Settings::standard(), capabilities);
    let mut viewer = Viewer::new(console, Box::new(files), ViewRequest::new(target, name, 42, depth)).unwrap();
    viewer.finish_work();
    viewer
}

pub(crate) fn view(recipe: Recipe) -> Viewer {
    let name = recipe.name().to_owned();
    open(Target::recipe(recipe), &name, Files::default(), COLOUR)
}

pub(crate) fn view_named(name: &str) -> Viewer {
    view(Recipe::named(name).unwrap())
}

pub(crate) fn view_in(name: &str, capabilities: Capabilities) -> Viewer {
    open(Target::recipe(Recipe::named(name).unwrap()), name, Files::default(), capabilities)
}

pub(crate) fn fingerprint(viewer: &Viewer) -> u64 {
    viewer.shown().unwrap().fingerprint()
}

/// A program whose pending work can be waited for.
pub(crate) trait Settle: Program {
    /// Waits until nothing moves.
    fn settle(&mut self);
}

impl Settle for App {
    fn settle(&mut self) {
        for _ in 0..2_000 {
            if self.wait().is_none() {
                return;
            }
            self.update(&Input::Tick);
        }
    }
}

impl Settle for Viewer {
    fn settle(&mut self) {
        self.finish_work();
    }
}

/// Presses keys, separated by spaces.
pub(crate) fn press(program: &mut impl Settle, keys: &str) {
    for key in keys.split(' ').filter(|key| !key.is_empty()) {
        program.update(&Input::Key(key.parse().unwrap()));
        program.settle();
    }
}

/// Types a text and Enter.
pub(crate) fn enter(program: &mut impl Settle, text: &str) {
    for letter in text.chars() {
        program.update(&Input::Key(Chord::character(letter)));
    }
    press(program, "enter");
}

pub(crate) fn mouse(program: &mut impl Settle, (column, row): (u16, u16), what: Pointer) {
    program.update(&Input::Mouse { column, row, what });
    program.settle();
}

/// The screen at a size.
pub(crate) fn drawn(program: &mut impl Settle, width: u16, height: u16) -> Buffer {
    program.update(&Input::Resize(width, height));
    program.settle();
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    program.draw(&mut buffer);
    buffer
}

/// The cells of a buffer as lines of text.
pub(crate) fn text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(usize::from(buffer.area.width.max(1)));
    let lines = rows.map(|row| row.iter().map(Cell::symbol).collect::<String>());
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The screen as text at 80 by 24.
pub(crate) fn shot(program: &mut impl Settle) -> String {
    text(&drawn(program, 80, 24))
}

/// The first cell that shows a glyph.
pub(crate) fn find(buffer: &Buffer, glyph: &str) -> Option<(u16, u16)> {
    let index = buffer.content.iter().position(|cell| cell.symbol() == glyph)?;
    Some(buffer.pos_of(index))
}

#[track_caller]
pub(crate) fn assert_shows(program: &mut impl Settle, words: &[&str]) {
    let screen = shot(program);
    for word in words {
        assert!(screen.contains(word), "`{word}` is not shown:\n{screen}");
    }
}
