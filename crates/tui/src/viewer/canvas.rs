//! The map: the level as it is shown, the overlay over it, and what is pointed at.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use undercroft_export::{Overlay, screen_cells};
use undercroft_mapgen::{Colour, Draft, Point, Rect as Part, Tile, Veto};

use super::film::Outcome;
use super::findings::Layer;
use super::{Viewer, film::Frame};
use crate::settings::shown;
use crate::widgets::Look;
use crate::widgets::camera::Camera;
use crate::widgets::map::dimmed;

/// How much light is left of rock that nobody will ever see, of 255.
const BURIED: u32 = 120;
/// How strong the colour of a ring is behind its cell, of 255.
const RING: u8 = 130;

impl Viewer {
    /// Which cells the map shows; `None` before there is a level.
    pub(super) fn camera(&self, area: Rect) -> Option<Camera> {
        Some(Camera::within(self.bounds()?, self.middle.or_else(|| self.usual_middle())?, area))
    }

    /// What is in the middle of the map where nobody moved it: where the draft was given up, where one looks from, or the
    /// middle of the level.
    pub(super) fn usual_middle(&self) -> Option<Point> {
        let frame = self.frame.as_deref()?;
        let eye = frame.start.filter(|_| self.overlay == Some(Overlay::Sight) && self.cursor.is_none());
        let place = self.veto().and_then(|veto| veto.at).or(eye).map(|at| frame.world(at));
        place.or_else(|| Some(self.bounds()?.centre()))
    }

    /// Why what is shown was given up.
    fn veto(&self) -> Option<&Veto> {
        let film = self.film.as_ref().filter(|film| self.shown == film.last())?;
        match &film.outcome {
            Outcome::GivenUp(veto) => Some(veto),
            Outcome::Passed => None,
        }
    }

    pub(super) fn draw_map(&self, buffer: &mut Buffer, area: Rect) {
        let (Some(frame), Some(camera)) = (&self.frame, self.camera(area)) else { return };
        let look = self.draw_look();
        let part = Part::new(camera.corner.x, camera.corner.y, u32::from(area.width), u32::from(area.height));
        let bounds = self.bounds().unwrap_or(part);
        let corner = part.intersection(bounds).min();
        let cells = screen_cells(frame, part);
        let layer = self.findings.as_ref().and_then(|findings| findings.layer.as_ref());
        let layer = layer.filter(|layer| Some(layer.overlay) == self.overlay);
        for (at, seen) in cells.iter() {
            let at = at + corner;
            let Some(cell) = camera.screen(at).and_then(|place| buffer.cell_mut(place)) else { continue };
            let (mut fg, mut bg) = (seen.fg, if seen.bg.opacity == 0 { look.theme.background } else { seen.bg });
            if is_buried(frame, at - frame.origin) {
                // The eye finds the ways where the rock between them is quiet.
                (fg, bg) = (dimmed(fg, BURIED), dimmed(bg, BURIED));
                if look.is_plain() {
                    cell.modifier.insert(Modifier::DIM);
                }
            }
            cell.set_char(seen.glyph).set_fg(shown(fg)).set_bg(shown(bg));
            if let Some(layer) = layer {
                draw_layer(cell, layer, frame, at, bg, look);
            }
        }
        self.draw_marks(buffer, &camera, frame, look);
    }

    /// What is pointed at, and where the draft was given up.
    fn draw_marks(&self, buffer: &mut Buffer, camera: &Camera, frame: &Frame, look: Look<'_>) {
        let mut mark = |at: Point, glyph: Option<char>, colour: Colour| {
            let Some(cell) = camera.screen(at).and_then(|place| buffer.cell_mut(place)) else { return };
            if let Some(glyph) = glyph {
                cell.set_char(glyph);
            }
            cell.modifier.insert(Modifier::BOLD);
            if look.is_plain() {
                cell.modifier.insert(Modifier::REVERSED);
            } else {
                cell.set_fg(Color::Black).set_bg(shown(colour));
            }
        };
        if let Some(at) = self.veto().and_then(|veto| veto.at) {
            mark(frame.world(at), Some('X'), look.theme.danger);
        }
        if let Some(at) = self.cursor {
            mark(at, None, look.theme.accent);
        }
    }
}

/// Whether a cell is rock with nothing but rock around it.
fn is_buried(draft: &Draft, at: Point) -> bool {
    let tiles = draft.tileset();
    // Outside the map there is rock.
    let is_rock = |at: Point| {
        let tile = draft.tile(at);
        !tiles.is_walkable(tile) && !tiles.is_transparent(tile)
    };
    draft.tile(at) == Tile::WALL && at.eight().all(is_rock)
}

/// Lays an overlay over a cell.
fn draw_layer(cell: &mut Cell, layer: &Layer, frame: &Frame, at: Point, bg: Colour, look: Look<'_>) {
    let inside = at - frame.origin;
    let fill = layer.fill(inside);
    let mut below = bg;
    if let Some((colour, symbol)) = fill {
        below = mixed(bg, colour);
        // Who stands there is seen through it.
        let is_ground = cell.symbol().starts_with(frame.info(inside).glyph);
        if look.is_plain() {
            // What is not seen is not seen.
            if let Some(symbol) = symbol.filter(|symbol| is_ground || *symbol == ' ') {
                cell.set_char(symbol);
            }
        } else {
            cell.set_bg(shown(below));
            if (colour.red, colour.green, colour.blue) == (0, 0, 0)
                && let Color::Rgb(red, green, blue) = cell.fg
            {
                cell.set_fg(shown(mixed(Colour { red, green, blue, opacity: 255 }, colour)));
            }
        }
    }
    let Some(sign) = layer.sign_at(inside) else { return };
    cell.modifier.insert(Modifier::BOLD);
    match sign.glyph {
        Some(glyph) => {
            cell.set_char(glyph).set_fg(shown(Colour { opacity: 255, ..sign.colour }));
        }
        None if look.is_plain() => cell.modifier.insert(Modifier::REVERSED),
        None => {
            cell.set_bg(shown(mixed(below, Colour { opacity: RING, ..sign.colour })));
            cell.set_fg(shown(look.theme.hero));
        }
    }
}

/// A colour with another laid over it, as strong as that is opaque.
fn mixed(below: Colour, above: Colour) -> Colour {
    let strength = u32::from(above.opacity);
    let part = |below: u8, above: u8| ((u32::from(below) * (255 - strength) + u32::from(above) * strength) / 255) as u8;
    Colour {
        red: part(below.red, above.red),
        green: part(below.green, above.green),
        blue: part(below.blue, above.blue),
        opacity: 255,
    }
}
