//! Contact sheets: many small pictures with captions in one image.

use undercroft_mapgen::Size;

use crate::caption::{self, INK, LINE, PAPER};
use crate::picture::{MOST_PIXELS, Picture, PictureError};

/// Pixels between pictures.
const GAP: u32 = 12;

/// A grid of pictures, each with a caption below it.
///
/// ```
/// use undercroft_export::{ContactSheet, draw};
/// use undercroft_mapgen::{Recipe, Size};
///
/// let caves = Recipe::named("caves")?.sized(30, 20);
/// let mut sheet = ContactSheet::new(6, Size::new(30 * 16, 20 * 16), 1)?;
/// for seed in 1..=6_u64 {
///     let level = caves.build(seed)?;
///     sheet.add(&draw(level.as_draft(), &Default::default())?, &format!("seed {seed}"));
/// }
/// let picture = sheet.finish();
/// assert!(picture.width() > 2 * 30 * 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContactSheet {
    picture: Picture,
    each: Size,
    shrink: u32,
    columns: u32,
    added: u32,
}

impl ContactSheet {
    /// A sheet for `count` pictures of at most this size, each reduced by the factor `shrink`. The number of columns
    /// is the one that brings the sheet closest to 4:3.
    ///
    /// # Errors
    /// If there is nothing to show, or the sheet would exceed [`MOST_PIXELS`].
    pub fn new(count: u32, pictures: Size, shrink: u32) -> Result<Self, PictureError> {
        if count == 0 || shrink == 0 || pictures.area() == 0 {
            return Err(PictureError::Empty);
        }
        let each = Size::new(pictures.width.div_ceil(shrink), pictures.height.div_ceil(shrink));
        let size = |columns: u32| {
            let rows = count.div_ceil(columns);
            let side = |count: u32, each: u32| u64::from(GAP) + u64::from(count) * (u64::from(each) + u64::from(GAP));
            (side(columns, each.width), side(rows, each.height + LINE))
        };
        // The distance from 4:3 as a ratio of at least one, in thousandths.
        let badness = |columns: &u32| {
            let (width, height) = size(*columns);
            let (a, b) = (u128::from(width) * 3, u128::from(height) * 4);
            a.max(b) * 1_000 / a.min(b)
        };
        // More columns than this are always too wide.
        let columns = (1..=count.min(2_000)).min_by_key(badness).unwrap_or(1);
        let (width, height) = size(columns);
        if width.saturating_mul(height) > MOST_PIXELS {
            return Err(PictureError::TooLarge { width, height });
        }
        // Neither exceeds `MOST_PIXELS`, which fits.
        let mut picture = Picture::new(width as u32, height as u32);
        picture.fill((0, 0), (width as i32, height as i32), PAPER);
        Ok(Self { picture, each, shrink, columns, added: 0 })
    }

    /// Pictures per row.
    #[must_use]
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// Adds the next picture. One larger than announced is cropped.
    pub fn add(&mut self, picture: &Picture, caption: &str) {
        let (column, row) = (self.added % self.columns, self.added / self.columns);
        let left = GAP + column * (self.each.width + GAP);
        let top = GAP + row * (self.each.height + LINE + GAP);
        let small = picture.shrunk(self.shrink);
        let seen = (small.width().min(self.each.width) as usize, small.height().min(self.each.height) as usize);
        let small = small.part((0, 0), seen);
        // Smaller pictures are centred.
        let (x, y) = (left + (self.each.width - small.width()) / 2, top + (self.each.height - small.height()) / 2);
        self.picture.lay((x as i32, y as i32), &small);
        let space = self.each.width as i32;
        let indent = ((space - caption::width(caption)) / 2).max(0);
        let place = (left as i32 + indent, (top + self.each.height) as i32);
        caption::write(&mut self.picture, place, caption, space - indent, INK);
        self.added += 1;
    }

    /// The finished sheet.
    #[must_use]
    pub fn finish(self) -> Picture {
        self.picture
    }
}

impl Picture {
    /// The picture reduced by a whole factor: each pixel is the mean of a square.
    #[must_use]
    pub fn shrunk(&self, times: u32) -> Self {
        if times < 2 {
            return self.clone();
        }
        let mut small = Self::new(self.width().div_ceil(times), self.height().div_ceil(times));
        let (width, height) = (small.width() as i32, small.height() as i32);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let mut sum = [0_u32; 4];
            let mut count = 0;
            for (dx, dy) in (0..times).flat_map(|dy| (0..times).map(move |dx| (dx, dy))) {
                if let Some(colour) = self.colour(x as u32 * times + dx, y as u32 * times + dy) {
                    let parts = [colour.red, colour.green, colour.blue, colour.opacity];
                    sum.iter_mut().zip(parts).for_each(|(sum, part)| *sum += u32::from(part));
                    count += 1;
                }
            }
            let [red, green, blue, opacity] = sum.map(|sum| (sum / count.max(1)) as u8);
            small.put(x, y, undercroft_mapgen::Colour { red, green, blue, opacity });
        }
        small
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contact_sheets_are_close_to_4_by_3() {
        for (count, each) in
            [(24, Size::new(160, 100)), (12, Size::new(320, 280)), (100, Size::new(64, 64)), (7, Size::new(100, 50))]
        {
            let sheet = ContactSheet::new(count, each, 1).unwrap();
            let picture = sheet.finish();
            let ratio = f64::from(picture.width()) / f64::from(picture.height());
            assert!((0.9..=1.8).contains(&ratio), "{count} of {each}: {ratio}");
        }
        assert_eq!(ContactSheet::new(1, Size::new(10, 10), 1).unwrap().columns(), 1);
    }

    #[test]
    fn too_many_pictures_are_refused_before_anything_is_drawn() {
        let error = ContactSheet::new(u32::MAX, Size::new(1280, 800), 1).unwrap_err();
        assert!(matches!(error, PictureError::TooLarge { .. }), "{error}");
        assert_eq!(ContactSheet::new(0, Size::new(10, 10), 1).unwrap_err(), PictureError::Empty);
    }

    #[test]
    fn shrinking_averages_pixels() {
        let mut picture = Picture::new(4, 2);
        picture.fill((0, 0), (1, 2), crate::appearance::rgb(200, 100, 0));
        picture.fill((1, 0), (1, 2), crate::appearance::rgb(0, 100, 200));
        let small = picture.shrunk(2);
        assert_eq!((small.width(), small.height()), (2, 1));
        assert_eq!(small.colour(0, 0), Some(crate::appearance::rgb(100, 100, 100)));
    }
}
