//! Encodes a journal frame by frame.

use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::error::RecordError;
use super::frame::{self, Chain, Kind, MAX_PAYLOAD};
use super::header::Header;
use super::journal::{MAGIC, StoredMark};
use crate::action::Action;
use crate::state::State;

/// A position in a journal, between two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The number of bytes before it.
    pub offset: u64,
    /// Their running checksum.
    pub chain: u64,
    /// The number of actions before it, missing ones included.
    pub actions: u64,
}

/// Encodes a journal. Its output has to be stored in order and without gaps.
///
/// ```
/// use undercroft_game::record::{Header, Journal, Writer};
/// use undercroft_game::{Action, Game, GameContent};
/// use undercroft_mapgen::Plan;
/// let mut game = Game::new(GameContent::standard(), Plan::named("two-caves")?, "moss")?;
/// let (mut writer, mut bytes) = Writer::begin(&Header::new(7, "two-caves", &game), None)?;
/// bytes.extend(writer.actions(&[Action::Wait])?);
/// game.act(Action::Wait);
/// bytes.extend(writer.mark(game.hash())?);
/// let journal = Journal::read(&bytes)?;
/// assert_eq!(journal.tail.actions, [Action::Wait]);
/// assert_eq!(journal.tail.marks[0].hash, game.hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    position: Position,
}

impl Writer {
    /// Begins a journal and returns its first bytes. If actions are missing, `base` is the state after them.
    ///
    /// # Errors
    /// If the names in the header are too long.
    pub fn begin(header: &Header, base: Option<&State>) -> Result<(Self, Vec<u8>), RecordError> {
        let mut bytes = frame::preamble(MAGIC).to_vec();
        let mut chain = Chain::new(MAGIC);
        frame::write(&mut bytes, &mut chain, Kind::Header, "plan and seed", &postcard::to_stdvec(header)?)?;
        if let Some(state) = base {
            for part in postcard::to_stdvec(state)?.chunks(MAX_PAYLOAD) {
                frame::write(&mut bytes, &mut chain, Kind::State, "state", part)?;
            }
        }
        let position = Position { offset: bytes.len() as u64, chain: chain.0, actions: header.missing_actions };
        Ok((Self { position }, bytes))
    }

    /// Continues a journal at a position.
    #[must_use]
    pub const fn resume(position: Position) -> Self {
        Self { position }
    }

    /// The position of the next frame.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// Encodes actions.
    ///
    /// # Errors
    /// Only if the encoder fails, which it does not.
    pub fn actions(&mut self, actions: &[Action]) -> Result<Vec<u8>, RecordError> {
        let (mut bytes, mut payload) = (Vec::new(), Vec::new());
        let mut chain = Chain(self.position.chain);
        for action in actions {
            let action = postcard::to_stdvec(action)?;
            if payload.len() + action.len() > MAX_PAYLOAD {
                frame::write(&mut bytes, &mut chain, Kind::Actions, "actions", &payload)?;
                payload.clear();
            }
            payload.extend(action);
        }
        if !payload.is_empty() {
            frame::write(&mut bytes, &mut chain, Kind::Actions, "actions", &payload)?;
        }
        self.advance(&bytes, chain, actions.len() as u64);
        Ok(bytes)
    }

    /// Encodes a mark: the hash of the state at this position.
    ///
    /// # Errors
    /// Only if the encoder fails, which it does not.
    pub fn mark(&mut self, hash: u64) -> Result<Vec<u8>, RecordError> {
        let mark = StoredMark { actions: self.position.actions, hash };
        self.frame(Kind::Mark, "mark", &postcard::to_stdvec(&mark)?)
    }

    /// Encodes the ending. Nothing may follow it.
    ///
    /// # Errors
    /// Only if the encoder fails, which it does not.
    pub fn ending(&mut self, ending: &Ending) -> Result<Vec<u8>, RecordError> {
        self.frame(Kind::Ending, "ending", &postcard::to_stdvec(ending)?)
    }

    fn frame(&mut self, kind: Kind, what: &'static str, payload: &[u8]) -> Result<Vec<u8>, RecordError> {
        let (mut bytes, mut chain) = (Vec::new(), Chain(self.position.chain));
        frame::write(&mut bytes, &mut chain, kind, what, payload)?;
        self.advance(&bytes, chain, 0);
        Ok(bytes)
    }

    const fn advance(&mut self, bytes: &[u8], chain: Chain, actions: u64) {
        self.position.offset += bytes.len() as u64;
        self.position.chain = chain.0;
        self.position.actions += actions;
    }
}
