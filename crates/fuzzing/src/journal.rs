//! Saved games and replays, damaged by someone who corrects the checksums.
//!
//! The input is not a file but a list of edits to one, so that it means the same whatever the version of the format. The
//! first byte chooses the file; then come edits: two bytes of offset, a number of bytes to remove, a number of bytes to insert,
//! and those bytes.

use std::error::Error;
use std::sync::LazyLock;

use twox_hash::XxHash3_64;
use undercroft_game::record::{Checkpoint, Ending, Header, Journal, Writer, compact};
use undercroft_game::{Bot, Game, GameContent};
use undercroft_mapgen::Plan;
use undercroft_web::{OwnContent, Play, Resumed, Watch};

/// The plan and the seed of the game.
const PLAN: &str = "two-caves";
const SEED: &str = "moss";
/// How long the game is.
const TURNS: u64 = 60;
/// The most edits.
const EDITS: usize = 16;
/// The most bytes that an edit removes or inserts.
const LONGEST: u8 = 32;
/// Magic number, version and checksum.
const PREAMBLE: usize = 16;

/// A game in all its files.
struct Files {
    journal: Vec<u8>,
    /// Begins with the state after half of the game.
    second_half: Vec<u8>,
    checkpoint: Vec<u8>,
    replay: Vec<u8>,
}

static OWN: LazyLock<OwnContent> = LazyLock::new(OwnContent::default);
static FILES: LazyLock<Files> = LazyLock::new(|| files().unwrap_or_else(|error| panic!("{error}")));

fn files() -> Result<Files, Box<dyn Error>> {
    let mut game = Game::new(GameContent::standard(), Plan::named(PLAN)?, SEED)?;
    let header = Header::new(7, PLAN, &game);
    let (mut writer, mut journal) = Writer::begin(&header, None)?;
    for action in Bot::new().play(&mut game, TURNS / 2, |_, _| ()) {
        journal.extend(writer.actions(&[action])?);
    }
    journal.extend(writer.mark(game.hash())?);
    let checkpoint = Checkpoint::of(&game, &header, writer.position()).write()?;
    let half = Header { missing_actions: writer.position().actions, ..header };
    let (mut second, mut second_half) = Writer::begin(&half, Some(game.state()))?;
    for action in Bot::new().play(&mut game, TURNS, |_, _| ()) {
        journal.extend(writer.actions(&[action])?);
        second_half.extend(second.actions(&[action])?);
    }
    journal.extend(writer.mark(game.hash())?);
    second_half.extend(second.mark(game.hash())?);
    let ending = game.outcome().map(|outcome| Ending::of(outcome, game.content()));
    let replay = compact(&Journal::read(&journal)?, game.hash(), ending.as_ref())?;
    Ok(Files { journal, second_half, checkpoint, replay })
}

/// Edits to a saved game or a replay.
pub(crate) fn journal(data: &[u8]) {
    let Some((file, edits)) = data.split_first() else { return };
    let Files { journal, second_half, checkpoint, replay } = &*FILES;
    match file % 6 {
        0 => resume(&with_frames_corrected(&edited(journal, edits)), None),
        1 => resume(&with_frames_corrected(&edited(journal, edits)), Some(checkpoint)),
        2 => resume(journal, Some(&with_sum_corrected(edited(checkpoint, edits)))),
        3 => resume(&with_frames_corrected(&edited(second_half, edits)), None),
        4 => resume(&[], Some(&with_sum_corrected(edited(checkpoint, edits)))),
        _ => watch(&with_frames_corrected(&edited(replay, edits))),
    }
}

fn resume(journal: &[u8], checkpoint: Option<&[u8]>) {
    let Ok(Resumed { mut play, repaired }) = Play::resume(&OWN, journal, checkpoint) else { return };
    play.game().check().unwrap_or_else(|problem| panic!("{problem}\n{}", play.game()));
    if play.game().outcome().is_some() || play.let_bot_play(2).is_err() || !repaired {
        return;
    }
    let again = Play::resume(&OWN, play.journal(), None);
    let again = again.unwrap_or_else(|problem| panic!("a repaired game does not resume: {problem:?}"));
    assert_eq!(again.play.game().hash(), play.game().hash(), "a repaired game resumes where it was");
}

fn watch(replay: &[u8]) {
    let Ok(hash) = Watch::verify(&OWN, replay) else { return };
    let mut watch = Watch::read(&OWN, replay).unwrap_or_else(|problem| panic!("{problem:?}"));
    watch.step(u32::MAX);
    watch.game().check().unwrap_or_else(|problem| panic!("{problem}\n{}", watch.game()));
    assert_eq!(watch.game().hash(), hash, "watching a replay ends where verifying it does");
}

/// The file with the edits applied.
fn edited(file: &[u8], mut edits: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    for _ in 0..EDITS {
        let Some((&[low, high, removed, inserted], rest)) = edits.split_first_chunk() else { break };
        let (new, rest) = rest.split_at(usize::from(inserted.min(LONGEST)).min(rest.len()));
        let start = usize::from(u16::from_le_bytes([low, high])) % (file.len() + 1);
        let end = (start + usize::from(removed.min(LONGEST))).min(file.len());
        file.splice(start..end, new.iter().copied());
        edits = rest;
    }
    file
}

/// A journal whose frames have the checksums that they should have, as docs of `record` describe them.
fn with_frames_corrected(file: &[u8]) -> Vec<u8> {
    let Some((preamble, mut rest)) = file.split_at_checked(PREAMBLE) else { return file.to_vec() };
    let mut out = with_preamble_corrected(preamble.to_vec());
    let mut chain = XxHash3_64::oneshot(&out);
    while let Some((&[kind, low, high], after)) = rest.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes([low, high])).min(after.len());
        let (payload, after) = after.split_at(length);
        let [low, high] = (length as u16).to_le_bytes();
        let frame = [&[kind, low, high], payload].concat();
        chain = XxHash3_64::oneshot_with_seed(chain, &frame);
        out.extend(frame);
        out.extend((chain as u32).to_le_bytes());
        rest = after.get(4..).unwrap_or_default();
    }
    out
}

/// A checkpoint with the length and the checksum that it should have.
fn with_sum_corrected(mut file: Vec<u8>) -> Vec<u8> {
    let Some(body) = file.len().checked_sub(PREAMBLE + 4 + 8) else { return file };
    file = with_preamble_corrected(file);
    file[PREAMBLE..PREAMBLE + 4].copy_from_slice(&(body as u32).to_le_bytes());
    let end = file.len() - 8;
    let sum = XxHash3_64::oneshot(&file[..end]);
    file[end..].copy_from_slice(&sum.to_le_bytes());
    file
}

fn with_preamble_corrected(mut file: Vec<u8>) -> Vec<u8> {
    let sum = XxHash3_64::oneshot(&file[..12]) as u32;
    file[12..PREAMBLE].copy_from_slice(&sum.to_le_bytes());
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_edits_are_read_to_their_end() {
        let Files { journal, second_half, checkpoint, replay } = &*FILES;
        assert_eq!(with_frames_corrected(journal), *journal);
        assert_eq!(with_sum_corrected(checkpoint.clone()), *checkpoint);
        let whole = Play::resume(&OWN, journal, Some(checkpoint)).unwrap().play;
        assert_eq!(whole.game().view().turn(), TURNS);
        for other in [journal, second_half] {
            assert_eq!(Play::resume(&OWN, other, None).unwrap().play.game().hash(), whole.game().hash());
        }
        assert_eq!(Watch::verify(&OWN, replay), Ok(whole.game().hash()));
    }
}
