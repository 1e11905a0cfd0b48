//! Auto-explore, travel and rest: many actions from one command, until something interrupts them.

mod errand;
pub(crate) mod keys;
pub(crate) mod known_map;
mod long_path;
mod path_follower;
mod stop;

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Point};
use undercroft_mapgen::StairKind;

use crate::action::{Action, Slot};
use crate::content::{ItemClass, ItemKindId, Status};
use crate::game::Game;
use crate::goal::goal_kind;
use crate::level::memory;
use crate::start::start_of;
use crate::state::{CreatureId, Item};
use crate::view::{Hunger, Sighting};

pub use errand::{Begun, Errand, ErrandError};
use known_map::is_in_the_way;
pub(crate) use path_follower::PathFollower;
pub use stop::StopReason;

/// A command that takes many actions. Ask it for the next action until it stops. Replays store only the actions.
///
/// ```
/// use undercroft_game::{Autopilot, Game, GameContent};
/// use undercroft_mapgen::Plan;
/// let mut game = Game::new(GameContent::standard(), Plan::named("two-caves")?, 3)?;
/// let mut autopilot = Autopilot::explore(&game);
/// while let Ok(action) = autopilot.next(&game) {
///     game.act(action);
/// }
/// assert!(game.view().turn() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Autopilot {
    command: Command,
    /// The threats in sight at the start, and whether they were hunting the hero. Only a change interrupts it.
    known_threats: BTreeMap<CreatureId, bool>,
    hit_points: i32,
    hunger: Hunger,
    depth: u32,
    path: PathFollower,
}

#[derive(Clone, Copy, Debug)]
enum Command {
    Travel(Point),
    Seek(Point),
    Explore(Search),
    Follow,
    Rest,
}

/// How far exploring has got on an endless level, where there is always more to see.
#[derive(Clone, Copy, Debug)]
struct Search {
    /// Where the search began: the nearest known stairs, or else where the level begins. `None` on bounded levels.
    around: Option<Point>,
    /// Whether the hero knew stairs down, or had the goal in sight, when the search began.
    knew_stairs: bool,
    saw_goal: bool,
    /// Whether only last resorts were left when the search began: jumping off ledges and searching walls.
    is_thorough: bool,
    /// The steps since something was found.
    steps: u32,
}

/// How far from the nearest known stairs, or from where the level begins, exploring searches an endless level.
pub const SEARCH_RADIUS: u32 = 45;

/// How many steps exploring takes on an endless level without finding anything.
pub const SEARCH_STEPS: u32 = 150;

impl Autopilot {
    fn new(game: &Game, command: Command) -> Self {
        let view = game.view();
        Self {
            command,
            known_threats: threats(game).collect(),
            hit_points: view.stats().hit_points,
            hunger: view.stats().hunger,
            depth: view.depth(),
            path: PathFollower::default(),
        }
    }

    /// Travels to a cell that the hero knows.
    #[must_use]
    pub fn travel(game: &Game, to: Point) -> Self {
        Self::new(game, Command::Travel(to))
    }

    /// Goes to a place, across unknown ground if necessary.
    pub(crate) fn seek(game: &Game, to: Point) -> Self {
        Self::new(game, Command::Seek(to))
    }

    /// Explores everything within reach: collects the items the hero knows of, opens chests, then visits what is unseen.
    /// Endless levels are searched up to [`SEARCH_RADIUS`].
    #[must_use]
    pub fn explore(game: &Game) -> Self {
        Self::new(game, Command::Explore(Search::new(game)))
    }

    /// Goes where the hero's [bearing](crate::View::bearing) points, across unknown ground if necessary.
    #[must_use]
    pub fn follow_bearing(game: &Game) -> Self {
        Self::new(game, Command::Follow)
    }

    /// Rests until the hero is healed and no harmful status is left.
    #[must_use]
    pub fn rest(game: &Game) -> Self {
        Self::new(game, Command::Rest)
    }

    /// The next action.
    ///
    /// # Errors
    /// Why there is none.
    pub fn next(&mut self, game: &Game) -> Result<Action, StopReason> {
        let view = game.view();
        if game.outcome().is_some() || view.depth() != self.depth {
            return Err(StopReason::Done);
        }
        for (threat, hunts) in threats(game) {
            match self.known_threats.get(&threat) {
                None => return Err(StopReason::Threat(threat)),
                Some(false) if hunts => return Err(StopReason::Noticed(threat)),
                Some(_) => {}
            }
        }
        let hit_points = view.stats().hit_points;
        if hit_points < self.hit_points {
            return Err(StopReason::Hurt);
        }
        self.hit_points = hit_points;
        let hunger = view.stats().hunger;
        if std::mem::replace(&mut self.hunger, hunger) < hunger {
            return Err(StopReason::Hungry);
        }
        let action = match &mut self.command {
            Command::Travel(to) | Command::Seek(to) if *to == view.at() => Err(StopReason::Done),
            Command::Seek(to) => follow(game, &mut self.path, *to),
            Command::Travel(to) => {
                self.path.step(game, |map| map.path_to(*to).or_else(|| map.with_all_ledges().path_to(*to)))
            }
            Command::Explore(search) => search.next(game, &mut self.path),
            Command::Follow => match game.beacon() {
                Some((_, at)) if at == view.at() => Err(StopReason::Done),
                Some((_, at)) => follow(game, &mut self.path, at),
                None => Err(StopReason::NoPath),
            },
            Command::Rest => rest(game),
        }?;
        // Walking into somebody would be an attack, which is the player's decision.
        if let Action::Walk(direction) = action
            && is_in_the_way(game, view.at() + direction.offset())
        {
            return Err(StopReason::NoPath);
        }
        Ok(action)
    }
}

impl Search {
    fn new(game: &Game) -> Self {
        let view = game.view();
        let around = view.bounds().is_none().then(|| {
            let stairs =
                [StairKind::Up, StairKind::Down].into_iter().filter_map(|kind| view.stairs(kind).first().copied());
            let nearest = stairs.min_by_key(|at| at.chebyshev(view.at()));
            nearest.or_else(|| start_of(&game.dungeon, view.depth()).ok()).unwrap_or(view.at())
        });
        let is_thorough = explore_openly(game, &mut PathFollower::default(), around).is_err();
        Self { around, knew_stairs: knows_stairs_down(game), saw_goal: sees_goal(game), is_thorough, steps: 0 }
    }

    fn next(&mut self, game: &Game, path: &mut PathFollower) -> Result<Action, StopReason> {
        if !self.saw_goal && sees_goal(game) {
            return Err(StopReason::Goal);
        }
        if self.around.is_some() && !self.knew_stairs && knows_stairs_down(game) {
            return Err(StopReason::Stairs);
        }
        if self.around.is_some() && self.steps >= SEARCH_STEPS {
            return Err(StopReason::FoundNothing);
        }
        let action =
            if self.is_thorough { explore(game, path, self.around) } else { explore_openly(game, path, self.around) }?;
        self.steps = if matches!(action, Action::Walk(_)) { self.steps + 1 } else { 0 };
        Ok(action)
    }
}

fn knows_stairs_down(game: &Game) -> bool {
    !game.view().stairs(StairKind::Down).is_empty()
}

fn sees_goal(game: &Game) -> bool {
    let seen = game.view().items().into_iter().flat_map(|(_, items)| items);
    seen.into_iter().any(|item| is_goal(game, item.kind))
}

/// Whether taking an item wins the game, now or later.
fn is_goal(game: &Game, kind: ItemKindId) -> bool {
    goal_kind(&game.content, game.plan()) == Some(kind)
}

/// The next step to a place that the hero may not have seen yet.
pub(crate) fn follow(game: &Game, path: &mut PathFollower, to: Point) -> Result<Action, StopReason> {
    if game.view().sees(to) && path.target() != Some(to) {
        path.clear();
    }
    // A place in sight may still have no known path to it: across water, for example. The long search is for places beyond
    // the active level only, as it would be repeated at every step in sight of such a place.
    path.step(game, |map| {
        let is_near = game.level.contains(to);
        let known = || if is_near { map.short_path_to(to) } else { map.path_to(to) };
        let known = if game.view().knows(to) { known() } else { None };
        known.or_else(|| map.path_towards(&map.frontier(), to))
    })
}

/// The next action of exploring, with ledges and secret doors as a last resort.
pub(crate) fn explore(game: &Game, path: &mut PathFollower, around: Option<Point>) -> Result<Action, StopReason> {
    match explore_openly(game, path, around) {
        Err(StopReason::Done) => keys::last_resort(game, path),
        next => next,
    }
}

/// The next action of exploring: keys and other items first, then the path to the stairs, then unseen cells (only those near
/// `around`, if given), then locked doors and levers.
fn explore_openly(game: &Game, path: &mut PathFollower, around: Option<Point>) -> Result<Action, StopReason> {
    if let Some(action) = use_items_here(game) {
        path.clear();
        return Ok(action);
    }
    // The target may have come into sight from afar, so there is no reason left to go there.
    let is_item = |at: Point| {
        let is_wanted = game.view().cell(at).item().is_some_and(|kind| is_wanted(game, kind));
        is_wanted && !game.level.flags(at).cage
    };
    let is_new_item = |at: Point| is_item(at) && at != game.view().at() && !memory::was_dropped(&game.state, at);
    let has_seen_item = || game.view().items().iter().any(|(at, _)| is_new_item(*at));
    if path.target().is_some_and(|target| !is_worth_visiting(game, target) || !is_item(target) && has_seen_item()) {
        path.clear();
    }
    let step = path.step(game, |map| {
        let here = game.level.local(game.view().at());
        let own_keys = map.items(|kind| keys::is_key(game, kind));
        let mut items = map.items(|kind| is_wanted(game, kind));
        let mut frontier = map.frontier();
        if let Some(place) = around {
            frontier = BitGrid::from_fn(frontier.size(), |at| {
                frontier.contains(at) && game.level.global(at).chebyshev(place) <= SEARCH_RADIUS
            });
        }
        items.subtract(&map.cells(keys::caged(game).into_iter()));
        for targets in [&mut items, &mut frontier] {
            here.into_iter().for_each(|here| _ = targets.remove(here));
        }
        map.path_to_nearest(&own_keys)
            .or_else(|| map.path_to_nearest(&items))
            .or_else(|| map.path_to_nearest(&on_the_path(game, &frontier)?))
            .or_else(|| map.path_to_nearest(&frontier))
            .or_else(|| map.path_to_nearest(&keys::promising(game, map)))
    });
    match step {
        Err(StopReason::NoPath) if path.is_empty() => Err(StopReason::Done),
        step => step,
    }
}

/// Where the path to stairs that the hero has yet to find leads out of sight.
fn on_the_path(game: &Game, frontier: &BitGrid) -> Option<BitGrid> {
    let tile = game.level.tileset.id(game.plan().path_tile(game.view().depth())?)?;
    let leads_on = |at| frontier.contains(at) && game.level.tile(game.level.global(at)) == tile;
    (!knows_stairs_down(game)).then(|| BitGrid::from_fn(frontier.size(), leads_on))
}

fn is_worth_visiting(game: &Game, at: Point) -> bool {
    let view = game.view();
    let is_unseen = |near: Point| !view.knows(near) && view.bounds().is_none_or(|bounds| bounds.contains(near));
    at.eight().any(is_unseen)
        || keys::is_promising(game, at)
        || memory::is_mapped(&game.state, at)
        || view.cell(at).item().is_some_and(|kind| is_wanted(game, kind))
}

/// Picks up or opens what lies on the hero's cell.
pub(crate) fn use_items_here(game: &Game) -> Option<Action> {
    let here = game.view().at();
    if memory::was_dropped(&game.state, here) || game.level.flags(here).cage {
        return None;
    }
    // Picking up takes everything on the cell, and taking the goal is left to the player.
    if game.level.pile(here).iter().any(|item| is_goal(game, item.kind)) {
        return None;
    }
    let mut wanted = game.level.pile(here).iter().filter(|item| is_wanted(game, item.kind)).peekable();
    wanted.peek()?;
    let is_chest = |item: &Item| game.content.item(item.kind).class == ItemClass::Chest;
    Some(if wanted.any(is_chest) { Action::Interact } else { Action::PickUp })
}

/// Whether exploring collects an item: anything that fits into the pack, and chests that the hero can open.
fn is_wanted(game: &Game, kind: ItemKindId) -> bool {
    let info = game.content.item(kind);
    let hero = &game.state.hero;
    match info.class {
        ItemClass::Trap | ItemClass::Gate => false,
        _ if is_goal(game, kind) => false,
        _ if keys::is_key(game, kind) => true,
        ItemClass::Chest => info.key.as_deref().is_none_or(|key| {
            let key = game.content.item_named(key);
            key.is_some_and(|(id, _)| hero.slot_of(id).is_some())
        }),
        class => {
            let has_one = hero.slot_of(kind).is_some();
            let has_room = hero.pack.len() < usize::from(Slot::COUNT);
            // One club is enough; potions never are.
            if class.is_equipment() { has_room && !has_one } else { has_room || has_one && class.stacks() }
        }
    }
}

fn rest(game: &Game) -> Result<Action, StopReason> {
    let view = game.view();
    let stats = view.stats();
    let is_ill = view.statuses().iter().any(|(status, _)| status.is_harmful() && *status != Status::Lit);
    if stats.hit_points >= stats.max_hit_points && !is_ill {
        return Err(StopReason::Done);
    }
    if threats(game).next().is_some() || stats.hunger >= Hunger::Weak {
        return Err(StopReason::NotNow);
    }
    Ok(Action::Wait)
}

/// The creatures in sight that could harm the hero, and whether they are hunting it.
fn threats(game: &Game) -> impl Iterator<Item = (CreatureId, bool)> {
    let dangerous = game.view().creatures().into_iter().filter(Sighting::is_dangerous);
    dangerous.map(|sighting| (sighting.creature.id, sighting.creature.is_hunting()))
}
