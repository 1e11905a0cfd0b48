//! SVG drawings: crisp at any size, in one file that needs no fonts.
//!
//! Backgrounds are drawn as few large rectangles; each glyph is defined once and reused. Each overlay is a group with
//! its own `id`, so that an editor can show and hide it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use undercroft_mapgen::{Colour, Draft, Point, Rect};

use crate::appearance::{Appearance, Appearances, buried};
use crate::caption::{INK, LINE, PAPER};
use crate::font::{self, SIDE};
use crate::overlay::{Mark, OverlayLayer, legend_height};
use crate::xml::escaped;

const CELL: i64 = SIDE as i64;

/// Writes a level with any overlays.
///
/// ```
/// use undercroft_export::{Overlay, svg};
/// use undercroft_mapgen::Recipe;
///
/// let level = Recipe::named("caves")?.build(42)?;
/// let mut drawing = Vec::new();
/// svg::write(level.as_draft(), &[Overlay::Path.of(level.as_draft(), None)], &mut drawing)?;
/// assert!(drawing.starts_with(b"<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If writing fails.
pub fn write(draft: &Draft, overlays: &[OverlayLayer], out: &mut impl Write) -> io::Result<()> {
    let width = i64::from(draft.size().width) * CELL;
    let map_height = i64::from(draft.size().height) * CELL;
    let height = map_height + i64::from(legend_height(overlays.len()));
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
    )?;
    let about = &draft.metadata;
    let title = format!("{}, seed {}, depth {}", about.recipe, about.seed, about.depth);
    writeln!(out, "<title>{}</title>", escaped(&title))?;
    let looks = Appearances::of(draft);
    writeln!(out, r#"<g id="ground" shape-rendering="crispEdges">"#)?;
    write_ground(draft, &looks, out)?;
    writeln!(out, "</g>")?;
    write_glyphs(draft, &looks, out)?;
    for layer in overlays {
        writeln!(out, r#"<g id="overlay-{}">"#, layer.overlay.name())?;
        layer.marks.iter().try_for_each(|mark| write_mark(mark, out))?;
        writeln!(out, "</g>")?;
    }
    if !overlays.is_empty() {
        write_legend(overlays, width, map_height, out)?;
    }
    writeln!(out, "</svg>")
}

/// The backgrounds: runs of one colour, extended downwards while the next row repeats them.
fn write_ground(draft: &Draft, looks: &Appearances, out: &mut impl Write) -> io::Result<()> {
    let mut open: Vec<(Rect, Colour)> = Vec::new();
    for (y, row) in (0..).zip(draft.tiles().rows()) {
        let mut runs: Vec<(Rect, Colour)> = Vec::new();
        for (x, tile) in (0..).zip(row) {
            let colour = looks.tile(*tile).bg;
            match runs.last_mut() {
                Some((run, last)) if *last == colour => run.width += 1,
                _ => runs.push((Rect::new(x, y, 1, 1), colour)),
            }
        }
        // Both lists run left to right, so one pass over the two finds what continues.
        let mut before = open.into_iter().peekable();
        for (run, colour) in &mut runs {
            while let Some((above, shade)) = before.next_if(|(above, _)| above.x <= run.x) {
                if (above.x, above.width, shade) == (run.x, run.width, *colour) {
                    *run = Rect::new(above.x, above.y, above.width, above.height + 1);
                } else {
                    write_rect(above, shade, out)?;
                }
            }
        }
        before.try_for_each(|(above, shade)| write_rect(above, shade, out))?;
        open = runs;
    }
    open.into_iter().try_for_each(|(run, colour)| write_rect(run, colour, out))
}

fn write_rect(area: Rect, colour: Colour, out: &mut impl Write) -> io::Result<()> {
    let (x, y) = (i64::from(area.x) * CELL, i64::from(area.y) * CELL);
    let (width, height) = (i64::from(area.width) * CELL, i64::from(area.height) * CELL);
    writeln!(out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {}/>"#, paint("fill", colour))
}

/// `fill="#rrggbb"`, plus the opacity if it is not full: not every reader knows eight-digit colours.
fn paint(what: &str, colour: Colour) -> String {
    let opaque = Colour { opacity: 255, ..colour };
    match colour.opacity {
        255 => format!(r#"{what}="{opaque}""#),
        opacity => format!(r#"{what}="{opaque}" {what}-opacity="{:.2}""#, f64::from(opacity) / 255.0),
    }
}

/// The outline of a glyph: its pixels, in runs.
fn shape(glyph: char) -> String {
    let mut path = String::new();
    for (y, row) in font::glyph(glyph).into_iter().enumerate() {
        let mut x = 0;
        while x < SIDE {
            let length = (row << x).leading_ones().min(SIDE - x);
            if length > 0 {
                path.push_str(&format!("M{x} {y}h{length}v1h-{length}z"));
            }
            x += length.max(1);
        }
    }
    path
}

fn write_glyphs(draft: &Draft, looks: &Appearances, out: &mut impl Write) -> io::Result<()> {
    // First which glyphs occur, then where, row by row: a large level is never held as text.
    let hidden = buried(draft);
    let mut glyphs: BTreeMap<char, usize> = BTreeMap::new();
    looks.each_row(draft, |row| {
        row.iter().for_each(|look| {
            let next = glyphs.len();
            glyphs.entry(look.glyph).or_insert(next);
        });
        Ok::<(), io::Error>(())
    })?;
    writeln!(out, "<defs>")?;
    for (glyph, number) in &glyphs {
        writeln!(out, r#"<path id="g{number}" d="{}"/>"#, shape(*glyph))?;
    }
    writeln!(out, "</defs>")?;
    writeln!(out, r#"<g id="glyphs" shape-rendering="crispEdges">"#)?;
    let mut y = 0;
    looks.each_row(draft, |row| {
        // Neighbouring glyphs mostly share a colour, which is then written once.
        let mut last: Option<Colour> = None;
        for (x, look) in (0..).zip(row) {
            let at = Point::new(x, y);
            let is_plain = |look: &Appearance| font::dots(look.glyph).next().is_none();
            if hidden.contains(at) && *look == looks.tile(draft.tile(at)) || is_plain(look) {
                continue;
            }
            if last != Some(look.fg) {
                if last.is_some() {
                    writeln!(out, "</g>")?;
                }
                writeln!(out, "<g {}>", paint("fill", look.fg))?;
                last = Some(look.fg);
            }
            let (left, top) = (i64::from(x) * CELL, i64::from(y) * CELL);
            writeln!(out, r##"<use href="#g{}" x="{left}" y="{top}"/>"##, glyphs[&look.glyph])?;
        }
        if last.is_some() {
            writeln!(out, "</g>")?;
        }
        y += 1;
        Ok::<(), io::Error>(())
    })?;
    writeln!(out, "</g>")
}

fn write_mark(mark: &Mark, out: &mut impl Write) -> io::Result<()> {
    let corner = |at: Point| (i64::from(at.x) * CELL, i64::from(at.y) * CELL);
    let middle = |at: Point| (i64::from(at.x) * CELL + CELL / 2, i64::from(at.y) * CELL + CELL / 2);
    match mark {
        Mark::Fill { area, colour } => write_rect(*area, *colour, out),
        Mark::Frame { area, colour, title } => {
            let (x, y) = corner(area.min());
            let (width, height) = (i64::from(area.width) * CELL - 2, i64::from(area.height) * CELL - 2);
            let (x, y, stroke) = (x + 1, y + 1, paint("stroke", *colour));
            writeln!(
                out,
                r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" {stroke} stroke-width="2"><title>{}</title></rect>"#,
                escaped(title)
            )
        }
        Mark::Line { points, colour, width } => {
            let points: Vec<String> = points
                .iter()
                .map(|at| {
                    let (x, y) = middle(*at);
                    format!("{x},{y}")
                })
                .collect();
            writeln!(
                out,
                r#"<polyline points="{}" fill="none" {} stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"/>"#,
                points.join(" "),
                paint("stroke", *colour)
            )
        }
        Mark::Ring { at, colour, title } => {
            let ((x, y), stroke) = (middle(*at), paint("stroke", *colour));
            writeln!(
                out,
                r#"<circle cx="{x}" cy="{y}" r="8" fill="none" {stroke} stroke-width="2.5"><title>{}</title></circle>"#,
                escaped(title)
            )
        }
        Mark::Cross { at, colour } => {
            let ((x, y), stroke) = (corner(*at), paint("stroke", *colour));
            writeln!(
                out,
                r#"<path d="M{} {}l10 10M{} {}l10 -10" fill="none" {stroke} stroke-width="2"/>"#,
                x + 3,
                y + 3,
                x + 3,
                y + 13
            )
        }
        Mark::Text { at, text, colour } => {
            let ((x, y), halo) = (middle(*at), paint("stroke", PAPER));
            writeln!(
                out,
                r#"<text x="{x}" y="{}" text-anchor="middle" font-family="monospace" font-size="15" font-weight="bold" {} {halo} stroke-width="4" paint-order="stroke">{}</text>"#,
                y + 5,
                paint("fill", *colour),
                escaped(text)
            )
        }
    }
}

fn write_legend(overlays: &[OverlayLayer], width: i64, top: i64, out: &mut impl Write) -> io::Result<()> {
    let (height, ink) = (legend_height(overlays.len()), paint("fill", INK));
    writeln!(out, r#"<g id="legend" font-family="monospace" font-size="13">"#)?;
    writeln!(out, r#"<rect x="0" y="{top}" width="{width}" height="{height}" {}/>"#, paint("fill", PAPER))?;
    for (line, layer) in (0..).zip(overlays) {
        let (mut x, y) = (8, top + 2 + line * i64::from(LINE));
        for (colour, text) in &layer.legend {
            writeln!(out, r#"<rect x="{x}" y="{}" width="10" height="10" {}/>"#, y + 5, paint("fill", *colour))?;
            writeln!(out, r#"<text x="{}" y="{}" {ink}>{}</text>"#, x + 16, y + 15, escaped(text))?;
            x += 16 + 8 * text.chars().count() as i64 + 18;
        }
    }
    writeln!(out, "</g>")
}
