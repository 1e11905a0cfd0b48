//! Judges levels by their JSON alone. It shares no code with the generator: what it knows of a level is what any reader
//! of the JSON knows.

use std::collections::BTreeMap;

use serde_json::Value;

type Cell = (usize, usize);

/// A level as its JSON tells it.
pub struct Judged {
    pub recipe: String,
    pub seed: String,
    pub width: usize,
    pub height: usize,
    pub origin: (i64, i64),
    pub start: Option<Cell>,
    pub stairs: Vec<(String, Cell)>,
    pub doors: Vec<Cell>,
    pub spawns: Vec<(String, Cell)>,
    pub rooms: Vec<(usize, usize, usize, usize)>,
    map: Vec<usize>,
    tiles: BTreeMap<usize, Kind>,
}

struct Kind {
    name: String,
    glyph: char,
    walkable: bool,
}

/// What a level does not keep, with the level drawn.
#[derive(Debug)]
pub struct Broken(String);

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads a level, or a part of one, without judging it.
pub fn read(json: &str) -> Result<Judged, Broken> {
    Judged::read(json).map_err(|problem| {
        let beginning: String = json.chars().take(300).collect();
        Broken(format!("{problem}\nin {beginning}…"))
    })
}

/// Reads a level and judges it by all promises that can be seen in its JSON.
pub fn judge(json: &str) -> Result<Judged, Broken> {
    let level = read(json)?;
    let broken = [
        level.border_is_solid(),
        level.walkable_cells_are_one_region(),
        level.things_stand_apart_on_walkable_cells(),
        level.stairs_are_where_the_list_says(),
        level.rooms_are_inside_open_and_disjoint(),
        level.doors_stand_between_walls(),
    ];
    match broken.into_iter().find_map(Result::err) {
        None => Ok(level),
        Some(problem) => {
            let (recipe, seed) = (&level.recipe, &level.seed);
            Err(Broken(format!("{recipe}, seed {seed}: {problem}\n{}", level.drawing())))
        }
    }
}

impl Judged {
    fn read(json: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let missing = |key: &str| format!("`{key}` is missing or of another kind");
        let field = |key: &str| value.get(key).ok_or_else(|| missing(key));
        let text = |key: &str| field(key)?.as_str().map(str::to_owned).ok_or_else(|| missing(key));
        let number = |key: &str| field(key)?.as_u64().map(|number| number as usize).ok_or_else(|| missing(key));
        let list = |key: &str| field(key)?.as_array().ok_or_else(|| missing(key));

        if number("format")? != 1 || number("generator_version")? == 0 || number("depth").is_err() {
            return Err("the format, generator_version or depth is wrong".into());
        }
        if !text("generator")?.starts_with("undercroft ") {
            return Err(missing("generator"));
        }
        let origin = pair(field("origin")?).ok_or_else(|| missing("origin"))?;
        let (width, height) = (number("width")?, number("height")?);

        let mut tiles = BTreeMap::new();
        for tile in list("tiles")? {
            let kind = read_tile(tile).ok_or_else(|| missing("tiles"))?;
            if tiles.insert(kind.0, kind.1).is_some() {
                return Err(format!("two tiles have the id {}", kind.0));
            }
        }

        let mut map = Vec::with_capacity(width * height);
        let rows = list("map")?;
        if rows.len() != height {
            return Err(format!("the map has {} rows, where `height` says {height}", rows.len()));
        }
        for row in rows {
            let row = row.as_array().ok_or_else(|| missing("map"))?;
            if row.len() != width {
                return Err(format!("a row has {} cells, where `width` says {width}", row.len()));
            }
            for cell in row {
                let id = cell.as_u64().ok_or_else(|| missing("map"))? as usize;
                if !tiles.contains_key(&id) {
                    return Err(format!("the map has a tile {id} that `tiles` does not know"));
                }
                map.push(id);
            }
        }

        let cell = |value: &Value| -> Option<Cell> {
            // Places are the world's, and the top left cell is at the origin.
            let (x, y) = pair(value)?;
            let (x, y) = (usize::try_from(x - origin.0).ok()?, usize::try_from(y - origin.1).ok()?);
            (x < width && y < height).then_some((x, y))
        };
        let thing = |value: &Value| Some((value.get("kind")?.as_str()?.to_owned(), cell(value.get("at")?)?));
        let room = |value: &Value| {
            let side = |key: &str| usize::try_from(value.get(key)?.as_i64()?).ok();
            let place = |key: &str, origin: i64| usize::try_from(value.get(key)?.as_i64()? - origin).ok();
            Some((place("x", origin.0)?, place("y", origin.1)?, side("width")?, side("height")?))
        };
        let classes = ["creature", "item"];
        let classed = |value: &&Value| value.get("class").and_then(Value::as_str).is_some_and(|c| classes.contains(&c));
        let spawns = list("spawns")?;
        if spawns.iter().filter(classed).count() != spawns.len() {
            return Err(missing("spawns.class"));
        }
        Ok(Self {
            recipe: text("recipe")?,
            seed: text("seed")?,
            width,
            height,
            origin,
            start: match field("start")? {
                Value::Null => None,
                place => Some(cell(place).ok_or_else(|| missing("start"))?),
            },
            stairs: list("stairs")?.iter().map(thing).collect::<Option<_>>().ok_or_else(|| missing("stairs"))?,
            doors: list("doors")?.iter().map(cell).collect::<Option<_>>().ok_or_else(|| missing("doors"))?,
            spawns: spawns.iter().map(thing).collect::<Option<_>>().ok_or_else(|| missing("spawns"))?,
            rooms: list("rooms")?.iter().map(room).collect::<Option<_>>().ok_or_else(|| missing("rooms"))?,
            map,
            tiles,
        })
    }

    pub fn tile_at(&self, (x, y): Cell) -> &str {
        &self.tiles[&self.map[y * self.width + x]].name
    }

    pub fn is_walkable(&self, (x, y): Cell) -> bool {
        self.tiles[&self.map[y * self.width + x]].walkable
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// How many steps each cell is away from some, in the four directions; `None` where one cannot come.
    pub fn steps_from(&self, sources: &[Cell]) -> Vec<Option<u32>> {
        let mut steps = vec![None; self.map.len()];
        let mut reached: Vec<Cell> = Vec::new();
        for &(x, y) in sources {
            steps[y * self.width + x] = Some(0);
            reached.push((x, y));
        }
        let mut next = 0;
        while let Some(&(x, y)) = reached.get(next) {
            next += 1;
            let here = steps[y * self.width + x].unwrap_or(0);
            let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
                .into_iter()
                .filter(|&(x, y)| x < self.width && y < self.height);
            for (x, y) in around {
                let there = y * self.width + x;
                if steps[there].is_none() && self.is_walkable((x, y)) {
                    steps[there] = Some(here + 1);
                    reached.push((x, y));
                }
            }
        }
        steps
    }

    fn border_is_solid(&self) -> Result<(), String> {
        let on_border = |&(x, y): &Cell| x == 0 || y == 0 || x + 1 == self.width || y + 1 == self.height;
        match self.cells().filter(on_border).find(|cell| self.is_walkable(*cell)) {
            Some(cell) => Err(format!("the border is open at {cell:?}")),
            None => Ok(()),
        }
    }

    fn walkable_cells_are_one_region(&self) -> Result<(), String> {
        let first = self.cells().find(|cell| self.is_walkable(*cell)).ok_or("there is no walkable cell")?;
        let steps = self.steps_from(&[first]);
        match self.cells().find(|&(x, y)| self.is_walkable((x, y)) && steps[y * self.width + x].is_none()) {
            Some(cell) => Err(format!("{cell:?} cannot be reached from {first:?}")),
            None => Ok(()),
        }
    }

    fn things_stand_apart_on_walkable_cells(&self) -> Result<(), String> {
        let start = self.start.ok_or("there is no start")?;
        let mut taken = std::collections::BTreeSet::new();
        let stairs = self.stairs.iter().map(|(_, at)| *at);
        for at in stairs.chain(self.spawns.iter().map(|(_, at)| *at)).chain([start]) {
            if !self.is_walkable(at) {
                return Err(format!("something stands where nobody can, at {at:?}"));
            }
            if !taken.insert(at) {
                return Err(format!("two things stand at {at:?}"));
            }
        }
        Ok(())
    }

    fn stairs_are_where_the_list_says(&self) -> Result<(), String> {
        let listed: BTreeMap<Cell, String> =
            self.stairs.iter().map(|(kind, at)| (*at, format!("stairs-{kind}"))).collect();
        for cell in self.cells() {
            let (tile, listed) = (self.tile_at(cell), listed.get(&cell).map(String::as_str));
            if listed.is_some_and(|kind| kind != tile) || (listed.is_none() && tile.starts_with("stairs-")) {
                return Err(format!("the list has {listed:?} at {cell:?}, the map {tile}"));
            }
        }
        Ok(())
    }

    fn rooms_are_inside_open_and_disjoint(&self) -> Result<(), String> {
        let mut used = vec![false; self.map.len()];
        for &(left, top, width, height) in &self.rooms {
            let inside = left >= 1 && top >= 1 && left + width < self.width && top + height < self.height;
            if width == 0 || height == 0 || !inside {
                return Err(format!("the room at ({left}, {top}), {width}x{height}, is not inside the map"));
            }
            for (x, y) in (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y))) {
                if !self.is_walkable((x, y)) {
                    return Err(format!("the room at ({left}, {top}), {width}x{height}, is closed at ({x}, {y})"));
                }
                if std::mem::replace(&mut used[y * self.width + x], true) {
                    return Err(format!("two rooms overlap at ({x}, {y})"));
                }
            }
        }
        Ok(())
    }

    fn doors_stand_between_walls(&self) -> Result<(), String> {
        for &(x, y) in &self.doors {
            // A door on the border was found already; here each has four cells around it.
            let [left, right] = [(x - 1, y), (x + 1, y)].map(|cell| self.is_walkable(cell));
            let [up, down] = [(x, y - 1), (x, y + 1)].map(|cell| self.is_walkable(cell));
            let across = left && right && !up && !down;
            let along = up && down && !left && !right;
            if !self.is_walkable((x, y)) || !(across || along) {
                return Err(format!("the door at ({x}, {y}) does not stand between two walls and two ways"));
            }
        }
        Ok(())
    }

    /// The map, for who must find out what went wrong.
    pub fn drawing(&self) -> String {
        let mut drawing = String::new();
        for (x, y) in self.cells() {
            let glyph = self.tiles[&self.map[y * self.width + x]].glyph;
            drawing.push(if self.start == Some((x, y)) { '@' } else { glyph });
            if x + 1 == self.width {
                drawing.push('\n');
            }
        }
        drawing
    }
}

fn read_tile(tile: &Value) -> Option<(usize, Kind)> {
    let colour = |key: &str| tile.get(key)?.as_str().filter(|colour| colour.starts_with('#'));
    colour("fg").and(colour("bg"))?;
    tile.get("transparent")?.as_bool()?;
    let kind = Kind {
        name: tile.get("name")?.as_str()?.to_owned(),
        glyph: tile.get("glyph")?.as_str()?.chars().next()?,
        walkable: tile.get("walkable")?.as_bool()?,
    };
    Some((tile.get("id")?.as_u64()? as usize, kind))
}

fn pair(value: &Value) -> Option<(i64, i64)> {
    match value.as_array()?.as_slice() {
        [x, y] => Some((x.as_i64()?, y.as_i64()?)),
        _ => None,
    }
}
