//! A page of help: made from the table of keys, so that it is never wrong.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Look;
use super::boxed::{draw_box, foot, put};
use crate::input::{Input, Pointer};
use crate::keys::{Bindings, Chord, Command, Context};
use crate::layout::centred;
use crate::settings::{Settings, shown};
use crate::text::{cut, wrap};

/// What a page of help is about.
pub(crate) struct Topic {
    /// What is said before the keys.
    pub(crate) words: &'static str,
    /// How wide that is.
    pub(crate) width: u16,
    /// Whose keys are told.
    pub(crate) contexts: &'static [Context],
    /// How wide the column of the keys is.
    pub(crate) keys: u16,
    /// What the mouse does.
    pub(crate) mouse: &'static [(&'static str, &'static str)],
}

/// A page of help that can be scrolled.
#[derive(Debug)]
pub(crate) struct HelpPage {
    lines: Vec<Line>,
    top: usize,
    keys: u16,
    hint: String,
}

#[derive(Debug)]
enum Line {
    Heading(&'static str),
    Key(String, &'static str),
    Words(String),
}

/// What became of an input.
pub(crate) enum Turn {
    /// The page stays, perhaps at another place.
    Stay,
    /// The page is to be closed.
    Close,
    /// The key means nothing here.
    Unknown(Chord),
}

impl HelpPage {
    pub(crate) fn new(topic: &Topic, settings: &Settings) -> Self {
        let keys = &settings.keys;
        let mut lines: Vec<Line> = wrap(topic.words, topic.width).into_iter().map(Line::Words).collect();
        for &context in topic.contexts {
            lines.push(Line::Words(String::new()));
            lines.push(Line::Heading(context.heading()));
            for info in context.commands() {
                let chords: Vec<String> = keys.chords(context, info.command).iter().map(Chord::to_string).collect();
                lines.push(Line::Key(chords.join(" "), info.help));
            }
        }
        if settings.mouse {
            lines.push(Line::Words(String::new()));
            lines.push(Line::Heading("Mouse"));
            lines.extend(topic.mouse.iter().map(|(what, does)| Line::Key((*what).into(), does)));
        }
        let [down, page_down, cancel] =
            [Command::Down, Command::PageDown, Command::Cancel].map(|command| keys.hint(Context::Menus, command));
        Self { lines, top: 0, keys: topic.keys, hint: format!("{down} {page_down}: scroll, {cancel}: back") }
    }

    /// Does what is asked for. The keys that open the help close it, too.
    pub(crate) fn update(
        &mut self,
        input: &Input,
        keys: &Bindings,
        screen: Rect,
        closes: impl Fn(Chord) -> bool,
    ) -> Turn {
        let room = usize::from(area(screen).height.saturating_sub(2));
        let page = room.max(1) as isize;
        match input {
            Input::Key(chord) => match keys.command(Context::Menus, *chord) {
                Some(Command::Up) => self.scroll(-1, room),
                Some(Command::Down) => self.scroll(1, room),
                Some(Command::PageUp) => self.scroll(-page, room),
                Some(Command::PageDown | Command::Next) => self.scroll(page, room),
                Some(Command::First) => self.top = 0,
                Some(Command::Last) => self.scroll(isize::MAX / 2, room),
                Some(Command::Cancel | Command::Confirm) => return Turn::Close,
                _ if closes(*chord) => return Turn::Close,
                _ if chord.typed() == Some(' ') => self.scroll(page, room),
                _ => return Turn::Unknown(*chord),
            },
            Input::Mouse { what: Pointer::WheelUp, .. } => self.scroll(-3, room),
            Input::Mouse { what: Pointer::WheelDown, .. } => self.scroll(3, room),
            Input::Mouse { what: Pointer::Left | Pointer::Right, .. } => return Turn::Close,
            Input::Resize(..) => self.scroll(0, room),
            _ => {}
        }
        Turn::Stay
    }

    fn scroll(&mut self, by: isize, room: usize) {
        self.top = self.top.saturating_add_signed(by).min(self.lines.len().saturating_sub(room));
    }

    pub(crate) fn draw(&self, buffer: &mut Buffer, screen: Rect, look: Look<'_>) {
        let area = area(screen);
        let inside = draw_box(buffer, area, "Help", look);
        foot(buffer, area, &self.hint, look);
        let text = look.theme.base();
        let key = Style::new().fg(shown(look.theme.title));
        for (row, line) in (0..inside.height).zip(self.lines.iter().skip(self.top)) {
            match line {
                Line::Heading(name) => {
                    put(buffer, inside, (1, row), name, key.add_modifier(Modifier::BOLD | Modifier::UNDERLINED));
                }
                Line::Key(chords, help) => {
                    put(buffer, inside, (1, row), &cut(chords, self.keys), key);
                    put(buffer, inside, (self.keys + 2, row), help, text);
                }
                Line::Words(words) => {
                    put(buffer, inside, (1, row), words, text);
                }
            }
        }
    }
}

fn area(screen: Rect) -> Rect {
    centred(screen, 80, screen.height)
}
