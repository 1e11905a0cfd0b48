//! A game that was played.

use std::path::{Path, PathBuf};

use undercroft_game::record::{Ending, Header, Journal, Mark, RecoverError, Writer, play};
use undercroft_game::{Action, Content, Game};
use undercroft_mapgen::Seed;

use crate::files::{read, write_whole};
use crate::{ShelfError, World};

/// In a replay that is written in one go the state's hash is noted after so many actions.
const MARK_EVERY: usize = 1_000;

/// A game that was played: of a replay, or of the save of a game that is not over.
///
/// ```
/// use undercroft_game::{Bot, Content, Game};
/// use undercroft_mapgen::Plan;
/// use undercroft_saves::{Replay, Verdict, World};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("moss.replay");
/// let mut game = Game::new(Content::standard(), Plan::named("two-caves")?, "moss")?;
/// let actions = Bot::new().play(&mut game, 100, |_, _| ());
/// Replay::write(&path, "two-caves", &"moss".into(), &Content::standard(), &actions, &game)?;
///
/// let replay = Replay::read(&path)?;
/// assert_eq!(replay.actions(), actions);
/// assert_eq!(replay.verify(&World::standard())?, Verdict::Same { hash: game.hash(), unproven: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    path: PathBuf,
    journal: Journal,
    seed: Seed,
}

/// Whether a game that is played again ends in the same state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Same {
        /// The hash of the last state.
        hash: u64,
        /// How many actions come after the last hash that was recorded; none, in the replay of a game that is over.
        unproven: u64,
    },
    /// It does not.
    Differs {
        /// After so many actions the state was still the same.
        good: u64,
        /// After so many actions it was another.
        bad: u64,
    },
}

impl Replay {
    /// Reads a replay, or the save of a game that is not over.
    ///
    /// # Errors
    /// Where the file cannot be read or is no game.
    pub fn read(path: &Path) -> Result<Self, ShelfError> {
        let none = || ShelfError::file("read", path)(std::io::ErrorKind::NotFound.into());
        let bytes = read(path)?.ok_or_else(none)?;
        let journal = Journal::read(&bytes).map_err(|reason| ShelfError::Unreadable { path: path.into(), reason })?;
        let seed = journal.header.seed();
        Ok(Self { path: path.into(), journal, seed })
    }

    /// Writes the replay of a game that was played from its start with these actions, whole or not at all. `plan` is what
    /// [`World::find_plan`] finds the plan by.
    ///
    /// # Errors
    /// Where the file cannot be written, or the actions do not lead to the game.
    pub fn write(
        path: &Path,
        plan: &str,
        seed: &Seed,
        content: &Content,
        actions: &[Action],
        game: &Game,
    ) -> Result<(), ShelfError> {
        if content.fingerprint() != game.content().fingerprint() {
            return Err(ShelfError::OtherActions);
        }
        let mut again = Game::new(game.content().clone(), game.plan().clone(), seed)?;
        let (mut writer, mut bytes) = Writer::begin(&Header::new(game.hash(), plan, &again), None)?;
        for part in actions.chunks(MARK_EVERY) {
            for action in part {
                again.act(*action);
            }
            bytes.extend(writer.actions(part)?);
            bytes.extend(writer.mark(again.hash())?);
        }
        if again.hash() != game.hash() {
            return Err(ShelfError::OtherActions);
        }
        if let Some(outcome) = game.outcome() {
            bytes.extend(writer.ending(&Ending::of(outcome, content))?);
        }
        write_whole(path, &bytes)
    }

    /// The plan, by its name or path.
    #[must_use]
    pub fn plan(&self) -> &str {
        &self.journal.header.plan
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// What the player did.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.journal.tail.actions
    }

    /// The hashes of states that were recorded on the way.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.journal.tail.marks
    }

    /// How it ended, if it did.
    #[must_use]
    pub const fn ending(&self) -> Option<&Ending> {
        self.journal.tail.ending.as_ref()
    }

    /// How many actions were lost before the first: where a save was damaged, its replay begins later.
    #[must_use]
    pub const fn lost(&self) -> u64 {
        self.journal.header.lost
    }

    /// What is wrong with the file, for the reader.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let bad = self.journal.tail.bad_bytes;
        (bad > 0).then(|| format!("The last {bad} bytes of {} are damaged and left out.", self.path.display()))
    }

    /// The game before the first action.
    ///
    /// # Errors
    /// Where it is of another version, or cannot be made.
    pub fn start(&self, world: &World) -> Result<Game, ShelfError> {
        self.begin(world).map_err(|reason| ShelfError::refused(&self.path, reason))
    }

    /// Plays it all again, and compares it with what was recorded.
    ///
    /// # Errors
    /// As [`Replay::start`].
    pub fn verify(&self, world: &World) -> Result<Verdict, ShelfError> {
        let mut game = self.start(world)?;
        let tail = &self.journal.tail;
        match play(&mut game, self.lost(), &tail.actions, &tail.marks, 0) {
            Err(RecoverError::Differs { good, bad }) => Ok(Verdict::Differs { good, bad }),
            Err(reason) => Err(ShelfError::refused(&self.path, reason)),
            Ok(_) => {
                let proven = tail.marks.last().map_or(self.lost(), |mark| mark.actions);
                Ok(Verdict::Same { hash: game.hash(), unproven: tail.end.actions - proven })
            }
        }
    }

    fn begin(&self, world: &World) -> Result<Game, RecoverError> {
        let Journal { header, base, .. } = &self.journal;
        header.check(&world.content)?;
        let plan = (world.find_plan)(&header.plan);
        let plan = plan.map_err(|reason| RecoverError::Plan { plan: header.plan.clone(), reason })?;
        let start = header.start(&world.content, plan)?;
        match base {
            None => Ok(start),
            Some(state) => {
                Ok(Game::resume(start.content().clone(), start.plan().clone(), start.seed(), state.clone())?)
            }
        }
    }
}
