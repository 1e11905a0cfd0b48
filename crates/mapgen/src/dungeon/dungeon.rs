//! The dungeon itself: a plan and a seed.

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::cache::Cache;
use super::chunk::ChunkAt;
use super::plan::GroundSource;
use super::stairs::Crossing;
use super::{DungeonError, Endless, Floor, Plan};
use crate::check::Veto;
use crate::{Draft, Level, Metadata, Seed, Tileset};

/// How many finished levels a dungeon caches, and how many grounds.
const LEVELS: NonZeroUsize = NonZeroUsize::new(16).unwrap();
/// How many chunks a dungeon caches, at about 5 KiB each, and for how many boundaries it caches the stairs.
const CHUNKS: NonZeroUsize = NonZeroUsize::new(1_024).unwrap();

/// A plan and a seed, from which any level can be made on demand.
///
/// A level is always the same, whatever was made before it, in any order and on any number of threads.
///
/// ```
/// use undercroft_mapgen::{Dungeon, Floor, Plan, StairKind};
/// let dungeon = Dungeon::new(Plan::named("two-caves")?, 42);
/// let (Floor::Bounded(upper), Floor::Bounded(lower)) = (dungeon.level(0)?, dungeon.level(1)?) else { unreachable!() };
/// assert_eq!(upper.stairs_to(StairKind::Down), lower.stairs_to(StairKind::Up));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Dungeon {
    plan: Arc<Plan>,
    seed: Seed,
    pub(super) grounds: Cache<u32, Draft>,
    pub(super) crossings: Cache<u32, Crossing>,
    pub(super) chunks: Cache<(u32, ChunkAt), Draft>,
    levels: Cache<u32, Level>,
}

impl Dungeon {
    /// The dungeon of a plan and a seed. Its levels are made when they are needed.
    #[must_use]
    pub fn new(plan: impl Into<Arc<Plan>>, seed: impl Into<Seed>) -> Arc<Self> {
        Arc::new(Self {
            plan: plan.into(),
            seed: seed.into(),
            grounds: Cache::new(LEVELS),
            crossings: Cache::new(CHUNKS),
            chunks: Cache::new(CHUNKS),
            levels: Cache::new(LEVELS),
        })
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The level at a depth, counted downwards from 0.
    ///
    /// # Errors
    /// If the plan has no such depth, or the recipe cannot make its ground.
    pub fn level(self: &Arc<Self>, depth: u32) -> Result<Floor, DungeonError> {
        if let GroundSource::Endless(recipe, steps) = self.source(depth)? {
            return Ok(Floor::Endless(Endless::new(self.clone(), depth, recipe.name(), steps.clone())));
        }
        self.levels.get_or_make(depth, || self.make_level(depth)).map(Floor::Bounded)
    }

    pub(super) fn source(&self, depth: u32) -> Result<&GroundSource, DungeonError> {
        self.plan.ground_source(&self.seed, depth).ok_or_else(|| DungeonError::TooDeep {
            plan: self.plan.name().into(),
            depth,
            last: self.plan.levels().unwrap_or(u32::MAX).saturating_sub(1),
        })
    }

    /// The tileset of a level; where the plan has no such level, that of the top level.
    pub(super) fn tileset(&self, depth: u32) -> Result<Arc<Tileset>, DungeonError> {
        Ok(match self.source(depth).or_else(|_| self.source(0))? {
            GroundSource::Bounded(recipe) => recipe.tiles().clone(),
            GroundSource::Endless(_, steps) => steps.tileset().clone(),
            GroundSource::Drawn(draft) => draft.tileset().clone(),
        })
    }

    pub(super) fn is_endless(&self, depth: u32) -> Result<bool, DungeonError> {
        Ok(matches!(self.source(depth)?, GroundSource::Endless(..)))
    }

    /// The fewest steps from the arrival to the stairs down that a bounded depth's recipe requires.
    pub(super) fn required_walk(&self, depth: u32) -> u32 {
        match self.source(depth) {
            Ok(GroundSource::Bounded(recipe)) => recipe.min_path_length(),
            _ => 0,
        }
    }

    pub(super) fn metadata(&self, depth: u32, recipe: &str) -> Metadata {
        Metadata { recipe: recipe.into(), seed: self.seed.clone(), depth }
    }

    pub(super) fn broken(&self, depth: u32, veto: Veto) -> DungeonError {
        DungeonError::Broken { plan: self.plan.name().into(), seed: self.seed.clone(), depth, veto }
    }
}
