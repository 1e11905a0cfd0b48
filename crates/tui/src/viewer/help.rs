//! The viewer's help: made from the table of keys, so that it is never wrong.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::input::{Input, Pointer};
use crate::keys::{Bindings, Chord, Command, Context, ViewCommand};
use crate::layout::centred;
use crate::settings::{Settings, shown};
use crate::text::{cut, wrap};
use crate::widgets::Look;
use crate::widgets::boxed::{draw_box, foot, put};

/// What is said before the keys.
const WORDS: &str = "A level, and the steps that made it. Change a parameter and see at once what becomes of the level; leaf \
through seeds to see whether it is so for all; save the recipe when you like it. What makes no sense is refused with a reason.";

const MOUSE: [(&str, &str); 4] = [
    ("pointing", "tells what is in a cell"),
    ("left", "points at a cell, goes to a step, chooses a parameter"),
    ("right", "points at nothing"),
    ("wheel", "moves the map, the steps or the parameters"),
];

/// The help.
#[derive(Debug)]
pub(super) struct Help {
    lines: Vec<Line>,
    top: usize,
}

#[derive(Debug)]
enum Line {
    Heading(&'static str),
    Key(String, &'static str),
    Words(String),
}

impl Help {
    pub(super) fn new(settings: &Settings) -> Self {
        let mut lines: Vec<Line> = wrap(WORDS, 74).into_iter().map(Line::Words).collect();
        for context in [Context::View, Context::Always] {
            lines.push(Line::Words(String::new()));
            lines.push(Line::Heading(context.heading()));
            for info in context.commands() {
                let chords = settings.keys.chords(context, info.command).iter().map(Chord::to_string);
                lines.push(Line::Key(chords.collect::<Vec<_>>().join(" "), info.help));
            }
        }
        if settings.mouse {
            lines.push(Line::Words(String::new()));
            lines.push(Line::Heading("Mouse"));
            lines.extend(MOUSE.map(|(what, does)| Line::Key(what.into(), does)));
        }
        Self { lines, top: 0 }
    }

    /// Does what is asked for; whether it is to be closed.
    pub(super) fn update(&mut self, input: &Input, keys: &Bindings, screen: Rect) -> bool {
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
                Some(Command::Cancel | Command::Confirm) => return true,
                _ if chord.typed() == Some(' ') => self.scroll(page, room),
                _ => {
                    let command = keys.command(Context::View, *chord);
                    return [ViewCommand::Help, ViewCommand::Quit].map(Command::View).map(Some).contains(&command);
                }
            },
            Input::Mouse { what: Pointer::WheelUp, .. } => self.scroll(-3, room),
            Input::Mouse { what: Pointer::WheelDown, .. } => self.scroll(3, room),
            Input::Mouse { what: Pointer::Left | Pointer::Right, .. } => return true,
            Input::Resize(..) => self.scroll(0, room),
            _ => {}
        }
        false
    }

    fn scroll(&mut self, by: isize, room: usize) {
        self.top = self.top.saturating_add_signed(by).min(self.lines.len().saturating_sub(room));
    }

    pub(super) fn draw(&self, buffer: &mut Buffer, screen: Rect, look: Look<'_>) {
        let area = area(screen);
        let inside = draw_box(buffer, area, "Help", look);
        foot(buffer, area, "down page-down: scroll, escape: back", look);
        let text = look.theme.base();
        let key = Style::new().fg(shown(look.theme.title));
        for (row, line) in (0..inside.height).zip(self.lines.iter().skip(self.top)) {
            match line {
                Line::Heading(name) => {
                    put(buffer, inside, (1, row), name, key.add_modifier(Modifier::BOLD | Modifier::UNDERLINED));
                }
                Line::Key(chords, help) => {
                    put(buffer, inside, (1, row), &cut(chords, 14), key);
                    put(buffer, inside, (16, row), help, text);
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
