//! What the page can tell the hero to do: an action of the game, or something that takes many.

use serde::Deserialize;
use undercroft_game::{Action, Point};

/// What the page can tell the hero to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// One action.
    Act(Action),
    /// Takes the stairs up under the hero, or travels to known ones.
    Climb,
    /// Takes the stairs down under the hero, or travels to known ones.
    Descend,
    /// Explores until something happens.
    Explore,
    /// Rests until the hero is healed or disturbed.
    Rest,
    /// Goes where the hero senses something.
    Follow,
    /// Travels to a cell.
    Travel(Point),
    /// Travels to the nearest known stairs up.
    TravelUp,
    /// Travels to the nearest known stairs down.
    TravelDown,
    /// Does what a click on a cell means: attacks, picks up, takes the stairs, or travels.
    Click(Point),
}
