//! Where everything is on the screen, and what is under the mouse.
//!
//! ```text
//! ┌ panel ┐ map
//! │ steps │
//! │ …     │
//! └───────┘ status
//! keys
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Viewer;
use crate::layout::SMALLEST;
use crate::text::wrap;
use crate::widgets::Look;
use crate::widgets::boxed::put_centred;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Areas {
    pub(super) panel: Rect,
    pub(super) map: Rect,
    /// What is said about a cell, a step or an error.
    pub(super) status: Rect,
    /// The most useful keys, or a line to type into.
    pub(super) keys: Rect,
}

impl Areas {
    /// They cover the screen and do not overlap.
    pub(super) fn of(screen: Rect) -> Self {
        let panel = (screen.width * 3 / 8).clamp(28, 40).min(screen.width / 2);
        let (right, above) = (screen.width - panel, screen.height.saturating_sub(1));
        let map = above.saturating_sub(1);
        Self {
            panel: Rect::new(screen.x, screen.y, panel, above),
            map: Rect::new(screen.x + panel, screen.y, right, map),
            status: Rect::new(screen.x + panel, screen.y + map, right, above - map),
            keys: Rect::new(screen.x, screen.y + above, screen.width, screen.height - above),
        }
    }
}

/// The parts of the panel, each below its heading. Those for which there is no room have no height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sections {
    pub(super) head: Rect,
    pub(super) steps: Rect,
    pub(super) parameters: Rect,
    /// What is known of the selected parameter.
    pub(super) detail: Rect,
    pub(super) figures: Rect,
    pub(super) legend: Rect,
}

/// How many rows each part would like to have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    pub(super) head: u16,
    pub(super) steps: u16,
    pub(super) parameters: u16,
    pub(super) detail: u16,
    pub(super) figures: u16,
    pub(super) legend: u16,
}

impl Sections {
    /// Shares out the rows inside the panel: at first what is needed at least, then more as there is room.
    pub(super) fn share(inside: Rect, needs: Needs) -> Self {
        let has_parameters = needs.parameters > 0;
        let has_steps = needs.steps > 0;
        let headings = 2 + u16::from(has_steps) + u16::from(has_parameters);
        let head = needs.head.min(inside.height);
        let mut left = inside.height.saturating_sub(head + headings);
        let [mut steps, mut parameters, mut detail, mut figures, mut legend] = [0_u16; 5];
        for round in 0..4 {
            for (rows, need, [least, some, most]) in [
                (&mut parameters, needs.parameters, [2, 4, u16::MAX]),
                (&mut detail, needs.detail, [2, 2, 3]),
                (&mut steps, needs.steps, [3, 5, u16::MAX]),
                (&mut figures, needs.figures, [1, 2, u16::MAX]),
                (&mut legend, needs.legend, [3, 5, u16::MAX]),
            ] {
                let wish = [least, some, most, u16::MAX][round].min(need);
                // All long lists grow alike before one of them takes the rest.
                let wish = if round == 2 { wish.min(12) } else { wish };
                let more = wish.saturating_sub(*rows).min(left);
                *rows += more;
                left -= more;
            }
        }
        let mut y = inside.y;
        let mut place = |rows: u16, heading: u16| {
            let top = (y + heading).min(inside.bottom());
            let rows = rows.min(inside.bottom() - top);
            y = top + rows;
            Rect { y: top, height: rows, ..inside }
        };
        Self {
            head: place(head, 0),
            steps: place(steps, u16::from(has_steps)),
            parameters: place(parameters, u16::from(has_parameters)),
            detail: place(detail, 0),
            figures: place(figures, 1),
            legend: place(legend, 1),
        }
    }

    /// What a place on the screen shows.
    pub(super) fn place(&self, viewer: &Viewer, (column, row): (u16, u16)) -> Option<Place> {
        let line = |area: Rect, count: usize, selected: usize| {
            let inside = area.contains((column, row).into());
            let line = first_line(area.height, count, selected) + usize::from(row.saturating_sub(area.y));
            Some(line).filter(|line| inside && *line < count)
        };
        let steps = line(self.steps, viewer.step_lines(), viewer.step_shown()).map(Place::Step);
        steps.or_else(|| line(self.parameters, viewer.parameters.len(), viewer.selected).map(Place::Parameter))
    }
}

/// What is under the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Step(usize),
    Parameter(usize),
}

/// The first line of a list that is shown: the selected one is always in sight.
pub(super) fn first_line(height: u16, count: usize, selected: usize) -> usize {
    let height = usize::from(height);
    selected.saturating_sub(height / 2).min(count.saturating_sub(height))
}

pub(super) fn draw_too_small(buffer: &mut Buffer, screen: Rect, look: Look<'_>) {
    let (width, height) = SMALLEST;
    let text = format!(
        "This window has {}×{} cells. The viewer needs {width}×{height}: please make it larger, or leave with ctrl-c.",
        screen.width, screen.height
    );
    let lines = wrap(&text, screen.width);
    let top = screen.height.saturating_sub(lines.len() as u16) / 2;
    for (row, line) in (top..screen.height).zip(&lines) {
        put_centred(buffer, screen, row, line, look.theme.base());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_cover_the_screen_and_do_not_overlap() {
        for width in 0..=220 {
            for height in 0..=70 {
                let screen = Rect::new(0, 0, width, height);
                let Areas { panel, map, status, keys } = Areas::of(screen);
                let all = [panel, map, status, keys];
                for (index, one) in all.iter().enumerate() {
                    for other in &all[index + 1..] {
                        assert!(one.intersection(*other).is_empty(), "{width}×{height}: {one} and {other}");
                    }
                }
                assert_eq!(all.iter().map(|part| part.area()).sum::<u32>(), screen.area(), "{width}×{height}");
            }
        }
    }

    #[test]
    fn sections_stay_inside_the_panel_and_use_all_of_it_where_there_is_enough_to_show() {
        for height in 0..=70 {
            let inside = Rect::new(1, 1, 28, height);
            let needs = Needs { head: 3, steps: 13, parameters: 40, detail: 4, figures: 5, legend: 5 };
            let Sections { head, steps, parameters, detail, figures, legend } = Sections::share(inside, needs);
            let mut bottom = inside.y;
            for part in [head, steps, parameters, detail, figures, legend] {
                assert!(part.y >= bottom && part.bottom() <= inside.bottom(), "{height}: {part}");
                bottom = part.bottom();
            }
            if (7..60).contains(&height) {
                let rows: u16 = [head, steps, parameters, detail, figures, legend].iter().map(|part| part.height).sum();
                assert_eq!(rows + 4, height);
            }
        }
        let small = Sections::share(
            Rect::new(1, 1, 28, 21),
            Needs { head: 3, steps: 13, parameters: 40, detail: 4, figures: 4, legend: 2 },
        );
        assert!(small.steps.height >= 3 && small.parameters.height >= 3 && small.legend.height == 2, "{small:?}");
    }
}
