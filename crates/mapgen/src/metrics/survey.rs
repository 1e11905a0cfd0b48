//! What several metrics need, worked out once for each level.

use std::cell::OnceCell;

use undercroft_grid::{BitGrid, Distances, Neighbours, Point};

use crate::{Draft, Level, StairKind};

/// A level that is being measured. What several metrics need is worked out when the first asks for it.
#[derive(Debug)]
pub struct Survey<'a> {
    draft: &'a Draft,
    attempts: Option<u32>,
    open: BitGrid,
    cells: f64,
    from_start: OnceCell<Option<Distances>>,
    way: OnceCell<Option<Vec<Point>>>,
}

impl<'a> Survey<'a> {
    /// The survey of a level.
    #[must_use]
    pub fn of(level: &'a Level) -> Self {
        Self { attempts: Some(level.attempts()), ..Self::of_draft(level) }
    }

    /// The survey of a level that is not finished, or of a part of one.
    #[must_use]
    pub fn of_draft(draft: &'a Draft) -> Self {
        let open = draft.open();
        let cells = open.count() as f64;
        Self { draft, attempts: None, open, cells, from_start: OnceCell::new(), way: OnceCell::new() }
    }

    pub(super) const fn draft(&self) -> &'a Draft {
        self.draft
    }

    /// The cells that can be walked on.
    pub(super) const fn open(&self) -> &BitGrid {
        &self.open
    }

    /// A share of the open cells; `None` where there are none.
    pub(super) fn share_of_open(&self, count: f64) -> Option<f64> {
        (self.cells > 0.0).then(|| count / self.cells)
    }

    /// Where the player comes in.
    pub(super) fn start(&self) -> Option<Point> {
        self.draft.start.or_else(|| self.draft.arrival())
    }

    /// Steps from the start.
    pub(super) fn steps_from_start(&self) -> Option<&Distances> {
        let distances = || Some(Distances::from(&self.open, [self.start()?], Neighbours::Four));
        self.from_start.get_or_init(distances).as_ref()
    }

    /// The cells of the shortest way from the start to the nearest stairs down, both ends among them.
    pub(super) fn way(&self) -> Option<&[Point]> {
        let way = || {
            let from_start = self.steps_from_start()?;
            let down = self.draft.stairs.iter().filter(|stair| stair.kind == StairKind::Down).map(|stair| stair.at);
            let (_, end) = down.filter_map(|at| Some((from_start.get(at)?, at))).min()?;
            let mut way = vec![end];
            way.extend(from_start.descend(end));
            Some(way)
        };
        self.way.get_or_init(way).as_deref()
    }
}

/// How many drafts it took.
pub(super) fn attempts(survey: &Survey<'_>) -> Option<f64> {
    survey.attempts.map(f64::from)
}
