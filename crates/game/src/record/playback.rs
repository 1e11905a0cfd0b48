//! Plays recorded actions back, and compacts a finished record into a replay.

use std::collections::VecDeque;

use super::ending::Ending;
use super::error::{RecordError, RecoverError};
use super::journal::{Journal, Mark};
use super::writer::Writer;
use crate::action::Action;
use crate::event::Event;
use crate::game::Game;

/// Plays recorded actions back and compares the game with the marks along the way. `done` is the number of actions before
/// the first. Returns the events of the last `remembered` actions.
///
/// # Errors
/// If the game differs, with the last mark that agreed and the first that did not.
pub fn play_back(
    game: &mut Game,
    mut done: u64,
    actions: &[Action],
    marks: &[Mark],
    remembered: usize,
) -> Result<Vec<Event>, RecoverError> {
    let mut recent: VecDeque<Vec<Event>> = VecDeque::new();
    let (mut good, mut marks) = (done, marks.iter().peekable());
    let mut compare = |game: &Game, done: u64| {
        while let Some(mark) = marks.next_if(|mark| mark.actions <= done) {
            if mark.actions == done && mark.hash != game.hash() {
                return Err(RecoverError::Differs { good, bad: done });
            }
            good = mark.actions;
        }
        Ok(())
    };
    compare(game, done)?;
    for action in actions {
        recent.push_back(game.act(*action));
        if recent.len() > remembered {
            recent.pop_front();
        }
        done += 1;
        compare(game, done)?;
    }
    Ok(recent.into_iter().flatten().collect())
}

/// Encodes a finished record in a few frames: all actions and marks, the hash of the last state, and the ending.
///
/// # Errors
/// If the names in the header are too long.
pub fn compact(journal: &Journal, hash: u64, ending: Option<&Ending>) -> Result<Vec<u8>, RecordError> {
    let (mut writer, mut bytes) = Writer::begin(&journal.header, journal.base.as_ref())?;
    let mut rest = &journal.tail.actions[..];
    for mark in &journal.tail.marks {
        let until = mark.actions.saturating_sub(writer.position().actions).min(rest.len() as u64);
        let (before, after) = rest.split_at(until as usize);
        bytes.extend(writer.actions(before)?);
        bytes.extend(writer.mark(mark.hash)?);
        rest = after;
    }
    bytes.extend(writer.actions(rest)?);
    let last = journal.tail.marks.last();
    if last.is_none_or(|mark| (mark.actions, mark.hash) != (writer.position().actions, hash)) {
        bytes.extend(writer.mark(hash)?);
    }
    if let Some(ending) = ending {
        bytes.extend(writer.ending(ending)?);
    }
    Ok(bytes)
}
