//! Dungeons: a plan and a seed, which give any level at any depth, and any place of a level without an edge, on its own.

mod boundary;
mod chunk;
mod depths;
mod endless;
mod join;
mod plan;
mod plan_file;
mod store;
mod table;
mod world;

use std::sync::Arc;

use undercroft_grid::{Point, Rect};

pub use chunk::{CHUNK_SIDE, ChunkAt};
pub use depths::Depths;
pub use endless::Endless;
pub use plan::{Goal, Plan};
pub use table::{Table, TableEntry};
pub use world::World;

use boundary::{Crossing, Keep};
use chunk::ChunkGround;
use plan::GroundSource;
use store::Store;

use crate::check::Veto;
use crate::draft::{Draft, Metadata, StairKind};
use crate::step::Phase;
use crate::steps::{Stairs, Start, join_all};
use crate::{BuildError, Class, Level, Parameters, Seed, Spawn, checks};

/// How many finished levels a dungeon keeps; the least recently used are forgotten and made again when asked for.
const LEVELS_KEPT: usize = 16;
/// How many chunks a dungeon keeps, both of bare ground and finished: about 5 KiB each.
const CHUNKS_KEPT: usize = 1_024;
/// How many drafts of an odd depth are tried before a landing is carved.
const TRIES_TO_MEET: u32 = 20;

/// A plan and a seed. It gives any level at any depth on demand; what was asked before, and from how many threads,
/// makes no difference.
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
    grounds: Store<u32, Draft>,
    crossings: Store<u32, Crossing>,
    levels: Store<u32, Level>,
    chunk_grounds: Store<(u32, ChunkAt), ChunkGround>,
    chunks: Store<(u32, ChunkAt), Draft>,
}

/// A level of a dungeon.
#[derive(Clone, Debug)]
pub enum Floor {
    /// One with a border.
    Bounded(Arc<Level>),
    /// One without an edge.
    Endless(Endless),
}

impl Floor {
    /// The part of the level that a window shows, with rock outside a bounded one.
    ///
    /// # Errors
    /// Where the window is beyond the limits, or a chunk cannot be made.
    pub fn window(&self, window: Rect) -> Result<Draft, DungeonError> {
        match self {
            Self::Bounded(level) => {
                endless::check_window(window)?;
                Ok(level.window(window))
            }
            Self::Endless(endless) => endless.window(window),
        }
    }
}

/// Why a dungeon gave no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DungeonError {
    /// The plan has no such depth.
    #[error("plan `{plan}` has no depth {depth}: its last is {last}")]
    TooDeep {
        /// The plan's name.
        plan: String,
        /// The depth that was asked for.
        depth: u32,
        /// The lowest that there is.
        last: u32,
    },
    /// A window is larger than the limits, or ends beyond the plane.
    #[error("window {}x{} at ({}, {}): {problem}", window.width, window.height, window.x, window.y)]
    BadWindow {
        /// The window.
        window: Rect,
        /// The limit.
        problem: String,
    },
    /// Two levels share no cell that is inside both borders.
    #[error("depth {depth} and the one below have no room for stairs in common: make them larger")]
    NoRoomForStairs {
        /// The upper depth.
        depth: u32,
    },
    /// The recipe of a depth gave no level.
    #[error("depth {depth}: {error}")]
    Build {
        /// The depth.
        depth: u32,
        /// Why.
        error: BuildError,
    },
    /// A level broke a promise and was not returned.
    #[error("plan `{plan}`, seed {seed}, depth {depth}: {veto}")]
    Broken {
        /// The plan's name.
        plan: String,
        /// The seed.
        seed: Seed,
        /// The depth.
        depth: u32,
        /// Which promise.
        veto: Veto,
    },
}

/// The ground on one side of a boundary.
#[derive(Clone, Debug)]
enum Side {
    Bounded(Arc<Draft>),
    Endless,
}

impl Dungeon {
    /// The dungeon of a plan and a seed. Nothing is made yet.
    #[must_use]
    pub fn new(plan: impl Into<Arc<Plan>>, seed: impl Into<Seed>) -> Arc<Self> {
        Arc::new(Self {
            plan: plan.into(),
            seed: seed.into(),
            grounds: Store::new(LEVELS_KEPT),
            crossings: Store::new(CHUNKS_KEPT),
            levels: Store::new(LEVELS_KEPT),
            chunk_grounds: Store::new(CHUNKS_KEPT),
            chunks: Store::new(CHUNKS_KEPT),
        })
    }

    /// What it is made by.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What it is made from.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The level at a depth, counted downwards from 0: made now, or kept from before.
    ///
    /// # Errors
    /// Where the plan has no such depth, or its recipe gives no level.
    pub fn level(self: &Arc<Self>, depth: u32) -> Result<Floor, DungeonError> {
        if self.is_endless(depth)? {
            return Ok(Floor::Endless(Endless::new(self.clone(), depth)));
        }
        self.levels.get(depth, || self.make_level(depth)).map(Floor::Bounded)
    }

    fn source(&self, depth: u32) -> Result<&GroundSource, DungeonError> {
        self.plan.ground_source(&self.seed, depth).ok_or_else(|| DungeonError::TooDeep {
            plan: self.plan.name().into(),
            depth,
            last: self.plan.levels().unwrap_or(u32::MAX).saturating_sub(1),
        })
    }

    fn is_endless(&self, depth: u32) -> Result<bool, DungeonError> {
        Ok(matches!(self.source(depth)?, GroundSource::Endless(..)))
    }

    fn broken(&self, depth: u32, veto: Veto) -> DungeonError {
        DungeonError::Broken { plan: self.plan.name().into(), seed: self.seed.clone(), depth, veto }
    }

    fn metadata(&self, depth: u32, recipe: &str) -> Metadata {
        Metadata { recipe: recipe.into(), seed: self.seed.clone(), depth }
    }

    /// The ground of a depth as a boundary sees it.
    fn side(&self, depth: u32) -> Result<Side, DungeonError> {
        match self.is_endless(depth)? {
            true => Ok(Side::Endless),
            false => Ok(Side::Bounded(self.grounds.get(depth, || self.make_ground(depth))?)),
        }
    }

    /// Makes the ground of a bounded level. Even depths are the first draft that passes. Odd depths are made again
    /// until they share open cells with both their neighbours, a bounded number of times.
    fn make_ground(&self, depth: u32) -> Result<Draft, DungeonError> {
        let mut first = None;
        let mut attempt = 0;
        for _ in 0..TRIES_TO_MEET {
            let draft = self.ground_from(depth, attempt + 1);
            let (draft, made) = match (draft, &first) {
                (Ok(found), _) => found,
                (Err(_), Some(_)) => break,
                (Err(error), None) => return Err(error),
            };
            attempt = made;
            if depth.is_multiple_of(2) || self.meets_neighbours(depth, &draft)? {
                return Ok(draft);
            }
            first.get_or_insert(draft);
            if matches!(self.source(depth)?, GroundSource::Drawn(_)) {
                break;
            }
        }
        first.ok_or(DungeonError::NoRoomForStairs { depth })
    }

    /// The first draft from an attempt on whose ground is good, with the attempt that made it.
    fn ground_from(&self, depth: u32, first_attempt: u32) -> Result<(Draft, u32), DungeonError> {
        let recipe = match self.source(depth)? {
            GroundSource::Drawn(draft) => {
                let mut draft = Draft::clone(draft);
                draft.metadata = self.metadata(depth, &draft.metadata.recipe);
                return Ok((draft, 1));
            }
            GroundSource::Bounded(recipe) | GroundSource::Endless(recipe, _) => recipe,
        };
        let mut last_veto = Veto::new("attempts", "no draft was made");
        for attempt in first_attempt..first_attempt + recipe.most_attempts() {
            let mut draft = recipe.blank(self.metadata(depth, recipe.name()));
            let stream = self.seed.fork("level").fork(depth).fork(attempt);
            let made = recipe.run_ground(&mut draft, stream);
            let good = made.and_then(|()| checks::judge_ground(&draft)).and_then(|()| recipe.judge_ground(&draft));
            match good {
                Ok(()) => return Ok((draft, attempt)),
                Err(veto) => last_veto = veto,
            }
        }
        let (recipe, attempts) = (recipe.name().to_owned(), recipe.most_attempts());
        let error = BuildError::OutOfAttempts { recipe, seed: self.seed.clone(), depth, attempts, veto: last_veto };
        Err(DungeonError::Build { depth, error })
    }

    /// Whether stairs to both neighbours can stand on this ground, and a good walk apart.
    fn meets_neighbours(&self, depth: u32, draft: &Draft) -> Result<bool, DungeonError> {
        let here = Side::Bounded(Arc::new(draft.clone()));
        let is_open = |at: &Point| draft.is_open(*at);
        let is_good = |crossing: &Crossing| crossing.halvings == 0 && crossing.at.iter().all(is_open);
        if !is_good(&self.choose_crossing(depth - 1, &self.side(depth - 1)?, &here, Keep::AwayAbove)?) {
            return Ok(false);
        }
        if !self.plan.has_below(depth) {
            return Ok(true);
        }
        Ok(is_good(&self.choose_crossing(depth, &here, &self.side(depth + 1)?, Keep::AwayAbove)?))
    }

    /// The fewest steps that a bounded depth's recipe asks for between arriving and the stairs down.
    fn min_path_length(&self, depth: u32) -> u32 {
        match self.source(depth) {
            Ok(GroundSource::Bounded(recipe)) => recipe.min_path_length(),
            _ => 0,
        }
    }

    /// Where the player begins on the top level, if it is bounded.
    fn top_start_on(&self, ground: &Draft) -> Point {
        let mut draft = ground.clone();
        if draft.start.is_none()
            && let Ok(GroundSource::Bounded(recipe)) = self.source(0)
        {
            let stream = self.seed.fork("level").fork(0).fork("start");
            // A start that cannot be placed as the recipe says is placed in the usual way.
            let _ = recipe.run(&mut draft, stream, |step| step.name() == Start::NAME);
        }
        draft.start.or_else(|| checks::default_start(&draft)).unwrap_or_default()
    }

    /// Makes a bounded level: its ground, its stairs, and what lives there.
    fn make_level(&self, depth: u32) -> Result<Level, DungeonError> {
        let Side::Bounded(ground) = self.side(depth)? else {
            return Err(self.broken(depth, Veto::new("dungeon", "an endless level has no whole")));
        };
        let mut draft = Draft::clone(&ground);
        let up = if depth > 0 { Some(self.crossing(depth - 1)?) } else { None };
        let down = if self.plan.has_below(depth) { Some(self.crossing(depth)?) } else { None };
        let start = if depth == 0 { Some(self.top_start_on(&ground)) } else { None };
        let placed = self.furnish(&mut draft, start, up.as_deref(), down.as_deref());
        placed.map_err(|veto| self.broken(depth, veto))?;
        // The recipe's own promises are about the ground, which has kept them.
        Level::judged(draft, &[], 1).map_err(|veto| self.broken(depth, veto))
    }

    /// Puts the stairs, the start, and all spawns on the ground of a bounded level.
    fn furnish(
        &self,
        draft: &mut Draft,
        start: Option<Point>,
        up: Option<&Crossing>,
        down: Option<&Crossing>,
    ) -> Result<(), Veto> {
        let depth = draft.metadata.depth;
        draft.start = start;
        let halvings = up.into_iter().chain(down).map(|crossing| crossing.halvings).max().unwrap_or(0);
        draft.min_path_length = self.min_path_length(depth) >> halvings;
        let ends = [(StairKind::Up, up), (StairKind::Down, down)];
        let all = ends.into_iter().flat_map(|(kind, crossing)| {
            crossing.into_iter().flat_map(move |crossing| crossing.at.iter().map(move |at| (kind, *at)))
        });
        let mut carved = false;
        for (kind, at) in all {
            if !draft.is_open(at) {
                draft.carve(at);
                carved = true;
            }
            draft.put_stairs(kind, at)?;
        }
        if carved {
            draft.min_path_length = 0;
            join_all(draft)?;
            draft.drop_odd_doors();
        }
        if draft.start.is_none() {
            draft.start = checks::default_start(draft);
        }
        self.populate(draft)
    }

    /// Puts the goal, creatures and items on a level or chunk that has its stairs.
    fn populate(&self, draft: &mut Draft) -> Result<(), Veto> {
        let depth = draft.metadata.depth;
        let (Some(stretch), Ok(source)) = (self.plan.stretch(depth), self.source(depth)) else {
            return Ok(());
        };
        // An endless level has its goal once, where the plan starts.
        let has_goal = !draft.endless || ChunkAt::of(draft.origin) == ChunkAt::of(self.plan.start);
        if let Some(goal) = self.plan.goal().filter(|goal| goal.depth == depth && has_goal) {
            let at = checks::farthest_free(draft).ok_or_else(|| Veto::new("goal", "there is no free cell for it"))?;
            draft.spawns.push(Spawn { kind: goal.item.clone(), class: Class::Item, at });
        }
        if let GroundSource::Bounded(recipe) | GroundSource::Endless(recipe, _) = source {
            let plan_has = |class: Class| match class {
                Class::Creature => stretch.creatures.is_some(),
                Class::Item => stretch.items.is_some(),
            };
            let stream = self.seed.fork("level").fork(depth).fork("placing");
            recipe.run(draft, stream, |step| {
                step.phase() == Phase::Placing
                    && ![Start::NAME, Stairs::NAME].contains(&step.name())
                    && !step.spawns().is_some_and(plan_has)
            })?;
        }
        for (class, tables) in [(Class::Creature, &stretch.creatures), (Class::Item, &stretch.items)] {
            for (index, table) in tables.iter().flatten().enumerate() {
                let stream = self.seed.fork(class.name()).fork(depth).fork(index as u32);
                table.spawn(draft, class, stream);
            }
        }
        Ok(())
    }
}
