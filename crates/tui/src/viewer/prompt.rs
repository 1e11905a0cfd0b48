//! A line to type into, at the bottom of the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::input::Input;
use crate::keys::{Chord, Key};
use crate::settings::shown;
use crate::text::{cut, width};
use crate::widgets::Look;
use crate::widgets::boxed::put;

/// The longest text that can be typed.
const LONGEST: usize = 400;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Seed,
    /// A value for the parameter of this path.
    Value(String),
    /// A name for a recipe's file.
    Save,
    /// Whether what has this name is to be replaced.
    Replace(String),
}

/// What somebody did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    None,
    Left,
    Given(String),
}

/// A line to type into.
#[derive(Clone, Debug)]
pub(super) struct Prompt {
    pub(super) purpose: Purpose,
    pub(super) text: String,
    /// Whether the text is only proposed: the first letter that is typed takes its place.
    is_proposed: bool,
    /// What was wrong with what was typed before.
    pub(super) problem: Option<String>,
}

impl Prompt {
    pub(super) fn new(purpose: Purpose, proposed: &str) -> Self {
        Self { purpose, text: proposed.to_owned(), is_proposed: true, problem: None }
    }

    pub(super) fn with_problem(mut self, problem: String) -> Self {
        (self.problem, self.is_proposed) = (Some(problem), false);
        self
    }

    pub(super) fn update(&mut self, input: &Input) -> Answer {
        match input {
            Input::Key(chord) => return self.press(*chord),
            Input::Paste(text) if !matches!(self.purpose, Purpose::Replace(_)) => self.type_in(text),
            _ => {}
        }
        Answer::None
    }

    fn press(&mut self, chord: Chord) -> Answer {
        if let Purpose::Replace(_) = self.purpose {
            return match chord.typed() {
                Some('y' | 'Y') => Answer::Given(String::new()),
                _ => Answer::Left,
            };
        }
        match chord.key {
            Key::Escape => return Answer::Left,
            Key::Enter if self.text.trim().is_empty() => return Answer::Left,
            Key::Enter => return Answer::Given(self.text.clone()),
            Key::Backspace => {
                self.is_proposed = false;
                self.text.pop();
            }
            Key::Character('u') if chord.ctrl => self.text.clear(),
            _ => {
                if let Some(letter) = chord.typed() {
                    self.type_in(letter.encode_utf8(&mut [0; 4]));
                }
            }
        }
        Answer::None
    }

    fn type_in(&mut self, text: &str) {
        if std::mem::take(&mut self.is_proposed) {
            self.text.clear();
        }
        self.text.extend(text.chars().filter(|letter| !letter.is_control()));
        if let Some((end, _)) = self.text.char_indices().nth(LONGEST) {
            self.text.truncate(end);
        }
    }

    /// Draws the line, and above it what was wrong.
    pub(super) fn draw(&self, buffer: &mut Buffer, line: Rect, above: Rect, look: Look<'_>) {
        let theme = look.theme;
        let ask = Style::new().fg(shown(theme.title)).add_modifier(Modifier::BOLD);
        let question = match &self.purpose {
            Purpose::Seed => " Seed, a number or any text: ".to_owned(),
            Purpose::Value(path) => format!(" {path}: "),
            Purpose::Save => " Save the recipe as: ".to_owned(),
            Purpose::Replace(name) => {
                format!(" {name} is there already. Replace it? (y: yes, any other key: no)")
            }
        };
        let is_question = matches!(self.purpose, Purpose::Replace(_));
        // Room is left to type.
        let room = line.width.saturating_sub(if is_question { 1 } else { 12 });
        let column = put(buffer, line, (0, 0), &cut(&question, room), ask);
        if !is_question {
            let room = line.width.saturating_sub(column + 1);
            // The end is where one types.
            let mut text = self.text.as_str();
            while width(text) > room {
                let mut letters = text.chars();
                letters.next();
                text = letters.as_str();
            }
            let style = theme.base().fg(shown(if self.is_proposed { theme.faint } else { theme.hero }));
            let end = put(buffer, line, (column, 0), text, style);
            put(buffer, line, (end, 0), " ", Style::new().add_modifier(Modifier::REVERSED));
        }
        let (words, colour) = match &self.problem {
            Some(problem) => (problem.as_str(), theme.danger),
            None if is_question => return,
            None => ("enter: take it, escape: go back", theme.faint),
        };
        buffer.set_style(above, theme.base());
        put(buffer, above, (0, 0), &" ".repeat(usize::from(above.width)), theme.base());
        put(buffer, above, (1, 0), &cut(words, above.width.saturating_sub(2)), theme.base().fg(shown(colour)));
    }
}
