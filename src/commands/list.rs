//! `undercroft list`: what is available, one per line.

use std::sync::Arc;

use clap::ValueEnum;
use clap::builder::styling::{RgbColor, Style};
use undercroft_game::{Content, CreatureKind, ItemKind};
use undercroft_mapgen::{Colour, Draft, Metric, Plan, Point, Recipe, Registry, Size, Tile, TileInfo, Tileset};

use crate::arguments::ContentArguments;
use crate::format::{Format, colour_depth};
use crate::game_content;
use crate::output::print;
use crate::text_layout::columns;

/// Lists what is available: recipes, plans, steps, tiles, metrics, creatures, items
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// What to list; without it, prints an overview
    what: Option<Kind>,

    #[command(flatten)]
    content: ContentArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Kinds of level
    Recipes,
    /// Dungeons made of them
    Plans,
    /// What recipes are made of
    Steps,
    /// What levels are made of
    Tiles,
    /// What can be measured on a level
    Metrics,
    /// Creatures of the game
    Creatures,
    /// Items of the game
    Items,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let content = || game_content::read(arguments.content.directory.as_deref());
    let text = match arguments.what {
        None => overview(&*content()?),
        Some(Kind::Recipes) => recipes()?,
        Some(Kind::Plans) => plans()?,
        Some(Kind::Steps) => steps(),
        Some(Kind::Tiles) => tiles(),
        Some(Kind::Metrics) => metrics(),
        Some(Kind::Creatures) => creatures(&*content()?),
        Some(Kind::Items) => items(&*content()?),
    };
    print(&format!("{text}\n"))
}

fn overview(content: &Content) -> String {
    let rows = [
        ("recipes", Recipe::names().count(), "kinds of level"),
        ("plans", Plan::names().count(), "dungeons made of them"),
        ("steps", Registry::standard().iter().count(), "steps that recipes are made of"),
        ("tiles", Tileset::standard().iter().count(), "tiles that levels are made of"),
        ("metrics", Metric::ALL.len(), "measurements of a level"),
        ("creatures", monsters(content).count(), "kinds of creature in the game"),
        ("items", content.items().count(), "kinds of item in the game"),
    ];
    columns(&rows.map(|(what, count, text)| [format!("undercroft list {what}"), format!("{count} {text}")]))
}

fn recipes() -> anyhow::Result<String> {
    let recipes: Vec<Recipe> = Recipe::names().map(Recipe::named).collect::<Result<_, _>>()?;
    let row = |recipe: &Recipe| [recipe.name().into(), recipe.size().to_string(), recipe.description().into()];
    Ok(columns(&recipes.iter().map(row).collect::<Vec<_>>()))
}

fn plans() -> anyhow::Result<String> {
    let plans: Vec<Plan> = Plan::names().map(Plan::named).collect::<Result<_, _>>()?;
    let levels = |plan: &Plan| plan.levels().map_or("endless".into(), |levels| format!("{levels} levels"));
    let row = |plan: &Plan| [plan.name().into(), levels(plan), plan.description().into()];
    Ok(columns(&plans.iter().map(row).collect::<Vec<_>>()))
}

fn steps() -> String {
    columns(&Registry::standard().iter().map(|step| [step.name, step.summary()]).collect::<Vec<_>>())
}

fn tiles() -> String {
    let tileset = Tileset::standard();
    let row = |(id, tile): (Tile, &TileInfo)| {
        [tile.name.clone(), sample(id, &tileset), properties(tile).into(), tile.description.clone()]
    };
    columns(&tileset.iter().map(row).collect::<Vec<_>>())
}

fn metrics() -> String {
    columns(&Metric::ALL.map(|metric| [metric.name(), metric.definition()]))
}

fn creatures(content: &Content) -> String {
    let heading = ["", "", "depths", "hit points", "attack", "defence", "speed", ""].map(String::from);
    let row = |kind: &CreatureKind| {
        [
            kind.name.clone(),
            glyph(kind.glyph, kind.colour),
            kind.depths.to_string(),
            kind.hit_points.to_string(),
            kind.attack.to_string(),
            kind.defence.to_string(),
            kind.speed.to_string(),
            kind.description.clone(),
        ]
    };
    columns(&std::iter::once(heading).chain(monsters(content).map(row)).collect::<Vec<_>>())
}

/// All creatures except the hero.
fn monsters(content: &Content) -> impl Iterator<Item = &CreatureKind> {
    content.creatures().filter(|(id, _)| *id != content.hero()).map(|(_, kind)| kind)
}

fn items(content: &Content) -> String {
    let heading = ["", "", "class", "depths", "worth", ""].map(String::from);
    let row = |kind: &ItemKind| {
        [
            kind.name.clone(),
            glyph(kind.glyph, kind.colour),
            kind.class.name().into(),
            kind.depths.to_string(),
            kind.worth.to_string(),
            kind.description.clone(),
        ]
    };
    columns(&std::iter::once(heading).chain(content.items().map(|(_, kind)| row(kind))).collect::<Vec<_>>())
}

/// A glyph in its colour, which printing removes if it would not be shown.
fn glyph(glyph: char, colour: Colour) -> String {
    let style = Style::new().fg_color(Some(RgbColor(colour.red, colour.green, colour.blue).into()));
    format!("{style}{glyph}{style:#}")
}

/// The tile as a level would show it here.
fn sample(id: Tile, tileset: &Arc<Tileset>) -> String {
    let mut cell = Draft::new(Size::new(1, 1), tileset.clone());
    cell.set(Point::new(0, 0), id);
    let text = match Format::for_standard_output() {
        Format::Ansi => undercroft_export::ansi(&cell, colour_depth()),
        _ => undercroft_export::unicode(&cell),
    };
    text.trim_end_matches('\n').to_owned()
}

/// Whether a tile can be walked on and seen through.
const fn properties(tile: &TileInfo) -> &'static str {
    match (tile.walkable, tile.transparent) {
        (true, true) => "walkable",
        (true, false) => "walkable, opaque",
        (false, true) => "impassable",
        (false, false) => "solid",
    }
}
