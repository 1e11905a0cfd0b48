//! Runs one kernel, so that its instructions can be counted: see `bench/instructions/run`.
//!
//! Only the functions called `measured_…` count; what they need is prepared outside.

use std::hint::black_box;

use undercroft_grid::{
    Automaton, BitGrid, CellRule, Components, Distances, FieldOfView, Neighbours, Point, shortest_path,
};
use undercroft_mapgen::noise::{Noise, Perlin, Simplex};
use undercroft_mapgen::steps::{Connect, Scatter, Smooth};
use undercroft_mapgen::{Draft, Dungeon, Floor, Level, Plan, Recipe, Rect, Seed, Size, Step, Tileset};

const SIDE: u32 = 512;

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some((_, run)) = KERNELS.iter().find(|(known, _)| *known == name) else {
        // `cargo bench` and `cargo test` name no kernel: list them.
        KERNELS.iter().for_each(|(name, _)| println!("{name}"));
        return;
    };
    run();
}

const KERNELS: [(&str, fn()); 13] = [
    ("scatter", || {
        let mut draft = blank();
        measured_step(&Scatter::default().chance(0.45), &mut draft);
    }),
    ("smoothing-pass", || {
        let cells = scattered().open().clone();
        let mut next = BitGrid::new(cells.size());
        measured_smoothing(&mut Automaton::new(CellRule::Majority), &cells, &mut next);
    }),
    ("components", || {
        let cells = caves().open().clone();
        black_box(measured_components(&cells));
    }),
    ("keep-largest", || {
        let cells = caves().open().clone();
        black_box(measured_keep_largest(&cells));
    }),
    ("connect", || measured_step(&Connect::default(), &mut caves())),
    ("distances", || {
        let (open, [from, _]) = level();
        black_box(measured_distances(&open, from));
    }),
    ("path", || {
        let (open, [from, to]) = level();
        black_box(measured_path(&open, from, to));
    }),
    ("fov-radius-8", || {
        let (open, _) = level();
        let eyes: Vec<Point> = open.points().step_by(open.count() / 100).take(100).collect();
        black_box(measured_fov(&open, &eyes));
    }),
    ("perlin-row", || measured_noise(&Perlin::new(Seed::from(1).fork("noise"), 0.05))),
    ("simplex-row", || measured_noise(&Simplex::new(Seed::from(1).fork("noise"), 0.05))),
    ("caves-80x50", || drop(measured_level(&named("caves")))),
    ("rooms-80x70", || drop(measured_level(&named("rooms")))),
    ("endless-window", || {
        let dungeon = Dungeon::new(Plan::of(named("shallow-cave"), true).expect("the recipe can be endless"), 1);
        drop(measured_window(&dungeon.level(1).expect("every depth has a level")));
    }),
];

#[inline(never)]
fn measured_step(step: &dyn Step, draft: &mut Draft) {
    step.apply(draft, Seed::from(1).fork("cost")).expect("the step does not fail");
}

#[inline(never)]
fn measured_smoothing(automaton: &mut Automaton, cells: &BitGrid, next: &mut BitGrid) {
    automaton.pass(cells, next);
}

#[inline(never)]
fn measured_components(cells: &BitGrid) -> Components {
    Components::of(cells, Neighbours::Four)
}

#[inline(never)]
fn measured_keep_largest(cells: &BitGrid) -> Option<BitGrid> {
    let regions = Components::of(cells, Neighbours::Four);
    regions.largest().map(|label| regions.cells(label))
}

#[inline(never)]
fn measured_distances(open: &BitGrid, from: Point) -> Distances {
    Distances::from(open, [from], Neighbours::Four)
}

#[inline(never)]
fn measured_path(open: &BitGrid, from: Point, to: Point) -> Option<Vec<Point>> {
    shortest_path(open, from, to, Neighbours::Four)
}

#[inline(never)]
fn measured_fov(open: &BitGrid, eyes: &[Point]) -> usize {
    eyes.iter().map(|eye| FieldOfView::from(open, *eye, Some(8)).count()).sum()
}

#[inline(never)]
fn measured_noise(noise: &dyn Noise) {
    let mut row = [0.0; 1024];
    noise.row(Point::new(0, 7), &mut row);
    black_box(&row);
}

#[inline(never)]
fn measured_level(recipe: &Recipe) -> Level {
    recipe.build(1).expect("the recipe works for every seed")
}

#[inline(never)]
fn measured_window(level: &Floor) -> Draft {
    level.window(Rect::new(0, 0, 1024, 1024)).expect("the window is within the limits")
}

fn named(name: &str) -> Recipe {
    Recipe::named(name).expect("an embedded recipe")
}

fn blank() -> Draft {
    Draft::new(Size::new(SIDE, SIDE), Tileset::standard())
}

fn scattered() -> Draft {
    let mut draft = blank();
    Scatter::default().apply(&mut draft, Seed::from(1).fork("cells")).expect("the step does not fail");
    draft
}

fn caves() -> Draft {
    let mut draft = scattered();
    Smooth::default().apply(&mut draft, Seed::from(1).fork("smooth")).expect("the step does not fail");
    draft
}

/// The walkable cells of a finished level, and the two nearest to opposite corners.
fn level() -> (BitGrid, [Point; 2]) {
    let level = named("caves").sized(SIDE, SIDE).build(1).expect("the recipe makes a level of every seed");
    let open = level.open();
    let ends = [Point::new(0, 0), Point::new(SIDE as i32, SIDE as i32)];
    let ends = ends.map(|corner| open.nearest_to(corner).expect("a level has open cells"));
    (open.clone(), ends)
}
