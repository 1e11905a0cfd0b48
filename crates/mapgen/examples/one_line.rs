//! A level in one line: `cargo run -p undercroft-mapgen --example one_line -- vaults 42`.

use undercroft_mapgen::Recipe;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let recipe = arguments.next().unwrap_or_else(|| "vaults".into());
    let seed = arguments.next().unwrap_or_else(|| "42".into());

    print!("{}", Recipe::named(&recipe)?.build(seed.as_str())?);
    Ok(())
}
