//! Many games played by the bot without a screen.

mod tally;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use indicatif::ProgressBar;
use undercroft_game::{Bot, Game, GameContent, GameError, Outcome, Summary};
use undercroft_mapgen::{Plan, Seed};
use undercroft_saves::{Replay, SaveError};

use crate::parallel;

pub(crate) use tally::Tally;

/// Games played at a time.
const BATCH: u64 = 256;

/// Which games to play, and how.
pub(crate) struct Simulation {
    pub(crate) content: Arc<GameContent>,
    pub(crate) plan: Arc<Plan>,
    pub(crate) first_seed: Seed,
    /// A game is abandoned after this many turns.
    pub(crate) max_turns: u64,
    /// The bot's state at the start of each game.
    pub(crate) bot: Bot,
    /// Whether to check every rule after every turn, and to replay each game from its actions.
    pub(crate) check: bool,
    /// Where to write a replay of each game.
    pub(crate) replays: Option<Replays>,
}

/// Where replays are written.
pub(crate) struct Replays {
    pub(crate) directory: PathBuf,
    /// The plan's name or path, so that it can be found again.
    pub(crate) plan: String,
}

impl Replays {
    /// The file of a game. Seeds may be any text: characters that are not alphanumeric become hyphens.
    fn file(&self, plan: &Plan, seed: &Seed) -> PathBuf {
        let safe = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
        let seed: String = seed.to_string().chars().map(safe).take(60).collect();
        self.directory.join(format!("{}-{seed}.replay", plan.name()))
    }
}

/// How one game went.
pub(crate) struct PlayedGame {
    pub(crate) seed: Seed,
    pub(crate) end: End,
    /// The depth at which it ended.
    pub(crate) depth: u32,
    pub(crate) turns: u64,
    /// The hero's level of experience.
    pub(crate) level: u32,
    pub(crate) experience: u64,
    /// `None` if the game was abandoned.
    pub(crate) summary: Option<Summary>,
    pub(crate) hash: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Won,
    /// With the cause of death.
    Lost(String),
    /// The turn limit was reached.
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

#[derive(Debug, thiserror::Error)]
pub(crate) enum SimulationError {
    #[error(transparent)]
    Start(#[from] GameError),
    #[error("seed {seed}, turn {turn}: broken rule: {problem}")]
    Broken { seed: Seed, turn: u64, problem: String },
    #[error("--replays: {0}")]
    Replay(#[from] SaveError),
    #[error("seed {seed}: the same actions led to a different game")]
    Differs { seed: Seed },
}

impl Simulation {
    /// Plays `count` games from the `first` on, on all cores, and returns them in the order of their seeds.
    pub(crate) fn run(&self, first: u64, count: u64, progress: &ProgressBar) -> anyhow::Result<Vec<PlayedGame>> {
        let mut games = Vec::new();
        parallel::for_each_in_order(
            count,
            BATCH,
            progress,
            |index| Ok(self.play(self.first_seed.after(first + index))?),
            |_, game| {
                games.push(game);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(games)
    }

    fn start(&self, seed: &Seed) -> Result<Game, GameError> {
        Game::new(self.content.clone(), self.plan.clone(), seed)
    }

    fn play(&self, seed: Seed) -> Result<PlayedGame, SimulationError> {
        let mut game = self.start(&seed)?;
        let mut broken: Option<(u64, String)> = None;
        let actions = self.bot.clone().play(&mut game, self.max_turns, |game, _| {
            if self.check && broken.is_none() {
                broken = game.check().err().map(|problem| (game.view().turn(), problem.to_string()));
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
        Ok(PlayedGame {
            seed,
            end,
            depth: game.view().depth(),
            turns: game.view().turn(),
            level: game.view().stats().level,
            experience: game.view().stats().experience.into(),
            summary: game.outcome().map(|outcome| *outcome.summary()),
            hash,
        })
    }
}
