//! Zones: the themed regions of a draft.

use std::sync::Arc;

use undercroft_grid::{BitGrid, Grid, Point, Rect, Size};

use super::Draft;

/// The zones of a level: each cell, rock included, is in one of them or in none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Zones {
    names: Vec<Arc<str>>,
    /// The number of each cell's zone, from 1; 0 for none.
    map: Grid<u8>,
}

impl Zones {
    /// Zones from the index of each cell's name, counted from 0. Only the first 255 names are used.
    pub(crate) fn new(names: &[String], size: Size, mut zone_at: impl FnMut(Point) -> usize) -> Self {
        let last = names.len().min(255).saturating_sub(1);
        Self::from_fn(names.iter().map(|name| name.as_str().into()).collect(), size, |at| Some(zone_at(at).min(last)))
    }

    /// Zones from the index of each cell's name, counted from 0. Only the first 255 names are used; a cell with another
    /// index is in no zone.
    #[must_use]
    pub fn from_fn(mut names: Vec<Arc<str>>, size: Size, mut zone_at: impl FnMut(Point) -> Option<usize>) -> Self {
        names.truncate(255);
        let number =
            |index: Option<usize>| index.filter(|index| *index < names.len()).map_or(0, |index| index as u8 + 1);
        Self { map: Grid::from_fn(size, |at| number(zone_at(at))), names }
    }

    /// The names, in the order of the step that made them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// The zone of a cell.
    #[must_use]
    pub fn at(&self, at: Point) -> Option<&Arc<str>> {
        let number = usize::from(*self.map.get(at)?);
        number.checked_sub(1).and_then(|index| self.names.get(index))
    }

    /// The cells of a zone, by the index of its name.
    pub(crate) fn cells_of(&self, index: usize) -> BitGrid {
        BitGrid::where_grid(&self.map, |number| usize::from(*number) == index + 1)
    }

    /// The zones of the cells in a rectangle of the map, and none beyond it.
    pub(super) fn cropped(&self, area: Rect) -> Self {
        let map = Grid::from_fn(area.size(), |at| self.map.get(at + area.min()).copied().unwrap_or(0));
        Self { names: self.names.clone(), map }
    }
}

impl Draft {
    /// The name of the zone that a cell is in.
    #[must_use]
    pub fn zone_at(&self, at: Point) -> Option<&str> {
        self.zones.as_ref()?.at(at).map(|name| &**name)
    }

    /// Copies the zones of another draft, which lies at an offset on this one.
    pub(crate) fn copy_zones(&mut self, other: &Self, offset: Point) {
        let Some(theirs) = &other.zones else { return };
        let size = self.size();
        let ours =
            self.zones.get_or_insert_with(|| Arc::new(Zones { names: theirs.names.clone(), map: Grid::new(size, 0) }));
        let ours = Arc::make_mut(ours);
        for (at, number) in theirs.map.iter() {
            if let Some(cell) = ours.map.get_mut(at + offset) {
                *cell = *number;
            }
        }
    }
}
