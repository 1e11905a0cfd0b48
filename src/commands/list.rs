//! `undercroft list`: what there is, a line for each.

use std::sync::Arc;

use clap::builder::styling::{RgbColor, Style};
use undercroft_game::{Content, CreatureKind, ItemKind};
use undercroft_mapgen::{Colour, Draft, Metric, Plan, Point, Recipe, Registry, Size, Tile, TileInfo, Tileset};

use crate::arguments::{ContentArguments, Things};
use crate::format::{Format, colour_depth};
use crate::game_content;
use crate::output::print;
use crate::text_layout::columns;

pub(crate) fn run(what: Option<Things>, arguments: &ContentArguments) -> anyhow::Result<()> {
    let content = || game_content::read(arguments.folder());
    let text = match what {
        None => things(&*content()?),
        Some(Things::Recipes) => recipes()?,
        Some(Things::Plans) => plans()?,
        Some(Things::Steps) => steps(),
        Some(Things::Tiles) => tiles(),
        Some(Things::Metrics) => metrics(),
        Some(Things::Creatures) => creatures(&*content()?),
        Some(Things::Items) => items(&*content()?),
    };
    print(&format!("{text}\n"))
}

fn things(content: &Content) -> String {
    let recipes = format!("the {} kinds of level that can be made", Recipe::names().count());
    let plans = format!("the {} dungeons that can be made of them", Plan::names().count());
    let steps = format!("the {} steps that recipes are made of", Registry::standard().iter().count());
    let tiles = format!("the {} tiles that levels are made of", Tileset::standard().iter().count());
    let metrics = format!("the {} figures that levels are measured by", Metric::ALL.len());
    let creatures = format!("the {} kinds of creature that the game has", others(content).count());
    let items = format!("the {} kinds of item that the game has", content.items().count());
    columns(&[
        ["undercroft list recipes", &recipes],
        ["undercroft list plans", &plans],
        ["undercroft list steps", &steps],
        ["undercroft list tiles", &tiles],
        ["undercroft list metrics", &metrics],
        ["undercroft list creatures", &creatures],
        ["undercroft list items", &items],
    ])
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
        [tile.name.clone(), look(id, &tileset), kind(tile).into(), tile.description.clone()]
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
    columns(&std::iter::once(heading).chain(others(content).map(row)).collect::<Vec<_>>())
}

/// All creatures but the hero.
fn others(content: &Content) -> impl Iterator<Item = &CreatureKind> {
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

/// A glyph in its colour; where colours are not shown, they are taken out later.
fn glyph(glyph: char, colour: Colour) -> String {
    let style = Style::new().fg_color(Some(RgbColor(colour.red, colour.green, colour.blue).into()));
    format!("{style}{glyph}{style:#}")
}

/// The tile as a level would show it here.
fn look(id: Tile, tileset: &Arc<Tileset>) -> String {
    let mut cell = Draft::new(Size::new(1, 1), tileset.clone());
    cell.set(Point::new(0, 0), id);
    let text = match Format::for_standard_output() {
        Format::Ansi => undercroft_export::ansi(&cell, colour_depth()),
        _ => undercroft_export::unicode(&cell),
    };
    text.trim_end_matches('\n').to_owned()
}

/// Whether one can walk on a tile and see through it.
const fn kind(tile: &TileInfo) -> &'static str {
    match (tile.walkable, tile.transparent) {
        (true, true) => "walkable",
        (true, false) => "walkable, opaque",
        (false, true) => "blocks the way",
        (false, false) => "solid",
    }
}
