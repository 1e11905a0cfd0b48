//! Writing a journal, piece by piece.

use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::error::RecordError;
use super::frame::{self, Chain, Kind, MOST_PAYLOAD};
use super::header::Header;
use super::journal::{MAGIC, StoredMark};
use crate::action::Action;
use crate::state::State;

/// A place in a journal, between two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// How many bytes are before it.
    pub offset: u64,
    /// The checksum of all of them.
    pub chain: u64,
    /// How many actions are before it, those that are missing among them.
    pub actions: u64,
}

/// Makes the bytes of a journal. What it gives is to be kept in that order and without a gap.
///
/// ```
/// use undercroft_game::record::{Header, Journal, Writer};
/// use undercroft_game::{Action, Content, Game};
/// use undercroft_mapgen::Plan;
/// let mut game = Game::new(Content::standard(), Plan::named("two-caves")?, "moss")?;
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
    /// Begins a journal: its first bytes. Where the header says that actions are missing, the state after them is needed.
    ///
    /// # Errors
    /// Where the names in the header are too long.
    pub fn begin(header: &Header, base: Option<&State>) -> Result<(Self, Vec<u8>), RecordError> {
        let mut bytes = frame::preamble(MAGIC).to_vec();
        let mut chain = Chain::new(MAGIC);
        frame::write(&mut bytes, &mut chain, Kind::Header, "plan and seed", &postcard::to_stdvec(header)?)?;
        if let Some(state) = base {
            for piece in postcard::to_stdvec(state)?.chunks(MOST_PAYLOAD) {
                frame::write(&mut bytes, &mut chain, Kind::State, "state", piece)?;
            }
        }
        let position = Position { offset: bytes.len() as u64, chain: chain.0, actions: header.lost };
        Ok((Self { position }, bytes))
    }

    /// Goes on behind a place.
    #[must_use]
    pub const fn go_on(position: Position) -> Self {
        Self { position }
    }

    /// Where the next frame comes.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The bytes of some actions.
    ///
    /// # Errors
    /// None in practice: it is the encoder that could have one.
    pub fn actions(&mut self, actions: &[Action]) -> Result<Vec<u8>, RecordError> {
        let (mut bytes, mut payload) = (Vec::new(), Vec::new());
        let mut chain = Chain(self.position.chain);
        for action in actions {
            let action = postcard::to_stdvec(action)?;
            if payload.len() + action.len() > MOST_PAYLOAD {
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

    /// The bytes of a mark: what the state's hash is here.
    ///
    /// # Errors
    /// None in practice: it is the encoder that could have one.
    pub fn mark(&mut self, hash: u64) -> Result<Vec<u8>, RecordError> {
        let mark = StoredMark { actions: self.position.actions, hash };
        self.frame(Kind::Mark, "mark", &postcard::to_stdvec(&mark)?)
    }

    /// The bytes of an ending. Nothing comes behind it.
    ///
    /// # Errors
    /// None in practice: it is the encoder that could have one.
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
