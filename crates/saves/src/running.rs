//! A game that is being played, with every action on disk.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use undercroft_game::record::{Checkpoint, Ending, Header, Journal, Position, Writer, pack};
use undercroft_game::{Action, Event, Game};

use crate::ShelfError;
use crate::files::{folder_of, read, sync_folder, write_whole};
use crate::lock::Lock;
use crate::place::{Place, REPLAY};

/// After so many actions there is a checkpoint on the same level, too: loading never has more to play again.
const CHECKPOINT_EVERY: u64 = 1_000;
/// A checkpoint that could not be written is tried again after so many actions.
const TRY_AGAIN_AFTER: u64 = 50;

/// A game whose every action is on disk before [`Running::act`] returns. Nobody else can resume it meanwhile.
///
/// Dropping it loses nothing. [`Running::checkpoint`] before that makes the next start quicker, and is safe against the
/// power going, too.
#[derive(Debug)]
pub struct Running {
    game: Game,
    header: Header,
    writer: Writer,
    /// Opened for adding to its end. Every write goes to the system at once.
    file: File,
    place: Place,
    /// `None` once the game is over and its files are gone.
    lock: Option<Lock>,
    replays: PathBuf,
    replay: Option<PathBuf>,
    /// What could not be written yet.
    pending: Vec<u8>,
    /// What happened in actions whose writing failed.
    untold: Vec<Event>,
    /// The place of the last checkpoint.
    checkpointed: Option<Position>,
    /// The number of actions at which a checkpoint is due.
    due: u64,
}

impl Running {
    pub(crate) fn new(
        game: Game,
        header: Header,
        writer: Writer,
        file: File,
        place: Place,
        lock: Lock,
        replays: PathBuf,
    ) -> Self {
        let due = writer.position().actions + CHECKPOINT_EVERY;
        Self {
            game,
            header,
            writer,
            file,
            place,
            lock: Some(lock),
            replays,
            replay: None,
            pending: Vec::new(),
            untold: Vec::new(),
            checkpointed: None,
            due,
        }
    }

    /// Says that there is a checkpoint of an earlier moment.
    pub(crate) fn with_checkpoint(mut self, position: Position) -> Self {
        self.checkpointed = Some(position);
        self.due = position.actions + CHECKPOINT_EVERY;
        self
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// How many actions were done from the start on, without those that were refused.
    #[must_use]
    pub const fn actions(&self) -> u64 {
        self.writer.position().actions
    }

    /// The save, while the game is not over.
    #[must_use]
    pub fn save_file(&self) -> PathBuf {
        self.place.journal()
    }

    /// Does one action; it is on disk when this returns. When the depth changes there is a checkpoint, and when the game
    /// ends the save becomes a replay.
    ///
    /// # Errors
    /// Where it cannot be written. The game in memory is never more than that one action ahead: the next call writes what is
    /// missing first, does nothing else where that fails again, and gives what happened in both.
    pub fn act(&mut self, action: Action) -> Result<Vec<Event>, ShelfError> {
        self.flush()?;
        let depth = self.game.view().depth();
        if self.game.outcome().is_none() {
            // Encoded before and written after: an action that would end the program is not in the save. Nor is one that
            // was refused, which changes nothing.
            let mut writer = self.writer.clone();
            let bytes = writer.actions(&[action])?;
            let events = self.game.act(action);
            if !events.iter().any(|event| matches!(event, Event::Refused(_))) {
                self.writer = writer;
                self.pending.extend(bytes);
            }
            self.untold.extend(events);
            self.flush()?;
        } else if self.untold.is_empty() {
            self.untold.extend(self.game.act(action));
        }
        if self.game.outcome().is_some() {
            self.bury()?;
        } else if self.game.view().depth() != depth || self.writer.position().actions >= self.due {
            // Nothing is lost without it: the journal has everything, and it is tried again.
            if self.checkpoint().is_err() {
                self.due = self.writer.position().actions + TRY_AGAIN_AFTER;
            }
        }
        Ok(std::mem::take(&mut self.untold))
    }

    /// Makes a checkpoint, for quitting: all is on the disk itself, and loading is quick.
    ///
    /// # Errors
    /// Where it cannot be written. The game can be gone on with all the same.
    pub fn checkpoint(&mut self) -> Result<(), ShelfError> {
        self.flush()?;
        if self.game.outcome().is_some() {
            return self.bury();
        }
        if self.checkpointed.is_some_and(|at| at.actions == self.writer.position().actions) {
            return Ok(());
        }
        let hash = self.game.hash();
        self.pending.extend(self.writer.mark(hash)?);
        self.flush()?;
        // First the journal: a checkpoint must not know of actions that the journal has lost.
        self.file.sync_data().map_err(ShelfError::file("write", &self.place.journal()))?;
        let position = self.writer.position();
        let bytes = Checkpoint::of(&self.game, &self.header, position).write()?;
        write_whole(&self.place.checkpoint(), &bytes)?;
        self.checkpointed = Some(position);
        self.due = position.actions + CHECKPOINT_EVERY;
        Ok(())
    }

    /// The replay, once the game has ended.
    #[must_use]
    pub fn replay_file(&self) -> Option<&Path> {
        self.replay.as_deref()
    }

    /// Hands everything to the system that is not there yet. What it took before it failed is not written again.
    fn flush(&mut self) -> Result<(), ShelfError> {
        while !self.pending.is_empty() {
            let written = match self.file.write(&self.pending) {
                Ok(0) => Err(ErrorKind::WriteZero.into()),
                Err(error) if error.kind() == ErrorKind::Interrupted => Ok(0),
                written => written,
            };
            let written = written.map_err(ShelfError::file("write", &self.place.journal()))?;
            self.pending.drain(..written);
        }
        Ok(())
    }

    /// Makes a replay of a game that has ended, and removes its save. A save that is still there after this was cut short is
    /// buried when it is resumed.
    pub(crate) fn bury(&mut self) -> Result<(), ShelfError> {
        let Some(outcome) = self.game.outcome() else { return Ok(()) };
        if self.replay.is_some() {
            return Ok(());
        }
        let ending = Ending::of(outcome, self.game.content());
        let target = self.target()?;
        if self.write_replay(&target, &ending).is_err() {
            // There may be no room for a second file: then the first becomes the replay as it is.
            self.rename_to_replay(&target, &ending)?;
        }
        self.replay = Some(target);
        for path in [self.place.checkpoint(), self.place.journal()] {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(ShelfError::file("remove", &path)(error));
                }
                _ => {}
            }
        }
        // In this order, for systems that do not remove what is locked.
        self.lock = None;
        let _ = fs::remove_file(self.place.lock());
        let _ = sync_folder(self.place.folder());
        Ok(())
    }

    fn write_replay(&self, target: &Path, ending: &Ending) -> Result<(), ShelfError> {
        let path = self.place.journal();
        let bytes = read(&path)?.unwrap_or_default();
        let journal = Journal::read(&bytes).map_err(|reason| ShelfError::Unreadable { path, reason })?;
        write_whole(target, &pack(&journal, self.game.hash(), Some(ending))?)
    }

    fn rename_to_replay(&mut self, target: &Path, ending: &Ending) -> Result<(), ShelfError> {
        let path = self.place.journal();
        let bytes = read(&path)?.unwrap_or_default();
        let ended = Journal::read(&bytes).is_ok_and(|journal| journal.tail.ending.is_some());
        if !ended {
            let hash = self.game.hash();
            self.pending.extend(self.writer.mark(hash)?);
            self.pending.extend(self.writer.ending(ending)?);
        }
        self.flush()?;
        self.file.sync_all().map_err(ShelfError::file("write", &path))?;
        fs::rename(&path, target).map_err(ShelfError::file("write", target))?;
        sync_folder(folder_of(target)).map_err(ShelfError::file("write", target))
    }

    /// Where the replay goes: never over that of another game.
    fn target(&self) -> Result<PathBuf, ShelfError> {
        fs::create_dir_all(&self.replays).map_err(ShelfError::file("make", &self.replays))?;
        for number in 1_u32.. {
            let name = match number {
                1 => format!("{}.{REPLAY}", self.place.stem()),
                _ => format!("{}-{number}.{REPLAY}", self.place.stem()),
            };
            let path = self.replays.join(name);
            let Some(bytes) = read(&path)? else { return Ok(path) };
            // One of this very game: burying it was cut short.
            if Journal::read(&bytes).is_ok_and(|known| known.header.id == self.header.id) {
                return Ok(path);
            }
        }
        Err(ShelfError::file("write", &self.replays)(ErrorKind::AlreadyExists.into()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;

    use super::*;
    use crate::{Setting, Shelf, World};

    fn begin(folder: &Path) -> (Shelf, Running) {
        let shelf = Shelf::open(folder).unwrap();
        let setting = Setting { world: World::standard(), plan: "two-caves".into(), seed: 5.into() };
        let running = shelf.begin(setting).unwrap();
        (shelf, running)
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_loses_nothing_of_the_game_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let (shelf, mut running) = begin(folder.path());
        running.act(Action::Wait).unwrap();
        let full = OpenOptions::new().append(true).open("/dev/full").unwrap();
        let disk = std::mem::replace(&mut running.file, full);
        let error = running.act(Action::Wait).unwrap_err().to_string();
        assert!(error.contains("two-caves-5.save") && error.contains("make some room"), "{error}");
        assert_eq!(running.game().view().turn(), 2);
        // A second one is not done before the first is on disk.
        running.act(Action::Wait).unwrap_err();
        running.checkpoint().unwrap_err();
        assert_eq!(running.game().view().turn(), 2);
        running.file = disk;
        running.act(Action::Wait).unwrap();
        assert_eq!(running.game().view().turn(), 3);
        let (hash, path) = (running.game().hash(), running.save_file());
        drop(running);
        let resumed = shelf.resume(&path, &World::standard()).unwrap();
        assert_eq!((resumed.running.game().hash(), resumed.word), (hash, None));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_happened_in_a_turn_that_could_not_be_written_is_told_with_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let (_shelf, mut running) = begin(folder.path());
        let mut same = running.game().clone();
        let full = OpenOptions::new().append(true).open("/dev/full").unwrap();
        let disk = std::mem::replace(&mut running.file, full);
        let (slot, _) = same.view().pack().next().unwrap();
        let drop = Action::Drop { slot, count: 1 };
        running.act(drop).unwrap_err();
        running.file = disk;
        let told = running.act(Action::PickUp).unwrap();
        assert_eq!(told, [same.act(drop), same.act(Action::PickUp)].concat());
        assert!(!told.is_empty());
    }

    #[test]
    fn a_refused_action_is_told_and_not_recorded() {
        let folder = tempfile::tempdir().unwrap();
        let (shelf, mut running) = begin(folder.path());
        running.act(Action::Wait).unwrap();
        for _ in 0..5 {
            let told = running.act(Action::Climb).unwrap();
            assert!(matches!(told[..], [Event::Refused(_)]), "{told:?}");
        }
        let (hash, path) = (running.game().hash(), running.save_file());
        assert_eq!(running.actions(), 1);
        drop(running);
        assert_eq!(shelf.saves()[0].turns, 1);
        assert_eq!(shelf.resume(&path, &World::standard()).unwrap().running.game().hash(), hash);
    }

    #[test]
    fn a_replay_that_finds_no_room_is_the_renamed_save() {
        let folder = tempfile::tempdir().unwrap();
        let (shelf, mut running) = begin(folder.path());
        let mut bot = undercroft_game::Bot::new();
        while running.game().outcome().is_none() {
            let action = bot.next(running.game());
            let bytes = running.writer.actions(&[action]).unwrap();
            running.game.act(action);
            running.pending.extend(bytes);
        }
        running.flush().unwrap();
        let ending = Ending::of(running.game.outcome().unwrap(), running.game.content());
        let target = running.target().unwrap();
        running.rename_to_replay(&target, &ending).unwrap();
        assert!(!running.save_file().exists());
        let replay = crate::Replay::read(&target).unwrap();
        let hash = running.game().hash();
        assert_eq!(replay.verify(&World::standard()).unwrap(), crate::Verdict::Same { hash, unproven: 0 });
        assert_eq!(shelf.replays()[0].outcome, Some(ending));
    }
}
