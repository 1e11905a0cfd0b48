//! Saved games and replays, damaged by someone who corrects the checksums.
//!
//! The input is not a file but a list of edits to one, so that it means the same whatever the version of the format. The
//! first byte chooses the file; then come edits: two bytes of offset, a number of bytes to remove, a number of bytes to insert,
//! and those bytes.

use std::error::Error;
use std::sync::LazyLock;

use twox_hash::XxHash3_64;
use undercroft_game::record::{Checkpoint, Ending, Header, Journal, Writer, compact, recover};
use undercroft_game::{Bot, Game, GameContent};
use undercroft_mapgen::Plan;
use undercroft_web::{OwnContent, Play, Watch};

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
    match file % 5 {
        0 => resume(&with_frames_corrected(&edited(journal, edits)), None),
        1 => resume(&with_frames_corrected(&edited(journal, edits)), Some(checkpoint)),
        2 => resume(journal, Some(&with_sum_corrected(edited(checkpoint, edits)))),
        3 => resume(&with_frames_corrected(&edited(second_half, edits)), None),
        _ => watch(&with_frames_corrected(&edited(replay, edits))),
    }
}

fn resume(journal: &[u8], checkpoint: Option<&[u8]>) {
    let find = |name: &str| match name == PLAN {
        true => Ok(Plan::named(PLAN)?),
        false => Err("there is no other".into()),
    };
    if let Ok(recovered) = recover(Some(journal), checkpoint, &GameContent::standard(), &find) {
        let game = &recovered.game;
        game.check().unwrap_or_else(|problem| panic!("{problem}\n{game}"));
    }
    let own = OwnContent::default();
    if let Ok(mut resumed) = Play::resume(&own, journal, checkpoint) {
        let _ = resumed.play.let_bot_play(2);
        let again = Play::resume(&own, resumed.play.journal(), None);
        assert!(
            again.is_ok_and(|again| again.play.game().hash() == resumed.play.game().hash()),
            "a repaired game resumes"
        );
    }
}

fn watch(replay: &[u8]) {
    let own = OwnContent::default();
    let verified = Watch::verify(&own, replay);
    if let Ok(mut watch) = Watch::read(&own, replay) {
        watch.step(u32::MAX);
        let (done, all) = watch.progress();
        assert!(done <= all, "{done} of {all} actions were shown");
    }
    drop(verified);
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
