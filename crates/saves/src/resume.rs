//! Going on with a game, and mending what is damaged.

use std::fs::{self, OpenOptions};
use std::path::PathBuf;

use undercroft_game::Event;
use undercroft_game::record::{CheckpointFate, Header, JournalFate, Position, Writer, recover};

use crate::files::{keep_aside, read, write_whole};
use crate::lock::Lock;
use crate::place::Place;
use crate::{Running, ShelfError, World};

/// A game that is gone on with.
#[derive(Debug)]
pub struct Resumed {
    /// The game.
    pub running: Running,
    /// What happened since its last checkpoint, or in the last few hundred actions.
    pub events: Vec<Event>,
    /// What was damaged, and what came of it.
    pub word: Option<String>,
}

pub(crate) fn resume(place: &Place, world: &World, replays: PathBuf) -> Result<Resumed, ShelfError> {
    let (path, checkpoint_path) = (place.journal(), place.checkpoint());
    let nothing = || Err(ShelfError::file("read", &path)(std::io::ErrorKind::NotFound.into()));
    if !path.exists() && !checkpoint_path.exists() {
        return nothing();
    }
    let lock = Lock::take(place)?;
    let (journal, checkpoint) = (read(&path)?, read(&checkpoint_path)?);
    if journal.is_none() && checkpoint.is_none() {
        // It ended in another process just now.
        let _ = fs::remove_file(place.lock());
        return nothing();
    }
    let recovered = recover(journal.as_deref(), checkpoint.as_deref(), &world.content, &*world.find_plan);
    let recovered = recovered.map_err(|reason| ShelfError::refused(&path, reason))?;
    if recovered.checkpoint == CheckpointFate::Damaged {
        keep_aside(&checkpoint_path)?;
    }
    let (mut header, mut remade) = (recovered.header, false);
    let position = match recovered.journal {
        JournalFate::Whole(position) => position,
        JournalFate::Cut(position) => {
            keep_aside(&path)?;
            cut(&path, position)?;
            position
        }
        JournalFate::Remake => {
            keep_aside(&path)?;
            remade = true;
            header = Header { lost: recovered.actions, ..header };
            let (writer, bytes) = Writer::begin(&header, Some(recovered.game.state()))?;
            write_whole(&path, &bytes)?;
            writer.position()
        }
    };
    let file = OpenOptions::new().append(true).open(&path).map_err(ShelfError::file("write", &path))?;
    let writer = Writer::go_on(position);
    let mut running = Running::new(recovered.game, header, writer, file, place.clone(), lock, replays);
    if let Some(position) = recovered.checkpointed.filter(|_| !remade) {
        running = running.with_checkpoint(position);
    }
    if running.game().outcome().is_some() {
        running.bury()?;
    } else if recovered.checkpoint != CheckpointFate::Used || remade {
        // Not needed, but the next start is quicker with it.
        let _ = running.checkpoint();
    }
    Ok(Resumed { running, events: recovered.events, word: recovered.word })
}

/// Cuts a journal off.
fn cut(path: &std::path::Path, position: Position) -> Result<(), ShelfError> {
    let file = OpenOptions::new().write(true).open(path).map_err(ShelfError::file("write", path))?;
    file.set_len(position.offset).map_err(ShelfError::file("write", path))?;
    file.sync_all().map_err(ShelfError::file("write", path))
}
