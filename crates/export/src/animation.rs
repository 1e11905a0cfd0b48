//! Moving pictures: GIF files, written frame by frame.
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

/// The dots before and after a caption.
const MARGIN: i32 = 6;
/// How fast colours are chosen where there are more than 256: 1 is best, 30 fastest.
const HASTE: i32 = 10;

/// Writes a GIF file, frame by frame, each as it comes.
///
/// Only what changes from one frame to the next is written.
pub struct Animation<W: Write> {
    encoder: Encoder<W>,
    size: Size,
    /// How many lines of text there are below the pictures.
    lines: u32,
    /// What is on the screen.
    shown: Option<Picture>,
}

impl<W: Write> Animation<W> {
    /// Begins a file for pictures of this size, with a line for captions below them or without. It is shown over and over.
    ///
    /// # Errors
    /// Where a side is longer than 65,535 pixels, or what `out` says.
    pub fn new(out: W, pictures: Size, captions: bool) -> Result<Self, ExportError> {
        Self::with_lines(out, pictures, u32::from(captions))
    }

    /// The same with so many lines for captions, in which long ones are folded: see [`caption_lines`].
    ///
    /// # Errors
    /// As [`Animation::new`].
    pub fn with_lines(out: W, pictures: Size, lines: u32) -> Result<Self, ExportError> {
        let height = pictures.height.saturating_add(lines.saturating_mul(LINE));
        let (Ok(width), Ok(high)) = (u16::try_from(pictures.width), u16::try_from(height)) else {
            return Err(ExportError::Impossible(format!(
                "a GIF of {}x{height} pixels is not possible: at most 65535 on a side",
                pictures.width
            )));
        };
        if width == 0 || high == 0 {
            return Err(ExportError::Impossible("a GIF without pixels is not possible".into()));
        }
        let mut encoder = Encoder::new(out, width, high, &[]).map_err(into_io)?;
        encoder.set_repeat(Repeat::Infinite).map_err(into_io)?;
        Ok(Self { encoder, size: Size::new(pictures.width, height), lines, shown: None })
    }

    /// Shows a picture for so many hundredths of a second.
    ///
    /// # Errors
    /// Where the picture is not of the size that was said, or what `out` says.
    pub fn frame(&mut self, picture: &Picture, caption: &str, hundredths: u16) -> Result<(), ExportError> {
        if (picture.width(), picture.height() + self.lines * LINE) != (self.size.width, self.size.height) {
            return Err(ExportError::Impossible("all pictures of a GIF are of one size".into()));
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
        // Both fit: the whole picture's sides do.
        (frame.left, frame.top) = (left as u16, top as u16);
        frame.delay = hundredths;
        frame.dispose = DisposalMethod::Keep;
        self.encoder.write_frame(&frame).map_err(into_io)?;
        self.shown = Some(whole);
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// What `out` says.
    pub fn finish(self) -> io::Result<W> {
        self.encoder.into_inner().map_err(into_io)
    }
}

/// How many lines a caption needs below pictures of a width.
///
/// ```
/// use undercroft_export::caption_lines;
/// assert_eq!(caption_lines("a word", 640), 1);
/// assert_eq!(caption_lines("a few words more than one line holds", 160), 3);
/// ```
#[must_use]
pub fn caption_lines(caption: &str, width: u32) -> u32 {
    caption::folded(caption, letters_beside(width)).len() as u32
}

/// How many letters a line below a picture holds.
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
    /// The picture with so many lines of text below it. What is too long for them ends with an ellipsis.
    fn with_lines(&self, text: &str, lines: u32) -> Self {
        let mut whole = self.with_space_below(lines * LINE);
        let (width, top) = (self.width() as i32, self.height() as i32);
        whole.fill((0, top), (width, (lines * LINE) as i32), PAPER);
        let mut folded = caption::folded(text, letters_beside(self.width()));
        let rest = folded.split_off(folded.len().min(lines as usize - 1));
        folded.push(rest.join(" "));
        for (index, line) in (0..).zip(&folded) {
            caption::write(&mut whole, (MARGIN, top + index * LINE as i32), line, width - 2 * MARGIN, INK);
        }
        whole
    }

    /// The smallest part that is not as it was, and where its top left corner is; one pixel where nothing changed.
    fn changed(&self, before: &Self) -> (u32, u32, Self) {
        let width = self.width() as usize;
        let mut span: Option<(usize, usize, usize, usize)> = None;
        let rows = self.pixels().chunks_exact(width).zip(before.pixels().chunks_exact(width));
        for (y, (now, then)) in rows.enumerate().filter(|(_, (now, then))| now != then) {
            let differs = |x: &usize| now[*x] != then[*x];
            // The row differs somewhere, so that both are found.
            let first = (0..width).find(differs).unwrap_or(0);
            let last = (0..width).rev().find(differs).unwrap_or(first);
            let (left, top, right, _) = span.unwrap_or((first, y, last, y));
            span = Some((left.min(first), top, right.max(last), y));
        }
        let (left, top, right, bottom) = span.unwrap_or_default();
        (left as u32, top as u32, self.part((left, top), (right + 1 - left, bottom + 1 - top)))
    }
}
