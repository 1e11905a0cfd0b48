//! `undercroft` by itself, without a terminal: prints a level and suggests what to try next.

use crate::format::print_level;
use crate::levels::random_seed;
use crate::library::{DEFAULT_RECIPE as NAME, Library};
use crate::messages::styled_note;
use crate::text_layout::{BOLD, columns};

pub(crate) fn run(library: &Library) -> anyhow::Result<()> {
    let seed = random_seed();
    let level = library.recipe(NAME)?.build(&seed)?;
    print_level(level.as_draft())?;
    let again = format!("undercroft generate {NAME} --seed {seed}");
    styled_note(format_args!("\nThis is {BOLD}{NAME}{BOLD:#}, {}, seed {BOLD}{seed}{BOLD:#}. Try:\n", level.size()));
    styled_note(columns(&[
        ["  undercroft", "another level"],
        [&format!("  {again}"), "this one again"],
        [&format!("  {again} --out {NAME}.png"), "as a picture"],
        ["  undercroft generate --plan undercroft --depth 8", "a level of a whole dungeon"],
        ["  undercroft list recipes", "other kinds of level"],
        [&format!("  undercroft explain {NAME}"), "how this one is made, and what can be changed"],
        ["  undercroft play", "the game, in a terminal"],
        ["  undercroft --help", "everything else"],
    ]));
    Ok(())
}
