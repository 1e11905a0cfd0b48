//! A help page, generated from the table of commands and the current key bindings.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::canvas::Canvas;
use crate::colour::fg;
use crate::console::Console;
use crate::input::{Input, Pointer};
use crate::keys::{Chord, Command, Mode};
use crate::layout::{centred, padded};
use crate::settings::Settings;
use crate::text::wrap;

/// What a help page covers.
pub(crate) struct Topic {
    /// The text before the keys.
    pub(crate) introduction: &'static str,
    pub(crate) modes: &'static [Mode],
    /// The commands that open the page. Their keys also close it.
    pub(crate) closed_by: &'static [(Mode, Command)],
    /// The width of the column of keys.
    pub(crate) keys: u16,
    /// What the mouse does.
    pub(crate) mouse: &'static [(&'static str, &'static str)],
}

/// A help page that can be scrolled.
#[derive(Debug)]
pub(crate) struct HelpPage {
    paragraphs: Vec<Line>,
    top: usize,
    keys: u16,
    closed_by: &'static [(Mode, Command)],
    hints: String,
}

/// A key or some text on the left, what the key does on the right.
#[derive(Clone, Debug, Default)]
struct Line {
    left: String,
    right: String,
    is_heading: bool,
}

impl Line {
    fn text(text: &str) -> Self {
        Self { left: text.to_owned(), ..Self::default() }
    }

    fn heading(text: &str) -> Self {
        Self { is_heading: true, ..Self::text(text) }
    }
}

/// The result of an input.
pub(crate) enum Turn {
    /// The page stays open, perhaps scrolled.
    Stay,
    /// The page should be closed.
    Close,
    /// The key does nothing here.
    Unknown,
}

impl HelpPage {
    /// A page of keys: those of the commands that are possible. `next` is another page and its key.
    pub(crate) fn new(
        topic: &Topic,
        settings: &Settings,
        is_possible: impl Fn(Command) -> bool,
        next: (&str, String),
    ) -> Self {
        let keys = &settings.keys;
        let mut paragraphs = vec![Line::text(topic.introduction)];
        for &mode in topic.modes {
            paragraphs.extend([Line::text(""), Line::heading(mode.heading())]);
            for info in mode.commands().filter(|info| is_possible(info.command)) {
                let chords: Vec<String> = keys.chords(mode, info.command).iter().map(Chord::to_string).collect();
                paragraphs.push(Line { right: info.help.to_owned(), ..Line::text(&chords.join(" ")) });
            }
        }
        if settings.mouse {
            paragraphs.extend([Line::text(""), Line::heading("Mouse")]);
            paragraphs
                .extend(topic.mouse.iter().map(|(what, does)| Line { right: (*does).to_owned(), ..Line::text(what) }));
        }
        Self { paragraphs, top: 0, keys: topic.keys, closed_by: topic.closed_by, hints: hints(settings, next) }
    }

    /// A page of text: headings and paragraphs.
    pub(crate) fn text(
        parts: &[(&str, String)],
        closed_by: &'static [(Mode, Command)],
        settings: &Settings,
        next: (&str, String),
    ) -> Self {
        let lines = parts.iter().map(|(heading, text)| [Line::heading(heading), Line::text(text), Line::text("")]);
        Self { paragraphs: lines.flatten().collect(), top: 0, keys: 0, closed_by, hints: hints(settings, next) }
    }

    /// Responds to input.
    pub(crate) fn update(&mut self, input: &Input, console: &Console) -> Turn {
        let (keys, screen) = (&console.settings.keys, console.screen);
        let page = self.rows(screen) as isize;
        match input {
            Input::Key(chord) => match keys.command(Mode::Menus, *chord) {
                Some(Command::Up) => self.scroll(-1, screen),
                Some(Command::Down) => self.scroll(1, screen),
                Some(Command::PageUp) => self.scroll(-page, screen),
                Some(Command::PageDown | Command::Next) => self.scroll(page, screen),
                Some(Command::First) => self.top = 0,
                Some(Command::Last) => self.scroll(isize::MAX / 2, screen),
                Some(Command::Cancel | Command::Confirm) => return Turn::Close,
                _ if self.closed_by.iter().any(|(mode, command)| keys.command(*mode, *chord) == Some(*command)) => {
                    return Turn::Close;
                }
                _ if chord.typed() == Some(' ') => self.scroll(page, screen),
                _ => return Turn::Unknown,
            },
            Input::Mouse { what: Pointer::WheelUp, .. } => self.scroll(-3, screen),
            Input::Mouse { what: Pointer::WheelDown, .. } => self.scroll(3, screen),
            Input::Mouse { what: Pointer::Left | Pointer::Right, .. } => return Turn::Close,
            Input::Resize(..) => self.scroll(0, screen),
            _ => {}
        }
        Turn::Stay
    }

    /// The rows of text in sight. The hints take some if they do not fit into the frame.
    fn rows(&self, screen: Rect) -> usize {
        let area = area(screen);
        let hints = wrap(&self.hints, area.width.saturating_sub(6)).len().max(1);
        usize::from(area.height.saturating_sub(1)).saturating_sub(hints).max(1)
    }

    fn scroll(&mut self, by: isize, screen: Rect) {
        let area = area(screen);
        let (lines, page) = (self.lines(area.width.saturating_sub(4)).len(), self.rows(screen));
        self.top = self.top.saturating_add_signed(by).min(lines.saturating_sub(page));
    }

    /// The lines of the page, wrapped.
    fn lines(&self, columns: u16) -> Vec<Line> {
        let mut lines = Vec::new();
        for Line { left, right, is_heading } in &self.paragraphs {
            let width = if right.is_empty() { columns } else { self.keys };
            let (mut left, mut right) = (wrap(left, width), wrap(right, columns.saturating_sub(self.keys + 1)));
            let rows = left.len().max(right.len());
            left.resize(rows, String::new());
            right.resize(rows, String::new());
            lines.extend(left.into_iter().zip(right).map(|(left, right)| Line {
                left,
                right,
                is_heading: *is_heading,
            }));
        }
        lines
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let inside = padded(canvas.draw_box(area(canvas.area()), "Help", &self.hints));
        let (text, key) = (canvas.theme.base(), fg(canvas.theme.title));
        canvas.focus(inside, (0, 0));
        for (row, line) in (0..inside.height).zip(self.lines(inside.width).iter().skip(self.top)) {
            let style = match (line.is_heading, line.right.is_empty()) {
                (true, _) => key.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
                (false, true) => text,
                (false, false) => key,
            };
            canvas.put(inside, (0, row), &line.left, style);
            canvas.put(inside, (self.keys + 1, row), &line.right, text);
        }
    }
}

/// The keys of a page.
fn hints(settings: &Settings, (page, next): (&str, String)) -> String {
    let [down, page_down, cancel] =
        [Command::Down, Command::PageDown, Command::Cancel].map(|command| settings.keys.hint(Mode::Menus, command));
    let next = if page.is_empty() { String::new() } else { format!("{next}: {page}, ") };
    format!("{next}{down} {page_down}: scroll, {cancel}: back")
}

fn area(screen: Rect) -> Rect {
    centred(screen, 80, screen.height)
}
