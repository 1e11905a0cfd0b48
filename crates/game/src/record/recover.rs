//! Going on from a journal and a checkpoint, whatever has happened to them.
//!
//! ```text
//! checkpoint   journal up to it   journal behind it     goes on from
//! good         good               good, or to a point   the checkpoint, and what is good behind it
//! good         damaged            good, or to a point   the same; the journal is begun anew with a state
//! damaged      good to a point    -                     the start, up to that point
//! damaged      header damaged     -                     nothing: refused
//! ```

use std::sync::Arc;

use undercroft_mapgen::Plan;

use super::checkpoint::Checkpoint;
use super::error::{RecordError, RecoverError};
use super::header::Header;
use super::journal::{Journal, Tail};
use super::pack::play;
use super::writer::Position;
use crate::content::Content;
use crate::event::Event;
use crate::game::Game;

/// What happened in so many actions before the end is told again.
const REMEMBERED: usize = 500;

/// What is to be done with the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalFate {
    /// It is good: more can be added behind this place, which is its end.
    Whole(Position),
    /// It is good up to this place, where it is to be cut.
    Cut(Position),
    /// Something before the checkpoint is damaged: it is to be begun anew, with the game's state.
    Remake,
}

/// What the checkpoint was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointFate {
    /// The game goes on from it.
    Used,
    /// There is none.
    Missing,
    /// It cannot be used.
    Damaged,
}

/// A game that goes on.
#[derive(Clone, Debug)]
pub struct Recovered {
    /// The game.
    pub game: Game,
    /// What its record says of it.
    pub header: Header,
    /// How many actions were done, those that are missing in the record among them.
    pub actions: u64,
    /// What happened since the checkpoint, or in the last few hundred actions.
    pub events: Vec<Event>,
    /// What is to be done with the journal.
    pub journal: JournalFate,
    /// What the checkpoint was worth.
    pub checkpoint: CheckpointFate,
    /// The place in the journal that the checkpoint belongs to, where it was used.
    pub checkpointed: Option<Position>,
    /// What was damaged, for the player; nothing where all was well.
    pub word: Option<String>,
}

/// Goes on with a game from the bytes of its journal and of its checkpoint, either of which may be missing or damaged.
///
/// # Errors
/// Where the game is of another version, or nothing can be made of it. What there is should be left in place then.
pub fn recover(
    journal: Option<&[u8]>,
    checkpoint: Option<&[u8]>,
    content: &Arc<Content>,
    find_plan: &dyn Fn(&str) -> Result<Plan, String>,
) -> Result<Recovered, RecoverError> {
    let bytes = journal.unwrap_or_default();
    let journal = Journal::read(bytes);
    let saved = checkpoint.map(Checkpoint::read);
    let header = header_of(bytes, &journal, saved.as_ref())?;
    header.check(content)?;
    let plan = find_plan(&header.plan).map_err(|reason| RecoverError::Plan { plan: header.plan.clone(), reason })?;
    let start = header.start(content, plan)?;
    let known = saved.as_ref().and_then(|saved| saved.as_ref().ok()).filter(|saved| saved.header.id == header.id);
    let from_checkpoint = known.and_then(|saved| go_on(&start, bytes, journal.as_ref().ok(), saved).transpose());
    if let Some(recovered) = from_checkpoint.transpose()? {
        return Ok(recovered);
    }
    let fate = if saved.is_some() { CheckpointFate::Damaged } else { CheckpointFate::Missing };
    from_the_start(start, journal, fate)
}

/// What is known of the game, from wherever it can be had.
fn header_of(
    bytes: &[u8],
    journal: &Result<Journal, RecordError>,
    checkpoint: Option<&Result<Checkpoint, RecordError>>,
) -> Result<Header, RecoverError> {
    match (journal, checkpoint) {
        (Ok(journal), _) => Ok(journal.header.clone()),
        // A later version may have changed what a checkpoint is, too.
        (Err(error @ RecordError::OtherFormat { .. }), _) => Err(RecoverError::OtherVersion(error.to_string())),
        (Err(_), Some(Ok(checkpoint))) => Ok(checkpoint.header.clone()),
        (Err(_), Some(Err(error @ RecordError::OtherFormat { .. }))) => {
            Err(RecoverError::OtherVersion(error.to_string()))
        }
        (Err(error), other) => {
            let reason = if bytes.is_empty() { "it is empty".into() } else { error.to_string() };
            let also = if other.is_some() { "its checkpoint is damaged" } else { "it has no checkpoint" };
            Err(RecoverError::Nothing(format!("{reason}, and {also}")))
        }
    }
}

/// From a checkpoint, and what is good behind it; `None` where the checkpoint is of no use.
fn go_on(
    start: &Game,
    bytes: &[u8],
    journal: Option<&Journal>,
    saved: &Checkpoint,
) -> Result<Option<Recovered>, RecoverError> {
    let belongs = |journal: &Journal| {
        journal.tail.marks.iter().any(|mark| mark.position == saved.position && mark.hash == saved.hash)
    };
    let reached = journal.is_some_and(belongs);
    // A journal that was begun anew since then, or that is good past the checkpoint and has no mark of it: the checkpoint is
    // of another time. Not by the actions: the mark itself may be what is damaged.
    let passed = |journal: &Journal| {
        journal.header != saved.header || journal.tail.end.offset >= saved.position.offset && !belongs(journal)
    };
    if journal.is_some_and(passed) {
        return Ok(None);
    }
    let resumed = start.resumed(saved.state.clone());
    let Some(mut game) = resumed.ok().filter(|game| game.hash() == saved.hash) else { return Ok(None) };
    let tail = Tail::read(bytes, saved.position);
    let events = play(&mut game, saved.position.actions, &tail.actions, &tail.marks, REMEMBERED)?;
    if tail.ending.is_some() && game.outcome().is_none() {
        return Err(RecoverError::Differs { good: saved.position.actions, bad: tail.end.actions });
    }
    let turn = game.view().turn();
    let (fate, word) = match (reached, tail.bad_bytes) {
        (true, 0) => (JournalFate::Whole(tail.end), None),
        (true, _) => (JournalFate::Cut(tail.end), Some(cut(turn))),
        (false, _) => {
            let word = "The record of this game is damaged before its last checkpoint. The game goes on at turn";
            (JournalFate::Remake, Some(format!("{word} {turn}, but its replay will begin there.")))
        }
    };
    Ok(Some(Recovered {
        game,
        header: saved.header.clone(),
        actions: tail.end.actions,
        events,
        journal: fate,
        checkpoint: CheckpointFate::Used,
        checkpointed: Some(saved.position),
        word,
    }))
}

/// From the first action, or from the state that the journal begins with.
fn from_the_start(
    start: Game,
    journal: Result<Journal, RecordError>,
    checkpoint: CheckpointFate,
) -> Result<Recovered, RecoverError> {
    let journal = journal.map_err(|error| RecoverError::Nothing(format!("{error}, and its checkpoint is damaged")))?;
    let Journal { header, base, tail } = journal;
    let mut game = match base {
        None => start,
        Some(state) => start.resumed(state)?,
    };
    let events = play(&mut game, header.lost, &tail.actions, &tail.marks, REMEMBERED)?;
    if tail.ending.is_some() && game.outcome().is_none() {
        return Err(RecoverError::Differs { good: header.lost, bad: tail.end.actions });
    }
    let turn = game.view().turn();
    let (fate, word) = match (tail.bad_bytes, checkpoint) {
        (0, CheckpointFate::Damaged) => {
            let word = "The checkpoint of this game was damaged. It was played again from its record up to turn";
            (JournalFate::Whole(tail.end), Some(format!("{word} {turn}.")))
        }
        (0, _) => (JournalFate::Whole(tail.end), None),
        (_, _) => (JournalFate::Cut(tail.end), Some(cut(turn))),
    };
    Ok(Recovered {
        game,
        header,
        actions: tail.end.actions,
        events,
        journal: fate,
        checkpoint,
        checkpointed: None,
        word,
    })
}

fn cut(turn: u64) -> String {
    format!("The end of this save was damaged. The game goes on at turn {turn}, the last good one.")
}
