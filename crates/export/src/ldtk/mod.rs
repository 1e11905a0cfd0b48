//! [LDtk](https://ldtk.io) projects: any number of levels in one world.
//!
//! Each level has an IntGrid layer `Terrain`, whose values are tile ids plus one (0 is empty); a layer `Tiles` that
//! shows them with the pictures of an [art sheet](crate::ArtSheet); and entity layers: `Rooms`, `Areas` with the areas,
//! the links between them and the mission, and `Things` with the start, stairs, doors, creatures and items. The level's
//! fields record its recipe, seed and depth.
//!
//! The levels of a plan are stacked, each at its own world depth, so that connected stairs line up in the editor too.
//! Levels of the same depth are side by side.
//!
//! ```
//! use undercroft_export::{ArtSheet, ldtk};
//! use undercroft_mapgen::Recipe;
//!
//! let level = Recipe::named("caves")?.build(42)?;
//! let sheet = ArtSheet::of_glyphs("caves-tiles", [level.as_draft()]);
//! let mut project = Vec::new();
//! ldtk::write(&[level.as_draft()], &sheet, None, &mut project)?;
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

/// The LDtk version whose format we write.
const FORMAT_VERSION: &str = "1.5.3";
/// The most cells a project may have in total; the editor struggles with more.
pub const MOST_LDTK_CELLS: u64 = 1 << 22;

/// The most levels in a project.
pub(crate) const MOST_LDTK_LEVELS: usize = 1_000;

/// Writes levels as one project. They must share a tileset.
///
/// # Errors
/// If there are more than 1,000 levels or [`MOST_LDTK_CELLS`] cells, if the pictures are not square or one is
/// missing, or if writing fails.
pub fn write(levels: &[&Draft], sheet: &ArtSheet, plan: Option<&str>, out: &mut impl Write) -> Result<(), ExportError> {
    check_cells(levels.iter().map(|level| level.size().area() as u64).sum())?;
    if levels.len() > MOST_LDTK_LEVELS {
        return Err(ExportError::LdtkLevels(levels.len()));
    }
    let size = sheet.tile_size();
    if size.width != size.height {
        return Err(ExportError::LdtkTiles { sheet: sheet.name().into(), size });
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

/// Checks that a project can hold this many cells, before any large levels are generated.
///
/// # Errors
/// If there are more than [`MOST_LDTK_CELLS`].
pub fn check_cells(cells: u64) -> Result<(), ExportError> {
    if cells > MOST_LDTK_CELLS {
        return Err(ExportError::LdtkCells(cells));
    }
    Ok(())
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
