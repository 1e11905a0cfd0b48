//! The help: made from the table of keys, so that it is never wrong.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::{Input, Pointer};
use crate::keys::{Chord, Command, Context};
use crate::layout::centred;
use crate::settings::shown;
use crate::text::{cut, wrap};
use crate::widgets::boxed::{draw_box, foot, put};

/// What is said before the keys.
const WORDS: &str = "Find what the plan asks for, and live. Walking into something does what is to be done with it: a door \
is opened, an enemy struck. What you saw stays on the map, dimmed. Eat when you are hungry, rest when you are hurt, and look at what \
you do not know before you touch it. Every turn is saved; death is for good.";

/// The help.
#[derive(Debug)]
pub(crate) struct Help {
    lines: Vec<Line>,
    top: usize,
    hint: String,
}

#[derive(Debug)]
enum Line {
    Heading(&'static str),
    Key(String, &'static str),
    Words(String),
    Mouse(&'static str, &'static str),
}

const MOUSE: [(&str, &str); 5] = [
    ("left", "travel there, attack who is beside you, choose a line"),
    ("left, on you", "pick up what lies here, or take the stairs"),
    ("right", "look; go back"),
    ("pointing", "tells what is there, below the log"),
    ("wheel", "the log; up and down in lists"),
];

impl Help {
    pub(crate) fn new(desk: &Desk) -> Self {
        let keys = &desk.settings.keys;
        let mut lines: Vec<Line> = wrap(WORDS, 70).into_iter().map(Line::Words).collect();
        for context in Context::OF_THE_GAME {
            lines.push(Line::Words(String::new()));
            lines.push(Line::Heading(context.heading()));
            for info in context.commands() {
                let chords: Vec<String> = keys.chords(context, info.command).iter().map(Chord::to_string).collect();
                lines.push(Line::Key(chords.join(" "), info.help));
            }
        }
        if desk.settings.mouse {
            lines.push(Line::Words(String::new()));
            lines.push(Line::Heading("Mouse"));
            lines.extend(MOUSE.map(|(what, does)| Line::Mouse(what, does)));
        }
        let hint = format!(
            "{} {}: scroll, {}: back",
            desk.menu_hint(Command::Down),
            desk.menu_hint(Command::PageDown),
            desk.menu_hint(Command::Cancel)
        );
        Self { lines, top: 0, hint }
    }

    fn scroll(&mut self, by: isize, room: usize) {
        let most = self.lines.len().saturating_sub(room);
        self.top = self.top.saturating_add_signed(by).min(most);
    }

    fn area(screen: Rect) -> Rect {
        centred(screen, 80, screen.height)
    }
}

impl Screen for Help {
    fn name(&self) -> &'static str {
        "help"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        let room = usize::from(Self::area(desk.screen).height.saturating_sub(2));
        let page = room.max(1) as isize;
        match input {
            Input::Key(chord) => match desk.menu_command(*chord) {
                Some(Command::Up) => self.scroll(-1, room),
                Some(Command::Down) => self.scroll(1, room),
                Some(Command::PageUp) => self.scroll(-page, room),
                Some(Command::PageDown | Command::Next) => self.scroll(page, room),
                Some(Command::First) => self.top = 0,
                Some(Command::Last) => self.scroll(isize::MAX / 2, room),
                Some(Command::Cancel | Command::Confirm) => return Change::Close,
                _ if desk.play_command(*chord) == Some(Command::Help) => return Change::Close,
                _ if chord.typed() == Some(' ') => self.scroll(page, room),
                _ => desk.unknown_key(*chord, self.name()),
            },
            Input::Mouse { what: Pointer::WheelUp, .. } => self.scroll(-3, room),
            Input::Mouse { what: Pointer::WheelDown, .. } => self.scroll(3, room),
            Input::Mouse { what: Pointer::Left | Pointer::Right, .. } => return Change::Close,
            Input::Resize(..) => self.scroll(0, room),
            _ => {}
        }
        Change::Stay
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let look = desk.look();
        let area = Self::area(screen);
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
                    put(buffer, inside, (1, row), &cut(chords, 20), key);
                    put(buffer, inside, (22, row), help, text);
                }
                Line::Mouse(what, help) => {
                    put(buffer, inside, (1, row), what, key);
                    put(buffer, inside, (22, row), help, text);
                }
                Line::Words(words) => {
                    put(buffer, inside, (1, row), words, text);
                }
            }
        }
    }
}
