//! Games that begin in the middle of things, for benchmarks and tests.

use std::sync::Arc;

use undercroft_mapgen::{Floor, Plan, Seed};

use crate::content::Content;
use crate::game::{Game, GameError};
use crate::state::Mind;

impl Game {
    /// A game in which the hero stands at a depth already, with so many creatures awake and after it; it is too
    /// tough to die soon and too weak to kill soon. Not one that can be won or compared: for benchmarks and tests.
    ///
    /// # Errors
    /// As [`Game::new`], and where the depth cannot be made.
    pub fn practice(
        content: impl Into<Arc<Content>>,
        plan: impl Into<Arc<Plan>>,
        seed: impl Into<Seed>,
        depth: u32,
        creatures: u32,
    ) -> Result<Self, GameError> {
        let mut game = Self::new(content, plan, seed)?;
        let at = match game.dungeon.level(depth)? {
            Floor::Bounded(level) => level.world(level.start()),
            Floor::Endless(endless) => endless.start()?,
        };
        game.state.hero.most_hit_points = 1_000_000;
        game.state.hero.body.hit_points = 1_000_000;
        game.state.hero.attack = 0;
        let mut nobody_listens = Vec::new();
        let mut turn = game.turn(&mut nobody_listens);
        turn.arrive_at(depth, at);
        let content = turn.content;
        let kinds: Vec<_> = content
            .creatures()
            .filter(|(id, kind)| *id != content.hero() && !kind.unique && !kind.peaceful && kind.depths.contains(depth))
            .map(|(id, _)| id)
            .collect();
        turn.state.creatures.clear();
        turn.stage.seat_all(at, &[]);
        for index in 0..creatures as usize {
            if let Some(kind) = kinds.get(index % kinds.len().max(1)) {
                let mut creature = turn.newborn(*kind, at);
                creature.mind = Mind::Hunting(turn.content.settings().patience);
                turn.seat(creature);
            }
        }
        Ok(game)
    }
}
