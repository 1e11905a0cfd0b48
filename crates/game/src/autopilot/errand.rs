//! Errands: what the hero does in response to one key or click, whether that takes one action or many.

use serde::Deserialize;
use undercroft_grid::Point;
use undercroft_mapgen::StairKind;

use super::Autopilot;
use super::known_map::KnownMap;
use crate::action::{Action, Direction};
use crate::content::ItemClass;
use crate::game::Game;
use crate::grammar::a_creature;
use crate::view::{Beacon, Sighting, View};

/// A command that the player gives with one key or click, and that may take many actions.
///
/// ```
/// use undercroft_game::{Begun, Errand, Game, GameContent};
/// use undercroft_mapgen::Plan;
/// let game = Game::new(GameContent::standard(), Plan::named("two-caves")?, 3)?;
/// assert!(matches!(Errand::Explore.begin(&game), Ok(Begun::Autopilot(_))));
/// assert_eq!(Errand::Follow.begin(&game).unwrap_err().to_string(), "You sense nothing in the distance.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Errand {
    /// Takes the stairs up under the hero, or travels to known ones.
    Climb,
    /// Takes the stairs down under the hero, or travels to known ones.
    Descend,
    /// Explores until something happens.
    Explore,
    /// Rests until the hero is healed or disturbed.
    Rest,
    /// Goes towards whatever the hero senses in the distance.
    Follow,
    /// Travels to a cell.
    Travel(Point),
    /// Travels to the nearest known stairs up.
    TravelUp,
    /// Travels to the nearest known stairs down.
    TravelDown,
    /// Responds to a click on a cell: attacks, picks up, takes the stairs, or travels.
    Click(Point),
}

/// How an errand begins.
#[derive(Clone, Debug)]
pub enum Begun {
    /// With a single action that completes it.
    Act(Action),
    /// With an autopilot.
    Autopilot(Autopilot),
}

/// Why an errand cannot begin, as a sentence for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrandError {
    /// A creature is hunting the hero.
    #[error("You cannot explore while {hunter} is hunting you.")]
    Hunted {
        /// The creature, with its article.
        hunter: String,
    },
    /// Nothing in the distance can be sensed.
    #[error("You sense nothing in the distance.")]
    NothingSensed,
    /// The hero stands on the stairs that it would travel to.
    #[error("You are already on the stairs.")]
    AlreadyThere,
    /// No stairs up are known.
    #[error("You know of no stairs leading up.")]
    NoKnownStairsUp,
    /// No stairs down are known.
    #[error("You know of no stairs leading down.")]
    NoKnownStairsDown,
    /// The hero has never seen the place.
    #[error("You have not seen that place yet.")]
    Unseen,
}

impl Errand {
    /// Begins the errand.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub fn begin(self, game: &Game) -> Result<Begun, ErrandError> {
        match self {
            Self::Climb => take_stairs(game, StairKind::Up),
            Self::Descend => take_stairs(game, StairKind::Down),
            Self::Explore => explore(game),
            Self::Rest => Ok(Begun::Autopilot(Autopilot::rest(game))),
            Self::Follow => follow(game),
            Self::Travel(to) => travel(game, to),
            Self::TravelUp => travel_to_stairs(game, StairKind::Up),
            Self::TravelDown => travel_to_stairs(game, StairKind::Down),
            Self::Click(at) => click(game, at),
        }
    }
}

/// Takes the stairs under the hero. Without any, travels to the nearest known ones, or where the hero senses them.
fn take_stairs(game: &Game, kind: StairKind) -> Result<Begun, ErrandError> {
    let view = game.view();
    let beacon = if kind == StairKind::Up { Beacon::Up } else { Beacon::Down };
    if stairs_here(view) == Some(kind) {
        Ok(Begun::Act(if kind == StairKind::Up { Action::Climb } else { Action::Descend }))
    } else if view.stairs(kind).is_empty() && view.bearing().is_some_and(|bearing| bearing.beacon == beacon) {
        follow(game)
    } else {
        travel_to_stairs(game, kind)
    }
}

/// Explores, unless an enemy is hunting the hero.
fn explore(game: &Game) -> Result<Begun, ErrandError> {
    let view = game.view();
    let is_hunting = |foe: &Sighting<'_>| foe.is_dangerous() && foe.creature.is_hunting();
    match view.creatures().into_iter().find(is_hunting) {
        Some(hunter) => {
            let hunter = a_creature(view.content(), hunter.creature.kind);
            Err(ErrandError::Hunted { hunter })
        }
        None => Ok(Begun::Autopilot(Autopilot::explore(game))),
    }
}

fn follow(game: &Game) -> Result<Begun, ErrandError> {
    match game.view().bearing() {
        Some(_) => Ok(Begun::Autopilot(Autopilot::follow_bearing(game))),
        None => Err(ErrandError::NothingSensed),
    }
}

fn travel(game: &Game, to: Point) -> Result<Begun, ErrandError> {
    Ok(Begun::Autopilot(Autopilot::travel(game, to)))
}

fn travel_to_stairs(game: &Game, kind: StairKind) -> Result<Begun, ErrandError> {
    let view = game.view();
    match view.stairs(kind).first().copied() {
        Some(at) if at == view.at() => Err(ErrandError::AlreadyThere),
        // The known parts of an endless level may be disconnected, with unknown ground between them.
        Some(at) if game.level.is_endless() && KnownMap::new(game, false).path_to(at).is_none() => {
            Ok(Begun::Autopilot(Autopilot::seek(game, at)))
        }
        Some(at) => travel(game, at),
        None if kind == StairKind::Up => Err(ErrandError::NoKnownStairsUp),
        None => Err(ErrandError::NoKnownStairsDown),
    }
}

/// Attacks an enemy next to the hero, acts on the hero's own cell, or travels to the cell.
fn click(game: &Game, at: Point) -> Result<Begun, ErrandError> {
    let view = game.view();
    let here = view.at();
    let is_enemy = |foe: &Sighting<'_>| foe.creature.at == at && foe.is_threat();
    match Direction::between(here, at).filter(|_| at.chebyshev(here) == 1) {
        _ if at == here => Ok(Begun::Act(action_here(view))),
        Some(direction) if view.creatures().iter().any(is_enemy) => Ok(Begun::Act(Action::Walk(direction))),
        _ if view.knows(at) => travel(game, at),
        _ => Err(ErrandError::Unseen),
    }
}

/// Picks something up, opens a chest, takes the stairs, or waits.
fn action_here(view: View<'_>) -> Action {
    let classes: Vec<ItemClass> = view.items_here().iter().map(|item| view.content().item(item.kind).class).collect();
    if classes.iter().any(|class| class.is_portable()) {
        return Action::PickUp;
    }
    if !classes.is_empty() {
        return Action::Interact;
    }
    match stairs_here(view) {
        Some(StairKind::Up) => Action::Climb,
        Some(StairKind::Down) => Action::Descend,
        None => Action::Wait,
    }
}

fn stairs_here(view: View<'_>) -> Option<StairKind> {
    view.cell(view.at()).tile().and_then(|tile| view.stairs_of(tile))
}
