//! Bounded levels: ground, stairs and spawns.

use std::collections::BTreeMap;

use undercroft_grid::{Point, Rect};

use super::plan::{GroundSource, SpawnSource};
use super::{Dungeon, DungeonError};
use crate::check::Veto;
use crate::draft::{Draft, StairKind, StampedVault};
use crate::step::{Phase, Step};
use crate::steps::{Stairs, Start, carve_beside_open, join_all, mend_placing};
use crate::{Class, EndlessMode, Level, Parameters, Spawn, checks};

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
            draft.start = self.top_start(&ground);
        }
        let furnished = self.place_stairs(&mut draft, &stairs).and_then(|()| self.populate(&mut draft));
        let furnished = furnished.and_then(|()| self.place_keys(&mut draft));
        furnished.map_err(|veto| self.broken(depth, veto))?;
        // The recipe's own checks are about the ground, and have passed.
        Level::judged(draft, &[], 1).map_err(|veto| self.broken(depth, veto))
    }

    /// Places stairs, on landings where the ground is closed, and the start beside them. Anything already on their
    /// cells is removed: a boundary chooses an occupied cell only if there is no other.
    fn place_stairs(&self, draft: &mut Draft, stairs: &[(StairKind, Point)]) -> Result<(), Veto> {
        let closed: Vec<Point> = stairs.iter().map(|(_, at)| *at).filter(|at| !draft.is_open(*at)).collect();
        if closed.iter().any(|at| draft.is_kept(*at)) {
            draft.release();
        }
        for landing in &closed {
            draft.carve(*landing);
        }
        if !closed.is_empty() {
            let stream = self.seed().fork("level").fork(draft.metadata.depth).fork("landings");
            if join_all(draft, stream).is_err() {
                // Set pieces wall the landing in, and no other cell was left for it. They give way.
                draft.release();
                join_all(draft, stream)?;
            }
            draft.drop_odd_doors();
        }
        for (kind, at) in stairs {
            draft.doors.retain(|door| door != at);
            draft.spawns.retain(|spawn| spawn.at != *at);
            draft.put_stairs(*kind, *at)?;
        }
        self.lock_stairs(draft)?;
        draft.min_path_length = self.required_walk(draft.metadata.depth);
        mend_placing(draft)
    }

    /// Puts the goal, creatures and items on a level or chunk that has its stairs.
    pub(super) fn populate(&self, draft: &mut Draft) -> Result<(), Veto> {
        let depth = draft.metadata.depth;
        let Ok(source) = self.source(depth) else { return Ok(()) };
        // An endless level has its goal once, in the chunk where the player begins.
        let has_goal = !draft.endless || draft.start.is_some();
        if let Some(goal) = self.plan().goal().filter(|goal| goal.depths().contains(&depth) && has_goal) {
            let at = goal_cell(draft).map_or_else(|| carve_beside_open(draft), Ok)?;
            draft.spawns.push(match &goal.carried_by {
                Some(creature) => Spawn::new(creature, Class::Creature, at).with("carries", &*goal.item),
                None => Spawn::new(&goal.item, Class::Item, at),
            });
        }
        // A plan's level never fails because it has too little space for its spawns.
        draft.lenient = true;
        if let GroundSource::Bounded(recipe) | GroundSource::Endless(recipe, _) = source {
            let plan_has = |class: Class| self.plan().rules_at(depth).any(|rule| rule.class.as_ref() == Some(&class));
            let stream = self.seed().fork("level").fork(depth).fork("placing");
            let (size, is_endless) = (draft.size(), draft.endless);
            let is_skipped = |step: &dyn Step| is_endless && matches!(step.endless(size), EndlessMode::Skipped);
            recipe.run(draft, stream, |step| {
                step.phase() == Phase::Placing
                    && !is_skipped(step)
                    && ![Start::NAME, Stairs::NAME].contains(&step.name())
                    && !step.spawns().is_some_and(plan_has)
            })?;
        }
        let hearts = if draft.endless { self.hearts(depth).map_err(|error| no_heart(&error))? } else { Vec::new() };
        let mut used: BTreeMap<&str, u32> = BTreeMap::new();
        for rule in self.plan().rules_at(depth) {
            let label = rule.class.as_ref().map_or("spawns", Class::name);
            let number = used.entry(label).or_default();
            let stream = self.seed().fork(label).fork(depth).fork(*number);
            match &rule.source {
                SpawnSource::Nothing => continue,
                SpawnSource::Table(table) => {
                    table.spawn(draft, rule.class.as_ref().unwrap_or(&Class::Creature), stream, &hearts);
                }
                SpawnSource::Step(step) => step.apply(draft, stream)?,
            }
            *number += 1;
        }
        draft.lenient = false;
        Ok(())
    }
}

/// The free cell nearest to the middle of a vault with the tag `goal` or, without such a vault, the one farthest from
/// the arrival.
fn goal_cell(draft: &Draft) -> Option<Point> {
    let is_goal = |vault: &&StampedVault| vault.tags.iter().any(|tag| tag == "goal");
    let place = draft.vaults.iter().find(is_goal).map(|vault| vault.area);
    let inside = |area: Rect| {
        let mut free = draft.open().clone();
        draft.remove_taken(&mut free);
        let cells = area.points().filter(|at| free.contains(*at) && !draft.doors.contains(at));
        cells.min_by_key(|at| (at.manhattan(area.centre()), at.y, at.x))
    };
    place.and_then(inside).or_else(|| checks::farthest_free(draft))
}

/// A level whose neighbour cannot be made cannot be made either.
fn no_heart(error: &DungeonError) -> Veto {
    Veto::new("stairs", error.to_string())
}
