//! The lists of saved games and of replays.

use std::time::SystemTime;

use undercroft_saves::{GameEntry, Replay, SaveDirectory};

use super::dialog::{Choose, Dialog, item};
use super::notice::Notice;
use super::play::Play;
use super::replay::Watch;
use super::{ScreenKind, Transition};
use crate::context::Context;
use crate::keys::Command;
use crate::playthrough::{PlayError, Playthrough};
use crate::text::cut;
use crate::widgets::list::Item;

/// The games that can be continued.
pub(crate) fn saves(context: &Context) -> Dialog {
    let entries = context.saves.as_ref().map(SaveDirectory::saves).unwrap_or_default();
    let items = lines(entries, resume);
    dialog(context, ScreenKind::Saves, "Continue", "There are no saved games.", items)
}

/// The games that have ended.
pub(crate) fn replays(context: &Context) -> Dialog {
    let entries = context.saves.as_ref().map(SaveDirectory::replays).unwrap_or_default();
    let items = lines(entries, watch);
    dialog(context, ScreenKind::Replays, "Replays", "There are no replays: no game has ended yet.", items)
}

fn dialog(context: &Context, kind: ScreenKind, title: &str, nothing: &str, items: Vec<Item<Choose>>) -> Dialog {
    let introduction = match (&context.saves, items.is_empty()) {
        (Err(error), _) => format!("{nothing} {error}"),
        (Ok(_), true) => nothing.to_owned(),
        (Ok(_), false) => String::new(),
    };
    let hints = format!("{}: back", context.menu_key(Command::Cancel));
    Dialog { introduction, hints, ..Dialog::new(kind, title, items) }
}

fn lines(entries: Vec<GameEntry>, choose: fn(&GameEntry, &mut Context) -> Transition) -> Vec<Item<Choose>> {
    let letters = ('a'..='z').chain('A'..='Z').map(Some).chain(std::iter::repeat(None));
    let now = SystemTime::now();
    let line = |(entry, letter): (GameEntry, Option<char>)| {
        let right = if entry.in_use { "being played".into() } else { age(now, entry.changed) };
        let (text, enabled) = (describe(&entry), !entry.in_use);
        item(letter, text, move |context| choose(&entry, context)).right(right).enabled_if(enabled)
    };
    entries.into_iter().zip(letters).map(line).collect()
}

fn resume(entry: &GameEntry, context: &mut Context) -> Transition {
    let Ok(saves) = &context.saves else { return Transition::Stay };
    match Playthrough::resume(saves, &context.resources, &entry.path) {
        Ok(playthrough) => {
            context.playthrough = Some(playthrough);
            Transition::reset(Play::default())
        }
        Err(error) => Transition::open(Notice::new("This game cannot be continued", error)),
    }
}

fn watch(entry: &GameEntry, context: &mut Context) -> Transition {
    let read = || {
        let replay = Replay::read(&entry.path)?;
        Ok(Watch::new(replay.start(&context.resources)?, replay.actions().to_vec()))
    };
    match read() {
        Ok(watch) => Transition::open(watch),
        Err::<_, PlayError>(error) => Transition::open(Notice::new("This replay cannot be shown", error)),
    }
}

fn describe(entry: &GameEntry) -> String {
    if let Some(trouble) = &entry.problem {
        let name = entry.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        return format!("{name}: {trouble}");
    }
    // The seed comes last: in a narrow window it is the first to be cut.
    let (plan, depth, seed) = (cut(&entry.plan, 18), entry.depth, &entry.seed);
    match &entry.outcome {
        Some(ending) => {
            let cause = ending.cause.as_deref().unwrap_or("won");
            format!("{plan}: {cause}, depth {depth}, score {}, seed {seed}", ending.summary.score)
        }
        None => format!("{plan}: depth {depth}, level {}, turn {}, seed {seed}", entry.level, entry.turns),
    }
}

/// "12 min ago"
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
