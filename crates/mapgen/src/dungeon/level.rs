//! Bounded levels: ground, stairs, and what lives there.

use undercroft_grid::Point;

use super::chunk::ChunkAt;
use super::plan::GroundSource;
use super::{Dungeon, DungeonError};
use crate::check::Veto;
use crate::draft::{Draft, StairKind};
use crate::step::Phase;
use crate::steps::{Stairs, Start, carve_beside_open, join_all, walk_to_stairs};
use crate::{Class, Level, Parameters, Spawn, checks};

impl Dungeon {
    /// Makes a bounded level from its ground.
    pub(super) fn make_level(&self, depth: u32) -> Result<Level, DungeonError> {
        let ground = self.bounded_ground(depth)?;
        let mut stairs: Vec<(StairKind, Point)> = Vec::new();
        if let Some(boundary) = depth.checked_sub(1) {
            stairs.extend(self.crossing(boundary)?.at.iter().map(|at| (StairKind::Up, *at)));
        }
        if self.plan().has_below(depth) {
            stairs.extend(self.crossing(depth)?.at.iter().map(|at| (StairKind::Down, *at)));
        }
        let mut draft = Draft::clone(&ground);
        if depth == 0 {
            draft.start = Some(self.top_start(&ground));
        }
        let furnished = self.place_stairs(&mut draft, &stairs).and_then(|()| self.populate(&mut draft));
        furnished.map_err(|veto| self.broken(depth, veto))?;
        // The recipe's own checks are about the ground, and have passed.
        Level::judged(draft, &[], 1).map_err(|veto| self.broken(depth, veto))
    }

    /// Places stairs, on landings where the ground is closed, and the start beside them.
    fn place_stairs(&self, draft: &mut Draft, stairs: &[(StairKind, Point)]) -> Result<(), Veto> {
        let closed: Vec<Point> = stairs.iter().map(|(_, at)| *at).filter(|at| !draft.is_open(*at)).collect();
        for landing in &closed {
            draft.carve(*landing);
        }
        if !closed.is_empty() {
            let stream = self.seed().fork("level").fork(draft.metadata.depth).fork("landings");
            join_all(draft, stream)?;
            draft.drop_odd_doors();
        }
        for (kind, at) in stairs {
            draft.doors.retain(|door| door != at);
            draft.put_stairs(*kind, *at)?;
        }
        if draft.start.is_none() {
            draft.start = Some(checks::default_start(draft).map_or_else(|| carve_beside_open(draft), Ok)?);
        }
        let required = self.required_walk(draft.metadata.depth);
        draft.min_path_length = walk_to_stairs(draft).map_or(required, |walk| walk.min(required));
        Ok(())
    }

    /// Puts the goal, creatures and items on a level or chunk that has its stairs.
    pub(super) fn populate(&self, draft: &mut Draft) -> Result<(), Veto> {
        let depth = draft.metadata.depth;
        let (Some(stretch), Ok(source)) = (self.plan().stretch(depth), self.source(depth)) else {
            return Ok(());
        };
        // An endless level has its goal once, in the chunk of the plan's start.
        let has_goal = !draft.endless || ChunkAt::of(draft.origin) == ChunkAt::of(self.plan().start);
        if let Some(goal) = self.plan().goal().filter(|goal| goal.depth == depth && has_goal) {
            let at = checks::farthest_free(draft).map_or_else(|| carve_beside_open(draft), Ok)?;
            draft.spawns.push(Spawn::new(&goal.item, Class::Item, at));
        }
        if let GroundSource::Bounded(recipe) | GroundSource::Endless(recipe, _) = source {
            let plan_has = |class: Class| match class {
                Class::Creature => stretch.creatures.is_some(),
                Class::Item => stretch.items.is_some(),
                Class::Other(_) => false,
            };
            let stream = self.seed().fork("level").fork(depth).fork("placing");
            recipe.run(draft, stream, |step| {
                step.phase() == Phase::Placing
                    && ![Start::NAME, Stairs::NAME].contains(&step.name())
                    && !step.spawns().is_some_and(plan_has)
            })?;
        }
        for (class, tables) in [(Class::Creature, &stretch.creatures), (Class::Item, &stretch.items)] {
            for (index, table) in tables.iter().flatten().enumerate() {
                let stream = self.seed().fork(class.name()).fork(depth).fork(index as u32);
                table.spawn(draft, &class, stream);
            }
        }
        Ok(())
    }
}
