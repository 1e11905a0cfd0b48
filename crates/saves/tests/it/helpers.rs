//! What the tests share: a saves in a folder of its own, and games that the bot plays.

use std::path::{Path, PathBuf};

use undercroft_game::{Action, Bot, Game};
use undercroft_mapgen::{Plan, Seed};
use undercroft_saves::{NewGame, Resources, SaveDirectory, SavedGame};

pub(crate) fn new_game(plan: &str, seed: impl Into<Seed>) -> NewGame {
    NewGame { resources: Resources::standard(), plan: plan.into(), seed: seed.into() }
}

/// A game and all that is known of it: what a recovered one is compared with.
pub(crate) struct Played {
    pub(crate) path: PathBuf,
    /// The hash after so many actions.
    pub(crate) hashes: Vec<u64>,
    pub(crate) actions: Vec<Action>,
    /// The length of the journal after so many actions, as the disk has it.
    pub(crate) lengths: Vec<u64>,
}

impl Played {
    pub(crate) fn of(running: &SavedGame) -> Self {
        let path = running.save_file();
        let length = std::fs::metadata(&path).unwrap().len();
        Self { path, hashes: vec![running.game().hash()], actions: Vec::new(), lengths: vec![length] }
    }
}

/// Lets the bot play on, and notes everything.
pub(crate) fn play(running: &mut SavedGame, played: &mut Played, actions: usize) {
    let mut bot = Bot::new();
    for _ in 0..actions {
        if running.game().outcome().is_some() {
            break;
        }
        let action = bot.next(running.game());
        running.act(action).unwrap();
        played.actions.push(action);
        played.hashes.push(running.game().hash());
        played.lengths.push(std::fs::metadata(&played.path).map_or(0, |file| file.len()));
    }
}

/// A game of so many actions that was dropped without a word, as when its process is killed.
pub(crate) fn killed(folder: &Path, plan: &str, seed: u64, actions: usize) -> (SaveDirectory, Played) {
    let saves = SaveDirectory::open(folder).unwrap();
    let mut running = saves.begin(new_game(plan, seed)).unwrap();
    let mut played = Played::of(&running);
    play(&mut running, &mut played, actions);
    assert_eq!(running.game().outcome(), None, "{plan}, seed {seed} ends too soon for this test");
    (saves, played)
}

/// The same actions done from the start in memory.
pub(crate) fn again(plan: &str, seed: u64, actions: &[Action]) -> Game {
    let resources = Resources::standard();
    let mut game = Game::new(resources.content, Plan::named(plan).unwrap(), seed).unwrap();
    for action in actions {
        game.act(*action);
    }
    game
}
