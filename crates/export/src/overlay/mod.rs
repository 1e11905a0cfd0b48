//! Overlays: what a level is like, drawn over it.
//!
//! An [`Overlay`] is a question about a level; its answer is an [`OverlayLayer`]: marks in cells, which pictures, SVG files
//! and terminals show each in their own way, and a legend.
//!
//! ```
//! use undercroft_export::{Overlay, draw_with_overlays};
//! use undercroft_mapgen::Recipe;
//!
//! let level = Recipe::named("caves")?.build(42)?;
//! let layers = [Overlay::Distance, Overlay::Path].map(|overlay| overlay.of(&level, None));
//! let picture = draw_with_overlays(&level, &Default::default(), &layers)?;
//! assert!(picture.height() > 50 * 16, "the legend is below");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod colours;
mod drawing;
mod layers;
mod rooms;

use undercroft_mapgen::{Colour, Draft, Point, Rect};

pub use drawing::draw_with_overlays;
pub(crate) use drawing::legend_height;

/// A question about a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlay {
    /// The wide parts of the level, each in a colour of its own: all cells of open squares of two by two that hang
    /// together. The narrow ways between them are grey.
    Regions,
    /// How far each cell is from the start, as a heat map.
    Distance,
    /// The shortest way from where one arrives to the stairs down.
    Path,
    /// The cells whose loss would cut the level apart; among them the gates: narrow ones at which one steps into a wide
    /// part of nine cells or more.
    Chokepoints,
    /// The rock that one can walk around, and the ways that do.
    Loops,
    /// The cells from which there is only one way on, and the corridors that end in them.
    DeadEnds,
    /// The rooms with their numbers, and which of them are next to each other on foot.
    Rooms,
    /// Where creatures, items, stairs and the start are.
    Spawns,
    /// What can be seen from a cell: from the start, where no cell is said.
    Sight,
}

impl Overlay {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Regions,
        Self::Distance,
        Self::Path,
        Self::Chokepoints,
        Self::Loops,
        Self::DeadEnds,
        Self::Rooms,
        Self::Spawns,
        Self::Sight,
    ];

    /// What people type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regions => "regions",
            Self::Distance => "distance",
            Self::Path => "path",
            Self::Chokepoints => "chokepoints",
            Self::Loops => "loops",
            Self::DeadEnds => "dead-ends",
            Self::Rooms => "rooms",
            Self::Spawns => "spawns",
            Self::Sight => "sight",
        }
    }

    /// The answer for a level. `sight_from` is a cell of the draft, for [`Overlay::Sight`].
    #[must_use]
    pub fn of(self, draft: &Draft, sight_from: Option<Point>) -> OverlayLayer {
        let (marks, legend) = match self {
            Self::Regions => layers::regions(draft),
            Self::Distance => layers::distance(draft),
            Self::Path => layers::path(draft),
            Self::Chokepoints => layers::chokepoints(draft),
            Self::Loops => layers::loops(draft),
            Self::DeadEnds => layers::dead_ends(draft),
            Self::Rooms => rooms::rooms(draft),
            Self::Spawns => layers::spawns(draft),
            Self::Sight => layers::sight(draft, sight_from.or(draft.start)),
        };
        OverlayLayer { overlay: self, marks, legend }
    }
}

/// What an overlay shows of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayLayer {
    /// What was asked.
    pub overlay: Overlay,
    /// What to draw, in this order.
    pub marks: Vec<Mark>,
    /// What the colours mean.
    pub legend: Vec<(Colour, String)>,
}

/// Something to draw over a level. Places are cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Cells in a colour that lets them shine through.
    Fill {
        /// The cells.
        area: Rect,
        /// The colour and how strong it is.
        colour: Colour,
    },
    /// A line around cells.
    Frame {
        /// The cells.
        area: Rect,
        /// The colour.
        colour: Colour,
        /// What it is, for those who point at it.
        title: String,
    },
    /// A line through the middles of cells.
    Line {
        /// From cell to cell.
        points: Vec<Point>,
        /// The colour.
        colour: Colour,
        /// How wide it is, in sixteenths of a cell.
        width: u32,
    },
    /// A ring in a cell.
    Ring {
        /// The cell.
        at: Point,
        /// The colour.
        colour: Colour,
        /// What it is, for those who point at it.
        title: String,
    },
    /// A cross in a cell.
    Cross {
        /// The cell.
        at: Point,
        /// The colour.
        colour: Colour,
    },
    /// A short text, its middle in the middle of a cell.
    Text {
        /// The cell.
        at: Point,
        /// The text.
        text: String,
        /// The colour.
        colour: Colour,
    },
}

type Answer = (Vec<Mark>, Vec<(Colour, String)>);

#[cfg(test)]
mod tests;
