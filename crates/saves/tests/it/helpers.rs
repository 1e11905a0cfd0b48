//! Games that the bot plays, and what a recovered one is compared with.

use std::path::{Path, PathBuf};

use undercroft_game::{Action, Bot, Game};
use undercroft_mapgen::{Plan, Seed};
use undercroft_saves::{NewGame, Resources, SaveDirectory, SavedGame};

pub(crate) fn new_game(plan: &str, seed: impl Into<Seed>) -> NewGame {
    NewGame { resources: Resources::standard(), plan: plan.into(), seed: seed.into() }
}

/// A game and its history.
pub(crate) struct Played {
    pub(crate) path: PathBuf,
    /// The hash after each number of actions.
    pub(crate) hashes: Vec<u64>,
    pub(crate) actions: Vec<Action>,
    /// The length of the journal after each number of actions.
    pub(crate) lengths: Vec<u64>,
}

impl Played {
    pub(crate) fn of(saved: &SavedGame) -> Self {
        let path = saved.save_file();
        let length = std::fs::metadata(&path).unwrap().len();
        Self { path, hashes: vec![saved.game().hash()], actions: Vec::new(), lengths: vec![length] }
    }
}

/// Lets the bot play on, and records everything.
pub(crate) fn play(saved: &mut SavedGame, played: &mut Played, actions: usize) {
    let mut bot = Bot::new();
    for _ in 0..actions {
        if saved.game().outcome().is_some() {
            break;
        }
        let action = bot.next(saved.game());
        saved.act(action).unwrap();
        played.actions.push(action);
        played.hashes.push(saved.game().hash());
        played.lengths.push(std::fs::metadata(&played.path).map_or(0, |file| file.len()));
    }
}

/// A seed with which the bot survives a number of actions, however the plan is balanced.
pub(crate) fn survivor(plan: &str, actions: usize) -> u64 {
    let survives = |seed: &u64| {
        let mut game = again(plan, *seed, &[]);
        Bot::new().play(&mut game, 2 * actions as u64, |_, _| ());
        game.outcome().is_none()
    };
    (0..100).find(survives).unwrap_or_else(|| panic!("the bot never survives {actions} actions of {plan}"))
}

/// A game that is dropped after a number of actions, as if its process had been killed.
pub(crate) fn killed(folder: &Path, plan: &str, seed: u64, actions: usize) -> (SaveDirectory, Played) {
    let saves = SaveDirectory::open(folder).unwrap();
    let mut saved = saves.begin(new_game(plan, seed)).unwrap();
    let mut played = Played::of(&saved);
    play(&mut saved, &mut played, actions);
    assert_eq!(saved.game().outcome(), None, "{plan}, seed {seed} ends too early for this test");
    (saves, played)
}

/// The same actions from the start, in memory.
pub(crate) fn again(plan: &str, seed: u64, actions: &[Action]) -> Game {
    let resources = Resources::standard();
    let mut game = Game::new(resources.content, Plan::named(plan).unwrap(), seed).unwrap();
    for action in actions {
        game.act(*action);
    }
    game
}
