//! The page's description of a cell of the current level.

use serde::Serialize;
use undercroft_grid::{Distances, Neighbours};
use undercroft_mapgen::{Areas, Draft, Point};

use crate::mission::parts_in;

/// The page's description of a cell.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CellInfo {
    /// In world coordinates.
    at: [i32; 2],
    tile: String,
    glyph: char,
    walkable: bool,
    transparent: bool,
    room: Option<usize>,
    is_door: bool,
    vault: Option<String>,
    pub(crate) area: Option<AreaInfo>,
    /// What is on the cell, and what it is for in the mission.
    pub(crate) things: Vec<String>,
    /// Steps from the start.
    pub(crate) distance: Option<u32>,
}

/// The area that a cell belongs to.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AreaInfo {
    id: u32,
    name: String,
    kind: &'static str,
    tags: Vec<String>,
    /// Its role in the mission.
    role: Option<String>,
    cells: usize,
    /// The links to other areas, such as `door to 3`.
    links: Vec<String>,
}

/// Results that need the whole draft, cached while the pointer moves from cell to cell.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// The moment of the draft; otherwise the last.
    pub(crate) moment: Option<usize>,
    areas: Areas,
    distances: Option<Distances>,
}

impl Surroundings {
    pub(crate) fn of(draft: &Draft, moment: Option<usize>) -> Self {
        let from = draft.start.or(draft.arrival());
        let distances = from.map(|from| Distances::from(draft.open(), [from], Neighbours::Four));
        Self { moment, areas: Areas::of(draft), distances }
    }

    /// Describes a cell of the draft that these results belong to.
    pub(crate) fn cell(&self, draft: &Draft, at: Point) -> CellInfo {
        let (tile, world) = (draft.info(at), draft.world(at));
        let mut things: Vec<String> = Vec::new();
        if draft.start == Some(at) {
            things.push("start".into());
        }
        let stairs = draft.stairs.iter().filter(|stair| stair.at == at);
        things.extend(stairs.map(|stair| format!("stairs {}", stair.kind.name())));
        things.extend(draft.spawns_at(at).map(|spawn| spawn.kind.to_string()));
        things.extend(draft.mission.iter().flat_map(|mission| parts_in(mission, at)));
        CellInfo {
            at: [world.x, world.y],
            tile: tile.name.clone(),
            glyph: tile.glyph,
            walkable: tile.walkable,
            transparent: tile.transparent,
            room: draft.rooms.iter().position(|room| room.contains(at)).map(|index| index + 1),
            is_door: draft.doors.contains(&at),
            vault: draft.vaults.iter().find(|vault| vault.area.contains(at)).map(|vault| vault.name.to_string()),
            area: self.area(at),
            things,
            distance: self.distances.as_ref().and_then(|distances| distances.get(at)),
        }
    }

    fn area(&self, at: Point) -> Option<AreaInfo> {
        let area = self.areas.at(at)?;
        let other = |between: [u32; 2]| if between[0] == area.id { between[1] } else { between[0] };
        Some(AreaInfo {
            id: area.id,
            name: area.name.to_string(),
            kind: area.kind.name(),
            tags: area.tags.iter().map(ToString::to_string).collect(),
            role: area.role.as_ref().map(ToString::to_string),
            cells: area.cells,
            links: self
                .areas
                .links_of(area.id)
                .map(|link| format!("{} to {}", link.kind, other(link.between)))
                .collect(),
        })
    }
}
