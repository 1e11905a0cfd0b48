//! Auto-explore, travel and rest: many actions from one command, until something interrupts them.

mod known_map;
mod path_follower;

use std::collections::BTreeSet;

use undercroft_grid::Point;

use crate::action::{Action, Slot};
use crate::content::{ItemClass, ItemKindId, Status};
use crate::game::Game;
use crate::level::memory;
use crate::state::{CreatureId, Item};
use crate::view::{Hunger, Sighting};

pub(crate) use known_map::KnownMap;
pub(crate) use path_follower::PathFollower;

/// A command that takes many actions. Ask it for the next action until it stops. Replays store only the actions.
///
/// ```
/// use undercroft_game::{Autopilot, Content, Game};
/// use undercroft_mapgen::Plan;
/// let mut game = Game::new(Content::standard(), Plan::named("two-caves")?, 3)?;
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
    /// The threats in sight at the start. Only others interrupt it.
    known_threats: BTreeSet<CreatureId>,
    hit_points: i32,
    depth: u32,
    path: PathFollower,
}

#[derive(Clone, Copy, Debug)]
enum Command {
    Travel(Point),
    Explore,
    Rest,
}

/// Why an autopilot stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// It is done.
    Done,
    /// A threat came into sight.
    Threat(CreatureId),
    /// The hero was hurt.
    Hurt,
    /// The hero knows no path.
    NoPath,
    /// The command is refused for now: for example, resting while hungry or with a threat in sight.
    NotNow,
}

impl Autopilot {
    fn new(game: &Game, command: Command) -> Self {
        let view = game.view();
        Self {
            command,
            known_threats: threats(game).collect(),
            hit_points: view.stats().hit_points,
            depth: view.depth(),
            path: PathFollower::default(),
        }
    }

    /// Travels to a cell that the hero knows.
    #[must_use]
    pub fn travel(game: &Game, to: Point) -> Self {
        Self::new(game, Command::Travel(to))
    }

    /// Explores everything within reach, picking up items and opening chests on the way.
    #[must_use]
    pub fn explore(game: &Game) -> Self {
        Self::new(game, Command::Explore)
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
        if let Some(threat) = threats(game).find(|id| !self.known_threats.contains(id)) {
            return Err(StopReason::Threat(threat));
        }
        let hit_points = view.stats().hit_points;
        if hit_points < self.hit_points {
            return Err(StopReason::Hurt);
        }
        self.hit_points = hit_points;
        match self.command {
            Command::Travel(to) if to == view.at() => Err(StopReason::Done),
            Command::Travel(to) => self.path.step(game, |map| map.path_to(to)),
            Command::Explore => explore(game, &mut self.path),
            Command::Rest => rest(game),
        }
    }
}

/// The next action of exploring.
pub(crate) fn explore(game: &Game, path: &mut PathFollower) -> Result<Action, StopReason> {
    if let Some(action) = use_items_here(game) {
        path.clear();
        return Ok(action);
    }
    // The target may have come into sight from afar, which leaves nothing to go there for.
    if path.target().is_some_and(|target| !is_worth_visiting(game, target)) {
        path.clear();
    }
    let step = path.step(game, |map| {
        let mut targets = map.frontier();
        targets.unite(&map.items(|kind| is_wanted(game, kind)));
        if let Some(local) = game.level.local(game.view().at()) {
            targets.remove(local);
        }
        map.path_to_nearest(&targets)
    });
    match step {
        Err(StopReason::NoPath) if path.is_empty() => Err(StopReason::Done),
        step => step,
    }
}

fn is_worth_visiting(game: &Game, at: Point) -> bool {
    let view = game.view();
    let is_unseen = |near: Point| !view.knows(near) && view.bounds().is_none_or(|bounds| bounds.contains(near));
    at.eight().any(is_unseen) || view.cell(at).item().is_some_and(|kind| is_wanted(game, kind))
}

/// Picks up or opens what lies where the hero stands.
pub(crate) fn use_items_here(game: &Game) -> Option<Action> {
    let here = game.view().at();
    if memory::was_dropped(&game.state, here) {
        return None;
    }
    let mut wanted = game.level.pile(here).iter().filter(|item| is_wanted(game, item.kind)).peekable();
    wanted.peek()?;
    let is_chest = |item: &Item| game.content.item(item.kind).class == ItemClass::Chest;
    Some(if wanted.any(is_chest) { Action::Interact } else { Action::PickUp })
}

/// Whether exploring goes for an item: anything that fits into the pack, and chests that the hero can open.
fn is_wanted(game: &Game, kind: ItemKindId) -> bool {
    let info = game.content.item(kind);
    let hero = &game.state.hero;
    match info.class {
        ItemClass::Trap => false,
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

/// The threats in sight.
fn threats(game: &Game) -> impl Iterator<Item = CreatureId> {
    game.view().creatures().into_iter().filter(Sighting::is_threat).map(|sighting| sighting.creature.id)
}
