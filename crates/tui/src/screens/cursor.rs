//! A cursor on the map: to look around, to travel, to throw and to zap.

use undercroft_game::{Action, Point, Sighting, Slot};
use undercroft_grid::bresenham;
use undercroft_mapgen::StairKind;

use super::play::{Play, extras};
use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::keys::Command;
use crate::layout::play_areas;
use crate::widgets::camera::Camera;
use crate::widgets::canvas::Canvas;
use crate::widgets::map::Marks;
use crate::widgets::play_view::draw_play;

/// The longest line that is drawn. No terminal is wider.
const LONGEST_LINE: u32 = 200;

/// A cursor on the map.
#[derive(Debug)]
pub(crate) struct Cursor {
    at: Point,
    purpose: CursorPurpose,
    /// The places to jump to, nearest first, and the index of the next one.
    targets: Vec<Point>,
    next: usize,
}

/// What a cursor is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CursorPurpose {
    Look,
    Travel,
    Throw(Slot),
    Zap(Slot),
}

impl Cursor {
    /// A cursor on the nearest target, or on the hero to travel from there.
    pub(crate) fn new(context: &Context, purpose: CursorPurpose) -> Option<Self> {
        let view = context.view()?;
        let creatures = view.creatures();
        let (hostile, peaceful): (Vec<_>, Vec<_>) = creatures.iter().partition(|sighting| sighting.is_threat());
        let place = |sighting: &Sighting<'_>| sighting.creature.at;
        let mut targets: Vec<Point> = hostile.into_iter().map(place).collect();
        if matches!(purpose, CursorPurpose::Look | CursorPurpose::Travel) {
            targets.extend(peaceful.into_iter().map(place));
            targets.extend(view.items().iter().map(|(at, _)| *at));
            targets.extend([StairKind::Down, StairKind::Up].into_iter().flat_map(|kind| view.stairs(kind)));
        }
        targets.retain(|at| *at != view.at());
        let mut cursor = Self { at: view.at(), purpose, targets, next: 0 };
        if purpose != CursorPurpose::Travel {
            cursor.jump(1);
        }
        Some(cursor)
    }

    /// A cursor to look at a cell.
    pub(crate) fn look_at(context: &Context, at: Point) -> Option<Self> {
        Some(Self { at, ..Self::new(context, CursorPurpose::Look)? })
    }

    /// Jumps to the next target, or to the previous one.
    fn jump(&mut self, by: isize) {
        let count = self.targets.len() as isize;
        if count == 0 {
            return;
        }
        let index = if by > 0 { self.next as isize } else { self.next as isize - 2 }.rem_euclid(count);
        self.at = self.targets[index as usize];
        self.next = (index + 1).rem_euclid(count) as usize;
    }

    const fn is_aiming(&self) -> bool {
        matches!(self.purpose, CursorPurpose::Throw(_) | CursorPurpose::Zap(_))
    }

    /// How far away the target may be.
    fn range(&self, context: &Context) -> Option<u32> {
        match self.purpose {
            CursorPurpose::Throw(_) => Some(context.view()?.throwing_range()),
            CursorPurpose::Zap(slot) => context.view()?.range_of(slot),
            CursorPurpose::Look | CursorPurpose::Travel => None,
        }
    }

    fn confirm(&self, context: &mut Context) -> Transition {
        match self.purpose {
            CursorPurpose::Look => {}
            CursorPurpose::Travel => {
                let mut play = Play::default();
                play.travel_to(context, self.at);
                return Transition::reset(play);
            }
            CursorPurpose::Throw(slot) => context.act(Action::Throw { slot, at: self.at }),
            CursorPurpose::Zap(slot) => context.act(Action::Use { slot, at: Some(self.at) }),
        }
        Transition::Close
    }

    fn point(&mut self, column: u16, row: u16, what: Pointer, context: &mut Context) -> Transition {
        let Some(view) = context.view() else { return Transition::Close };
        let map = play_areas(context.console.screen, &context.console.settings).map;
        let at = Camera::follow(&view, map, Some(self.at)).cell_at(column, row);
        match (what, at) {
            (Pointer::Right, _) => return Transition::Close,
            (Pointer::Left, Some(at)) => {
                self.at = at;
                return self.confirm(context);
            }
            // The mouse can only hover over cells on the screen, so following it never scrolls the map.
            (Pointer::Hover, Some(at)) => self.at = at,
            (Pointer::WheelUp, _) => self.jump(-1),
            (Pointer::WheelDown, _) => self.jump(1),
            _ => {}
        }
        Transition::Stay
    }
}

impl Screen for Cursor {
    fn kind(&self) -> ScreenKind {
        ScreenKind::Cursor
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        let chord = match input {
            Input::Key(chord) => *chord,
            Input::Mouse { column, row, what } => return self.point(*column, *row, *what, context),
            _ => return Transition::Stay,
        };
        match (context.play_command(chord), self.purpose) {
            (Some(Command::Move(direction)), _) => {
                self.at = self.at + direction.offset();
                return Transition::Stay;
            }
            // The key that opened the cursor confirms its target.
            (Some(Command::Look), CursorPurpose::Look)
            | (Some(Command::Travel), CursorPurpose::Travel)
            | (Some(Command::Throw), CursorPurpose::Throw(_))
            | (Some(Command::Use), CursorPurpose::Zap(_)) => return self.confirm(context),
            _ => {}
        }
        match context.menu_command(chord) {
            Some(Command::Next) => self.jump(1),
            Some(Command::Previous) => self.jump(-1),
            Some(Command::Confirm) => return self.confirm(context),
            Some(Command::Cancel) => return Transition::Close,
            _ => return Transition::UnknownKey,
        }
        Transition::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let Some(playthrough) = &context.playthrough else { return };
        let view = playthrough.game().view();
        let mut extras = extras(context);
        let is_aiming = self.is_aiming();
        let distance = view.at().chebyshev(self.at);
        let is_too_far = self.range(context).is_some_and(|range| distance > range);
        let is_out_of_reach = is_aiming && (is_too_far || !view.sees(self.at))
            || self.purpose == CursorPurpose::Travel && !view.knows(self.at);
        let has_line = is_aiming && distance < LONGEST_LINE;
        let line = if has_line { bresenham(view.at(), self.at).split_off(1) } else { Vec::new() };
        extras.marks = Marks { cursor: Some(self.at), line, is_out_of_reach };
        let item = |slot: Slot| view.item_in(slot).map(|item| view.item_name(item)).unwrap_or_default();
        let verb;
        (extras.log_title, verb) = match self.purpose {
            CursorPurpose::Look => ("Look".to_owned(), "back"),
            CursorPurpose::Travel => ("Travel".to_owned(), "go"),
            CursorPurpose::Throw(slot) => (format!("Throw {}", item(slot)), "throw"),
            CursorPurpose::Zap(slot) => (format!("Zap {}", item(slot)), "zap"),
        };
        let description = view.describe(self.at);
        extras.text = Some(if is_too_far { format!("Too far away. {description}") } else { description });
        let [confirm, next, cancel] =
            [Command::Confirm, Command::Next, Command::Cancel].map(|command| context.menu_key(command));
        extras.hints = match self.purpose {
            CursorPurpose::Look => format!("{next}: next, {confirm}: {verb}"),
            _ => format!("{confirm}: {verb}, {next}: next, {cancel}: back"),
        };
        draw_play(canvas, &context.console.settings, &view, &playthrough.log, &extras);
    }
}
