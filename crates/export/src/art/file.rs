//! A user's own art: a TOML file that locates each tile's picture in an image.
//!
//! ```toml
//! image = "dungeon.png"     # beside this file; a PNG
//! tile-size = 16            # or [16, 24]
//! margin = 0                # pixels around all pictures
//! spacing = 0               # pixels between two pictures
//! other = 63                # the picture of all tiles that are not named
//! rise = 8                  # how far walls rise in oblique pictures, in pixels [default: half a tile]
//!
//! [tiles]
//! door = 3                                         # one picture, counted from 0 in rows from the top left
//! floor = [4, 5, { tile = 6, weight = 8 }]         # variants: each cell shows one of them, the last eight times as often
//! wall = { blob47 = 16, joins = ["door"], front = 64 }    # 47 pictures from number 16 on, and one of the front
//! water = { edge16 = [70, 71, 72, 73, 86, 87, 88, 89, 102, 103, 104, 105, 118, 119, 120, 121] }
//!
//! [things]
//! start = 200
//! kobold = 201
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use undercroft_mapgen::{ContentError, Size, SourceFile, Tileset, did_you_mean};

use super::{ArtSheet, Choice, Pictures};
use crate::autotile::{BLOB_TILES, EDGE_TILES};

const KEYS: [&str; 8] = ["image", "tile-size", "margin", "spacing", "other", "rise", "tiles", "things"];
const CHOICE_KEYS: [&str; 6] = ["tile", "edge16", "blob47", "joins", "front", "weight"];
/// The most variants of a tile, and the greatest weight of one.
const MOST_VARIANTS: usize = 256;
const GREATEST_WEIGHT: u32 = 1_000_000;
/// The longest side of a tile picture, in pixels. Anything larger is surely a mistake.
const LARGEST_TILE: u32 = 1_024;

impl ArtSheet {
    /// Parses an art file. `image_size` is called with the image's name and returns its size in pixels. Tile names
    /// must be in the tileset.
    ///
    /// ```
    /// use undercroft_export::ArtSheet;
    /// use undercroft_mapgen::{Size, SourceFile, Tileset};
    ///
    /// let text = "image = \"own.png\"\ntile-size = 16\n[tiles]\nfloor = 3\nwal = 4\n";
    /// let sheet = ArtSheet::parse(SourceFile::new("own.toml", text), &Tileset::standard(), |_| Ok(Size::new(64, 64)));
    /// assert_eq!(sheet.unwrap_err().to_string(), "own.toml:5:1: no tile is called `wal`; did you mean `wall`?");
    /// ```
    ///
    /// # Errors
    /// If the text is not a valid art file. The error gives the place and the remedy.
    pub fn parse(
        source: SourceFile<'_>,
        tileset: &Tileset,
        image_size: impl FnOnce(&str) -> Result<Size, String>,
    ) -> Result<Self, ContentError> {
        let file = DeTable::parse(source.text)
            .map_err(|error| source.error(error.span().unwrap_or(0..0), error.message().trim()))?;
        let mut reader = Reader { source, count: 0 };
        let mut file = reader.table(file.into_inner(), &KEYS, "an art file")?;
        let mut take = |key: &str| file.remove(key);

        let image_value =
            take("image").ok_or_else(|| source.error(0..0, "`image` is missing: the name of a PNG file"))?;
        let image = reader.text(&image_value)?;
        let size = image_size(&image).map_err(|problem| source.error(image_value.span(), problem))?;
        let tile_size = match take("tile-size") {
            Some(value) => reader.tile_size(&value)?,
            None => {
                return Err(source.error(0..0, "`tile-size` is missing: give the size in pixels, as in tile-size = 16"));
            }
        };
        let mut length = |key: &str| take(key).map_or(Ok(0), |value| reader.number(&value, 0..LARGEST_TILE + 1));
        let (margin, spacing) = (length("margin")?, length("spacing")?);
        let name = source.name.rsplit(['/', '\\']).next().unwrap_or(source.name).trim_end_matches(".toml");
        let mut sheet = Self {
            name: name.into(),
            image,
            image_size: size,
            tile_size,
            margin,
            spacing,
            tiles: BTreeMap::new(),
            other: None,
            things: BTreeMap::new(),
            plain_after: None,
            rise: tile_size.height / 2,
            picture: None,
        };
        reader.count = sheet.count();
        if reader.count == 0 {
            let problem = format!("an image of {size} pixels cannot hold a picture of {tile_size} pixels");
            return Err(source.error(image_value.span(), problem));
        }
        if let Some(rise) = take("rise") {
            sheet.rise = reader.number(&rise, 0..tile_size.height + 1)?;
        }
        sheet.other = take("other").map(|value| reader.index(&value)).transpose()?;
        if let Some(tiles) = take("tiles") {
            for (name, value) in reader.open(tiles)? {
                reader.tile_name(tileset, name.get_ref(), name.span())?;
                sheet.tiles.insert(name.get_ref().to_string(), reader.choices(value, tileset)?);
            }
        }
        if let Some(things) = take("things") {
            for (name, value) in reader.open(things)? {
                sheet.things.insert(name.get_ref().to_string(), reader.index(&value)?);
            }
        }
        if sheet.tiles.is_empty() && sheet.other.is_none() {
            return Err(source.error(0..0, "no tile has a picture: list some under [tiles], or set `other`"));
        }
        Ok(sheet)
    }
}

type Value<'a> = Spanned<DeValue<'a>>;

struct Reader<'a> {
    source: SourceFile<'a>,
    /// How many pictures the image holds.
    count: u32,
}

impl Reader<'_> {
    fn error<T>(&self, span: Range<usize>, problem: impl Into<String>) -> Result<T, ContentError> {
        Err(self.source.error(span, problem))
    }

    /// The entries of a table by name; unknown names are errors.
    fn table<'t>(
        &self,
        table: DeTable<'t>,
        known: &[&str],
        what: &str,
    ) -> Result<BTreeMap<String, Value<'t>>, ContentError> {
        let mut entries = BTreeMap::new();
        for (name, value) in table {
            let key = name.get_ref();
            if !known.contains(&&**key) {
                let hint = did_you_mean(key, known.iter().copied());
                return self.error(name.span(), format!("{what} has no `{key}`; {hint}"));
            }
            entries.insert(key.to_string(), value);
        }
        Ok(entries)
    }

    fn open<'t>(&self, value: Value<'t>) -> Result<DeTable<'t>, ContentError> {
        let span = value.span();
        match value.into_inner() {
            DeValue::Table(table) => Ok(table),
            _ => self.error(span, "expected a table of names and picture numbers"),
        }
    }

    fn tile_name(&self, tileset: &Tileset, name: &str, span: Range<usize>) -> Result<(), ContentError> {
        if tileset.id(name).is_some() {
            return Ok(());
        }
        let names: Vec<&str> = tileset.iter().map(|(_, tile)| tile.name.as_str()).collect();
        self.error(span, format!("no tile is called `{name}`; {}", did_you_mean(name, names)))
    }

    fn text(&self, value: &Value<'_>) -> Result<String, ContentError> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            _ => self.error(value.span(), "expected a quoted string"),
        }
    }

    fn number(&self, value: &Value<'_>, range: Range<u32>) -> Result<u32, ContentError> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => u32::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        match number.filter(|number| range.contains(number)) {
            Some(number) => Ok(number),
            None => self.error(
                value.span(),
                format!("expected a whole number from {} to {}", range.start, range.end.saturating_sub(1)),
            ),
        }
    }

    fn tile_size(&self, value: &Value<'_>) -> Result<Size, ContentError> {
        let side = |value: &Value<'_>| self.number(value, 1..LARGEST_TILE + 1);
        match value.get_ref() {
            DeValue::Array(sides) => match sides.iter().collect::<Vec<_>>()[..] {
                [width, height] => Ok(Size::new(side(width)?, side(height)?)),
                _ => self.error(value.span(), "expected two sides, as in [16, 24]"),
            },
            _ => side(value).map(|side| Size::new(side, side)),
        }
    }

    /// The index of a picture in the image.
    fn index(&self, value: &Value<'_>) -> Result<u32, ContentError> {
        self.number(value, 0..self.count)
    }

    /// How to draw a tile: one entry, or a list of variants.
    fn choices(&self, value: Value<'_>, tileset: &Tileset) -> Result<Vec<Choice>, ContentError> {
        let span = value.span();
        match value.into_inner() {
            DeValue::Array(list) if (1..=MOST_VARIANTS).contains(&list.len()) => {
                list.into_iter().map(|entry| self.choice(entry, tileset)).collect()
            }
            DeValue::Array(_) => self.error(span, format!("expected 1 to {MOST_VARIANTS} variants")),
            other => Ok(vec![self.choice(Spanned::new(span, other), tileset)?]),
        }
    }

    fn choice(&self, value: Value<'_>, tileset: &Tileset) -> Result<Choice, ContentError> {
        let span = value.span();
        let table = match value.get_ref() {
            DeValue::Integer(_) => return Ok(Choice::one(self.index(&value)?)),
            DeValue::Table(_) => self.table(self.open(value)?, &CHOICE_KEYS, "a tile's entry")?,
            _ => {
                return self.error(span, "expected a picture number, or a table with `tile`, `edge16` or `blob47`");
            }
        };
        let pictures = match (table.get("tile"), table.get("edge16"), table.get("blob47")) {
            (Some(one), None, None) => Pictures::One(self.index(one)?),
            (None, Some(list), None) => Pictures::Edges(self.list::<EDGE_TILES>(list)?),
            (None, None, Some(list)) => Pictures::Blob(self.list::<BLOB_TILES>(list)?),
            _ => return self.error(span, "a tile needs exactly one of `tile`, `edge16` and `blob47`"),
        };
        let front = table.get("front").map(|value| self.index(value)).transpose()?;
        let weight = table.get("weight").map_or(Ok(1), |value| self.number(value, 1..GREATEST_WEIGHT + 1))?;
        let mut joins = Vec::new();
        if let Some(value) = table.get("joins") {
            let DeValue::Array(names) = value.get_ref() else {
                return self.error(value.span(), "expected a list of tile names, as in [\"door\"]");
            };
            for name in names {
                let text = self.text(name)?;
                self.tile_name(tileset, &text, name.span())?;
                joins.push(text);
            }
        }
        Ok(Choice { weight, pictures, front, joins })
    }

    /// `N` pictures: a list of indices, or the first of `N` in a row.
    fn list<const N: usize>(&self, value: &Value<'_>) -> Result<[u32; N], ContentError> {
        let mut indices = [0; N];
        match value.get_ref() {
            DeValue::Array(list) if list.len() == N => {
                for (index, value) in indices.iter_mut().zip(list.iter()) {
                    *index = self.index(value)?;
                }
            }
            DeValue::Array(list) => {
                return self.error(value.span(), format!("found {} pictures, expected {N}", list.len()));
            }
            _ => {
                let Some(room) = self.count.checked_sub(N as u32 - 1) else {
                    return self.error(
                        value.span(),
                        format!("{N} pictures do not fit in this image, which holds {}", self.count),
                    );
                };
                let first = self.number(value, 0..room)?;
                for (index, number) in indices.iter_mut().zip(first..) {
                    *index = number;
                }
            }
        }
        Ok(indices)
    }
}

/// The size of a PNG image, read from the first 24 bytes of the file.
///
/// ```
/// assert_eq!(undercroft_export::png_size(b"GIF89a"), None);
/// ```
#[must_use]
pub fn png_size(file: &[u8]) -> Option<Size> {
    let header = file.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")?;
    let side = |bytes: &[u8]| Some(u32::from_be_bytes(bytes.try_into().ok()?));
    let size = Size::new(side(header.get(..4)?)?, side(header.get(4..8)?)?);
    (size.width > 0 && size.height > 0).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<ArtSheet, String> {
        let size = |name: &str| match name {
            "own.png" => Ok(Size::new(160, 160)),
            _ => Err(format!("cannot read {name}")),
        };
        ArtSheet::parse(SourceFile::new("own.toml", text), &Tileset::standard(), size)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn every_error_gives_the_place_and_the_remedy() {
        let head = "image = \"own.png\"\ntile-size = 16\n";
        for (text, complaint) in [
            ("", "own.toml:1:1: `image` is missing"),
            ("image = 3", "own.toml:1:9: expected a quoted string"),
            ("image = \"none.png\"", "own.toml:1:9: cannot read none.png"),
            ("image = \"own.png\"", "own.toml:1:1: `tile-size` is missing"),
            ("image = \"own.png\"\ntile-size = 0", "own.toml:2:13: expected a whole number from 1 to 1024"),
            ("image = \"own.png\"\ntile-size = 200", "own.toml:1:9: an image of 160x160 pixels cannot hold"),
            ("image = \"own.png\"\ntile-size = [16]", "own.toml:2:13: expected two sides"),
            (
                "image = \"own.png\"\ntilesize = 16",
                "own.toml:2:1: an art file has no `tilesize`; did you mean `tile-size`?",
            ),
            ("image = \"own.png\"\ntile-size = 16", "own.toml:1:1: no tile has a picture"),
            (&format!("{head}other = 100"), "own.toml:3:9: expected a whole number from 0 to 99"),
            (&format!("{head}other = -1"), "own.toml:3:9: expected a whole number"),
            (&format!("{head}tiles = 3"), "own.toml:3:9: expected a table"),
            (&format!("{head}[tiles]\nflor = 1"), "own.toml:4:1: no tile is called `flor`; did you mean `floor`?"),
            (&format!("{head}[tiles]\nwall = \"x\""), "own.toml:4:8: expected a picture number"),
            (
                &format!("{head}[tiles]\nwall = {{ blob = 3 }}"),
                "own.toml:4:10: a tile's entry has no `blob`; did you mean `blob47`?",
            ),
            (&format!("{head}[tiles]\nwall = {{ blob47 = [1, 2] }}"), "own.toml:4:19: found 2 pictures, expected 47"),
            (
                &format!("{head}[tiles]\nwall = {{ blob47 = 54 }}"),
                "own.toml:4:19: expected a whole number from 0 to 53",
            ),
            (&format!("{head}[tiles]\nwall = {{ joins = [] }}"), "own.toml:4:8: a tile needs exactly one of"),
            (
                &format!("{head}[tiles]\nwall = {{ tile = 1, joins = [\"dor\"] }}"),
                "own.toml:4:29: no tile is called `dor`; did you mean `door`?",
            ),
            (&format!("{head}[tiles]\nwall = []"), "own.toml:4:8: expected 1 to 256 variants"),
            (&format!("{head}[tiles]\nwall = [1, 200]"), "own.toml:4:12: expected a whole number from 0 to 99"),
            (
                &format!("{head}[tiles]\nwall = [1, {{ tile = 2, weight = 0 }}]"),
                "own.toml:4:33: expected a whole number from 1 to 1000000",
            ),
            (&format!("{head}[tiles]\nwall = {{ tile = 2, front = 100 }}"), "own.toml:4:28: expected a whole number"),
            (&format!("{head}rise = 17\nother = 1"), "own.toml:3:8: expected a whole number from 0 to 16"),
            (&format!("{head}[things]\nkobold = 1000"), "own.toml:4:10: expected a whole number from 0 to 99"),
            (&format!("{head}[tiles\n"), "own.toml:3:"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.starts_with(complaint), "{text}\n{error}");
        }
    }

    #[test]
    fn margins_and_spacing_are_skipped() {
        let sheet = parse("image = \"own.png\"\ntile-size = 16\nmargin = 2\nspacing = 1\nother = 0").unwrap();
        assert_eq!((sheet.columns(), sheet.rows()), (9, 9));
        assert_eq!(sheet.corner(10), (2 + 17, 2 + 17));
        assert_eq!(sheet.name(), "own");
    }

    #[test]
    fn the_size_of_a_png_is_read_from_its_first_bytes() {
        let mut file = Vec::new();
        crate::Picture::new(7, 9).write_png(&mut file).unwrap();
        assert_eq!(png_size(&file), Some(Size::new(7, 9)));
        assert_eq!(png_size(&file[..20]), None);
    }
}
