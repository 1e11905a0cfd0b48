//! Draws the map: the level, its overlay, and the highlighted cells.

use ratatui::buffer::Cell;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use undercroft_export::{oblique_face, screen_cells};
use undercroft_mapgen::{Colour, Draft, Face, Point, Rect as Region, Tile};

use super::Viewer;
use super::report::Layer;
use crate::colour::{blend, dimmed, rgb, shown};
use crate::widgets::camera::Camera;
use crate::widgets::canvas::Canvas;

/// The brightness of rock that is never visible in play, out of 255.
const BURIED: u8 = 120;
/// The opacity of a ring's colour behind its cell.
const RING: u8 = 130;

impl Viewer {
    pub(super) fn draw_map(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (Some(frame), Some(bounds)) = (self.playback.frame(), self.playback.bounds()) else { return };
        let Some(camera) = self.camera(area) else { return };
        let is_monochrome = canvas.is_monochrome;
        let region = Region::new(camera.corner.x, camera.corner.y, u32::from(area.width), u32::from(area.height));
        let corner = region.intersection(bounds).min();
        let (layer, hero) = (self.inspection.layer(), canvas.theme.hero);
        for (at, seen) in screen_cells(frame, region).iter() {
            let at = at + corner;
            let is_ground = seen.glyph == frame.info(at - frame.origin).glyph;
            let seen = match canvas.oblique && is_ground {
                true => oblique_face(frame, at - frame.origin),
                false => Face { glyph: seen.glyph, fg: seen.fg, bg: seen.bg },
            };
            let (mut fg, mut bg) = (seen.fg, if seen.bg.opacity == 0 { canvas.theme.background } else { seen.bg });
            let Some(cell) = camera.screen(at).and_then(|place| canvas.cell(place)) else { continue };
            if is_buried(frame, at - frame.origin) {
                // Corridors stand out where the rock between them is dim.
                (fg, bg) = (dimmed(fg, BURIED), dimmed(bg, BURIED));
                if is_monochrome {
                    cell.modifier.insert(Modifier::DIM);
                }
            }
            cell.set_char(seen.glyph).set_fg(shown(fg)).set_bg(shown(bg));
            if let Some(layer) = layer {
                draw_layer(cell, layer, frame, at - frame.origin, bg, (hero, is_monochrome));
            }
        }
        if let Some(at) = self.playback.veto().and_then(|veto| veto.at) {
            draw_mark(canvas, &camera, frame.world(at), Some('X'), canvas.theme.danger);
        }
        if let Some(at) = self.viewport.cursor {
            draw_mark(canvas, &camera, at, None, canvas.theme.accent);
        }
    }
}

/// Marks a cell, with a glyph or its own.
fn draw_mark(canvas: &mut Canvas<'_>, camera: &Camera, at: Point, glyph: Option<char>, colour: Colour) {
    let is_monochrome = canvas.is_monochrome;
    let Some(cell) = camera.screen(at).and_then(|place| canvas.cell(place)) else { return };
    if let Some(glyph) = glyph {
        cell.set_char(glyph);
    }
    cell.modifier.insert(Modifier::BOLD);
    if is_monochrome {
        cell.modifier.insert(Modifier::REVERSED);
    } else {
        cell.set_fg(Color::Black).set_bg(shown(colour));
    }
}

/// Whether a cell is rock surrounded by rock.
fn is_buried(draft: &Draft, at: Point) -> bool {
    let tiles = draft.tileset();
    // Outside the map is rock, too.
    let is_rock = |at: Point| {
        let tile = draft.tile(at);
        !tiles.is_walkable(tile) && !tiles.is_transparent(tile)
    };
    draft.tile(at) == Tile::WALL && at.eight().all(is_rock)
}

/// Draws an overlay over a cell.
fn draw_layer(
    cell: &mut Cell,
    layer: &Layer,
    frame: &Draft,
    inside: Point,
    bg: Colour,
    (hero, is_monochrome): (Colour, bool),
) {
    let fill = layer.fill(inside);
    let mut below = bg;
    if let Some((colour, symbol)) = fill {
        below = blend(bg, colour);
        // Creatures and items show through.
        let is_ground = cell.symbol().starts_with(frame.info(inside).glyph);
        if is_monochrome {
            // A blank hides everything: it stands for cells out of sight.
            if let Some(symbol) = symbol.filter(|symbol| is_ground || *symbol == ' ') {
                cell.set_char(symbol);
            }
        } else {
            cell.set_bg(shown(below));
            if let Some(fg) = rgb(cell.fg).filter(|_| (colour.red, colour.green, colour.blue) == (0, 0, 0)) {
                cell.set_fg(shown(blend(fg, colour)));
            }
        }
    }
    let Some((glyph, colour)) = layer.sign_at(inside) else { return };
    cell.modifier.insert(Modifier::BOLD);
    match glyph {
        Some(glyph) => {
            cell.set_char(glyph).set_fg(shown(Colour { opacity: 255, ..colour }));
        }
        None if is_monochrome => cell.modifier.insert(Modifier::REVERSED),
        None => {
            cell.set_bg(shown(blend(below, Colour { opacity: RING, ..colour })));
            cell.set_fg(shown(hero));
        }
    }
}
