//! Steps: the building blocks of recipes. A step makes one change to a draft. `examples/custom_step.rs` shows how to
//! write your own.

mod parameters;
pub mod require;

use std::fmt;
use std::sync::Arc;

use undercroft_grid::Size;

pub use parameters::{BadParameter, Describe, Parameter, Parameters, support};

use crate::check::Veto;
use crate::seed::Stream;
use crate::{Class, Content, ContentError, Draft, Observer, Pattern, Tileset, Vault};

/// One change to a draft.
///
/// A step implements [`apply`](Step::apply). If its intermediate states are worth watching, it does its work in
/// [`apply_observed`](Step::apply_observed), and `apply` calls it with [`Observer::none`]. The [`step!`](crate::step!)
/// macro supplies its name and parameters.
///
/// ```
/// use undercroft_mapgen::{Draft, Recipe, Step, Stream, Veto, step};
///
/// step! {
///     /// Raises pillars at random.
///     struct RaisePillars = "raise-pillars" {}
/// }
///
/// impl Step for RaisePillars {
///     fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
///         let pillar = draft.named("pillar")?;
///         for at in draft.size().interior().points() {
///             if at.x % 4 == 0 && at.y % 4 == 0 && stream.at(draft.world(at)) % 3 == 0 {
///                 draft.set(at, pillar);
///             }
///         }
///         Ok(())
///     }
/// }
///
/// let hall = Recipe::new(20, 12).fill("floor").border().then(RaisePillars {}).connect().start().build(1).unwrap();
/// assert!(hall.to_string().contains('O'));
/// ```
///
/// A step that does nothing does not compile:
///
/// ```compile_fail,E0046
/// use undercroft_mapgen::{Step, step};
///
/// step! {
///     /// Forgets to do anything.
///     struct Forgetful = "forgetful" {}
/// }
///
/// impl Step for Forgetful {}
/// ```
pub trait Step: Describe + fmt::Debug + Send + Sync {
    /// Changes the draft. All randomness comes from the stream, which belongs to this step alone.
    ///
    /// # Errors
    /// A veto if this draft cannot become a good level. The recipe then starts again with another stream.
    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto>;

    /// Changes the draft and shows intermediate states to the observer: after each room, tunnel or pass. The result
    /// must not depend on whether anyone is watching. The default does the same as [`apply`](Step::apply) and shows
    /// nothing.
    ///
    /// # Errors
    /// As for [`Step::apply`].
    fn apply_observed(&self, draft: &mut Draft, stream: Stream, _observer: &mut Observer<'_>) -> Result<(), Veto> {
        self.apply(draft, stream)
    }

    /// How far around a cell the step looks.
    fn reach(&self) -> Reach {
        Reach::Whole
    }

    /// How the step behaves on an endless level; `level` is the size of a bounded one. By default, a step with a
    /// limited reach works unchanged, and any other step rules endless levels out.
    fn endless(&self, _level: Size) -> EndlessMode {
        match self.reach() {
            Reach::Cells(_) => EndlessMode::Same,
            Reach::Whole => EndlessMode::Unsupported,
        }
    }

    /// Whether the step shapes the ground or places things on it. All ground comes before anything is placed.
    fn phase(&self) -> Phase {
        Phase::Ground
    }

    /// What earlier steps must have provided.
    fn needs(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// What later steps can rely on.
    fn provides(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// How many cells the step occupies with things that every level must have, such as stairs. The start does not
    /// count.
    fn takes(&self) -> u32 {
        0
    }

    /// The smallest draft the step can work on.
    fn min_size(&self) -> Size {
        Size::new(1, 1)
    }

    /// The number of cells by which the step makes the draft wider and higher.
    fn growth(&self) -> u32 {
        0
    }

    /// What the step spawns, if anything.
    fn spawns(&self) -> Option<Class> {
        None
    }

    /// The names of everything the step may spawn, each with its class and the parameter that names it.
    fn spawn_names(&self) -> Vec<(&'static str, Class, &str)> {
        Vec::new()
    }

    /// The step, with everything that it refers to by name, such as vaults, taken from `content`. `None` if it refers
    /// to nothing.
    ///
    /// # Errors
    /// If a file of the content has an error.
    fn with_content(&self, _content: &Content) -> Result<Option<Arc<dyn Step>>, ContentError> {
        Ok(None)
    }

    /// The names of the zones that the step makes.
    fn zones(&self) -> &[String] {
        &[]
    }

    /// The vaults that the step has taken from its content. They are saved with a dungeon.
    fn vaults(&self) -> &[Vault] {
        &[]
    }

    /// The mission patterns that the step has taken from its content. They are saved with a dungeon.
    fn patterns(&self) -> &[Pattern] {
        &[]
    }

    /// Checks the parameters against the size of the level.
    ///
    /// # Errors
    /// The invalid parameter, and why it cannot work on a level of this size.
    fn check_size(&self, _level: Size) -> Result<(), BadParameter> {
        Ok(())
    }

    /// What the parameters name but will not happen at this depth, as sentences without a full stop.
    fn remarks(&self, _depth: u32) -> Vec<String> {
        Vec::new()
    }

    /// The shortest permitted path from the arrival to the stairs down on a level of this size.
    fn min_path_length(&self, _level: Size) -> u32 {
        0
    }

    /// Checks the parameters.
    ///
    /// # Errors
    /// The invalid parameter, and what would be valid.
    fn check(&self, _tileset: &Tileset) -> Result<(), BadParameter> {
        Ok(())
    }
}

/// How far around a cell a step looks to decide what the cell becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reach {
    /// A cell depends only on cells within this distance, and on rolls tied to positions.
    Cells(u32),
    /// The step needs to see the whole level.
    Whole,
}

/// How a step behaves on an endless level.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum EndlessMode {
    /// It works unchanged.
    Same,
    /// Another step takes its place.
    Replaced(Arc<dyn Step>),
    /// It is left out: an endless level has no border to close, and connects its chunks separately.
    Skipped,
    /// It needs to see the whole level, so the recipe cannot be endless.
    Unsupported,
}

/// Whether a step shapes the ground or places things on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Phase {
    /// It changes tiles.
    Ground,
    /// It places the start, stairs or spawns.
    Placing,
}

/// Something that one step needs and another provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact(pub &'static str);

impl Fact {
    /// There are walkable cells.
    pub const OPEN: Self = Self("open cells");
    /// The draft lists its rooms.
    pub const ROOMS: Self = Self("rooms");
    /// The rooms lie on a grid of partitions.
    pub const LATTICE: Self = Self("a grid of partitions");
    /// All open cells form one component.
    pub const CONNECTED: Self = Self("connected open cells");
    /// The draft has a start.
    pub const START: Self = Self("a start");
    /// The draft is divided into zones.
    pub const ZONES: Self = Self("zones");
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
