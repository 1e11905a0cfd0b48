//! The lists of games: saves to go on with, replays to watch.

use std::time::SystemTime;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_saves::{Entry, Replay};

use super::notice::Notice;
use super::play::Play;
use super::replay::Watch;
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::Input;
use crate::keys::Command;
use crate::session::Session;
use crate::widgets::list::{Choice, Item, List, ListBox};

/// Games to choose from.
#[derive(Debug)]
pub(crate) struct ShelfList {
    entries: Vec<Entry>,
    are_replays: bool,
    panel: ListBox,
}

impl ShelfList {
    /// The games that can be gone on with.
    pub(crate) fn saves(desk: &Desk) -> Self {
        let entries = desk.shelf.as_ref().map(undercroft_saves::Shelf::saves).unwrap_or_default();
        Self::new(desk, "Go on with", "There is no game to go on with.", entries, false)
    }

    /// The games that have ended.
    pub(crate) fn replays(desk: &Desk) -> Self {
        let entries = desk.shelf.as_ref().map(undercroft_saves::Shelf::replays).unwrap_or_default();
        Self::new(desk, "Replays", "No game has ended yet.", entries, true)
    }

    fn new(desk: &Desk, title: &str, none: &str, entries: Vec<Entry>, are_replays: bool) -> Self {
        let letters = ('a'..='z').chain('A'..='Z').map(Some).chain(std::iter::repeat(None));
        let now = SystemTime::now();
        let items = entries.iter().zip(letters).map(|(entry, letter)| Item {
            letter,
            text: text(entry),
            right: if entry.in_use { "being played".into() } else { age(now, entry.changed) },
            enabled: !entry.in_use,
            ..Item::default()
        });
        let mut words = match entries.is_empty() {
            true => vec![none.to_owned()],
            false => Vec::new(),
        };
        if let Err(problem) = &desk.shelf {
            words.extend(crate::text::wrap(problem, 60));
        }
        let foot = format!("{}: back", desk.menu_hint(Command::Cancel));
        let panel = ListBox { title: title.to_owned(), words, foot, list: List::new(items.collect()) };
        Self { entries, are_replays, panel }
    }

    fn take(&self, entry: &Entry, desk: &mut Desk) -> Change {
        if self.are_replays {
            return match watch(entry, desk) {
                Ok(watch) => Change::open(watch),
                Err(problem) => Change::open(Notice::new("This replay cannot be shown", problem)),
            };
        }
        let Ok(shelf) = &desk.shelf else { return Change::Stay };
        match Session::resume(shelf, &desk.world, &entry.path) {
            Ok(session) => {
                desk.session = Some(session);
                Change::restart(Play::default())
            }
            Err(problem) => Change::open(Notice::new("This game cannot go on", problem)),
        }
    }
}

/// The game of an entry, from its start.
fn watch(entry: &Entry, desk: &Desk) -> Result<Watch, String> {
    let replay = Replay::read(&entry.path).map_err(|error| error.to_string())?;
    let start = replay.start(&desk.world).map_err(|error| error.to_string())?;
    Ok(Watch::new(start, replay.actions().to_vec()))
}

fn text(entry: &Entry) -> String {
    if let Some(trouble) = &entry.trouble {
        let name = entry.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        return format!("{name}: {trouble}");
    }
    let seed = crate::text::cut(&entry.seed, 12);
    let (plan, depth, turns) = (crate::text::cut(&entry.plan, 18), entry.depth, entry.turns);
    match &entry.outcome {
        Some(ending) => {
            let how = ending.cause.clone().unwrap_or_else(|| "won".into());
            format!("{plan}, seed {seed}: {how}, depth {depth}, score {}", ending.summary.score)
        }
        None => format!("{plan}, seed {seed}: depth {depth}, level {}, turn {turns}", entry.level),
    }
}

/// How long ago, as people say it.
fn age(now: SystemTime, then: SystemTime) -> String {
    let seconds = now.duration_since(then).map_or(0, |age| age.as_secs());
    match seconds {
        0..60 => "just now".into(),
        60..3_600 => format!("{} min ago", seconds / 60),
        3_600..86_400 => format!("{} h ago", seconds / 3_600),
        86_400..172_800 => "a day ago".into(),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

impl Screen for ShelfList {
    fn name(&self) -> &'static str {
        if self.are_replays { "replays" } else { "saves" }
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        match self.panel.update(input, &desk.settings.keys, desk.screen) {
            Choice::Taken(index) => match self.entries.get(index) {
                Some(entry) => self.take(entry, desk),
                None => Change::Stay,
            },
            Choice::Left => Change::Close,
            Choice::None => Change::Stay,
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        self.panel.draw(buffer, screen, desk.look());
    }
}
