//! The lists of saved games and of replays.

use std::time::SystemTime;

use undercroft_saves::{GameEntry, Replay, SaveDirectory};

use super::confirm::confirm;
use super::dialog::{Choose, Dialog, LINE_WIDTH, item};
use super::notice::Notice;
use super::play::Play;
use super::replay::Watch;
use super::{ScreenKind, Transition};
use crate::context::Context;
use crate::keys::Command;
use crate::playthrough::{PlayError, Playthrough};
use crate::text::{cut, wrap};
use crate::widgets::list::Item;

/// The games that can be continued, with the figures of their last turn.
pub(crate) fn saves(context: &Context) -> Dialog {
    let entries = context.saves.as_ref().map(|saves| saves.current_saves(&context.resources)).unwrap_or_default();
    dialog(context, ScreenKind::Saves, "Continue", "There are no saved games.", entries, resume)
}

/// The games that have ended.
pub(crate) fn replays(context: &Context) -> Dialog {
    let entries = context.saves.as_ref().map(SaveDirectory::replays).unwrap_or_default();
    dialog(context, ScreenKind::Replays, "Replays", "There are no replays yet: no game has ended.", entries, watch)
}

fn dialog(
    context: &Context,
    kind: ScreenKind,
    title: &str,
    nothing: &str,
    entries: Vec<GameEntry>,
    choose: fn(&GameEntry, &mut Context) -> Transition,
) -> Dialog {
    let introduction = match (&context.saves, entries.is_empty()) {
        (Err(error), _) => format!("{nothing} {error}"),
        (Ok(_), true) => nothing.to_owned(),
        (Ok(_), false) => String::new(),
    };
    let (delete, cancel) = (context.menu_key(Command::Delete), context.menu_key(Command::Cancel));
    let hints =
        if entries.is_empty() { format!("{cancel}: back") } else { format!("{delete}: delete, {cancel}: back") };
    let (items, owners) = lines(&entries, choose);
    let mut dialog = Dialog { introduction, hints, ..Dialog::new(kind, title, items) };
    dialog.on_delete = Some(Box::new(move |line, _| match owners.get(line).map(|owner| &entries[*owner]) {
        Some(entry) => ask_to_delete(entry.clone(), kind),
        None => Transition::Stay,
    }));
    dialog
}

/// The lines of a list, each with the index of its game: a game has several lines.
fn lines(entries: &[GameEntry], choose: fn(&GameEntry, &mut Context) -> Transition) -> (Vec<Item<Choose>>, Vec<usize>) {
    let letters = ('a'..='z').chain('A'..='Z').map(Some).chain(std::iter::repeat(None));
    let now = SystemTime::now();
    let (mut items, mut owners) = (Vec::new(), Vec::new());
    for ((index, entry), letter) in entries.iter().enumerate().zip(letters) {
        let right = if entry.in_use { "being played".into() } else { age(now, entry.changed) };
        let (heading, details) = describe(entry);
        let chosen = entry.clone();
        items.push(item(letter, heading, move |context| choose(&chosen, context)).right(right));
        let rows = wrap(&details, LINE_WIDTH);
        items.extend(rows.iter().map(|row| item(None, format!("   {row}"), |_| Transition::Stay).enabled_if(false)));
        owners.resize(items.len(), index);
    }
    (items, owners)
}

fn ask_to_delete(entry: GameEntry, kind: ScreenKind) -> Transition {
    let (heading, details) = describe(&entry);
    let question = format!("{heading}, {details}. Once deleted, it cannot be recovered.");
    Transition::open(confirm(question, "No, keep it", "Yes, delete it", move |context| {
        let Ok(saves) = &context.saves else { return Transition::Close };
        match saves.delete(&entry.path) {
            Ok(()) if kind == ScreenKind::Saves => Transition::ReplaceBelow(Box::new(self::saves(context))),
            Ok(()) => Transition::ReplaceBelow(Box::new(replays(context))),
            Err(error) => Transition::replace(Notice::new("This game cannot be deleted", error)),
        }
    }))
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

/// A heading and details for a game.
fn describe(entry: &GameEntry) -> (String, String) {
    if let Some(trouble) = &entry.problem {
        let name = entry.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        return (cut(&name, 40), trouble.trim_end_matches('.').to_owned());
    }
    let (plan, depth, seed, turns) = (cut(&entry.plan, 18), entry.depth, &entry.seed, entry.turns);
    match &entry.outcome {
        Some(ending) => {
            let score = ending.summary.score;
            let (end, cause) = match &ending.cause {
                Some(cause) => ("lost", format!("{cause}, ")),
                None => ("won", String::new()),
            };
            (format!("{plan}: {end}, score {score}"), format!("{cause}depth {depth}, turn {turns}, seed {seed}"))
        }
        None => {
            let health = entry.hit_points.map(|(left, most)| format!("{left}/{most} hit points, ")).unwrap_or_default();
            let level = entry.level;
            (format!("{plan}: depth {depth}, turn {turns}"), format!("level {level}, {health}seed {seed}"))
        }
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
