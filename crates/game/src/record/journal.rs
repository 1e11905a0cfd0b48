//! Decodes the intact part of a journal.

use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::error::RecordError;
use super::frame::{self, Chain, Frame, Kind, PREAMBLE};
use super::header::Header;
use super::writer::Position;
use crate::action::Action;
use crate::state::State;

pub(super) const MAGIC: [u8; 8] = *b"UCGAME\r\n";

/// The most actions in a game. A record that counts more is forged; whatever adds to its count would overflow.
const MAX_ACTIONS: u64 = 1 << 56;

/// Refuses a count of actions that no game can have.
pub(super) fn check_count(actions: u64) -> Result<(), RecordError> {
    match actions <= MAX_ACTIONS {
        true => Ok(()),
        false => Err(RecordError::Damaged(format!("it counts {actions} actions; a game has at most {MAX_ACTIONS}"))),
    }
}

/// The hash of the state after a number of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of actions, missing ones included.
    pub actions: u64,
    /// The hash.
    pub hash: u64,
    /// The position after the mark.
    pub position: Position,
}

#[derive(Serialize, Deserialize)]
pub(super) struct StoredMark {
    pub(super) actions: u64,
    pub(super) hash: u64,
}

/// What follows a position in a journal, up to the first damaged frame.
#[derive(Clone, Debug)]
pub struct Tail {
    /// The actions.
    pub actions: Vec<Action>,
    /// The hashes recorded along the way.
    pub marks: Vec<Mark>,
    /// How the game ended, if it did.
    pub ending: Option<Ending>,
    /// The position after the last intact frame.
    pub end: Position,
    /// The number of damaged bytes after that position.
    pub damaged_bytes: u64,
}

/// The intact part of a journal or a replay.
#[derive(Clone, Debug)]
pub struct Journal {
    /// The header.
    pub header: Header,
    /// The state it starts with, if actions are missing.
    pub base: Option<State>,
    /// Everything after that.
    pub tail: Tail,
}

impl Journal {
    /// Decodes the intact part of a journal. Damage after the header is not an error.
    ///
    /// # Errors
    /// If the bytes are not a journal, have another format, or start with a damaged header.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        frame::read_preamble(MAGIC, bytes)?;
        let damaged = |what: &str| RecordError::Damaged(what.into());
        let first = frame::read(&bytes[PREAMBLE..], Chain::new(MAGIC)).filter(|frame| frame.kind == Kind::Header);
        let first = first.ok_or_else(|| damaged("its header is damaged"))?;
        let header: Header = postcard::from_bytes(first.payload)?;
        check_count(header.missing_actions)?;
        let (mut offset, mut chain, mut state) = (PREAMBLE + first.length, first.chain, Vec::new());
        while let Some(part) = frame::read(&bytes[offset..], chain).filter(|frame| frame.kind == Kind::State) {
            state.extend(part.payload);
            (offset, chain) = (offset + part.length, part.chain);
        }
        let base = match header.missing_actions {
            0 => None,
            _ => Some(postcard::from_bytes(&state).map_err(|_| damaged("the state it starts with is damaged"))?),
        };
        let position = Position { offset: offset as u64, chain: chain.0, actions: header.missing_actions };
        Ok(Self { header, base, tail: Tail::read(bytes, position) })
    }
}

impl Tail {
    /// Decodes what follows a position, as far as it is intact. Nothing follows a position of another journal.
    #[must_use]
    pub fn read(bytes: &[u8], from: Position) -> Self {
        let mut tail = Self { actions: Vec::new(), marks: Vec::new(), ending: None, end: from, damaged_bytes: 0 };
        let mut rest = usize::try_from(from.offset).ok().and_then(|offset| bytes.get(offset..)).unwrap_or(&[]);
        while let Some(frame) = frame::read(rest, Chain(tail.end.chain)) {
            if tail.ending.is_some() || tail.add(&frame).is_none() {
                break;
            }
            rest = &rest[frame.length..];
        }
        tail.damaged_bytes = rest.len() as u64;
        tail
    }

    /// Adds a frame; `None` if it is invalid here.
    fn add(&mut self, frame: &Frame<'_>) -> Option<()> {
        let mut end = Position { offset: self.end.offset + frame.length as u64, chain: frame.chain.0, ..self.end };
        match frame.kind {
            Kind::Header | Kind::State => return None,
            Kind::Actions => {
                let (mut actions, mut rest) = (Vec::new(), frame.payload);
                while !rest.is_empty() {
                    let (action, after) = postcard::take_from_bytes(rest).ok()?;
                    actions.push(action);
                    rest = after;
                }
                end.actions = end.actions.checked_add(actions.len() as u64)?;
                self.actions.append(&mut actions);
            }
            Kind::Mark => {
                let StoredMark { actions, hash } = postcard::from_bytes(frame.payload).ok()?;
                if actions != end.actions {
                    return None;
                }
                self.marks.push(Mark { actions, hash, position: end });
            }
            Kind::Ending => self.ending = Some(postcard::from_bytes(frame.payload).ok()?),
        }
        self.end = end;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Writer;
    use crate::{Game, GameContent};

    #[test]
    fn a_forged_count_of_missing_actions_is_refused() {
        let plan = undercroft_mapgen::Plan::named("two-caves").unwrap();
        let game = Game::new(GameContent::standard(), plan, "moss").unwrap();
        let read = |missing_actions| {
            let header = Header { missing_actions, ..Header::new(7, "two-caves", &game) };
            let (mut writer, mut bytes) = Writer::begin(&header, Some(game.state())).unwrap();
            bytes.extend(writer.actions(&[Action::Wait]).unwrap());
            Journal::read(&bytes).map(|journal| journal.tail.end.actions)
        };
        assert_eq!(read(MAX_ACTIONS), Ok(MAX_ACTIONS + 1));
        let error = read(u64::MAX - 1).unwrap_err().to_string();
        assert!(error.starts_with("it counts 18446744073709551614 actions"), "{error}");
    }
}
