//! Measures levels of `halls` in the same way as Brogue's, and prints both as a Markdown table.
//!
//! ```text
//! cargo run --release -p undercroft-mapgen --example brogue_table
//! ```
//!
//! Arguments set the number of seeds, the size and parameters: `brogue_table 100 80x40 loops.distance=30`.

use std::error::Error;

use undercroft_mapgen::Recipe;

#[path = "../tests/it/figures.rs"]
mod figures;

use figures::{FIGURES, LevelPlan, Spread};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().map_or(Ok(600), |text| text.parse())?;
    let size = arguments.next().unwrap_or_else(|| "79x29".into());
    let (width, height) = size.split_once('x').ok_or("write the size as WIDTHxHEIGHT, as in 79x29")?;
    let mut recipe = Recipe::named("halls")?.sized(width.parse()?, height.parse()?);
    for setting in arguments {
        recipe = recipe.set(&setting)?;
    }

    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); FIGURES.len()];
    let mut vetoed = 0;
    for seed in 1..=count {
        let level = recipe.build(seed)?;
        vetoed += level.attempts() - 1;
        let plan = LevelPlan::of(&level);
        for (column, figure) in columns.iter_mut().zip(&FIGURES) {
            column.push(figure.of(&plan));
        }
    }
    println!("| figure | Brogue: median | 10th–90th percentile | `halls`: median | 10th–90th percentile |");
    println!("|---|---|---|---|---|");
    for (figure, values) in FIGURES.iter().zip(&mut columns) {
        let name = if figure.is_promised { format!("**{}**", figure.name) } else { figure.name.to_owned() };
        let theirs = figure.brogue.map_or_else(|| "– | –".into(), |spread| figure.columns(spread));
        println!("| {name} | {theirs} | {} |", figure.columns(Spread::of(values)));
    }
    println!("\n{vetoed} of {} drafts vetoed.", count + u64::from(vetoed));
    Ok(())
}
