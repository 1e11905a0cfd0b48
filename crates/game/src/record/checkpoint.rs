//! Checkpoints: a whole state and its position in the journal.

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::error::RecordError;
use super::frame::{PREAMBLE, preamble, read_preamble};
use super::header::Header;
use super::journal::check_count;
use super::writer::Position;
use crate::game::Game;
use crate::state::State;

const MAGIC: [u8; 8] = *b"UCSTATE\n";

/// A game at one moment. With it, the journal before its position is not needed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The header of the journal.
    pub header: Header,
    /// The position in the journal.
    pub position: Position,
    /// The hash of the state.
    pub hash: u64,
    /// The number of turns played.
    pub turn: u64,
    /// The hero's depth.
    pub depth: u32,
    /// The hero's experience level.
    pub level: u32,
    /// The state.
    pub state: State,
}

impl Checkpoint {
    /// A checkpoint of a game as it is now.
    #[must_use]
    pub fn of(game: &Game, header: &Header, position: Position) -> Self {
        let state = game.state().clone();
        let (turn, depth, level) = (state.turn, state.depth, state.hero.level);
        Self { header: header.clone(), position, hash: game.hash(), turn, depth, level, state }
    }

    /// Encodes the checkpoint.
    ///
    /// # Errors
    /// If the state takes more than 4 GiB.
    pub fn write(&self) -> Result<Vec<u8>, RecordError> {
        let body = postcard::to_stdvec(self)?;
        let too_long = |_| RecordError::TooLong { what: "state", length: body.len(), limit: u32::MAX as usize };
        let length = u32::try_from(body.len()).map_err(too_long)?;
        let mut bytes = preamble(MAGIC).to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(body);
        bytes.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Decodes a checkpoint.
    ///
    /// # Errors
    /// If the bytes are not a checkpoint, have another format, or are damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        read_preamble(MAGIC, bytes)?;
        let damaged = || RecordError::Damaged("it is damaged or truncated".into());
        let (all, check) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        let (length, body) = all.get(PREAMBLE..).and_then(|rest| rest.split_first_chunk::<4>()).ok_or_else(damaged)?;
        let complete = u32::from_le_bytes(*length) as usize == body.len();
        if !complete || XxHash3_64::oneshot(all).to_le_bytes() != *check {
            return Err(damaged());
        }
        let checkpoint: Self = postcard::from_bytes(body)?;
        check_count(checkpoint.position.actions)?;
        check_count(checkpoint.header.missing_actions)?;
        Ok(checkpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameContent;

    #[test]
    fn a_checkpoint_with_a_forged_count_of_actions_is_refused() {
        let plan = undercroft_mapgen::Plan::named("two-caves").unwrap();
        let game = Game::new(GameContent::standard(), plan, "moss").unwrap();
        let header = Header::new(7, "two-caves", &game);
        let read = |actions| {
            let position = Position { offset: 0, chain: 0, actions };
            Checkpoint::read(&Checkpoint::of(&game, &header, position).write().unwrap()).map(|saved| saved.position)
        };
        assert!(read(12).is_ok());
        assert!(matches!(read(u64::MAX), Err(RecordError::Damaged(_))));
    }
}
