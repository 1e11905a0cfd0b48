//! The plan and the seed of a new game.

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use undercroft_game::plan_length;
use undercroft_mapgen::{Plan, Seed};

use super::notice::Notice;
use super::play::start_game;
use super::{Screen, ScreenKind, Transition};
use crate::colour::fg;
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::keys::{Chord, Command, Key};
use crate::layout::{centred, padded};
use crate::text::{capitalised, tail, type_into, wrap};
use crate::widgets::canvas::Canvas;

/// The longest text that can be typed.
const LONGEST: usize = 200;

/// The choice of a plan and a seed. Below the standard plans is a line for naming another plan, and below that the seed.
#[derive(Debug)]
pub(crate) struct NewGame {
    /// The names and descriptions of the standard plans.
    plans: Vec<(String, String)>,
    /// The selected line.
    line: usize,
    /// The line of the chosen plan.
    plan: usize,
    other_plan: String,
    seed: String,
}

impl NewGame {
    pub(crate) fn new(context: &Context) -> Self {
        let resources = &context.resources;
        let describe =
            |name: &str| (resources.find_plan)(name).map_or_else(|error| error.to_string(), |plan| described(&plan));
        let plans: Vec<(String, String)> = resources.plans.iter().map(|name| (name.clone(), describe(name))).collect();
        let preferred = context.console.settings.plan.as_str();
        let found = plans.iter().position(|(name, _)| name == preferred);
        let other_plan = if found.is_some() { String::new() } else { preferred.to_owned() };
        let plan = found.unwrap_or(plans.len());
        Self { plans, line: plan, plan, other_plan, seed: String::new() }
    }

    const fn other_line(&self) -> usize {
        self.plans.len()
    }

    const fn seed_line(&self) -> usize {
        self.plans.len() + 1
    }

    fn select(&mut self, line: usize) {
        self.line = line;
        if line < self.seed_line() {
            self.plan = line;
        }
    }

    /// The text of the selected line, if it can be typed into.
    fn field(&mut self) -> Option<&mut String> {
        match self.line {
            line if line == self.other_line() => Some(&mut self.other_plan),
            line if line == self.seed_line() => Some(&mut self.seed),
            _ => None,
        }
    }

    /// Takes typed text; on the line of a plan it starts a seed.
    fn type_in(&mut self, text: &str) {
        if self.line < self.other_line() {
            self.line = self.seed_line();
        }
        if let Some(field) = self.field() {
            type_into(field, text, LONGEST);
        }
    }

    fn press(&mut self, chord: Chord, context: &mut Context) -> Transition {
        let lines = self.seed_line() + 1;
        if let Some(letter) = chord.typed() {
            self.type_in(letter.encode_utf8(&mut [0; 4]));
            return Transition::Stay;
        }
        if chord.key == Key::Backspace {
            self.field().map(String::pop);
            return Transition::Stay;
        }
        match context.menu_command(chord) {
            Some(Command::Up) => self.select((self.line + lines - 1) % lines),
            Some(Command::Down) => self.select((self.line + 1) % lines),
            Some(Command::Next | Command::Previous) if self.line == self.seed_line() => self.select(self.plan),
            Some(Command::Next | Command::Previous) => self.select(self.seed_line()),
            Some(Command::First | Command::PageUp) => self.select(0),
            Some(Command::Last | Command::PageDown) => self.select(lines - 1),
            Some(Command::Confirm) => return self.begin(context),
            Some(Command::Cancel) => return Transition::Close,
            _ => return Transition::UnknownKey,
        }
        Transition::Stay
    }

    fn begin(&self, context: &mut Context) -> Transition {
        let plan = self.plans.get(self.plan).map_or(self.other_plan.as_str(), |(name, _)| name.as_str());
        if plan.is_empty() {
            return Transition::open(Notice::new("Which plan?", "Type the name of a plan or the path of a plan file."));
        }
        let seed = if self.seed.is_empty() { (context.fresh_seed)() } else { Seed::from(self.seed.as_str()) };
        start_game(context, plan, seed)
    }

    fn area(&self, screen: Rect) -> Rect {
        centred(screen, 64, self.plans.len() as u16 + 10)
    }

    /// The line at a position on the screen.
    fn line_at(&self, screen: Rect, column: u16, row: u16) -> Option<usize> {
        let area = self.area(screen);
        let line = usize::from(row.checked_sub(area.y + 1)?);
        match line {
            _ if !area.contains((column, row).into()) => None,
            line if line <= self.other_line() => Some(line),
            line if line == self.other_line() + 2 => Some(self.seed_line()),
            _ => None,
        }
    }
}

/// "2 levels, easy. Two levels of winding caves."
fn described(plan: &Plan) -> String {
    let difficulty = plan.difficulty().map_or_else(String::new, |difficulty| format!(", {}", difficulty.name()));
    format!("{}{difficulty}. {}", capitalised(&plan_length(plan)), plan.description())
}

impl Screen for NewGame {
    fn kind(&self) -> ScreenKind {
        ScreenKind::NewGame
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        match input {
            Input::Key(chord) => return self.press(*chord, context),
            Input::Paste(text) => self.type_in(text),
            Input::Mouse { column, row, what: Pointer::Left } => {
                match self.line_at(context.console.screen, *column, *row) {
                    // A second click on the selected plan starts the game.
                    Some(line) if line == self.line && line < self.other_line() => return self.begin(context),
                    Some(line) => self.select(line),
                    None => {}
                }
            }
            Input::Mouse { what: Pointer::Right, .. } => return Transition::Close,
            _ => {}
        }
        Transition::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let theme = canvas.theme;
        let [confirm, next, cancel] =
            [Command::Confirm, Command::Next, Command::Cancel].map(|command| context.menu_key(command));
        let hints = format!("{confirm}: start, {next}: seed, {cancel}: back");
        let inside = canvas.draw_box(self.area(canvas.area()), "New game", &hints);
        let selected = canvas.selected();
        let style = |line: usize| if line == self.line { selected } else { theme.base() };
        let cursor = |line: usize| if line == self.line { "_" } else { "" };
        let other = format!("other: {}{}", self.other_plan, cursor(self.other_line()));
        let names = self.plans.iter().map(|(name, _)| name.as_str()).chain([other.as_str()]);
        for (line, name) in names.enumerate() {
            let (mark, weight) = if line == self.plan { ("►", Modifier::BOLD) } else { (" ", Modifier::empty()) };
            let text = format!(" {mark} {:<62}", tail(name, inside.width.saturating_sub(4)));
            canvas.put(inside, (0, line as u16), &text, style(line).add_modifier(weight));
            if line == self.line {
                canvas.focus(inside, (3, line as u16));
            }
        }
        let row = self.seed_line() as u16 + 1;
        let seed = format!("{}{}", self.seed, cursor(self.seed_line()));
        let text = format!("Seed: {}", tail(&seed, inside.width.saturating_sub(10)));
        let end = canvas.put(inside, (1, row), &text, style(self.seed_line()));
        if self.line == self.seed_line() {
            canvas.focus(inside, (end.saturating_sub(1), row));
        }
        let faint = fg(theme.faint);
        if self.seed.is_empty() {
            let gap = u16::from(self.line == self.seed_line());
            canvas.put(inside, (end + gap, row), "(random, unless you type one)", faint);
        }
        let description = match self.plans.get(self.plan) {
            Some((_, description)) => description.as_str(),
            None => "Your own plan: type its name, or the path of its file.",
        };
        let below = Rect { y: inside.y + row + 2, height: inside.height.saturating_sub(row + 2), ..padded(inside) };
        canvas.put_lines(below, &wrap(description, below.width), faint);
    }
}
