//! The map overview: all of the level that the hero knows, as large as it is or made to fit.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use undercroft_game::{Point, View};
use undercroft_grid::Grid;
use undercroft_mapgen::{Size, StairKind};

use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::{Input, Pointer};
use crate::keys::Command;
use crate::widgets::boxed::{draw_box, foot};
use crate::widgets::camera::Camera;
use crate::widgets::map::{Marks, draw_map, shown_cell};

/// How many cells of a square that becomes one are looked at, along each side.
const SAMPLES: u32 = 6;

/// The map overview.
#[derive(Debug)]
pub(crate) struct Overview {
    /// What is in the middle, where the map is not made smaller.
    middle: Point,
    /// The whole map, made to fit; drawn once, because it can be of a million cells.
    small: Option<Small>,
}

/// A map that was made smaller.
#[derive(Debug)]
struct Small {
    cells: Grid<(char, Style)>,
    /// How many cells along each side became one.
    scale: u32,
    screen: Rect,
}

impl Overview {
    pub(crate) fn new(desk: &Desk) -> Option<Self> {
        let view = desk.session.as_ref()?.game().view();
        let mut overview = Self { middle: view.at(), small: None };
        let (known, inside) = (view.known(), inside(desk.screen));
        if known.width > u32::from(inside.width) || known.height > u32::from(inside.height) {
            overview.small = Some(small(&view, desk));
        } else {
            overview.middle = known.centre();
        }
        Some(overview)
    }
}

fn inside(screen: Rect) -> Rect {
    let (across, down) = (screen.width.min(1), screen.height.min(1));
    Rect {
        x: screen.x + across,
        y: screen.y + down,
        width: screen.width.saturating_sub(2),
        height: screen.height.saturating_sub(2),
    }
}

/// Makes the map of all that is known fit the screen: a square of cells becomes the most telling of them.
fn small(view: &View<'_>, desk: &Desk) -> Small {
    let (known, room, look) = (view.known(), inside(desk.screen), desk.look());
    let (wide, high) = (u32::from(room.width.max(1)), u32::from(room.height.max(1)));
    let scale = known.width.div_ceil(wide).max(known.height.div_ceil(high)).max(1);
    let size = Size::new(known.width.div_ceil(scale).max(1), known.height.div_ceil(scale).max(1));
    let step = (scale / SAMPLES).max(1);
    let stairs = [StairKind::Up, StairKind::Down].map(|kind| view.stairs(kind)).concat();
    let cells = Grid::from_fn(size, |at| {
        let corner = known.min() + Point::new(at.x * scale as i32, at.y * scale as i32);
        let holds = |place: Point| {
            let offset = place - corner;
            (0..scale as i32).contains(&offset.x) && (0..scale as i32).contains(&offset.y)
        };
        if let Some(place) = std::iter::once(view.at()).chain(stairs.iter().copied()).find(|place| holds(*place)) {
            return shown_cell(view, place, look);
        }
        let offsets = || (0..scale).step_by(step as usize);
        let samples = offsets().flat_map(|y| offsets().map(move |x| corner + Point::new(x as i32, y as i32)));
        let best = samples.max_by_key(|place| weight(view, *place)).unwrap_or(corner);
        shown_cell(view, best, look)
    });
    Small { cells, scale, screen: desk.screen }
}

/// How much a cell tells of a map that is made smaller.
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

impl Screen for Overview {
    fn name(&self) -> &'static str {
        "overview"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        let Some(session) = &desk.session else { return Change::Close };
        let view = session.game().view();
        match input {
            Input::Key(chord) => match (desk.play_command(*chord), desk.menu_command(*chord)) {
                (Some(Command::Move(direction)), _) => {
                    let Point { x, y } = direction.offset();
                    let next = self.middle + Point::new(x * 8, y * 4);
                    let known = view.known();
                    if self.small.is_none() && known.contains(next) {
                        self.middle = next;
                    }
                }
                (_, Some(Command::Next)) => {
                    self.small = if self.small.is_some() { None } else { Some(small(&view, desk)) };
                    self.middle = view.at();
                }
                (Some(Command::Map), _) | (_, Some(Command::Cancel | Command::Confirm)) => return Change::Close,
                _ => desk.unknown_key(*chord, self.name()),
            },
            Input::Mouse { what: Pointer::Left | Pointer::Right, .. } => return Change::Close,
            Input::Resize(..) if self.small.is_some() => self.small = Some(small(&view, desk)),
            _ => {}
        }
        Change::Stay
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let Some(session) = &desk.session else { return };
        let (view, look) = (session.game().view(), desk.look());
        let (next, cancel) = (desk.menu_hint(Command::Next), desk.menu_hint(Command::Cancel));
        let title = format!("Depth {}", view.depth());
        match self.small.as_ref().filter(|small| small.screen == screen) {
            Some(small) => {
                let room = draw_box(buffer, screen, &format!("{title}, 1:{}", small.scale), look);
                foot(buffer, screen, &format!("{next}: as large as it is, {cancel}: back"), look);
                let size = small.cells.size();
                let left = room.width.saturating_sub(size.width as u16) / 2;
                let top = room.height.saturating_sub(size.height as u16) / 2;
                for (at, (glyph, style)) in small.cells.iter() {
                    let place = (room.x + left + at.x as u16, room.y + top + at.y as u16);
                    if let Some(cell) = buffer.cell_mut(place).filter(|_| room.contains(place.into())) {
                        cell.set_char(*glyph).set_style(*style);
                    }
                }
            }
            None => {
                let room = draw_box(buffer, screen, &title, look);
                foot(buffer, screen, &format!("move: scroll, {next}: all of it, {cancel}: back"), look);
                draw_map(buffer, &Camera::centred(self.middle, room), &view, &Marks::default(), look);
            }
        }
    }
}
