//! Playing a record again, and packing one that is over.

use std::collections::VecDeque;

use super::ending::Ending;
use super::error::{RecordError, RecoverError};
use super::header::Header;
use super::journal::{Journal, Mark};
use super::writer::Writer;
use crate::action::Action;
use crate::event::Event;
use crate::game::Game;

/// Does actions that were recorded, and compares the game with the marks on the way. `done` is the number of actions before
/// the first. Gives what happened in the last `remembered` actions.
///
/// # Errors
/// Where the game becomes another one, with the last mark that was the same and the first that was not.
pub fn play(
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
        let events = game.act(*action);
        done += 1;
        compare(game, done)?;
        if remembered > 0 {
            if recent.len() == remembered {
                recent.pop_front();
            }
            recent.push_back(events);
        }
    }
    Ok(recent.into_iter().flatten().collect())
}

/// The bytes of a record that is over: few frames, with all marks in their places, the last state's hash and the ending.
///
/// # Errors
/// Where the names in the header are too long.
pub fn pack(journal: &Journal, hash: u64, ending: Option<&Ending>) -> Result<Vec<u8>, RecordError> {
    let header: &Header = &journal.header;
    let (mut writer, mut bytes) = Writer::begin(header, journal.base.as_ref())?;
    let mut rest = &journal.tail.actions[..];
    for mark in &journal.tail.marks {
        let until = mark.actions.saturating_sub(writer.position().actions).min(rest.len() as u64);
        let (before, behind) = rest.split_at(until as usize);
        bytes.extend(writer.actions(before)?);
        bytes.extend(writer.mark(mark.hash)?);
        rest = behind;
    }
    bytes.extend(writer.actions(rest)?);
    let marked = journal.tail.marks.last();
    if marked.is_none_or(|mark| (mark.actions, mark.hash) != (writer.position().actions, hash)) {
        bytes.extend(writer.mark(hash)?);
    }
    if let Some(ending) = ending {
        bytes.extend(writer.ending(ending)?);
    }
    Ok(bytes)
}
