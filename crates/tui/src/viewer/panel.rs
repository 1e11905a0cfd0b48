//! The panel beside the map: the level, its steps, parameters and figures, and the legend. Below it, the keys.

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use undercroft_mapgen::{Change, Colour, Outcome, ParameterRange, Tunable};

use super::layout::{Areas, Sections};
use super::{Modal, Target, Viewer};
use crate::colour::{fg, shown};
use crate::keys::{Command, Mode, ViewerCommand};
use crate::layout::padded;
use crate::text::{cut, width, wrap, wrap_at_most};
use crate::widgets::canvas::Canvas;
use crate::widgets::list::first_line;

/// The most rows for the state of the level.
const STATE_ROWS: usize = 4;

impl Viewer {
    pub(super) fn draw_all(&self, canvas: &mut Canvas<'_>) {
        let areas = Areas::of(canvas.area());
        self.draw_map(canvas, areas.map);
        self.draw_panel(canvas, areas.panel);
        self.draw_status(canvas, areas.status);
        match &self.modal {
            Some(Modal::Prompt(prompt)) => prompt.draw(canvas, areas.keys, areas.status),
            Some(Modal::Help(page)) => page.draw(canvas),
            None => self.draw_keys(canvas, areas.keys),
        }
    }

    pub(super) fn sections(&self, panel: Rect) -> Sections {
        let inside = padded(panel.inner(ratatui::layout::Margin::new(1, 1)));
        let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let needs = Sections {
            head: rows(2 + self.state(inside.width).0.len()),
            steps: rows(self.playback.step_lines()),
            parameters: rows(self.parameters.list.len()),
            // A fixed height, so that nothing jumps when another parameter is selected.
            detail: match self.detail() {
                Some((text, _)) => rows(wrap(&text, inside.width).len()).clamp(3, 5),
                None => 0,
            },
            figures: rows(self.inspection.figures().len().div_ceil(2)),
            legend: rows(self.legend(inside.width).len()),
        };
        Sections::share(inside, needs)
    }

    fn draw_panel(&self, canvas: &mut Canvas<'_>, panel: Rect) {
        canvas.draw_box(panel, self.request.target.name(), "");
        let sections = self.sections(panel);
        self.draw_head(canvas, sections.head);
        let (lines, playback) = (self.playback.step_lines(), &self.playback);
        if lines > 0 {
            let count = format!("{}/{}", playback.step(), lines - 1);
            let right = match (playback.is_playing, playback.is_close) {
                (true, _) => "playing".to_owned(),
                (false, true) => format!("from inside {count}"),
                (false, false) => count,
            };
            draw_heading(canvas, panel, sections.steps, "Steps", &right);
            self.draw_steps(canvas, sections.steps);
        }
        if let Some((text, colour)) = self.detail() {
            let changed = self.parameters.changed();
            let right = if changed == 0 { String::new() } else { format!("{changed} changed") };
            draw_heading(canvas, panel, sections.parameters, "Parameters", &right);
            self.draw_parameters(canvas, sections.parameters);
            let area = sections.detail;
            let lines = wrap_at_most(&text, area.width, usize::from(area.height));
            canvas.put_lines(area, &lines, canvas.theme.base().fg(shown(colour)));
        }
        draw_heading(canvas, panel, sections.figures, "Figures", "");
        self.draw_figures(canvas, sections.figures);
        let name = self.inspection.overlay.map_or("none", undercroft_export::Overlay::name);
        draw_heading(canvas, panel, sections.legend, "Overlay", name);
        self.draw_legend(canvas, sections.legend);
    }

    fn draw_head(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (text, faint) = (canvas.theme.base(), canvas.theme.base().fg(shown(canvas.theme.faint)));
        let depth = format!("depth {}", self.request.depth);
        let room = area.width.saturating_sub(width(&depth) + 6);
        let column = canvas.put(area, (0, 0), "seed ", faint);
        canvas.put(area, (column, 0), &cut(&self.seed().to_string(), room), text);
        canvas.put_right(area, 0, &depth, faint);
        let size = match &self.request.target {
            Target::Recipe { changed, .. } => Some(changed.level_size()),
            Target::Plan(_) => self.playback.frame().map(undercroft_mapgen::Draft::size),
        };
        if let Some(size) = size {
            canvas.put(area, (0, 1), &format!("{}×{}", size.width, size.height), text);
        }
        if let Some(timeline) = &self.playback.timeline {
            canvas.put_right(area, 1, &format!("draft {}", timeline.attempt), faint);
        }
        let (lines, colour) = self.state(area.width);
        let below = Rect { y: area.y + area.height.min(2), height: area.height.saturating_sub(2), ..area };
        canvas.put_lines(below, &lines, text.fg(shown(colour)));
    }

    /// The state of the level, and the colour to show it in.
    fn state(&self, columns: u16) -> (Vec<String>, Colour) {
        let theme = &self.console.settings.theme;
        let outcome = self.playback.timeline.as_ref().map(|timeline| &timeline.outcome);
        let (text, colour) = match (&self.playback.failure, outcome) {
            _ if self.worker.is_building() => ("working…".to_owned(), theme.accent),
            (Some(failure), _) => (failure.clone(), theme.danger),
            (None, Some(Outcome::Rejected(veto))) => (format!("no draft passed: {veto}"), theme.danger),
            (None, Some(Outcome::Passed)) if self.is_working() => ("inspecting…".to_owned(), theme.accent),
            (None, Some(Outcome::Passed)) => ("passes all checks".to_owned(), theme.good),
            (None, None) => ("nothing yet".to_owned(), theme.faint),
        };
        (wrap_at_most(&text, columns, STATE_ROWS), colour)
    }

    fn draw_steps(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (theme, Some(timeline)) = (canvas.theme, &self.playback.timeline) else { return };
        let (count, selected) = (self.playback.step_lines(), self.playback.step());
        let first = first_line(area.height, count, selected);
        for (row, step) in (0..area.height).zip(first..count) {
            let label = step.checked_sub(1).and_then(|index| timeline.steps.get(index)).map_or("rock", String::as_str);
            let change = timeline.change_of(step);
            let right = change.filter(|_| step > 0).map_or_else(String::new, Change::short);
            let colour = if change.is_some() { theme.text } else { theme.faint };
            let line = Line { text: &format!("{step:>2} {label}"), right: &right, colours: (colour, theme.faint) };
            line.draw(canvas, area, row, step == selected);
        }
        canvas.put_arrows(Rect { width: area.width + 2, ..area }, first, count);
    }

    fn draw_parameters(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (theme, list) = (canvas.theme, &self.parameters.list);
        let first = first_line(area.height, list.len(), self.parameters.index);
        for (row, (index, parameter)) in (0..area.height).zip(list.iter().enumerate().skip(first)) {
            let value = match &parameter.value {
                Some(value) if value.as_str() != Some("") => Tunable::written(value),
                _ => "none".to_owned(),
            };
            let colour = if parameter.is_changed() { theme.accent } else { theme.text };
            let value = cut(&value, area.width / 2);
            let line = Line { text: &parameter.path, right: &value, colours: (theme.text, colour) };
            line.draw(canvas, area, row, index == self.parameters.index);
        }
        canvas.put_arrows(Rect { width: area.width + 2, ..area }, first, list.len());
    }

    /// What the selected parameter can be, or why the last change was refused.
    fn detail(&self) -> Option<(String, Colour)> {
        let theme = &self.console.settings.theme;
        let parameter = self.parameters.selected()?;
        if let Some(problem) = &self.parameters.refusal {
            return Some((problem.clone(), theme.danger));
        }
        let range = self.parameters.range.as_ref().map(ParameterRange::text).unwrap_or_default();
        let written = match &parameter.as_written {
            Some(value) if parameter.is_changed() => format!(" [recipe: {}]", Tunable::written(value)),
            _ => String::new(),
        };
        Some((format!("{range}{written}. {}", parameter.doc.replace('`', "")), theme.faint))
    }

    fn draw_figures(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (text, faint) = (canvas.theme.base(), canvas.theme.base().fg(shown(canvas.theme.faint)));
        let half = area.width / 2;
        for (row, pair) in (0..area.height).zip(self.inspection.figures().chunks(2)) {
            for ((name, number), x) in pair.iter().zip([area.x, area.x + half + 1]) {
                let column = Rect { x, width: half.saturating_sub(1), ..area };
                canvas.put(column, (0, row), &cut(name, column.width.saturating_sub(width(number) + 1)), faint);
                canvas.put_right(column, row, number, text);
            }
        }
    }

    /// The line below the map: a notice, the cell pointed at, or the step.
    fn draw_status(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let cell = self.viewport.cursor.or(self.viewport.hover).and_then(|at| self.describe(at));
        let (text, colour) = match (&self.notice, cell) {
            (Some(notice), _) => (notice.clone(), theme.accent),
            (None, Some(cell)) => (cell, theme.text),
            (None, None) => (self.describe_step().unwrap_or_default(), theme.faint),
        };
        let text = cut(&text, area.width.saturating_sub(2));
        canvas.put(area, (1, 0), &text, theme.base().fg(shown(colour)));
    }

    /// The most useful keys, as many as fit.
    fn draw_keys(&self, canvas: &mut Canvas<'_>, area: Rect) {
        use ViewerCommand as C;
        let is_plan = matches!(self.request.target, Target::Plan(_));
        // Each with whether it is useful for a recipe, and for a plan.
        let all: [(&[C], &str, [bool; 2]); 13] = [
            (&[C::Help], "help", [true, true]),
            (&[C::Quit], "quit", [true, true]),
            (&[C::Back, C::Forward], "step", [true, false]),
            (&[C::PreviousSeed, C::NextSeed], "seed", [true, true]),
            (&[C::Shallower, C::Deeper], "depth", [false, true]),
            (&[C::NextParameter, C::More, C::Less], "parameter", [true, false]),
            (&[C::NextOverlay], "overlay", [true, true]),
            (&[C::Save], "save", [true, false]),
            (&[C::Play], "play", [true, false]),
            (&[C::TypeValue], "type a value", [true, false]),
            (&[C::Reset], "reset", [true, false]),
            (&[C::TypeSeed], "type a seed", [true, true]),
            (&[C::Point], "cursor", [true, true]),
        ];
        let theme = canvas.theme;
        let mut column = 1;
        for (commands, does, _) in all.iter().filter(|(.., uses)| uses[usize::from(is_plan)]) {
            let key = |command: &C| self.console.settings.keys.hint(Mode::Viewer, Command::Viewer(*command));
            let keys = commands.iter().map(key).collect::<Vec<_>>().join(" ");
            if column + width(&keys) + 1 + width(does) >= area.width {
                break;
            }
            column = canvas.put(area, (column, 0), &keys, fg(theme.title).add_modifier(Modifier::BOLD));
            column = canvas.put(area, (column + 1, 0), does, theme.base().fg(shown(theme.faint))) + 2;
        }
    }
}

/// A line of a list in the panel.
struct Line<'a> {
    text: &'a str,
    right: &'a str,
    colours: (Colour, Colour),
}

impl Line<'_> {
    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, row: u16, is_selected: bool) {
        let theme = canvas.theme;
        // The mark of the selected line stands in the margin.
        let line = Rect { x: area.x.saturating_sub(1), y: area.y + row, width: area.width + 1, height: 1 };
        let (mut left, right) = self.colours;
        let mut style = theme.base();
        if is_selected {
            left = theme.hero;
            style = canvas.selected();
            canvas.fill(line, style);
            canvas.put(line, (0, 0), "►", style.fg(shown(theme.title)));
        }
        let room = area.width.saturating_sub(width(self.right) + 1);
        canvas.put(line, (1, 0), &cut(self.text, room), style.fg(shown(left)));
        canvas.put_right(line, 0, self.right, style.fg(shown(right)));
    }
}

/// Draws the heading of a section, unless there is no room for it: a rule with a name and something on its right.
fn draw_heading(canvas: &mut Canvas<'_>, panel: Rect, below: Rect, name: &str, right: &str) {
    if below.y <= panel.y + 1 || below.height == 0 {
        return;
    }
    let base = canvas.theme.base();
    let line = Rect { y: below.y - 1, height: 1, ..panel };
    let rule = format!("├{}┤", "─".repeat(usize::from(line.width.saturating_sub(2))));
    canvas.put(line, (0, 0), &rule, base.fg(shown(canvas.theme.boxes)));
    let title = base.fg(shown(canvas.theme.title)).add_modifier(Modifier::BOLD);
    canvas.put(line, (1, 0), &format!(" {name} "), title);
    if !right.is_empty() {
        let inside = Rect { width: line.width.saturating_sub(1), ..line };
        canvas.put_right(inside, 0, &format!(" {right} "), base.fg(shown(canvas.theme.faint)));
    }
}
