//! `undercroft play`: the game in the terminal.

use std::process::ExitCode;

use undercroft_tui::First;

use crate::arguments::Play;
use crate::levels::fresh_seed;
use crate::terminal;

pub(crate) fn run(arguments: &Play) -> anyhow::Result<ExitCode> {
    terminal::need_terminal()?;
    let desk = terminal::desk(&arguments.folder, terminal::world(&arguments.content)?)?;
    let first = match (&arguments.plan, &arguments.seed) {
        (None, None) => First::Title,
        (plan, seed) => {
            let plan = terminal::whole_name(plan.as_deref().unwrap_or(&desk.settings.plan))?;
            First::Game(plan, seed.clone().unwrap_or_else(fresh_seed))
        }
    };
    terminal::run(desk, first)
}
