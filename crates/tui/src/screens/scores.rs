//! The high score table: for all games, or for today's dungeon.

use undercroft_saves::Score;

use super::dialog::{Choose, Dialog, item};
use super::notice::Notice;
use super::{ScreenKind, Transition};
use crate::context::Context;
use crate::keys::Command;
use crate::text::cut;
use crate::widgets::list::Item;

/// The high score table, limited to a date if one is given.
pub(crate) fn scores(context: &Context, date: Option<String>) -> Dialog {
    let all = match &context.saves {
        Ok(saves) => saves.scores().map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let (all, problem) = match all {
        Ok(all) => (all, None),
        Err(error) => (Vec::new(), Some(error)),
    };
    let shown: Vec<Score> =
        all.into_iter().filter(|score| date.is_none() || score.daily() == date.as_deref()).collect();
    let introduction = match (&problem, shown.is_empty(), &date) {
        (Some(problem), ..) => problem.clone(),
        (None, true, Some(date)) => format!("Nobody has finished the dungeon of {date} here yet."),
        (None, true, None) => "No game has ended yet.".into(),
        (None, false, _) => String::new(),
    };
    let mut items: Vec<Item<Choose>> = shown.into_iter().zip(1..).map(|(score, rank)| line(score, rank)).collect();
    match (&date, (context.today)()) {
        (Some(_), _) => items.push(item('a', "All scores", |context| Transition::replace(scores(context, None)))),
        (None, Some(today)) => items.push(item('t', "Scores for today's dungeon", move |context| {
            Transition::replace(scores(context, Some(today.clone())))
        })),
        (None, None) => {}
    }
    let title = date.map_or_else(|| "High scores".to_owned(), |date| format!("The dungeon of {date}"));
    let hints = format!("{}: more, {}: back", context.menu_key(Command::Confirm), context.menu_key(Command::Cancel));
    Dialog { introduction, hints, ..Dialog::new(ScreenKind::Scores, title, items) }
}

fn line(score: Score, rank: u32) -> Item<Choose> {
    let text = format!("{rank:>3}. {:>6}  {}", score.score, cut(&score.ending, 30));
    let plan = cut(&score.plan, 16);
    let more = move |_: &mut Context| {
        Transition::open(Notice::new(
            "A finished game",
            format!(
                "{} points in the plan {}, seed {}: {}. Greatest depth {}, level {}, {} turns.",
                score.score, score.plan, score.seed, score.ending, score.depth, score.level, score.turns
            ),
        ))
    };
    item(None, text, more).right(plan)
}

/// "3rd of 12": the rank of the game that has just ended among those of its plan.
pub(crate) fn rank(context: &Context, plan: &str, score: u64) -> Option<String> {
    let scores = context.saves.as_ref().ok()?.scores().ok()?;
    let same: Vec<&Score> = scores.iter().filter(|known| known.plan == plan).collect();
    let rank = same.iter().filter(|known| known.score > score).count() + 1;
    (same.len() > 1).then(|| format!("rank {rank} of {}", same.len()))
}
