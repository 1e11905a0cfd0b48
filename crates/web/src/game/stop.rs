//! Why the hero stopped exploring, travelling or resting, in words.

use undercroft_game::{Game, Hunger, SEARCH_STEPS, Sighting, StopReason, grammar};
use undercroft_mapgen::StairKind;

/// What the autopilot was doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errand {
    Travel,
    Explore,
    Follow,
    Rest,
}

/// Why the autopilot stopped; `None` where that is plain to see.
pub(crate) fn stop_reason(game: &Game, errand: Errand, stop: StopReason) -> Option<String> {
    let view = game.view();
    Some(match (stop, errand) {
        (StopReason::Done, _) if game.outcome().is_some() => return None,
        (StopReason::Done, Errand::Travel | Errand::Follow) => return None,
        (StopReason::Done, Errand::Explore) => explored(game),
        (StopReason::Done, Errand::Rest) => "You are rested.".into(),
        (StopReason::Stairs, _) => "You see stairs leading down. Press > to travel there.".into(),
        (StopReason::Goal, _) => {
            let goal = view.goal().map_or("what you came for".into(), |goal| format!("the {}", goal.item));
            format!("You stop: {goal} is in sight.")
        }
        (StopReason::FoundNothing, _) => {
            format!("You stop after {SEARCH_STEPS} steps without finding anything. Explore again to go on.")
        }
        (StopReason::Hungry, _) => format!("You stop: you are {}.", view.stats().hunger.name()),
        (StopReason::Threat(id), _) => {
            let seen = view.creatures().into_iter().find(|sighting| sighting.creature.id == id);
            let who = seen.map(|sighting| grammar::a_creature(view.content(), sighting.creature.kind));
            format!("You stop: {} comes into view.", who.unwrap_or_else(|| "an enemy".into()))
        }
        (StopReason::Hurt, _) => "You stop: something is hurting you.".into(),
        (StopReason::NoPath, _) => "You know of no path there.".into(),
        (StopReason::NotNow, _) if view.creatures().iter().any(Sighting::is_dangerous) => {
            "You cannot rest while an enemy is in sight.".into()
        }
        (StopReason::NotNow, _) if view.stats().hunger >= Hunger::Weak => "You are too hungry to rest.".into(),
        _ => "You cannot do that now.".into(),
    })
}

/// What to do once everything is explored.
fn explored(game: &Game) -> String {
    let view = game.view();
    let done = if view.bounds().is_some() { "Explored." } else { "You have explored everything nearby." };
    if !view.stairs(StairKind::Down).is_empty() {
        format!("{done} Press > to travel to the stairs.")
    } else if view.bearing().is_some() {
        format!("{done} Press F to go where the sidebar points.")
    } else {
        done.into()
    }
}
