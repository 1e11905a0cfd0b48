//! The game as JavaScript sees it.

use std::collections::BTreeMap;

use serde::Serialize;
use undercroft_export::Art;
use undercroft_game::{DAILY_PLAN, Game, GameContent, Hint, Log, Point, daily_seed, guide};
use undercroft_mapgen::{Seed, Tileset};
use wasm_bindgen::prelude::*;

use super::legend::legend;
use super::own_content::OwnContent;
use super::painter::{GamePicture, Painter};
use super::play::Play;
use super::watch::{Record, Watch};
use crate::Problem;
use crate::javascript::{answer, read, thrown};

/// A game in progress or a recorded one. Requests and answers are JSON; a [`Problem`] is thrown as its JSON.
#[wasm_bindgen(js_name = Game)]
#[derive(Debug, Default)]
pub struct GameHandle {
    own: OwnContent,
    session: Option<Session>,
    painter: Painter,
}

#[derive(Debug)]
enum Session {
    Play(Box<Play>),
    Watch(Box<Watch>),
}

/// A hint for the first games.
#[derive(Serialize)]
struct HintLine {
    name: &'static str,
    text: &'static str,
}

/// The daily dungeon.
#[derive(Serialize)]
struct Daily {
    plan: &'static str,
    seed: String,
}

/// How far a replay has been shown.
#[derive(Serialize)]
struct Progress {
    done: usize,
    actions: usize,
}

/// The built-in art, for pictures in lists: its pixels, and where the picture of each kind is.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Sprites {
    png: Vec<u8>,
    places: String,
    side: u32,
}

#[wasm_bindgen]
impl Sprites {
    /// The image as a PNG file.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        self.png.clone()
    }

    /// The corner of each kind's picture, as JSON.
    #[wasm_bindgen(getter)]
    pub fn places(&self) -> String {
        self.places.clone()
    }

    /// The side of a picture in pixels.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn side(&self) -> u32 {
        self.side
    }
}

/// A picture of the map for a canvas.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MapPixels(GamePicture);

#[wasm_bindgen]
impl MapPixels {
    /// The width in pixels.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> u32 {
        self.0.picture.width()
    }

    /// The height in pixels.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> u32 {
        self.0.picture.height()
    }

    /// The width of a cell in pixels.
    #[wasm_bindgen(getter, js_name = cellWidth)]
    pub fn cell_width(&self) -> u32 {
        self.0.cell_width
    }

    /// The height of a cell in pixels.
    #[wasm_bindgen(getter, js_name = cellHeight)]
    pub fn cell_height(&self) -> u32 {
        self.0.cell_height
    }

    /// Pixels above the first row.
    #[wasm_bindgen(getter)]
    pub fn above(&self) -> u32 {
        self.0.above
    }

    /// Red, green, blue and opacity of every pixel.
    #[must_use]
    pub fn rgba(&self) -> Vec<u8> {
        self.0.picture.pixels().as_flattened().to_vec()
    }
}

#[wasm_bindgen(js_class = Game)]
impl GameHandle {
    /// No game yet.
    #[must_use]
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The plans that can be played.
    pub fn plans(&self) -> Result<String, JsValue> {
        answer(self.own.plans())
    }

    /// Adds some of the player's own content files, given as path and text.
    #[wasm_bindgen(js_name = addFiles)]
    pub fn add_files(&mut self, files: &str) -> Result<(), JsValue> {
        read::<Vec<(String, String)>>(files).and_then(|files| self.own.add(&files)).map_err(thrown)
    }

    /// Removes one of the player's own content files.
    #[wasm_bindgen(js_name = removeFile)]
    pub fn remove_file(&mut self, path: &str) {
        self.own.remove(path);
    }

    /// The plan and the seed of the daily dungeon of a date.
    pub fn daily(date: &str) -> Result<String, JsValue> {
        answer(Ok(Daily { plan: DAILY_PLAN, seed: daily_seed(date).to_string() }))
    }

    /// How the game works: headings and paragraphs.
    pub fn guide() -> Result<String, JsValue> {
        answer(Ok(guide(&GameContent::standard())))
    }

    /// The next useful hint that has not been given yet.
    pub fn hint(&self, given: &str) -> Result<String, JsValue> {
        let given: Vec<String> = read(given).map_err(thrown)?;
        let hint = Hint::next(&self.game()?.view(), |name| given.iter().any(|known| known == name));
        answer(Ok(hint.map(|hint| HintLine { name: hint.name, text: hint.text })))
    }

    /// The pictures for lists.
    pub fn sprites() -> Result<Sprites, JsValue> {
        sprites().map_err(thrown)
    }

    /// A level in art, for the title.
    pub fn backdrop(seed: &str) -> Result<MapPixels, JsValue> {
        let picture = Painter::backdrop(seed).map_err(thrown)?;
        Ok(MapPixels(GamePicture { picture, cell_width: 16, cell_height: 16, above: 0 }))
    }

    /// Starts a game.
    pub fn begin(&mut self, plan: &str, seed: &str, id: u64) -> Result<String, JsValue> {
        let play = Play::begin(&self.own, plan, &Seed::from(seed), id).map_err(thrown)?;
        self.session = Some(Session::Play(Box::new(play)));
        self.turn()
    }

    /// Resumes a game from its journal and its checkpoint; returns whether the stored journal has to be replaced.
    pub fn resume(&mut self, journal: &[u8], checkpoint: Option<Vec<u8>>) -> Result<bool, JsValue> {
        let resumed = Play::resume(&self.own, journal, checkpoint.as_deref()).map_err(thrown)?;
        self.session = Some(Session::Play(Box::new(resumed.play)));
        Ok(resumed.repaired)
    }

    /// Opens a recorded game to watch it.
    pub fn watch(&mut self, bytes: &[u8]) -> Result<String, JsValue> {
        self.session = Some(Session::Watch(Box::new(Watch::read(&self.own, bytes).map_err(thrown)?)));
        self.turn()
    }

    /// What to show now.
    pub fn turn(&self) -> Result<String, JsValue> {
        answer(match &self.session {
            Some(Session::Play(play)) => Ok(play.turn()),
            Some(Session::Watch(watch)) => Ok(watch.turn()),
            None => Err(no_game()),
        })
    }

    /// Carries out a command of the player.
    pub fn command(&mut self, command: &str) -> Result<String, JsValue> {
        let command = read(command).map_err(thrown)?;
        self.play()?.command(command).map_err(thrown)?;
        self.turn()
    }

    /// Takes more steps of the command in progress.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, steps: u32) -> Result<String, JsValue> {
        self.play()?.go_on(steps).map_err(thrown)?;
        self.turn()
    }

    /// Interrupts the command in progress.
    pub fn stop(&mut self) -> Result<String, JsValue> {
        self.play()?.stop();
        self.turn()
    }

    /// Lets the bot play.
    pub fn bot(&mut self, actions: u32) -> Result<String, JsValue> {
        self.play()?.let_bot_play(actions).map_err(thrown)?;
        self.turn()
    }

    /// Whether stepping on something useful picks it up.
    #[wasm_bindgen(js_name = setPicksUp)]
    pub fn set_picks_up(&mut self, picks_up: bool) -> Result<(), JsValue> {
        self.play()?.set_picks_up(picks_up);
        Ok(())
    }

    /// Adds a message about the program itself to the log.
    pub fn remark(&mut self, text: &str) -> Result<String, JsValue> {
        self.play()?.remark(text);
        self.turn()
    }

    /// The id of the game, as text.
    pub fn id(&mut self) -> Result<String, JsValue> {
        Ok(self.play()?.id().to_string())
    }

    /// The whole journal.
    pub fn journal(&mut self) -> Result<Vec<u8>, JsValue> {
        Ok(self.play()?.journal().to_vec())
    }

    /// What was added to the journal since the last call.
    #[wasm_bindgen(js_name = takeJournal)]
    pub fn take_journal(&mut self) -> Result<Vec<u8>, JsValue> {
        Ok(self.play()?.take_journal())
    }

    /// The checkpoint made since the last call.
    #[wasm_bindgen(js_name = takeCheckpoint)]
    pub fn take_checkpoint(&mut self) -> Result<Option<Vec<u8>>, JsValue> {
        Ok(self.play()?.take_checkpoint())
    }

    /// The replay of a game that has ended.
    pub fn replay(&mut self) -> Result<Vec<u8>, JsValue> {
        self.play()?.replay().map_err(thrown)
    }

    /// Describes a game from the bytes of its record.
    pub fn record(bytes: &[u8]) -> Result<String, JsValue> {
        answer(Record::read(bytes))
    }

    /// Plays a recorded game back and returns the hash of its last state, as the command prints it.
    pub fn verify(&self, bytes: &[u8]) -> Result<String, JsValue> {
        Watch::verify(&self.own, bytes).map(|hash| format!("{hash:016x}")).map_err(thrown)
    }

    /// The hash of the state, as the command prints it.
    pub fn hash(&self) -> Result<String, JsValue> {
        Ok(format!("{:016x}", self.game()?.hash()))
    }

    /// All messages.
    pub fn history(&self) -> Result<String, JsValue> {
        let log: &Log = match self.session.as_ref().ok_or_else(|| thrown(no_game()))? {
            Session::Play(play) => play.log(),
            Session::Watch(watch) => watch.log(),
        };
        answer(Ok(log.messages().collect::<Vec<_>>()))
    }

    /// What the glyphs on the hero's level stand for.
    pub fn legend(&self) -> Result<String, JsValue> {
        answer(Ok(legend(self.game()?)))
    }

    /// Goes to the moment of a replay after some actions.
    pub fn seek(&mut self, done: usize) -> Result<String, JsValue> {
        self.watched()?.seek(done);
        self.turn()
    }

    /// How far a replay has been shown.
    pub fn progress(&mut self) -> Result<String, JsValue> {
        let (done, actions) = self.watched()?.progress();
        answer(Ok(Progress { done, actions }))
    }

    /// What the hero sees or remembers at a cell.
    pub fn describe(&self, x: i32, y: i32) -> Result<String, JsValue> {
        Ok(self.game()?.view().describe(Point::new(x, y)))
    }

    /// Paints a part of the map.
    pub fn paint(&mut self, request: &str) -> Result<MapPixels, JsValue> {
        let request = read(request).map_err(thrown)?;
        let game = match self.session.as_ref().ok_or_else(|| thrown(no_game()))? {
            Session::Play(play) => play.game(),
            Session::Watch(watch) => watch.game(),
        };
        self.painter.paint(game, &request).map(MapPixels).map_err(thrown)
    }
}

impl GameHandle {
    fn play(&mut self) -> Result<&mut Play, JsValue> {
        match &mut self.session {
            Some(Session::Play(play)) => Ok(play),
            _ => Err(thrown(no_game())),
        }
    }

    fn watched(&mut self) -> Result<&mut Watch, JsValue> {
        match &mut self.session {
            Some(Session::Watch(watch)) => Ok(watch),
            _ => Err(thrown(Problem::new("no replay is open"))),
        }
    }

    fn game(&self) -> Result<&Game, JsValue> {
        match &self.session {
            Some(Session::Play(play)) => Ok(play.game()),
            Some(Session::Watch(watch)) => Ok(watch.game()),
            None => Err(thrown(no_game())),
        }
    }
}

fn no_game() -> Problem {
    Problem::new("no game has been started")
}

fn sprites() -> Result<Sprites, Problem> {
    let art = Art::undercroft();
    let (sheet, content) = (art.sheet(), GameContent::standard());
    let creatures = content.creatures().map(|(_, kind)| kind.name.as_str());
    let items = content.items().map(|(_, kind)| kind.name.as_str());
    let things = creatures.chain(items).chain(["hero"]).map(|kind| (kind.to_owned(), sheet.thing(kind)));
    let tileset = Tileset::standard();
    let tiles = tileset.iter().map(|(_, tile)| (format!("tile:{}", tile.name), sheet.tile(&tile.name)));
    let places: BTreeMap<String, (u32, u32)> =
        things.chain(tiles).filter_map(|(kind, index)| Some((kind, sheet.corner(index?)))).collect();
    let mut png = Vec::new();
    art.image().write_png(&mut png)?;
    Ok(Sprites { png, places: serde_json::to_string(&places)?, side: sheet.tile_size().width })
}
