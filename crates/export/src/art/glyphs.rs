//! An art sheet drawn from the font: each tile with its glyph, each tile without it, and the things that stand on
//! them.

use std::collections::BTreeMap;

use undercroft_mapgen::{Draft, Size};

use super::{ArtSheet, Choice};
use crate::appearance::{Appearances, PLAYER, START};
use crate::font::SIDE;
use crate::picture::Picture;

/// Pictures per row.
const COLUMNS: u32 = 16;

impl ArtSheet {
    /// Draws an art sheet for levels that share a tileset: each tile with its glyph, each tile without it, then the
    /// start and every kind of creature and item in the levels, on a transparent background.
    ///
    /// Cells with something on them, and rock surrounded by rock, use the picture without a glyph. A map made with
    /// this sheet looks exactly as [`draw`](crate::draw) shows the level from above.
    ///
    /// ```
    /// use undercroft_export::ArtSheet;
    /// use undercroft_mapgen::{Draft, Tileset};
    ///
    /// let sheet = ArtSheet::of_glyphs("tiles", [&Draft::parse("#.#")]);
    /// assert_eq!(sheet.columns(), 16);
    /// assert!(sheet.count() >= 2 * Tileset::standard().iter().count() as u32);
    /// assert!(sheet.png()?.is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn of_glyphs<'a>(name: &str, levels: impl IntoIterator<Item = &'a Draft>) -> Self {
        let levels: Vec<&Draft> = levels.into_iter().collect();
        let first = levels.first();
        let names: Vec<String> =
            first.map(|draft| draft.tileset().iter().map(|(_, tile)| tile.name.clone()).collect()).unwrap_or_default();
        let tiles = names.len() as u32;
        // A sorted map keeps the order stable.
        let mut kinds = BTreeMap::new();
        for draft in &levels {
            let looks = Appearances::of(draft);
            for thing in looks.things() {
                kinds.entry(thing.kind.to_string()).or_insert((thing.glyph, thing.fg));
            }
        }
        kinds.entry(START.into()).or_insert(('@', PLAYER));
        let count = 2 * tiles + kinds.len() as u32;
        let rows = count.div_ceil(COLUMNS);
        let mut picture = Picture::new(COLUMNS * SIDE, rows * SIDE);
        let corner = |index: u32| ((index % COLUMNS * SIDE) as i32, (index / COLUMNS * SIDE) as i32);
        if let Some(draft) = first {
            let looks = Appearances::of(draft);
            for (id, _) in draft.tileset().iter() {
                let (look, index) = (looks.tile(id), u32::from(id.0));
                for index in [index, index + tiles] {
                    picture.fill(corner(index), (SIDE as i32, SIDE as i32), look.bg);
                }
                picture.glyph(corner(index), look.glyph, look.fg);
            }
        }
        let mut things = BTreeMap::new();
        for (index, (kind, (glyph, colour))) in (2 * tiles..).zip(kinds) {
            picture.glyph(corner(index), glyph, colour);
            things.insert(kind, index);
        }
        let rule = |index| vec![Choice::one(index)];
        Self {
            name: name.into(),
            image: format!("{name}.png"),
            image_size: Size::new(picture.width(), picture.height()),
            tile_size: Self::glyph_size(),
            margin: 0,
            spacing: 0,
            tiles: names.into_iter().zip((0..).map(rule)).collect(),
            other: Some(0),
            things,
            plain_after: Some(tiles),
            rise: SIDE / 2,
            picture: Some(picture),
        }
    }
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::{Class, Point, Recipe, Spawn};

    use super::*;
    use crate::art::Terrain;

    /// Assembles the level from the sheet's pictures, as an editor would.
    fn assembled(sheet: &ArtSheet, draft: &Draft) -> Picture {
        let mut whole = Picture::new(draft.size().width * SIDE, draft.size().height * SIDE);
        let mut lay = |index: u32, at: Point| {
            let (left, top) = sheet.corner(index);
            for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
                if let Some(colour) = sheet.picture().unwrap().colour(left + x, top + y) {
                    whole.put(at.x * SIDE as i32 + x as i32, at.y * SIDE as i32 + y as i32, colour);
                }
            }
        };
        let terrain = Terrain::new(sheet, draft).unwrap();
        draft.size().points().for_each(|at| lay(terrain.picture(at), at));
        for thing in Appearances::of(draft).things() {
            lay(sheet.thing(&thing.kind).unwrap(), thing.at);
        }
        whole
    }

    #[test]
    fn a_level_assembled_from_its_glyph_sheet_equals_its_picture() {
        for name in Recipe::names() {
            let level = Recipe::named(name).unwrap().build(7).unwrap();
            let sheet = ArtSheet::of_glyphs("tiles", [level.as_draft()]);
            let drawn = crate::draw(level.as_draft(), &Default::default()).unwrap();
            assert!(assembled(&sheet, level.as_draft()) == drawn, "{name}");
        }
    }

    #[test]
    fn cells_with_something_on_them_are_plain() {
        let mut draft = Draft::parse("####\n#..#\n####");
        draft.spawns.push(Spawn::new("kobold", Class::Creature, Point::new(1, 1)));
        let sheet = ArtSheet::of_glyphs("tiles", [&draft]);
        let terrain = Terrain::new(&sheet, &draft).unwrap();
        assert_ne!(terrain.picture(Point::new(1, 1)), terrain.picture(Point::new(2, 1)));
        assert!(sheet.thing("kobold").is_some() && sheet.thing("start").is_some());
        assert!(sheet.thing("dragon").is_none());
    }
}
