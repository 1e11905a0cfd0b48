//! Rectangles that hold regions: the smallest of squares of eight by eight cells.

use undercroft_grid::Components;
use undercroft_grid::internal::{parallel, simd};

use crate::steps::connect::window::Bounds;

/// Those of all regions.
pub(super) fn of_all(regions: &Components) -> Vec<Bounds> {
    /// So many pieces are worth a core of their own.
    const MANY: usize = 1 << 17;
    in_runs(regions, parallel::threads_for(regions.fragment_count(), MANY))
}

/// The same, looking through so many runs of pieces at once.
fn in_runs(regions: &Components, runs: usize) -> Vec<Bounds> {
    let count = regions.fragment_count();
    let runs = (0..runs).map(|run| count * run / runs..count * (run + 1) / runs);
    let mut found = parallel::map(runs.collect(), |pieces| {
        let mut bounds = vec![Bounds::NOTHING; regions.count()];
        simd::dispatch(
            #[inline(always)]
            || {
                regions.for_each_fragment(
                    pieces,
                    #[inline(always)]
                    |piece| {
                        // A piece of what is forgotten is of no region.
                        if let Some(bounds) = bounds.get_mut(piece.label as usize) {
                            *bounds = bounds.with(Bounds::of_square(piece.corner));
                        }
                    },
                );
            },
        );
        bounds
    });
    if found.len() == 1 {
        return found.swap_remove(0);
    }
    parallel::map_below(regions.count(), |label| found.iter().fold(Bounds::NOTHING, |all, run| all.with(run[label])))
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{BitGrid, Neighbours, Point, Size};

    use super::*;
    use crate::Seed;

    #[test]
    fn bounds_hold_all_cells_of_a_region_and_no_squares_more() {
        for seed in 0..100 {
            let stream = Seed::from(seed).fork("cells");
            let open = BitGrid::from_fn(Size::new(70, 50), |at| stream.at(at) % 100 < 20 + seed % 50);
            let mut regions = Components::of(&open, Neighbours::Four);
            regions.forget(|label| label % 5 == 3);
            for runs in 1..4 {
                for (bounds, label) in in_runs(&regions, runs).into_iter().zip(0..) {
                    let cells: Vec<Point> = regions.cells(label).points().collect();
                    let all = cells
                        .iter()
                        .fold(Bounds::NOTHING, |all, at| all.with(Bounds::of_square(Point::new(at.x & !7, at.y & !7))));
                    assert_eq!((bounds.first, bounds.last), (all.first, all.last), "seed {seed}, region {label}");
                }
            }
        }
    }
}
