//! Lists of games, told from their files without playing them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use undercroft_game::record::{Checkpoint, FORMAT_VERSION, Header, Journal, RULES_VERSION, RecordError, Tail};
use undercroft_mapgen::GENERATOR_VERSION;

use crate::Entry;
use crate::files;
use crate::lock;
use crate::place::{CHECKPOINT, JOURNAL, Place, REPLAY};

/// The games that are not over, the newest first.
pub(crate) fn saves(folder: &Path) -> Vec<Entry> {
    let stems: BTreeSet<String> = [JOURNAL, CHECKPOINT].iter().flat_map(|extension| stems(folder, extension)).collect();
    newest_first(stems.into_iter().map(|stem| save(&Place::new(folder, stem))).collect())
}

/// The games that are over, the newest first.
pub(crate) fn replays(folder: &Path) -> Vec<Entry> {
    newest_first(stems(folder, REPLAY).iter().map(|stem| replay(&folder.join(format!("{stem}.{REPLAY}")))).collect())
}

fn newest_first(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.path.cmp(&b.path)));
    entries
}

fn stems(folder: &Path, extension: &str) -> Vec<String> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let names = names.filter_map(|name| name.into_string().ok());
    names.filter_map(|name| Some(name.strip_suffix(extension)?.strip_suffix('.')?.to_owned())).collect()
}

fn empty(path: &Path, changed: Option<SystemTime>) -> Entry {
    Entry {
        path: path.into(),
        plan: String::new(),
        seed: String::new(),
        turns: 0,
        depth: 0,
        level: 1,
        changed: changed.unwrap_or(SystemTime::UNIX_EPOCH),
        in_use: false,
        outcome: None,
        trouble: None,
    }
}

impl Entry {
    fn describe(&mut self, header: &Header) {
        self.plan.clone_from(&header.plan);
        self.seed.clone_from(&header.seed);
        if header.rules != RULES_VERSION || header.generator != GENERATOR_VERSION {
            self.trouble = Some(format!("It was played by other rules, with {}.", header.made_by));
        }
    }

    fn follow(&mut self, tail: Tail) {
        self.turns += tail.actions.len() as u64;
        if let Some(ending) = tail.ending {
            let summary = ending.summary;
            (self.turns, self.depth, self.level) = (summary.turns, summary.depth, summary.level);
            self.outcome = Some(ending);
        }
    }
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}

fn save(place: &Place) -> Entry {
    let path = place.journal();
    let mut entry = empty(&path, changed(&path).max(changed(&place.checkpoint())));
    entry.in_use = lock::is_held(&place.lock());
    let bytes = match files::read(&path) {
        Ok(bytes) => bytes.unwrap_or_default(),
        Err(error) => {
            entry.trouble = Some(error.to_string());
            return entry;
        }
    };
    let checkpoint = files::read(&place.checkpoint()).ok().flatten().map(|bytes| Checkpoint::read(&bytes));
    match (Journal::read(&bytes), checkpoint) {
        (Err(RecordError::OtherFormat { found }), _) | (Err(_), Some(Err(RecordError::OtherFormat { found }))) => {
            entry.trouble = Some(format!("It is of save format {found}, and this game reads {FORMAT_VERSION}."));
        }
        (journal, Some(Ok(saved))) => {
            entry.describe(&saved.header);
            (entry.turns, entry.depth, entry.level) = (saved.turn, saved.depth, saved.level);
            let tail = Tail::read(&bytes, saved.position);
            let good = journal.is_ok_and(|journal| journal.tail.end.offset >= saved.position.offset);
            if entry.trouble.is_none() && (!good || tail.bad_bytes > 0) && !entry.in_use {
                entry.trouble = Some("It is damaged, and goes on from its last good turn.".into());
            }
            entry.follow(tail);
        }
        (Ok(journal), _) => {
            entry.describe(&journal.header);
            if entry.trouble.is_none() && journal.tail.bad_bytes > 0 && !entry.in_use {
                entry.trouble = Some("It is damaged, and goes on from its last good turn.".into());
            }
            entry.follow(journal.tail);
        }
        (Err(error), _) => entry.trouble = Some(format!("It cannot be read: {error}.")),
    }
    entry
}

fn replay(path: &Path) -> Entry {
    let mut entry = empty(path, changed(path));
    match files::read(path) {
        Err(error) => entry.trouble = Some(error.to_string()),
        Ok(bytes) => match Journal::read(&bytes.unwrap_or_default()) {
            Err(error) => entry.trouble = Some(format!("It cannot be read: {error}.")),
            Ok(journal) => {
                entry.describe(&journal.header);
                if entry.trouble.is_none() && journal.tail.bad_bytes > 0 {
                    entry.trouble = Some("It is damaged, and shows the game as far as it is good.".into());
                }
                entry.follow(journal.tail);
            }
        },
    }
    entry
}
