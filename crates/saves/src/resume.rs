//! Resumes a game, and repairs what is damaged.

use std::path::PathBuf;

use undercroft_game::Event;
use undercroft_game::record::{CheckpointState, Header, JournalRepair, Writer, recover};

use crate::files::{back_up, read, write_atomically};
use crate::lock::Lock;
use crate::save_paths::SavePaths;
use crate::{Resources, SaveError, SavedGame, disk};

/// A game that has been resumed.
#[derive(Debug)]
pub struct Resumed {
    /// The game.
    pub game: SavedGame,
    /// What happened since its last checkpoint, or in the last few hundred actions.
    pub events: Vec<Event>,
    /// A message for the player if something was damaged.
    pub notice: Option<String>,
}

pub(crate) fn resume(paths: &SavePaths, resources: &Resources, replays: PathBuf) -> Result<Resumed, SaveError> {
    let (path, checkpoint_path) = (paths.journal(), paths.checkpoint());
    if !disk::exists(&path) && !disk::exists(&checkpoint_path) {
        return Err(SaveError::not_found(&path));
    }
    let lock = Lock::acquire(paths)?;
    let (journal, checkpoint) = (read(&path)?, read(&checkpoint_path)?);
    if journal.is_none() && checkpoint.is_none() {
        // Another process has just finished the game.
        let _ = disk::remove(&paths.lock());
        return Err(SaveError::not_found(&path));
    }
    let recovered = recover(journal.as_deref(), checkpoint.as_deref(), &resources.content, &*resources.find_plan);
    let recovered = recovered.map_err(|reason| SaveError::refused(&path, reason))?;
    if recovered.checkpoint == CheckpointState::Damaged {
        back_up(&checkpoint_path)?;
    }
    let mut header = recovered.header;
    let position = match recovered.journal {
        JournalRepair::None(position) => position,
        JournalRepair::Truncate(position) => {
            back_up(&path)?;
            disk::truncate(&path, position.offset).map_err(SaveError::file("write", &path))?;
            position
        }
        JournalRepair::Rewrite => {
            back_up(&path)?;
            header = Header { missing_actions: recovered.actions, ..header };
            let (writer, bytes) = Writer::begin(&header, Some(recovered.game.state()))?;
            write_atomically(&path, &bytes)?;
            writer.position()
        }
    };
    let file = disk::open_to_append(&path).map_err(SaveError::file("write", &path))?;
    let writer = Writer::resume(position);
    let mut game = SavedGame::new(recovered.game, header, writer, file, paths.clone(), lock, replays);
    match recovered.checkpoint {
        _ if game.game().outcome().is_some() => game.finish()?,
        CheckpointState::Used(position) if recovered.journal != JournalRepair::Rewrite => {
            game.set_checkpoint(position);
        }
        // Not necessary, but it makes the next start faster.
        _ => drop(game.checkpoint()),
    }
    Ok(Resumed { game, events: recovered.events, notice: recovered.notice })
}
