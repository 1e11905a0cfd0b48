//! `undercroft view`: a level and how it is made, in the terminal.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use undercroft_tui::{Console, Ending, RecipeFiles, Saved, Target, ViewRequest, Viewer};

use crate::arguments::View;
use crate::levels::{USUAL_DEPTH, changed_recipe, find_plan, fresh_seed};
use crate::messages::{in_words, usage};
use crate::output::{print, write_whole};
use crate::recipes;
use crate::terminal;

pub(crate) fn run(arguments: &View) -> anyhow::Result<ExitCode> {
    let kind = &arguments.kind;
    // What is wrong with the arguments is told even where there is no terminal.
    let (target, name, usual_depth) = match &kind.plan {
        Some(name) => {
            let plan = find_plan(name)?;
            if let Some((levels, depth)) = plan.levels().zip(kind.depth).filter(|(levels, depth)| depth >= levels) {
                return Err(usage(format!("--depth {depth}: the deepest level of plan `{name}` is {}", levels - 1)));
            }
            (Target::Plan(Arc::new(plan)), name.as_str(), 0)
        }
        None => {
            let name = kind.recipe.as_deref().unwrap_or(recipes::usual());
            let (as_written, changed) = changed_recipe(name, kind.size, &kind.settings)?;
            let target = Target::Recipe { as_written: Box::new(as_written), changed: Box::new(changed) };
            (target, name, USUAL_DEPTH)
        }
    };
    if !terminal::has_terminal() {
        bail!("the viewer needs a terminal to be seen in, and there is none; `undercroft generate` needs none");
    }
    let settings = terminal::settings_to_look_with(&arguments.folder)?;
    let capabilities = terminal::capabilities(&settings);
    let seed = kind.seed.clone().unwrap_or_else(fresh_seed);
    let depth = kind.depth.unwrap_or(usual_depth);
    let request = ViewRequest::new(target, name, seed, depth);
    let mut viewer = Viewer::new(Console::new(settings, capabilities), Box::new(Here), request)?;
    viewer.show_overlay(arguments.overlay.map(Into::into));
    let ending = undercroft_tui::run(&mut viewer)?;
    // Whoever is ended by a signal may have nobody to read it.
    if ending == Ending::Quit {
        print(&format!("{}\n", viewer.command_line()))?;
    }
    Ok(terminal::exit_code(ending))
}

/// Recipes are saved where the command was started.
#[derive(Debug)]
struct Here;

impl RecipeFiles for Here {
    fn save(&mut self, name: &str, text: &str, replace: bool) -> Result<Saved, Box<dyn Error + Send + Sync>> {
        match write_whole(Path::new(name), text.as_bytes(), replace) {
            Ok(true) => Ok(Saved::Written),
            Ok(false) => Ok(Saved::Exists),
            Err(error) => Err(format!("{name}: {}", in_words(&error)).into()),
        }
    }
}
