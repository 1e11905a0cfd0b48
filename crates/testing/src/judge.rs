//! The promises that every bounded level keeps, each checked by a plain loop over the cells.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use crate::PlainMission;

/// Column and row.
pub type Cell = (i64, i64);

/// A level as any reader of its JSON sees it.
#[derive(Clone, Debug)]
pub struct PlainLevel {
    /// The recipe's name.
    pub recipe: String,
    /// The seed.
    pub seed: String,
    /// The depth.
    pub depth: i64,
    /// Where in the world the top left cell is.
    pub origin: Cell,
    /// The number of columns.
    pub width: i64,
    /// The number of rows.
    pub height: i64,
    /// Where the player starts.
    pub start: Option<Cell>,
    /// Kind and cell of all stairs.
    pub stairs: Vec<(String, Cell)>,
    /// The cells of all doors.
    pub doors: Vec<Cell>,
    /// Kind and cell of all creatures and items.
    pub spawns: Vec<(String, Cell)>,
    /// First cell, width and height of all rooms.
    pub rooms: Vec<(Cell, i64, i64)>,
    /// The areas.
    pub areas: Vec<PlainArea>,
    /// The area of every cell, row by row; -1 for none.
    pub area_map: Vec<i64>,
    /// The two areas and the cell of every link.
    pub links: Vec<(Cell, Cell)>,
    /// The mission.
    pub mission: Option<PlainMission>,
    /// The missions of the regions of an endless level that lie inside the window.
    pub missions: Vec<PlainMission>,
    /// The tile id of every cell, row by row.
    pub map: Vec<usize>,
    /// The tiles by id.
    pub kinds: Vec<TileKind>,
}

/// What the judge knows about an area.
#[derive(Clone, Debug)]
pub struct PlainArea {
    /// Its number.
    pub id: i64,
    /// The kind of area.
    pub kind: String,
    /// The top left cell of its bounds.
    pub first: Cell,
    /// The width of its bounds.
    pub width: i64,
    /// The height of its bounds.
    pub height: i64,
}

/// What the judge knows about a tile.
#[derive(Clone, Debug)]
pub struct TileKind {
    /// Its name.
    pub name: String,
    /// The character that represents it.
    pub glyph: char,
    /// Whether creatures can stand on it.
    pub walkable: bool,
}

/// A promise that a level breaks, with the map drawn.
#[derive(Clone, Debug)]
pub struct BrokenPromise(String);

impl fmt::Display for BrokenPromise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BrokenPromise {}

impl PlainLevel {
    /// Checks every promise of a bounded level.
    ///
    /// # Errors
    /// The first promise that the level breaks.
    pub fn judge(&self) -> Result<(), BrokenPromise> {
        self.border_is_solid()
            .and_then(|()| self.walkable_cells_are_connected())
            .and_then(|()| self.things_stand_apart_on_walkable_cells())
            .and_then(|()| self.map_and_lists_agree())
            .and_then(|()| self.rooms_are_inside_open_and_disjoint())
            .and_then(|()| self.doors_stand_between_walls())
            .and_then(|()| self.areas_cover_the_walkable_cells())
            .and_then(|()| self.links_join_areas_that_touch())
            .and_then(|()| self.mission.as_ref().map_or(Ok(()), |mission| mission.judge(self)))
            .map_err(|problem| self.broken(&problem))
    }

    /// Checks the promises that a window of an endless level keeps by itself. It has no border, and cells that look cut
    /// off may be connected outside it.
    ///
    /// # Errors
    /// The first promise that the window breaks.
    pub fn judge_window(&self) -> Result<(), BrokenPromise> {
        self.all_stand_apart(self.start)
            .and_then(|()| self.map_and_lists_agree())
            .map_err(|problem| self.broken(&problem))
    }

    fn broken(&self, problem: &str) -> BrokenPromise {
        let Self { recipe, seed, width, height, .. } = self;
        BrokenPromise(format!("{recipe}, seed {seed}, {width}x{height}: {problem}\n{self}"))
    }

    /// The name of a cell's tile.
    #[must_use]
    pub fn tile_at(&self, cell: Cell) -> &str {
        &self.kind_at(cell).name
    }

    /// Whether creatures can stand on a cell; they cannot outside the map.
    #[must_use]
    pub fn is_walkable(&self, (x, y): Cell) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y) && self.kind_at((x, y)).walkable
    }

    /// The steps from the arrival, stairs up or start, to the nearest stairs down.
    #[must_use]
    pub fn path_to_stairs(&self) -> Option<u32> {
        let on = |wanted: &'static str| self.stairs.iter().filter(move |(kind, _)| kind == wanted).map(|(_, at)| *at);
        let steps = self.steps_from(on("up").chain(self.start));
        on("down").filter_map(|at| steps[self.index(at)]).min()
    }

    /// The number of steps from the nearest source to every cell, row by row; `None` for cells out of reach.
    #[must_use]
    pub fn steps_from(&self, sources: impl IntoIterator<Item = Cell>) -> Vec<Option<u32>> {
        let mut queue: VecDeque<(Cell, u32)> = sources.into_iter().map(|cell| (cell, 0)).collect();
        let mut steps = vec![None; self.map.len()];
        while let Some(((x, y), distance)) = queue.pop_front() {
            if self.is_walkable((x, y)) && steps[self.index((x, y))].is_none() {
                steps[self.index((x, y))] = Some(distance);
                queue.extend([(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)].map(|cell| (cell, distance + 1)));
            }
        }
        steps
    }

    const fn index(&self, (x, y): Cell) -> usize {
        (y * self.width + x) as usize
    }

    fn kind_at(&self, cell: Cell) -> &TileKind {
        &self.kinds[self.map[self.index(cell)]]
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    fn border_is_solid(&self) -> Result<(), String> {
        let on_border = |&(x, y): &Cell| x == 0 || y == 0 || x + 1 == self.width || y + 1 == self.height;
        match self.cells().filter(on_border).find(|cell| self.is_walkable(*cell)) {
            Some(cell) => Err(format!("the border is open at {cell:?}")),
            None => Ok(()),
        }
    }

    fn walkable_cells_are_connected(&self) -> Result<(), String> {
        let first = self.cells().find(|cell| self.is_walkable(*cell)).ok_or("there is no walkable cell")?;
        let steps = self.steps_from([first]);
        match self.cells().find(|cell| self.is_walkable(*cell) && steps[self.index(*cell)].is_none()) {
            Some(cell) => Err(format!("{cell:?} cannot be reached from {first:?}")),
            None => Ok(()),
        }
    }

    fn things_stand_apart_on_walkable_cells(&self) -> Result<(), String> {
        let start = self.start.ok_or("there is no start")?;
        self.all_stand_apart(Some(start))
    }

    fn all_stand_apart(&self, start: Option<Cell>) -> Result<(), String> {
        let mut taken = BTreeSet::new();
        for at in self.stairs.iter().chain(&self.spawns).map(|(_, at)| *at).chain(start) {
            if !self.is_walkable(at) {
                return Err(format!("something stands on {at:?}, which is not walkable"));
            }
            if !taken.insert(at) {
                return Err(format!("two things stand on {at:?}"));
            }
        }
        Ok(())
    }

    fn map_and_lists_agree(&self) -> Result<(), String> {
        let mut listed: BTreeMap<Cell, String> =
            self.stairs.iter().map(|(kind, at)| (*at, format!("stairs-{kind}"))).collect();
        for door in &self.doors {
            if let Some(other) = listed.insert(*door, "door".into()) {
                return Err(format!("the lists have a door and {other} at {door:?}"));
            }
        }
        for cell in self.cells() {
            let on_map = match self.tile_at(cell) {
                "open-door" => Some("door"),
                tile @ ("door" | "stairs-up" | "stairs-down") => Some(tile),
                _ => None,
            };
            let listed = listed.remove(&cell);
            if on_map != listed.as_deref() {
                return Err(format!("at {cell:?} the map has {on_map:?} and the lists have {listed:?}"));
            }
        }
        match listed.first_key_value() {
            Some((cell, what)) => Err(format!("the lists have {what} at {cell:?}, outside the map")),
            None => Ok(()),
        }
    }

    fn rooms_are_inside_open_and_disjoint(&self) -> Result<(), String> {
        let mut used = vec![false; self.map.len()];
        for &((left, top), width, height) in &self.rooms {
            let inside = left >= 1 && top >= 1 && left + width < self.width && top + height < self.height;
            if width < 1 || height < 1 || !inside {
                return Err(format!("the room at ({left}, {top}), {width}x{height}, is not inside the map"));
            }
            for cell in (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y))) {
                if !self.is_walkable(cell) {
                    return Err(format!("the room at ({left}, {top}), {width}x{height}, is closed at {cell:?}"));
                }
                if std::mem::replace(&mut used[self.index(cell)], true) {
                    return Err(format!("two rooms overlap at {cell:?}"));
                }
            }
        }
        Ok(())
    }

    fn doors_stand_between_walls(&self) -> Result<(), String> {
        for &(x, y) in &self.doors {
            let [left, right] = [(x - 1, y), (x + 1, y)].map(|cell| self.is_walkable(cell));
            let [up, down] = [(x, y - 1), (x, y + 1)].map(|cell| self.is_walkable(cell));
            let is_between = (left && right && !up && !down) || (up && down && !left && !right);
            if !self.is_walkable((x, y)) || !is_between {
                return Err(format!("the door at ({x}, {y}) does not stand between two walls and two open cells"));
            }
        }
        Ok(())
    }

    fn areas_cover_the_walkable_cells(&self) -> Result<(), String> {
        if (0..).zip(&self.areas).any(|(id, area)| area.id != id) {
            return Err("areas are not numbered from 0".into());
        }
        let mut empty = vec![true; self.areas.len()];
        for (x, y) in self.cells() {
            let id = self.area_map[self.index((x, y))];
            match self.areas.get(usize::try_from(id).unwrap_or(usize::MAX)) {
                None if self.is_walkable((x, y)) => return Err(format!("({x}, {y}) is in no area")),
                Some(_) if !self.is_walkable((x, y)) => return Err(format!("({x}, {y}) is rock in area {id}")),
                Some(area) => {
                    let (left, top) = area.first;
                    if !(left..left + area.width).contains(&x) || !(top..top + area.height).contains(&y) {
                        return Err(format!("({x}, {y}) is outside the bounds of area {id}"));
                    }
                    empty[id as usize] = false;
                }
                None => {}
            }
        }
        match empty.iter().position(|empty| *empty) {
            Some(id) => Err(format!("area {id} has no cells")),
            None => Ok(()),
        }
    }

    fn links_join_areas_that_touch(&self) -> Result<(), String> {
        let area = |cell: Cell| if self.is_walkable(cell) { self.area_map[self.index(cell)] } else { -1 };
        let mut touching = BTreeSet::new();
        for (x, y) in self.cells() {
            for there in [(x + 1, y), (x, y + 1)].map(area).into_iter().filter(|there| *there >= 0) {
                let here = area((x, y));
                if here >= 0 && here != there {
                    touching.insert((here.min(there), here.max(there)));
                }
            }
        }
        let linked: BTreeSet<Cell> = self.links.iter().map(|(between, _)| *between).collect();
        if let Some(odd) = linked.symmetric_difference(&touching).next() {
            return Err(format!("areas {odd:?} touch without a link, or have a link without touching"));
        }
        match self.links.iter().find(|((a, b), at)| area(*at) != *a && area(*at) != *b) {
            Some((between, at)) => Err(format!("the link between {between:?} is at {at:?}, in neither of them")),
            None => Ok(()),
        }
    }
}

/// Draws the map with the start as `@`.
impl fmt::Display for PlainLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (x, y) in self.cells() {
            let glyph = if self.start == Some((x, y)) { '@' } else { self.kind_at((x, y)).glyph };
            write!(f, "{glyph}{}", if x + 1 == self.width { "\n" } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A level from a drawing; doors and stairs are listed, `@` is the start on floor, and `r` a rat on floor.
    fn level(map: &str) -> PlainLevel {
        let kinds = [("wall", '#'), ("floor", '.'), ("door", '+'), ("stairs-up", '<'), ("stairs-down", '>')];
        let kind = |(name, glyph): (&str, char)| TileKind { name: name.into(), glyph, walkable: glyph != '#' };
        let rows: Vec<&str> = map.lines().collect();
        let cells = |wanted: char| -> Vec<Cell> {
            let row = |(y, row): (usize, &&str)| -> Vec<Cell> {
                let columns = row.chars().enumerate().filter(|(_, glyph)| *glyph == wanted);
                columns.map(|(x, _)| (x as i64, y as i64)).collect()
            };
            rows.iter().enumerate().flat_map(row).collect()
        };
        let things = |kind: &str, glyph: char| cells(glyph).into_iter().map(|at| (kind.to_owned(), at)).collect();
        PlainLevel {
            recipe: "drawn".into(),
            seed: "0".into(),
            depth: 0,
            origin: (0, 0),
            width: rows[0].len() as i64,
            height: rows.len() as i64,
            start: cells('@').first().copied(),
            stairs: [things("up", '<'), things("down", '>')].concat(),
            doors: cells('+'),
            spawns: things("rat", 'r'),
            rooms: Vec::new(),
            areas: vec![PlainArea {
                id: 0,
                kind: "chamber".into(),
                first: (0, 0),
                width: rows[0].len() as i64,
                height: rows.len() as i64,
            }],
            area_map: map.chars().filter(|c| *c != '\n').map(|c| if c == '#' { -1 } else { 0 }).collect(),
            links: Vec::new(),
            mission: None,
            missions: Vec::new(),
            map: map.chars().filter(|c| *c != '\n').map(|c| kinds.iter().position(|k| k.1 == c).unwrap_or(1)).collect(),
            kinds: kinds.into_iter().map(kind).collect(),
        }
    }

    const GOOD: &str = "#########\n#@..#..>#\n#.r.+...#\n#<..#...#\n#########";

    #[track_caller]
    fn assert_broken(level: &PlainLevel, expected: &str) {
        let problem = level.judge().expect_err("a broken promise").to_string();
        assert!(problem.contains(expected), "expected `{expected}` in:\n{problem}");
    }

    fn changed(change: impl Fn(&mut PlainLevel)) -> PlainLevel {
        let mut level = level(GOOD);
        change(&mut level);
        level
    }

    #[test]
    fn a_good_level_passes() {
        let good = changed(|level| level.rooms = vec![((1, 1), 3, 3), ((5, 1), 3, 3)]);
        good.judge().unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(good.path_to_stairs(), Some(8));
    }

    #[test]
    fn openings_in_the_border_and_cut_off_cells_are_found() {
        assert_broken(&level("#.###\n#@..#\n#####"), "the border is open at (1, 0)");
        assert_broken(&level("#####\n#@#.#\n#.#.#\n#####"), "(3, 1) cannot be reached from (1, 1)");
        assert_broken(&level("####\n#@##\n##.#\n####"), "(2, 2) cannot be reached");
        assert_broken(&level("###\n###"), "no walkable cell");
    }

    #[test]
    fn areas_that_do_not_fit_the_map_are_found() {
        assert_broken(&changed(|level| level.area_map[10] = -1), "(1, 1) is in no area");
        assert_broken(&changed(|level| level.area_map[0] = 0), "(0, 0) is rock in area 0");
        assert_broken(&changed(|level| level.areas[0].width = 3), "(3, 1) is outside the bounds of area 0");
        assert_broken(&changed(|level| level.links.push(((0, 1), (4, 2)))), "have a link without touching");
    }

    #[test]
    fn things_in_rock_or_on_one_cell_are_found() {
        assert_broken(&changed(|level| level.start = None), "there is no start");
        assert_broken(&changed(|level| level.start = Some((0, 0))), "something stands on (0, 0)");
        assert_broken(&changed(|level| level.start = Some((2, 2))), "two things stand on (2, 2)");
        assert_broken(&changed(|level| level.spawns.push(("bat".into(), (99, 2)))), "something stands on (99, 2)");
    }

    #[test]
    fn doors_and_stairs_missing_from_map_or_list_are_found() {
        assert_broken(&changed(|level| level.doors.clear()), "at (4, 2) the map has Some(\"door\")");
        assert_broken(&changed(|level| level.stairs.clear()), "the map has Some(\"stairs-down\")");
        assert_broken(&changed(|level| level.doors.push((2, 1))), "at (2, 1) the map has None");
        assert_broken(&changed(|level| level.stairs[0].0 = "down".into()), "at (1, 3) the map has Some(\"stairs-up\")");
    }

    #[test]
    fn bad_rooms_and_doors_are_found() {
        assert_broken(&changed(|level| level.rooms = vec![((0, 1), 2, 2)]), "is not inside the map");
        assert_broken(&changed(|level| level.rooms = vec![((1, 1), 0, 2)]), "is not inside the map");
        assert_broken(&changed(|level| level.rooms = vec![((3, 1), 2, 1)]), "is closed at (4, 1)");
        assert_broken(&changed(|level| level.rooms = vec![((1, 1), 2, 2), ((2, 2), 1, 1)]), "overlap at (2, 2)");
        assert_broken(&level("#####\n#@+.#\n#...#\n#####"), "the door at (2, 1) does not stand");
    }
}
