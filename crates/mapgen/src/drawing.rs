//! Drawings: maps drawn as text, one glyph per cell, with a legend for their own glyphs.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use undercroft_grid::{BitGrid, Grid, Point, Rect, Size};

use crate::draft::{Draft, Spawn};
use crate::legend::{LegendEntry, LegendError, LegendSpawn};
use crate::tile::Fixture;
use crate::{Chance, Stream, Tile, Tileset, Veto};

/// The glyphs that do not simply stand for the tile with that glyph.
pub(crate) type Legend = BTreeMap<char, LegendEntry>;

/// The longest side of a drawing.
pub(crate) const LONGEST_DRAWING: u32 = 4_096;

/// Part of a map: for each cell, what it becomes, or that it stays unchanged.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    /// The index of each cell's swatch plus one, or 0 for cells that stay unchanged.
    cells: Grid<u8>,
    palette: Arc<[Swatch]>,
}

/// A glyph of a drawing and what it stands for.
#[derive(Clone, Debug, PartialEq)]
struct Swatch {
    entry: LegendEntry,
    open: bool,
    /// A door or stairs among its tiles.
    fixture: Option<Fixture>,
}

/// An error in a drawing, its legend, or the file around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) place: Place,
    pub(crate) what: String,
    /// The name of the tile that the tileset lacks, if that is the error.
    pub(crate) missing_tile: Option<Box<str>>,
}

/// The position of an error in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Key(&'static str),
    Legend(char),
    /// Column and line in the text of the map, from 0.
    Cell(Point),
}

impl Problem {
    pub(crate) fn new(place: Place, what: impl Into<String>) -> Self {
        Self { place, what: what.into(), missing_tile: None }
    }

    fn in_legend(place: Place, error: &LegendError) -> Self {
        Self { missing_tile: error.missing_tile().map(Into::into), ..Self::new(place, error.to_string()) }
    }
}

/// The error with its position in words, for drawings without their own file.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Key(_) => {}
            Place::Legend(glyph) => write!(f, "`{glyph}`: ")?,
            Place::Cell(at) => write!(f, "line {}, column {}: ", at.y + 1, at.x + 1)?,
        }
        f.write_str(&self.what)
    }
}

impl Drawing {
    /// Reads a drawing and returns it with the position of its first cell in the text. Empty lines around it and common
    /// indentation are ignored. A space leaves the map unchanged.
    pub(crate) fn read(text: &str, legend: &Legend, tileset: &Tileset) -> Result<(Self, Point), Problem> {
        if legend.contains_key(&' ') {
            let what = "a space always leaves the map unchanged and cannot stand for anything else";
            return Err(Problem::new(Place::Legend(' '), what));
        }
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let indents = lines.iter().filter(|line| !line.is_empty()).map(|line| indent(line));
        let (Some(left), Some(top)) = (indents.min(), lines.iter().position(|line| !line.is_empty())) else {
            return Err(Problem::new(Place::Key("map"), "the map is empty"));
        };
        let last = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(top);
        let lines = &lines[top..=last];
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(left) - left;
        let corner = Point::new(left as i32, top as i32);
        if width.max(lines.len()) > LONGEST_DRAWING as usize {
            let what = format!("the drawing is {width}x{}; its sides can be at most {LONGEST_DRAWING}", lines.len());
            return Err(Problem::new(Place::Key("map"), what));
        }

        let mut palette = Palette { legend, tileset, swatches: Vec::new(), known: BTreeMap::from([(' ', 0)]) };
        let mut cells = Grid::new(Size::new(width as u32, lines.len() as u32), 0);
        for (y, line) in (0..).zip(lines) {
            for (x, glyph) in (0..).zip(line.chars().skip(left)) {
                let at = Point::new(x, y);
                cells[at] = palette.number(glyph, corner + at)?;
            }
        }
        if let Some(glyph) = legend.keys().find(|glyph| !palette.known.contains_key(glyph)) {
            return Err(Problem::new(Place::Legend(*glyph), "the map does not use this glyph"));
        }
        Ok((Self { cells, palette: palette.swatches.into() }, corner))
    }

    pub(crate) const fn size(&self) -> Size {
        self.cells.size()
    }

    /// What the cell becomes; `None` where the map stays unchanged and outside the drawing.
    pub(crate) fn entry_at(&self, at: Point) -> Option<&LegendEntry> {
        self.swatch(at).map(|swatch| &swatch.entry)
    }

    /// Whether the cell becomes walkable.
    pub(crate) fn is_open(&self, at: Point) -> bool {
        self.swatch(at).is_some_and(|swatch| swatch.open)
    }

    /// The door or stairs that the cell may become.
    pub(crate) fn fixture(&self, at: Point) -> Option<Fixture> {
        self.swatch(at)?.fixture
    }

    /// Whether the cell becomes a door.
    pub(crate) fn is_door(&self, at: Point) -> bool {
        self.fixture(at) == Some(Fixture::Door)
    }

    /// The cells that the drawing changes.
    pub(crate) fn body(&self) -> BitGrid {
        BitGrid::where_grid(&self.cells, |number| *number > 0)
    }

    /// The cells that become walkable.
    pub(crate) fn open(&self) -> BitGrid {
        BitGrid::from_fn(self.size(), |at| self.is_open(at))
    }

    /// The cells that smaller vaults are stamped on, and their names or tags.
    pub(crate) fn nests(&self) -> impl Iterator<Item = (Rect, &str)> {
        (1..).zip(&*self.palette).filter_map(|(number, swatch)| {
            let name = swatch.entry.vault.as_deref()?;
            Some((BitGrid::where_grid(&self.cells, |cell| *cell == number).bounding_rect(), name))
        })
    }

    /// The legend entries it uses, and whether each is walkable.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&LegendEntry, bool)> {
        self.palette.iter().map(|swatch| (&swatch.entry, swatch.open))
    }

    /// The drawing, mirrored left to right if `mirrored`, then turned clockwise by quarter turns.
    pub(crate) fn turned(&self, quarters: u32, mirrored: bool) -> Self {
        let Size { width, height } = self.size();
        let (right, bottom) = (width as i32 - 1, height as i32 - 1);
        let size = if quarters.is_multiple_of(2) { self.size() } else { Size::new(height, width) };
        let cells = Grid::from_fn(size, |Point { x, y }| {
            let from = match quarters % 4 {
                0 => Point::new(x, y),
                1 => Point::new(y, bottom - x),
                2 => Point::new(right - x, bottom - y),
                _ => Point::new(right - y, x),
            };
            self.cells[if mirrored { Point::new(right - from.x, from.y) } else { from }]
        });
        Self { cells, palette: self.palette.clone() }
    }

    /// Removes everything from the cells that the drawing changes.
    pub(crate) fn clear_below(&self, draft: &mut Draft, corner: Point) {
        draft.clear_away(|at| self.entry_at(at - corner).is_some());
    }

    /// Draws on a draft with the first cell at `corner`: tiles, doors, stairs, start and spawns, except on some cells.
    /// The cells must be free. Random choices depend only on world coordinates.
    pub(crate) fn put(&self, draft: &mut Draft, corner: Point, stream: Stream, except: &[Point]) -> Result<(), Veto> {
        let tiles = self.palette.iter().map(|swatch| {
            let names = swatch.entry.tiles.iter();
            names.map(|name| draft.named(name)).collect::<Result<Vec<Tile>, Veto>>()
        });
        let tiles = tiles.collect::<Result<Vec<_>, Veto>>()?;
        let (kind_stream, chance_stream) = (stream.fork("kind"), stream.fork("chance"));
        for (cell, &number) in self.cells.iter() {
            let at = corner + cell;
            let Some(index) = usize::from(number).checked_sub(1) else { continue };
            if !draft.size().contains(at) || except.contains(&at) {
                continue;
            }
            let world = draft.world(at);
            let Some(&tile) = one_of(&tiles[index], stream.at(world)) else { continue };
            draft.set(at, tile);
            draft.list_fixture(at);
            let entry = &self.palette[index].entry;
            if entry.start {
                draft.start = Some(at);
            }
            if let Some(spawn) = &entry.spawn {
                let there = Chance::clamped(spawn.chance).hits(chance_stream.at(world));
                if let Some(kind) = kind_of(spawn, draft.metadata.depth, kind_stream.at(world)).filter(|_| there) {
                    draft.spawns.push(Spawn {
                        kind: kind.into(),
                        class: spawn.class.clone(),
                        at,
                        properties: spawn.properties.clone(),
                    });
                }
            }
        }
        Ok(())
    }

    fn swatch(&self, at: Point) -> Option<&Swatch> {
        let number = *self.cells.get(at)?;
        usize::from(number).checked_sub(1).map(|index| &self.palette[index])
    }
}

/// The glyphs of a drawing while it is being read.
struct Palette<'a> {
    legend: &'a Legend,
    tileset: &'a Tileset,
    swatches: Vec<Swatch>,
    known: BTreeMap<char, u8>,
}

impl Palette<'_> {
    /// The number of a glyph's swatch, which is added when the glyph first appears.
    fn number(&mut self, glyph: char, at: Point) -> Result<u8, Problem> {
        if let Some(number) = self.known.get(&glyph) {
            return Ok(*number);
        }
        let (entry, place) = match self.legend.get(&glyph) {
            Some(entry) => (entry.clone(), Place::Legend(glyph)),
            None => (self.default_entry(glyph, at)?, Place::Cell(at)),
        };
        let open = entry.is_open(self.tileset).map_err(|error| Problem::in_legend(place, &error))?;
        let number = if entry.is_unchanged() {
            0
        } else {
            let tiles = entry.tiles.iter().filter_map(|name| self.tileset.id_or_floor(name));
            let fixture = tiles.into_iter().find_map(|tile| self.tileset.fixture(tile));
            self.swatches.push(Swatch { entry, open, fixture });
            let number = u8::try_from(self.swatches.len());
            number.map_err(|_| Problem::new(Place::Cell(at), "a drawing can use at most 255 different glyphs"))?
        };
        self.known.insert(glyph, number);
        Ok(number)
    }

    /// What a glyph stands for if the legend does not say: see [`Tileset::drawn_as`].
    fn default_entry(&self, glyph: char, at: Point) -> Result<LegendEntry, Problem> {
        match self.tileset.drawn_as(glyph) {
            Some(tile) => Ok(LegendEntry::tile(&self.tileset[tile].name)),
            None => {
                let what = format!("`{glyph}` is neither in the legend nor the glyph of a tile; add it to `[legend]`");
                Err(Problem::new(Place::Cell(at), what))
            }
        }
    }
}

/// What a spawn becomes at a depth, chosen by 64 random bits; `None` if nothing of its table appears there.
fn kind_of(spawn: &LegendSpawn, depth: u32, roll: u64) -> Option<&str> {
    if spawn.from_depth.is_empty() {
        return one_of(&spawn.kinds, roll).map(String::as_str);
    }
    let weighted = by_depth(&spawn.from_depth, depth);
    let total: u128 = weighted.iter().map(|(_, weight)| u128::from(*weight)).sum();
    let (target, mut sum) = ((u128::from(roll) * total) >> 64, 0);
    let chosen = weighted.into_iter().find(|(_, weight)| {
        sum += u128::from(*weight);
        target < sum
    });
    chosen.map(|(kind, _)| kind)
}

/// The kinds of a table that appear at a depth, with their weights. The later a kind first appears, the likelier it is.
pub(crate) fn by_depth(table: &BTreeMap<String, u32>, depth: u32) -> Vec<(&str, u32)> {
    let known = table.iter().filter(|(_, from)| **from <= depth);
    known.map(|(kind, from)| (kind.as_str(), from.saturating_add(2))).collect()
}

/// The number of spaces a line starts with.
fn indent(line: &str) -> usize {
    line.chars().take_while(|glyph| *glyph == ' ').count()
}

/// One of the items, chosen by 64 random bits.
fn one_of<T>(items: &[T], roll: u64) -> Option<&T> {
    let index = (u128::from(roll) * items.len() as u128) >> 64;
    items.get(index as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Class, Seed};

    fn read(text: &str, legend: &Legend) -> Result<Drawing, Problem> {
        Drawing::read(text, legend, &Tileset::standard()).map(|(drawing, _)| drawing)
    }

    fn drawn(drawing: &Drawing) -> String {
        let size = drawing.size();
        let mut draft = Draft::new(size, Tileset::standard());
        drawing.put(&mut draft, Point::new(0, 0), Seed::from(1).fork("drawing"), &[]).unwrap();
        draft.to_string()
    }

    #[test]
    fn indentation_and_empty_lines_are_ignored() {
        let drawing = read("\n\n    #+#\n   #._.#\n\n", &Legend::new()).unwrap();
        assert_eq!(drawing.size(), Size::new(5, 2));
        assert_eq!(drawn(&drawing), "##+##\n#·_·#\n", "spaces leave the rock of an empty draft");
        assert!(drawing.entry_at(Point::new(0, 0)).is_none());
    }

    #[test]
    fn four_quarter_turns_change_nothing() {
        let drawing = read("#+##\n#.._\n####", &Legend::new()).unwrap();
        assert_eq!(drawn(&drawing.turned(1, false)), "###\n#·+\n#·#\n#_#\n");
        assert_eq!(drawn(&drawing.turned(0, true)), "##+#\n_··#\n####\n");
        for mirrored in [false, true] {
            let quarter = drawing.turned(1, mirrored);
            let whole = quarter.turned(1, false).turned(1, false).turned(1, false);
            assert_eq!(whole, drawing.turned(0, mirrored));
            assert_eq!(quarter.turned(2, false), drawing.turned(3, mirrored));
        }
    }

    #[test]
    fn things_that_are_drawn_over_are_removed() {
        let mut draft = Draft::parse("#####\n#.+.#\n#####");
        draft.start = Some(Point::new(1, 1));
        let rat = Legend::from([('r', LegendEntry::spawn(Class::Creature, "rat"))]);
        let drawing = read("rr.", &rat).unwrap();
        drawing.clear_below(&mut draft, Point::new(1, 1));
        drawing.put(&mut draft, Point::new(1, 1), Seed::from(1).fork("drawing"), &[]).unwrap();
        assert_eq!((draft.doors.len(), draft.start, draft.spawns.len()), (0, None, 2), "{draft}");
        drawing.clear_below(&mut draft, Point::new(2, 1));
        drawing.put(&mut draft, Point::new(2, 1), Seed::from(1).fork("drawing"), &[]).unwrap();
        assert_eq!(draft.spawns.len(), 3, "{draft}");
    }

    #[test]
    fn a_list_of_tiles_uses_all_of_them() {
        let legend = Legend::from([(
            'x',
            LegendEntry { tiles: vec!["moss".into(), "rubble".into()], ..LegendEntry::default() },
        )]);
        let picture = drawn(&read(&"x".repeat(100), &legend).unwrap());
        let moss = picture.matches('"').count();
        assert!((25..=75).contains(&moss), "{picture}");
    }

    #[test]
    fn errors_have_a_position() {
        let place = |text: &str, legend: &Legend| read(text, legend).expect_err(text).place;
        assert_eq!(place("\n  #.\n  k", &Legend::new()), Place::Cell(Point::new(2, 2)));
        assert_eq!(place("#", &Legend::from([('x', LegendEntry::tile("floor"))])), Place::Legend('x'));
        assert_eq!(place("x", &Legend::from([('x', LegendEntry::tile("flor"))])), Place::Legend('x'));
        assert_eq!(place("#", &Legend::from([(' ', LegendEntry::tile("floor"))])), Place::Legend(' '));
        assert_eq!(place(" \n\n", &Legend::new()), Place::Key("map"));
    }
}
