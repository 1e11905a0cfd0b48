//! Reads pins: cells that somebody has drawn in an editor, to be kept while the rest of the level is generated around them.
//!
//! | file | a pinned cell |
//! |---|---|
//! | text | any character but a space: the glyph of a tile |
//! | Tiled, `tmx` or `tmj` | a cell of a tile layer whose picture has the name of a tile as its class |
//! | LDtk | a cell of an IntGrid layer of the first level, whose value has the name of a tile |
//! | REXPaint, `xp` | a glyph of a tile in the first layer, on any background but the transparent one |
//!
//! The maps that this crate writes can be read back: open one in its editor, erase everything you do not want to keep, and save.

mod ldtk;
mod tiled;
mod tmx;
mod xp;

use std::collections::BTreeMap;
use std::io;

use undercroft_grid::{BitGrid, Grid};
use undercroft_mapgen::steps::Paste;
use undercroft_mapgen::{LegendEntry, MOST_CELLS, Point, Size, Tile, Tileset};

/// The longest side of a map of pins.
const LONGEST: u32 = 4_096;

/// Why a file cannot be read as pins.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PinError {
    /// Nothing is drawn.
    #[error("nothing is pinned: the map is empty")]
    Empty,
    /// The size is outside the limits.
    #[error("{width}x{height} is not a valid size for pins: sides are 1 to {LONGEST}")]
    Size {
        /// The width in cells.
        width: i64,
        /// The height in cells.
        height: i64,
    },
    /// The file is not what it seems to be.
    #[error("invalid {format} file: {problem}")]
    Invalid {
        /// The kind of file.
        format: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// A cell shows something that is not a tile.
    #[error("{at}: {problem}")]
    Unknown {
        /// Where it is, from 0 as in the editor.
        at: Point,
        /// What is wrong with it.
        problem: String,
    },
    /// A file that the map refers to cannot be read.
    #[error("{0}")]
    Beside(#[from] io::Error),
}

/// Reads a file that a map refers to, given its path as the map has it.
pub type ReadBeside<'a> = &'a mut dyn FnMut(&str) -> io::Result<String>;

/// Reads pins from text or from a map for Tiled, LDtk or REXPaint, as a drawing for the step `paste`.
///
/// ```
/// use undercroft_export::read_pins;
/// use undercroft_mapgen::{Recipe, Tileset};
/// let drawing = b"\n      #######\n      #..O..#\n      #.....#\n      ###+###";
/// let pins = read_pins(drawing, &Tileset::standard(), &mut |_| unreachable!())?;
/// assert_eq!((pins.x, pins.y), (6, 1));
/// let level = Recipe::named("caves")?.pinned(pins).build(42)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file is not such a map, is larger than 4,096 cells on a side, or shows something that is not a tile.
pub fn read_pins(bytes: &[u8], tileset: &Tileset, beside: ReadBeside<'_>) -> Result<Paste, PinError> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return xp::read(bytes, tileset)?.paste(tileset);
    }
    let text = str::from_utf8(bytes)
        .map_err(|error| PinError::Invalid { format: "text", problem: format!("not UTF-8: {error}") })?;
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        None => Err(PinError::Empty),
        Some('<') => tmx::read(text, beside)?.pins(tileset)?.paste(tileset),
        Some('{') if text.contains("\"intGridCsv\"") => ldtk::read(text, tileset)?.paste(tileset),
        Some('{') => tiled::read(text, beside)?.pins(tileset)?.paste(tileset),
        Some(_) => drawn(text),
    }
}

/// Pins drawn as text. Where they are follows from the spaces and lines before them.
fn drawn(text: &str) -> Result<Paste, PinError> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let indents =
        lines.iter().filter(|line| !line.is_empty()).map(|line| line.len() - line.trim_start_matches(' ').len());
    let (Some(left), Some(top)) = (indents.min(), lines.iter().position(|line| !line.is_empty())) else {
        return Err(PinError::Empty);
    };
    if let Some(line) = lines.iter().position(|line| line.contains('\t')) {
        return Err(PinError::Invalid { format: "text", problem: format!("line {} has a tab; use spaces", line + 1) });
    }
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    check_size(width as i64, lines.len() as i64)?;
    Ok(Paste::default().map(text).x(left as i32).y(top as i32))
}

fn check_size(width: i64, height: i64) -> Result<Size, PinError> {
    let valid = |side: i64| u32::try_from(side).ok().filter(|side| (1..=LONGEST).contains(side));
    match (valid(width), valid(height)) {
        (Some(width), Some(height)) if u64::from(width) * u64::from(height) <= MOST_CELLS => {
            Ok(Size::new(width, height))
        }
        _ => Err(PinError::Size { width, height }),
    }
}

/// The pinned tiles of a map.
struct Pins {
    tiles: Grid<Option<Tile>>,
}

impl Pins {
    fn new(size: Size) -> Self {
        Self { tiles: Grid::new(size, None) }
    }

    /// Pins the cell with this index, row by row.
    fn put(&mut self, index: usize, tile: Tile) {
        let at = self.place(index);
        self.tiles[at] = Some(tile);
    }

    fn place(&self, index: usize) -> Point {
        let width = self.tiles.size().width as usize;
        Point::new((index % width) as i32, (index / width) as i32)
    }

    /// The pins as a drawing. Tiles are drawn with their glyphs, or with letters where a glyph would stand for another tile.
    fn paste(&self, tileset: &Tileset) -> Result<Paste, PinError> {
        let bounds = BitGrid::where_grid(&self.tiles, Option::is_some).bounding_rect();
        if bounds.is_empty() {
            return Err(PinError::Empty);
        }
        let mut glyphs: BTreeMap<u8, char> = BTreeMap::new();
        let mut legend = BTreeMap::new();
        for tile in self.tiles.iter().filter_map(|(_, tile)| tile.as_ref()) {
            let Some(info) = tileset.get(*tile).filter(|_| !glyphs.contains_key(&tile.0)) else { continue };
            let glyph = if *tile == Tile::FLOOR { '.' } else { info.glyph };
            let is_plain = !matches!(glyph, ' ' | '@') && tileset.drawn_as(glyph) == Some(*tile);
            let is_free = |letter: &char| tileset.drawn_as(*letter).is_none() && !legend.contains_key(letter);
            let letter = ('a'..='z').chain('A'..='Z').chain('\u{100}'..).find(is_free);
            let glyph = if is_plain { glyph } else { letter.unwrap_or('?') };
            if !is_plain {
                legend.insert(glyph, LegendEntry::tile(&info.name));
            }
            glyphs.insert(tile.0, glyph);
        }
        let mut map = String::new();
        for y in bounds.y..bounds.bottom() {
            let tile_at = |x: i32| self.tiles[Point::new(x, y)];
            let row = (bounds.x..bounds.right()).map(|x| tile_at(x).and_then(|tile| glyphs.get(&tile.0).copied()));
            let row: String = row.map(|glyph| glyph.unwrap_or(' ')).collect();
            map += row.trim_end();
            map.push('\n');
        }
        Ok(Paste::default().map(map).legend(legend).x(bounds.x).y(bounds.y))
    }
}

/// The tile that an editor's name stands for: `open_door` and `Open door` are `open-door`.
fn tile_named(name: &str, tileset: &Tileset) -> Option<Tile> {
    let plain = |text: &str| text.to_lowercase().replace(['_', ' '], "-");
    tileset.iter().find(|(_, info)| plain(&info.name) == plain(name.trim())).map(|(tile, _)| tile)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArtSheet, ldtk, tiled};
    use undercroft_mapgen::{Draft, Recipe};

    fn pins(bytes: &[u8]) -> Result<Paste, String> {
        read_pins(bytes, &Tileset::standard(), &mut |_| Err(io::Error::other("no such file")))
            .map_err(|error| error.to_string())
    }

    /// Pins are tiles, so this leaves out the start and what stands on them.
    fn terrain(draft: &Draft) -> String {
        let mut bare = draft.clone();
        bare.start = None;
        bare.spawns.clear();
        bare.to_string()
    }

    /// What a draft looks like with the pins pasted on rock.
    fn pasted(pins: Paste, like: &Draft) -> String {
        let Size { width, height } = like.size();
        Recipe::new(width, height)
            .then(pins)
            .watch(1, 1, &mut |_| {})
            .map(|level| terrain(level.as_draft()))
            .unwrap_or_default()
    }

    #[test]
    fn maps_that_we_write_read_back_as_pins() {
        for seed in 0..4 {
            let level =
                Recipe::named(["halls", "vaults", "keep", "surface"][seed as usize]).unwrap().build(seed).unwrap();
            let draft = level.as_draft();
            let sheet = ArtSheet::of_glyphs("tiles", [draft]);
            let (mut tmx, mut tmj, mut project, mut xp) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            tiled::write_tmx(draft, &sheet, &Default::default(), &mut tmx).unwrap();
            tiled::write_tmj(draft, &sheet, &Default::default(), &mut tmj).unwrap();
            ldtk::write(&[draft], &sheet, None, &mut project).unwrap();
            crate::xp::write(draft, &mut xp).unwrap();
            let expected = terrain(draft);
            for (format, file) in [("tmx", &tmx), ("tmj", &tmj), ("ldtk", &project), ("xp", &xp)] {
                let pins = pins(file).unwrap_or_else(|error| panic!("{format}, seed {seed}: {error}"));
                assert_eq!(pasted(pins, draft), expected, "{format}, seed {seed}");
            }
        }
    }

    #[test]
    fn text_is_pinned_where_it_is_drawn() {
        let found = pins(b"\n\n   #+#\n   #.#\n").unwrap();
        assert_eq!((found.x, found.y), (3, 2));
        for (text, problem) in [("", "nothing is pinned"), ("  \n ", "nothing is pinned"), ("#\t.", "line 1 has a tab")]
        {
            assert!(pins(text.as_bytes()).unwrap_err().contains(problem), "{text:?}");
        }
        assert!(pins(&[b'#', 0xff]).unwrap_err().contains("not UTF-8"));
        assert!(pins("#\n".repeat(5_000).as_bytes()).unwrap_err().contains("1x5000 is not a valid size"));
    }

    #[test]
    fn names_are_read_as_editors_write_them() {
        let tiles = Tileset::standard();
        for name in ["open-door", "open_door", "Open_door", " Open Door"] {
            assert_eq!(tile_named(name, &tiles), tiles.id("open-door"), "{name}");
        }
        assert_eq!(tile_named("opendoor", &tiles), None);
    }

    #[test]
    fn broken_files_are_refused() {
        let layer = |data: &str| {
            format!(
                "<map width=\"2\" height=\"1\"><tileset firstgid=\"1\"><tile id=\"0\" class=\"floor\"/><tile id=\"1\" \
                 type=\"wal\"/></tileset><layer name=\"ground\"><data encoding=\"csv\">{data}</data></layer></map>"
            )
        };
        assert!(pins(layer("1,0").as_bytes()).is_ok());
        for (text, problem) in [
            (
                layer("1,2"),
                "(1, 0): layer `ground` shows picture 1 of its tileset, whose class `wal` is not the name of a tile",
            ),
            (layer("1,3"), "has no class"),
            (layer("1"), "layer `ground` has 1 cells where 2 are expected"),
            (layer("1,x"), "`x` is not a number"),
            (layer("1,0").replace("csv", "base64"), "layer `ground`: "),
            (layer("1,0").replace("width=\"2\"", "width=\"-2\""), "-2x1 is not a valid size"),
            (layer("1,0").replace("width=\"2\"", "width=\"2\" infinite=\"1\""), "infinite"),
            (
                layer("1,0").replace("<tileset firstgid=\"1\">", "<tileset firstgid=\"1\" source=\"x.tsx\"/><tileset>"),
                "no such file",
            ),
            ("<map width=\"2\"".into(), "invalid tmx file"),
            ("<html></html>".into(), "no `map`"),
            ("{}".into(), "invalid tmj file"),
            ("{\"intGridCsv\"".into(), "invalid ldtk file"),
            ("{\"intGridCsv\": []}".into(), "invalid ldtk file"),
        ] {
            let error = pins(text.as_bytes()).expect_err(&text);
            assert!(error.contains(problem), "{error} instead of {problem}");
        }
        let bomb = {
            let mut file = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            for number in [-1_i32, 1, i32::MAX, i32::MAX] {
                io::Write::write_all(&mut file, &number.to_le_bytes()).unwrap();
            }
            file.finish().unwrap()
        };
        assert!(pins(&bomb).unwrap_err().contains("2147483647x2147483647 is not a valid size"));
        assert!(pins(&[0x1f, 0x8b, 0, 0]).unwrap_err().contains("invalid xp file"));
    }
}
