//! An input line at the bottom of the screen.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::colour::{fg, shown};
use crate::input::Input;
use crate::keys::{Chord, Key};
use crate::text::{cut, tail, type_into};
use crate::widgets::canvas::Canvas;

/// The longest text that can be typed.
const LONGEST: usize = 400;
/// The columns that a question always leaves for the answer.
const ANSWER_WIDTH: u16 = 12;

/// The question of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Seed,
    /// The value of the parameter with this path.
    Value(String),
    /// The name of a recipe file.
    FileName,
    /// Whether to replace the file of this name.
    Replace(String),
}

/// What the user did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    None,
    Cancelled,
    Given(String),
}

/// An input line.
#[derive(Clone, Debug)]
pub(super) struct Prompt {
    pub(super) question: Question,
    text: String,
    /// Whether the text is a suggestion that typing replaces.
    is_proposal: bool,
    /// What was wrong with the last answer.
    problem: Option<String>,
}

impl Prompt {
    pub(super) fn new(question: Question, proposal: &str) -> Self {
        Self { question, text: proposal.to_owned(), is_proposal: true, problem: None }
    }

    pub(super) fn with_problem(self, problem: String) -> Self {
        Self { problem: Some(problem), is_proposal: false, ..self }
    }

    /// Whether a single key answers it.
    const fn is_yes_or_no(&self) -> bool {
        matches!(self.question, Question::Replace(_))
    }

    pub(super) fn update(&mut self, input: &Input) -> Answer {
        match input {
            Input::Key(chord) => return self.press(*chord),
            Input::Paste(text) if !self.is_yes_or_no() => self.type_in(text),
            _ => {}
        }
        Answer::None
    }

    fn press(&mut self, chord: Chord) -> Answer {
        match chord.key {
            _ if self.is_yes_or_no() => {
                let is_yes = matches!(chord.typed(), Some('y' | 'Y'));
                return if is_yes { Answer::Given(String::new()) } else { Answer::Cancelled };
            }
            Key::Escape => return Answer::Cancelled,
            Key::Enter if self.text.trim().is_empty() => return Answer::Cancelled,
            Key::Enter => return Answer::Given(self.text.clone()),
            Key::Backspace => {
                self.is_proposal = false;
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
        if std::mem::take(&mut self.is_proposal) {
            self.text.clear();
        }
        type_into(&mut self.text, text, LONGEST);
    }

    /// Draws the prompt, and above it what was wrong with the last answer.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, line: Rect, above: Rect) {
        let theme = canvas.theme;
        let question = match &self.question {
            Question::Seed => " Seed (a number or any text): ".to_owned(),
            Question::Value(path) => format!(" {path}: "),
            Question::FileName => " Save the recipe as: ".to_owned(),
            Question::Replace(name) => format!(" {name} exists. Replace it? (y: yes, any other key: no)"),
        };
        let room = line.width.saturating_sub(if self.is_yes_or_no() { 1 } else { ANSWER_WIDTH });
        let style = fg(theme.title).add_modifier(Modifier::BOLD);
        let column = canvas.put(line, (0, 0), &cut(&question, room), style);
        if !self.is_yes_or_no() {
            let text = tail(&self.text, line.width.saturating_sub(column + 1));
            let style = theme.base().fg(shown(if self.is_proposal { theme.faint } else { theme.hero }));
            let end = canvas.put(line, (column, 0), text, style);
            canvas.put(line, (end, 0), " ", Style::new().add_modifier(Modifier::REVERSED));
        }
        let (text, colour) = match &self.problem {
            Some(problem) => (problem.as_str(), theme.danger),
            None if self.is_yes_or_no() => return,
            None => ("enter: accept, escape: cancel", theme.faint),
        };
        canvas.put(above, (0, 0), &" ".repeat(usize::from(above.width)), theme.base());
        let style = theme.base().fg(shown(colour));
        canvas.put(above, (1, 0), &cut(text, above.width.saturating_sub(2)), style);
    }
}
