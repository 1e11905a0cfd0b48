//! `undercroft list`: what is available, one per line.

use std::sync::Arc;

use clap::ValueEnum;
use clap::builder::styling::{RgbColor, Style};
use undercroft_export::Format;
use undercroft_game::{CreatureKind, GameContent, ItemKind, plan_length};
use undercroft_mapgen::{
    Colour, Content, ContentKind, Difficulty, Draft, LookupError, Metric, Point, Size, Terrain, Tile, TileInfo, Tileset,
};

use crate::format::{colour_depth, format_for_standard_output};
use crate::library::Library;
use crate::output::print;
use crate::text_layout::columns;

/// Lists what is available: recipes, plans, vaults, missions, tilesets, steps, tiles, metrics, creatures, items
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// What to list; without it, prints an overview
    what: Option<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Kinds of level
    Recipes,
    /// Whole dungeons, made of levels
    Plans,
    /// Hand-drawn rooms and places that recipes stamp on levels
    Vaults,
    /// Patterns of keys, locks and secrets that `furnish` lays over levels
    Missions,
    /// Sets of tiles
    Tilesets,
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

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    let maps = library.maps();
    let text = match arguments.what {
        None => overview(maps, &*library.game()?),
        Some(Kind::Recipes) => recipes(maps),
        Some(Kind::Plans) => plans(maps),
        Some(Kind::Vaults) => vaults(maps),
        Some(Kind::Missions) => missions(maps),
        Some(Kind::Tilesets) => tilesets(maps),
        Some(Kind::Steps) => steps(maps),
        Some(Kind::Tiles) => tiles(library.maps().tiles()),
        Some(Kind::Metrics) => metrics(),
        Some(Kind::Creatures) => creatures(&*library.game()?),
        Some(Kind::Items) => items(&*library.game()?),
    };
    print(&format!("{text}\n"))
}

fn overview(maps: &Content, game: &GameContent) -> String {
    let rows = [
        ("recipes", maps.names(ContentKind::Recipe).len(), "kinds of level"),
        ("plans", maps.names(ContentKind::Plan).len(), "whole dungeons, made of levels"),
        ("vaults", maps.names(ContentKind::Vault).len(), "hand-drawn places that recipes stamp on levels"),
        ("missions", maps.names(ContentKind::Mission).len(), "patterns of keys, locks and secrets"),
        ("tilesets", maps.names(ContentKind::Tileset).len(), "sets of tiles"),
        ("steps", maps.registry().iter().count(), "steps that recipes are made of"),
        ("tiles", maps.tiles().iter().count(), "tiles that levels are made of"),
        ("metrics", Metric::ALL.len(), "measurements of a level"),
        ("creatures", monsters(game).count(), "kinds of creature in the game"),
        ("items", game.items().count(), "kinds of item in the game"),
    ];
    columns(&rows.map(|(what, count, text)| [format!("undercroft list {what}"), format!("{count} {text}")]))
}

/// A row for everything of a kind. A file with an error has a row that shows it, so that the others can be seen.
fn rows<T, const N: usize>(
    maps: &Content,
    kind: ContentKind,
    find: impl Fn(&str) -> Result<T, LookupError>,
    row: impl Fn(&T) -> [String; N],
) -> String {
    let row = |name: &str| {
        let mut cells: [String; N] = std::array::from_fn(|_| String::new());
        match find(name) {
            Ok(found) => cells = row(&found),
            Err(error) => cells[N - 1] = format!("invalid: {error}"),
        }
        cells[0] = name.to_owned();
        cells
    };
    columns(&maps.names(kind).into_iter().map(row).collect::<Vec<_>>())
}

fn recipes(maps: &Content) -> String {
    rows(
        maps,
        ContentKind::Recipe,
        |name| maps.recipe(name),
        |recipe| [String::new(), recipe.level_size().to_string(), recipe.description().into()],
    )
}

fn plans(maps: &Content) -> String {
    rows(
        maps,
        ContentKind::Plan,
        |name| maps.plan(name),
        |plan| {
            let difficulty = plan.difficulty().map_or("", Difficulty::name);
            [String::new(), plan_length(plan), difficulty.into(), plan.description().into()]
        },
    )
}

fn vaults(maps: &Content) -> String {
    rows(
        maps,
        ContentKind::Vault,
        |name| maps.vault(name),
        |vault| {
            let place = match vault.terrain() {
                Terrain::Rock => "in rock",
                Terrain::Open => "on open ground",
                _ => "anywhere",
            };
            let depths = format!("depth {}", vault.depths());
            let tags = vault.tags().collect::<Vec<_>>().join(", ");
            [String::new(), vault.size().to_string(), place.into(), depths, tags, vault.description().into()]
        },
    )
}

fn missions(maps: &Content) -> String {
    rows(maps, ContentKind::Mission, |name| maps.mission(name), |pattern| [String::new(), pattern.description().into()])
}

fn tilesets(maps: &Content) -> String {
    rows(
        maps,
        ContentKind::Tileset,
        |name| maps.tileset(name),
        |tileset| {
            let tiles: Vec<&str> = tileset.iter().map(|(_, tile)| tile.name.as_str()).collect();
            [String::new(), format!("{} tiles", tiles.len()), tiles.join(", ")]
        },
    )
}

fn steps(maps: &Content) -> String {
    columns(&maps.registry().iter().map(|step| [step.name, step.summary()]).collect::<Vec<_>>())
}

fn tiles(tileset: &Arc<Tileset>) -> String {
    let row = |(id, tile): (Tile, &TileInfo)| {
        [tile.name.clone(), sample(id, tileset), properties(tile).into(), tile.description.clone()]
    };
    columns(&tileset.iter().map(row).collect::<Vec<_>>())
}

fn metrics() -> String {
    columns(&Metric::ALL.map(|metric| [metric.name(), metric.definition()]))
}

fn creatures(content: &GameContent) -> String {
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
fn monsters(content: &GameContent) -> impl Iterator<Item = &CreatureKind> {
    content.creatures().filter(|(id, _)| *id != content.hero()).map(|(_, kind)| kind)
}

fn items(content: &GameContent) -> String {
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

/// A glyph in its colour. Printing strips the colour where it cannot be shown.
fn glyph(glyph: char, colour: Colour) -> String {
    let style = Style::new().fg_color(Some(RgbColor(colour.red, colour.green, colour.blue).into()));
    format!("{style}{glyph}{style:#}")
}

/// The tile as a level would show it here.
fn sample(id: Tile, tileset: &Arc<Tileset>) -> String {
    let mut cell = Draft::new(Size::new(1, 1), tileset.clone());
    cell.set(Point::new(0, 0), id);
    let text = match format_for_standard_output() {
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
