//! The choice of an improvement after a level-up.

use undercroft_game::{Action, Improvement};

use super::dialog::{Dialog, item};
use super::{ScreenKind, Transition};
use crate::context::Context;
use crate::keys::Command;

/// The improvements to choose from, if a choice is due.
pub(crate) fn level_up(context: &Context) -> Option<Dialog> {
    let view = context.view()?;
    let (stats, rules) = (view.stats(), view.content().settings());
    if stats.choices == 0 {
        return None;
    }
    let items = Improvement::ALL.iter().zip(rules.improvements).map(|(&improvement, amount)| {
        let (letter, text) = match improvement {
            Improvement::Vigour => ('v', format!("Vigour: +{amount} hit points")),
            Improvement::Might => ('m', format!("Might: +{amount} attack")),
            Improvement::Guard => ('g', format!("Guard: +{amount} defence")),
            Improvement::Sight => ('s', format!("Sight: see {amount} cells farther")),
        };
        let is_possible = improvement != Improvement::Sight || stats.sight < rules.max_sight;
        let choose = move |context: &mut Context| {
            context.act(Action::Choose(improvement));
            level_up(context).map_or(Transition::Close, Transition::replace)
        };
        item(letter, text, choose).enabled_if(is_possible)
    });
    let title = format!("Welcome to level {}", stats.level);
    Some(Dialog {
        introduction: "Choose an improvement.".into(),
        hints: format!("{}: later", context.menu_key(Command::Cancel)),
        ..Dialog::new(ScreenKind::LevelUp, title, items.collect())
    })
}
