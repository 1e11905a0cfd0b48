//! `undercroft completions`: a completion script for a shell.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::output;

/// Prints a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft completions bash > ~/.local/share/bash-completion/completions/undercroft
  undercroft completions zsh > ~/.zfunc/_undercroft
  undercroft completions fish > ~/.config/fish/completions/undercroft.fish")]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    // The generator panics if its writer fails, as a closed pipe does: give it memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "undercroft", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
