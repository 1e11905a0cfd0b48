//! Lists games from their files, without playing them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use undercroft_game::record::{Checkpoint, Header, Journal, RULES_VERSION, RecordError, Tail, recover};
use undercroft_mapgen::GENERATOR_VERSION;

use crate::save_paths::{CHECKPOINT, JOURNAL, REPLAY, SavePaths};
use crate::{GameEntry, Resources, files, lock};

const DAMAGED_SAVE: &str = "Damaged; resumes from its last intact turn.";
const DAMAGED_REPLAY: &str = "Damaged; plays up to its last intact turn.";

/// The games in progress, newest first.
pub(crate) fn saves(folder: &Path) -> Vec<GameEntry> {
    let stems: BTreeSet<String> = [JOURNAL, CHECKPOINT].iter().flat_map(|extension| stems(folder, extension)).collect();
    newest_first(stems.into_iter().map(|stem| save(&SavePaths::new(folder, stem))).collect())
}

/// The finished games, newest first, except those whose file stem is already known.
pub(crate) fn replays(folder: &Path, is_known: impl Fn(&str) -> bool) -> Vec<GameEntry> {
    let stems = stems(folder, REPLAY).filter(|stem| !is_known(stem));
    newest_first(stems.map(|stem| replay(&folder.join(format!("{stem}.{REPLAY}")))).collect())
}

/// Replays what came after the last checkpoint, in memory only, so that the figures are those of the last turn.
pub(crate) fn bring_up_to_date(entry: &mut GameEntry, resources: &Resources) {
    let Ok(paths) = SavePaths::of(&entry.path) else { return };
    let (Ok(journal), Ok(checkpoint)) = (files::read(&paths.journal()), files::read(&paths.checkpoint())) else {
        return;
    };
    let recovered = recover(journal.as_deref(), checkpoint.as_deref(), &resources.content, &*resources.find_plan);
    if let Ok(recovered) = recovered {
        let view = recovered.game.view();
        let stats = view.stats();
        (entry.turns, entry.depth, entry.level) = (view.turn(), view.depth(), stats.level);
        entry.hit_points = Some((stats.hit_points, stats.max_hit_points));
    }
}

fn newest_first(mut entries: Vec<GameEntry>) -> Vec<GameEntry> {
    entries.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.path.cmp(&b.path)));
    entries
}

/// The names of the files in a folder.
pub(crate) fn file_names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}

fn stems(folder: &Path, extension: &str) -> impl Iterator<Item = String> {
    file_names(folder).filter_map(move |name| Some(name.strip_suffix(extension)?.strip_suffix('.')?.to_owned()))
}

impl GameEntry {
    fn new(path: &Path, changed: Option<SystemTime>) -> Self {
        Self {
            path: path.into(),
            plan: String::new(),
            seed: String::new(),
            turns: 0,
            depth: 0,
            level: 1,
            hit_points: None,
            changed: changed.unwrap_or(SystemTime::UNIX_EPOCH),
            in_use: false,
            outcome: None,
            problem: None,
        }
    }

    fn add_header(&mut self, header: &Header) {
        self.plan.clone_from(&header.plan);
        self.seed.clone_from(&header.seed);
        if header.rules != RULES_VERSION || header.generator != GENERATOR_VERSION {
            self.problem = Some(format!("Played with another version: {}.", header.made_by));
        }
    }

    fn add_tail(&mut self, tail: Tail) {
        self.turns += tail.actions.len() as u64;
        if let Some(ending) = tail.ending {
            let summary = ending.summary;
            (self.turns, self.depth, self.level) = (summary.turns, summary.depth, summary.level);
            self.outcome = Some(ending);
        }
    }

    /// Notes damage, unless there is a worse problem or the game is being written to right now.
    fn add_damage(&mut self, damaged: bool, problem: &str) {
        if damaged && self.problem.is_none() && !self.in_use {
            self.problem = Some(problem.into());
        }
    }
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}

fn unreadable(error: &RecordError) -> Option<String> {
    Some(format!("Unreadable: {error}."))
}

fn save(paths: &SavePaths) -> GameEntry {
    let path = paths.journal();
    let mut entry = GameEntry::new(&path, changed(&path).max(changed(&paths.checkpoint())));
    entry.in_use = lock::is_held(&paths.lock());
    let bytes = match files::read(&path) {
        Ok(bytes) => bytes.unwrap_or_default(),
        Err(error) => {
            entry.problem = Some(error.to_string());
            return entry;
        }
    };
    let checkpoint = files::read(&paths.checkpoint()).ok().flatten().map(|bytes| Checkpoint::read(&bytes));
    match (Journal::read(&bytes), checkpoint) {
        (Err(error @ RecordError::OtherFormat { .. }), _)
        | (Err(_), Some(Err(error @ RecordError::OtherFormat { .. }))) => entry.problem = unreadable(&error),
        (journal, Some(Ok(saved))) => {
            entry.add_header(&saved.header);
            (entry.turns, entry.depth, entry.level) = (saved.turn, saved.depth, saved.level);
            let tail = Tail::read(&bytes, saved.position);
            let reaches = journal.is_ok_and(|journal| journal.tail.end.offset >= saved.position.offset);
            entry.add_damage(!reaches || tail.damaged_bytes > 0, DAMAGED_SAVE);
            entry.add_tail(tail);
        }
        (Ok(journal), _) => {
            entry.add_header(&journal.header);
            entry.add_damage(journal.tail.damaged_bytes > 0, DAMAGED_SAVE);
            entry.add_tail(journal.tail);
        }
        (Err(error), _) => entry.problem = unreadable(&error),
    }
    entry
}

fn replay(path: &Path) -> GameEntry {
    let mut entry = GameEntry::new(path, changed(path));
    match files::read(path).map(|bytes| Journal::read(&bytes.unwrap_or_default())) {
        Err(error) => entry.problem = Some(error.to_string()),
        Ok(Err(error)) => entry.problem = unreadable(&error),
        Ok(Ok(journal)) => {
            entry.add_header(&journal.header);
            entry.add_damage(journal.tail.damaged_bytes > 0, DAMAGED_REPLAY);
            entry.add_tail(journal.tail);
        }
    }
    entry
}
