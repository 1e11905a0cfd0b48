//! `undercroft completions`: a script that lets a shell complete our commands.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::output;

pub(crate) fn run(shell: Shell) -> anyhow::Result<()> {
    // Into memory first: the generator panics where its writer fails, as a closed pipe does.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "undercroft", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
