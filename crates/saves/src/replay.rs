//! Replays of finished games.

use std::path::{Path, PathBuf};

use undercroft_game::record::{Ending, Header, Journal, RecoverError, Writer, play_back};
use undercroft_game::{Action, Game, GameContent};
use undercroft_mapgen::Seed;

use crate::files::{read, write_atomically};
use crate::{Resources, SaveError};

/// The number of actions between marks in a replay that is written in one go.
const MARK_INTERVAL: usize = 1_000;

/// A recorded game, from a replay or from the save of a game in progress.
///
/// ```
/// use undercroft_game::{Bot, Game, GameContent};
/// use undercroft_mapgen::Plan;
/// use undercroft_saves::{Replay, Resources, Verdict};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("moss.replay");
/// let mut game = Game::new(GameContent::standard(), Plan::named("two-caves")?, "moss")?;
/// let actions = Bot::new().play(&mut game, 100, |_, _| ());
/// Replay::write(&path, "two-caves", &"moss".into(), &GameContent::standard(), &actions, &game)?;
///
/// let replay = Replay::read(&path)?;
/// assert_eq!(replay.actions(), actions);
/// assert_eq!(replay.verify(&Resources::standard())?, Verdict::Same { hash: game.hash(), unproven: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    path: PathBuf,
    journal: Journal,
    seed: Seed,
}

/// Whether playing a game back leads to the same state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Same {
        /// The hash of the last state.
        hash: u64,
        /// The number of actions after the last recorded hash; 0 in the replay of a finished game.
        unproven: u64,
    },
    /// It does not.
    Differs {
        /// The number of actions after which the state was still the same.
        good: u64,
        /// The number of actions after which it was different.
        bad: u64,
    },
}

impl Replay {
    /// Reads a replay, or the save of a game in progress.
    ///
    /// # Errors
    /// If the file cannot be read or is not a game.
    pub fn read(path: &Path) -> Result<Self, SaveError> {
        let bytes = read(path)?.ok_or_else(|| SaveError::not_found(path))?;
        let journal = Journal::read(&bytes).map_err(|reason| SaveError::Unreadable { path: path.into(), reason })?;
        let seed = journal.header.seed();
        Ok(Self { path: path.into(), journal, seed })
    }

    /// Writes the replay of a game, given all its actions from the start. `plan` is the plan's name or path.
    ///
    /// # Errors
    /// If the file cannot be written, or the actions do not lead to the game.
    pub fn write(
        path: &Path,
        plan: &str,
        seed: &Seed,
        content: &GameContent,
        actions: &[Action],
        game: &Game,
    ) -> Result<(), SaveError> {
        if content.fingerprint() != game.content().fingerprint() {
            return Err(SaveError::OtherActions);
        }
        let mut again = Game::new(game.content().clone(), game.plan().clone(), seed)?;
        let (mut writer, mut bytes) = Writer::begin(&Header::new(game.hash(), plan, &again), None)?;
        for part in actions.chunks(MARK_INTERVAL) {
            for action in part {
                again.act(*action);
            }
            bytes.extend(writer.actions(part)?);
            bytes.extend(writer.mark(again.hash())?);
        }
        if again.hash() != game.hash() {
            return Err(SaveError::OtherActions);
        }
        if let Some(outcome) = game.outcome() {
            bytes.extend(writer.ending(&Ending::of(outcome, content))?);
        }
        write_atomically(path, &bytes)
    }

    /// The plan's name or path.
    #[must_use]
    pub fn plan(&self) -> &str {
        &self.journal.header.plan
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The actions.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.journal.tail.actions
    }

    /// How the game ended, if it did.
    #[must_use]
    pub const fn ending(&self) -> Option<&Ending> {
        self.journal.tail.ending.as_ref()
    }

    /// The number of actions missing at the start: more than 0 if the save was damaged.
    #[must_use]
    pub const fn missing_actions(&self) -> u64 {
        self.journal.header.missing_actions
    }

    /// The game before the first recorded action.
    ///
    /// # Errors
    /// If it has another version or cannot be started.
    pub fn start(&self, resources: &Resources) -> Result<Game, SaveError> {
        let Journal { header, base, .. } = &self.journal;
        let start = header.start(&resources.content, &*resources.find_plan);
        let game = start.and_then(|start| match base {
            None => Ok(start),
            Some(state) => Ok(start.with_state(state.clone())?),
        });
        game.map_err(|reason| SaveError::refused(&self.path, reason))
    }

    /// Plays everything back and compares it with what was recorded.
    ///
    /// # Errors
    /// As [`Replay::start`].
    pub fn verify(&self, resources: &Resources) -> Result<Verdict, SaveError> {
        let mut game = self.start(resources)?;
        let tail = &self.journal.tail;
        match play_back(&mut game, self.missing_actions(), &tail.actions, &tail.marks, 0) {
            Err(RecoverError::Differs { good, bad }) => Ok(Verdict::Differs { good, bad }),
            Err(reason) => Err(SaveError::refused(&self.path, reason)),
            Ok(_) => {
                let proven = tail.marks.last().map_or(self.missing_actions(), |mark| mark.actions);
                Ok(Verdict::Same { hash: game.hash(), unproven: tail.end.actions - proven })
            }
        }
    }
}
