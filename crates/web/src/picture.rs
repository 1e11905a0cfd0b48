//! Painting a level as pixels for a canvas.

use serde::Deserialize;
use undercroft_export::overlay::lay_overlays;
use undercroft_export::{Art, MOST_PIXELS, Picture, PictureOptions, Projection, draw, draw_art, draw_thumbnail};
use undercroft_mapgen::{Draft, Point, Rect, Size};

use crate::Problem;
use crate::files::layers;

/// A canvas larger than this takes too long to paint, and some browsers refuse it.
const MOST_CANVAS_PIXELS: u64 = 16 << 20;

/// How a level is painted.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct PaintRequest {
    /// Pixels per cell: 1, 2, 4, 8 or 16; without it, as many as a canvas can hold.
    pub cell: Option<u32>,
    /// From above and in front.
    pub oblique: bool,
    /// In tile art rather than glyphs.
    pub art: bool,
    /// The names of the overlays.
    pub overlays: Vec<String>,
    /// The cell that the overlay `sight` looks from.
    pub sight_from: Option<[i32; 2]>,
    /// The moment of the level's generation; otherwise the last.
    pub moment: Option<usize>,
    /// The cells to paint, in draft coordinates; otherwise all.
    pub window: Option<[i32; 4]>,
}

/// A picture of a level for a canvas.
#[derive(Clone, Debug)]
pub struct Painted {
    /// The pixels.
    pub picture: Picture,
    /// Pixels per cell.
    pub cell: u32,
    /// Pixels above the first row, where walls rise.
    pub above: u32,
    /// The colours of the overlays and their meanings.
    pub legend: Vec<(String, String)>,
}

/// Paints a draft.
///
/// # Errors
/// If an overlay is unknown, or the picture would be too large.
pub(crate) fn paint(draft: &Draft, request: &PaintRequest, art: Option<&Art>) -> Result<Painted, Problem> {
    if let Some([x, y, width, height]) = request.window {
        return paint_window(draft, Rect::new(x, y, width.max(1) as u32, height.max(1) as u32), request, art);
    }
    let cell = match request.cell {
        Some(cell) => cell,
        None => largest_cell(draft)?,
    };
    let options = PictureOptions {
        scale: 1,
        projection: if request.oblique { Projection::Oblique } else { Projection::TopDown },
    };
    if cell < 16 {
        return Ok(Painted { picture: draw_thumbnail(draft, cell)?, cell, above: 0, legend: Vec::new() });
    }
    // Overlays are drawn at 16 pixels per cell.
    let fits = |art: &&Art| request.overlays.is_empty() || art.sheet().tile_size() == Size::new(16, 16);
    let (mut picture, cell, above) = match art.filter(|_| request.art).filter(fits) {
        Some(art) => {
            let above = if request.oblique { art.sheet().rise() } else { 0 };
            (draw_art(draft, art, &options)?, art.sheet().tile_size().width, above)
        }
        None => {
            let above = options.picture_size(draft.size())?.height - draft.size().height * cell;
            (draw(draft, &options)?, cell, above)
        }
    };
    let from = request.sight_from.map(|[x, y]| Point::new(x, y)).filter(|at| draft.size().contains(*at));
    let layers = layers(draft, &request.overlays, from)?;
    let legend = layers.iter().flat_map(|layer| &layer.legend);
    let legend = legend.map(|(colour, text)| (colour.to_string(), text.clone())).collect();
    // The page shows the legend itself.
    lay_overlays(&mut picture, &layers, above);
    Ok(Painted { picture, cell, above, legend })
}

/// Paints some cells together with a ring around them, then crops the ring, so that cells at the edge fit their neighbours.
fn paint_window(draft: &Draft, window: Rect, request: &PaintRequest, art: Option<&Art>) -> Result<Painted, Problem> {
    let ring = Rect::new(window.x - 1, window.y - 1, window.width + 2, window.height + 2).moved(draft.origin);
    let whole = paint(&draft.window(ring), &PaintRequest { window: None, ..request.clone() }, art)?;
    let Painted { cell, above, .. } = whole;
    let size = Size::new(window.width * cell, window.height * cell + above);
    Ok(Painted { picture: whole.picture.cropped((cell, cell), size), ..whole })
}

/// The most pixels per cell that a canvas can hold.
fn largest_cell(draft: &Draft) -> Result<u32, Problem> {
    let area = draft.size().area() as u64;
    let fits = |cell: &u32| area * u64::from(cell * cell) <= MOST_CANVAS_PIXELS.min(MOST_PIXELS);
    [16, 8, 4, 2, 1].into_iter().find(fits).ok_or_else(|| {
        Problem::new(format!("a level of {} cannot be shown here: at most {MOST_CANVAS_PIXELS} cells", draft.size()))
    })
}
