//! Resumes a game from its journal and its checkpoint, even if they are damaged.
//!
//! ```text
//! checkpoint   journal before it     journal after it     resumes from
//! intact       intact                intact up to here    the checkpoint, then the actions up to here
//! intact       damaged               intact up to here    the same; the journal is rewritten, starting with a state
//! damaged      intact up to here     -                    the start, then the actions up to here
//! damaged      header damaged        -                    nothing: refused
//! ```

use std::error::Error;
use std::sync::Arc;

use undercroft_mapgen::Plan;

use super::checkpoint::Checkpoint;
use super::error::{RecordError, RecoverError};
use super::header::Header;
use super::journal::{Journal, Tail};
use super::playback::play_back;
use super::writer::Position;
use crate::content::GameContent;
use crate::event::Event;
use crate::game::Game;

/// Finds a plan by its name or path.
pub type FindPlan<'a> = dyn Fn(&str) -> Result<Plan, Box<dyn Error + Send + Sync>> + 'a;

/// The number of actions before the end whose events are reported again.
const REMEMBERED: usize = 500;

/// What has to be done to the journal before the game can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalRepair {
    /// Nothing: it is intact, and this is its end.
    None(Position),
    /// It has to be truncated at this position.
    Truncate(Position),
    /// It is damaged before the checkpoint and has to be rewritten, starting with the game's state.
    Rewrite,
}

/// What happened to the checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointState {
    /// The game was resumed from the one at this position.
    Used(Position),
    /// There is none.
    Missing,
    /// It cannot be used.
    Damaged,
}

/// A game that has been resumed.
#[derive(Clone, Debug)]
pub struct Recovered {
    /// The game.
    pub game: Game,
    /// The header of its record.
    pub header: Header,
    /// The number of actions, those missing from the record included.
    pub actions: u64,
    /// What happened since the checkpoint, or in the last few hundred actions.
    pub events: Vec<Event>,
    /// What has to be done to the journal.
    pub journal: JournalRepair,
    /// What happened to the checkpoint.
    pub checkpoint: CheckpointState,
    /// A message for the player if something was damaged.
    pub notice: Option<String>,
}

/// Resumes a game from the bytes of its journal and its checkpoint. Either may be missing or damaged.
///
/// # Errors
/// If the game has another version, or nothing of it can be read. The files should then be left alone.
pub fn recover(
    journal: Option<&[u8]>,
    checkpoint: Option<&[u8]>,
    content: &Arc<GameContent>,
    find_plan: &FindPlan<'_>,
) -> Result<Recovered, RecoverError> {
    let bytes = journal.unwrap_or_default();
    let journal = Journal::read(bytes);
    let checkpoint = checkpoint.map(Checkpoint::read);
    let header = find_header(bytes, &journal, checkpoint.as_ref())?;
    let start = header.start(content, find_plan)?;
    let usable = checkpoint.as_ref().and_then(|saved| saved.as_ref().ok()).filter(|saved| saved.header.id == header.id);
    if let Some(saved) = usable
        && let Some(recovered) = from_checkpoint(&start, bytes, journal.as_ref().ok(), saved)?
    {
        return Ok(recovered);
    }
    let state = if checkpoint.is_some() { CheckpointState::Damaged } else { CheckpointState::Missing };
    from_start(start, journal, state)
}

/// The header, from the journal or else from the checkpoint.
fn find_header(
    bytes: &[u8],
    journal: &Result<Journal, RecordError>,
    checkpoint: Option<&Result<Checkpoint, RecordError>>,
) -> Result<Header, RecoverError> {
    match (journal, checkpoint) {
        (Ok(journal), _) => Ok(journal.header.clone()),
        // A later version may have changed the format of checkpoints as well.
        (Err(error @ RecordError::OtherFormat { .. }), _)
        | (Err(_), Some(Err(error @ RecordError::OtherFormat { .. }))) => {
            Err(RecoverError::OtherVersion(error.to_string()))
        }
        (Err(_), Some(Ok(checkpoint))) => Ok(checkpoint.header.clone()),
        (Err(error), other) => {
            let reason = if bytes.is_empty() { "it is empty".into() } else { error.to_string() };
            let also = if other.is_some() { "its checkpoint is damaged" } else { "it has no checkpoint" };
            Err(RecoverError::Unreadable(format!("{reason}, and {also}")))
        }
    }
}

/// Resumes from a checkpoint and the intact actions after it. `None` if the checkpoint is unusable.
fn from_checkpoint(
    start: &Game,
    bytes: &[u8],
    journal: Option<&Journal>,
    saved: &Checkpoint,
) -> Result<Option<Recovered>, RecoverError> {
    let has_mark = |journal: &Journal| {
        journal.tail.marks.iter().any(|mark| mark.position == saved.position && mark.hash == saved.hash)
    };
    // A journal that was rewritten since, or that is intact past the checkpoint but lacks its mark, shows that the
    // checkpoint is from another time. The number of actions shows nothing: the mark itself may be damaged.
    let is_outdated = |journal: &Journal| {
        journal.header != saved.header || journal.tail.end.offset >= saved.position.offset && !has_mark(journal)
    };
    if journal.is_some_and(is_outdated) {
        return Ok(None);
    }
    let resumed = start.with_state(saved.state.clone()).ok();
    let Some(game) = resumed.filter(|game| game.hash() == saved.hash) else { return Ok(None) };
    let tail = Tail::read(bytes, saved.position);
    let is_intact = journal.is_some_and(has_mark);
    let (end, damaged_bytes) = (tail.end, tail.damaged_bytes);
    let mut recovered =
        play_tail(game, saved.header.clone(), saved.position.actions, tail, CheckpointState::Used(saved.position))?;
    let turn = recovered.game.view().turn();
    (recovered.journal, recovered.notice) = match (is_intact, damaged_bytes) {
        (true, 0) => (JournalRepair::None(end), None),
        (true, _) => (JournalRepair::Truncate(end), Some(truncated(turn))),
        (false, _) => {
            let notice = format!(
                "The record of this game is damaged before its last checkpoint. The game resumes at turn {turn}, but its \
                 replay will start there."
            );
            (JournalRepair::Rewrite, Some(notice))
        }
    };
    Ok(Some(recovered))
}

/// Resumes from the first action, or from the state that the journal starts with.
fn from_start(
    start: Game,
    journal: Result<Journal, RecordError>,
    checkpoint: CheckpointState,
) -> Result<Recovered, RecoverError> {
    let unreadable = |error| RecoverError::Unreadable(format!("{error}, and its checkpoint is damaged"));
    let Journal { header, base, tail } = journal.map_err(unreadable)?;
    let game = match base {
        None => start,
        Some(state) => start.with_state(state)?,
    };
    let (end, damaged_bytes, done) = (tail.end, tail.damaged_bytes, header.missing_actions);
    let mut recovered = play_tail(game, header, done, tail, checkpoint)?;
    let turn = recovered.game.view().turn();
    (recovered.journal, recovered.notice) = match (damaged_bytes, checkpoint) {
        (0, CheckpointState::Damaged) => {
            let notice = format!(
                "The checkpoint of this game was damaged. The game was replayed from its record up to turn {turn}."
            );
            (JournalRepair::None(end), Some(notice))
        }
        (0, _) => (JournalRepair::None(end), None),
        _ => (JournalRepair::Truncate(end), Some(truncated(turn))),
    };
    Ok(recovered)
}

fn play_tail(
    mut game: Game,
    header: Header,
    done: u64,
    tail: Tail,
    checkpoint: CheckpointState,
) -> Result<Recovered, RecoverError> {
    let events = play_back(&mut game, done, &tail.actions, &tail.marks, REMEMBERED)?;
    if tail.ending.is_some() && game.outcome().is_none() {
        return Err(RecoverError::Differs { good: done, bad: tail.end.actions });
    }
    let (actions, journal) = (tail.end.actions, JournalRepair::None(tail.end));
    Ok(Recovered { game, header, actions, events, journal, checkpoint, notice: None })
}

fn truncated(turn: u64) -> String {
    format!("The end of this save was damaged. The game resumes at turn {turn}, the last intact one.")
}
