//! Reads levels back from our JSON or from a text drawing.

use std::sync::Arc;

use serde::Deserialize;
use undercroft_mapgen::{
    AreaKind, Areas, Class, Draft, LONGEST_SIDE, MOST_CELLS, Point, Properties, Rect, Seed, Size, Spawn, Stair,
    StairKind, StampedVault, Tile, Tileset, Zones,
};

use crate::mission::MissionEntry;

/// Why a text is not a level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is empty.
    #[error("the file is empty")]
    Empty,
    /// The drawing has no walkable cell, so it is most likely not a level at all.
    #[error("the drawing has no walkable cell; is it a level?")]
    NothingWalkable,
    /// The JSON does not parse.
    #[error("invalid level JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The size is outside the limits.
    #[error(
        "{width}x{height} is not a valid size: sides are 1 to {LONGEST_SIDE}, with at most {MOST_CELLS} cells in all"
    )]
    Size {
        /// The width in cells.
        width: u64,
        /// The height in cells.
        height: u64,
    },
    /// A field contradicts the rest of the file.
    #[error("`{field}`: {problem}")]
    Field {
        /// The key in the JSON object.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
}

impl ReadError {
    fn field(field: &'static str, problem: impl Into<String>) -> Self {
        Self::Field { field, problem: problem.into() }
    }
}

#[derive(Deserialize)]
struct File {
    recipe: String,
    seed: String,
    depth: u32,
    origin: [i32; 2],
    width: u32,
    height: u32,
    #[serde(default)]
    endless: bool,
    tiles: Vec<TileEntry>,
    map: Vec<Vec<u8>>,
    #[serde(default)]
    rooms: Vec<Room>,
    #[serde(default)]
    start: Option<[i32; 2]>,
    #[serde(default)]
    stairs: Vec<StairEntry>,
    #[serde(default)]
    doors: Vec<[i32; 2]>,
    #[serde(default)]
    spawns: Vec<SpawnEntry>,
    #[serde(default)]
    areas: Vec<AreaEntry>,
    #[serde(default)]
    mission: Option<MissionEntry>,
}

#[derive(Deserialize)]
struct TileEntry {
    id: u8,
    name: String,
    walkable: bool,
}

#[derive(Clone, Copy, Deserialize)]
struct Room {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
}

#[derive(Deserialize)]
struct StairEntry {
    kind: String,
    at: [i32; 2],
}

#[derive(Deserialize)]
struct SpawnEntry {
    kind: String,
    class: Class,
    at: [i32; 2],
    #[serde(default)]
    properties: Properties,
}

/// Areas are derived from the map; only this list tells which of them were vaults, and in which zones they lie.
#[derive(Deserialize)]
struct AreaEntry {
    kind: String,
    name: String,
    #[serde(default)]
    tags: Vec<String>,
    bounds: Room,
}

/// Reads the first level in a text: JSON from [`json::write`](crate::json::write), or a drawing in the glyphs of the
/// standard tileset. Tiles that the standard tileset lacks become floor if they are walkable and wall if not.
///
/// ```
/// use undercroft_mapgen::Recipe;
/// let level = Recipe::named("rooms")?.build(42)?;
/// let mut text = Vec::new();
/// undercroft_export::json::write(level.as_draft(), &mut text)?;
/// let again = undercroft_export::read(std::str::from_utf8(&text)?)?;
/// assert_eq!(again.fingerprint(), level.fingerprint());
/// assert_eq!(undercroft_export::read("#####\n#.>.#\n#####")?.stairs.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the text is not a valid level. The error gives the place.
pub fn read(text: &str) -> Result<Draft, ReadError> {
    read_with(text, &Tileset::standard())
}

/// Reads a level as [`read`] does, in the tiles and glyphs of another tileset.
///
/// # Errors
/// As for [`read`].
pub fn read_with(text: &str, tileset: &Arc<Tileset>) -> Result<Draft, ReadError> {
    match text.trim_start().starts_with('{') {
        true => from_json(text, tileset),
        false => drawn(text, tileset),
    }
}

fn drawn(text: &str, tileset: &Arc<Tileset>) -> Result<Draft, ReadError> {
    let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    fits(width as u64, text.lines().count() as u64)?;
    let draft = Draft::parse_with(text, tileset);
    match draft.open().is_empty() {
        true => Err(ReadError::NothingWalkable),
        false => Ok(draft),
    }
}

fn fits(width: u64, height: u64) -> Result<(), ReadError> {
    let longest = u64::from(LONGEST_SIDE);
    if width == 0 || height == 0 || width > longest || height > longest || width * height > MOST_CELLS {
        return Err(ReadError::Size { width, height });
    }
    Ok(())
}

fn from_json(text: &str, tileset: &Arc<Tileset>) -> Result<Draft, ReadError> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<File>();
    let Some(file) = values.next() else { return Err(ReadError::Empty) };
    let file = file?;
    fits(u64::from(file.width), u64::from(file.height))?;
    if file.map.len() != file.height as usize || file.map.iter().any(|row| row.len() != file.width as usize) {
        return Err(ReadError::field("map", format!("expected {} rows of {} ids", file.height, file.width)));
    }
    let mut tiles: [Option<Tile>; 256] = [None; 256];
    for tile in &file.tiles {
        let other = if tile.walkable { Tile::FLOOR } else { Tile::WALL };
        tiles[usize::from(tile.id)] = Some(tileset.id(&tile.name).unwrap_or(other));
    }
    let mut draft = Draft::new(Size::new(file.width, file.height), tileset.clone());
    draft.origin = Point::new(file.origin[0], file.origin[1]);
    draft.endless = file.endless;
    draft.metadata.recipe = file.recipe.into();
    draft.metadata.seed = Seed::from(file.seed);
    draft.metadata.depth = file.depth;
    for (y, row) in (0..).zip(&file.map) {
        for (x, id) in (0..).zip(row) {
            let Some(tile) = tiles[usize::from(*id)] else {
                return Err(ReadError::field("map", format!("id {id} at row {y}, column {x} is not in `tiles`")));
            };
            draft.set(Point::new(x, y), tile);
        }
    }
    let places = Places { origin: draft.origin, size: draft.size() };
    draft.start = file.start.map(|at| places.local("start", at)).transpose()?;
    for room in file.rooms {
        draft.rooms.push(places.rect("rooms", room)?);
    }
    for vault in file.areas.iter().filter(|area| area.kind == AreaKind::Vault.name()) {
        let area = places.rect("areas", vault.bounds)?;
        let (name, tags) = (vault.name.as_str().into(), vault.tags.clone().into());
        draft.vaults.push(StampedVault { name, area, tags, roles: [].into() });
    }
    for at in file.doors {
        draft.doors.push(places.local("doors", at)?);
    }
    for stair in file.stairs {
        let kind = match stair.kind.as_str() {
            "up" => StairKind::Up,
            "down" => StairKind::Down,
            other => return Err(ReadError::field("stairs", format!("`{other}` is neither `up` nor `down`"))),
        };
        draft.stairs.push(Stair { kind, at: places.local("stairs", stair.at)? });
    }
    for spawn in file.spawns {
        let at = places.local("spawns", spawn.at)?;
        draft.spawns.push(Spawn { kind: spawn.kind.into(), class: spawn.class, at, properties: spawn.properties });
    }
    if let Some(mission) = file.mission {
        let local = |[x, y]: [i64; 2]| match (i32::try_from(x), i32::try_from(y)) {
            (Ok(x), Ok(y)) => places.local("mission", [x, y]),
            _ => Err(ReadError::field("mission", format!("{x}, {y} is not on the map"))),
        };
        draft.mission = Some(Arc::new(mission.read(local)?));
    }
    draft.zones = zones(&draft, &file.areas).map(Arc::new);
    Ok(draft)
}

/// The zones that the areas of a file lie in: a zone's name is the one tag that cannot be derived from the map.
fn zones(draft: &Draft, entries: &[AreaEntry]) -> Option<Zones> {
    let areas = Areas::of(draft);
    let mut names: Vec<Arc<str>> = Vec::new();
    let mut zone_of = Vec::new();
    for (area, entry) in areas.iter().zip(entries) {
        let zone = entry.tags.iter().find(|tag| !area.has_tag(tag));
        zone_of.push(zone.map(|zone| {
            names.iter().position(|name| **name == **zone).unwrap_or_else(|| {
                names.push(zone.as_str().into());
                names.len() - 1
            })
        }));
    }
    let zone_at = |at: Point| areas.at(at).and_then(|area| *zone_of.get(area.id as usize)?);
    (!names.is_empty()).then(|| Zones::from_fn(names.clone(), draft.size(), zone_at))
}

/// Translates world coordinates to map coordinates.
struct Places {
    origin: Point,
    size: Size,
}

impl Places {
    fn local(&self, field: &'static str, [x, y]: [i32; 2]) -> Result<Point, ReadError> {
        let shift = |place: i32, origin: i32| i32::try_from(i64::from(place) - i64::from(origin)).ok();
        let at = shift(x, self.origin.x).zip(shift(y, self.origin.y)).map(|(x, y)| Point::new(x, y));
        at.filter(|at| self.size.contains(*at))
            .ok_or_else(|| ReadError::field(field, format!("{x}, {y} is not on the map")))
    }

    fn rect(&self, field: &'static str, Room { x, y, width, height }: Room) -> Result<Rect, ReadError> {
        let min = self.local(field, [x, y])?;
        let rect = Rect::new(min.x, min.y, width, height);
        match self.size.rect().encloses(rect) {
            true => Ok(rect),
            false => Err(ReadError::field(field, format!("the one at {x}, {y} extends beyond the map"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use undercroft_mapgen::{Dungeon, Floor, Plan, Recipe};

    fn written(draft: &Draft) -> String {
        let mut text = Vec::new();
        crate::json::write(draft, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn every_recipe_reads_back_as_it_was_written() {
        for name in Recipe::names() {
            let level = Recipe::named(name).unwrap().build(5).unwrap();
            let text = written(level.as_draft());
            let again = read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(written(&again), text, "{name}");
        }
    }

    #[test]
    fn windows_far_away_read_back() {
        let Floor::Endless(endless) = Dungeon::new(Plan::named("endless").unwrap(), 1).level(1).unwrap() else {
            panic!()
        };
        let draft = endless.window(Rect::new(i32::MIN, i32::MAX - 40, 50, 40)).unwrap();
        assert_eq!(written(&read(&written(&draft)).unwrap()), written(&draft));
    }

    #[test]
    fn a_level_in_other_tiles_reads_back_with_its_tileset() {
        let colours = "fg = '#000000', bg = '#ffffff'";
        let text = format!(
            "tile = [{{ name = 'granite', glyph = '%', {colours} }}, {{ name = 'dirt', glyph = ',', walkable = true, \
             {colours} }}, {{ name = 'bone', glyph = 'b', walkable = true, {colours} }}]"
        );
        let tiles = Arc::new(Tileset::parse(undercroft_mapgen::SourceFile::new("t.toml", &text)).unwrap());
        let drawing = "%%%%\n%,b%\n%%%%\n";
        let draft = read_with(drawing, &tiles).unwrap();
        assert_eq!(draft.to_string(), drawing);
        assert_eq!(read_with(&written(&draft), &tiles).unwrap().to_string(), drawing);
    }

    #[test]
    fn errors_name_the_field_and_the_problem() {
        let text = written(Recipe::named("rooms").unwrap().build(5).unwrap().as_draft());
        for (from, to, problem) in [
            ("\"width\":80", "\"width\":81", "`map`: expected 70 rows of 81 ids"),
            ("\"width\":80", "\"width\":4000000000", "4000000000x70 is not a valid size"),
            ("\"kind\":\"down\"", "\"kind\":\"sideways\"", "neither `up` nor `down`"),
            ("\"start\":[", "\"start\":[100", "`start`"),
            ("\"map\":[[0", "\"map\":[[250", "`map`: id 250 at row 0, column 0"),
            ("{\"format\":2", "{\"format\":2,,", "invalid level JSON"),
        ] {
            let error = read(&text.replacen(from, to, 1)).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
        for text in ["", "{", "{}", "\n\n", "####\n####"] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}
