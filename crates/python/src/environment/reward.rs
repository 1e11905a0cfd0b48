//! What an agent is rewarded for: a weighted sum of what changed during a step.

use undercroft_game::{Actor, Event, Game, Stats};

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
    /// The share of the hit points that is left.
    health: f32,
}

impl Progress {
    /// Measures a game. What costs time and has no weight is left out.
    pub(crate) fn of(game: &Game, weights: &Weights) -> Self {
        let (summary, view) = (game.summary(), game.view());
        let [_, _, explore, _, _, health, ..] = weights;
        let share = |stats: Stats| stats.hit_points.max(0) as f32 / stats.max_hit_points.max(1) as f32;
        Self {
            score: summary.score,
            depth: summary.depth,
            deepest: summary.deepest,
            known: if *explore == 0.0 { 0 } else { view.known_cells() },
            kills: summary.kills,
            health: if *health == 0.0 { 0.0 } else { share(view.stats()) },
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
        let is_won = game.outcome().map(undercroft_game::Outcome::is_won);
        let amounts: Weights = [
            next.score as f32 - self.score as f32,
            (next.deepest - self.deepest) as f32,
            explored as f32,
            (next.kills - self.kills) as f32,
            events.iter().filter(fallen).count() as f32,
            next.health - self.health,
            f32::from(is_won == Some(true)),
            f32::from(is_won == Some(false)),
            1.0,
        ];
        amounts.iter().zip(weights).map(|(amount, weight)| amount * weight).sum()
    }
}
