//! A help page, generated from the table of commands and the current key bindings.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::canvas::Canvas;
use crate::input::{Input, Pointer};
use crate::keys::{Bindings, Chord, Command, Mode};
use crate::layout::{centred, padded};
use crate::settings::{Settings, fg};
use crate::text::wrap;

/// What a help page covers.
pub(crate) struct Topic {
    /// The text before the keys.
    pub(crate) introduction: &'static str,
    pub(crate) modes: &'static [Mode],
    /// The width of the column of keys.
    pub(crate) keys: u16,
    /// What the mouse does.
    pub(crate) mouse: &'static [(&'static str, &'static str)],
}

/// A help page that can be scrolled.
#[derive(Debug)]
pub(crate) struct HelpPage {
    paragraphs: Vec<Paragraph>,
    top: usize,
    keys: u16,
    hints: String,
}

#[derive(Debug)]
enum Paragraph {
    Text(&'static str),
    Heading(&'static str),
    Key(String, &'static str),
}

/// What became of an input.
pub(crate) enum Turn {
    /// The page stays open, perhaps scrolled.
    Stay,
    /// The page is to be closed.
    Close,
    /// The key does nothing here.
    Unknown,
}

impl HelpPage {
    pub(crate) fn new(topic: &Topic, settings: &Settings) -> Self {
        let keys = &settings.keys;
        let mut paragraphs = vec![Paragraph::Text(topic.introduction)];
        for &mode in topic.modes {
            paragraphs.extend([Paragraph::Text(""), Paragraph::Heading(mode.heading())]);
            for info in mode.commands() {
                let chords: Vec<String> = keys.chords(mode, info.command).iter().map(Chord::to_string).collect();
                paragraphs.push(Paragraph::Key(chords.join(" "), info.help));
            }
        }
        if settings.mouse {
            paragraphs.extend([Paragraph::Text(""), Paragraph::Heading("Mouse")]);
            paragraphs.extend(topic.mouse.iter().map(|(what, does)| Paragraph::Key((*what).into(), does)));
        }
        let [down, page_down, cancel] =
            [Command::Down, Command::PageDown, Command::Cancel].map(|command| keys.hint(Mode::Menus, command));
        Self { paragraphs, top: 0, keys: topic.keys, hints: format!("{down} {page_down}: scroll, {cancel}: back") }
    }

    /// Responds to input. `closes` tells which further keys close the page: those that opened it.
    pub(crate) fn update(
        &mut self,
        input: &Input,
        keys: &Bindings,
        screen: Rect,
        closes: impl Fn(Chord) -> bool,
    ) -> Turn {
        let page = isize::try_from(area(screen).height.saturating_sub(2).max(1)).unwrap_or(1);
        match input {
            Input::Key(chord) => match keys.command(Mode::Menus, *chord) {
                Some(Command::Up) => self.scroll(-1, screen),
                Some(Command::Down) => self.scroll(1, screen),
                Some(Command::PageUp) => self.scroll(-page, screen),
                Some(Command::PageDown | Command::Next) => self.scroll(page, screen),
                Some(Command::First) => self.top = 0,
                Some(Command::Last) => self.scroll(isize::MAX / 2, screen),
                Some(Command::Cancel | Command::Confirm) => return Turn::Close,
                _ if closes(*chord) => return Turn::Close,
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

    fn scroll(&mut self, by: isize, screen: Rect) {
        let area = area(screen);
        let (lines, page) =
            (self.lines(area.width.saturating_sub(4)).len(), usize::from(area.height.saturating_sub(2)));
        self.top = self.top.saturating_add_signed(by).min(lines.saturating_sub(page));
    }

    /// The lines of the page: each with its keys, its text, and whether it is a heading.
    fn lines(&self, columns: u16) -> Vec<(String, String, bool)> {
        let mut lines = Vec::new();
        let right = columns.saturating_sub(self.keys + 1);
        for paragraph in &self.paragraphs {
            match paragraph {
                Paragraph::Text(text) => {
                    lines.extend(wrap(text, columns).into_iter().map(|line| (line, String::new(), false)));
                }
                Paragraph::Heading(name) => lines.push(((*name).to_owned(), String::new(), true)),
                Paragraph::Key(keys, help) => {
                    let (mut keys, mut help) = (wrap(keys, self.keys), wrap(help, right));
                    let rows = keys.len().max(help.len());
                    keys.resize(rows, String::new());
                    help.resize(rows, String::new());
                    lines.extend(keys.into_iter().zip(help).map(|(keys, help)| (keys, help, false)));
                }
            }
        }
        lines
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let inside = padded(canvas.draw_box(area(canvas.area()), "Help", &self.hints));
        let (text, key) = (canvas.theme.base(), fg(canvas.theme.title));
        for (row, (left, right, is_heading)) in (0..inside.height).zip(self.lines(inside.width).iter().skip(self.top)) {
            let style = match (is_heading, right.is_empty()) {
                (true, _) => key.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
                (false, true) => text,
                (false, false) => key,
            };
            canvas.put(inside, (0, row), left, style);
            canvas.put(inside, (self.keys + 1, row), right, text);
        }
    }
}

fn area(screen: Rect) -> Rect {
    centred(screen, 80, screen.height)
}
