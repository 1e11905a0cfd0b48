//! Benchmarks of the algorithms: `cargo bench -p undercroft-grid`.
//!
//! All run on the same caves: half of the cells open at random, eight majority passes, the largest component.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use undercroft_grid::{
    Automaton, BitGrid, CellRule, Components, Distances, FieldOfView, Neighbours, Point, Size, chokepoints, cuts_apart,
    field_of_view, flood, shortest_path,
};

fn main() {
    divan::main();
}

/// Noise: half of all cells.
fn noise(side: u32) -> BitGrid {
    let mut state = u64::from(side);
    let mut word = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    let mut bits = (0, 0);
    BitGrid::from_fn(Size::new(side, side), |_| {
        if bits.1 == 0 {
            bits = (word(), 64);
        }
        bits = (bits.0 >> 1, bits.1 - 1);
        bits.0 & 1 == 1
    })
}

/// Smoothed noise, in many components.
fn caves(side: u32) -> BitGrid {
    let mut cells = noise(side);
    Automaton::new(CellRule::Majority).run(&mut cells, 8);
    cells
}

/// The largest component of the caves inside a border.
fn cave(side: u32) -> BitGrid {
    let mut cells = caves(side);
    let mut inside = BitGrid::new(cells.size());
    inside.insert_rect(cells.size().interior());
    cells.intersect(&inside);
    let components = Components::of(&cells, Neighbours::Four);
    components.cells(components.largest().expect("half of the map is open"))
}

/// The cells of the cave nearest to the first and to the last corner.
fn corners(cave: &BitGrid) -> [Point; 2] {
    let last = Point::new(cave.size().width as i32, cave.size().height as i32);
    [Point::new(0, 0), last]
        .map(|corner| cave.points().min_by_key(|at| at.manhattan(corner)).expect("the cave has cells"))
}

#[divan::bench(args = [80, 512, 4096])]
fn smoothing_pass_majority(bencher: Bencher<'_, '_>, side: u32) {
    smoothing(bencher, side, CellRule::Majority);
}

#[divan::bench(args = [4096])]
fn smoothing_pass_birth_survival(bencher: Bencher<'_, '_>, side: u32) {
    smoothing(bencher, side, CellRule::BirthSurvival { birth: 0b1_1110_0000, survival: 0b1_1111_0000 });
}

fn smoothing(bencher: Bencher<'_, '_>, side: u32, rule: CellRule) {
    let cells = noise(side);
    let mut next = BitGrid::new(cells.size());
    let mut automaton = Automaton::new(rule);
    bencher.counter(ItemsCount::new(cells.size().area())).bench_local(|| automaton.pass(black_box(&cells), &mut next));
}

#[divan::bench(args = [80, 512, 4096])]
fn components(bencher: Bencher<'_, '_>, side: u32) {
    let cells = caves(side);
    bencher
        .counter(ItemsCount::new(cells.size().area()))
        .bench_local(|| Components::of(black_box(&cells), Neighbours::Four).count());
}

#[divan::bench(args = [80, 512, 4096])]
fn keep_largest(bencher: Bencher<'_, '_>, side: u32) {
    let cells = caves(side);
    bencher.counter(ItemsCount::new(cells.size().area())).bench_local(|| {
        let components = Components::of(black_box(&cells), Neighbours::Four);
        components.largest().map(|label| components.cells(label))
    });
}

#[divan::bench(args = [512, 2048])]
fn flood_fill(bencher: Bencher<'_, '_>, side: u32) {
    let cave = cave(side);
    let [from, _] = corners(&cave);
    bencher.counter(ItemsCount::new(cave.count())).bench_local(|| flood(black_box(&cave), from, Neighbours::Four));
}

#[divan::bench(args = [80, 512, 2048])]
fn distances_four_way(bencher: Bencher<'_, '_>, side: u32) {
    let cave = cave(side);
    let [from, _] = corners(&cave);
    bencher
        .counter(ItemsCount::new(cave.count()))
        .bench_local(|| Distances::from(black_box(&cave), [from], Neighbours::Four));
}

#[divan::bench(args = [512])]
fn distances_eight_way(bencher: Bencher<'_, '_>, side: u32) {
    let cave = cave(side);
    let [from, _] = corners(&cave);
    bencher
        .counter(ItemsCount::new(cave.count()))
        .bench_local(|| Distances::from(black_box(&cave), [from], Neighbours::Eight));
}

#[divan::bench(args = [80, 512])]
fn path_four_way(bencher: Bencher<'_, '_>, side: u32) {
    let cave = cave(side);
    let [from, to] = corners(&cave);
    bencher.bench_local(|| shortest_path(black_box(&cave), from, to, Neighbours::Four));
}

#[divan::bench(args = [80, 512])]
fn path_eight_way(bencher: Bencher<'_, '_>, side: u32) {
    let cave = cave(side);
    let [from, to] = corners(&cave);
    bencher.bench_local(|| shortest_path(black_box(&cave), from, to, Neighbours::Eight));
}

/// Views from two hundred cells of the cave, one after another.
fn view(bencher: Bencher<'_, '_>, side: u32, radius: Option<u32>) {
    let cave = cave(side);
    let cells = cave.count();
    let froms: Vec<Point> = cave.points().step_by(cells / 200).collect();
    let mut next = froms.iter().cycle();
    bencher.bench_local(|| FieldOfView::from(black_box(&cave), *next.next().expect("a cycle has no end"), radius));
}

#[divan::bench(args = [80, 512])]
fn fov_radius_8(bencher: Bencher<'_, '_>, side: u32) {
    view(bencher, side, Some(8));
}

#[divan::bench(args = [80, 512])]
fn fov_radius_20(bencher: Bencher<'_, '_>, side: u32) {
    view(bencher, side, Some(20));
}

#[divan::bench(args = [80])]
fn fov_unbounded(bencher: Bencher<'_, '_>, side: u32) {
    view(bencher, side, None);
}

#[divan::bench(args = [512])]
fn fov_unbounded_in_the_open(bencher: Bencher<'_, '_>, side: u32) {
    let open = BitGrid::full(Size::new(side, side));
    let middle = open.size().rect().centre();
    bencher.bench_local(|| field_of_view(black_box(&open), middle, None));
}

#[divan::bench(args = [512])]
fn all_chokepoints(bencher: Bencher<'_, '_>, side: u32) {
    let cave = cave(side);
    bencher.counter(ItemsCount::new(cave.count())).bench_local(|| chokepoints(black_box(&cave)));
}

/// A lake of nine cells, somewhere in the cave.
#[divan::bench(args = [80, 512])]
fn cutting_test(bencher: Bencher<'_, '_>, side: u32) {
    let cave = cave(side);
    let cells = cave.count();
    let lakes: Vec<BitGrid> = cave
        .points()
        .step_by(cells / 50)
        .map(|at| {
            let mut lake = BitGrid::new(cave.size());
            lake.insert_rect(undercroft_grid::Rect::new(at.x - 1, at.y - 1, 3, 3));
            lake
        })
        .collect();
    let mut next = lakes.iter().cycle();
    bencher.bench_local(|| cuts_apart(black_box(&cave), next.next().expect("a cycle has no end"), Neighbours::Four));
}
