//! `undercroft studio`: the studio in the browser, with the content folder beside it.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::messages::{note, usage};
use crate::studio::{Server, Site};

/// Opens the studio in the browser: recipes, seeds and every step of a level, live
///
/// Serves the pages to this computer only. With --content, the studio shows the folder's recipes, plans and vaults,
/// follows changes to them, and saves into the folder. Stop it with Ctrl+C.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft studio
  undercroft studio --content my-content
  undercroft studio --port 8042 --no-open

The pages are built by web/build. They are static files: any server can serve web/dist, but then there is no content folder.")]
pub(crate) struct Arguments {
    /// Port to listen on [default: any that is free]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Folder of the built pages [default: web/dist, or studio/ beside the program]
    #[arg(long, value_name = "DIR", env = "UNDERCROFT_PAGES")]
    pages: Option<PathBuf>,

    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(arguments: &Arguments, content: Option<&Path>) -> anyhow::Result<()> {
    let pages = find_pages(arguments.pages.as_deref())?;
    if let Some(file) = content.filter(|content| content.is_file()) {
        return Err(usage(format!("--content {}: not a folder", file.display())));
    }
    let site = Site::new(&pages, content)?;
    let server = Server::bind(arguments.port, site)?;
    let address = server.address();
    writeln!(io::stdout(), "{address}")?;
    io::stdout().flush()?;
    note("the studio runs at this address until you press Ctrl+C; it can only be opened on this computer");
    if !arguments.no_open && !open_browser(&address) {
        note("cannot open a browser: open the address yourself");
    }
    server.run()
}

/// The folder of the built pages.
fn find_pages(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    let is_built = |folder: &Path| folder.join("index.html").is_file();
    if let Some(folder) = given {
        return match is_built(folder) {
            true => Ok(folder.to_path_buf()),
            false => Err(usage(format!(
                "--pages {}: contains no index.html; build the pages with web/build",
                folder.display()
            ))),
        };
    }
    let beside = env::current_exe().ok().and_then(|program| Some(program.parent()?.join("studio")));
    let known = [Some(PathBuf::from("web/dist")), beside];
    let found = known.into_iter().flatten().find(|folder| is_built(folder));
    found.ok_or_else(|| {
        usage("cannot find the studio's pages; build them with web/build, or name their folder with --pages")
    })
}

fn open_browser(address: &str) -> bool {
    let (program, before): (&str, &[&str]) = match env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
