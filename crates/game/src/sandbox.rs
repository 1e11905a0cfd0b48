//! Games that begin in the middle of a fight, for benchmarks and tests.

use std::sync::Arc;

use undercroft_mapgen::{Plan, Seed};

use crate::content::GameContent;
use crate::game::{Game, GameError};
use crate::start::start_of;
use crate::state::Behaviour;

impl Game {
    /// A game that begins at a depth with creatures awake and hunting a hero who is too tough to die quickly and too weak to
    /// kill quickly.
    ///
    /// # Errors
    /// As [`Game::new`], or if the level cannot be generated.
    #[doc(hidden)]
    pub fn sandbox(
        content: impl Into<Arc<GameContent>>,
        plan: impl Into<Arc<Plan>>,
        seed: impl Into<Seed>,
        depth: u32,
        creatures: u32,
    ) -> Result<Self, GameError> {
        let mut game = Self::new(content, plan, seed)?;
        let at = start_of(&game.dungeon, depth)?;
        game.state.hero.max_hit_points = 1_000_000;
        game.state.hero.body.hit_points = 1_000_000;
        game.state.hero.attack = 0;
        let mut unheard = Vec::new();
        let mut turn = game.turn(&mut unheard);
        turn.move_hero_to_level(depth, at);
        let content = turn.content;
        let kinds: Vec<_> = content
            .creatures()
            .filter(|(id, kind)| *id != content.hero() && !kind.unique && !kind.peaceful && kind.depths.contains(depth))
            .map(|(id, _)| id)
            .collect();
        turn.state.creatures.clear();
        turn.level.set_occupants(at, &[]);
        for kind in kinds.into_iter().cycle().take(creatures as usize) {
            let mut creature = turn.new_creature(kind, at);
            creature.behaviour = Behaviour::Hunting(content.settings().patience);
            turn.add_creature(creature);
        }
        Ok(game)
    }
}
