//! `undercroft man`: the manual page, or one for each command.

use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::arguments::Arguments;
use crate::output::{self, cannot_write};

pub(crate) fn run(folder: Option<&Path>) -> anyhow::Result<()> {
    let command = Arguments::command();
    match folder {
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page)?;
            output::print(&String::from_utf8_lossy(&page))
        }
        Some(folder) => {
            clap_mangen::generate_to(command, folder).map_err(|error| cannot_write(&folder.join("undercroft.1"), error))
        }
    }
}
