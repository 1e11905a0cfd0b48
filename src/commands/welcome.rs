//! `undercroft` alone, without a terminal: a level to look at, and what to try next.

use undercroft_mapgen::Recipe;

use crate::format::LevelWriter;
use crate::levels::fresh_seed;
use crate::messages::note;
use crate::output::Output;
use crate::recipes;
use crate::text_layout::{BOLD, columns};

pub(crate) fn run() -> anyhow::Result<()> {
    let name = recipes::usual();
    let seed = fresh_seed();
    let level = Recipe::named(name)?.build(&seed)?;

    let mut out = Output::standard();
    LevelWriter::for_standard_output().write(&level, &mut out)?;
    out.finish()?;

    let again = format!("undercroft generate {name} --seed {seed}");
    let explain = format!("undercroft explain {name}");
    note(format_args!("\nThis is {BOLD}{name}{BOLD:#}, {}, seed {BOLD}{seed}{BOLD:#}. To see more:\n", level.size()));
    note(columns(&[
        ["  undercroft", "another one"],
        [&format!("  {again}"), "this one again"],
        [&format!("  {again} --out {name}.png"), "as a picture"],
        ["  undercroft generate --plan undercroft --depth 8", "a level of a whole dungeon"],
        ["  undercroft list recipes", "the other kinds of level"],
        [&format!("  {explain}"), "how this one is made, and what can be changed"],
        ["  undercroft play", "the game, in a terminal"],
        ["  undercroft --help", "everything else"],
    ]));
    Ok(())
}
