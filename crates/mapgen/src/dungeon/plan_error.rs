//! What can be wrong with a plan, whether it was read from a file or built in Rust.

use super::depths::Depths;
use super::plan::{GroundSource, Plan, SpawnSource};
use crate::draft::problem_with;
use crate::{BuildError, BuilderError, Class};

/// The most pairs of stairs from one level to the next.
const MOST_STAIRS: u32 = 64;

/// Why a plan cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A depth has no levels.
    #[error("no levels have depth {depth}: depths start at 0 and must have no gap")]
    Gap {
        /// The depth.
        depth: u32,
        /// The depths after the gap, if there are any.
        before: Option<Depths>,
    },
    /// A depth has two kinds of levels.
    #[error("depth {depth} has two kinds of levels: start {depths} below the others")]
    Overlap {
        /// The depth.
        depth: u32,
        /// The depths that begin too early.
        depths: Depths,
    },
    /// A range has no depths in it.
    #[error("a range of depths is empty: write the smaller depth first, as in `1..=4`")]
    EmptyRange,
    /// There is nothing to make levels from.
    #[error("depths {depths} have no recipe: name at least one")]
    NoRecipe {
        /// The depths.
        depths: Depths,
    },
    /// Levels cannot have this many stairs.
    #[error("stairs: {count} is not a number from 1 to {MOST_STAIRS}")]
    Stairs {
        /// The depths.
        depths: Depths,
        /// The number of stairs.
        count: u32,
    },
    /// Stairs do not fit.
    #[error("stairs need at least 4 cells inside the borders of a level at {depths} and of the one above it")]
    NoRoomForStairs {
        /// The depths.
        depths: Depths,
    },
    /// The goal lies below the last level.
    #[error("goal: there is no depth {depth}")]
    Goal {
        /// The goal's depth.
        depth: u32,
    },
    /// The goal has more items than there are depths for them.
    #[error("goal: count: {count} is not a number from 1 to {most}, one for each depth down to the goal's")]
    GoalCount {
        /// How many there are to find.
        count: u32,
        /// The most there can be.
        most: u32,
    },
    /// A table never spawns anything.
    #[error(
        "a table of class `{class}` never spawns anything at depths {depths}: check its chance, weights and depths"
    )]
    NeverSpawns {
        /// The class.
        class: Class,
        /// The depths.
        depths: Depths,
    },
    /// A spawn has an invalid property.
    #[error("`{kind}`: {problem}")]
    Properties {
        /// What is spawned.
        kind: String,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// A recipe is invalid, or cannot be used in a plan.
    #[error("depths {depths}: {error}")]
    Recipe {
        /// The depths.
        depths: Depths,
        /// What is wrong with it.
        error: Box<BuildError>,
    },
    /// A map built in code is invalid.
    #[error("depths {depths}: {error}")]
    Map {
        /// The depths.
        depths: Depths,
        /// What is wrong with it.
        error: BuilderError,
    },
}

/// Checks a plan as a whole.
pub(super) fn validate(plan: &Plan) -> Result<(), PlanError> {
    check_cover(plan)?;
    check_stairs(plan)?;
    if let Some(goal) = plan.goal.as_ref().filter(|goal| !plan.has(goal.depth)) {
        return Err(PlanError::Goal { depth: goal.depth });
    }
    if let Some(goal) = &plan.goal {
        let most = goal.depth.saturating_add(1);
        if !(1..=most).contains(&goal.count) {
            return Err(PlanError::GoalCount { count: goal.count, most });
        }
    }
    for rule in &plan.rules {
        if rule.depths.is_empty() {
            return Err(PlanError::EmptyRange);
        }
        let SpawnSource::Table(table) = &rule.source else { continue };
        if !table.can_spawn(rule.depths) {
            let class = rule.class.clone().unwrap_or(Class::Creature);
            return Err(PlanError::NeverSpawns { class, depths: rule.depths });
        }
        for entry in &table.entries {
            if let Some(problem) = problem_with(&entry.properties) {
                return Err(PlanError::Properties { kind: entry.kind.to_string(), problem });
            }
        }
    }
    Ok(())
}

/// Checks that every depth belongs to exactly one stretch.
fn check_cover(plan: &Plan) -> Result<(), PlanError> {
    let mut stretches: Vec<_> = plan.stretches.iter().map(|stretch| (stretch.depths, &stretch.grounds)).collect();
    stretches.sort_by_key(|(depths, _)| depths.first);
    let mut next = Some(0);
    for (depths, grounds) in stretches {
        match next {
            _ if depths.is_empty() => return Err(PlanError::EmptyRange),
            _ if grounds.is_empty() => return Err(PlanError::NoRecipe { depths }),
            Some(depth) if depths.first > depth => return Err(PlanError::Gap { depth, before: Some(depths) }),
            Some(depth) if depths.first == depth => {}
            _ => return Err(PlanError::Overlap { depth: depths.first, depths }),
        }
        next = depths.last.map(|last| last.saturating_add(1));
    }
    match next {
        Some(depth) if plan.levels.is_none_or(|levels| depth < levels) => Err(PlanError::Gap { depth, before: None }),
        _ => Ok(()),
    }
}

/// Checks that neighbouring levels share enough cells inside their borders for stairs.
fn check_stairs(plan: &Plan) -> Result<(), PlanError> {
    for above in &plan.stretches {
        if !(1..=MOST_STAIRS).contains(&above.stairs) {
            return Err(PlanError::Stairs { depths: above.depths, count: above.stairs });
        }
        for below in &plan.stretches {
            let is_next = above.depths.last.is_some_and(|last| last.checked_add(1) == Some(below.depths.first));
            let has_room = |ground: &GroundSource| below.grounds.iter().all(|other| ground.has_room_for_stairs(other));
            if (is_next || above.depths == below.depths) && !above.grounds.iter().all(has_room) {
                return Err(PlanError::NoRoomForStairs { depths: below.depths });
            }
        }
    }
    Ok(())
}
