//! Steps: what a recipe is made of. A step is one change to a draft, named by a verb, with parameters that have
//! good defaults. Anyone can write one; see the crate's examples.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::Serialize;
use undercroft_grid::Size;

use crate::check::Veto;
use crate::seed::Stream;
use crate::{Class, Draft, Tileset, Viewer};

/// One change to a draft.
///
/// ```
/// use undercroft_mapgen::{Draft, Point, Recipe, Step, Stream, Veto};
///
/// /// Puts a pillar wherever the dice say so.
/// #[derive(Debug)]
/// struct RaisePillars;
///
/// impl Step for RaisePillars {
///     fn name(&self) -> &str {
///         "raise pillars"
///     }
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
/// let hall = Recipe::new(20, 12).fill("floor").border().then(RaisePillars).connect().start().build(1).unwrap();
/// assert!(hall.to_string().contains('O'));
/// ```
pub trait Step: fmt::Debug + Send + Sync {
    /// What the step is called, in recipes and in messages.
    fn name(&self) -> &str;

    /// Changes the draft. All chance comes from the stream, which belongs to this step alone.
    ///
    /// # Errors
    /// A veto, where no good level can come of this draft: it is then made again from another stream.
    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto>;

    /// The same, shown part by part to a viewer: room by room, tunnel by tunnel, pass by pass. What becomes of the draft
    /// must not depend on whether anybody looks. A step that has such parts does its work here, and `apply` calls this
    /// with [`Viewer::nobody`].
    ///
    /// # Errors
    /// As [`Step::apply`].
    fn apply_shown(&self, draft: &mut Draft, stream: Stream, _viewer: &mut Viewer<'_>) -> Result<(), Veto> {
        self.apply(draft, stream)
    }

    /// How far the step looks.
    fn reach(&self) -> Reach {
        Reach::Whole
    }

    /// What to do instead on a level without an edge; `level` is how large a bounded one would be. A step that looks
    /// only so far stays as it is.
    fn without_edge(&self, _level: Size) -> WithoutEdge {
        match self.reach() {
            Reach::Cells(_) => WithoutEdge::Same,
            Reach::Whole => WithoutEdge::Never,
        }
    }

    /// Whether it makes the ground or puts things on it. All ground is made before anything is put on it.
    fn phase(&self) -> Phase {
        Phase::Ground
    }

    /// What must have been made before.
    fn needs(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// What is there afterwards.
    fn provides(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// The smallest draft that the step can work on.
    fn smallest(&self) -> Size {
        Size::new(1, 1)
    }

    /// How many cells wider and higher the step makes the draft.
    fn growth(&self) -> u32 {
        0
    }

    /// What it spawns, if it does.
    fn spawns(&self) -> Option<Class> {
        None
    }

    /// The fewest steps that it asks for from where one arrives to the stairs down, on a level of this size.
    fn min_path_length(&self, _level: Size) -> u32 {
        0
    }

    /// Whether the parameters make sense.
    ///
    /// # Errors
    /// The parameter that does not, and what would.
    fn check(&self, _tileset: &Tileset) -> Result<(), BadParameter> {
        Ok(())
    }

    /// The parameters as they would stand in a recipe file.
    fn parameters(&self) -> toml::Table {
        toml::Table::new()
    }
}

/// How far a step looks from a cell to decide what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// What it makes at a cell depends only on cells this near, and on rolls by place.
    Cells(u32),
    /// It needs the entire level.
    Whole,
}

/// What becomes of a step on a level without an edge.
#[derive(Clone, Debug)]
pub enum WithoutEdge {
    /// It works there as it is.
    Same,
    /// Another step does there what this one does on a bounded level.
    Other(Arc<dyn Step>),
    /// It is left out: there is no border to close, and chunks are joined in their own way.
    Skip,
    /// It cannot be done without seeing the whole level.
    Never,
}

/// Whether a step makes the ground or puts things on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// It changes tiles.
    Ground,
    /// It puts the start, stairs and spawns on the ground.
    Placing,
}

/// Something that one step needs and another provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact(pub &'static str);

impl Fact {
    /// There are cells that one can stand on.
    pub const OPEN: Self = Self("open cells");
    /// The draft knows its rooms.
    pub const ROOMS: Self = Self("rooms");
    /// The rooms stand on a grid of partitions.
    pub const LATTICE: Self = Self("a grid of partitions");
    /// All open cells are one region.
    pub const CONNECTED: Self = Self("one connected whole");
    /// The draft knows where the player begins.
    pub const START: Self = Self("a start");
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A parameter that makes no sense, and what would.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter}: {problem}")]
pub struct BadParameter {
    /// The parameter's name.
    pub parameter: String,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl BadParameter {
    /// The parameter of that name has that problem.
    #[must_use]
    pub fn new(parameter: &str, problem: impl Into<String>) -> Self {
        Self { parameter: parameter.into(), problem: problem.into() }
    }
}

/// Checks of parameters that many steps need.
pub mod require {
    use super::{BadParameter, RangeInclusive, Tileset};

    /// A chance or share must be a number from 0 to 1.
    ///
    /// # Errors
    /// Where it is not.
    pub fn share(parameter: &str, value: f64) -> Result<(), BadParameter> {
        match (0.0..=1.0).contains(&value) {
            true => Ok(()),
            false => Err(BadParameter::new(parameter, format!("{value} is not a number from 0 to 1"))),
        }
    }

    /// A number must lie in a range.
    ///
    /// # Errors
    /// Where it does not.
    pub fn within<T: PartialOrd + std::fmt::Display>(
        parameter: &str,
        value: T,
        range: RangeInclusive<T>,
    ) -> Result<(), BadParameter> {
        match range.contains(&value) {
            true => Ok(()),
            false => {
                let (low, high) = range.into_inner();
                Err(BadParameter::new(parameter, format!("{value} is not a number from {low} to {high}")))
            }
        }
    }

    /// A smallest value must not be above the largest.
    ///
    /// # Errors
    /// Where it is.
    pub fn ordered<T: PartialOrd + std::fmt::Display>(
        (low_name, low): (&str, T),
        (high_name, high): (&str, T),
    ) -> Result<(), BadParameter> {
        match low <= high {
            true => Ok(()),
            false => Err(BadParameter::new(low_name, format!("{low} is above `{high_name}`, which is {high}"))),
        }
    }

    /// A tile must be known.
    ///
    /// # Errors
    /// Where it is not, with the nearest name.
    pub fn tile(parameter: &str, name: &str, tileset: &Tileset) -> Result<(), BadParameter> {
        match tileset.id(name) {
            Some(_) => Ok(()),
            None => Err(BadParameter::new(parameter, tileset.unknown(name))),
        }
    }
}

/// What is known of a step's parameters without running it: for `explain`, for errors, and for reading recipes.
pub trait Parameters: Step + Default + Serialize + serde::de::DeserializeOwned + 'static {
    /// What the step is called in recipes.
    const NAME: &'static str;
    /// What it does; the first line says it in a sentence.
    const DOC: &'static [&'static str];
    /// Its parameters.
    const PARAMETERS: &'static [Parameter];
}

/// A parameter of a step.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The field's name in Rust.
    pub field: &'static str,
    /// What it is for.
    pub doc: &'static [&'static str],
}

impl Parameter {
    /// The name in recipe files.
    #[must_use]
    pub fn name(&self) -> String {
        self.field.replace('_', "-")
    }
}

/// The parameters of a step as a TOML table.
pub(crate) fn table_of(step: &impl Serialize) -> toml::Table {
    // Steps are structs of plain values, which are always tables; one that is not has no parameters to show.
    toml::Table::try_from(step).unwrap_or_default()
}

/// Defines a step's parameters: a struct whose fields have documentation and defaults, readable from a recipe.
///
/// ```
/// use undercroft_mapgen::{Draft, Parameters, Step, Stream, Veto, step};
///
/// step! {
///     /// Floods the lowest rows.
///     pub struct Flood = "flood" {
///         /// How many rows.
///         pub rows: u32 = 3,
///         /// What with.
///         pub tile: String = "water".into(),
///     }
/// }
///
/// impl Step for Flood {
///     fn name(&self) -> &str {
///         Self::NAME
///     }
///     fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
///         let (tile, height) = (draft.named(&self.tile)?, draft.size().height);
///         for y in height.saturating_sub(self.rows)..height {
///             draft.tiles_mut().row_mut(y).fill(tile);
///         }
///         Ok(())
///     }
/// }
/// assert_eq!(Flood::default().rows, 3);
/// assert_eq!(Flood::PARAMETERS[1].name(), "tile");
/// ```
#[macro_export]
macro_rules! step {
    (
        $(#[doc = $doc:expr])+
        pub struct $Name:ident = $name:literal {
            $( $(#[doc = $field_doc:expr])+ pub $field:ident: $Type:ty = $default:expr, )*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, $crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(crate = "undercroft_mapgen::serde", default, rename_all = "kebab-case", deny_unknown_fields)]
        pub struct $Name {
            $( $(#[doc = $field_doc])+ pub $field: $Type, )*
        }

        impl Default for $Name {
            fn default() -> Self {
                Self { $( $field: $default, )* }
            }
        }

        impl $crate::Parameters for $Name {
            const NAME: &'static str = $name;
            const DOC: &'static [&'static str] = &[$($doc),+];
            const PARAMETERS: &'static [$crate::Parameter] = &[
                $( $crate::Parameter { field: stringify!($field), doc: &[$($field_doc),+] }, )*
            ];
        }
    };
}
