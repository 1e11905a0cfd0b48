//! A player without a screen: it explores, fights, eats, drinks, equips and goes down.
//!
//! It plays by what the hero sees and knows, so that it is as fair as a person. It is no great player, and always ends: a
//! game has a limit of turns.

mod care;
mod fight;

use undercroft_grid::Point;
use undercroft_mapgen::StairKind;

use crate::action::{Action, Direction};
use crate::content::Deed;
use crate::event::Event;
use crate::game::Game;
use crate::helpers::errand::{Way, explore, use_of_here};
use crate::helpers::route::{Known, far_way};

/// How many turns the bot looks around on a level before it goes on, at most.
const PATIENCE: u64 = 1_500;
/// The same on levels without an edge.
const PATIENCE_ENDLESS: u64 = 250;

/// Plays whole games from what the hero sees and knows. The same game makes it do the same.
///
/// ```
/// use undercroft_game::{Bot, Content, Game};
/// use undercroft_mapgen::Plan;
/// let mut game = Game::new(Content::standard(), Plan::named("two-caves")?, 3)?;
/// let actions = Bot::new().play(&mut game, 500, |_, _| ());
/// assert!(!actions.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Bot {
    way: Way,
    depth: u32,
    arrived: u64,
    /// The turn at which it was asked last, and how often without time passing.
    asked: Option<u64>,
    refused: u32,
    /// How often nothing better than waiting came to its mind.
    idle: u32,
}

impl Bot {
    /// A bot that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays until the game ends or so many turns have passed. Gives all actions; `watch` sees each with its events.
    pub fn play(&mut self, game: &mut Game, most_turns: u64, mut watch: impl FnMut(&Game, &[Event])) -> Vec<Action> {
        let mut actions = Vec::new();
        while game.outcome().is_none() && game.view().turn() < most_turns {
            let action = self.next(game);
            let events = game.act(action);
            actions.push(action);
            watch(game, &events);
        }
        actions
    }

    /// What it would do now.
    pub fn next(&mut self, game: &Game) -> Action {
        let turn = game.view().turn();
        if game.view().depth() != self.depth {
            self.depth = game.view().depth();
            self.arrived = turn;
            self.way.forget();
        }
        self.refused = if self.asked == Some(turn) { self.refused + 1 } else { 0 };
        self.asked = Some(turn);
        // What was refused once will be again: anything else is better.
        match self.refused {
            0 | 1 => self.decide(game),
            2..=9 => {
                self.way.forget();
                let mix = (turn as u32).wrapping_mul(5).wrapping_add(self.refused);
                Action::Walk(Direction::ALL[mix as usize % 8])
            }
            _ => Action::Wait,
        }
    }

    fn decide(&mut self, game: &Game) -> Action {
        if let Some(action) = care::now(game).or_else(|| fight::now(game, &mut self.way)).or_else(|| care::later(game))
        {
            self.idle = 0;
            return action;
        }
        match self.go_on(game) {
            Some(action) => {
                self.idle = 0;
                action
            }
            None => self.fidget(game),
        }
    }

    /// Explores, and goes where the plan leads.
    fn go_on(&mut self, game: &Game) -> Option<Action> {
        if game.view().has_goal() {
            return self.go_out(game);
        }
        if let Some(action) = use_of_here(game) {
            return Some(action);
        }
        if let Some(action) = self.go_to_goal(game) {
            return Some(action);
        }
        let patience = if game.view().bounds().is_none() { PATIENCE_ENDLESS } else { PATIENCE };
        let spent = game.view().turn() - self.arrived;
        let goal_depth = game.view().goal().map(|goal| goal.depth);
        let stays = goal_depth == Some(game.view().depth());
        if (spent < patience || stays)
            && let Ok(action) = explore(game, &mut self.way)
        {
            return Some(action);
        }
        if stays {
            return None;
        }
        // Past the goal's depth the way leads up again.
        let past = goal_depth.is_some_and(|goal| goal < game.view().depth());
        let kind = if past { StairKind::Up } else { StairKind::Down };
        self.take_stairs(game, kind).or_else(|| self.follow_calling(game)).or_else(|| explore(game, &mut self.way).ok())
    }

    fn go_out(&mut self, game: &Game) -> Option<Action> {
        let up = self.take_stairs(game, StairKind::Up).or_else(|| self.follow_calling(game));
        up.or_else(|| explore(game, &mut self.way).ok())
    }

    /// Goes for the goal where it is seen, or felt.
    fn go_to_goal(&mut self, game: &Game) -> Option<Action> {
        let view = game.view();
        let goal = view.goal().filter(|goal| goal.depth == view.depth())?;
        let (id, _) = game.content.item_named(&goal.item)?;
        let known = Known::of(game).things(|kind| kind == id);
        if let Some(at) = known.first() {
            return self.head_for(game, game.stage.world(at));
        }
        self.follow_calling(game)
    }

    /// Goes where the hero feels that it must go.
    fn follow_calling(&mut self, game: &Game) -> Option<Action> {
        let (_, at) = game.calling()?;
        self.way.step(game, |known| known.way_towards(&known.frontier(), at)).ok()
    }

    fn take_stairs(&mut self, game: &Game, kind: StairKind) -> Option<Action> {
        let here = game.view().at();
        let stairs = game.view().stairs(kind);
        if stairs.contains(&here) {
            return Some(if kind == StairKind::Up { Action::Climb } else { Action::Descend });
        }
        stairs.into_iter().take(3).find_map(|to| self.head_for(game, to))
    }

    /// The next step of the way to a cell.
    fn head_for(&mut self, game: &Game, to: Point) -> Option<Action> {
        if self.way.end() != Some(to) {
            self.way.forget();
        }
        self.way.step(game, |known| known.way_to_cell(to).or_else(|| far_way(game, to))).ok()
    }

    /// Does anything at all, so that something changes.
    fn fidget(&mut self, game: &Game) -> Action {
        self.idle += 1;
        self.way.forget();
        let turn = game.view().turn() as u32;
        let direction = Direction::ALL[(turn.wrapping_mul(2_654_435_769) >> 16) as usize % 8];
        let here = game.view().at();
        let pit = Direction::ALL.into_iter().find(|direction| game.stage.ground(here + direction.offset()).pit);
        match (self.idle, pit) {
            (4.., Some(pit)) if game.plan().has(game.view().depth() + 1) => Action::Jump(pit),
            (8.., _) if game.view().does().contains(&Deed::Dig) => Action::Walk(direction),
            (2.., _) => Action::Walk(direction),
            _ => Action::Wait,
        }
    }
}
