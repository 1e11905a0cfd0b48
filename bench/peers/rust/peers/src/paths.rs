//! Crates that find paths, distances and components.

use std::collections::HashMap;

use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, DijkstraMap, Point, SmallVec, a_star_search};
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point as GridPoint;
use pathfinding::prelude::{astar, dijkstra_all};
use peers_harness::{Map, Output, Sampler, Task};
use terrain_forge::spatial::{PathfindingConstraints, dijkstra_map, shortest_path};
use terrain_forge::{Grid, Tile};

/// A map in the form bracket-lib expects.
pub(crate) struct BracketMap(pub(crate) Map);

impl BaseMap for BracketMap {
    fn is_opaque(&self, index: usize) -> bool {
        self.0.cells[index] == 0
    }

    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        let map = &self.0;
        map.exits((index % map.width, index / map.width)).map(|(x, y)| (y * map.width + x, 1.0)).collect()
    }

    fn get_pathing_distance(&self, from: usize, to: usize) -> f32 {
        let width = self.0.width;
        ((from % width).abs_diff(to % width) + (from / width).abs_diff(to / width)) as f32
    }
}

impl Algorithm2D for BracketMap {
    fn dimensions(&self) -> Point {
        Point::new(self.0.width, self.0.height)
    }
}

fn index((x, y): (usize, usize), map: &Map) -> usize {
    y * map.width + x
}

fn forge_grid(map: &Map) -> Grid<Tile> {
    let mut grid = Grid::new(map.width, map.height);
    for (at, _) in map.cells.iter().enumerate().filter(|&(_, &cell)| cell == 1) {
        grid.set((at % map.width) as i32, (at / map.width) as i32, Tile::Floor);
    }
    grid
}

fn four_ways() -> PathfindingConstraints {
    let movement_cost = HashMap::from([((-1, 0), 1.0), ((1, 0), 1.0), ((0, -1), 1.0), ((0, 1), 1.0)]);
    PathfindingConstraints { movement_cost, blocked_cells: Vec::new() }
}

pub(crate) fn forge_largest(task: &Task) -> Sampler {
    let grid = forge_grid(&task.map("caves"));
    let (width, area) = (task.width, task.area());
    Box::new(move |_, clock| {
        let cells = clock.time(|| {
            let largest = grid.flood_regions().into_iter().max_by_key(Vec::len).unwrap_or_default();
            let mut cells = vec![0_u8; area];
            for (x, y) in largest {
                cells[y * width + x] = 1;
            }
            cells
        });
        clock.keep(|| Output::Map(width, cells));
    })
}

/// Built from its components, which is faster than cell by cell.
fn pathing_grid(map: &Map) -> PathingGrid {
    let mut grid = PathingGrid::new(map.width, map.height, true);
    grid.allow_diagonal_move = false;
    for at in (0..map.cells.len()).filter(|&at| map.cells[at] == 1) {
        grid.grid.set((at % map.width) as i32, (at / map.width) as i32, false);
    }
    grid
}

pub(crate) fn grid_largest(task: &Task) -> Sampler {
    let map = task.map("caves");
    let mut grid = pathing_grid(&map);
    Box::new(move |_, clock| {
        let cells = clock.time(|| {
            grid.generate_components();
            let component = |at: usize| grid.components.find(at);
            let mut sizes = vec![0_u32; map.cells.len()];
            for at in (0..map.cells.len()).filter(|&at| map.cells[at] == 1) {
                sizes[component(at)] += 1;
            }
            let most = sizes.iter().copied().max().unwrap_or(0);
            let largest = sizes.iter().position(|&size| size == most);
            let kept = |at: usize| u8::from(map.cells[at] == 1 && Some(component(at)) == largest);
            (0..map.cells.len()).map(kept).collect::<Vec<u8>>()
        });
        clock.keep(|| Output::Map(map.width, cells));
    })
}

pub(crate) fn bracket_distance(task: &Task) -> Sampler {
    let map = BracketMap(task.map("cave"));
    Box::new(move |_, clock| {
        let (width, height) = (map.0.width, map.0.height);
        let start = index(map.0.start, &map.0);
        let field = clock.time(|| DijkstraMap::new(width, height, &[start], &map, f32::MAX));
        clock.keep(|| {
            let steps = |&steps: &f32| if steps == f32::MAX { u32::MAX } else { steps as u32 };
            Output::Distances(width, field.map.iter().map(steps).collect())
        });
    })
}

/// A position as one small number, which hashes fastest: the row above sixteen bits, the column below.
fn packed((x, y): (usize, usize)) -> u32 {
    (y << 16 | x) as u32
}

fn unpacked(at: u32) -> (usize, usize) {
    ((at & 0xffff) as usize, (at >> 16) as usize)
}

/// The open neighbours of a packed position. The border of a cave is closed, so none is outside.
fn packed_exits(map: &Map, at: u32) -> impl Iterator<Item = (u32, u32)> {
    let is_open = |at: u32| map.cells[(at >> 16) as usize * map.width + (at & 0xffff) as usize] == 1;
    [at - (1 << 16), at - 1, at + 1, at + (1 << 16)]
        .into_iter()
        .filter(move |&next| is_open(next))
        .map(|next| (next, 1))
}

pub(crate) fn pathfinding_distance(task: &Task) -> Sampler {
    let map = task.map("cave");
    Box::new(move |_, clock| {
        let found = clock.time(|| dijkstra_all(&packed(map.start), |&at| packed_exits(&map, at)));
        clock.keep(|| {
            let mut steps = vec![u32::MAX; map.cells.len()];
            steps[index(map.start, &map)] = 0;
            for (&at, &(_, cost)) in &found {
                steps[index(unpacked(at), &map)] = cost;
            }
            Output::Distances(map.width, steps)
        });
    })
}

pub(crate) fn forge_distance(task: &Task) -> Sampler {
    let map = task.map("cave");
    let (grid, ways) = (forge_grid(&map), four_ways());
    Box::new(move |_, clock| {
        let field = clock.time(|| dijkstra_map(&grid, &[map.start], &ways));
        clock.keep(|| {
            let at = |at: usize| field.get(at % map.width, at / map.width);
            let steps = |cost: f32| if cost.is_finite() { cost as u32 } else { u32::MAX };
            Output::Distances(map.width, (0..map.cells.len()).map(|place| steps(at(place))).collect())
        });
    })
}

pub(crate) fn pathfinding_path(task: &Task) -> Sampler {
    let map = task.map("cave");
    let (goal_x, goal_y) = map.goal;
    Box::new(move |_, clock| {
        let way = clock.time(|| {
            astar(
                &packed(map.start),
                |&at| packed_exits(&map, at),
                |&at| (unpacked(at).0.abs_diff(goal_x) + unpacked(at).1.abs_diff(goal_y)) as u32,
                |&at| at == packed(map.goal),
            )
        });
        clock
            .keep(|| Output::Path(way.map(|(cells, _)| cells.into_iter().map(unpacked).collect()).unwrap_or_default()));
    })
}

fn grid_way(grid: &mut PathingGrid, map: &Map) -> Option<Vec<GridPoint>> {
    let point = |(x, y): (usize, usize)| GridPoint::new(x as i32, y as i32);
    grid.get_path_single_goal(point(map.start), point(map.goal), false)
}

fn of_grid(way: Option<Vec<GridPoint>>) -> Output {
    Output::Path(way.unwrap_or_default().into_iter().map(|at| (at.x as usize, at.y as usize)).collect())
}

pub(crate) fn grid_path(task: &Task) -> Sampler {
    let map = task.map("cave");
    Box::new(move |_, clock| {
        let way = clock.time(|| {
            let mut grid = pathing_grid(&map);
            grid.initialize();
            grid.generate_components();
            grid_way(&mut grid, &map)
        });
        clock.keep(|| of_grid(way));
    })
}

pub(crate) fn grid_path_ready(task: &Task) -> Sampler {
    let map = task.map("cave");
    let mut grid = pathing_grid(&map);
    grid.initialize();
    grid.generate_components();
    Box::new(move |_, clock| {
        let way = clock.time(|| grid_way(&mut grid, &map));
        clock.keep(|| of_grid(way));
    })
}

pub(crate) fn bracket_path(task: &Task) -> Sampler {
    let map = BracketMap(task.map("cave"));
    Box::new(move |_, clock| {
        let (from, to) = (index(map.0.start, &map.0), index(map.0.goal, &map.0));
        let way = clock.time(|| a_star_search(from, to, &map));
        clock.keep(|| {
            let width = map.0.width;
            Output::Path(way.steps.iter().map(|&at| (at % width, at / width)).collect())
        });
    })
}

pub(crate) fn forge_path(task: &Task) -> Sampler {
    let map = task.map("cave");
    let (grid, ways) = (forge_grid(&map), four_ways());
    Box::new(move |_, clock| {
        let way = clock.time(|| shortest_path(&grid, map.start, map.goal, &ways));
        clock.keep(|| Output::Path(way.unwrap_or_default()));
    })
}
