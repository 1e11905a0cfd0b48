//! Overlays: properties of a level, drawn over it.
//!
//! An [`Overlay`] names a property. Applied to a level it yields an [`OverlayLayer`]: marks on cells plus a legend,
//! which pictures, SVG files and terminals each render in their own way.
//!
//! ```
//! use undercroft_export::{Overlay, draw_with_overlays};
//! use undercroft_mapgen::Recipe;
//!
//! let level = Recipe::named("caves")?.build(42)?;
//! let layers = [Overlay::Distance, Overlay::Path].map(|overlay| overlay.of(level.as_draft(), None));
//! let picture = draw_with_overlays(level.as_draft(), &Default::default(), &layers)?;
//! assert!(picture.height() > 50 * 16, "the legend is below");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod areas;
mod colours;
mod drawing;
mod layers;
mod mission;
mod rooms;

use undercroft_mapgen::{Colour, Draft, Point, Rect};

pub(crate) use drawing::legend_height;
pub use drawing::{draw_with_overlays, lay_overlays};

/// A property of a level that can be drawn over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Overlay {
    /// Areas, each in its own colour, and the links between them. Corridors are grey.
    Areas,
    /// The distance of every cell from the start, as a heat map.
    Distance,
    /// The shortest path from the arrival to the stairs down.
    Path,
    /// Cells whose loss would disconnect the level. Rings mark gates: narrow chokepoints that lead into a chamber of
    /// nine cells or more.
    Chokepoints,
    /// Rock that can be walked around, and the loops around it.
    Loops,
    /// Cells with a single exit, and the corridors that lead to them.
    DeadEnds,
    /// Numbered rooms, and which of them are joined by a path.
    Rooms,
    /// Creatures, items, stairs and the start.
    Spawns,
    /// The field of view from a cell; by default from the start.
    Sight,
    /// The mission: keys and what they open in matching colours, levers and their gates, ledges, secret doors, and the
    /// walkthrough as a line.
    Mission,
}

impl Overlay {
    /// All overlays.
    pub const ALL: [Self; 10] = [
        Self::Areas,
        Self::Distance,
        Self::Path,
        Self::Chokepoints,
        Self::Loops,
        Self::DeadEnds,
        Self::Rooms,
        Self::Spawns,
        Self::Sight,
        Self::Mission,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Areas => "areas",
            Self::Distance => "distance",
            Self::Path => "path",
            Self::Chokepoints => "chokepoints",
            Self::Loops => "loops",
            Self::DeadEnds => "dead-ends",
            Self::Rooms => "rooms",
            Self::Spawns => "spawns",
            Self::Sight => "sight",
            Self::Mission => "mission",
        }
    }

    /// Applies the overlay to a level. `sight_from` is a cell of the draft, used by [`Overlay::Sight`].
    #[must_use]
    pub fn of(self, draft: &Draft, sight_from: Option<Point>) -> OverlayLayer {
        let (marks, legend) = match self {
            Self::Areas => areas::areas(draft),
            Self::Distance => layers::distance(draft),
            Self::Path => layers::path(draft),
            Self::Chokepoints => layers::chokepoints(draft),
            Self::Loops => layers::loops(draft),
            Self::DeadEnds => layers::dead_ends(draft),
            Self::Rooms => rooms::rooms(draft),
            Self::Spawns => layers::spawns(draft),
            Self::Mission => mission::mission(draft),
            Self::Sight => layers::sight(draft, sight_from.or(draft.start)),
        };
        OverlayLayer { overlay: self, marks, legend }
    }
}

/// An overlay applied to a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayLayer {
    /// The overlay.
    pub overlay: Overlay,
    /// What to draw, in this order.
    pub marks: Vec<Mark>,
    /// The meaning of the colours.
    pub legend: Vec<(Colour, String)>,
}

/// Something to draw over a level. Positions are cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Cells tinted with a translucent colour.
    Fill {
        /// The cells.
        area: Rect,
        /// The colour and its opacity.
        colour: Colour,
    },
    /// An outline around cells.
    Frame {
        /// The cells.
        area: Rect,
        /// The colour.
        colour: Colour,
        /// A tooltip.
        title: String,
    },
    /// A line through the centres of cells.
    Line {
        /// The cells, in order.
        points: Vec<Point>,
        /// The colour.
        colour: Colour,
        /// The width, in sixteenths of a cell.
        width: u32,
    },
    /// A ring in a cell.
    Ring {
        /// The cell.
        at: Point,
        /// The colour.
        colour: Colour,
        /// A tooltip.
        title: String,
    },
    /// A cross in a cell.
    Cross {
        /// The cell.
        at: Point,
        /// The colour.
        colour: Colour,
    },
    /// A short text centred in a cell.
    Text {
        /// The cell.
        at: Point,
        /// The text.
        text: String,
        /// The colour.
        colour: Colour,
    },
}

type Layer = (Vec<Mark>, Vec<(Colour, String)>);

#[cfg(test)]
mod tests;
