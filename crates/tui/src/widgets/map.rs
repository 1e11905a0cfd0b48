//! The map: what the hero sees in full colour, what it remembers dimmed, and nothing else.

use ratatui::style::{Color, Modifier, Style};
use undercroft_export::Side;
use undercroft_game::{Cell, Point, View};
use undercroft_mapgen::{Face, Tile, TileInfo};

use super::camera::Camera;
use super::canvas::Canvas;
use crate::colour::{dimmed, rgb, shown};

/// What is drawn over the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    pub(crate) cursor: Option<Point>,
    /// The line from the hero to the cursor.
    pub(crate) line: Vec<Point>,
    /// Whether the cursor is out of reach.
    pub(crate) is_out_of_reach: bool,
}

/// Draws the map.
pub(crate) fn draw_map(canvas: &mut Canvas<'_>, camera: &Camera, view: &View<'_>, marks: &Marks) {
    for place in camera.area.positions() {
        let Some(at) = camera.cell_at(place.x, place.y) else { continue };
        let (glyph, style) = appearance(canvas, view, at);
        if let Some(cell) = canvas.cell((place.x, place.y)) {
            cell.set_char(glyph).set_style(style);
        }
    }
    draw_marks(canvas, camera, marks);
}

fn draw_marks(canvas: &mut Canvas<'_>, camera: &Camera, marks: &Marks) {
    let colour = if marks.is_out_of_reach { canvas.theme.danger } else { canvas.theme.accent };
    let is_monochrome = canvas.is_monochrome;
    for at in marks.line.iter().filter(|at| Some(**at) != marks.cursor) {
        match camera.screen(*at).and_then(|place| canvas.cell(place)) {
            Some(cell) if is_monochrome => cell.set_char('*'),
            Some(cell) => cell.set_bg(shown(dimmed(colour, 90))),
            None => continue,
        };
    }
    if let Some(cell) = marks.cursor.and_then(|at| camera.screen(at)).and_then(|place| canvas.cell(place)) {
        if is_monochrome {
            cell.modifier.insert(Modifier::REVERSED);
        } else {
            cell.set_style(Style::new().fg(Color::Black).bg(shown(colour)));
        }
    }
}

/// How a tile looks: as the tile of the same name in the tileset of the settings. Its rock and floor are the first two.
fn look<'a>(canvas: &Canvas<'a>, view: &View<'a>, tile: Tile) -> &'a TileInfo {
    let own = view.tile_info(tile);
    let Some(tileset) = canvas.tileset else { return own };
    let ground = Some(tile).filter(|tile| [Tile::WALL, Tile::FLOOR].contains(tile));
    tileset.id(&own.name).or(ground).and_then(|tile| tileset.get(tile)).unwrap_or(own)
}

/// The face of a tile that shows: in the oblique projection, a wall shows its front above open ground.
fn face<'a>(canvas: &Canvas<'a>, view: &View<'a>, at: Point, info: &TileInfo) -> Face {
    if !canvas.oblique {
        return canvas.palette.face(info, info.face());
    }
    // An unseen cell is most likely more rock.
    let is_raised = |at: Point| view.cell(at).tile().is_none_or(|tile| look(canvas, view, tile).is_raised());
    canvas.palette.face(info, Side::shown(at, is_raised).face(info))
}

/// The glyph and the style of a cell.
pub(crate) fn appearance(canvas: &Canvas<'_>, view: &View<'_>, at: Point) -> (char, Style) {
    let theme = canvas.theme;
    let cell = view.cell(at);
    let Some(tile) = cell.tile() else { return (' ', theme.base()) };
    let info = look(canvas, view, tile);
    let content = view.content();
    let is_stairs = view.stairs_of(tile).is_some();
    let face = face(canvas, view, at, info);
    let (mut glyph, mut colour) = (face.glyph, if is_stairs { theme.accent } else { face.fg });
    let mut style = Style::new();
    if is_stairs {
        style = style.add_modifier(Modifier::BOLD);
    }
    if let Some(item) = cell.item() {
        let kind = content.item(item);
        (glyph, colour) = (kind.glyph, canvas.palette.item(kind));
    }
    let bg = if face.bg.opacity == 0 { theme.background } else { face.bg };
    if let Cell::Remembered { .. } = cell {
        // Stairs stay bright: players search for them.
        let light = if is_stairs { 220 } else { 160 };
        if canvas.is_monochrome {
            style = style.add_modifier(Modifier::DIM);
        }
        let (fg, bg) = canvas.palette.remembered(colour, bg, light);
        return (glyph, style.fg(shown(fg)).bg(shown(bg)));
    }
    if at == view.at() {
        let stats = view.stats();
        let hurt = theme.health_of(stats.hit_points, stats.max_hit_points);
        let under = if hurt == theme.health_critical { hurt } else { bg };
        let glyph = content.creature(content.hero()).glyph;
        return (glyph, style.add_modifier(Modifier::BOLD).fg(shown(theme.hero)).bg(shown(under)));
    }
    if let Cell::Visible { creature: Some(creature), .. } = cell {
        let kind = content.creature(creature.kind);
        (glyph, colour) = (kind.glyph, canvas.palette.creature(kind));
        style = style.add_modifier(Modifier::BOLD);
    }
    (glyph, style.fg(shown(colour)).bg(shown(bg)))
}

/// Dims everything drawn so far, before something more important is drawn over it.
pub(crate) fn dim_all(canvas: &mut Canvas<'_>) {
    let dim = |colour: Color| rgb(colour).map_or(colour, |colour| shown(dimmed(colour, 90)));
    for cell in &mut canvas.buffer.content {
        (cell.fg, cell.bg) = (dim(cell.fg), dim(cell.bg));
        if canvas.is_monochrome {
            cell.modifier.insert(Modifier::DIM);
        }
    }
}
