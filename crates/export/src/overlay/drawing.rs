//! Draws overlays onto pictures.

use undercroft_mapgen::{Colour, Draft, Point, Rect, Size};

use super::{Mark, OverlayLayer};
use crate::caption::{self, INK, LINE, PAPER};
use crate::font::SIDE;
use crate::oblique;
use crate::picture::{Picture, PictureError, PictureOptions, Projection, draw};
use crate::shade::shade;

const CELL: i32 = SIDE as i32;

/// Draws a level with overlays in the given order and a legend below.
///
/// # Errors
/// If the scale is not 1 to 16, the level has no cells, or the picture would exceed
/// [`MOST_PIXELS`](crate::MOST_PIXELS).
pub fn draw_with_overlays(
    draft: &Draft,
    options: &PictureOptions,
    layers: &[OverlayLayer],
) -> Result<Picture, PictureError> {
    check(draft.size(), options, layers.len())?;
    let bare = draw(draft, &PictureOptions { scale: 1, ..*options })?;
    let top = match options.projection {
        Projection::TopDown => 0,
        Projection::Oblique => oblique::HEIGHT as i32,
    };
    let mut picture = bare.with_space_below(legend_height(layers.len()));
    layers.iter().flat_map(|layer| &layer.marks).for_each(|mark| draw_mark(&mut picture, top, mark));
    draw_legend(&mut picture, bare.height() as i32, layers);
    Ok(picture.enlarged(options.scale))
}

/// Draws overlays onto a picture of 16 pixels per cell, without a legend. `above` is how many pixels the picture shows above
/// its first row.
pub fn lay_overlays(picture: &mut Picture, layers: &[OverlayLayer], above: u32) {
    layers.iter().flat_map(|layer| &layer.marks).for_each(|mark| draw_mark(picture, above as i32, mark));
}

/// The size of a picture with this many overlays.
pub(crate) fn check(level: Size, options: &PictureOptions, layers: usize) -> Result<Size, PictureError> {
    let size = options.picture_size(level)?;
    let more = u64::from(legend_height(layers)) * u64::from(options.scale);
    let (width, height) = (u64::from(size.width), u64::from(size.height) + more);
    if width * height > crate::MOST_PIXELS {
        return Err(PictureError::TooLarge { width, height });
    }
    // Does not exceed `MOST_PIXELS`, which fits.
    Ok(Size::new(size.width, height as u32))
}

/// The height of the legend in pixels.
pub(crate) const fn legend_height(layers: usize) -> u32 {
    if layers == 0 { 0 } else { layers as u32 * LINE + 4 }
}

/// One line per overlay that explains its colours.
fn draw_legend(picture: &mut Picture, top: i32, layers: &[OverlayLayer]) {
    if layers.is_empty() {
        return;
    }
    let width = picture.width() as i32;
    picture.fill((0, top), (width, legend_height(layers.len()) as i32), PAPER);
    for (line, layer) in (0..).zip(layers) {
        let (mut x, y) = (8, top + 2 + line * LINE as i32);
        for (colour, text) in &layer.legend {
            picture.fill((x, y + 5), (10, 10), shade(*colour, 8));
            picture.fill((x + 1, y + 6), (8, 8), *colour);
            caption::write(picture, (x + 16, y), text, width - x - 20, INK);
            x += 16 + caption::width(text) + 18;
        }
    }
}

fn draw_mark(picture: &mut Picture, top: i32, mark: &Mark) {
    let corner = |at: Point| (at.x * CELL, at.y * CELL + top);
    let middle = |at: Point| (at.x * CELL + CELL / 2, at.y * CELL + CELL / 2 + top);
    match mark {
        Mark::Fill { area, colour } => {
            picture.fill(corner(area.min()), (area.width as i32 * CELL, area.height as i32 * CELL), *colour);
        }
        Mark::Frame { area, colour, .. } => frame(picture, top, *area, *colour),
        Mark::Line { points, colour, width } => {
            let points: Vec<(i32, i32)> = points.iter().map(|at| middle(*at)).collect();
            line(picture, &points, *colour, *width as i32);
        }
        Mark::Ring { at, colour, .. } => ring(picture, corner(*at), *colour),
        Mark::Cross { at, colour } => {
            let (x, y) = corner(*at);
            for dot in 3..CELL - 3 {
                for thick in 0..2 {
                    picture.put(x + dot + thick, y + dot, *colour);
                    picture.put(x + dot + thick, y + CELL - 1 - dot, *colour);
                }
            }
        }
        Mark::Text { at, text, colour } => {
            let (x, y) = middle(*at);
            let (left, high) = (x - caption::width(text) / 2, LINE as i32);
            picture.fill((left - 3, y - high / 2), (caption::width(text) + 6, high), PAPER);
            caption::write(picture, (left, y - high / 2), text, caption::width(text), *colour);
        }
    }
}

fn frame(picture: &mut Picture, top: i32, area: Rect, colour: Colour) {
    let (x, y) = (area.x * CELL, area.y * CELL + top);
    let (width, height) = (area.width as i32 * CELL, area.height as i32 * CELL);
    picture.fill((x, y), (width, 2), colour);
    picture.fill((x, y + height - 2), (width, 2), colour);
    picture.fill((x, y + 2), (2, height - 4), colour);
    picture.fill((x + width - 2, y + 2), (2, height - 4), colour);
}

/// A circle that touches the edges of its cell, two pixels wide, with a dark outline.
fn ring(picture: &mut Picture, (left, top): (i32, i32), colour: Colour) {
    for (x, y) in (-2..CELL + 2).flat_map(|y| (-2..CELL + 2).map(move |x| (x, y))) {
        // Twice the distance from the centre of the cell, squared.
        let (across, down) = (2 * x - CELL + 1, 2 * y - CELL + 1);
        match across * across + down * down {
            169..=320 => picture.put(left + x, top + y, colour),
            130..=400 => picture.put(left + x, top + y, Colour { opacity: 140, ..shade(colour, 1) }),
            _ => {}
        }
    }
}

/// A line of the given width. Each pixel is painted once, so that bends are no darker.
fn line(picture: &mut Picture, points: &[(i32, i32)], colour: Colour, width: i32) {
    let mut dots = std::collections::BTreeSet::new();
    for pair in points.windows(2) {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        let steps = (bx - ax).abs().max((by - ay).abs()).max(1);
        for step in 0..=steps {
            let (x, y) = (ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps);
            for (dx, dy) in (0..width).flat_map(|dy| (0..width).map(move |dx| (dx, dy))) {
                dots.insert((y + dy - width / 2, x + dx - width / 2));
            }
        }
    }
    dots.into_iter().for_each(|(y, x)| picture.put(x, y, colour));
}
