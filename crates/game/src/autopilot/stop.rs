//! Why an autopilot stopped, as a value and in words.

use undercroft_mapgen::StairKind;

use super::keys::{Prospect, caged, prospect};
use super::known_map::KnownMap;
use super::{Autopilot, Command, Errand, PathFollower, SEARCH_STEPS, Search, explore_openly};
use crate::content::Status;
use crate::game::Game;
use crate::grammar::{a_creature, capitalise, comes_into_view};
use crate::state::CreatureId;
use crate::view::{Hunger, Sighting, View};

/// Why an autopilot stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// It is done.
    Done,
    /// A threat came into sight.
    Threat(CreatureId),
    /// A threat that had been in sight all along noticed the hero.
    Noticed(CreatureId),
    /// The hero was hurt.
    Hurt,
    /// Stairs down came into sight on an endless level.
    Stairs,
    /// The goal of the game came into sight.
    Goal,
    /// The hero took [`SEARCH_STEPS`] on an endless level without finding anything.
    FoundNothing,
    /// The hero became more hungry.
    Hungry,
    /// The hero knows no path.
    NoPath,
    /// The command is refused for now: for example, resting while hungry or with a threat in sight.
    NotNow,
}

impl Autopilot {
    /// Why it stopped, as a sentence for the log; `None` where that is obvious. `key` names the key for an errand.
    #[must_use]
    pub fn explain(&self, game: &Game, stop: StopReason, key: impl Fn(Errand) -> String) -> Option<String> {
        let view = game.view();
        let seen = |id: CreatureId| view.creatures().into_iter().find(|sighting| sighting.creature.id == id);
        let who =
            |id| seen(id).map_or("an enemy".into(), |sighting| a_creature(view.content(), sighting.creature.kind));
        Some(match stop {
            StopReason::Done if game.outcome().is_some() => return None,
            StopReason::Done => match self.command {
                Command::Travel(_) | Command::Seek(_) | Command::Follow => return None,
                Command::Explore(search) => explored(game, search, key),
                Command::Rest => "You are rested.".into(),
            },
            StopReason::Stairs => {
                format!("You see stairs leading down. Press {} to travel there.", key(Errand::Descend))
            }
            StopReason::Goal => {
                let goal = view.goal().map_or("what you came for".into(), |goal| format!("the {}", goal.item));
                format!("You stop: {goal} is in sight.")
            }
            StopReason::FoundNothing => {
                let stop = format!("You stop after {SEARCH_STEPS} steps without finding anything.");
                let go_on = key(Errand::Explore);
                if view.stairs(StairKind::Down).is_empty() {
                    format!("{stop} Press {go_on} to go on.")
                } else {
                    format!("{stop} Press {} to travel to the stairs, or {go_on} to go on.", key(Errand::Descend))
                }
            }
            StopReason::Hungry => format!("You stop: you are {}.", view.stats().hunger.name()),
            StopReason::Threat(id) => {
                let arrival = seen(id).map(|sighting| comes_into_view(view.content(), &sighting));
                format!("You stop: {}.", arrival.unwrap_or_else(|| "an enemy comes into view".into()))
            }
            StopReason::Noticed(id) => format!("You stop: {} is hunting you.", who(id)),
            StopReason::Hurt => match what_hurts(view) {
                Some(cause) => format!("You stop: {cause} is hurting you."),
                None => "You stop: you are hurt.".into(),
            },
            StopReason::NoPath => self.obstacle(game),
            StopReason::NotNow if view.creatures().iter().any(Sighting::is_dangerous) => {
                "You cannot rest while an enemy is in sight.".into()
            }
            StopReason::NotNow if view.stats().hunger >= Hunger::Weak => "You are too hungry to rest.".into(),
            StopReason::NotNow => "You cannot do that now.".into(),
        })
    }

    /// Why there is no path.
    fn obstacle(&self, game: &Game) -> String {
        let here = game.view().at();
        let to = match self.command {
            Command::Travel(to) | Command::Seek(to) => Some(to),
            Command::Follow => game.beacon().map(|(_, at)| at),
            Command::Explore(_) | Command::Rest => None,
        };
        let can_reach = |map: &KnownMap<'_>| to.is_some_and(|to| map.short_path_to(to).is_some());
        if can_reach(&KnownMap::new(game, true)) {
            return "A trap bars the only path you know to that place.".into();
        }
        let in_the_way = game.view().creatures().into_iter().find(|sighting| {
            let at = sighting.creature.at;
            at.chebyshev(here) == 1 && can_reach(&KnownMap::new(game, true).through(&[at]))
        });
        in_the_way.map_or("You know of no path to that place.".into(), |sighting| {
            let who = capitalise(a_creature(game.content(), sighting.creature.kind));
            format!("{who} bars the only path you know to that place.")
        })
    }
}

/// What hurts the hero, if that needs saying: the log has already told of any enemy's blow.
fn what_hurts(view: View<'_>) -> Option<&'static str> {
    let suffers = |status| view.statuses().iter().any(|(known, _)| *known == status);
    if view.creatures().iter().any(Sighting::is_dangerous) {
        None
    } else if suffers(Status::Burning) {
        Some("fire")
    } else if suffers(Status::Poisoned) {
        Some("poison")
    } else if view.stats().hunger == Hunger::Starving {
        Some("hunger")
    } else {
        None
    }
}

/// What to do once everything is explored.
fn explored(game: &Game, search: Search, key: impl Fn(Errand) -> String) -> String {
    let view = game.view();
    let mut braver = PathFollower::default();
    braver.brave_traps(true);
    let done = if explore_openly(game, &mut braver, search.around).is_ok() {
        "A trap bars the only way onwards."
    } else if let Some(prospect) = prospect(game).filter(|_| view.bounds().is_some()) {
        let (done, next) = match prospect {
            Prospect::Ledge => ("Explored, except below a ledge with no way back up.", "jump down"),
            Prospect::Hidden => ("Explored, but no way onwards is in sight. There may be a hidden door.", "search"),
            Prospect::LockedIn => ("Explored, but you are locked in. The door may open from this side.", "try it"),
        };
        return format!("{done} Press {} again to {next}.", key(Errand::Explore));
    } else if !caged(game).is_empty() {
        "Explored, but you may still take one thing from the cages."
    } else if view.bounds().is_some() {
        "Explored."
    } else {
        "You have explored everything nearby."
    };
    if !view.stairs(StairKind::Down).is_empty() {
        format!("{done} Press {} to travel to the stairs.", key(Errand::Descend))
    } else if view.bearing().is_some() {
        format!("{done} Press {} to go where the sidebar points.", key(Errand::Follow))
    } else {
        done.into()
    }
}
