//! What can be wrong with a plan, whether it was read from a file or built in Rust.

use super::depths::Depths;
use super::locks::StairLock;
use super::plan::{GroundSource, Plan, SpawnSource};
use crate::draft::problem_with;
use crate::{BuildError, BuilderError, Class, Size};

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
    /// Stairs cannot be locked.
    #[error("lock: {problem}")]
    Lock {
        /// The depth of the stairs.
        depth: u32,
        /// What is wrong, and what would be right.
        problem: String,
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
    check_locks(plan)?;
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

/// The smallest level whose stairs can be locked, and the smallest that it can share them with.
const LOCKABLE: u32 = 9;

/// Checks that every lock has its key above it, on levels that have room for both.
fn check_locks(plan: &Plan) -> Result<(), PlanError> {
    for (index, lock) in plan.locks.iter().enumerate() {
        let StairLock { key, key_depth, depth } = lock;
        let refused = |problem: String| Err(PlanError::Lock { depth: *depth, problem });
        if key_depth >= depth {
            return refused(format!("the key lies at depth {key_depth}, which is not above the lock at depth {depth}"));
        }
        if !plan.has_below(*depth) {
            return refused(format!("depth {depth} has no stairs down to lock"));
        }
        if plan.locks[..index].iter().any(|other| other.depth == *depth) {
            return refused(format!("the stairs of depth {depth} are locked twice"));
        }
        if plan.locks[..index].iter().any(|other| other.key == *key) {
            return refused(format!("two locks need the key `{key}`; give each its own"));
        }
        if plan.stairs_below(*depth) > 1 {
            return refused(format!("depth {depth} has several stairs down; only a single flight can be locked"));
        }
        for level in [*key_depth, *depth] {
            let grounds = plan.stretch(level).map_or(&[][..], |stretch| &stretch.grounds);
            if grounds.iter().any(|ground| !matches!(ground, GroundSource::Bounded(_))) {
                return refused(format!("depth {level} is drawn or endless; locks and keys need a bounded recipe"));
            }
        }
        for level in [*key_depth, depth - 1, *depth, depth + 1] {
            let grounds = plan.stretch(level).map_or(&[][..], |stretch| &stretch.grounds);
            let is_small = |size: Size| size.width < LOCKABLE || size.height < LOCKABLE;
            if grounds.iter().filter_map(GroundSource::size).any(is_small) {
                return refused(format!("depth {level} is too small; it must be at least {LOCKABLE}x{LOCKABLE}"));
            }
        }
        if has_another(plan, lock) {
            return refused(format!("the plan also has other items called `{}`; choose another key", lock.item()));
        }
    }
    Ok(())
}

/// Whether something else in the plan has the name of a key: an item in a table, or a key of a mission.
fn has_another(plan: &Plan, lock: &StairLock) -> bool {
    let item = lock.item();
    let grounds = plan.stretches.iter().flat_map(|stretch| &stretch.grounds);
    let recipes = grounds.filter_map(|ground| match ground {
        GroundSource::Bounded(recipe) | GroundSource::Endless(recipe, _) => Some(recipe),
        GroundSource::Drawn(_) => None,
    });
    let in_tables = plan.rules.iter().any(|rule| match &rule.source {
        SpawnSource::Table(table) => table.entries.iter().any(|entry| *entry.kind == *item),
        _ => false,
    });
    in_tables
        || plan.goal.as_ref().is_some_and(|goal| *goal.item == *item)
        || recipes
            .into_iter()
            .any(|recipe| recipe.steps().any(|(_, step)| step.spawn_names().iter().any(|(_, _, name)| *name == item)))
}
