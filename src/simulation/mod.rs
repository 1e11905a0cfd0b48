//! Many games that the bot plays without a screen, and what comes of them.

mod tally;

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use undercroft_game::{Bot, Content, Game, GameError, Outcome, Summary};
use undercroft_mapgen::{Plan, Seed};
use undercroft_saves::{Replay, ShelfError};

pub(crate) use tally::Tally;

/// What is played.
pub(crate) struct Simulation {
    pub(crate) content: Arc<Content>,
    pub(crate) plan: Arc<Plan>,
    pub(crate) first_seed: Seed,
    pub(crate) games: u64,
    /// After so many turns a game is left as it is.
    pub(crate) most_turns: u64,
    /// Whether every rule is checked after every turn, and every game is played again from its actions.
    pub(crate) check: bool,
    /// Where a replay of each game is written.
    pub(crate) replays: Option<Replays>,
}

/// Where replays are written.
pub(crate) struct Replays {
    pub(crate) folder: PathBuf,
    /// What the plan is found by when one is watched.
    pub(crate) plan: String,
}

impl Replays {
    /// The file of a game. Seeds may be any text: what could not be in a name becomes a hyphen.
    fn file(&self, plan: &Plan, seed: &Seed) -> PathBuf {
        let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
        let seed: String = seed.to_string().chars().map(plain).take(60).collect();
        self.folder.join(format!("{}-{seed}.replay", plan.name()))
    }
}

/// How one game went.
pub(crate) struct Played {
    pub(crate) seed: Seed,
    pub(crate) end: End,
    /// The depth it ended at.
    pub(crate) depth: u32,
    pub(crate) turns: u64,
    pub(crate) level: u32,
    /// Where it was won or lost.
    pub(crate) summary: Option<Summary>,
    pub(crate) hash: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Won,
    /// With its cause.
    Lost(String),
    /// The limit of turns came first.
    Unfinished,
}

impl End {
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost(_) => "lost",
            Self::Unfinished => "unfinished",
        }
    }
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SimulationError {
    #[error(transparent)]
    Start(#[from] GameError),
    #[error("seed {seed}, turn {turn}: a rule is broken: {problem}")]
    Broken { seed: Seed, turn: u64, problem: String },
    #[error("--replays: {0}")]
    Replay(#[from] ShelfError),
    #[error("seed {seed}: the same actions gave another game")]
    Differs { seed: Seed },
}

impl Simulation {
    /// Plays all games on all cores; they come back in the order of their seeds, whatever the number of cores.
    /// `tell` hears each time that one is done.
    pub(crate) fn run(&self, tell: impl Fn() + Sync) -> Result<Vec<Played>, SimulationError> {
        // A plan that cannot be started is told at once, and not by each of a million games.
        Game::new(self.content.clone(), self.plan.clone(), &self.first_seed)?;
        (0..self.games)
            .into_par_iter()
            .map(|index| {
                let played = self.play(self.first_seed.after(index));
                tell();
                played
            })
            .collect()
    }

    fn start(&self, seed: &Seed) -> Result<Game, GameError> {
        Game::new(self.content.clone(), self.plan.clone(), seed)
    }

    fn play(&self, seed: Seed) -> Result<Played, SimulationError> {
        let mut game = self.start(&seed)?;
        let mut broken: Option<(u64, String)> = None;
        let actions = Bot::new().play(&mut game, self.most_turns, |game, _| {
            if self.check && broken.is_none() {
                broken = game.check().err().map(|problem| (game.view().turn(), problem));
            }
        });
        if let Some((turn, problem)) = broken {
            return Err(SimulationError::Broken { seed, turn, problem });
        }
        let hash = game.hash();
        if self.check {
            let mut again = self.start(&seed)?;
            for action in &actions {
                again.act(*action);
            }
            if again.hash() != hash {
                return Err(SimulationError::Differs { seed });
            }
        }
        if let Some(replays) = &self.replays {
            let file = replays.file(&self.plan, &seed);
            Replay::write(&file, &replays.plan, &seed, &self.content, &actions, &game)?;
        }
        let end = match game.outcome() {
            Some(Outcome::Won(_)) => End::Won,
            Some(Outcome::Lost { cause, .. }) => End::Lost(cause.describe(&self.content)),
            None => End::Unfinished,
        };
        Ok(Played {
            seed,
            end,
            depth: game.view().depth(),
            turns: game.view().turn(),
            level: game.view().stats().level,
            summary: game.outcome().map(|outcome| *outcome.summary()),
            hash,
        })
    }
}
