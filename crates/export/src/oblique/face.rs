//! Which face of a cell shows in each row of an oblique view made of characters, as in a terminal.

use undercroft_mapgen::{Draft, Face, Point, TileInfo};

/// A face of a raised cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Seen from above. A cell that is not raised shows only this.
    Top,
    /// Seen from the front, in the row below the top.
    Front,
}

impl Side {
    /// The side of a cell that shows in its row: the front if it is raised and the cell below it is not, else the top.
    /// So a wall shows its tops from the back, and its front in the row below them.
    ///
    /// ```text
    /// #######         #######    tops
    /// #######    →    #=====#    fronts, above the floor
    /// #.....#         #.....#
    /// #######         =======    fronts, where the map ends
    /// ```
    ///
    /// ```
    /// use undercroft_export::Side;
    /// use undercroft_mapgen::Point;
    /// let is_wall = |at: Point| at.y < 2;
    /// assert_eq!(Side::shown(Point::new(0, 0), is_wall), Side::Top);
    /// assert_eq!(Side::shown(Point::new(0, 1), is_wall), Side::Front);
    /// assert_eq!(Side::shown(Point::new(0, 2), is_wall), Side::Top);
    /// ```
    pub fn shown(at: Point, is_raised: impl Fn(Point) -> bool) -> Self {
        if is_raised(at) && !is_raised(at + Point::new(0, 1)) { Self::Front } else { Self::Top }
    }

    /// What a tile looks like from this side. A tile that is not raised looks as it does from straight above.
    #[must_use]
    pub const fn face(self, tile: &TileInfo) -> Face {
        match self {
            _ if !tile.is_raised() => tile.face(),
            Self::Top => tile.top,
            Self::Front => tile.front,
        }
    }
}

/// What a cell looks like in an oblique view made of characters. Below the map there is nothing, so that its last row
/// shows fronts.
///
/// ```
/// use undercroft_export::oblique_face;
/// use undercroft_mapgen::{Draft, Point};
/// let draft = Draft::parse("###\n###\n#.#\n###");
/// let wall = draft.info(Point::new(1, 0));
/// assert_eq!(oblique_face(&draft, Point::new(1, 0)), wall.top);
/// assert_eq!(oblique_face(&draft, Point::new(1, 1)), wall.front);
/// ```
#[must_use]
pub fn oblique_face(draft: &Draft, at: Point) -> Face {
    let is_raised = |at: Point| draft.size().contains(at) && draft.info(at).is_raised();
    Side::shown(at, is_raised).face(draft.info(at))
}
