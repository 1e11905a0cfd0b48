//! Projects for [LDtk](https://ldtk.io): any number of levels as one world.
//!
//! Each level has an IntGrid layer `Terrain`, whose values are the tiles' ids plus one (0 is empty), a layer `Tiles` that
//! shows them with the pictures of a [sheet](crate::ArtSheet), and layers of entities: `Rooms`, and `Things` with the
//! start, stairs, doors, creatures and items. Where a level comes from is in its fields.
//!
//! The levels of a plan lie on top of each other, each at its own depth of the world: stairs that meet in the dungeon meet
//! in the editor too. Levels of one depth lie side by side.
//!
//! ```
//! use undercroft_export::{ArtSheet, ldtk};
//! use undercroft_mapgen::Recipe;
//!
//! let level = Recipe::named("caves")?.build(42)?;
//! let sheet = ArtSheet::of_glyphs("caves-tiles", [&*level]);
//! let mut project = Vec::new();
//! ldtk::write(&[&*level], &sheet, None, &mut project)?;
//! assert!(project.starts_with(b"{"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod definitions;
mod instances;
mod world;

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};
use undercroft_mapgen::Draft;

use crate::ArtSheet;
use crate::art::Terrain;
use crate::error::ExportError;

use world::Placed;

/// The version of the format that is written.
const FORMAT_VERSION: &str = "1.5.3";
/// The most cells that the levels of a project may have in all: the editor does not open much more.
pub const MOST_LDTK_CELLS: u64 = 1 << 22;

/// The most levels of a project.
const MOST_LEVELS: usize = 1_000;

/// Writes levels as one project. All must be of one tileset.
///
/// # Errors
/// Where there are more than 1,000 levels or [`MOST_LDTK_CELLS`] cells, the sheet's pictures are not square or do not show all tiles, or what
/// `out` says.
pub fn write(levels: &[&Draft], sheet: &ArtSheet, plan: Option<&str>, out: &mut impl Write) -> Result<(), ExportError> {
    check_cells(levels.iter().map(|level| level.size().area() as u64).sum())?;
    if levels.len() > MOST_LEVELS {
        return Err(ExportError::Impossible(format!(
            "{} levels are too many for one LDtk project: at most {MOST_LEVELS}",
            levels.len()
        )));
    }
    let size = sheet.tile_size();
    if size.width != size.height {
        return Err(ExportError::Impossible(format!(
            "LDtk needs square pictures of tiles; those of tileset `{}` are {size} pixels",
            sheet.name()
        )));
    }
    let terrains = levels.iter().map(|level| Terrain::new(sheet, level)).collect::<Result<Vec<_>, _>>()?;
    let placed = world::place(levels, sheet);
    let project = Project {
        header: json!({
            "fileType": "LDtk Project JSON", "app": "LDtk", "doc": "https://ldtk.io/json",
            "schema": "https://ldtk.io/files/JSON_SCHEMA.json", "appAuthor": crate::metadata::GENERATOR,
            "appVersion": FORMAT_VERSION, "url": "https://ldtk.io",
        }),
        settings: settings(&placed, sheet),
        defs: definitions::all(levels.first().copied(), sheet, plan),
        levels: placed
            .iter()
            .zip(&terrains)
            .map(|(level, terrain)| instances::level(level, &placed, terrain, sheet, plan))
            .collect(),
    };
    serde_json::to_writer(&mut *out, &project).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Whether a project can hold so many cells: to be asked before large levels are made for nothing.
///
/// # Errors
/// Where there are more than [`MOST_LDTK_CELLS`].
pub fn check_cells(cells: u64) -> Result<(), ExportError> {
    if cells <= MOST_LDTK_CELLS {
        return Ok(());
    }
    Err(ExportError::Impossible(format!(
        "{cells} cells are too many for one LDtk project (at most {MOST_LDTK_CELLS}): show a part of a level with --window, \
         or fewer levels"
    )))
}

#[derive(Serialize)]
struct Project<'a> {
    #[serde(rename = "__header__")]
    header: Value,
    #[serde(flatten)]
    settings: Value,
    defs: Value,
    levels: Vec<instances::Level<'a>>,
}

fn settings(levels: &[Placed<'_>], sheet: &ArtSheet) -> Value {
    let side = sheet.tile_size().width;
    let first = levels.first();
    let pixels = |cells: fn(&Draft) -> u32| first.map_or(256, |level| cells(level.draft) * side);
    json!({
        "iid": world::unique(first, "project"), "jsonVersion": FORMAT_VERSION, "appBuildId": 473_703,
        "nextUid": world::FIRST_LEVEL + levels.len(), "identifierStyle": "Capitalize", "toc": [],
        "worldLayout": "Free", "worldGridWidth": 256, "worldGridHeight": 256,
        "defaultLevelWidth": pixels(|draft| draft.size().width), "defaultLevelHeight": pixels(|draft| draft.size().height),
        "defaultPivotX": 0, "defaultPivotY": 0, "defaultGridSize": side,
        "defaultEntityWidth": side, "defaultEntityHeight": side,
        "bgColor": "#121413", "defaultLevelBgColor": "#1E2320",
        "minifyJson": true, "externalLevels": false, "exportTiled": false, "simplifiedExport": false,
        "imageExportMode": "None", "exportLevelBg": true, "pngFilePattern": null,
        "backupOnSave": false, "backupLimit": 10, "backupRelPath": null,
        "levelNamePattern": "Level_%idx", "tutorialDesc": null, "customCommands": [], "flags": [],
        "dummyWorldIid": world::unique(first, "world"), "worlds": [],
    })
}
