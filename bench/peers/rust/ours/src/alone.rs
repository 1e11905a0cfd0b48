//! Figures without a peer: growth to huge maps, and the cost of writing many levels.

use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::time::Instant;

use undercroft_mapgen::{Recipe, Rect};

pub(crate) fn run(what: &str, number: &str) -> ExitCode {
    let Ok(number) = number.parse::<u32>() else {
        eprintln!("`{number}` is not a number");
        return ExitCode::from(2);
    };
    let done = match what {
        "growth" => growth(number),
        "batch" => batch(number),
        _ => rows(number),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn caves() -> Result<Recipe, String> {
    Recipe::named("caves").map_err(|error| error.to_string())
}

/// Builds one cave of this side and reports the peak memory of the process. Small ones are built several times.
fn growth(side: u32) -> Result<(), String> {
    let recipe = caves()?.sized(side, side);
    let times = (4_000_000 / (u64::from(side) * u64::from(side))).clamp(1, 50);
    let start = Instant::now();
    for seed in 1..=times {
        std::hint::black_box(recipe.build(seed).map_err(|error| error.to_string())?);
    }
    let nanoseconds = start.elapsed().as_nanos() as f64 / times as f64;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap_or(0);
    println!("{{\"side\": {side}, \"ns\": {nanoseconds}, \"peak_bytes\": {}}}", kilobytes * 1024);
    Ok(())
}

/// Generates caves with their areas and writes nothing.
fn batch(count: u32) -> Result<(), String> {
    let recipe = caves()?;
    for seed in 1..=u64::from(count) {
        let level = recipe.build(seed).map_err(|error| error.to_string())?;
        std::hint::black_box(level.areas());
    }
    Ok(())
}

/// Generates caves and writes their tile ids, areas and links to standard output, one line each.
fn rows(count: u32) -> Result<(), String> {
    let recipe = caves()?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for seed in 1..=u64::from(count) {
        let level = recipe.build(seed).map_err(|error| error.to_string())?;
        let rows: Vec<Vec<u8>> = level.tiles().rows().map(|row| row.iter().map(|tile| tile.0).collect()).collect();
        let areas = level.areas();
        let area_rows: Vec<Vec<i32>> = areas.rows().map(Iterator::collect).collect();
        let list: Vec<_> = areas.iter().map(|area| (area.kind.name(), &*area.name, corners(area.bounds))).collect();
        let links: Vec<_> = areas.links().iter().map(|link| (link.between, link.at.x, link.at.y)).collect();
        serde_json::to_writer(&mut out, &(rows, area_rows, list, links)).map_err(|error| error.to_string())?;
        writeln!(out).map_err(|error| error.to_string())?;
    }
    out.flush().map_err(|error| error.to_string())
}

fn corners(rect: Rect) -> [i32; 4] {
    [rect.x, rect.y, rect.right(), rect.bottom()]
}
