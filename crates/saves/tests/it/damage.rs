//! Damaged saves: nothing panics, and nothing is lost that the files still prove.

use std::fs;
use std::path::Path;

use crate::helpers::{Played, killed, play, survivor};
use undercroft_game::Action;
use undercroft_game::record::{Checkpoint, Journal, JournalRepair, recover};
use undercroft_mapgen::{Rng, Seed};
use undercroft_saves::{Replay, Resources, SaveDirectory, SaveError, Verdict};

/// A save with a checkpoint in the middle, as bytes, and its history.
struct Whole {
    folder: tempfile::TempDir,
    played: Played,
    journal: Vec<u8>,
    checkpoint: Vec<u8>,
    /// The number of actions at the checkpoint, and its offset in the journal.
    middle: (usize, usize),
}

impl Whole {
    fn new(plan: &str, before: usize, behind: usize) -> Self {
        let seed = survivor(plan, before + behind);
        let folder = tempfile::tempdir().unwrap();
        let (saves, mut played) = killed(folder.path(), plan, seed, before);
        let mut saved = saves.resume(&played.path, &Resources::standard()).unwrap().game;
        saved.checkpoint().unwrap();
        play(&mut saved, &mut played, behind);
        assert_eq!(saved.game().outcome(), None);
        drop(saved);
        let (journal, checkpoint) = (fs::read(&played.path).unwrap(), fs::read(checkpoint_of(&played.path)).unwrap());
        let place = Checkpoint::read(&checkpoint).unwrap().position;
        let middle = (place.actions as usize, place.offset as usize);
        assert!(middle.0 >= before, "a level was left behind the checkpoint");
        Self { folder, played, journal, checkpoint, middle }
    }

    /// Whether a journal is exactly what this one was earlier, so that nothing shows there were more actions.
    fn is_earlier(&self, journal: &[u8]) -> bool {
        let length = journal.len();
        let between_frames = self.played.lengths.contains(&(length as u64)) || length == self.middle.1;
        between_frames && self.journal.starts_with(journal)
    }

    /// The number of actions that the bytes still prove; `None` if they prove nothing.
    fn proven(&self, journal: &[u8], checkpoint: &[u8]) -> Option<usize> {
        let (actions, offset) = self.middle;
        // The actions are intact as far as the bytes are those that were written.
        let good_until = |from: usize| {
            let same = journal.iter().zip(&self.journal).skip(from).take_while(|(a, b)| a == b).count();
            from + if from <= journal.len() { same } else { 0 }
        };
        let done = |until: usize| self.played.lengths.iter().rposition(|length| *length as usize <= until);
        let from_start = done(good_until(0));
        let from_middle = (checkpoint == self.checkpoint).then(|| done(good_until(offset)).unwrap_or(0).max(actions));
        from_start.max(from_middle)
    }
}

fn checkpoint_of(path: &Path) -> std::path::PathBuf {
    path.with_extension("checkpoint")
}

/// Damages bytes in a random way. Returns how.
fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) -> &'static str {
    let length = bytes.len() as u32;
    if length == 0 {
        return "nothing";
    }
    let at = rng.below(length) as usize;
    let span = |rng: &mut Rng, most: u32| rng.range(1..=most.max(1) as i32) as usize;
    match rng.below(9) {
        0 => {
            bytes[at] ^= 1 << rng.below(8);
            "a flipped bit"
        }
        1 => {
            for _ in 0..span(rng, 20) {
                bytes[rng.below(length) as usize] = rng.below(256) as u8;
            }
            "changed bytes"
        }
        2 => {
            bytes.truncate(at);
            "truncated"
        }
        3 => {
            let end = (at + span(rng, 600)).min(bytes.len());
            bytes[at..end].fill(0);
            "zeroed"
        }
        4 => {
            let size = span(rng, length / 3);
            let (a, b) = (rng.below(length - size as u32) as usize, rng.below(length - size as u32) as usize);
            for index in 0..size {
                bytes.swap(a + index, b + index);
            }
            "two blocks swapped"
        }
        5 => {
            let tail = bytes[at..].to_vec();
            bytes.extend(tail);
            "a repeated tail"
        }
        6 => {
            bytes.clear();
            "empty"
        }
        7 => {
            bytes.drain(at..(at + span(rng, 40)).min(length as usize));
            "a missing piece"
        }
        _ => {
            let noise: Vec<u8> = (0..span(rng, 300)).map(|_| rng.below(256) as u8).collect();
            bytes.splice(at..at, noise);
            "inserted noise"
        }
    }
}

/// Damages saves at random and compares what is recovered with what the bytes prove. Returns how many were recovered and
/// refused.
fn corrupt(whole: &Whole, cases: u32, seed: u64) -> (u32, u32) {
    let (resources, mut rng) = (Resources::standard(), Seed::from(seed).fork("test").rng());
    let (mut recovered, mut refused) = (0, 0);
    for case in 0..cases {
        let (mut journal, mut checkpoint) = (whole.journal.clone(), whole.checkpoint.clone());
        let which = rng.below(3);
        let mut what = Vec::new();
        for _ in 0..rng.range(1..=2) {
            if which != 1 {
                what.push(("journal", damage(&mut journal, &mut rng)));
            }
            if which != 0 {
                what.push(("checkpoint", damage(&mut checkpoint, &mut rng)));
            }
        }
        let proven = whole.proven(&journal, &checkpoint);
        let path = &whole.played.path;
        fs::write(path, &journal).unwrap();
        fs::write(checkpoint_of(path), &checkpoint).unwrap();
        let saves = SaveDirectory::open(whole.folder.path()).unwrap();
        assert_eq!(saves.saves().len(), 1);
        match (saves.resume(path, &resources), proven) {
            (Ok(mut resumed), proven) => {
                recovered += 1;
                let done = resumed.game.actions() as usize;
                assert!(proven.is_some_and(|proven| done >= proven), "{case}, {what:?}: {done} of {proven:?}");
                let hash = resumed.game.game().hash();
                assert_eq!(whole.played.hashes.get(done), Some(&hash), "{case}, {what:?}: a different game");
                if journal != whole.journal && !whole.is_earlier(&journal) {
                    assert!(resumed.notice.is_some(), "{case}, {what:?}: without a notice");
                    let kept = fs::read(path.with_extension("save.damaged")).unwrap();
                    assert!(kept == journal, "{case}, {what:?}: the damaged file is not backed up");
                }
                resumed.game.act(Action::Wait).unwrap();
                let hash = resumed.game.game().hash();
                let ended = resumed.game.replay_file().map(Path::to_owned);
                drop(resumed);
                if let Some(replay) = ended {
                    fs::remove_file(replay).unwrap();
                } else if case % 16 == 0 {
                    let again = saves.resume(path, &resources).unwrap();
                    assert_eq!((again.game.game().hash(), again.notice), (hash, None), "{case}, {what:?}");
                }
            }
            (Err(SaveError::Refused { .. }), None) => {
                refused += 1;
                assert!(fs::read(path).unwrap() == journal, "{case}, {what:?}: the journal was touched");
                assert!(
                    fs::read(checkpoint_of(path)).unwrap() == checkpoint,
                    "{case}, {what:?}: so was the checkpoint"
                );
            }
            (Err(error), proven) => panic!("{case}, {what:?}: {error}, though {proven:?} actions are there"),
        }
        for aside in ["save.damaged", "checkpoint.damaged"] {
            let _ = fs::remove_file(path.with_extension(aside));
        }
    }
    (recovered, refused)
}

#[test]
fn damaged_saves_keep_their_intact_part() {
    let whole = Whole::new("two-caves", 60, 40);
    let (recovered, refused) = corrupt(&whole, 200, 1);
    assert!(recovered > 100 && refused > 5, "{recovered} recovered, {refused} refused: the test is too weak");
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_damaged_saves_keep_their_intact_part() {
    let mut all = (0, 0);
    for (plan, seed) in [("two-caves", 7), ("kobolds", 2), ("rooms-and-halls", 3), ("undercroft", 4), ("endless", 5)] {
        let begun = std::time::Instant::now();
        let whole = Whole::new(plan, 80, 60);
        let (recovered, refused) = corrupt(&whole, 2_000, seed);
        println!("{plan}: {recovered} recovered, {refused} refused, {:.1?}", begun.elapsed());
        all = (all.0 + recovered, all.1 + refused);
    }
    println!("{} recovered, {} refused", all.0, all.1);
    assert_eq!(all.0 + all.1, 10_000);
}

#[test]
fn a_journal_can_be_truncated_anywhere() {
    let whole = Whole::new("two-caves", 3, 3);
    for length in 0..=whole.journal.len() {
        let read = Journal::read(&whole.journal[..length]);
        let expected = whole.played.lengths.iter().rposition(|known| *known as usize <= length);
        assert_eq!(read.ok().map(|journal| journal.tail.actions.len()), expected, "{length} bytes");
    }
}

#[test]
fn a_journal_damaged_before_its_checkpoint_is_rewritten() {
    let whole = Whole::new("two-caves", 60, 40);
    let mut journal = whole.journal.clone();
    journal[whole.played.lengths[10] as usize] ^= 64;
    fs::write(&whole.played.path, &journal).unwrap();
    let saves = SaveDirectory::open(whole.folder.path()).unwrap();
    assert!(saves.saves()[0].problem.as_deref().unwrap().contains("Damaged"));
    let resumed = saves.resume(&whole.played.path, &Resources::standard()).unwrap();
    assert!(resumed.notice.unwrap().contains("its replay will start there"));
    let mut saved = resumed.game;
    assert_eq!(saved.game().hash(), *whole.played.hashes.last().unwrap());
    let mut bot = undercroft_game::Bot::new();
    while saved.game().outcome().is_none() {
        let action = bot.next(saved.game());
        saved.act(action).unwrap();
    }
    let replay = Replay::read(saved.replay_file().unwrap()).unwrap();
    assert_eq!(replay.missing_actions(), 100);
    let same = Verdict::Same { hash: saved.game().hash(), unproven: 0 };
    assert_eq!(replay.verify(&Resources::standard()).unwrap(), same);
}

/// The frame just before the checkpoint is its mark. Without it the journal still has as many actions as the checkpoint.
#[test]
fn a_damaged_mark_of_the_checkpoint_loses_nothing_after_it() {
    let whole = Whole::new("two-caves", 20, 10);
    for at in whole.played.lengths[20] as usize..whole.middle.1 {
        let mut journal = whole.journal.clone();
        journal[at] ^= 1;
        let resources = Resources::standard();
        let recovered =
            recover(Some(&journal), Some(&whole.checkpoint), &resources.content, &*resources.find_plan).unwrap();
        assert_eq!((recovered.actions, recovered.journal), (30, JournalRepair::Rewrite), "byte {at}");
    }
}

/// As if killed between rewriting the journal and writing a new checkpoint.
#[test]
fn an_old_checkpoint_does_not_set_a_rewritten_journal_back() {
    let whole = Whole::new("two-caves", 20, 10);
    let mut journal = whole.journal.clone();
    journal[whole.played.lengths[5] as usize] ^= 1;
    fs::write(&whole.played.path, &journal).unwrap();
    let saves = SaveDirectory::open(whole.folder.path()).unwrap();
    let mended = saves.resume(&whole.played.path, &Resources::standard()).unwrap();
    assert_eq!(mended.game.actions(), 30);
    drop(mended);
    fs::write(checkpoint_of(&whole.played.path), &whole.checkpoint).unwrap();
    let resumed = saves.resume(&whole.played.path, &Resources::standard()).unwrap();
    assert_eq!((resumed.game.actions(), resumed.game.game().hash()), (30, whole.played.hashes[30]));
}

#[test]
fn a_lost_checkpoint_or_journal_is_recovered_from_the_other() {
    let whole = Whole::new("kobolds", 30, 20);
    let saves = SaveDirectory::open(whole.folder.path()).unwrap();
    let resume = || {
        let resumed = saves.resume(&whole.played.path, &Resources::standard()).unwrap();
        (resumed.game.actions() as usize, resumed.game.game().hash())
    };
    fs::remove_file(checkpoint_of(&whole.played.path)).unwrap();
    assert_eq!(resume(), (50, whole.played.hashes[50]));
    fs::write(checkpoint_of(&whole.played.path), &whole.checkpoint).unwrap();
    fs::remove_file(&whole.played.path).unwrap();
    assert_eq!(saves.saves().len(), 1);
    assert_eq!(resume(), (whole.middle.0, whole.played.hashes[whole.middle.0]));
}

#[test]
fn a_checkpoint_of_another_game_is_not_used() {
    let (one, other) = (Whole::new("two-caves", 20, 5), Whole::new("two-caves", 24, 1));
    let resources = Resources::standard();
    let recovered =
        recover(Some(&one.journal), Some(&other.checkpoint), &resources.content, &*resources.find_plan).unwrap();
    assert_eq!((recovered.actions, recovered.game.hash()), (25, one.played.hashes[25]));
    assert!(matches!(recovered.journal, JournalRepair::None(_)));
}

#[test]
fn unfinished_files_are_removed_unless_their_game_is_being_played() {
    let whole = Whole::new("two-caves", 5, 5);
    let left = whole.played.path.with_extension("Ab3xYz.tmp");
    let saves = SaveDirectory::open(whole.folder.path()).unwrap();
    fs::write(&left, "half").unwrap();
    assert_eq!(saves.saves().len(), 1);
    let saved = saves.resume(&whole.played.path, &Resources::standard()).unwrap().game;
    SaveDirectory::open(whole.folder.path()).unwrap();
    assert!(left.exists(), "the game is being played: it may be about to finish that file");
    drop(saved);
    SaveDirectory::open(whole.folder.path()).unwrap();
    assert!(!left.exists());
}
