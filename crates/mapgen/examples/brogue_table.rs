//! Measures levels of `halls` as Brogue's were measured, and prints both as a Markdown table.
//!
//! ```text
//! cargo run --release -p undercroft-mapgen --example brogue_table
//! ```
//!
//! Other seeds, sizes and parameters: `brogue_table 600 79x29 loops.distance=30 …`.

use std::error::Error;

use undercroft_grid::{BitGrid, Distances, Neighbours, Regions, chokepoints, corridors, dead_ends, loops_around};
use undercroft_mapgen::{Level, Recipe, Registry, StairKind};

/// A figure's name, Brogue's median and 10th and 90th percentiles, and how many digits tell levels apart.
type Row = (&'static str, Option<[f64; 3]>, usize);

/// The figures in the order of [`measure`]. Brogue's are of 600 levels of Brogue CE at 79x29: seeds 1 to 60, depths 1
/// to 10.
const ROWS: [Row; 13] = [
    ("open share (without deep liquid)", Some([0.35, 0.31, 0.40]), 2),
    ("deep liquid, lava or chasm share", Some([0.12, 0.06, 0.18]), 2),
    ("loops around rock of two cells or more", Some([8.0, 5.0, 12.0]), 0),
    ("the same, not counting lakes as rock", None, 0),
    ("dead ends (cells with one open neighbour of four)", Some([9.0, 6.0, 14.0]), 0),
    ("cells with at most two open neighbours of four (corridors)", Some([0.28, 0.23, 0.32]), 2),
    ("chokepoint cells (whose loss cuts the level)", Some([0.11, 0.07, 0.17]), 2),
    ("doors", Some([9.0, 5.0, 14.0]), 0),
    ("walk between the stairs, four-way", Some([68.0, 42.0, 104.0]), 0),
    ("that walk over the straight way", Some([1.32, 1.04, 1.98]), 2),
    ("the same, stepping eight-way", None, 2),
    ("longest shortest way", Some([126.0, 105.0, 156.0]), 0),
    ("separate parts, four-way", Some([1.0, 1.0, 2.0]), 0),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().map_or(Ok(600), |text| text.parse())?;
    let size = arguments.next().unwrap_or_else(|| "79x29".into());
    let (width, height) = size.split_once('x').ok_or("the size is written as in 79x29")?;
    let mut recipe = Recipe::named("halls")?.sized(width.parse()?, height.parse()?);
    for setting in arguments {
        recipe = recipe.set(&setting, Registry::standard())?;
    }

    let mut figures: Vec<Vec<f64>> = vec![Vec::new(); ROWS.len()];
    let mut vetoed = 0;
    for seed in 1..=count {
        let level = recipe.build(seed)?;
        vetoed += level.attempts() - 1;
        for (column, value) in figures.iter_mut().zip(measure(&level)) {
            column.push(value);
        }
    }
    println!("| figure | Brogue: median | 10th–90th percentile | `halls`: median | 10th–90th percentile |");
    println!("|---|---|---|---|---|");
    for ((name, brogue, digits), values) in ROWS.into_iter().zip(&mut figures) {
        values.sort_by(f64::total_cmp);
        let ours = [0.5, 0.1, 0.9].map(|share| values[((values.len() - 1) as f64 * share).round() as usize]);
        let [theirs, ours] = [brogue, Some(ours)].map(|figures| {
            let text = |[median, low, high]: [f64; 3]| format!("{median:.digits$} | {low:.digits$}–{high:.digits$}");
            figures.map_or_else(|| "| ".into(), text)
        });
        println!("| {name} | {theirs} | {ours} |");
    }
    println!("\n{vetoed} of {} drafts vetoed.", count + u64::from(vetoed));
    Ok(())
}

/// The figures of a level, in the order of [`ROWS`].
fn measure(level: &Level) -> [f64; ROWS.len()] {
    let open = level.open();
    let area = level.size().area() as f64;
    let cells = open.count() as f64;
    let is_deep = |name: &str| matches!(name, "water" | "lava" | "pit");
    let deep = level.where_tile(|tile| level.tileset().get(tile).is_some_and(|info| is_deep(&info.name)));
    let mut open_or_deep = open.clone();
    open_or_deep.unite(&deep);
    let (walk, detour, detour_eight) = walk(level, &open).unwrap_or((0.0, 1.0, 1.0));
    [
        cells / area,
        deep.count() as f64 / area,
        loops_around(&open, 2) as f64,
        loops_around(&open_or_deep, 2) as f64,
        dead_ends(&open).count() as f64,
        corridors(&open).count() as f64 / cells,
        chokepoints(&open).count() as f64 / cells,
        level.doors.len() as f64,
        walk,
        detour,
        detour_eight,
        f64::from(longest_way(&open)),
        Regions::of(&open, Neighbours::Four).count() as f64,
    ]
}

/// The steps between the stairs, and how many times longer than with nothing in the way: four-way and eight-way.
fn walk(level: &Level, open: &BitGrid) -> Option<(f64, f64, f64)> {
    let (up, down) = (level.stairs_to(StairKind::Up)?, level.stairs_to(StairKind::Down)?);
    let steps = |neighbours| Distances::from(open, [up], neighbours).get(down).map(f64::from);
    let (four, eight) = (steps(Neighbours::Four)?, steps(Neighbours::Eight)?);
    Some((four, four / f64::from(up.manhattan(down)), eight / f64::from(up.chebyshev(down))))
}

/// The steps between the two cells that are farthest from each other.
fn longest_way(open: &BitGrid) -> u32 {
    let farthest = |from| Distances::from(open, [from], Neighbours::Four).farthest().map_or(0, |(_, steps)| steps);
    open.points().map(farthest).max().unwrap_or(0)
}
