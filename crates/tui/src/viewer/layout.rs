//! The layout of the viewer's screen, and what is under the mouse.
//!
//! ```text
//! ┌ panel ┐ map
//! │ steps │
//! │ …     │
//! └───────┘ status
//! keys
//! ```

use ratatui::layout::Rect;

use super::Viewer;
use crate::widgets::list::first_line;

/// The areas of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Areas {
    pub(super) panel: Rect,
    pub(super) map: Rect,
    /// A notice, or the description of a cell or a step.
    pub(super) status: Rect,
    /// The most useful keys, or a prompt.
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

/// The sections of the panel, each with its area below its heading, or with the number of rows it would like to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sections<T = Rect> {
    pub(super) head: T,
    pub(super) steps: T,
    pub(super) parameters: T,
    /// The details of the selected parameter.
    pub(super) detail: T,
    pub(super) figures: T,
    pub(super) legend: T,
}

impl Sections {
    /// Divides the rows inside the panel: first the minimum for each section, then more where there is room.
    pub(super) fn share(inside: Rect, needs: Sections<u16>) -> Self {
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
                // All long lists grow evenly before one of them takes the rest.
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

    /// The line at a place on the screen.
    pub(super) fn place(&self, viewer: &Viewer, (column, row): (u16, u16)) -> Option<Place> {
        let line = |area: Rect, count: usize, selected: usize| {
            let inside = area.contains((column, row).into());
            let line = first_line(area.height, count, selected) + usize::from(row.saturating_sub(area.y));
            Some(line).filter(|line| inside && *line < count)
        };
        let steps = line(self.steps, viewer.playback.step_lines(), viewer.playback.step()).map(Place::Step);
        steps.or_else(|| {
            line(self.parameters, viewer.parameters.list.len(), viewer.parameters.index).map(Place::Parameter)
        })
    }
}

/// A line of a list in the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Step(usize),
    Parameter(usize),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::assert_covers;

    #[test]
    fn areas_cover_the_screen_and_do_not_overlap() {
        assert_covers(|screen| {
            let Areas { panel, map, status, keys } = Areas::of(screen);
            vec![panel, map, status, keys]
        });
    }

    #[test]
    fn sections_stay_inside_the_panel_and_fill_it() {
        for height in 0..=70 {
            let inside = Rect::new(1, 1, 28, height);
            let needs = Sections { head: 3, steps: 13, parameters: 40, detail: 4, figures: 5, legend: 5 };
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
            Sections { head: 3, steps: 13, parameters: 40, detail: 4, figures: 4, legend: 2 },
        );
        assert!(small.steps.height >= 3 && small.parameters.height >= 3 && small.legend.height == 2, "{small:?}");
    }
}
