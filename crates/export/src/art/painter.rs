//! Pictures of part of a map as a player knows it, fast enough to draw many times a second.

use std::sync::Arc;

use undercroft_mapgen::{Colour, Point, Rect, Seed, Stream, Tile, TileInfo, Tileset};

use super::drawing::{Brush, Map};
use super::terrain::{Rules, variety};
use super::{Art, MissingTile};
use crate::picture::{Picture, PictureError};
use crate::{PictureOptions, Projection};

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArtCell {
    /// Nothing. It stays transparent, and the tiles around it look as if they continued there.
    Unknown,
    /// The tile as remembered, drawn dimmed.
    Remembered(Tile),
    /// The tile in sight.
    Visible(Tile),
}

/// Something that stands on a cell. Where the cell is remembered, so is the thing; on unknown cells there is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArtThing<'a> {
    /// Its cell.
    pub at: Point,
    /// The kind of a creature or an item, `hero`, or `start`.
    pub kind: &'a str,
    /// What it looks like if the art has no picture of it.
    pub glyph: char,
    /// The colour of the glyph.
    pub colour: Colour,
}

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub struct ArtView<'a> {
    /// The cells to draw.
    pub window: Rect,
    /// The seed of the dungeon and the depth of the level, which choose between variants of tiles. With these, a view
    /// looks exactly as [`draw_art`](crate::draw_art) shows the level.
    pub seed: &'a Seed,
    /// The depth.
    pub depth: u32,
    /// The point of view.
    pub projection: Projection,
    /// What stands on the cells. If two things share one, the later is on top.
    pub things: &'a [ArtThing<'a>],
}

/// Draws any part of a map in art: what is in sight, what is remembered, and nothing where nothing is known.
///
/// ```
/// use undercroft_export::{Art, ArtCell, ArtPainter, ArtThing, ArtView, Projection};
/// use undercroft_mapgen::{Draft, Point, Rect, Tileset};
///
/// let painter = ArtPainter::new(Art::undercroft(), &Tileset::standard())?;
/// let map = Draft::parse("######\n#....#\n######");
/// let hero = ArtThing { at: Point::new(1, 1), kind: "hero", glyph: '@', colour: "#ffffff".parse()? };
/// let view = ArtView {
///     window: Rect::new(0, 0, 6, 3),
///     seed: &42.into(),
///     depth: 1,
///     projection: Projection::Oblique,
///     things: &[hero],
/// };
/// let picture = painter.paint(&view, |at| match map.tiles().get(at) {
///     Some(tile) if at.x < 3 => ArtCell::Visible(*tile),
///     Some(tile) if at.x < 5 => ArtCell::Remembered(*tile),
///     _ => ArtCell::Unknown,
/// })?;
/// assert_eq!(picture.width(), 6 * 16);
/// let rgba: &[u8] = picture.pixels().as_flattened();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ArtPainter {
    art: Art,
    dimmed: Picture,
    rules: Rules,
    tileset: Arc<Tileset>,
}

impl ArtPainter {
    /// A painter for maps of a tileset.
    ///
    /// # Errors
    /// If the art has no picture for one of the tiles.
    pub fn new(art: Art, tileset: &Arc<Tileset>) -> Result<Self, MissingTile> {
        let rules = Rules::new(art.sheet(), tileset);
        rules.check(art.sheet(), tileset, tileset.iter().map(|(tile, _)| tile))?;
        Ok(Self { dimmed: dimmed(art.image()), rules, tileset: tileset.clone(), art })
    }

    /// The art.
    #[must_use]
    pub const fn art(&self) -> &Art {
        &self.art
    }

    /// Draws a view. `cell` is called with cells of the window and those around it, in the same coordinates.
    ///
    /// From above and in front, the picture is higher by [`ArtSheet::rise`](crate::ArtSheet::rise) pixels: the walls
    /// of the first row need them.
    ///
    /// # Errors
    /// If the window has no cells, or the picture would exceed [`MOST_PIXELS`](crate::MOST_PIXELS).
    pub fn paint(&self, view: &ArtView<'_>, cell: impl Fn(Point) -> ArtCell) -> Result<Picture, PictureError> {
        let options = PictureOptions { scale: 1, projection: view.projection };
        let size = self.art.picture_size(view.window.size(), &options)?;
        let oblique = view.projection == Projection::Oblique;
        let mut brush = Brush {
            art: &self.art,
            dimmed: Some(&self.dimmed),
            oblique,
            ends_in_front: false,
            picture: Picture::new(size.width, size.height),
        };
        let corner = view.window.min();
        let mut things = view.things.to_vec();
        for thing in &mut things {
            thing.at = Point::new(thing.at.x.wrapping_sub(corner.x), thing.at.y.wrapping_sub(corner.y));
        }
        things.retain(|thing| view.window.size().contains(thing.at));
        things.sort_by_key(|thing| thing.at.y);
        let Rect { width, height, .. } = view.window;
        // Walls rise into the row above theirs.
        let area = if oblique { Rect::new(0, -1, width, height + 2) } else { Rect::new(0, 0, width, height) };
        let map = Known { painter: self, cell, corner, variety: variety(view.seed, view.depth) };
        brush.draw(&map, area, &things);
        Ok(brush.picture)
    }
}

/// What a player knows of a map.
struct Known<'a, C> {
    painter: &'a ArtPainter,
    cell: C,
    /// The world cell at the top left of the window. A window may reach the limits of the coordinates.
    corner: Point,
    variety: Stream,
}

impl<C> Known<'_, C> {
    const fn world(&self, at: Point) -> Point {
        Point::new(self.corner.x.wrapping_add(at.x), self.corner.y.wrapping_add(at.y))
    }
}

impl<C: Fn(Point) -> ArtCell> Map for Known<'_, C> {
    fn cell(&self, at: Point) -> ArtCell {
        (self.cell)(self.world(at))
    }

    fn info(&self, tile: Tile) -> Option<&TileInfo> {
        self.painter.tileset.get(tile)
    }

    fn carved(&self, tile: Tile) -> Tile {
        self.painter.tileset.carved(tile)
    }

    fn picture_of(&self, tile: Tile, at: Point) -> u32 {
        self.painter.rules.picture(
            tile,
            at,
            || self.variety.at(self.world(at)),
            |near| match self.cell(near) {
                ArtCell::Unknown => None,
                ArtCell::Remembered(tile) | ArtCell::Visible(tile) => Some(tile),
            },
        )
    }

    fn front(&self, tile: Tile, at: Point) -> Option<u32> {
        self.painter.rules.front(tile, || self.variety.at(self.world(at)))
    }
}

/// An image as it looks in memory: five eighths as bright, and half as colourful.
fn dimmed(image: &Picture) -> Picture {
    image.map(|[red, green, blue, opacity]| {
        let grey = (2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue)) / 8;
        let part = |part: u8| ((u32::from(part) + grey) * 5 / 16) as u8;
        [part(red), part(green), part(blue), opacity]
    })
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::{Draft, Recipe};

    use super::*;
    use crate::draw_art;

    const BOTH: [Projection; 2] = [Projection::TopDown, Projection::Oblique];

    fn painter() -> ArtPainter {
        ArtPainter::new(Art::undercroft(), &Tileset::standard()).unwrap()
    }

    fn paint(window: Rect, projection: Projection, cell: impl Fn(Point) -> ArtCell) -> Picture {
        let view = ArtView { window, seed: &7.into(), depth: 0, projection, things: &[] };
        painter().paint(&view, cell).unwrap()
    }

    fn visible(draft: &Draft) -> impl Fn(Point) -> ArtCell {
        |at| draft.tiles().get(at).map_or(ArtCell::Unknown, |tile| ArtCell::Visible(*tile))
    }

    #[test]
    fn a_view_in_full_light_is_the_picture_of_the_level() {
        for name in ["halls", "surface", "crystal"] {
            let level = Recipe::named(name).unwrap().build(7).unwrap();
            let mut draft = level.as_draft().clone();
            (draft.start, draft.metadata.depth) = (None, 0);
            draft.spawns.clear();
            let whole = Rect::new(0, 0, draft.size().width, draft.size().height);
            let options = PictureOptions { projection: Projection::TopDown, scale: 1 };
            let picture = draw_art(&draft, &Art::undercroft(), &options).unwrap();
            assert!(paint(whole, Projection::TopDown, visible(&draft)) == picture, "{name}");
        }
    }

    #[test]
    fn a_window_looks_like_that_part_of_the_whole_map() {
        let level = Recipe::named("caves").unwrap().build(7).unwrap();
        let draft = level.as_draft();
        for projection in BOTH {
            let whole = paint(Rect::new(0, 0, 80, 50), projection, visible(draft));
            let part = paint(Rect::new(20, 12, 30, 20), projection, visible(draft));
            for (x, y) in (0..part.height()).flat_map(|y| (0..part.width()).map(move |x| (x, y))) {
                assert_eq!(part.colour(x, y), whole.colour(x + 20 * 16, y + 12 * 16), "{projection:?} at {x},{y}");
            }
        }
    }

    #[test]
    fn remembered_cells_are_dim_and_unknown_cells_are_transparent() {
        let draft = Draft::parse("...");
        let floor = *draft.tiles().get(Point::new(0, 0)).unwrap();
        let thing = |x| ArtThing { at: Point::new(x, 0), kind: "rat", glyph: 'r', colour: "#ffffff".parse().unwrap() };
        let things = [thing(1), thing(2)];
        let window = Rect::new(0, 0, 3, 1);
        let view = ArtView { window, seed: &7.into(), depth: 0, projection: Projection::TopDown, things: &things };
        let picture = painter()
            .paint(&view, |at| match at.x {
                0 => ArtCell::Visible(floor),
                1 => ArtCell::Remembered(floor),
                _ => ArtCell::Unknown,
            })
            .unwrap();
        let light = |cell: u32| {
            let pixels = (0..16).flat_map(|y| (0..16).map(move |x| (x, y)));
            pixels.map(|(x, y)| u32::from(picture.colour(cell * 16 + x, y).unwrap().green)).sum::<u32>()
        };
        assert!(light(1) > 0 && light(1) < light(0) * 3 / 4, "{} and {}", light(0), light(1));
        assert!(picture.pixels().chunks_exact(48).all(|row| row[32..].iter().all(|pixel| pixel[3] == 0)));
    }

    #[test]
    fn a_kind_without_a_picture_shows_its_glyph() {
        let draft = Draft::parse(".");
        let thing =
            ArtThing { at: Point::new(0, 0), kind: "jabberwock", glyph: 'J', colour: "#12fe34".parse().unwrap() };
        let view = ArtView {
            window: Rect::new(0, 0, 1, 1),
            seed: &7.into(),
            depth: 0,
            projection: Projection::TopDown,
            things: &[thing],
        };
        let picture = painter().paint(&view, visible(&draft)).unwrap();
        assert!(picture.pixels().contains(&[0x12, 0xfe, 0x34, 255]));
    }

    #[test]
    fn a_window_without_cells_is_refused() {
        let view = ArtView {
            window: Rect::new(0, 0, 0, 4),
            seed: &7.into(),
            depth: 0,
            projection: Projection::TopDown,
            things: &[],
        };
        assert_eq!(painter().paint(&view, |_| ArtCell::Unknown), Err(PictureError::Empty));
    }
}
