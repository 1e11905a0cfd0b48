//! libtcod through its Rust crate, separate because it needs SDL2 to build.

use std::process::ExitCode;

use peers_harness::{Map, Output, Sampler, System, Task};
use tcod::map::{FovAlgorithm, Map as TcodMap};
use tcod::noise::{Noise, NoiseType};
use tcod::pathfinding::{AStar, Dijkstra};

const SYSTEMS: &[System] = &[
    System { kind: "perlin", name: "tcod (crate)", note: "", make: perlin },
    System { kind: "simplex", name: "tcod (crate)", note: "", make: simplex },
    System { kind: "distance", name: "tcod (crate)", note: "", make: distance },
    System { kind: "path", name: "tcod (crate)", note: "", make: path },
    System { kind: "sight", name: "tcod (crate) basic", note: "", make: sight_basic },
    System { kind: "sight", name: "tcod (crate) restrictive", note: "", make: sight_restrictive },
];

fn main() -> ExitCode {
    peers_harness::run(SYSTEMS)
}

fn noise(task: &Task, kind: NoiseType) -> Sampler {
    let noise = Noise::init_with_dimensions(2).noise_type(kind).init();
    let width = task.width;
    let mut values = vec![0.0_f32; task.area()];
    Box::new(move |_, clock| {
        clock.time(|| {
            for (at, value) in values.iter_mut().enumerate() {
                *value = noise.get([(at % width) as f32 * 0.05, (at / width) as f32 * 0.05]);
            }
        });
        clock.keep(|| Output::Values(width, values.clone()));
    })
}

fn perlin(task: &Task) -> Sampler {
    noise(task, NoiseType::Perlin)
}

fn simplex(task: &Task) -> Sampler {
    noise(task, NoiseType::Simplex)
}

fn tcod_map(map: &Map) -> TcodMap {
    let mut made = TcodMap::new(map.width as i32, map.height as i32);
    for (at, &cell) in map.cells.iter().enumerate() {
        made.set((at % map.width) as i32, (at / map.width) as i32, cell == 1, cell == 1);
    }
    made
}

fn place((x, y): (usize, usize)) -> (i32, i32) {
    (x as i32, y as i32)
}

fn distance(task: &Task) -> Sampler {
    let map = task.map("cave");
    Box::new(move |_, clock| {
        let mut field = Dijkstra::new_from_map(tcod_map(&map), 0.0);
        clock.time(|| field.compute_grid(place(map.start)));
        clock.keep(|| {
            let steps = |at: usize| field.distance_from_root(place((at % map.width, at / map.width)));
            let whole = |steps: Option<f32>| steps.map_or(u32::MAX, |steps| steps as u32);
            Output::Distances(map.width, (0..map.cells.len()).map(|at| whole(steps(at))).collect())
        });
    })
}

fn path(task: &Task) -> Sampler {
    let map = task.map("cave");
    Box::new(move |_, clock| {
        let mut finder = AStar::new_from_map(tcod_map(&map), 0.0);
        clock.time(|| finder.find(place(map.start), place(map.goal)));
        clock.keep(|| Output::Path(finder.iter().map(|(x, y)| (x as usize, y as usize)).collect()));
    })
}

fn sight(task: &Task, algorithm: FovAlgorithm) -> Sampler {
    let map = task.map("cave");
    let (mut made, origins) = (tcod_map(&map), map.origins());
    Box::new(move |_, clock| {
        clock.time(|| {
            for &(x, y) in &origins {
                made.compute_fov(x as i32, y as i32, 8, true, algorithm);
            }
        });
        clock.calls(origins.len());
        clock.keep(|| {
            let mut view = |&(x, y): &(usize, usize)| {
                made.compute_fov(x as i32, y as i32, 8, true, algorithm);
                let cells = (0..map.cells.len()).map(|at| (at % map.width, at / map.width));
                cells.filter(|&(x, y)| made.is_in_fov(x as i32, y as i32)).collect()
            };
            Output::Sight(origins.iter().map(&mut view).collect())
        });
    })
}

fn sight_basic(task: &Task) -> Sampler {
    sight(task, FovAlgorithm::Basic)
}

fn sight_restrictive(task: &Task) -> Sampler {
    sight(task, FovAlgorithm::Restrictive)
}
