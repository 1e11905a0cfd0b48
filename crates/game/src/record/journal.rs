//! Reading a journal, as far as it is good.

use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::error::RecordError;
use super::frame::{self, Chain, Kind, PREAMBLE};
use super::header::Header;
use super::writer::Position;
use crate::action::Action;
use crate::state::State;

pub(super) const MAGIC: [u8; 8] = *b"UCGAME\r\n";

/// What the state's hash was after so many actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// After how many actions, those that are missing among them.
    pub actions: u64,
    /// The hash.
    pub hash: u64,
    /// The place behind the mark.
    pub position: Position,
}

#[derive(Serialize, Deserialize)]
pub(super) struct StoredMark {
    pub(super) actions: u64,
    pub(super) hash: u64,
}

/// What follows a place of a journal, up to the first frame that is not good.
#[derive(Clone, Debug)]
pub struct Tail {
    /// What the player did.
    pub actions: Vec<Action>,
    /// The hashes of states.
    pub marks: Vec<Mark>,
    /// How it ended.
    pub ending: Option<Ending>,
    /// The place behind the last good frame.
    pub end: Position,
    /// How many bytes behind that place are not good.
    pub bad_bytes: u64,
}

/// The good part of a journal or a replay.
#[derive(Clone, Debug)]
pub struct Journal {
    /// What it says of its game.
    pub header: Header,
    /// The state that it begins with, where actions are missing.
    pub base: Option<State>,
    /// All that follows.
    pub tail: Tail,
}

impl Journal {
    /// Reads what is good of a journal. It is never an error that it is cut off behind its header.
    ///
    /// # Errors
    /// Where it is no journal, of another format, or its header is damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        frame::read_preamble(MAGIC, bytes)?;
        let damaged = |what: &str| RecordError::Damaged(what.into());
        let first = frame::read(&bytes[PREAMBLE..], Chain::new(MAGIC)).filter(|frame| frame.kind == Kind::Header);
        let Some(first) = first else { return Err(damaged("its first bytes are damaged")) };
        let header: Header = postcard::from_bytes(first.payload)?;
        let (mut offset, mut chain, mut state) = (PREAMBLE + first.length, first.chain, Vec::new());
        while let Some(piece) = frame::read(&bytes[offset..], chain).filter(|frame| frame.kind == Kind::State) {
            state.extend(piece.payload);
            (offset, chain) = (offset + piece.length, piece.chain);
        }
        let base = match header.lost {
            0 => None,
            _ => Some(postcard::from_bytes(&state).map_err(|_| damaged("the state that it begins with is damaged"))?),
        };
        let position = Position { offset: offset as u64, chain: chain.0, actions: header.lost };
        Ok(Self { header, base, tail: Tail::read(bytes, position) })
    }
}

impl Tail {
    /// Reads what follows a place, as far as it is good. Nothing is, where the place is not one of this journal.
    #[must_use]
    pub fn read(bytes: &[u8], from: Position) -> Self {
        let mut tail = Self { actions: Vec::new(), marks: Vec::new(), ending: None, end: from, bad_bytes: 0 };
        let mut rest = usize::try_from(from.offset).ok().and_then(|offset| bytes.get(offset..)).unwrap_or(&[]);
        while let Some(frame) = frame::read(rest, Chain(tail.end.chain)) {
            if tail.ending.is_some() || tail.take(&frame).is_none() {
                break;
            }
            rest = &rest[frame.length..];
        }
        tail.bad_bytes = rest.len() as u64;
        tail
    }

    /// Adds a frame; `None` where it makes no sense.
    fn take(&mut self, frame: &frame::Frame<'_>) -> Option<()> {
        let mut end = Position { offset: self.end.offset + frame.length as u64, chain: frame.chain.0, ..self.end };
        match frame.kind {
            Kind::Header | Kind::State => return None,
            Kind::Actions => {
                let known = self.actions.len();
                let mut rest = frame.payload;
                while !rest.is_empty() {
                    let Ok((action, behind)) = postcard::take_from_bytes(rest) else {
                        self.actions.truncate(known);
                        return None;
                    };
                    self.actions.push(action);
                    rest = behind;
                }
                end.actions += (self.actions.len() - known) as u64;
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
