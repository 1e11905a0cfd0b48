//! Paints the map as the hero knows it: in tiles of the built-in art, or in glyphs as a terminal shows it.

use std::sync::Arc;

use serde::Deserialize;
use undercroft_export::{
    Art, ArtCell, ArtPainter, ArtThing, ArtView, Picture, PictureOptions, Projection, ScreenCell, Side, draw_art,
    draw_screen,
};
use undercroft_game::{Cell, Game, Point, View};
use undercroft_mapgen::{Colour, Recipe, Rect, Tile};

use crate::Problem;

/// The largest window, in cells: more than the largest screen shows.
const MOST_CELLS: u64 = 1 << 18;
/// The terminal's background, which shows where nothing is known.
const BACKGROUND: Colour = Colour { red: 13, green: 14, blue: 16, opacity: 255 };
/// The brightness of a remembered cell, out of 255.
const REMEMBERED: u8 = 125;
/// Stairs stay bright, because players search for them.
const REMEMBERED_STAIRS: u8 = 200;
const STAIRS: Colour = Colour { red: 255, green: 205, blue: 34, opacity: 255 };
const HERO: Colour = Colour { red: 255, green: 255, blue: 255, opacity: 255 };

/// How the map is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Pictures.
    #[default]
    Tiles,
    /// Characters.
    Glyphs,
}

/// The part of the map to paint, and how.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MapRequest {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    look: Look,
    /// From above and in front.
    oblique: bool,
}

/// A picture of a part of the map.
#[derive(Clone, Debug)]
pub struct GamePicture {
    /// The pixels. Where nothing is known they are transparent.
    pub picture: Picture,
    /// The width of a cell in pixels.
    pub cell_width: u32,
    /// The height of a cell in pixels.
    pub cell_height: u32,
    /// The pixels above the first row, where walls rise.
    pub above: u32,
}

/// Paints maps. Caches the art for the level painted last.
#[derive(Clone, Debug, Default)]
pub struct Painter {
    /// The level's plan, seed and depth, and the art for its tileset; none if the art lacks one of its tiles.
    ready: Option<(String, String, u32, Option<ArtPainter>)>,
}

impl Painter {
    /// Paints a part of the map of a game.
    ///
    /// # Errors
    /// If the window is empty or too large.
    pub fn paint(&mut self, game: &Game, request: &MapRequest) -> Result<GamePicture, Problem> {
        let window = Rect::new(request.x, request.y, request.width, request.height);
        if window.size().area() as u64 > MOST_CELLS {
            return Err(Problem::new(format!(
                "a window of {} is too large: at most {MOST_CELLS} cells",
                window.size()
            )));
        }
        let view = game.view();
        if request.look == Look::Tiles
            && let Some(painter) = self.art_for(game)
        {
            return paint_tiles(painter, game, &view, window, request.oblique);
        }
        paint_glyphs(&view, window, request.oblique)
    }

    fn art_for(&mut self, game: &Game) -> Option<&ArtPainter> {
        let (plan, seed, depth) = (game.plan().name(), game.seed().to_string(), game.view().depth());
        let is_ready =
            |ready: &(String, String, u32, Option<ArtPainter>)| ready.0 == plan && ready.1 == seed && ready.2 == depth;
        if !self.ready.as_ref().is_some_and(is_ready) {
            let tileset = Arc::new(game.view().tileset().clone());
            let painter = ArtPainter::new(Art::undercroft(), &tileset).ok();
            self.ready = Some((plan.to_owned(), seed, depth, painter));
        }
        self.ready.as_ref()?.3.as_ref()
    }

    /// A level in art, for the title.
    ///
    /// # Errors
    /// If the level cannot be made, which does not happen with the built-in recipe.
    pub fn backdrop(seed: &str) -> Result<Picture, Problem> {
        let level = Recipe::named("halls")?.sized(80, 50).build(seed)?;
        let options = PictureOptions { scale: 1, projection: Projection::Oblique };
        Ok(draw_art(level.as_draft(), &Art::undercroft(), &options)?)
    }
}

fn paint_tiles(
    painter: &ArtPainter,
    game: &Game,
    view: &View<'_>,
    window: Rect,
    oblique: bool,
) -> Result<GamePicture, Problem> {
    let content = view.content();
    let mut things = Vec::new();
    for y in window.y..window.bottom() {
        for x in window.x..window.right() {
            let at = Point::new(x, y);
            let cell = view.cell(at);
            if let Some(item) = cell.item() {
                let kind = content.item(item);
                things.push(ArtThing { at, kind: &kind.name, glyph: kind.glyph, colour: kind.colour });
            }
            if let Cell::Visible { creature: Some(creature), .. } = cell {
                let kind = content.creature(creature.kind);
                things.push(ArtThing { at, kind: &kind.name, glyph: kind.glyph, colour: kind.colour });
            }
        }
    }
    let hero = content.creature(content.hero());
    things.push(ArtThing { at: view.at(), kind: "hero", glyph: hero.glyph, colour: HERO });
    let projection = if oblique { Projection::Oblique } else { Projection::TopDown };
    let art = ArtView { window, seed: game.seed(), depth: view.depth(), projection, things: &things };
    let picture = painter.paint(&art, |at| match view.cell(at) {
        Cell::Unknown => ArtCell::Unknown,
        Cell::Remembered { tile, .. } => ArtCell::Remembered(tile),
        Cell::Visible { tile, .. } => ArtCell::Visible(tile),
    })?;
    let sheet = painter.art().sheet();
    let (cell_width, cell_height) = (sheet.tile_size().width, sheet.tile_size().height);
    Ok(GamePicture { picture, cell_width, cell_height, above: if oblique { sheet.rise() } else { 0 } })
}

fn paint_glyphs(view: &View<'_>, window: Rect, oblique: bool) -> Result<GamePicture, Problem> {
    let mut cells = Vec::with_capacity(window.size().area());
    for y in window.y..window.bottom() {
        cells.extend((window.x..window.right()).map(|x| glyph(view, Point::new(x, y), oblique)));
    }
    let picture = draw_screen(window.width, &cells)?;
    let (cell_width, cell_height) = (picture.width() / window.width, picture.height() / window.height);
    Ok(GamePicture { picture, cell_width, cell_height, above: 0 })
}

fn glyph(view: &View<'_>, at: Point, oblique: bool) -> ScreenCell {
    let cell = view.cell(at);
    let Some(tile) = cell.tile() else { return ScreenCell { glyph: ' ', fg: BACKGROUND, bg: BACKGROUND } };
    let content = view.content();
    let info = view.tile_info(tile);
    let is_stairs = view.stairs_of(tile).is_some();
    let face = if oblique {
        // What the hero has not seen is most likely more rock.
        let raised = |tile: Tile| view.tile_info(tile).is_raised();
        Side::shown(at, |at| view.cell(at).tile().is_none_or(raised)).face(info)
    } else {
        info.face()
    };
    let (mut glyph, mut fg) = (face.glyph, if is_stairs { STAIRS } else { face.fg });
    if let Some(item) = cell.item() {
        let kind = content.item(item);
        (glyph, fg) = (kind.glyph, kind.colour);
    }
    let mut bg = if face.bg.opacity == 0 { BACKGROUND } else { face.bg };
    match cell {
        Cell::Remembered { .. } => {
            fg = dimmed(fg, if is_stairs { REMEMBERED_STAIRS } else { REMEMBERED });
            bg = dimmed(bg, REMEMBERED);
        }
        _ if at == view.at() => (glyph, fg) = (content.creature(content.hero()).glyph, HERO),
        Cell::Visible { creature: Some(creature), .. } => {
            let kind = content.creature(creature.kind);
            (glyph, fg) = (kind.glyph, kind.colour);
        }
        _ => {}
    }
    ScreenCell { glyph, fg, bg }
}

fn dimmed(colour: Colour, light: u8) -> Colour {
    let part = |part: u8| (u32::from(part) * u32::from(light) / 255) as u8;
    Colour { red: part(colour.red), green: part(colour.green), blue: part(colour.blue), ..colour }
}
