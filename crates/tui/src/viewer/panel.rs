//! The panel beside the map: which level, its steps, parameters and figures, and what the overlay's colours mean.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use undercroft_mapgen::Colour;

use super::film::Outcome;
use super::layout::{Areas, Needs, Sections, first_line};
use super::subject::typed;
use super::{Subject, Viewer};
use crate::keys::{Command, Context, ViewCommand};
use crate::settings::shown;
use crate::text::{cut, width, wrap};
use crate::widgets::Look;
use crate::widgets::boxed::{draw_box, put, put_right};

/// The most rows that a reason may take at the top of the panel.
const REASON: usize = 4;

impl Viewer {
    /// Draws everything.
    pub(super) fn draw_all(&self, buffer: &mut Buffer, screen: Rect) {
        let areas = Areas::of(screen);
        let look = self.draw_look();
        self.draw_map(buffer, areas.map);
        self.draw_panel(buffer, areas.panel);
        self.draw_status(buffer, areas.status);
        match &self.prompt {
            Some(prompt) => prompt.draw(buffer, areas.keys, areas.status, look),
            None => self.draw_keys(buffer, areas.keys),
        }
        if let Some(help) = &self.help {
            help.draw(buffer, screen, look);
        }
    }

    /// How many lines the list of steps has: one for the rock before the first.
    pub(super) fn step_lines(&self) -> usize {
        self.film.as_ref().map_or(0, |film| if film.steps.is_empty() { 0 } else { film.steps.len() + 1 })
    }

    /// The step that is shown.
    pub(super) fn step_shown(&self) -> usize {
        self.film.as_ref().and_then(|film| film.shots.get(self.shown)).map_or(0, |shot| shot.step)
    }

    pub(super) fn sections(&self, panel: Rect) -> Sections {
        let inside = Rect {
            x: panel.x + panel.width.min(2),
            y: panel.y + panel.height.min(1),
            width: panel.width.saturating_sub(4),
            height: panel.height.saturating_sub(2),
        };
        let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let needs = Needs {
            head: rows(2 + self.state(inside.width).0.len()),
            steps: rows(self.step_lines()),
            parameters: rows(self.parameters.len()),
            // A steady height, so that the rest does not jump from one parameter to the next.
            detail: if self.parameters.is_empty() { 0 } else { rows(self.detail(inside.width).0.len()).clamp(3, 5) },
            figures: rows(self.figures().len().div_ceil(2)),
            legend: rows(self.legend(inside.width).len()),
        };
        Sections::share(inside, needs)
    }

    fn figures(&self) -> &[(&'static str, String)] {
        self.findings.as_ref().map_or(&[], |findings| &findings.figures)
    }

    fn draw_panel(&self, buffer: &mut Buffer, panel: Rect) {
        let look = self.draw_look();
        let inside = draw_box(buffer, panel, self.subject.name(), look);
        let sections = self.sections(panel);
        self.draw_head(buffer, sections.head);
        let heading = |buffer: &mut Buffer, below: Rect, name: &str, right: &str| {
            if below.y > inside.y && below.height > 0 {
                draw_heading(buffer, panel, below.y - 1, (name, right), look);
            }
        };
        if self.step_lines() > 0 {
            let count = format!("{}/{}", self.step_shown(), self.step_lines() - 1);
            let right = match (self.is_playing, self.is_close) {
                (true, _) => "playing".to_owned(),
                (false, true) => format!("from inside {count}"),
                (false, false) => count,
            };
            heading(buffer, sections.steps, "Steps", &right);
            self.draw_steps(buffer, sections.steps);
        }
        if !self.parameters.is_empty() {
            let changed = self.parameters.iter().filter(|parameter| parameter.is_changed()).count();
            let right = if changed == 0 { String::new() } else { format!("{changed} changed") };
            heading(buffer, sections.parameters, "Parameters", &right);
            self.draw_parameters(buffer, sections.parameters);
            self.draw_detail(buffer, sections.detail);
        }
        heading(buffer, sections.figures, "Figures", "");
        self.draw_figures(buffer, sections.figures);
        let name = self.overlay.map_or("none", undercroft_export::Overlay::name);
        heading(buffer, sections.legend, "Overlay", name);
        self.draw_legend(buffer, sections.legend);
    }

    fn draw_head(&self, buffer: &mut Buffer, area: Rect) {
        let look = self.draw_look();
        let (text, faint) = (look.theme.base(), look.theme.base().fg(shown(look.theme.faint)));
        let depth = format!("depth {}", self.depth);
        let room = area.width.saturating_sub(width(&depth) + 6);
        let column = put(buffer, area, (0, 0), "seed ", faint);
        put(buffer, area, (column, 0), &cut(&self.seed().to_string(), room), text);
        put_right(buffer, area, 0, &depth, faint);
        let size = match &self.subject {
            Subject::Recipe { changed, .. } => Some(changed.size()),
            Subject::Plan(_) => self.frame.as_deref().map(undercroft_mapgen::Draft::size),
        };
        if let Some(size) = size {
            put(buffer, area, (0, 1), &format!("{}×{}", size.width, size.height), text);
        }
        if let Some(film) = &self.film {
            put_right(buffer, area, 1, &format!("draft {}", film.attempt), faint);
        }
        let (lines, colour) = self.state(area.width);
        for (row, line) in (2..area.height).zip(&lines) {
            put(buffer, area, (0, row), line, text.fg(shown(colour)));
        }
    }

    /// How the making stands, and the colour to say it in.
    fn state(&self, columns: u16) -> (Vec<String>, Colour) {
        let theme = &self.settings.theme;
        let reason = |text: &str| {
            let mut lines = wrap(text, columns);
            shorten(&mut lines, REASON, columns);
            lines
        };
        if self.making.is_some() {
            return (vec!["working…".into()], theme.accent);
        }
        if let Some(failure) = &self.failure {
            return (reason(failure), theme.danger);
        }
        match self.film.as_ref().map(|film| &film.outcome) {
            Some(Outcome::GivenUp(veto)) => (reason(&format!("no draft passed: {veto}")), theme.danger),
            Some(Outcome::Passed) if self.looking.is_some() => (vec!["looking…".into()], theme.accent),
            Some(Outcome::Passed) => (vec!["passes all checks".into()], theme.good),
            None => (vec!["nothing yet".into()], theme.faint),
        }
    }

    fn draw_steps(&self, buffer: &mut Buffer, area: Rect) {
        let (look, Some(film)) = (self.draw_look(), &self.film) else { return };
        let (count, selected) = (self.step_lines(), self.step_shown());
        let first = first_line(area.height, count, selected);
        for (row, step) in (0..area.height).zip(first..count) {
            let label = step.checked_sub(1).and_then(|index| film.steps.get(index)).map_or("rock", String::as_str);
            let change = film.change_of(step);
            let right = change.filter(|_| step > 0).map_or_else(String::new, super::film::Change::short);
            let line = Line { text: &format!("{step:>2} {label}"), right: &right, is_selected: step == selected };
            let colour = if change.is_some() { look.theme.text } else { look.theme.faint };
            line.draw(buffer, area, row, (colour, look.theme.faint), look);
        }
        draw_arrows(buffer, area, first, count, look);
    }

    fn draw_parameters(&self, buffer: &mut Buffer, area: Rect) {
        let look = self.draw_look();
        let count = self.parameters.len();
        let first = first_line(area.height, count, self.selected);
        for (row, index) in (0..area.height).zip(first..count) {
            let parameter = &self.parameters[index];
            let value = match &parameter.value {
                None => "none".to_owned(),
                Some(toml::Value::String(word)) if word.is_empty() => "none".to_owned(),
                Some(value) => typed(value),
            };
            let value = cut(&value, area.width / 2);
            let is_selected = index == self.selected;
            let line = Line { text: &parameter.path, right: &value, is_selected };
            let colour = if parameter.is_changed() { look.theme.accent } else { look.theme.text };
            line.draw(buffer, area, row, (look.theme.text, colour), look);
        }
        draw_arrows(buffer, area, first, count, look);
    }

    /// What the selected parameter can be, or why it cannot be what was asked for.
    fn detail(&self, columns: u16) -> (Vec<String>, Colour) {
        let theme = &self.settings.theme;
        let Some(parameter) = self.parameters.get(self.selected) else { return (Vec::new(), theme.faint) };
        let (text, colour) = match &self.refused {
            Some(problem) => (problem.clone(), theme.danger),
            None => {
                let range = self.range.as_ref().map(super::range::Range::text).unwrap_or_default();
                let written = match &parameter.as_written {
                    Some(value) if parameter.is_changed() => format!("; as written {}", typed(value)),
                    _ => String::new(),
                };
                (format!("{range}{written}. {}", parameter.doc.replace('`', "")), theme.faint)
            }
        };
        (wrap(&text, columns), colour)
    }

    fn draw_detail(&self, buffer: &mut Buffer, area: Rect) {
        let look = self.draw_look();
        let (mut lines, colour) = self.detail(area.width);
        shorten(&mut lines, usize::from(area.height), area.width);
        for (row, line) in (0..area.height).zip(&lines) {
            put(buffer, area, (0, row), line, look.theme.base().fg(shown(colour)));
        }
    }

    fn draw_figures(&self, buffer: &mut Buffer, area: Rect) {
        let look = self.draw_look();
        let (text, faint) = (look.theme.base(), look.theme.base().fg(shown(look.theme.faint)));
        let half = area.width / 2;
        for (row, pair) in (0..area.height).zip(self.figures().chunks(2)) {
            for (side, (name, number)) in pair.iter().enumerate() {
                let x = if side == 0 { area.x } else { area.x + half + 1 };
                let column = Rect { x, width: half.saturating_sub(1), ..area };
                put(buffer, column, (0, row), &cut(name, column.width.saturating_sub(width(number) + 1)), faint);
                put_right(buffer, column, row, number, text);
            }
        }
    }

    /// The line below the map: what was done, what is pointed at, or what the step did.
    fn draw_status(&self, buffer: &mut Buffer, area: Rect) {
        let theme = &self.settings.theme;
        let pointed = self.cursor.or(self.hover).and_then(|at| self.describe(at));
        let (text, colour) = match (&self.notice, pointed) {
            (Some(notice), _) => (notice.clone(), theme.accent),
            (None, Some(pointed)) => (pointed, theme.text),
            (None, None) => (self.describe_step().unwrap_or_default(), theme.faint),
        };
        put(buffer, area, (1, 0), &cut(&text, area.width.saturating_sub(2)), theme.base().fg(shown(colour)));
    }

    /// The most useful keys, as many as there is room for.
    fn draw_keys(&self, buffer: &mut Buffer, area: Rect) {
        let look = self.draw_look();
        let key = |command| self.settings.keys.hint(Context::View, Command::View(command));
        let two = |one, other| format!("{} {}", key(one), key(other));
        let mut wished = vec![
            (key(ViewCommand::Help), "help"),
            (key(ViewCommand::Quit), "quit"),
            (two(ViewCommand::Back, ViewCommand::Forward), "step"),
            (two(ViewCommand::PreviousSeed, ViewCommand::NextSeed), "seed"),
        ];
        match self.subject {
            Subject::Recipe { .. } => wished.extend([
                (
                    format!("{} {}", key(ViewCommand::NextParameter), two(ViewCommand::More, ViewCommand::Less)),
                    "parameter",
                ),
                (key(ViewCommand::NextOverlay), "overlay"),
                (key(ViewCommand::Save), "save"),
                (key(ViewCommand::Play), "play"),
                (key(ViewCommand::TypeValue), "type a value"),
                (key(ViewCommand::Reset), "reset"),
            ]),
            Subject::Plan(_) => {
                wished.remove(2);
                wished.extend([
                    (two(ViewCommand::Shallower, ViewCommand::Deeper), "depth"),
                    (key(ViewCommand::NextOverlay), "overlay"),
                ]);
            }
        }
        wished.extend([
            (key(ViewCommand::TypeSeed), "type a seed"),
            (key(ViewCommand::Point), "point"),
            ("arrows".to_owned(), "move the map"),
        ]);
        let names = Style::new().fg(shown(look.theme.title)).add_modifier(Modifier::BOLD);
        let words = look.theme.base().fg(shown(look.theme.faint));
        let mut column = 1;
        for (keys, does) in wished {
            if column + width(&keys) + 1 + width(does) >= area.width {
                break;
            }
            column = put(buffer, area, (column, 0), &keys, names);
            column = put(buffer, area, (column + 1, 0), does, words) + 2;
        }
    }
}

/// Takes away what there is no room for, and shows that something is missing.
fn shorten(lines: &mut Vec<String>, most: usize, columns: u16) {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = cut(last, columns.saturating_sub(2)).trim_end_matches('…').to_owned() + " …";
        }
    }
}

/// A line of a list in the panel.
struct Line<'a> {
    text: &'a str,
    right: &'a str,
    is_selected: bool,
}

impl Line<'_> {
    fn draw(&self, buffer: &mut Buffer, area: Rect, row: u16, (left, right): (Colour, Colour), look: Look<'_>) {
        let theme = look.theme;
        // The mark of what is selected stands in the margin.
        let line = Rect { x: area.x.saturating_sub(1), y: area.y + row, width: area.width + 1, height: 1 };
        let mut style = theme.base();
        if self.is_selected {
            style = style.bg(shown(theme.selection));
            if look.is_plain() {
                style = style.add_modifier(Modifier::REVERSED);
            }
            buffer.set_style(line.intersection(buffer.area), style);
            put(buffer, line, (0, 0), "►", style.fg(shown(theme.title)));
        }
        let room = area.width.saturating_sub(width(self.right) + 1);
        let left = if self.is_selected { theme.hero } else { left };
        put(buffer, line, (1, 0), &cut(self.text, room), style.fg(shown(left)));
        put_right(buffer, line, 0, self.right, style.fg(shown(right)));
    }
}

/// A line with a name on it, and something on its right.
fn draw_heading(buffer: &mut Buffer, panel: Rect, row: u16, (name, right): (&str, &str), look: Look<'_>) {
    let line = Rect { y: row, height: 1, ..panel };
    let lines = look.theme.base().fg(shown(look.theme.boxes));
    let title = look.theme.base().fg(shown(look.theme.title)).add_modifier(Modifier::BOLD);
    let middle = "─".repeat(usize::from(line.width.saturating_sub(2)));
    put(buffer, line, (0, 0), &format!("├{middle}┤"), lines);
    put(buffer, line, (1, 0), &format!(" {name} "), title);
    if !right.is_empty() {
        let part = Rect { width: line.width.saturating_sub(1), ..line };
        put_right(buffer, part, 0, &format!(" {right} "), look.theme.base().fg(shown(look.theme.faint)));
    }
}

/// Shows that there is more above or below, on the panel's edge.
fn draw_arrows(buffer: &mut Buffer, area: Rect, first: usize, count: usize, look: Look<'_>) {
    let edge = Rect { width: area.width + 2, ..area };
    let style = Style::new().fg(shown(look.theme.title));
    if first > 0 {
        put_right(buffer, edge, 0, "▲", style);
    }
    if first + usize::from(area.height) < count && area.height > 0 {
        put_right(buffer, edge, area.height - 1, "▼", style);
    }
}
