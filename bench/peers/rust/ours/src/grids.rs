//! The kernels of the grid crate.

use std::mem::swap;

use peers_harness::{Map, Output, Sampler, Task};
use undercroft_grid::{
    Automaton, BitGrid, CellRule, Components, Distances, FieldOfView, Neighbours, Point, Size, shortest_path,
};

fn bits(map: &Map) -> BitGrid {
    BitGrid::from_fn(Size::new(map.width as u32, map.height as u32), |at| map.is_open(at.x as usize, at.y as usize))
}

fn point((x, y): (usize, usize)) -> Point {
    Point::new(x as i32, y as i32)
}

fn place(at: Point) -> (usize, usize) {
    (at.x as usize, at.y as usize)
}

/// The cells of a set, as the judge reads them.
pub(crate) fn bytes(cells: &BitGrid) -> Output {
    let size = cells.size();
    let has = |x, y| u8::from(cells.contains(Point::new(x as i32, y as i32)));
    let bytes = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y))).map(|(x, y)| has(x, y)).collect();
    Output::Map(size.width as usize, bytes)
}

/// Eight passes on a random map, one on a huge one.
pub(crate) fn smooth(task: &Task) -> Sampler {
    let random = bits(&task.map("noise"));
    let passes = if task.area() > 1_000_000 { 1 } else { 8 };
    let mut automaton = Automaton::new(CellRule::Majority);
    let (mut cells, mut next) = (random.clone(), random.clone());
    Box::new(move |_, clock| {
        cells.clone_from(&random);
        clock.keep(|| {
            automaton.pass(&random, &mut next);
            bytes(&next)
        });
        clock.time(|| {
            for _ in 0..passes {
                automaton.pass(&cells, &mut next);
                swap(&mut cells, &mut next);
            }
        });
        clock.calls(passes);
    })
}

pub(crate) fn largest(task: &Task) -> Sampler {
    let caves = bits(&task.map("caves"));
    Box::new(move |_, clock| {
        let kept = clock.time(|| {
            let regions = Components::of(&caves, Neighbours::Four);
            regions.largest().map(|label| regions.cells(label))
        });
        clock.keep(|| bytes(&kept.unwrap_or_else(|| BitGrid::new(caves.size()))));
    })
}

pub(crate) fn distance(task: &Task) -> Sampler {
    let map = task.map("cave");
    let cave = bits(&map);
    Box::new(move |_, clock| {
        let field = clock.time(|| Distances::from(&cave, [point(map.start)], Neighbours::Four));
        clock.keep(|| {
            let at = |index| Point::new((index % map.width) as i32, (index / map.width) as i32);
            let steps = (0..map.cells.len()).map(|index| field.get(at(index)).unwrap_or(u32::MAX)).collect();
            Output::Distances(map.width, steps)
        });
    })
}

pub(crate) fn path(task: &Task) -> Sampler {
    let map = task.map("cave");
    let cave = bits(&map);
    Box::new(move |_, clock| {
        let way = clock.time(|| shortest_path(&cave, point(map.start), point(map.goal), Neighbours::Four));
        clock.keep(|| Output::Path(way.unwrap_or_default().into_iter().map(place).collect()));
    })
}

/// From all origins in turn.
pub(crate) fn sight(task: &Task) -> Sampler {
    let map = task.map("cave");
    let cave = bits(&map);
    let origins: Vec<Point> = map.origins().into_iter().map(point).collect();
    Box::new(move |_, clock| {
        clock.time(|| {
            for &origin in &origins {
                std::hint::black_box(FieldOfView::from(&cave, origin, Some(8)));
            }
        });
        clock.calls(origins.len());
        clock.keep(|| {
            let view = |&origin| FieldOfView::from(&cave, origin, Some(8)).points().map(place).collect();
            Output::Sight(origins.iter().map(view).collect())
        });
    })
}
