//! The map of everything the hero knows about the level: at full size with scrolling, or scaled down to fit.

use ratatui::layout::Rect;
use undercroft_game::{Point, View};
use undercroft_grid::Grid;
use undercroft_mapgen::{Size, StairKind};

use super::{Screen, ScreenKind, Transition};
use crate::colour::fg;
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::keys::Command;
use crate::widgets::camera::Camera;
use crate::widgets::canvas::Canvas;
use crate::widgets::map::{Marks, appearance, draw_map};

/// The number of cells sampled along each side of a square that is scaled down to one.
const SAMPLES: u32 = 6;

/// The map of the whole level.
#[derive(Debug)]
pub(crate) struct Overview {
    /// The cell in the middle, at full size.
    middle: Point,
    /// For a scaled-down map, the most informative cell of each square. Cached, because there can be a million cells.
    scaled: Option<Scaled>,
}

#[derive(Debug)]
struct Scaled {
    cells: Grid<Point>,
    /// The side of the squares that became one cell each.
    scale: u32,
    screen: Rect,
}

impl Overview {
    pub(crate) fn new(context: &Context) -> Option<Self> {
        let (view, screen) = (context.view()?, context.console.screen);
        Some(Self { middle: camera(&view, view.at(), inside(screen)).middle(), scaled: None })
    }

    /// Scrolls a map at full size, but not past its contents.
    fn scroll(&mut self, view: &View<'_>, screen: Rect, by: Point) {
        if self.scaled.is_none() {
            self.middle = camera(view, self.middle + by, inside(screen)).middle();
        }
    }
}

/// The camera on a cell, kept within the contents of the map.
fn camera(view: &View<'_>, middle: Point, room: Rect) -> Camera {
    Camera::within(view.known(), middle, room)
}

const fn inside(screen: Rect) -> Rect {
    screen.inner(ratatui::layout::Margin::new(1, 1))
}

/// Scales the known map down to fit the screen.
fn scaled(view: &View<'_>, screen: Rect) -> Scaled {
    let (known, room) = (view.known(), inside(screen));
    let (wide, high) = (u32::from(room.width.max(1)), u32::from(room.height.max(1)));
    let scale = known.width.div_ceil(wide).max(known.height.div_ceil(high)).max(1);
    let size = Size::new(known.width.div_ceil(scale).max(1), known.height.div_ceil(scale).max(1));
    let step = (scale / SAMPLES).max(1);
    let stairs = [StairKind::Up, StairKind::Down].map(|kind| view.stairs(kind)).concat();
    let cells = Grid::from_fn(size, |at| {
        let corner = known.min() + Point::new(at.x * scale as i32, at.y * scale as i32);
        let square = undercroft_mapgen::Rect::new(corner.x, corner.y, scale, scale);
        if let Some(place) = std::iter::once(view.at()).chain(stairs.iter().copied()).find(|at| square.contains(*at)) {
            return place;
        }
        let offsets = || (0..scale).step_by(step as usize);
        let samples = offsets().flat_map(|y| offsets().map(move |x| corner + Point::new(x as i32, y as i32)));
        samples.max_by_key(|place| weight(view, *place)).unwrap_or(corner)
    });
    Scaled { cells, scale, screen }
}

/// How informative a cell is on a scaled-down map.
fn weight(view: &View<'_>, at: Point) -> u32 {
    let cell = view.cell(at);
    match cell.tile().map(|tile| view.tile_info(tile)) {
        None => 0,
        Some(_) if cell.item().is_some() => 4,
        Some(tile) if tile.walkable => 3,
        Some(tile) if tile.transparent => 2,
        Some(_) => 1,
    }
}

/// Marks on the frame where the map continues.
fn draw_more(canvas: &mut Canvas<'_>, frame: Rect, camera: &Camera, known: undercroft_mapgen::Rect) {
    let (style, corner, room) = (fg(canvas.theme.title), camera.corner, camera.area);
    let (middle, centre) = (frame.width / 2, frame.height / 2);
    if known.x < corner.x {
        canvas.put(frame, (0, centre), "◄", style);
    }
    if known.right() > corner.x + i32::from(room.width) {
        canvas.put(frame, (frame.width - 1, centre), "►", style);
    }
    if known.y < corner.y {
        canvas.put(frame, (middle, 0), "▲", style);
    }
    if known.bottom() > corner.y + i32::from(room.height) {
        canvas.put(frame, (middle, frame.height - 1), "▼", style);
    }
}

impl Screen for Overview {
    fn kind(&self) -> ScreenKind {
        ScreenKind::Overview
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        let Some(view) = context.view() else { return Transition::Close };
        let screen = context.console.screen;
        let (wide, high) = (i32::from(screen.width / 2), i32::from(screen.height / 2));
        match input {
            Input::Key(chord) => match (context.play_command(*chord), context.menu_command(*chord)) {
                (Some(Command::Move(direction)), _) => {
                    let Point { x, y } = direction.offset();
                    self.scroll(&view, screen, Point::new(x * 8, y * 4));
                }
                (_, Some(Command::PageUp)) => self.scroll(&view, screen, Point::new(0, -high)),
                (_, Some(Command::PageDown)) => self.scroll(&view, screen, Point::new(0, high)),
                (_, Some(Command::First)) => self.scroll(&view, screen, Point::new(-wide, 0)),
                (_, Some(Command::Last)) => self.scroll(&view, screen, Point::new(wide, 0)),
                (_, Some(Command::Next)) => {
                    self.scaled = if self.scaled.is_some() { None } else { Some(scaled(&view, screen)) };
                    self.middle = view.at();
                }
                (Some(Command::Map), _) | (_, Some(Command::Cancel | Command::Confirm)) => return Transition::Close,
                _ => return Transition::UnknownKey,
            },
            Input::Mouse { what: Pointer::Left | Pointer::Right, .. } => return Transition::Close,
            Input::Resize(..) if self.scaled.is_some() => self.scaled = Some(scaled(&view, screen)),
            _ => {}
        }
        Transition::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let (Some(view), screen) = (context.view(), canvas.area()) else { return };
        let (next, cancel) = (context.menu_key(Command::Next), context.menu_key(Command::Cancel));
        let title = format!("Depth {}", view.depth());
        match self.scaled.as_ref().filter(|scaled| scaled.screen == screen) {
            Some(Scaled { cells, scale, .. }) => {
                let hints = format!("{next}: full size, {cancel}: back");
                let room = canvas.draw_box(screen, &format!("{title}, 1:{scale}"), &hints);
                let left = room.x + room.width.saturating_sub(cells.size().width as u16) / 2;
                let top = room.y + room.height.saturating_sub(cells.size().height as u16) / 2;
                for (at, place) in cells.iter() {
                    let (glyph, style) = appearance(canvas, &view, *place);
                    let place = (left + at.x as u16, top + at.y as u16);
                    if let Some(cell) = canvas.cell(place).filter(|_| room.contains(place.into())) {
                        cell.set_char(glyph).set_style(style);
                    }
                }
            }
            None => {
                let hints = format!("move: scroll, {next}: fit to the window, {cancel}: back");
                let room = canvas.draw_box(screen, &title, &hints);
                let camera = camera(&view, self.middle, room);
                draw_map(canvas, &camera, &view, &Marks::default());
                canvas.focus = camera.screen(view.at()).map(Into::into);
                draw_more(canvas, screen, &camera, view.known());
            }
        }
    }
}
