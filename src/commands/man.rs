//! `undercroft man`: the manual page, or one for each command.

use std::io::{self, Write};
use std::path::Path;

use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::arguments::Arguments;
use crate::output::{self, Output};

pub(crate) fn run(folder: Option<&Path>) -> anyhow::Result<()> {
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    match folder {
        None => output::print(&String::from_utf8_lossy(&page(&command)?.1)),
        Some(folder) => {
            for command in command.get_subcommands().chain([&command]) {
                let (name, page) = page(command)?;
                let mut out = Output::to(Some(&folder.join(name)))?;
                out.put(|out| out.write_all(&page))?;
                out.finish()?;
            }
            Ok(())
        }
    }
}

/// The page of a command, and what its file is called.
fn page(command: &Command) -> io::Result<(String, Vec<u8>)> {
    // What follows the options in the help has lines that must not be run together, so that it is added here.
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
            // A dot or a quote at the beginning, or a backslash anywhere, would be an order to the formatter.
            writeln!(page, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
        }
        writeln!(page, ".fi")?;
    }
    Ok((man.get_filename(), page))
}
