//! How the bot chooses among cages, a choice that auto-explore leaves to the player.

use crate::action::Action;
use crate::autopilot::PathFollower;
use crate::autopilot::keys::caged;
use crate::game::Game;

/// Goes to the nearest cage that holds something, and empties it.
pub(super) fn empty_a_cage(game: &Game, path: &mut PathFollower) -> Option<Action> {
    let cages = caged(game);
    if cages.contains(&game.view().at()) {
        return Some(Action::PickUp);
    }
    if cages.is_empty() {
        return None;
    }
    path.clear();
    path.step(game, |map| map.path_to_nearest(&map.cells(cages.into_iter()))).ok()
}
