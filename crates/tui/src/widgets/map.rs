//! The map: what the hero sees in full colours, what it remembers dimmed, and nothing of the rest.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use undercroft_game::{Cell, Point, View};
use undercroft_mapgen::{Colour, StairKind};

use super::Look;
use super::camera::Camera;
use crate::settings::shown;

/// What is laid over the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// The cursor.
    pub(crate) cursor: Option<Point>,
    /// The line to it, and whether all of it is in reach.
    pub(crate) line: Vec<Point>,
    /// Whether what it points at cannot be reached.
    pub(crate) is_bad: bool,
}

/// Draws the map.
pub(crate) fn draw_map(buffer: &mut Buffer, camera: &Camera, view: &View<'_>, marks: &Marks, look: Look<'_>) {
    for row in 0..camera.area.height {
        for column in 0..camera.area.width {
            let place = (camera.area.x + column, camera.area.y + row);
            let Some(at) = camera.world(place.0, place.1) else { continue };
            let Some(cell) = buffer.cell_mut(place) else { continue };
            let (glyph, style) = shown_cell(view, at, look);
            cell.set_char(glyph).set_style(style);
        }
    }
    draw_marks(buffer, camera, marks, look);
}

fn draw_marks(buffer: &mut Buffer, camera: &Camera, marks: &Marks, look: Look<'_>) {
    let colour = if marks.is_bad { look.theme.danger } else { look.theme.accent };
    for at in marks.line.iter().filter(|at| Some(**at) != marks.cursor) {
        if let Some(cell) = camera.screen(*at).and_then(|place| buffer.cell_mut(place)) {
            if look.is_plain() {
                cell.set_char('*');
            } else {
                cell.set_bg(shown(dimmed(colour, 90)));
            }
        }
    }
    if let Some(cell) = marks.cursor.and_then(|at| camera.screen(at)).and_then(|place| buffer.cell_mut(place)) {
        if look.is_plain() {
            cell.modifier.insert(Modifier::REVERSED);
        } else {
            cell.set_style(Style::new().fg(Color::Black).bg(shown(colour)));
        }
    }
}

/// The glyph and the colours of a cell.
pub(crate) fn shown_cell(view: &View<'_>, at: Point, look: Look<'_>) -> (char, Style) {
    let theme = look.theme;
    let cell = view.cell(at);
    let Some(tile) = cell.tile() else { return (' ', theme.base()) };
    let info = view.tile_info(tile);
    let content = view.content();
    let is_stairs = [StairKind::Up, StairKind::Down].iter().any(|kind| kind.tile_name() == info.name);
    let (mut glyph, mut fg) = (info.glyph, if is_stairs { theme.accent } else { info.fg });
    let mut style = Style::new();
    if is_stairs {
        style = style.add_modifier(Modifier::BOLD);
    }
    if let Some(item) = cell.item() {
        let kind = content.item(item);
        (glyph, fg) = (kind.glyph, kind.colour);
    }
    let bg = if info.bg.opacity == 0 { theme.background } else { info.bg };
    if let Cell::Remembered { .. } = cell {
        // Stairs are what one looks for: they stay bright.
        let (share, under) = if is_stairs { (200, 140) } else { (125, 140) };
        if look.is_plain() {
            style = style.add_modifier(Modifier::DIM);
        }
        return (glyph, style.fg(shown(dimmed(fg, share))).bg(shown(dimmed(bg, under))));
    }
    if at == view.at() {
        let stats = view.stats();
        let hurt = theme.health_of(stats.hit_points, stats.most_hit_points);
        let under = if hurt == theme.health_critical { hurt } else { bg };
        let glyph = content.creature(content.hero()).glyph;
        return (glyph, style.add_modifier(Modifier::BOLD).fg(shown(theme.hero)).bg(shown(under)));
    }
    if let Cell::Visible { creature: Some(creature), .. } = cell {
        let kind = content.creature(creature.kind);
        (glyph, fg) = (kind.glyph, kind.colour);
        style = style.add_modifier(Modifier::BOLD);
    }
    (glyph, style.fg(shown(fg)).bg(shown(bg)))
}

/// Takes most of the light from all that is drawn already: something more important comes over it.
pub(crate) fn dim_all(buffer: &mut Buffer, look: Look<'_>) {
    let dim = |colour: Color| match colour {
        Color::Rgb(red, green, blue) => shown(dimmed(Colour { red, green, blue, opacity: 255 }, 90)),
        other => other,
    };
    for cell in &mut buffer.content {
        (cell.fg, cell.bg) = (dim(cell.fg), dim(cell.bg));
        if look.is_plain() {
            cell.modifier.insert(Modifier::DIM);
        }
    }
}

/// A colour with so many of 255 parts of its light.
pub(crate) const fn dimmed(colour: Colour, parts: u32) -> Colour {
    const fn part(light: u8, parts: u32) -> u8 {
        (light as u32 * parts / 255) as u8
    }
    Colour {
        red: part(colour.red, parts),
        green: part(colour.green, parts),
        blue: part(colour.blue, parts),
        opacity: colour.opacity,
    }
}
