//! `undercroft man`: the manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::cli::Cli;
use crate::output::{self, Output};

/// Prints the manual page
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft man > undercroft.1 && man ./undercroft.1
  undercroft man --out ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// Write a page for each command into this directory instead
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(directory) = &arguments.out else {
        return output::print(&String::from_utf8_lossy(&page(&command)?.1));
    };
    for command in command.get_subcommands().chain([&command]) {
        let (name, page) = page(command)?;
        Output::write_file(&directory.join(name), |out| out.write_all(&page))?;
    }
    Ok(())
}

/// The file name and the text of a command's page.
fn page(command: &Command) -> io::Result<(String, Vec<u8>)> {
    // The generator would run the lines of the examples together, so they are added here.
    let man = Man::new(command.clone().after_help(Resettable::Reset));
    let mut page = Vec::new();
    man.render(&mut page)?;
    let ending = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    for paragraph in ending.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        let (heading, lines) = match paragraph.strip_prefix("Examples:\n") {
            Some(lines) => ("EXAMPLES", lines),
            None => ("NOTES", paragraph),
        };
        writeln!(page, ".SH {heading}\n.nf")?;
        for line in lines.lines() {
            // `\&` keeps a leading dot or quote from being a request; a backslash anywhere would be an escape.
            writeln!(page, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
        }
        writeln!(page, ".fi")?;
    }
    Ok((man.get_filename(), page))
}
