//! The judge of levels that all tests share: an independent second opinion on every promise.
//!
//! It shares no code with the generator's own checks. A level is reduced to a [`PlainLevel`], a grid of tile names
//! and some lists of cells, which is what any reader of the JSON sees; [`PlainLevel::judge`] then goes through the
//! promises with the simplest loops that do the job.

mod book;
mod dungeon;
mod json;
mod judge;
mod mission;

pub use dungeon::judge_dungeon;
pub use json::JsonError;
pub use judge::{BrokenPromise, Cell, PlainArea, PlainLevel, TileKind};
pub use mission::PlainMission;

use undercroft_mapgen::{Area, Areas, Draft, Point};

impl From<&Draft> for PlainLevel {
    fn from(draft: &Draft) -> Self {
        let cell = |at: Point| (i64::from(at.x), i64::from(at.y));
        let kinds = draft.tileset().iter().map(|(_, tile)| {
            let (name, glyph, walkable) = (tile.name.clone(), tile.glyph, tile.walkable);
            TileKind { name, glyph, walkable }
        });
        let areas = Areas::of(draft);
        let area = |area: &Area| PlainArea {
            id: area.id.into(),
            kind: area.kind.name().into(),
            first: cell(area.bounds.min()),
            width: area.bounds.width.into(),
            height: area.bounds.height.into(),
        };
        Self {
            recipe: draft.metadata.recipe.to_string(),
            seed: draft.metadata.seed.to_string(),
            depth: draft.metadata.depth.into(),
            origin: cell(draft.origin),
            width: i64::from(draft.size().width),
            height: i64::from(draft.size().height),
            start: draft.start.map(cell),
            stairs: draft.stairs.iter().map(|stair| (stair.kind.name().to_owned(), cell(stair.at))).collect(),
            doors: draft.doors.iter().map(|at| cell(*at)).collect(),
            spawns: draft.spawns.iter().map(|spawn| (spawn.kind.to_string(), cell(spawn.at))).collect(),
            rooms: draft.rooms.iter().map(|room| (cell(room.min()), room.width.into(), room.height.into())).collect(),
            areas: areas.iter().map(area).collect(),
            area_map: areas.rows().flatten().map(i64::from).collect(),
            links: areas
                .links()
                .iter()
                .map(|link| ((link.between[0].into(), link.between[1].into()), cell(link.at)))
                .collect(),
            mission: draft.mission.as_deref().map(PlainMission::from),
            missions: draft.region_missions().iter().map(PlainMission::from).collect(),
            map: draft.tiles().as_slice().iter().map(|tile| usize::from(tile.0)).collect(),
            kinds: kinds.collect(),
        }
    }
}

/// Reads a level from its JSON and judges it.
///
/// # Errors
/// If the text does not describe a level, or the level breaks a promise.
pub fn judge_json(json: &str) -> Result<PlainLevel, Box<dyn std::error::Error>> {
    let level = PlainLevel::from_json(json)?;
    level.judge()?;
    Ok(level)
}

/// A number that the environment gives to a long run: `FIRST=1000 COUNT=500 cargo test …`.
///
/// # Panics
/// If it is not a whole number.
#[must_use]
pub fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a whole number"))
}

/// Panics with the map drawn if the level breaks a promise.
#[track_caller]
pub fn assert_keeps_promises(draft: &Draft) {
    if let Err(broken) = PlainLevel::from(draft).judge() {
        panic!("{broken}");
    }
}

/// Compiles and runs the examples in the main README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Compiles and runs the example on the page about vaults and pins.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/vaults.md")]
struct VaultsAndPins;

/// Compiles and runs the examples on the page about endless levels.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/endless.md")]
struct EndlessLevels;
