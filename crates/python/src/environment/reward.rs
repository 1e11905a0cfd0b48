//! What an agent is rewarded for: a weighted sum of what changed during a step.

use undercroft_game::{Actor, Event, Game};

/// What can be rewarded.
pub(crate) const NAMES: [&str; 9] = ["score", "depth", "explore", "kill", "fall", "health", "win", "death", "step"];

/// The weight of each of [`NAMES`].
pub(crate) type Weights = [f32; NAMES.len()];

/// How far a game has got.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    score: u64,
    depth: u32,
    deepest: u32,
    known: u32,
    kills: u32,
    hit_points: i32,
    max_hit_points: i32,
}

impl Progress {
    pub(crate) fn of(game: &Game) -> Self {
        let (summary, view) = (game.summary(), game.view());
        let stats = view.stats();
        Self {
            score: summary.score,
            depth: summary.depth,
            deepest: summary.deepest,
            known: view.known_cells(),
            kills: summary.kills,
            hit_points: stats.hit_points.max(0),
            max_hit_points: stats.max_hit_points.max(1),
        }
    }

    /// The deepest level so far.
    pub(crate) const fn deepest(&self) -> u32 {
        self.deepest
    }

    /// The reward for a step between two states with these events.
    pub(crate) fn reward(&self, next: &Self, events: &[Event], game: &Game, weights: &Weights) -> f32 {
        let is_new_level = next.deepest > self.deepest;
        let explored = match self.depth == next.depth {
            true => next.known.saturating_sub(self.known),
            false => {
                if is_new_level {
                    next.known
                } else {
                    0
                }
            }
        };
        let fallen = |event: &&Event| matches!(event, Event::Fell { who: Actor::Creature { .. }, .. });
        let share = |progress: &Self| progress.hit_points as f32 / progress.max_hit_points as f32;
        let is_won = game.outcome().map(undercroft_game::Outcome::is_won);
        let amounts: Weights = [
            next.score as f32 - self.score as f32,
            (next.deepest - self.deepest) as f32,
            explored as f32,
            (next.kills - self.kills) as f32,
            events.iter().filter(fallen).count() as f32,
            share(next) - share(self),
            f32::from(is_won == Some(true)),
            f32::from(is_won == Some(false)),
            1.0,
        ];
        amounts.iter().zip(weights).map(|(amount, weight)| amount * weight).sum()
    }
}
