//! Checkpoints: a whole state, and the place in the journal that it belongs to.

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::error::RecordError;
use super::frame::{PREAMBLE, preamble, read_preamble};
use super::header::Header;
use super::writer::Position;
use crate::game::Game;
use crate::state::State;

const MAGIC: [u8; 8] = *b"UCSTATE\n";

/// A game at one moment. It stands for itself: with it, the journal before its place is not needed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// What the journal says of its game.
    pub header: Header,
    /// The place in the journal.
    pub position: Position,
    /// The state's hash.
    pub hash: u64,
    /// How many turns were played.
    pub turn: u64,
    /// How deep the hero is.
    pub depth: u32,
    /// The hero's level of experience.
    pub level: u32,
    /// The state.
    pub state: State,
}

impl Checkpoint {
    /// The game as it is now.
    #[must_use]
    pub fn of(game: &Game, header: &Header, position: Position) -> Self {
        let state = game.state().clone();
        let (turn, depth, level) = (state.turn, state.depth, state.hero.level);
        Self { header: header.clone(), position, hash: game.hash(), turn, depth, level, state }
    }

    /// Its bytes.
    ///
    /// # Errors
    /// Where the state has more than four thousand million bytes.
    pub fn write(&self) -> Result<Vec<u8>, RecordError> {
        let body = postcard::to_stdvec(self)?;
        let limit = u32::MAX as usize;
        let length = u32::try_from(body.len());
        let length = length.map_err(|_| RecordError::TooLong { what: "state", length: body.len(), limit })?;
        let mut bytes = preamble(MAGIC).to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(body);
        bytes.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a checkpoint: all of it, or nothing.
    ///
    /// # Errors
    /// Where it is none, of another format, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        read_preamble(MAGIC, bytes)?;
        let damaged = || RecordError::Damaged("it is damaged or cut off".into());
        let (all, check) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        let (length, body) = all.get(PREAMBLE..).and_then(|rest| rest.split_first_chunk::<4>()).ok_or_else(damaged)?;
        let whole = u32::from_le_bytes(*length) as usize == body.len();
        if !whole || XxHash3_64::oneshot(all).to_le_bytes() != *check {
            return Err(damaged());
        }
        Ok(postcard::from_bytes(body)?)
    }
}
