//! `undercroft explain`: what a recipe, plan, vault, mission or step does, its parameters, and a sample.

mod places;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use undercroft_export::Format;
use undercroft_mapgen::{Content, ContentKind, Fact, Parameter, Phase, Reach, Recipe, Size, Step, StepKind, closest};

use crate::format::{format_for_file, print_level};
use crate::library::Library;
use crate::messages::usage;
use crate::output::{Output, print};
use crate::plot::{self, MissionGraph};
use crate::text_files::is_path;
use crate::text_layout::{BOLD, DIM, LITERAL, columns, wrapped};

/// The size of a sample, if the recipe works at that size.
const SAMPLE: Size = Size::new(64, 20);

/// Explains a recipe, plan, vault, mission or step: what it does, its parameters, a sample
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft explain caves
  undercroft explain scatter
  undercroft explain treasury
  undercroft explain keys-in-order
  undercroft explain keys-in-order --out graph.svg
  undercroft explain --content my-content my-recipe")]
pub(crate) struct Arguments {
    /// Name of a recipe, plan, vault, mission or step, or path to a recipe file
    #[arg(value_name = "NAME")]
    name: String,

    /// Draw the graph of a mission to this file, SVG or PNG, instead of describing it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    let (name, maps) = (arguments.name.as_str(), library.maps());
    if let Some(out) = &arguments.out {
        return draw_mission(name, maps, out);
    }
    if is_path(name) {
        return explain_recipe(&library.recipe(name)?, name, library);
    }
    let has = |kind: ContentKind| maps.names(kind).contains(&name);
    let step = maps.registry().get(name);
    let mut explained = Vec::new();
    let mut heading = |what: &'static str| {
        let first = explained.is_empty();
        explained.push(what);
        match first {
            true => Ok(()),
            false => print(&format!("\n{DIM}There is also a {what} of this name.{DIM:#}\n\n")),
        }
    };
    if has(ContentKind::Recipe) {
        heading("recipe")?;
        explain_recipe(&maps.recipe(name)?, name, library)?;
    }
    if has(ContentKind::Plan) {
        heading("plan")?;
        places::explain_plan(&maps.plan(name)?, &library.option())?;
    }
    if has(ContentKind::Vault) {
        heading("vault")?;
        places::explain_vault(&maps.vault(name)?, maps)?;
    }
    if has(ContentKind::Mission) {
        heading("mission")?;
        places::explain_mission(&maps.mission(name)?, maps)?;
    }
    if let Some(step) = step {
        heading("step")?;
        explain_step(step, maps)?;
    }
    if explained.is_empty() { Err(unknown(name, maps)) } else { Ok(()) }
}

fn draw_mission(name: &str, maps: &Content, out: &Path) -> anyhow::Result<()> {
    if !maps.names(ContentKind::Mission).contains(&name) {
        return Err(usage(format!(
            "--out draws missions, and no mission is called `{name}`; see `undercroft list missions`"
        )));
    }
    let pattern = maps.mission(name)?;
    let graph = MissionGraph::of(&pattern);
    match format_for_file(out) {
        Ok(Format::Svg) => {
            Output::write_file(out, |out| out.write_all(plot::svg(&graph).map_err(io::Error::other)?.as_bytes()))
        }
        Ok(Format::Png) => {
            Output::write_file(out, |out| plot::picture(&graph).map_err(io::Error::other)?.write_png(out))
        }
        _ => Err(usage(format!(
            "--out {}: the graph of a mission is an SVG or PNG file; end its name in .svg or .png",
            out.display()
        ))),
    }
}

fn unknown(name: &str, maps: &Content) -> anyhow::Error {
    let kinds = [ContentKind::Recipe, ContentKind::Plan, ContentKind::Vault, ContentKind::Mission];
    let known = kinds.into_iter().flat_map(|kind| maps.names(kind));
    let remedy = match closest(name, known.chain(maps.registry().iter().map(|step| step.name))) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "see `undercroft list`".into(),
    };
    usage(format!("no recipe, plan, vault, mission or step is called `{name}`; {remedy}"))
}

fn explain_recipe(recipe: &Recipe, typed: &str, library: &Library) -> anyhow::Result<()> {
    let mut text = String::new();
    writeln!(text, "{BOLD}{}{BOLD:#}, a recipe for levels of {}", recipe.name(), recipe.level_size())?;
    writeln!(text, "{}\n\n{BOLD}Steps{BOLD:#}", wrapped(recipe.description(), 0))?;
    for (index, ((label, step), place)) in recipe.steps().zip(recipe.places()).enumerate() {
        let kind = library.maps().registry().get(step.name());
        let called = if label == step.name() { String::new() } else { format!(" ({})", step.name()) };
        let summary = kind.map_or("", StepKind::summary);
        let heading = format!("{LITERAL}{label}{LITERAL:#}{called}");
        writeln!(text, "{:>3}  {heading}  {}", index + 1, wrapped(summary, 7 + label.len() + called.len()))?;
        if let Some(place) = place {
            writeln!(text, "       where {place}")?;
        }
        let (own, defaults) = (step.parameters(), kind.map(StepKind::defaults).unwrap_or_default());
        for key in kind.map_or(&[][..], |kind| kind.parameters).iter().map(Parameter::name) {
            match (own.get(&key), defaults.get(&key)) {
                (None, _) => {}
                (Some(value), Some(default)) if default == value => {
                    writeln!(text, "       {DIM}{key} = {value}{DIM:#}")?;
                }
                (Some(value), Some(default)) => {
                    writeln!(text, "       {key} = {value}  {DIM}[default: {default}]{DIM:#}")?;
                }
                (Some(value), None) => writeln!(text, "       {key} = {value}")?,
            }
        }
    }
    let option = library.option();
    let (sample, size) = match recipe.clone().sized(SAMPLE.width, SAMPLE.height).build(1) {
        Ok(level) => (level, format!(" --size {SAMPLE}")),
        Err(_) => (recipe.build(1)?, String::new()),
    };
    writeln!(text, "\n{BOLD}Sample{BOLD:#}: undercroft generate {typed} --seed 1{size}{option}")?;
    print(&text)?;
    print_level(sample.as_draft())?;
    if let Some(example) = example_setting(recipe) {
        print(&format!("\n{BOLD}To change it{BOLD:#}: undercroft generate {typed} --set {example}{option}\n"))?;
    }
    Ok(())
}

/// The first parameter that is a number, as a setting to try.
fn example_setting(recipe: &Recipe) -> Option<String> {
    recipe.steps().find_map(|(label, step)| {
        let table = step.parameters();
        let (key, value) = table.iter().find(|(_, value)| value.is_integer() || value.is_float())?;
        Some(format!("{label}.{key}={value}"))
    })
}

fn explain_step(kind: &StepKind, maps: &Content) -> anyhow::Result<()> {
    let step = kind.default_step();
    let defaults = kind.defaults();
    let mut text = String::new();
    writeln!(text, "{BOLD}{}{BOLD:#}, a step", kind.name)?;
    writeln!(text, "{}", paragraphs(kind.doc))?;

    if !kind.parameters.is_empty() {
        writeln!(text, "\n{BOLD}Parameters{BOLD:#} and their defaults")?;
        let rows: Vec<[String; 3]> = kind
            .parameters
            .iter()
            .map(|parameter| {
                let name = parameter.name();
                let default = defaults.get(&name).map_or_else(|| "none".to_owned(), ToString::to_string);
                [format!("  {name}"), default, sentence(parameter.doc)]
            })
            .collect();
        writeln!(text, "{}", columns(&rows))?;
    }

    let reach = match step.reach() {
        Reach::Cells(0) => "each cell by itself; works on endless levels".to_owned(),
        Reach::Cells(1) => "each cell and its neighbours; works on endless levels".to_owned(),
        Reach::Cells(cells) => format!("up to {cells} cells around each; works on endless levels"),
        _ => "the whole level".to_owned(),
    };
    let phase = match step.phase() {
        Phase::Ground => "shapes the ground; before all steps that place things",
        _ => "places things; after all steps that shape the ground",
    };
    let users = users_of(maps, |step| step.name() == kind.name);
    writeln!(text, "\n{BOLD}Use{BOLD:#}")?;
    let rows = [
        ["  order", phase],
        ["  needs", &facts(&step.needs())],
        ["  provides", &facts(&step.provides())],
        ["  looks at", &reach],
        ["  used by", &users],
    ];
    writeln!(text, "{}", columns(&rows))?;

    writeln!(text, "\n{BOLD}In a recipe file{BOLD:#}\n  [[step]]\n  do = \"{}\"", kind.name)?;
    for key in kind.parameters.iter().map(Parameter::name) {
        if let Some(value) = defaults.get(&key) {
            writeln!(text, "  {key} = {value}")?;
        }
    }
    print(&text)
}

fn facts(facts: &[Fact]) -> String {
    match facts {
        [] => "nothing".into(),
        facts => facts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// The recipes with such a step.
fn users_of(maps: &Content, is_used: impl Fn(&dyn Step) -> bool) -> String {
    let names = maps.names(ContentKind::Recipe).into_iter();
    let has = |name: &&str| maps.recipe(name).is_ok_and(|recipe| recipe.steps().any(|(_, step)| is_used(step)));
    match names.filter(has).collect::<Vec<_>>() {
        users if users.is_empty() => "no recipe".into(),
        users => users.join(", "),
    }
}

/// Documentation from the source, for a terminal: paragraphs wrapped, drawings kept, markup removed.
fn paragraphs(doc: &[&str]) -> String {
    let mut text = String::new();
    let mut paragraph = String::new();
    let mut drawing = false;
    for line in doc.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)) {
        let fence = line.trim_start().starts_with("```");
        if fence || drawing || line.trim().is_empty() {
            if !paragraph.is_empty() {
                text += &wrapped(paragraph.trim_end(), 0);
                text.push('\n');
                paragraph.clear();
            }
            match (fence, drawing) {
                (true, _) => drawing = !drawing,
                (false, true) => text += &format!("    {line}\n"),
                (false, false) => text.push('\n'),
            }
        } else {
            paragraph += &without_links(line);
            paragraph.push(' ');
        }
    }
    text += &wrapped(paragraph.trim_end(), 0);
    text.trim_end().to_owned()
}

/// Documentation from the source in one line.
fn sentence(doc: &[&str]) -> String {
    let words: Vec<&str> = doc.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    without_links(&words.join(" "))
}

/// A terminal cannot follow links: only their names remain.
fn without_links(line: &str) -> String {
    line.replace("[`", "`").replace("`]", "`")
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::Registry;

    use super::*;

    #[test]
    fn documentation_reads_well_without_its_markup() {
        let doc = [" Opens a door. See [`Doors`]", " for more.", "", " ```text", " #.#", " ```", " The end."];
        assert_eq!(paragraphs(&doc), "Opens a door. See `Doors` for more.\n\n    #.#\nThe end.");
        assert_eq!(sentence(&doc[..2]), "Opens a door. See `Doors` for more.");
    }

    #[test]
    fn every_step_and_parameter_is_documented() {
        for step in Registry::standard().iter() {
            assert!(!step.summary().is_empty(), "`{}` is not documented", step.name);
            for parameter in step.parameters {
                assert!(!sentence(parameter.doc).is_empty(), "{}.{} is not documented", step.name, parameter.name());
            }
        }
    }
}
