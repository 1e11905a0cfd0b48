//! A game in progress, with every action saved to disk.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use undercroft_game::record::{Checkpoint, Ending, Header, Journal, Position, Writer, compact};
use undercroft_game::{Action, Event, Game};

use crate::files::{folder_of, read, write_atomically};
use crate::lock::Lock;
use crate::save_paths::{REPLAY, SavePaths, numbered};
use crate::{SaveError, disk};

/// The number of actions between checkpoints on the same level, so that loading never has many to play back.
const CHECKPOINT_INTERVAL: u64 = 1_000;
/// The number of actions after which a failed checkpoint is tried again.
const RETRY_INTERVAL: u64 = 50;

/// A game in which every action is on disk before [`SavedGame::act`] returns. Nobody else can resume it in the meantime.
///
/// Dropping it loses nothing. A [`checkpoint`](SavedGame::checkpoint) before that makes the next start faster, and survives
/// a power failure.
#[derive(Debug)]
pub struct SavedGame {
    game: Game,
    header: Header,
    writer: Writer,
    /// The journal, opened for appending without a buffer.
    file: File,
    paths: SavePaths,
    /// `None` once the game is over and its files are gone.
    lock: Option<Lock>,
    replays: PathBuf,
    replay: Option<PathBuf>,
    /// Bytes not yet written.
    pending: Vec<u8>,
    /// Events of actions that could not be written.
    unreported: Vec<Event>,
    /// The position of the last checkpoint.
    checkpointed: Option<Position>,
    /// The number of actions at which the next checkpoint is due.
    due: u64,
}

impl SavedGame {
    pub(crate) fn new(
        game: Game,
        header: Header,
        writer: Writer,
        file: File,
        paths: SavePaths,
        lock: Lock,
        replays: PathBuf,
    ) -> Self {
        let due = writer.position().actions + CHECKPOINT_INTERVAL;
        Self {
            game,
            header,
            writer,
            file,
            paths,
            lock: Some(lock),
            replays,
            replay: None,
            pending: Vec::new(),
            unreported: Vec::new(),
            checkpointed: None,
            due,
        }
    }

    /// Records that there is a checkpoint at a position.
    pub(crate) const fn set_checkpoint(&mut self, position: Position) {
        self.checkpointed = Some(position);
        self.due = position.actions + CHECKPOINT_INTERVAL;
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The number of actions from the start, without refused ones.
    #[must_use]
    pub const fn actions(&self) -> u64 {
        self.writer.position().actions
    }

    /// The save, while the game is in progress.
    #[must_use]
    pub fn save_file(&self) -> PathBuf {
        self.paths.journal()
    }

    /// The replay, once the game has ended.
    #[must_use]
    pub fn replay_file(&self) -> Option<&Path> {
        self.replay.as_deref()
    }

    /// Performs one action, which is on disk when this returns. A change of level makes a checkpoint, and the end of the
    /// game turns the save into a replay.
    ///
    /// # Errors
    /// If it cannot be written. The game in memory is never more than this one action ahead: the next call first writes what
    /// is missing, does nothing else if that fails again, and otherwise returns the events of both.
    pub fn act(&mut self, action: Action) -> Result<Vec<Event>, SaveError> {
        self.flush()?;
        let depth = self.game.view().depth();
        if self.game.outcome().is_none() {
            // Encoded before the action and written after it, so that an action that crashes the program is not in the
            // save. Refused actions are not saved either, because they change nothing.
            let mut writer = self.writer.clone();
            let bytes = writer.actions(&[action])?;
            let events = self.game.act(action);
            if !events.iter().any(|event| matches!(event, Event::Refused(_))) {
                self.writer = writer;
                self.pending.extend(bytes);
            }
            self.unreported.extend(events);
            self.flush()?;
        } else if self.unreported.is_empty() {
            self.unreported.extend(self.game.act(action));
        }
        let checkpoint_is_due = self.game.view().depth() != depth || self.actions() >= self.due;
        if self.game.outcome().is_some() {
            self.finish()?;
        } else if checkpoint_is_due && self.checkpoint().is_err() {
            // Nothing is lost without a checkpoint: the journal has everything.
            self.due = self.actions() + RETRY_INTERVAL;
        }
        Ok(std::mem::take(&mut self.unreported))
    }

    /// Makes a checkpoint: everything is physically on disk, and loading is fast.
    ///
    /// # Errors
    /// If it cannot be written. The game can continue regardless.
    pub fn checkpoint(&mut self) -> Result<(), SaveError> {
        self.flush()?;
        if self.game.outcome().is_some() {
            return self.finish();
        }
        if self.checkpointed.is_some_and(|position| position.actions == self.actions()) {
            return Ok(());
        }
        self.pending.extend(self.writer.mark(self.game.hash())?);
        self.flush()?;
        // The journal goes first: a checkpoint must not be ahead of it.
        disk::sync(&self.file).map_err(SaveError::file("write", &self.paths.journal()))?;
        let position = self.writer.position();
        let bytes = Checkpoint::of(&self.game, &self.header, position).write()?;
        write_atomically(&self.paths.checkpoint(), &bytes)?;
        self.set_checkpoint(position);
        Ok(())
    }

    /// Hands all pending bytes to the system. What it accepts before an error is not written twice.
    fn flush(&mut self) -> Result<(), SaveError> {
        while !self.pending.is_empty() {
            let written = match disk::write(&self.file, &self.pending) {
                Ok(0) => Err(ErrorKind::WriteZero.into()),
                Err(error) if error.kind() == ErrorKind::Interrupted => Ok(0),
                written => written,
            };
            let written = written.map_err(SaveError::file("write", &self.paths.journal()))?;
            self.pending.drain(..written);
        }
        Ok(())
    }

    /// Turns the save of a finished game into a replay. If that is interrupted, resuming the save completes it.
    pub(crate) fn finish(&mut self) -> Result<(), SaveError> {
        let Some(outcome) = self.game.outcome().filter(|_| self.replay.is_none()) else { return Ok(()) };
        let ending = Ending::of(outcome, self.game.content());
        let target = self.replay_target()?;
        if self.write_replay(&target, &ending).is_err() {
            // There may be no space for a second file. Then the save itself becomes the replay.
            self.rename_to_replay(&target, &ending)?;
        }
        self.replay = Some(target);
        for path in [self.paths.checkpoint(), self.paths.journal()] {
            match disk::remove(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(SaveError::file("remove", &path)(error));
                }
                _ => {}
            }
        }
        // Released first, because some systems do not remove locked files.
        self.lock = None;
        let _ = disk::remove(&self.paths.lock());
        let _ = disk::sync_folder(self.paths.folder());
        Ok(())
    }

    fn write_replay(&self, target: &Path, ending: &Ending) -> Result<(), SaveError> {
        let path = self.paths.journal();
        let bytes = read(&path)?.unwrap_or_default();
        let journal = Journal::read(&bytes).map_err(|reason| SaveError::Unreadable { path, reason })?;
        write_atomically(target, &compact(&journal, self.game.hash(), Some(ending))?)
    }

    fn rename_to_replay(&mut self, target: &Path, ending: &Ending) -> Result<(), SaveError> {
        let path = self.paths.journal();
        let bytes = read(&path)?.unwrap_or_default();
        let has_ending = Journal::read(&bytes).is_ok_and(|journal| journal.tail.ending.is_some());
        if !has_ending {
            self.pending.extend(self.writer.mark(self.game.hash())?);
            self.pending.extend(self.writer.ending(ending)?);
        }
        self.flush()?;
        disk::sync(&self.file).map_err(SaveError::file("write", &path))?;
        let renamed = disk::rename(&path, target).and_then(|()| disk::sync_folder(folder_of(target)));
        renamed.map_err(SaveError::file("write", target))
    }

    /// A path for the replay that no other game uses.
    fn replay_target(&self) -> Result<PathBuf, SaveError> {
        disk::create_folder(&self.replays).map_err(SaveError::file("create", &self.replays))?;
        for number in 1_u32.. {
            let path = self.replays.join(format!("{}.{REPLAY}", numbered(self.paths.stem(), number)));
            let Some(bytes) = read(&path)? else { return Ok(path) };
            // If it is a replay of this very game, finishing was interrupted.
            if Journal::read(&bytes).is_ok_and(|known| known.header.id == self.header.id) {
                return Ok(path);
            }
        }
        Err(SaveError::file("write", &self.replays)(ErrorKind::AlreadyExists.into()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;

    use undercroft_game::Bot;

    use super::*;
    use crate::{NewGame, Replay, Resources, SaveDirectory, Verdict};

    fn begin(folder: &Path) -> (SaveDirectory, SavedGame) {
        let saves = SaveDirectory::open(folder).unwrap();
        let new = NewGame { resources: Resources::standard(), plan: "two-caves".into(), seed: 5.into() };
        let game = saves.begin(new).unwrap();
        (saves, game)
    }

    /// Makes every write to the journal fail. Returns the real file.
    #[cfg(target_os = "linux")]
    fn fill_disk(saved: &mut SavedGame) -> File {
        std::mem::replace(&mut saved.file, OpenOptions::new().append(true).open("/dev/full").unwrap())
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_loses_nothing_of_the_game_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let (saves, mut saved) = begin(folder.path());
        saved.act(Action::Wait).unwrap();
        let disk = fill_disk(&mut saved);
        let error = saved.act(Action::Wait).unwrap_err().to_string();
        assert!(error.contains("two-caves-5.save") && error.contains("free some disk space"), "{error}");
        assert_eq!(saved.game().view().turn(), 2);
        saved.act(Action::Wait).unwrap_err();
        saved.checkpoint().unwrap_err();
        assert_eq!(saved.game().view().turn(), 2, "the second action has to wait for the first");
        saved.file = disk;
        saved.act(Action::Wait).unwrap();
        assert_eq!(saved.game().view().turn(), 3);
        let (hash, path) = (saved.game().hash(), saved.save_file());
        drop(saved);
        let resumed = saves.resume(&path, &Resources::standard()).unwrap();
        assert_eq!((resumed.game.game().hash(), resumed.notice), (hash, None));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn events_of_a_turn_that_could_not_be_written_come_with_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let (_saves, mut saved) = begin(folder.path());
        let mut same = saved.game().clone();
        let disk = fill_disk(&mut saved);
        let (slot, _) = same.view().pack().next().unwrap();
        let drop = Action::Drop { slot, count: 1 };
        saved.act(drop).unwrap_err();
        saved.file = disk;
        let events = saved.act(Action::PickUp).unwrap();
        assert_eq!(events, [same.act(drop), same.act(Action::PickUp)].concat());
        assert!(!events.is_empty());
    }

    #[test]
    fn a_refused_action_is_reported_but_not_recorded() {
        let folder = tempfile::tempdir().unwrap();
        let (saves, mut saved) = begin(folder.path());
        saved.act(Action::Wait).unwrap();
        for _ in 0..5 {
            let events = saved.act(Action::Climb).unwrap();
            assert!(matches!(events[..], [Event::Refused(_)]), "{events:?}");
        }
        let (hash, path) = (saved.game().hash(), saved.save_file());
        assert_eq!(saved.actions(), 1);
        drop(saved);
        assert_eq!(saves.saves()[0].turns, 1);
        assert_eq!(saves.resume(&path, &Resources::standard()).unwrap().game.game().hash(), hash);
    }

    #[test]
    fn without_space_for_a_replay_the_save_is_renamed() {
        let folder = tempfile::tempdir().unwrap();
        let (saves, mut saved) = begin(folder.path());
        let mut bot = Bot::new();
        while saved.game().outcome().is_none() {
            let action = bot.next(saved.game());
            let bytes = saved.writer.actions(&[action]).unwrap();
            saved.game.act(action);
            saved.pending.extend(bytes);
        }
        saved.flush().unwrap();
        let ending = Ending::of(saved.game.outcome().unwrap(), saved.game.content());
        let target = saved.replay_target().unwrap();
        saved.rename_to_replay(&target, &ending).unwrap();
        assert!(!saved.save_file().exists());
        let replay = Replay::read(&target).unwrap();
        let same = Verdict::Same { hash: saved.game().hash(), unproven: 0 };
        assert_eq!(replay.verify(&Resources::standard()).unwrap(), same);
        assert_eq!(saves.replays()[0].outcome, Some(ending));
    }
}
