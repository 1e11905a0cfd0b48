//! `undercroft play`: the game in the terminal.

use std::process::ExitCode;

use undercroft_tui::Start;

use crate::arguments::Play;
use crate::levels::fresh_seed;
use crate::terminal;

pub(crate) fn run(arguments: &Play) -> anyhow::Result<ExitCode> {
    terminal::need_terminal()?;
    let context = terminal::context(&arguments.folder, terminal::world(&arguments.content)?)?;
    let start = match (&arguments.plan, &arguments.seed) {
        (None, None) => Start::Title,
        (plan, seed) => {
            let plan = terminal::whole_name(plan.as_deref().unwrap_or(&context.console.settings.plan))?;
            Start::Game(plan, seed.clone().unwrap_or_else(fresh_seed))
        }
    };
    terminal::run(context, start)
}
