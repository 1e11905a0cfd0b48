//! Data that several metrics share, computed once per level.

use std::cell::OnceCell;

use undercroft_grid::{BitGrid, Distances, Neighbours, Point};

use super::shape::SMALLEST_ROCK;
use super::views::Views;
use crate::{Areas, Draft, Level, StairKind};

/// A level to measure. Data that several metrics share is computed on first use.
///
/// ```
/// use undercroft_mapgen::{Draft, Metric, Survey};
/// let ring = Draft::parse("#####\n#...#\n#.#.#\n#.#.#\n#...#\n#####");
/// assert_eq!(Metric::Loops.measure(&Survey::of_draft(&ring)), Some(1.0));
/// ```
#[derive(Debug)]
pub struct Survey<'a> {
    draft: &'a Draft,
    attempts: Option<u32>,
    open: BitGrid,
    cells: f64,
    from_start: OnceCell<Option<Distances>>,
    path: OnceCell<Option<Vec<Point>>>,
    areas: OnceCell<Areas>,
    views: OnceCell<Option<Views>>,
}

impl<'a> Survey<'a> {
    /// A survey of a finished level.
    #[must_use]
    pub fn of(level: &'a Level) -> Self {
        Self { attempts: Some(level.attempts()), ..Self::of_draft(level.as_draft()) }
    }

    /// A survey of an unfinished level, or of part of one.
    #[must_use]
    pub fn of_draft(draft: &'a Draft) -> Self {
        let open = draft.open().clone();
        let cells = open.count() as f64;
        Self {
            draft,
            attempts: None,
            open,
            cells,
            from_start: OnceCell::new(),
            path: OnceCell::new(),
            areas: OnceCell::new(),
            views: OnceCell::new(),
        }
    }

    /// The rock that [`Metric::Loops`](crate::Metric::Loops) counts: each formation of two cells or more that can be walked
    /// around. Smaller ones are pillars.
    #[must_use]
    pub fn islands(&self) -> BitGrid {
        undercroft_grid::islands(&self.open, SMALLEST_ROCK)
    }

    pub(super) const fn draft(&self) -> &'a Draft {
        self.draft
    }

    /// The walkable cells.
    pub(super) const fn open(&self) -> &BitGrid {
        &self.open
    }

    /// The areas and the links between them.
    #[must_use]
    pub fn areas(&self) -> &Areas {
        self.areas.get_or_init(|| Areas::of(self.draft))
    }

    /// `count` as a share of the walkable cells; `None` if there are none.
    pub(super) fn share_of_open(&self, count: f64) -> Option<f64> {
        (self.cells > 0.0).then(|| count / self.cells)
    }

    /// Where the player enters the level.
    pub(super) fn start(&self) -> Option<Point> {
        self.draft.start.or_else(|| self.draft.arrival())
    }

    /// Distances from the start.
    pub(super) fn distances_from_start(&self) -> Option<&Distances> {
        let distances = || Some(Distances::from(&self.open, [self.start()?], Neighbours::Four));
        self.from_start.get_or_init(distances).as_ref()
    }

    /// The shortest path from the nearest stairs down to the start, with both ends.
    pub(super) fn path(&self) -> Option<&[Point]> {
        let path = || {
            let from_start = self.distances_from_start()?;
            let down = self.draft.stairs.iter().filter(|stair| stair.kind == StairKind::Down).map(|stair| stair.at);
            let (_, end) = down.filter_map(|at| Some((from_start.get(at)?, at))).min()?;
            Some(from_start.descend(end))
        };
        self.path.get_or_init(path).as_deref()
    }

    /// What comes into view along that path.
    pub(super) fn views(&self) -> Option<&Views> {
        self.views.get_or_init(|| Views::of(self)).as_ref()
    }
}

/// The number of drafts it took.
pub(super) fn attempts(survey: &Survey<'_>) -> Option<f64> {
    survey.attempts.map(f64::from)
}
