//! A player without a screen. It explores, fights, eats, drinks, equips itself and descends, and plays only by what the
//! hero sees and knows. It is a fair player, not a great one.

mod care;
mod fight;
mod keys;
mod risk;
mod terrain;

use undercroft_grid::Point;
use undercroft_mapgen::StairKind;

use crate::action::{Action, Direction};
use crate::autopilot::{PathFollower, explore, follow, use_items_here};
use crate::content::ItemClass;
use crate::event::Event;
use crate::game::Game;
use crate::level::memory;
use crate::view::{Beacon, Hunger};

/// The most turns that the bot spends exploring a bounded level.
const PATIENCE: u64 = 1_500;
/// The most turns that the bot spends exploring an endless level.
const PATIENCE_ENDLESS: u64 = 250;

/// After this many turns of waiting for enemies or chasing them, the bot returns to what it was doing.
const MAX_SKIRMISH: u32 = 30;
/// The number of turns for which it then ignores them.
const CALM: u64 = 120;
/// The number of turns for which a stuck bot walks over traps and wakes dangerous sleepers, as they may bar its only path.
const BOLD: u64 = 60;

/// Plays whole games. It is deterministic: in the same game it always makes the same moves.
///
/// ```
/// use undercroft_game::{Bot, Game, GameContent};
/// use undercroft_mapgen::Plan;
/// let mut game = Game::new(GameContent::standard(), Plan::named("two-caves")?, 3)?;
/// let actions = Bot::new().play(&mut game, 500, |_, _| ());
/// assert!(!actions.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Bot {
    style: Style,
    /// The turn until which the bot stays at a depth.
    linger: Option<(u32, u64)>,
    path: PathFollower,
    depth: u32,
    arrived: u64,
    /// The number of turns for which the bot has chased a creature it cannot reach.
    skirmish: u32,
    /// Until this turn it does not chase anyone.
    calm_until: u64,
    /// The turn of the last action, and how many actions have been refused since.
    last_turn: Option<u64>,
    refused: u32,
    /// The number of turns for which the bot has had nothing to do.
    idle: u32,
    /// Until this turn the bot does not retry a distant place that it found no path to: that search is slow.
    blocked_until: u64,
    /// Until this turn the bot walks over traps and wakes dangerous sleepers: there was nothing else left to do.
    bold_until: u64,
}

/// How a bot plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Style {
    #[default]
    Full,
    Bump,
}

impl Bot {
    /// A bot that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A bot that only walks and bumps into its enemies. It rests, eats, wears the best it finds and takes level-ups, and
    /// uses no other items, no kicks and no terrain. The difference from [`Bot::new`] shows what decisions are worth.
    #[must_use]
    pub fn bumping() -> Self {
        Self { style: Style::Bump, ..Self::default() }
    }

    /// The same bot, but it stays at a depth until the given turn: for measuring whether that pays off.
    #[must_use]
    pub const fn lingering(mut self, depth: u32, until: u64) -> Self {
        self.linger = Some((depth, until));
        self
    }

    /// Plays until the game ends or `max_turns` have passed. Returns all actions; `watch` sees the events of each.
    pub fn play(&mut self, game: &mut Game, max_turns: u64, mut watch: impl FnMut(&Game, &[Event])) -> Vec<Action> {
        let mut actions = Vec::new();
        while game.outcome().is_none() && game.view().turn() < max_turns {
            let action = self.next(game);
            let events = game.act(action);
            actions.push(action);
            watch(game, &events);
        }
        actions
    }

    /// The next action.
    pub fn next(&mut self, game: &Game) -> Action {
        let turn = game.view().turn();
        if game.view().depth() != self.depth {
            self.depth = game.view().depth();
            self.arrived = turn;
            self.path.clear();
        }
        self.refused = if self.last_turn == Some(turn) { self.refused + 1 } else { 0 };
        self.last_turn = Some(turn);
        // An action refused twice will be refused again, so anything else is better.
        match self.refused {
            0 | 1 => self.decide(game),
            2..=9 => {
                self.path.clear();
                let mix = (turn as u32).wrapping_mul(5).wrapping_add(self.refused);
                Action::Walk(Direction::ALL[mix as usize % 8])
            }
            _ => Action::Wait,
        }
    }

    fn decide(&mut self, game: &Game) -> Action {
        let (view, path) = (game.view(), &mut self.path);
        let bold = view.turn() < self.bold_until;
        path.brave_traps(bold);
        let escaping = view.has_goal();
        let seek = !escaping && view.turn() >= self.calm_until;
        let action = care::improve(view).or_else(|| match self.style {
            Style::Full => care::urgent(game)
                .or_else(|| fight::fight(game, path, seek, bold))
                .or_else(|| care::leisurely(game, escaping)),
            Style::Bump => fight::bump(game, path, seek)
                .or_else(|| care::eat(view))
                .or_else(|| care::equip(view))
                .or_else(|| care::rest(view, 80)),
        });
        let within_reach = view.creatures().iter().any(|foe| foe.is_threat() && foe.distance == 1);
        self.skirmish = match action {
            None => self.skirmish,
            Some(Action::Walk(_) | Action::Wait) if !within_reach => self.skirmish + 1,
            Some(_) => 0,
        };
        if self.skirmish > MAX_SKIRMISH {
            (self.skirmish, self.calm_until) = (0, view.turn() + CALM);
        }
        let action = action.or_else(|| self.advance(game));
        match action {
            Some(action) => {
                self.idle = 0;
                action
            }
            None => self.fidget(game),
        }
    }

    /// Explores, and goes where the plan leads.
    fn advance(&mut self, game: &Game) -> Option<Action> {
        let view = game.view();
        if view.has_goal() {
            return self.head_for_level(game, StairKind::Up);
        }
        if let Some(action) = use_items_here(game).or_else(|| self.head_for_goal(game)) {
            return Some(action);
        }
        // A hungry hero with nothing to eat moves on.
        let is_starving = view.stats().hunger >= Hunger::Hungry && care::food(view).is_none();
        let patience = if is_starving {
            0
        } else if view.bounds().is_none() {
            PATIENCE_ENDLESS
        } else {
            PATIENCE
        };
        let goal_is_here = game.goal_at(view.depth(), &game.level.floor).is_some();
        let lingers = self.linger.is_some_and(|(depth, until)| depth == view.depth() && view.turn() < until);
        if (view.turn() - self.arrived < patience || goal_is_here || lingers)
            && let Ok(action) = explore(game, &mut self.path, None)
        {
            return Some(action);
        }
        if let Some(action) = keys::empty_a_cage(game, &mut self.path) {
            return Some(action);
        }
        if goal_is_here {
            return None;
        }
        self.head_for_level(game, if goal_is_above(game) { StairKind::Up } else { StairKind::Down })
    }

    /// Takes known stairs, or searches for unknown ones.
    fn head_for_level(&mut self, game: &Game, kind: StairKind) -> Option<Action> {
        self.take_stairs(game, kind)
            .or_else(|| self.follow_beacon(game))
            .or_else(|| explore(game, &mut self.path, None).ok())
    }

    /// Goes to the goal if the hero has seen or senses it.
    fn head_for_goal(&mut self, game: &Game) -> Option<Action> {
        let view = game.view();
        let goal = view.goal().filter(|goal| goal.depths().contains(&view.depth()))?;
        let (id, kind) = game.content.item_named(&goal.item)?;
        if view.items_here().iter().any(|item| item.kind == id) {
            return Some(if kind.class == ItemClass::Gate { Action::Interact } else { Action::PickUp });
        }
        match memory::nearest_item(&game.state, id) {
            // A creature standing on the goal has to be driven off.
            Some(at) if at.chebyshev(view.at()) == 1 && view.creature_at(at).is_some_and(|foe| foe.is_threat()) => {
                Direction::between(view.at(), at).map(Action::Walk)
            }
            Some(at) => follow(game, &mut self.path, at).ok(),
            None if view.bearing().is_some_and(|bearing| bearing.beacon == Beacon::Goal) => self.follow_beacon(game),
            None => None,
        }
    }

    fn follow_beacon(&mut self, game: &Game) -> Option<Action> {
        let (_, at) = game.beacon().filter(|_| game.view().turn() >= self.blocked_until)?;
        let step = follow(game, &mut self.path, at).ok();
        self.give_up_if_blocked(game, step)
    }

    fn take_stairs(&mut self, game: &Game, kind: StairKind) -> Option<Action> {
        let mut stairs = game.view().stairs(kind);
        if stairs.contains(&game.view().at()) {
            return Some(if kind == StairKind::Up { Action::Climb } else { Action::Descend });
        }
        if stairs.is_empty() || game.view().turn() < self.blocked_until {
            return None;
        }
        let step = if game.level.is_endless() {
            // The known parts of the level may be disconnected, with unknown ground between them.
            follow(game, &mut self.path, stairs[0]).ok()
        } else {
            // The nearest as the crow flies may change with every step, so the bot sticks to those it is heading for.
            stairs.sort_by_key(|at| Some(*at) != self.path.target());
            stairs.into_iter().take(3).find_map(|to| self.head_for(game, to))
        };
        self.give_up_if_blocked(game, step)
    }

    fn give_up_if_blocked(&mut self, game: &Game, step: Option<Action>) -> Option<Action> {
        if step.is_none() {
            self.blocked_until = game.view().turn() + 30;
        }
        step
    }

    fn head_for(&mut self, game: &Game, to: Point) -> Option<Action> {
        if self.path.target() != Some(to) {
            self.path.clear();
        }
        self.path.step(game, |map| map.path_to(to)).ok()
    }

    /// Does something, anything, so that the situation changes.
    fn fidget(&mut self, game: &Game) -> Action {
        self.idle += 1;
        self.path.clear();
        self.bold_until = game.view().turn() + BOLD;
        let turn = game.view().turn() as u32;
        let direction = Direction::ALL[(turn.wrapping_mul(2_654_435_769) >> 16) as usize % 8];
        let here = game.view().at();
        let pit = Direction::ALL.into_iter().find(|direction| game.level.flags(here + direction.offset()).pit);
        match (self.idle, pit) {
            (4.., Some(pit)) if game.plan().has(game.view().depth() + 1) => Action::Jump(pit),
            (2.., _) => Action::Walk(direction),
            _ => Action::Wait,
        }
    }
}

/// Whether the nearest level with a part of the goal is above the hero's. If no level has any, the last one is where to look.
fn goal_is_above(game: &Game) -> bool {
    let here = game.view().depth();
    let Some(goal) = game.plan().goal() else { return false };
    let has_part = |depth: &u32| game.dungeon.level(*depth).is_ok_and(|floor| game.goal_at(*depth, &floor).is_some());
    let nearest = goal.depths().filter(has_part).min_by_key(|depth| depth.abs_diff(here));
    nearest.map_or(goal.depth <= here, |depth| depth < here)
}
