//! `undercroft play`: the game in the terminal.

use std::process::ExitCode;

use undercroft_tui::First;

use crate::arguments::Play;
use crate::player;
use crate::source::fresh_seed;

pub(crate) fn run(arguments: &Play) -> anyhow::Result<ExitCode> {
    player::need_terminal()?;
    let desk = player::desk(&arguments.folder, player::world(&arguments.content)?)?;
    let first = match (&arguments.plan, &arguments.seed) {
        (None, None) => First::Title,
        (plan, seed) => {
            let plan = player::whole_name(plan.as_deref().unwrap_or(&desk.settings.plan))?;
            First::Game(plan, seed.clone().unwrap_or_else(fresh_seed))
        }
    };
    player::run(desk, first)
}
