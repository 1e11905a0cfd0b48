//! The cursor: to look around, to travel, to throw and to point things at somebody.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_game::{Action, Point, Sighting, Slot};
use undercroft_grid::bresenham;

use super::play::{Play, act, extras};
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::{Input, Pointer};
use crate::keys::Command;
use crate::layout::regions;
use crate::widgets::camera::Camera;
use crate::widgets::map::Marks;
use crate::widgets::play_view::draw_play;

/// A cursor on the map.
#[derive(Debug)]
pub(crate) struct Cursor {
    at: Point,
    purpose: Purpose,
    /// What the cursor jumps to, the nearest first, and which is next.
    targets: Vec<Point>,
    next: usize,
}

/// What the cursor is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Look,
    Travel,
    Throw(Slot),
    Use(Slot),
}

impl Cursor {
    /// To look around, from a place or from the nearest thing that is worth it.
    pub(crate) fn look(desk: &Desk, at: Option<Point>) -> Option<Self> {
        let mut cursor = Self::new(desk, Purpose::Look)?;
        match at {
            Some(at) => cursor.at = at,
            None => cursor.jump(1),
        }
        Some(cursor)
    }

    /// To travel.
    pub(crate) fn travel(desk: &Desk) -> Option<Self> {
        Self::new(desk, Purpose::Travel)
    }

    /// To throw something.
    pub(crate) fn throw(desk: &Desk, slot: Slot) -> Option<Self> {
        let mut cursor = Self::new(desk, Purpose::Throw(slot))?;
        cursor.jump(1);
        Some(cursor)
    }

    /// To use something on somebody.
    pub(crate) fn use_on(desk: &Desk, slot: Slot) -> Option<Self> {
        let mut cursor = Self::new(desk, Purpose::Use(slot))?;
        cursor.jump(1);
        Some(cursor)
    }

    fn new(desk: &Desk, purpose: Purpose) -> Option<Self> {
        let view = desk.session.as_ref()?.game().view();
        let creatures = view.creatures();
        let (danger, others): (Vec<_>, Vec<_>) = creatures.iter().partition(|sighting| sighting.is_danger());
        let mut targets: Vec<Point> = danger.iter().map(|sighting: &&Sighting<'_>| sighting.creature.at).collect();
        if matches!(purpose, Purpose::Look | Purpose::Travel) {
            targets.extend(others.iter().map(|sighting| sighting.creature.at));
            targets.extend(view.items().iter().map(|(at, _)| *at));
            use undercroft_mapgen::StairKind;
            targets.extend([StairKind::Down, StairKind::Up].into_iter().flat_map(|kind| view.stairs(kind)));
        }
        targets.retain(|at| *at != view.at());
        Some(Self { at: view.at(), purpose, targets, next: 0 })
    }

    /// Goes to the next target, or to the one before.
    fn jump(&mut self, by: isize) {
        let count = self.targets.len() as isize;
        if count == 0 {
            return;
        }
        let index = if by > 0 { self.next as isize } else { self.next as isize - 2 }.rem_euclid(count);
        self.at = self.targets[index as usize];
        self.next = (index + 1).rem_euclid(count) as usize;
    }

    /// How far it may point.
    fn range(&self, desk: &Desk) -> Option<u32> {
        let view = desk.session.as_ref()?.game().view();
        match self.purpose {
            Purpose::Throw(_) => Some(view.throwing_range()),
            Purpose::Use(slot) => view.range_of(slot),
            Purpose::Look | Purpose::Travel => None,
        }
    }

    fn confirm(&self, desk: &mut Desk) -> Change {
        match self.purpose {
            Purpose::Look => {}
            Purpose::Travel => {
                let mut play = Play::default();
                play.set_out(desk, self.at);
                return Change::Restart(vec![Box::new(play)]);
            }
            Purpose::Throw(slot) => act(desk, Action::Throw { slot, at: self.at }),
            Purpose::Use(slot) => act(desk, Action::Use { slot, at: Some(self.at) }),
        }
        Change::Close
    }

    fn point(&mut self, column: u16, row: u16, what: Pointer, desk: &mut Desk) -> Change {
        let Some(session) = &desk.session else { return Change::Close };
        let map = regions(desk.screen, &desk.settings).map;
        let at = Camera::follow(&session.game().view(), map, Some(self.at)).world(column, row);
        match (what, at) {
            (Pointer::Right, _) => return Change::Close,
            (Pointer::Left, Some(at)) => {
                self.at = at;
                return self.confirm(desk);
            }
            // A cursor that follows the mouse must not make the map scroll: only cells that are in sight can be hovered.
            (Pointer::Hover, Some(at)) => self.at = at,
            (Pointer::WheelUp, _) => self.jump(-1),
            (Pointer::WheelDown, _) => self.jump(1),
            _ => {}
        }
        Change::Stay
    }
}

impl Screen for Cursor {
    fn name(&self) -> &'static str {
        "cursor"
    }

    fn is_overlay(&self) -> bool {
        false
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        let chord = match input {
            Input::Key(chord) => *chord,
            Input::Mouse { column, row, what } => return self.point(*column, *row, *what, desk),
            _ => return Change::Stay,
        };
        match desk.play_command(chord) {
            Some(Command::Move(direction)) => {
                self.at = self.at + direction.offset();
                return Change::Stay;
            }
            // The key that asked for it takes the nearest target, or ends looking.
            Some(Command::Look) if self.purpose == Purpose::Look => return Change::Close,
            Some(Command::Travel) if self.purpose == Purpose::Travel => return self.confirm(desk),
            Some(Command::Throw) if matches!(self.purpose, Purpose::Throw(_)) => return self.confirm(desk),
            Some(Command::Use) if matches!(self.purpose, Purpose::Use(_)) => return self.confirm(desk),
            _ => {}
        }
        match desk.menu_command(chord) {
            Some(Command::Next) => self.jump(1),
            Some(Command::Previous) => self.jump(-1),
            Some(Command::Confirm) => return self.confirm(desk),
            Some(Command::Cancel) => return Change::Close,
            _ => desk.unknown_key(chord, self.name()),
        }
        Change::Stay
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let Some(session) = &desk.session else { return };
        let view = session.game().view();
        let mut extras = extras(desk);
        let aims = matches!(self.purpose, Purpose::Throw(_) | Purpose::Use(_));
        let too_far = self.range(desk).is_some_and(|range| view.at().chebyshev(self.at) > range);
        let is_bad =
            aims && (too_far || !view.sees(self.at)) || self.purpose == Purpose::Travel && !view.knows(self.at);
        // A cursor can be moved anywhere: a line is drawn only where one could be seen.
        let near = view.at().chebyshev(self.at) < 200;
        let line = if aims && near { bresenham(view.at(), self.at).split_off(1) } else { Vec::new() };
        extras.marks = Marks { cursor: Some(self.at), line, is_bad };
        let item = |slot: Slot| view.item_in(slot).map(|item| view.item_name(item)).unwrap_or_default();
        let (title, verb) = match self.purpose {
            Purpose::Look => ("Look".to_owned(), "back"),
            Purpose::Travel => ("Travel".to_owned(), "go"),
            Purpose::Throw(slot) => (format!("Throw {}", item(slot)), "throw"),
            Purpose::Use(slot) => (format!("Point {}", item(slot)), "point"),
        };
        let mut text = view.describe(self.at);
        if aims && too_far {
            text = format!("Too far away. {text}");
        }
        extras.words = Some((title, text));
        let (confirm, next) = (desk.menu_hint(Command::Confirm), desk.menu_hint(Command::Next));
        extras.foot = match self.purpose {
            Purpose::Look => format!("{next}: next, {confirm}: back"),
            _ => format!("{confirm}: {verb}, {next}: next, {}: leave it", desk.menu_hint(Command::Cancel)),
        };
        draw_play(buffer, screen, &view, &session.log, &extras, &desk.settings, desk.look());
    }
}
