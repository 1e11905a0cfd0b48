//! The level as a picture: each cell is a square with the tile's glyph in the tile's colours.
//!
//! Pictures are drawn at 16 pixels per cell and then enlarged by whole numbers, so that they stay crisp.

use std::io::{self, Write};

use undercroft_mapgen::{Colour, Draft, Size};

use crate::font::{self, SIDE};
use crate::{oblique, top_down};

/// The maximum number of pixels in a picture: half a gigabyte of memory, or 724×724 cells at scale 1.
pub const MOST_PIXELS: u64 = 1 << 27;

/// How to draw a level.
///
/// ```
/// use undercroft_export::{PictureOptions, Projection, draw};
/// use undercroft_mapgen::Draft;
///
/// let draft = Draft::parse("####\n#·@#\n####");
/// let picture = draw(&draft, &PictureOptions { scale: 2, ..Default::default() })?;
/// assert_eq!((picture.width(), picture.height()), (4 * 16 * 2, 3 * 16 * 2));
///
/// let front = draw(&draft, &PictureOptions { projection: Projection::Oblique, ..Default::default() })?;
/// assert_eq!(front.height(), 3 * 16 + 8);
/// # Ok::<(), undercroft_export::PictureError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// The enlargement, 1 to 16. At scale 1 a cell is 16×16 pixels.
    pub scale: u32,
    /// The point of view.
    pub projection: Projection,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { scale: 1, projection: Projection::TopDown }
    }
}

impl PictureOptions {
    /// The size of the picture of a level, so that callers can refuse before they generate a large level.
    ///
    /// ```
    /// use undercroft_export::PictureOptions;
    /// use undercroft_mapgen::Size;
    ///
    /// assert_eq!(PictureOptions::default().picture_size(Size::new(80, 50)), Ok(Size::new(1280, 800)));
    /// assert!(PictureOptions::default().picture_size(Size::new(4096, 4096)).is_err());
    /// ```
    ///
    /// # Errors
    /// If the scale is not 1 to 16, the level has no cells, or the picture would exceed [`MOST_PIXELS`].
    pub fn picture_size(&self, level: Size) -> Result<Size, PictureError> {
        if !(1..=16).contains(&self.scale) {
            return Err(PictureError::Scale(self.scale));
        }
        if level.area() == 0 {
            return Err(PictureError::Empty);
        }
        let above = match self.projection {
            Projection::TopDown => 0,
            Projection::Oblique => oblique::HEIGHT,
        };
        let enlarged =
            |cells: u32, more: u32| (u64::from(cells) * u64::from(SIDE) + u64::from(more)) * u64::from(self.scale);
        let (width, height) = (enlarged(level.width, 0), enlarged(level.height, above));
        if width.saturating_mul(height) > MOST_PIXELS {
            return Err(PictureError::TooLarge { width, height });
        }
        // Neither exceeds `MOST_PIXELS`, which fits.
        Ok(Size::new(width as u32, height as u32))
    }
}

/// The point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// From straight above: a glyph on its background.
    #[default]
    TopDown,
    /// From above and in front: walls and other tall things rise by half a cell and show their front, water and pits
    /// lie lower, and creatures stand in front of what is behind them.
    Oblique,
}

/// Why a picture cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The scale is out of range.
    #[error("invalid scale {0}: use a whole number from 1 to 16")]
    Scale(u32),
    /// The cell size is not supported.
    #[error("invalid cell size {0}: use 1, 2, 4, 8 or 16 pixels")]
    Cell(u32),
    /// There is nothing to draw.
    #[error("a level without cells has no picture")]
    Empty,
    /// The picture would need too much memory.
    #[error(
        "a picture of {width}x{height} pixels is too large (at most {MOST_PIXELS} pixels): \
         choose a smaller --scale, or draw a part of the level with --window"
    )]
    TooLarge {
        /// The width in pixels.
        width: u64,
        /// The height in pixels.
        height: u64,
    },
}

/// Draws a level.
///
/// # Errors
/// If the scale is not 1 to 16, the level has no cells, or the picture would exceed [`MOST_PIXELS`].
pub fn draw(draft: &Draft, options: &PictureOptions) -> Result<Picture, PictureError> {
    let Size { width, height } = options.picture_size(draft.size())?;
    let mut picture = Picture::new(width / options.scale, height / options.scale);
    match options.projection {
        Projection::TopDown => top_down::draw(draft, &mut picture),
        Projection::Oblique => oblique::draw(draft, &mut picture),
    }
    Ok(picture.enlarged(options.scale))
}

/// An RGBA image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// A fully transparent picture.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, pixels: vec![[0; 4]; width as usize * height as usize] }
    }

    /// A picture of these pixels, row by row; `None` if their number does not match the size.
    pub(crate) fn of(width: u32, height: u32, pixels: Vec<[u8; 4]>) -> Option<Self> {
        (pixels.len() == width as usize * height as usize).then_some(Self { width, height, pixels })
    }

    /// Reads a PNG file of at most [`MOST_PIXELS`] pixels.
    ///
    /// # Errors
    /// If it is not a PNG file, or too large, or damaged.
    pub fn read_png(file: &[u8]) -> Result<Self, crate::PngError> {
        crate::png_file::read(file)
    }

    /// The width in pixels.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Red, green, blue and opacity of every pixel, row by row from the top left.
    #[must_use]
    pub fn pixels(&self) -> &[[u8; 4]] {
        &self.pixels
    }

    /// The colour of a pixel, or `None` outside the picture.
    #[must_use]
    pub fn colour(&self, x: u32, y: u32) -> Option<Colour> {
        let [red, green, blue, opacity] = *self.pixels.get(self.index(x as i32, y as i32)?)?;
        Some(Colour { red, green, blue, opacity })
    }

    /// Writes the picture as a PNG file.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_png(&self, out: &mut impl Write) -> io::Result<()> {
        crate::png_file::write(self, out)
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        inside.then(|| y as usize * self.width as usize + x as usize)
    }

    /// Blends a colour over a pixel. Does nothing outside the picture.
    pub(crate) fn put(&mut self, x: i32, y: i32, colour: Colour) {
        let Some(index) = self.index(x, y) else { return };
        blend(&mut self.pixels[index], [colour.red, colour.green, colour.blue, colour.opacity]);
    }

    /// Blends a colour over a rectangle.
    pub fn fill(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), colour: Colour) {
        for y in y..y + height {
            for x in x..x + width {
                self.put(x, y, colour);
            }
        }
    }

    /// Writes a line of text with its top-left corner at a position, [`Picture::LETTER`] pixels per letter.
    pub fn text(&mut self, at: (i32, i32), text: &str, colour: Colour) {
        crate::caption::write(self, at, text, i32::MAX, colour);
    }

    /// Pixels from one letter to the next.
    pub const LETTER: i32 = crate::caption::STRIDE;

    /// Draws a glyph with the top-left corner of its cell at a position.
    pub(crate) fn glyph(&mut self, (x, y): (i32, i32), glyph: char, colour: Colour) {
        for (dx, dy) in font::dots(glyph) {
            self.put(x + dx, y + dy, colour);
        }
    }

    /// The picture with transparent rows added below.
    pub(crate) fn with_space_below(&self, rows: u32) -> Self {
        let mut pixels = self.pixels.clone();
        pixels.resize(pixels.len() + self.width as usize * rows as usize, [0; 4]);
        Self { width: self.width, height: self.height + rows, pixels }
    }

    /// The part of the picture with its top-left corner at a position, at most this large.
    ///
    /// ```
    /// use undercroft_export::Picture;
    /// use undercroft_mapgen::Size;
    /// let part = Picture::new(8, 8).cropped((6, 0), Size::new(4, 4));
    /// assert_eq!((part.width(), part.height()), (2, 4));
    /// ```
    #[must_use]
    pub fn cropped(&self, (left, top): (u32, u32), size: Size) -> Self {
        let (left, top) = (left.min(self.width), top.min(self.height));
        let (width, height) = ((self.width - left).min(size.width), (self.height - top).min(size.height));
        self.part((left as usize, top as usize), (width as usize, height as usize))
    }

    /// A crop that lies inside the picture.
    pub(crate) fn part(&self, (left, top): (usize, usize), (width, height): (usize, usize)) -> Self {
        let rows = self.pixels.chunks_exact(self.width as usize).skip(top).take(height);
        let pixels = rows.flat_map(|row| &row[left..left + width]).copied().collect();
        Self { width: width as u32, height: height as u32, pixels }
    }

    /// Blends another picture over this one, with its top-left corner at a position.
    pub(crate) fn lay(&mut self, (left, top): (i32, i32), other: &Self) {
        for (y, row) in (top..).zip(other.pixels.chunks_exact(other.width.max(1) as usize)) {
            for (x, [red, green, blue, opacity]) in (left..).zip(row.iter().copied()) {
                self.put(x, y, Colour { red, green, blue, opacity });
            }
        }
    }

    /// Blends a part of another picture over this one, with its top-left corner at a position. The part must lie inside
    /// the other picture; anything that falls outside this one is left out.
    pub(crate) fn lay_part(&mut self, (left, top): (i32, i32), other: &Self, (x, y): (u32, u32), size: Size) {
        let hidden = (-left).max(0);
        let shown = (size.width as i32).min(self.width as i32 - left) - hidden;
        let Ok(shown @ 1..) = usize::try_from(shown) else { return };
        for (row, target) in (top..).take(size.height as usize).enumerate() {
            let Some(start) = self.index(left + hidden, target) else { continue };
            let from = (y as usize + row) * other.width as usize + x as usize + hidden as usize;
            let pairs = self.pixels[start..start + shown].iter_mut().zip(&other.pixels[from..from + shown]);
            pairs.for_each(|(pixel, over)| blend(pixel, *over));
        }
    }

    /// Whether a rectangle inside the picture has no transparent pixel.
    pub(crate) fn is_opaque(&self, (x, y): (u32, u32), (width, height): (u32, u32)) -> bool {
        let part = self.part((x as usize, y as usize), (width as usize, height as usize));
        part.pixels.iter().all(|pixel| pixel[3] == 255)
    }

    /// The picture with every pixel replaced.
    pub(crate) fn map(&self, pixel: impl Fn([u8; 4]) -> [u8; 4]) -> Self {
        Self { pixels: self.pixels.iter().map(|old| pixel(*old)).collect(), ..*self }
    }

    pub(crate) fn enlarged(self, scale: u32) -> Self {
        if scale == 1 {
            return self;
        }
        let mut large = Self { width: self.width * scale, height: self.height * scale, pixels: Vec::new() };
        large.pixels.reserve_exact(large.width as usize * large.height as usize);
        for row in self.pixels.chunks_exact(self.width as usize) {
            let start = large.pixels.len();
            large.pixels.extend(row.iter().flat_map(|pixel| std::iter::repeat_n(*pixel, scale as usize)));
            let end = large.pixels.len();
            for _ in 1..scale {
                large.pixels.extend_from_within(start..end);
            }
        }
        large
    }
}

/// Blends a colour over a pixel.
fn blend(pixel: &mut [u8; 4], new: [u8; 4]) {
    if new[3] == 255 {
        *pixel = new;
        return;
    }
    let (over, under) = (u32::from(new[3]), u32::from(pixel[3]));
    let all = over * 255 + under * (255 - over);
    if all == 0 {
        return;
    }
    for (part, new) in pixel.iter_mut().zip(&new[..3]) {
        *part = ((u32::from(*new) * over * 255 + u32::from(*part) * under * (255 - over)) / all) as u8;
    }
    pixel[3] = (all / 255) as u8;
}
