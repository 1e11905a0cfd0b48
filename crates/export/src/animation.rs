//! Animated GIFs, written frame by frame.
//!
//! ```
//! use undercroft_export::{Animation, draw};
//! use undercroft_mapgen::{Draft, Size};
//!
//! let (before, after) = (Draft::parse("###\n###\n###"), Draft::parse("###\n#.#\n###"));
//! let mut animation = Animation::new(Vec::new(), Size::new(48, 48), true)?;
//! animation.frame(&draw(&before, &Default::default())?, "rock", 50)?;
//! animation.frame(&draw(&after, &Default::default())?, "a cell is carved", 100)?;
//! let file = animation.finish()?;
//! assert!(file.starts_with(b"GIF89a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use undercroft_mapgen::Size;

use crate::caption::{self, INK, LINE, PAPER, STRIDE};
use crate::error::ExportError;
use crate::palette::indexed;
use crate::picture::Picture;

/// The margin left and right of a caption, in pixels.
const MARGIN: i32 = 6;
/// How fast the encoder picks colours when there are more than 256: 1 is best, 30 is fastest.
const HASTE: i32 = 10;

/// Writes an animated GIF one frame at a time.
///
/// Only the area that changed since the last frame is written.
pub struct Animation<W: Write> {
    encoder: Encoder<W>,
    size: Size,
    /// The number of caption lines below each picture.
    lines: u32,
    /// The frame on display.
    shown: Option<Picture>,
}

impl<W: Write> Animation<W> {
    /// Starts a looping GIF for pictures of this size, optionally with one caption line below them.
    ///
    /// # Errors
    /// If a side exceeds 65,535 pixels, or if writing fails.
    pub fn new(out: W, pictures: Size, captions: bool) -> Result<Self, ExportError> {
        Self::with_lines(out, pictures, u32::from(captions))
    }

    /// Like [`Animation::new`], with room for several caption lines; long captions wrap. See [`caption_lines`].
    ///
    /// # Errors
    /// The same as for [`Animation::new`].
    pub fn with_lines(out: W, pictures: Size, lines: u32) -> Result<Self, ExportError> {
        let height = pictures.height.saturating_add(lines.saturating_mul(LINE));
        let sides = (u16::try_from(pictures.width), u16::try_from(height));
        let (Ok(width @ 1..), Ok(high @ 1..)) = sides else {
            return Err(ExportError::GifSize { width: pictures.width, height });
        };
        let mut encoder = Encoder::new(out, width, high, &[]).map_err(into_io)?;
        encoder.set_repeat(Repeat::Infinite).map_err(into_io)?;
        Ok(Self { encoder, size: Size::new(pictures.width, height), lines, shown: None })
    }

    /// Adds a picture and shows it for `hundredths` of a second.
    ///
    /// # Errors
    /// If the picture's size differs from the one given at the start, or if writing fails.
    pub fn frame(&mut self, picture: &Picture, caption: &str, hundredths: u16) -> Result<(), ExportError> {
        if (picture.width(), picture.height() + self.lines * LINE) != (self.size.width, self.size.height) {
            return Err(ExportError::GifFrame);
        }
        let whole = if self.lines > 0 { picture.with_lines(caption, self.lines) } else { picture.clone() };
        let (left, top, changed) = match &self.shown {
            None => (0, 0, whole.clone()),
            Some(shown) => whole.changed(shown),
        };
        let (width, height) = (changed.width() as u16, changed.height() as u16);
        let mut frame = match indexed(&changed) {
            Some((palette, indices)) => {
                let colours: Vec<u8> = palette.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect();
                Frame::from_palette_pixels(width, height, indices, colours, None)
            }
            None => Frame::from_rgba_speed(width, height, &mut changed.pixels().as_flattened().to_vec(), HASTE),
        };
        // Both fit in 16 bits because the whole picture does.
        (frame.left, frame.top) = (left as u16, top as u16);
        frame.delay = hundredths;
        frame.dispose = DisposalMethod::Keep;
        self.encoder.write_frame(&frame).map_err(into_io)?;
        self.shown = Some(whole);
        Ok(())
    }

    /// Finishes the file and returns the writer.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(self) -> io::Result<W> {
        self.encoder.into_inner().map_err(into_io)
    }
}

/// The number of lines a caption takes up below a picture of this width.
///
/// ```
/// use undercroft_export::caption_lines;
/// assert_eq!(caption_lines("a word", 640), 1);
/// assert_eq!(caption_lines("a few words more than one line holds", 160), 3);
/// ```
#[must_use]
pub fn caption_lines(caption: &str, width: u32) -> u32 {
    caption::wrapped(caption, letters_beside(width)).len() as u32
}

/// How many letters fit on one caption line.
fn letters_beside(width: u32) -> usize {
    ((width as i32 - 2 * MARGIN) / STRIDE).max(0) as usize
}

impl<W: Write> fmt::Debug for Animation<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Animation").field("size", &self.size).field("lines", &self.lines).finish_non_exhaustive()
    }
}

fn into_io(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}

impl Picture {
    /// The picture with a caption below it. Text that does not fit ends with an ellipsis.
    fn with_lines(&self, text: &str, lines: u32) -> Self {
        let mut whole = self.with_space_below(lines * LINE);
        let (width, top) = (self.width() as i32, self.height() as i32);
        whole.fill((0, top), (width, (lines * LINE) as i32), PAPER);
        let mut wrapped = caption::wrapped(text, letters_beside(self.width()));
        let rest = wrapped.split_off(wrapped.len().min(lines as usize - 1));
        wrapped.push(rest.join(" "));
        for (index, line) in (0..).zip(&wrapped) {
            caption::write(&mut whole, (MARGIN, top + index * LINE as i32), line, width - 2 * MARGIN, INK);
        }
        whole
    }

    /// The smallest rectangle that contains every changed pixel, with its top-left corner; one pixel if nothing
    /// changed.
    fn changed(&self, before: &Self) -> (u32, u32, Self) {
        let width = self.width() as usize;
        let mut span: Option<(usize, usize, usize, usize)> = None;
        let rows = self.pixels().chunks_exact(width).zip(before.pixels().chunks_exact(width));
        for (y, (now, then)) in rows.enumerate().filter(|(_, (now, then))| now != then) {
            let differs = |x: &usize| now[*x] != then[*x];
            // The rows differ, so both searches succeed.
            let first = (0..width).find(differs).unwrap_or(0);
            let last = (0..width).rev().find(differs).unwrap_or(first);
            let (left, top, right, _) = span.unwrap_or((first, y, last, y));
            span = Some((left.min(first), top, right.max(last), y));
        }
        let (left, top, right, bottom) = span.unwrap_or_default();
        (left as u32, top as u32, self.part((left, top), (right + 1 - left, bottom + 1 - top)))
    }
}
