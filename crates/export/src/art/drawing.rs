//! Pictures of levels in a user's own art, from straight above or from above and in front.

use undercroft_mapgen::{Draft, Point, Shape, Size, Tile, TileInfo};

use super::{ArtSheet, MissingTile, Terrain};
use crate::appearance::Appearances;
use crate::picture::{MOST_PIXELS, Picture, PictureError};
use crate::{PictureOptions, Projection, Side};

/// An art sheet with its image, ready to draw levels.
#[derive(Clone, Debug)]
pub struct Art {
    sheet: ArtSheet,
    image: Picture,
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
        Ok(Self { sheet, image })
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

    /// Draws the lowest `rows` of a picture with its top-left corner at a position.
    fn lay(&self, target: &mut Picture, (left, top): (i32, i32), index: u32, rows: u32) {
        let Size { width, height } = self.sheet.tile_size;
        let (x, y) = self.sheet.corner(index);
        for dy in 0..rows.min(height) {
            for dx in 0..width {
                if let Some(colour) = self.image.colour(x + dx, y + height - rows.min(height) + dy) {
                    target.put(left + dx as i32, top + dy as i32, colour);
                }
            }
        }
    }
}

/// Draws a level in a user's own art.
///
/// From above and in front, tiles whose [shape](undercroft_mapgen::TileInfo::shape) is a block rise by
/// [`ArtSheet::rise`] pixels and show the lowest rows of their `front` picture below.
///
/// # Errors
/// If a tile of the level has no picture, the scale is not 1 to 16, the level has no cells, or the picture would exceed
/// [`MOST_PIXELS`].
pub fn draw_art(draft: &Draft, art: &Art, options: &PictureOptions) -> Result<Picture, ArtError> {
    let Size { width, height } = art.picture_size(draft.size(), options)?;
    let terrain = Terrain::new(&art.sheet, draft)?;
    let mut picture = Picture::new(width / options.scale, height / options.scale);
    let looks = Appearances::of(draft);
    let mut things = looks.things();
    let oblique = options.projection == Projection::Oblique;
    let cell = art.sheet.tile_size;
    let rise = if oblique { art.sheet.rise } else { 0 };
    let is_raised = |tile: Tile| oblique && draft.tileset().get(tile).is_some_and(TileInfo::is_raised);
    // Above low ground in the first row, the level goes on as it is there.
    for at in (0..draft.size().width as i32).map(|x| Point::new(x, 0)).filter(|at| !is_raised(draft.tile(*at))) {
        let corner = (at.x * cell.width as i32, rise as i32 - cell.height as i32);
        art.lay(&mut picture, corner, terrain.picture(at), cell.height);
    }
    // Back to front, so that nearer things hide farther ones.
    for y in 0..draft.size().height as i32 {
        let corner = |x: i32| (x * cell.width as i32, y * cell.height as i32 + rise as i32);
        for x in 0..draft.size().width as i32 {
            let at = Point::new(x, y);
            let (tile, (left, top)) = (draft.tile(at), corner(x));
            if is_raised(tile) {
                art.lay(&mut picture, (left, top - rise as i32), terrain.picture(at), cell.height);
                let near = |at: Point| draft.size().contains(at) && is_raised(draft.tile(at));
                if Side::shown(at, near) == Side::Front {
                    art.lay(&mut picture, (left, top + (cell.height - rise) as i32), terrain.front(at), rise);
                }
                continue;
            }
            // What stands on the ground may have a transparent background.
            let stands = draft.tileset().get(tile).map(|info| info.shape);
            if matches!(stands, Some(Shape::Tree | Shape::Column | Shape::Figure)) {
                let ground = terrain.picture_of(draft.tileset().carved(tile), at);
                art.lay(&mut picture, (left, top), ground, cell.height);
            }
            art.lay(&mut picture, (left, top), terrain.picture(at), cell.height);
        }
        let here = things.partition_point(|thing| thing.at.y <= y);
        for thing in &things[..here] {
            if let Some(index) = art.sheet.thing(&thing.kind) {
                art.lay(&mut picture, corner(thing.at.x), index, cell.height);
            }
        }
        things = &things[here..];
    }
    Ok(picture.enlarged(options.scale))
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

    /// The number of the picture that each pixel of the first column is from.
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
