//! Crates that compute fields of view: radius 8, from two hundred cells in turn. After each call the caller can look up
//! whether any cell is visible, and the previous view is cleared.

use std::hint::black_box;

use bracket_pathfinding::prelude::{FieldOfViewAlg, Point};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, FovRestrictive, MapData};
use peers_harness::{Map, Output, Sampler, Task};

use crate::paths::BracketMap;

const RADIUS: usize = 8;

/// A field of view: a map of cells, and the list of visible ones, which makes clearing fast.
struct View {
    width: usize,
    seen: Vec<bool>,
    list: Vec<usize>,
}

impl View {
    fn new(map: &Map) -> Self {
        Self { width: map.width, seen: vec![false; map.cells.len()], list: Vec::new() }
    }

    fn clear(&mut self) {
        for at in self.list.drain(..) {
            self.seen[at] = false;
        }
    }

    fn mark(&mut self, x: usize, y: usize) {
        let at = y * self.width + x;
        if !self.seen[at] {
            self.seen[at] = true;
            self.list.push(at);
        }
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        self.list.iter().map(|at| (at % self.width, at / self.width)).collect()
    }
}

/// Computes the view from each origin in turn.
fn sampler<S: 'static>(
    map: Map,
    mut state: S,
    look: fn(&Map, &mut S, (usize, usize)),
    seen: fn(&Map, &S) -> Vec<(usize, usize)>,
) -> Sampler {
    let origins = map.origins();
    Box::new(move |_, clock| {
        clock.time(|| {
            for &origin in &origins {
                look(&map, &mut state, origin);
                black_box(&mut state);
            }
        });
        clock.calls(origins.len());
        clock.keep(|| {
            let mut view = |&origin: &(usize, usize)| {
                look(&map, &mut state, origin);
                seen(&map, &state)
            };
            Output::Sight(origins.iter().map(&mut view).collect())
        });
    })
}

pub(crate) fn adam(task: &Task) -> Sampler {
    let map = task.map("cave");
    let view = View::new(&map);
    let look = |map: &Map, view: &mut View, (x, y): (usize, usize)| {
        view.clear();
        adam_fov_rs::compute_fov(
            [x as i32, y as i32],
            RADIUS,
            [map.width as u32, map.height as u32],
            |at| !map.is_open(at.x as usize, at.y as usize),
            |at| view.mark(at.x as usize, at.y as usize),
        );
    };
    sampler(map, view, look, |_, view| view.cells())
}

pub(crate) fn symmetric(task: &Task) -> Sampler {
    let map = task.map("cave");
    let view = View::new(&map);
    let look = |map: &Map, view: &mut View, (x, y): (usize, usize)| {
        view.clear();
        let (x, y, radius) = (x as isize, y as isize, RADIUS as isize);
        let in_reach = move |(at_x, at_y): (isize, isize)| (at_x - x).pow(2) + (at_y - y).pow(2) <= radius * radius;
        let is_far = move |(at_x, at_y): (isize, isize)| (at_x - x).abs() > radius || (at_y - y).abs() > radius;
        symmetric_shadowcasting::compute_fov(
            (x, y),
            &mut |at| is_far(at) || !map.is_open_at(at.0 as i64, at.1 as i64),
            &mut |at| {
                if in_reach(at) && at.0 >= 0 && at.1 >= 0 && at.0 < map.width as isize && at.1 < map.height as isize {
                    view.mark(at.0 as usize, at.1 as usize);
                }
            },
        );
    };
    sampler(map, view, look, |_, view| view.cells())
}

fn doryen<F: FovAlgorithm + 'static>(task: &Task, algorithm: F) -> Sampler {
    let map = task.map("cave");
    let mut data = MapData::new(map.width, map.height);
    data.transparent = map.cells.iter().map(|&cell| cell == 1).collect();
    let look = |_: &Map, (algorithm, data): &mut (F, MapData), (x, y): (usize, usize)| {
        data.clear_fov();
        algorithm.compute_fov(data, x, y, RADIUS, true);
    };
    sampler(map, (algorithm, data), look, |map, (_, data)| {
        (0..map.cells.len()).filter(|&at| data.fov[at]).map(|at| (at % map.width, at / map.width)).collect()
    })
}

pub(crate) fn doryen_recursive(task: &Task) -> Sampler {
    doryen(task, FovRecursiveShadowCasting::new())
}

pub(crate) fn doryen_restrictive(task: &Task) -> Sampler {
    doryen(task, FovRestrictive::new())
}

fn bracket(task: &Task, algorithm: FieldOfViewAlg) -> Sampler {
    let map = task.map("cave");
    let state = (BracketMap(map.clone()), algorithm, Vec::new());
    let look = |_: &Map, (map, algorithm, seen): &mut (BracketMap, FieldOfViewAlg, Vec<Point>), (x, y)| {
        *seen = algorithm.field_of_view(Point::new(x as i32, y as i32), RADIUS as i32, map);
    };
    sampler(map, state, look, |_, (_, _, seen)| seen.iter().map(|at| (at.x as usize, at.y as usize)).collect())
}

pub(crate) fn bracket_recursive(task: &Task) -> Sampler {
    bracket(task, FieldOfViewAlg::RecursiveShadowcasting)
}

pub(crate) fn bracket_symmetric(task: &Task) -> Sampler {
    bracket(task, FieldOfViewAlg::SymmetricShadowcasting)
}
