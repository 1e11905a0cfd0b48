//! Pictures of levels in art, from straight above or from above and in front.

use undercroft_mapgen::{Draft, Point, Rect, Shape, Size, Tile, TileInfo};

use super::{ArtCell, ArtSheet, ArtThing, MissingTile, Terrain};
use crate::appearance::Appearances;
use crate::font::SIDE;
use crate::picture::{MOST_PIXELS, Picture, PictureError};
use crate::shade::shade;
use crate::{PictureOptions, Projection, Side};

/// An art sheet with its image, ready to draw levels.
#[derive(Clone, Debug)]
pub struct Art {
    sheet: ArtSheet,
    image: Picture,
    /// By picture: whether it has no transparent pixel.
    opaque: Vec<bool>,
}

/// Why art cannot draw a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArtError {
    /// The sheet was described for an image of another size.
    #[error("art `{sheet}` was described for an image of {expected} pixels, but this one has {found}")]
    OtherImage {
        /// The sheet's name.
        sheet: String,
        /// The size that the sheet expects.
        expected: Size,
        /// The size of the image.
        found: Size,
    },
    /// The art has no picture for a tile of the level.
    #[error(transparent)]
    MissingTile(#[from] MissingTile),
    /// The picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

impl Art {
    /// A sheet and its image.
    ///
    /// ```
    /// use undercroft_export::{Art, ArtSheet, draw_art};
    /// use undercroft_mapgen::Draft;
    ///
    /// let level = Draft::parse("####\n#·@#\n####");
    /// let sheet = ArtSheet::of_glyphs("tiles", [&level]);
    /// let image = sheet.picture().cloned().expect("a sheet drawn from glyphs has its image");
    /// let picture = draw_art(&level, &Art::new(sheet, image)?, &Default::default())?;
    /// assert_eq!(picture, undercroft_export::draw(&level, &Default::default())?);
    /// # Ok::<(), undercroft_export::ArtError>(())
    /// ```
    ///
    /// # Errors
    /// If the image does not have the size that the sheet was described for.
    pub fn new(sheet: ArtSheet, image: Picture) -> Result<Self, ArtError> {
        let (expected, found) = (sheet.image_size(), Size::new(image.width(), image.height()));
        if expected != found {
            return Err(ArtError::OtherImage { sheet: sheet.name().into(), expected, found });
        }
        let Size { width, height } = sheet.tile_size;
        let opaque = (0..sheet.count()).map(|index| image.is_opaque(sheet.corner(index), (width, height))).collect();
        Ok(Self { sheet, image, opaque })
    }

    fn is_opaque(&self, index: u32) -> bool {
        self.opaque.get(index as usize).is_some_and(|opaque| *opaque)
    }

    /// The image.
    #[must_use]
    pub const fn image(&self) -> &Picture {
        &self.image
    }

    /// The sheet.
    #[must_use]
    pub const fn sheet(&self) -> &ArtSheet {
        &self.sheet
    }

    /// The size of the picture of a level, so that callers can refuse before they generate a large level.
    ///
    /// # Errors
    /// If the scale is not 1 to 16, the level has no cells, or the picture would exceed [`MOST_PIXELS`].
    pub fn picture_size(&self, level: Size, options: &PictureOptions) -> Result<Size, PictureError> {
        if !(1..=16).contains(&options.scale) {
            return Err(PictureError::Scale(options.scale));
        }
        if level.area() == 0 {
            return Err(PictureError::Empty);
        }
        let above = match options.projection {
            Projection::TopDown => 0,
            Projection::Oblique => self.sheet.rise,
        };
        let (cell, scale) = (self.sheet.tile_size, u64::from(options.scale));
        let pixels = |cells: u32, each: u32, more: u32| (u64::from(cells) * u64::from(each) + u64::from(more)) * scale;
        let (width, height) = (pixels(level.width, cell.width, 0), pixels(level.height, cell.height, above));
        if width.saturating_mul(height) > MOST_PIXELS {
            return Err(PictureError::TooLarge { width, height });
        }
        // Neither exceeds `MOST_PIXELS`, which fits.
        Ok(Size::new(width as u32, height as u32))
    }
}

/// Draws a level in art.
///
/// From above and in front, tiles whose [shape](undercroft_mapgen::TileInfo::shape) is a block rise by
/// [`ArtSheet::rise`] pixels and show the lowest rows of their `front` picture below. Things without a picture show
/// their glyph, if it fits into a cell.
///
/// # Errors
/// If a tile of the level has no picture, the scale is not 1 to 16, the level has no cells, or the picture would exceed
/// [`MOST_PIXELS`].
pub fn draw_art(draft: &Draft, art: &Art, options: &PictureOptions) -> Result<Picture, ArtError> {
    let Size { width, height } = art.picture_size(draft.size(), options)?;
    let terrain = Terrain::new(&art.sheet, draft)?;
    let looks = Appearances::of(draft);
    let things: Vec<ArtThing<'_>> = looks
        .things()
        .iter()
        .map(|thing| ArtThing { at: thing.at, kind: &thing.kind, glyph: thing.glyph, colour: thing.fg })
        .collect();
    let oblique = options.projection == Projection::Oblique;
    let picture = Picture::new(width / options.scale, height / options.scale);
    let mut brush = Brush { art, dimmed: None, oblique, ends_in_front: true, picture };
    brush.draw_sky(&terrain, draft.size().width);
    brush.draw(&terrain, Rect::new(0, 0, draft.size().width, draft.size().height), &things);
    Ok(brush.picture.enlarged(options.scale))
}

/// What a brush needs: what is known of each cell, and the pictures of tiles.
pub(super) trait Map {
    fn cell(&self, at: Point) -> ArtCell;
    fn info(&self, tile: Tile) -> Option<&TileInfo>;
    fn carved(&self, tile: Tile) -> Tile;
    fn picture_of(&self, tile: Tile, at: Point) -> u32;
    /// The picture of a tile's front, if it has its own.
    fn front(&self, tile: Tile, at: Point) -> Option<u32>;

    fn is_raised(&self, tile: Tile) -> bool {
        self.info(tile).is_some_and(TileInfo::is_raised)
    }
}

/// Draws a map into a picture.
pub(super) struct Brush<'a> {
    pub(super) art: &'a Art,
    /// The art as it looks out of sight.
    pub(super) dimmed: Option<&'a Picture>,
    pub(super) oblique: bool,
    /// Whether walls show their front to what is unknown.
    pub(super) ends_in_front: bool,
    pub(super) picture: Picture,
}

impl Brush<'_> {
    const fn rise(&self) -> i32 {
        if self.oblique { self.art.sheet.rise as i32 } else { 0 }
    }

    /// The top-left pixel of a cell's ground.
    const fn position(&self, at: Point) -> (i32, i32) {
        let Size { width, height } = self.art.sheet.tile_size;
        (at.x * width as i32, at.y * height as i32 + self.rise())
    }

    /// Above low ground in the first row, the level is drawn as if it continued unchanged.
    fn draw_sky(&mut self, map: &impl Map, width: u32) {
        for at in (0..width as i32).map(|x| Point::new(x, 0)) {
            if let ArtCell::Visible(tile) = map.cell(at)
                && self.oblique
                && !map.is_raised(tile)
            {
                let (left, top) = self.position(at);
                let height = self.art.sheet.tile_size.height;
                self.lay((left, top - height as i32), map.picture_of(tile, at), height, false);
            }
        }
    }

    /// Draws the cells of an area, and what stands on them. Things must be in the order of rows.
    pub(super) fn draw(&mut self, map: &impl Map, area: Rect, mut things: &[ArtThing<'_>]) {
        // Back to front, so that nearer things hide farther ones.
        for y in area.y..area.bottom() {
            for at in (area.x..area.right()).map(|x| Point::new(x, y)) {
                match map.cell(at) {
                    ArtCell::Unknown => {}
                    ArtCell::Remembered(tile) => self.draw_tile(map, tile, at, true),
                    ArtCell::Visible(tile) => self.draw_tile(map, tile, at, false),
                }
            }
            let here = things.partition_point(|thing| thing.at.y <= y);
            for thing in &things[..here] {
                match map.cell(thing.at) {
                    ArtCell::Unknown => {}
                    ArtCell::Remembered(_) => self.draw_thing(thing, true),
                    ArtCell::Visible(_) => self.draw_thing(thing, false),
                }
            }
            things = &things[here..];
        }
    }

    fn draw_tile(&mut self, map: &impl Map, tile: Tile, at: Point, dim: bool) {
        let (height, rise) = (self.art.sheet.tile_size.height, self.rise());
        let (left, top) = self.position(at);
        let picture = map.picture_of(tile, at);
        if self.oblique && map.is_raised(tile) {
            self.lay((left, top - rise), picture, height, dim);
            let is_raised = |at: Point| match map.cell(at) {
                ArtCell::Unknown => !self.ends_in_front,
                ArtCell::Remembered(tile) | ArtCell::Visible(tile) => map.is_raised(tile),
            };
            if Side::shown(at, is_raised) == Side::Front {
                let front = map.front(tile, at).unwrap_or(picture);
                self.lay((left, top + height as i32 - rise), front, rise as u32, dim);
            }
            return;
        }
        // Things on the ground may have a transparent background.
        let shape = map.info(tile).map(|info| info.shape);
        if matches!(shape, Some(Shape::Tree | Shape::Column | Shape::Figure)) && !self.art.is_opaque(picture) {
            self.lay((left, top), map.picture_of(map.carved(tile), at), height, dim);
        }
        self.lay((left, top), picture, height, dim);
    }

    fn draw_thing(&mut self, thing: &ArtThing<'_>, dim: bool) {
        let Size { width, height } = self.art.sheet.tile_size;
        let (left, top) = self.position(thing.at);
        // A wall in front hides the lower part of a cell, so things there are drawn a little farther back.
        let top = top - self.rise() / 2;
        if let Some(index) = self.art.sheet.thing(thing.kind) {
            self.lay((left, top), index, height, dim);
        } else if width.min(height) >= SIDE {
            let corner = (left + (width - SIDE) as i32 / 2, top + (height - SIDE) as i32 / 2);
            let colour = if dim { shade(thing.colour, 8) } else { thing.colour };
            self.picture.glyph((corner.0 + 1, corner.1 + 1), thing.glyph, shade(colour, 3));
            self.picture.glyph(corner, thing.glyph, colour);
        }
    }

    /// Draws the lowest `rows` of a picture with its top-left corner at a position.
    fn lay(&mut self, at: (i32, i32), index: u32, rows: u32, dim: bool) {
        let Size { width, height } = self.art.sheet.tile_size;
        let (x, y) = self.art.sheet.corner(index);
        let rows = rows.min(height);
        let source = self.dimmed.filter(|_| dim).unwrap_or(&self.art.image);
        self.picture.lay_part(at, source, (x, y + height - rows), Size::new(width, rows));
    }
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::{Colour, Recipe, SourceFile, Tileset};

    use super::*;

    const COLOURS: [&str; 4] = ["#ff0000", "#00ff00", "#0000ff", "#ffff00"];

    /// Four pictures of two by two pixels, each of one colour, and a sheet for them.
    fn art(text: &str) -> Art {
        let mut image = Picture::new(8, 2);
        for (x, colour) in (0..).zip(COLOURS) {
            image.fill((x * 2, 0), (2, 2), colour.parse().unwrap());
        }
        let text = format!("image = 'x.png'\ntile-size = 2\n{text}");
        let sheet = ArtSheet::parse(SourceFile::new("x.toml", &text), &Tileset::standard(), |_| Ok(Size::new(8, 2)));
        Art::new(sheet.unwrap(), image).unwrap()
    }

    /// For each pixel of the first column, the number of the picture that it comes from.
    fn column(picture: &Picture) -> Vec<Option<usize>> {
        let number = |colour: Option<Colour>| {
            COLOURS.iter().position(|known| colour.is_some_and(|colour| colour.to_string() == *known))
        };
        (0..picture.height()).map(|y| number(picture.colour(0, y))).collect()
    }

    #[test]
    fn every_cell_shows_its_picture() {
        let art = art("[tiles]\nwall = 0\nfloor = 1\n[things]\nstart = 3");
        let mut draft = Draft::parse("#\n.\n.");
        draft.start = Some(Point::new(0, 2));
        let picture = draw_art(&draft, &art, &PictureOptions { scale: 2, ..Default::default() }).unwrap();
        assert_eq!((picture.width(), picture.height()), (4, 12));
        assert_eq!(column(&picture), [0, 0, 0, 0, 1, 1, 1, 1, 3, 3, 3, 3].map(Some));
    }

    #[test]
    fn walls_rise_and_show_their_front() {
        let art = art("[tiles]\nwall = { tile = 0, front = 2 }\nfloor = 1");
        let options = PictureOptions { projection: Projection::Oblique, ..Default::default() };
        let picture = draw_art(&Draft::parse("#\n#\n.\n#"), &art, &options).unwrap();
        assert_eq!(column(&picture), [0, 0, 0, 0, 2, 1, 0, 0, 2].map(Some));
    }

    #[test]
    fn art_for_another_image_or_without_a_tile_is_refused() {
        let art = art("[tiles]\nfloor = 1");
        assert!(matches!(draw_art(&Draft::parse("#"), &art, &Default::default()), Err(ArtError::MissingTile(_))));
        let error = Art::new(art.sheet.clone(), Picture::new(7, 2)).unwrap_err().to_string();
        assert!(error.contains("8x2") && error.contains("7x2"), "{error}");
        let level = Size::new(60_000, 60_000);
        assert!(matches!(art.picture_size(level, &Default::default()), Err(PictureError::TooLarge { .. })));
    }

    #[test]
    fn oblique_pictures_in_art_have_no_holes() {
        let art = art("other = 1\n[tiles]\nwall = { tile = 0, front = 2 }");
        let options = PictureOptions { projection: Projection::Oblique, ..Default::default() };
        for name in ["vaults", "surface"] {
            let level = Recipe::named(name).unwrap().build(3).unwrap();
            let picture = draw_art(level.as_draft(), &art, &options).unwrap();
            assert!(picture.pixels().iter().all(|pixel| pixel[3] == 255), "{name}");
        }
    }
}
