//! Figures that describe the structure of levels, next to the same figures for Brogue's levels.

use undercroft_grid::{BitGrid, Components, Distances, Neighbours, chokepoints, corridors, dead_ends, loops_around};
use undercroft_mapgen::{Level, Point, StairKind};

/// A median, and the 10th and 90th percentile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Spread {
    const fn new(median: f64, low: f64, high: f64) -> Self {
        Self { median, low, high }
    }

    /// The spread of some sorted values.
    pub(crate) fn of(values: &mut [f64]) -> Self {
        values.sort_by(f64::total_cmp);
        let [median, low, high] =
            [0.5, 0.1, 0.9].map(|share| values[((values.len() - 1) as f64 * share).round() as usize]);
        Self { median, low, high }
    }
}

/// Something counted or measured on a level.
#[derive(Clone, Copy)]
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    /// The spread over 600 levels of Brogue CE at 79x29: seeds 1 to 60, depths 1 to 10.
    pub(crate) brogue: Option<Spread>,
    /// Whether our median must lie between Brogue's percentiles.
    pub(crate) is_promised: bool,
    digits: usize,
    measure: fn(&LevelPlan) -> f64,
}

impl Figure {
    /// The figure of a level.
    pub(crate) fn of(&self, plan: &LevelPlan) -> f64 {
        (self.measure)(plan)
    }

    /// A spread of this figure as two columns of a table.
    pub(crate) fn columns(&self, Spread { median, low, high }: Spread) -> String {
        let digits = self.digits;
        format!("{median:.digits$} | {low:.digits$}–{high:.digits$}")
    }
}

const fn promised(name: &'static str, brogue: Spread, digits: usize, measure: fn(&LevelPlan) -> f64) -> Figure {
    Figure { name, brogue: Some(brogue), is_promised: true, digits, measure }
}

const fn other(name: &'static str, brogue: Option<Spread>, digits: usize, measure: fn(&LevelPlan) -> f64) -> Figure {
    Figure { name, brogue, is_promised: false, digits, measure }
}

pub(crate) const FIGURES: [Figure; 13] = [
    other("open share (without deep liquid)", Some(Spread::new(0.35, 0.31, 0.40)), 2, |plan| {
        plan.open.count() as f64 / plan.open.size().area() as f64
    }),
    other("deep liquid, lava or chasm share", Some(Spread::new(0.12, 0.06, 0.18)), 2, |plan| {
        plan.deep.count() as f64 / plan.open.size().area() as f64
    }),
    promised("loops around rock of two cells or more", Spread::new(8.0, 5.0, 12.0), 0, |plan| {
        loops_around(&plan.open, 2) as f64
    }),
    other("the same, where lakes are not rock", None, 0, |plan| {
        let mut open_or_deep = plan.open.clone();
        open_or_deep.unite(&plan.deep);
        loops_around(&open_or_deep, 2) as f64
    }),
    promised("dead ends (cells with one open neighbour in four directions)", Spread::new(9.0, 6.0, 14.0), 0, |plan| {
        dead_ends(&plan.open).count() as f64
    }),
    promised(
        "corridors (share of cells with at most two open neighbours in four directions)",
        Spread::new(0.28, 0.23, 0.32),
        2,
        |plan| plan.share(&corridors(&plan.open)),
    ),
    promised(
        "chokepoints (share of cells whose loss disconnects the level)",
        Spread::new(0.11, 0.07, 0.17),
        2,
        |plan| plan.share(&chokepoints(&plan.open)),
    ),
    promised("doors", Spread::new(9.0, 5.0, 14.0), 0, |plan| plan.doors as f64),
    promised("path between the stairs", Spread::new(68.0, 42.0, 104.0), 0, |plan| plan.path(Neighbours::Four)),
    promised("that path divided by the Manhattan distance", Spread::new(1.32, 1.04, 1.98), 2, |plan| {
        plan.path(Neighbours::Four) / f64::from(plan.up.manhattan(plan.down))
    }),
    other("the same in eight directions", None, 2, |plan| {
        plan.path(Neighbours::Eight) / f64::from(plan.up.chebyshev(plan.down))
    }),
    other("longest shortest path", Some(Spread::new(126.0, 105.0, 156.0)), 0, |plan| {
        let longest =
            |from| Distances::from(&plan.open, [from], Neighbours::Four).farthest().map_or(0, |(_, steps)| steps);
        plan.open.points().map(longest).max().unwrap_or(0).into()
    }),
    promised("components", Spread::new(1.0, 1.0, 2.0), 0, |plan| {
        Components::of(&plan.open, Neighbours::Four).count() as f64
    }),
];

/// The data that figures are computed from.
pub(crate) struct LevelPlan {
    open: BitGrid,
    deep: BitGrid,
    doors: usize,
    up: Point,
    down: Point,
}

impl LevelPlan {
    pub(crate) fn of(level: &Level) -> Self {
        let is_deep = |name: &str| matches!(name, "water" | "lava" | "pit");
        let deep =
            level.as_draft().where_tile(|tile| level.tileset().get(tile).is_some_and(|info| is_deep(&info.name)));
        let [up, down] = [StairKind::Up, StairKind::Down].map(|kind| level.stairs_to(kind).expect("halls have stairs"));
        Self { open: level.open().clone(), deep, doors: level.doors().len(), up, down }
    }

    fn share(&self, cells: &BitGrid) -> f64 {
        cells.count() as f64 / self.open.count() as f64
    }

    fn path(&self, neighbours: Neighbours) -> f64 {
        let steps = Distances::from(&self.open, [self.up], neighbours).get(self.down);
        steps.expect("levels are connected").into()
    }
}
