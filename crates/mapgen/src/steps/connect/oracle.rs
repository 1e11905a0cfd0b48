//! Finds the tunnels through short walls cell by cell, straight from their definition. Tests compare the fast search
//! with this one.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Components, Neighbours, Point};

use crate::Stream;

/// The tunnels through walls of up to `max_wall` cells, in the order in which they are dug.
pub(super) fn cut_walls(open: &BitGrid, max_wall: u32, stream: Stream) -> Vec<Vec<Point>> {
    let components = Components::of(open, Neighbours::Four);
    // The set of each component.
    let mut sets: Vec<u32> = (0..components.count() as u32).collect();
    let mut tunnels = Vec::new();
    for length in 1..=max_wall {
        let mut openings = Vec::new();
        for (rank, cells, ends) in runs_of_rock(open, length, stream) {
            let labels: Vec<u32> = ends.into_iter().filter_map(|end| components.label(end)).collect();
            let set = |label: &u32| sets[*label as usize];
            for other in labels.iter().filter(|label| set(label) != set(&labels[0])) {
                openings.push((rank, cells.clone(), labels[0], *other));
            }
        }
        openings.sort();
        for (_, cells, a, b) in openings {
            if sets[a as usize] != sets[b as usize] {
                let beside = cells.iter().flat_map(|at| at.four()).filter_map(|at| components.label(at));
                let touched: BTreeSet<u32> = beside.map(|label| sets[label as usize]).collect();
                let united = sets[a as usize];
                sets.iter_mut().filter(|set| touched.contains(set)).for_each(|set| *set = united);
                tunnels.push(cells);
            }
        }
    }
    tunnels
}

/// All straight runs of `length` closed cells between open cells, inside the border: rank, cells and open ends. A single
/// cell has ends on all sides.
fn runs_of_rock(open: &BitGrid, length: u32, stream: Stream) -> Vec<(u64, Vec<Point>, Vec<Point>)> {
    let ranks = stream.fork(length);
    let axes = [(Point::new(1, 0), ranks.fork("right")), (Point::new(0, 1), ranks.fork("down"))];
    let inside = open.size().interior();
    let is_rock = |at: &Point| inside.contains(*at) && !open.contains(*at);
    let mut runs = Vec::new();
    for start in inside.points() {
        if length == 1 && is_rock(&start) {
            runs.push((ranks.at(start), vec![start], start.four().collect()));
        }
        for (step, ranks) in axes.into_iter().filter(|_| length > 1) {
            let cell = |index: i32| Point::new(start.x + index * step.x, start.y + index * step.y);
            let cells: Vec<Point> = (0..length as i32).map(cell).collect();
            let ends = vec![cell(-1), cell(length as i32)];
            if cells.iter().all(is_rock) && ends.iter().all(|end| open.contains(*end)) {
                runs.push((ranks.at(start), cells, ends));
            }
        }
    }
    runs
}
