//! How auto-explore deals with obstacles: it pulls levers and opens doors, and as a last resort it jumps off ledges and
//! searches for secret doors.

use undercroft_grid::{BitGrid, Point};
use undercroft_mapgen::StairKind;

use super::known_map::KnownMap;
use super::{PathFollower, StopReason};
use crate::action::Action;
use crate::content::ItemKindId;
use crate::game::Game;
use crate::goal::goal_kind;
use crate::level::memory;
use crate::level::tile_flags::Barrier;
use crate::rules::barriers::{is_stranded, lever_calls};

/// What is left to do on a level once everything within reach has been seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prospect {
    /// A ledge leads down to a place the hero has not visited.
    Ledge,
    /// There may be secret doors.
    Hidden,
    /// The hero is locked in, and the lock can be opened by hand.
    LockedIn,
}

/// Whether an item is a key of the level.
pub(super) fn is_key(game: &Game, kind: ItemKindId) -> bool {
    game.level.key_of(&game.content, kind).is_some()
}

/// Whether a cell holds something to open or pull.
pub(super) fn is_promising(game: &Game, at: Point) -> bool {
    let is_lever = game.level.flags(at).lever && lever_calls(&game.level, at);
    game.view().knows(at) && (is_lever || game.can_open(at))
}

/// The levers to pull and the doors to open.
pub(super) fn promising(game: &Game, map: &KnownMap<'_>) -> BitGrid {
    map.cells(game.level.fixtures().filter(|at| is_promising(game, *at)))
}

/// The cages that hold something, as far as the hero knows. The player decides which one to empty.
pub(crate) fn caged(game: &Game) -> Vec<Point> {
    let holds = |at: &Point| game.level.flags(*at).cage && game.view().cell(*at).item().is_some();
    game.level.fixtures().filter(holds).collect()
}

/// The next step towards the last resorts.
pub(super) fn last_resort(game: &Game, path: &mut PathFollower) -> Result<Action, StopReason> {
    let mut search_here = false;
    let step = path.step(game, |map| {
        let (prospect, path) = prospects(game, map)?;
        search_here = prospect == Prospect::Hidden && path.is_empty();
        Some(path)
    });
    match step {
        _ if search_here => {
            path.clear();
            Ok(Action::Search)
        }
        Err(StopReason::NoPath | StopReason::Done) => Err(StopReason::Done),
        step => step,
    }
}

/// What is left to do on the level, if anything.
pub(super) fn prospect(game: &Game) -> Option<Prospect> {
    prospects(game, &KnownMap::new(game, false)).map(|(prospect, _)| prospect)
}

fn prospects(game: &Game, map: &KnownMap<'_>) -> Option<(Prospect, Vec<Point>)> {
    if let Some(path) = path_down_a_ledge(game, map) {
        return Some((Prospect::Ledge, path));
    }
    if knows_the_way_on(game, map) {
        return None;
    }
    if is_stranded(&game.content, &game.state, &game.level) {
        let bars = |at: &Point| {
            let bars = matches!(game.level.flags(*at).barrier, Some(Barrier::Lock | Barrier::Gate));
            bars && game.level.is_of_mission(*at)
        };
        let barriers: Vec<Point> = game.level.fixtures().filter(|at| bars(at) && game.view().knows(*at)).collect();
        if let Some(path) = map.through(&barriers).path_to_nearest(&map.cells(barriers.iter().copied())) {
            return Some((Prospect::LockedIn, path));
        }
    }
    let (dead_ends, walls) = map.unsearched();
    let path = map.path_to_nearest(&dead_ends).or_else(|| map.path_to_nearest(&walls))?;
    Some((Prospect::Hidden, path))
}

/// The path to the foot of a ledge that cannot be reached any other way.
fn path_down_a_ledge(game: &Game, map: &KnownMap<'_>) -> Option<Vec<Point>> {
    let ledges =
        game.level.fixtures().filter_map(|at| game.level.ledge(at)).filter(|ledge| game.view().knows(ledge.at));
    let feet = ledges.filter(|ledge| ledge.at != game.view().at() && map.short_path_to(ledge.to).is_none());
    let feet: Vec<Point> = feet.map(|ledge| ledge.to).collect();
    if feet.is_empty() {
        return None;
    }
    let map = map.with_ledges(&feet);
    feet.into_iter().filter_map(|foot| map.short_path_to(foot)).min_by_key(Vec::len)
}

/// Whether the hero knows a path off the level, or to the goal.
fn knows_the_way_on(game: &Game, map: &KnownMap<'_>) -> bool {
    let view = game.view();
    if view.bounds().is_none() {
        return true;
    }
    let has_path = |at: Point| at == view.at() || map.short_path_to(at).is_some();
    let kind = if view.has_goal() { StairKind::Up } else { StairKind::Down };
    if kind == StairKind::Down && game.goal_at(game.view().depth(), &game.level.floor).is_some() {
        // A creature that carries the goal may be anywhere.
        let is_carried = view.goal().is_some_and(|goal| goal.carried_by.is_some());
        let goal = goal_kind(&game.content, game.plan()).filter(|_| !is_carried);
        return goal.is_none_or(|goal| memory::nearest_item(&game.state, goal).is_some_and(has_path));
    }
    if kind == StairKind::Down && !game.plan().has(view.depth() + 1) {
        return true;
    }
    view.stairs(kind).into_iter().any(has_path)
}
