//! Figures that describe how levels are built, with the same figures for Brogue's levels.

use undercroft_grid::{BitGrid, Components, Distances, Neighbours, chokepoints, corridors, dead_ends, loops_around};
use undercroft_mapgen::{Level, StairKind};

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

    /// The spread of some values, which are sorted.
    pub(crate) fn of(values: &mut [f64]) -> Self {
        values.sort_by(f64::total_cmp);
        let [median, low, high] =
            [0.5, 0.1, 0.9].map(|share| values[((values.len() - 1) as f64 * share).round() as usize]);
        Self { median, low, high }
    }
}

/// Something counted or measured on a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    /// The spread over 600 levels of Brogue CE at 79x29: seeds 1 to 60, depths 1 to 10.
    pub(crate) brogue: Option<Spread>,
    /// Whether our median has to lie between Brogue's percentiles.
    pub(crate) is_promised: bool,
    digits: usize,
}

impl Figure {
    /// A spread of this figure as two columns of a table.
    pub(crate) fn columns(&self, Spread { median, low, high }: Spread) -> String {
        let digits = self.digits;
        format!("{median:.digits$} | {low:.digits$}–{high:.digits$}")
    }
}

const fn figure(name: &'static str, brogue: Option<Spread>, is_promised: bool, digits: usize) -> Figure {
    Figure { name, brogue, is_promised, digits }
}

/// The figures in the order of [`measure`].
pub(crate) const FIGURES: [Figure; 13] = [
    figure("open share (without deep liquid)", Some(Spread::new(0.35, 0.31, 0.40)), false, 2),
    figure("deep liquid, lava or chasm share", Some(Spread::new(0.12, 0.06, 0.18)), false, 2),
    figure("loops around rock of two cells or more", Some(Spread::new(8.0, 5.0, 12.0)), true, 0),
    figure("the same, where lakes are not rock", None, false, 0),
    figure("dead ends (cells with one open neighbour in four directions)", Some(Spread::new(9.0, 6.0, 14.0)), true, 0),
    figure(
        "corridors (share of cells with at most two open neighbours in four directions)",
        Some(Spread::new(0.28, 0.23, 0.32)),
        true,
        2,
    ),
    figure(
        "chokepoints (share of cells whose loss disconnects the level)",
        Some(Spread::new(0.11, 0.07, 0.17)),
        true,
        2,
    ),
    figure("doors", Some(Spread::new(9.0, 5.0, 14.0)), true, 0),
    figure("path between the stairs", Some(Spread::new(68.0, 42.0, 104.0)), true, 0),
    figure("that path divided by the Manhattan distance", Some(Spread::new(1.32, 1.04, 1.98)), true, 2),
    figure("the same in eight directions", None, false, 2),
    figure("longest shortest path", Some(Spread::new(126.0, 105.0, 156.0)), false, 0),
    figure("components", Some(Spread::new(1.0, 1.0, 2.0)), true, 0),
];

/// The figures of a level, in the order of [`FIGURES`].
pub(crate) fn measure(level: &Level) -> [f64; FIGURES.len()] {
    let open = level.open();
    let area = level.size().area() as f64;
    let cells = open.count() as f64;
    let is_deep = |name: &str| matches!(name, "water" | "lava" | "pit");
    let deep = level.as_draft().where_tile(|tile| level.tileset().get(tile).is_some_and(|info| is_deep(&info.name)));
    let mut open_or_deep = open.clone();
    open_or_deep.unite(&deep);
    let (path, detour, detour_eight) = path(level, open).unwrap_or((0.0, 1.0, 1.0));
    [
        cells / area,
        deep.count() as f64 / area,
        loops_around(open, 2) as f64,
        loops_around(&open_or_deep, 2) as f64,
        dead_ends(open).count() as f64,
        corridors(open).count() as f64 / cells,
        chokepoints(open).count() as f64 / cells,
        level.doors().len() as f64,
        path,
        detour,
        detour_eight,
        f64::from(longest_shortest_path(open)),
        Components::of(open, Neighbours::Four).count() as f64,
    ]
}

/// The steps between the stairs, and their ratio to the distance without walls, in four and in eight directions.
fn path(level: &Level, open: &BitGrid) -> Option<(f64, f64, f64)> {
    let (up, down) = (level.stairs_to(StairKind::Up)?, level.stairs_to(StairKind::Down)?);
    let steps = |neighbours| Distances::from(open, [up], neighbours).get(down).map(f64::from);
    let (four, eight) = (steps(Neighbours::Four)?, steps(Neighbours::Eight)?);
    Some((four, four / f64::from(up.manhattan(down)), eight / f64::from(up.chebyshev(down))))
}

/// The steps between the two cells farthest from each other.
fn longest_shortest_path(open: &BitGrid) -> u32 {
    let farthest = |from| Distances::from(open, [from], Neighbours::Four).farthest().map_or(0, |(_, steps)| steps);
    open.points().map(farthest).max().unwrap_or(0)
}
