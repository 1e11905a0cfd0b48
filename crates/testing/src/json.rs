//! Reads a level from its JSON, trusting nothing.

use std::fmt;

use serde_json::Value;

use crate::{Cell, PlainArea, PlainLevel, PlainMission, TileKind};

/// The JSON does not describe a level.
#[derive(Clone, Debug)]
pub struct JsonError(String);

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JsonError {}

impl PlainLevel {
    /// Reads a level, or a window of an endless one, from JSON. Cells count from the level's top left corner.
    ///
    /// # Errors
    /// If the text is not JSON, a field is missing or has the wrong type, or the map does not have the stated size.
    pub fn from_json(json: &str) -> Result<Self, JsonError> {
        read(json)
            .map_err(|problem| JsonError(format!("{problem}\nin {}…", json.chars().take(300).collect::<String>())))
    }
}

fn read(json: &str) -> Result<PlainLevel, String> {
    let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let wrong = |key: &str| format!("`{key}` is missing or has the wrong type");
    let field = |key: &str| value.get(key).ok_or_else(|| wrong(key));
    let text = |key: &str| field(key)?.as_str().map(str::to_owned).ok_or_else(|| wrong(key));
    let number = |key: &str| field(key)?.as_u64().map(|number| number as i64).ok_or_else(|| wrong(key));
    let list = |key: &str| field(key)?.as_array().ok_or_else(|| wrong(key));

    if number("format")? != 2 || number("generator_version")? == 0 || number("depth").is_err() {
        return Err("`format`, `generator_version` or `depth` is wrong".into());
    }
    if !text("generator")?.starts_with("undercroft ") {
        return Err(wrong("generator"));
    }
    // Ids are the indices in the list.
    let kinds: Vec<TileKind> =
        (0..).zip(list("tiles")?).map(tile).collect::<Option<_>>().ok_or_else(|| wrong("tiles"))?;
    let (width, height) = (number("width")?, number("height")?);
    let map = map(list("map")?, width, height, &kinds)?;

    let (left, top) = pair(field("origin")?).ok_or_else(|| wrong("origin"))?;
    let cell = |value: &Value| pair(value).map(|(x, y)| (x - left, y - top));
    let thing = |value: &Value| Some((value.get("kind")?.as_str()?.to_owned(), cell(value.get("at")?)?));
    let spawn = |value: &Value| {
        let class = value.get("class")?.as_str()?;
        thing(value).filter(|_| !class.is_empty())
    };
    let room = |value: &Value| {
        let number = |key: &str| value.get(key)?.as_i64();
        Some(((number("x")? - left, number("y")? - top), number("width")?, number("height")?))
    };
    let area = |value: &Value| {
        let (first, width, height) = room(value.get("bounds")?)?;
        let id = value.get("id")?.as_i64()?;
        value.get("tags")?.as_array()?.iter().all(Value::is_string).then_some(())?;
        Some(PlainArea { id, kind: value.get("kind")?.as_str()?.to_owned(), first, width, height })
    };
    let link = |value: &Value| Some((pair(value.get("between")?)?, cell(value.get("at")?)?));
    Ok(PlainLevel {
        recipe: text("recipe")?,
        seed: text("seed")?,
        depth: number("depth")?,
        origin: (left, top),
        width,
        height,
        start: match field("start")? {
            Value::Null => None,
            place => Some(cell(place).ok_or_else(|| wrong("start"))?),
        },
        stairs: list("stairs")?.iter().map(thing).collect::<Option<_>>().ok_or_else(|| wrong("stairs"))?,
        doors: list("doors")?.iter().map(cell).collect::<Option<_>>().ok_or_else(|| wrong("doors"))?,
        spawns: list("spawns")?.iter().map(spawn).collect::<Option<_>>().ok_or_else(|| wrong("spawns"))?,
        rooms: list("rooms")?.iter().map(room).collect::<Option<_>>().ok_or_else(|| wrong("rooms"))?,
        areas: list("areas")?.iter().map(area).collect::<Option<_>>().ok_or_else(|| wrong("areas"))?,
        area_map: area_map(list("area_map")?, width, height)?,
        links: list("links")?.iter().map(link).collect::<Option<_>>().ok_or_else(|| wrong("links"))?,
        mission: value
            .get("mission")
            .map(|mission| mission_in(mission, (left, top)).ok_or_else(|| wrong("mission")))
            .transpose()?,
        missions: match value.get("missions") {
            None => Vec::new(),
            Some(list) => {
                let list = list.as_array().ok_or_else(|| wrong("missions"))?.iter();
                list.map(|mission| mission_in(mission, (left, top)))
                    .collect::<Option<_>>()
                    .ok_or_else(|| wrong("missions"))?
            }
        },
        map,
        kinds,
    })
}

fn map(rows: &[Value], width: i64, height: i64, kinds: &[TileKind]) -> Result<Vec<usize>, String> {
    if rows.len() as i64 != height {
        return Err(format!("the map has {} rows; `height` says {height}", rows.len()));
    }
    let mut map = Vec::new();
    for row in rows {
        let row = row.as_array().filter(|row| row.len() as i64 == width);
        for cell in row.ok_or_else(|| format!("a row of the map does not have {width} cells"))? {
            let id = cell.as_u64().map(|id| id as usize).filter(|id| *id < kinds.len());
            map.push(id.ok_or_else(|| format!("the map has a tile {cell} that is not in `tiles`"))?);
        }
    }
    Ok(map)
}

fn mission_in(value: &Value, origin: Cell) -> Option<PlainMission> {
    let cell = |value: &Value| pair(value).map(|(x, y)| (x - origin.0, y - origin.1));
    let list = |key: &str| value.get(key)?.as_array();
    let text = |value: &Value, key: &str| Some(value.get(key)?.as_str()?.to_owned());
    let flag = |value: &Value, key: &str| value.get(key)?.as_bool();
    let at = |value: &Value| cell(value.get("at")?);
    let key = |key: &Value| Some((text(key, "id")?, at(key)?, flag(key, "used_up")?, flag(key, "required")?));
    let lock = |lock: &Value| Some((at(lock)?, text(lock, "needs")?));
    let travelling = |key: &Value| Some((text(key, "id")?, key.get("opens_depth")?.as_i64()?));
    let from_elsewhere = |lock: &Value| Some((text(lock, "needs")?, lock.get("key_depth")?.as_i64()?));
    let name = |name: &Value| name.as_str().map(str::to_owned);
    let names = |list: &Value| list.as_array()?.iter().map(name).collect::<Option<Vec<_>>>();
    let switch = |switch: &Value| Some((text(switch, "id")?, at(switch)?, names(switch.get("toggles")?)?));
    let gate = |gate: &Value| Some((text(gate, "id")?, at(gate)?, flag(gate, "open")?));
    let drop = |drop: &Value| Some((at(drop)?, cell(drop.get("from")?)?, cell(drop.get("to")?)?));
    let deed = |deed: &Value| Some((text(deed, "do")?, at(deed)?));
    Some(PlainMission {
        goal: cell(value.get("goal")?)?,
        keys: list("keys")?.iter().map(key).collect::<Option<_>>()?,
        locks: list("locks")?.iter().map(lock).collect::<Option<_>>()?,
        for_below: list("keys")?.iter().filter_map(travelling).collect(),
        from_above: list("locks")?.iter().filter_map(from_elsewhere).collect(),
        switches: list("switches")?.iter().map(switch).collect::<Option<_>>()?,
        gates: list("gates")?.iter().map(gate).collect::<Option<_>>()?,
        drops: list("drops")?.iter().map(drop).collect::<Option<_>>()?,
        secrets: list("secrets")?.iter().map(cell).collect::<Option<_>>()?,
        walkthrough: list("walkthrough")?.iter().map(deed).collect::<Option<_>>()?,
    })
}

fn area_map(rows: &[Value], width: i64, height: i64) -> Result<Vec<i64>, String> {
    let row = |row: &Value| row.as_array().and_then(|row| row.iter().map(Value::as_i64).collect::<Option<Vec<_>>>());
    let map: Vec<i64> = rows.iter().filter_map(row).flatten().collect();
    match map.len() as i64 == width * height && rows.len() as i64 == height {
        true => Ok(map),
        false => Err("`area_map` is not as large as the map".into()),
    }
}

fn tile((id, tile): (u64, &Value)) -> Option<TileKind> {
    let has_colour = |key: &str| tile.get(key)?.as_str()?.starts_with('#').then_some(());
    has_colour("fg").and(has_colour("bg"))?;
    tile.get("transparent")?.as_bool()?;
    let kind = TileKind {
        name: tile.get("name")?.as_str()?.to_owned(),
        glyph: tile.get("glyph")?.as_str()?.chars().next()?,
        walkable: tile.get("walkable")?.as_bool()?,
    };
    (tile.get("id")?.as_u64()? == id).then_some(kind)
}

fn pair(value: &Value) -> Option<Cell> {
    match value.as_array()?.as_slice() {
        [x, y] => Some((x.as_i64()?, y.as_i64()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r##"{"format": 2, "generator": "undercroft 0.1.0", "generator_version": 2, "recipe": "drawn",
        "seed": "7", "depth": 0, "origin": [-3, 5], "width": 4, "height": 3,
        "tiles": [{"id": 0, "name": "wall", "glyph": "#", "fg": "#000000", "bg": "#000000", "walkable": false,
            "transparent": false}, {"id": 1, "name": "floor", "glyph": ".", "fg": "#000000", "bg": "#000000",
            "walkable": true, "transparent": true}],
        "map": [[0, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]], "rooms": [{"x": -2, "y": 6, "width": 2, "height": 1}],
        "start": [-2, 6], "stairs": [], "doors": [], "spawns": [{"kind": "rat", "class": "creature", "at": [-1, 6]}],
        "areas": [{"id": 0, "kind": "room", "name": "room", "tags": ["start"], "role": null,
            "bounds": {"x": -2, "y": 6, "width": 2, "height": 1}}],
        "area_map": [[-1, -1, -1, -1], [-1, 0, 0, -1], [-1, -1, -1, -1]], "links": []}"##;

    #[test]
    fn a_level_is_read_relative_to_its_origin() {
        let level = PlainLevel::from_json(GOOD).unwrap_or_else(|error| panic!("{error}"));
        level.judge().unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(level.to_string(), "####\n#@.#\n####\n");
        assert_eq!((level.rooms, level.spawns), (vec![((1, 1), 2, 1)], vec![("rat".to_owned(), (2, 1))]));
    }

    #[test]
    fn json_that_contradicts_itself_is_refused() {
        for (good, bad, problem) in [
            ("\"height\": 3", "\"height\": 4", "the map has 3 rows; `height` says 4"),
            ("[0, 1, 1, 0]", "[0, 1, 1]", "a row of the map does not have 4 cells"),
            ("[0, 1, 1, 0]", "[0, 1, 2, 0]", "a tile 2 that is not in `tiles`"),
            ("\"id\": 1", "\"id\": 0", "`tiles` is missing"),
            ("\"class\": \"creature\"", "\"class\": \"\"", "`spawns` is missing"),
            ("\"start\"", "\"begin\"", "`start` is missing"),
        ] {
            let error = PlainLevel::from_json(&GOOD.replacen(good, bad, 1)).expect_err(bad).to_string();
            assert!(error.contains(problem), "{bad}: {error}");
        }
    }
}
