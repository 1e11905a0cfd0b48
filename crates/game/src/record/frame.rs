//! Frames: the units of a journal, each with its length and a checksum that continues the one before.

use twox_hash::XxHash3_64;

use super::FORMAT_VERSION;
use super::error::RecordError;

/// The most bytes in a frame, so that a damaged length cannot demand more.
pub(super) const MAX_PAYLOAD: usize = u16::MAX as usize;
/// The length of the kind and the length field.
const PREFIX: usize = 3;
const CHECKSUM: usize = 4;
/// The length of the magic number, the version and their checksum.
pub(super) const PREAMBLE: usize = 16;

/// What a frame holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Header,
    /// Part of the state that the record starts with, if it does not start at the first turn.
    State,
    Actions,
    Mark,
    Ending,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Header, Self::State, Self::Actions, Self::Mark, Self::Ending];

    fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 + 1 == byte)
    }
}

/// The running checksum of all frames so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain(pub(super) u64);

impl Chain {
    pub(super) fn new(magic: [u8; 8]) -> Self {
        Self(XxHash3_64::oneshot(&preamble(magic)))
    }

    fn extended(self, bytes: &[u8]) -> Self {
        Self(XxHash3_64::oneshot_with_seed(self.0, bytes))
    }

    const fn checksum(self) -> [u8; CHECKSUM] {
        (self.0 as u32).to_le_bytes()
    }
}

/// The first bytes of a record.
pub(super) fn preamble(magic: [u8; 8]) -> [u8; PREAMBLE] {
    let mut bytes = [0; PREAMBLE];
    bytes[..8].copy_from_slice(&magic);
    bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
    let check = XxHash3_64::oneshot(&bytes[..12]) as u32;
    bytes[12..].copy_from_slice(&check.to_le_bytes());
    bytes
}

/// Checks the first bytes of a record. The version has its own checksum, so that a damaged one is not mistaken for that of
/// a later program.
pub(super) fn read_preamble(magic: [u8; 8], bytes: &[u8]) -> Result<(), RecordError> {
    let Some((first, _)) = bytes.split_first_chunk::<PREAMBLE>() else { return Err(RecordError::Foreign) };
    let (words, check) = first.split_at(12);
    if words[..8] != magic || check != (XxHash3_64::oneshot(words) as u32).to_le_bytes() {
        return Err(RecordError::Foreign);
    }
    match u32::from_le_bytes([words[8], words[9], words[10], words[11]]) {
        FORMAT_VERSION => Ok(()),
        found => Err(RecordError::OtherFormat { found }),
    }
}

/// Appends a frame.
pub(super) fn write(
    out: &mut Vec<u8>,
    chain: &mut Chain,
    kind: Kind,
    what: &'static str,
    payload: &[u8],
) -> Result<(), RecordError> {
    let Ok(length) = u16::try_from(payload.len()) else {
        return Err(RecordError::TooLong { what, length: payload.len(), limit: MAX_PAYLOAD });
    };
    let start = out.len();
    out.push(kind as u8 + 1);
    out.extend(length.to_le_bytes());
    out.extend(payload);
    *chain = chain.extended(&out[start..]);
    out.extend(chain.checksum());
    Ok(())
}

/// A decoded frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'a> {
    pub(super) kind: Kind,
    pub(super) payload: &'a [u8],
    /// The checksum after it.
    pub(super) chain: Chain,
    /// Its length in bytes.
    pub(super) length: usize,
}

/// Decodes the first frame; `None` if it is truncated or damaged.
pub(super) fn read(bytes: &[u8], chain: Chain) -> Option<Frame<'_>> {
    let (&[kind, low, high], rest) = bytes.split_first_chunk::<PREFIX>()?;
    let kind = Kind::from_byte(kind)?;
    let length = usize::from(u16::from_le_bytes([low, high]));
    let (payload, rest) = rest.split_at_checked(length)?;
    let chain = chain.extended(&bytes[..PREFIX + length]);
    let intact = rest.first_chunk::<CHECKSUM>() == Some(&chain.checksum());
    intact.then_some(Frame { kind, payload, chain, length: PREFIX + length + CHECKSUM })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGIC: [u8; 8] = *b"A TEST!\n";

    #[test]
    fn a_frame_is_valid_only_after_those_it_was_written_after() {
        let (mut bytes, mut chain) = (Vec::new(), Chain::new(MAGIC));
        write(&mut bytes, &mut chain, Kind::Mark, "mark", b"one").unwrap();
        let second = bytes.len();
        write(&mut bytes, &mut chain, Kind::Mark, "mark", b"two").unwrap();
        let one = read(&bytes, Chain::new(MAGIC)).unwrap();
        assert_eq!((one.payload, one.length), (&b"one"[..], second));
        assert_eq!(read(&bytes[second..], one.chain).unwrap().payload, b"two");
        assert!(read(&bytes[second..], Chain::new(MAGIC)).is_none());
    }

    #[test]
    fn every_flipped_bit_and_every_truncation_is_detected() {
        let (mut bytes, mut chain) = (Vec::new(), Chain::new(MAGIC));
        write(&mut bytes, &mut chain, Kind::Actions, "actions", &[7; 20]).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&flipped, Chain::new(MAGIC)).is_none(), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length], Chain::new(MAGIC)).is_none(), "{length} bytes");
        }
    }

    #[test]
    fn a_damaged_version_is_not_mistaken_for_another() {
        let mut bytes = preamble(MAGIC);
        assert_eq!(read_preamble(MAGIC, &bytes), Ok(()));
        bytes[8] ^= 4;
        assert_eq!(read_preamble(MAGIC, &bytes), Err(RecordError::Foreign));
        let check = XxHash3_64::oneshot(&bytes[..12]) as u32;
        bytes[12..].copy_from_slice(&check.to_le_bytes());
        assert_eq!(read_preamble(MAGIC, &bytes), Err(RecordError::OtherFormat { found: FORMAT_VERSION ^ 4 }));
    }

    #[test]
    fn a_payload_that_is_too_long_is_refused() {
        let error = write(&mut Vec::new(), &mut Chain::new(MAGIC), Kind::Header, "seed", &[0; MAX_PAYLOAD + 1]);
        assert!(matches!(error, Err(RecordError::TooLong { what: "seed", .. })));
    }
}
