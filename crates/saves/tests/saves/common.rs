//! What the tests share: a shelf in a folder of its own, and games that the bot plays.

use std::path::{Path, PathBuf};

use undercroft_game::{Action, Bot, Game};
use undercroft_mapgen::{Plan, Seed};
use undercroft_saves::{Running, Setting, Shelf, World};

pub(crate) fn setting(plan: &str, seed: impl Into<Seed>) -> Setting {
    Setting { world: World::standard(), plan: plan.into(), seed: seed.into() }
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
    pub(crate) fn of(running: &Running) -> Self {
        let path = running.save_file();
        let length = std::fs::metadata(&path).unwrap().len();
        Self { path, hashes: vec![running.game().hash()], actions: Vec::new(), lengths: vec![length] }
    }
}

/// Lets the bot play on, and notes everything.
pub(crate) fn play(running: &mut Running, played: &mut Played, actions: usize) {
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
pub(crate) fn killed(folder: &Path, plan: &str, seed: u64, actions: usize) -> (Shelf, Played) {
    let shelf = Shelf::open(folder).unwrap();
    let mut running = shelf.begin(setting(plan, seed)).unwrap();
    let mut played = Played::of(&running);
    play(&mut running, &mut played, actions);
    assert_eq!(running.game().outcome(), None, "{plan}, seed {seed} ends too soon for this test");
    (shelf, played)
}

/// The same actions done from the start in memory.
pub(crate) fn again(plan: &str, seed: u64, actions: &[Action]) -> Game {
    let world = World::standard();
    let mut game = Game::new(world.content, Plan::named(plan).unwrap(), seed).unwrap();
    for action in actions {
        game.act(*action);
    }
    game
}
