//! A new game: which plan, and which seed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use undercroft_mapgen::{Plan, Seed};

use super::notice::Notice;
use super::play::Play;
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::{Input, Pointer};
use crate::keys::{Chord, Command, Key};
use crate::layout::centred;
use crate::session::Session;
use crate::settings::shown;
use crate::text::{cut, width, wrap};
use crate::widgets::boxed::{draw_box, foot, put};

/// The longest text that can be typed.
const LONGEST: usize = 200;

/// Which plan, and which seed.
#[derive(Debug)]
pub(crate) struct NewGame {
    plans: Vec<(String, String)>,
    /// The line that is selected: a plan, the own plan, or the seed.
    line: usize,
    /// The plan that is taken; past the last it is the own one.
    plan: usize,
    own_plan: String,
    seed: String,
}

impl NewGame {
    pub(crate) fn new(desk: &Desk) -> Self {
        let describe = |name: &str| {
            let plan = Plan::named(name);
            plan.map_or_else(|_| String::new(), |plan| plan.description().to_owned())
        };
        let plans: Vec<(String, String)> = Plan::names().map(|name| (name.to_owned(), describe(name))).collect();
        let usual = desk.settings.plan.as_str();
        let found = plans.iter().position(|(name, _)| name == usual);
        let own_plan = if found.is_some() { String::new() } else { usual.to_owned() };
        let plan = found.unwrap_or(plans.len());
        Self { plans, line: plan, plan, own_plan, seed: String::new() }
    }

    const fn own_line(&self) -> usize {
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

    fn field(&mut self) -> Option<&mut String> {
        match self.line {
            line if line == self.plans.len() => Some(&mut self.own_plan),
            line if line > self.plans.len() => Some(&mut self.seed),
            _ => None,
        }
    }

    /// Takes typed text. On a plan's line it is the beginning of a seed.
    fn type_in(&mut self, text: &str) {
        if self.line < self.own_line() {
            self.line = self.seed_line();
        }
        if let Some(field) = self.field() {
            field.extend(text.chars().filter(|letter| !letter.is_control()));
            if let Some((end, _)) = field.char_indices().nth(LONGEST) {
                field.truncate(end);
            }
        }
    }

    fn press(&mut self, chord: Chord, desk: &mut Desk) -> Change {
        let lines = self.seed_line() + 1;
        if let Some(letter) = chord.typed() {
            self.type_in(letter.encode_utf8(&mut [0; 4]));
            return Change::Stay;
        }
        if chord.key == Key::Backspace {
            self.field().map(String::pop);
            return Change::Stay;
        }
        match desk.menu_command(chord) {
            Some(Command::Up) => self.select((self.line + lines - 1) % lines),
            Some(Command::Down) => self.select((self.line + 1) % lines),
            // From field to field: plans, the own plan, the seed.
            Some(Command::Next | Command::Previous) => {
                let line = if self.line == self.seed_line() { self.plan } else { self.seed_line() };
                self.select(line);
            }
            Some(Command::First | Command::PageUp) => self.select(0),
            Some(Command::Last | Command::PageDown) => self.select(lines - 1),
            Some(Command::Confirm) => return self.begin(desk),
            Some(Command::Cancel) => return Change::Close,
            _ => desk.unknown_key(chord, self.name()),
        }
        Change::Stay
    }

    fn begin(&self, desk: &mut Desk) -> Change {
        let plan = self.plans.get(self.plan).map_or(self.own_plan.as_str(), |(name, _)| name.as_str());
        let seed = if self.seed.is_empty() { (desk.fresh_seed)() } else { Seed::from(self.seed.as_str()) };
        if plan.is_empty() {
            return Change::open(Notice::new("Which plan?", "Type the name of a plan, or a path to a plan file."));
        }
        match Session::begin(desk.shelf.as_ref().ok(), &desk.world, plan, seed) {
            Ok(session) => {
                desk.session = Some(session);
                Change::restart(Play::default())
            }
            Err(problem) => Change::open(Notice::new("This game cannot begin", problem)),
        }
    }

    fn area(&self, screen: Rect) -> Rect {
        centred(screen, 64, self.plans.len() as u16 + 10)
    }

    /// The line at a row of the screen.
    fn line_at(&self, screen: Rect, column: u16, row: u16) -> Option<usize> {
        let area = self.area(screen);
        let line = usize::from(row.checked_sub(area.y + 1)?);
        let line = match line {
            _ if !area.contains((column, row).into()) => return None,
            line if line <= self.own_line() => line,
            line if line == self.own_line() + 2 => self.seed_line(),
            _ => return None,
        };
        Some(line)
    }
}

impl Screen for NewGame {
    fn name(&self) -> &'static str {
        "new-game"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        match input {
            Input::Key(chord) => return self.press(*chord, desk),
            Input::Paste(text) => self.type_in(text),
            Input::Mouse { column, row, what: Pointer::Left } => {
                match self.line_at(desk.screen, *column, *row) {
                    // A second click on what is selected takes it.
                    Some(line) if line == self.line && line < self.own_line() => return self.begin(desk),
                    Some(line) => self.select(line),
                    None => {}
                }
            }
            Input::Mouse { what: Pointer::Right, .. } => return Change::Close,
            _ => {}
        }
        Change::Stay
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let look = desk.look();
        let theme = look.theme;
        let area = self.area(screen);
        let inside = draw_box(buffer, area, "New game", look);
        let (confirm, next) = (desk.menu_hint(Command::Confirm), desk.menu_hint(Command::Next));
        foot(buffer, area, &format!("{confirm}: begin, {next}: seed, {}: back", desk.menu_hint(Command::Cancel)), look);
        let own = format!("another: {}", self.own_plan);
        let names = self.plans.iter().map(|(name, _)| name.as_str()).chain([own.as_str()]);
        for (line, name) in names.enumerate() {
            let is_taken = line == self.plan;
            let mut style = theme.base();
            if line == self.line {
                style = style.bg(shown(theme.selection)).fg(shown(theme.hero));
            }
            if is_taken {
                style = style.add_modifier(Modifier::BOLD);
            }
            let mark = if is_taken { "►" } else { " " };
            let cursor = if line == self.line && line == self.own_line() { "_" } else { "" };
            let text = tail(&format!("{name}{cursor}"), inside.width.saturating_sub(4));
            let text = format!(" {mark} {text:<62}");
            put(buffer, inside, (0, line as u16), &text, style);
        }
        let row = self.seed_line() as u16 + 1;
        let faint = Style::new().fg(shown(theme.faint));
        let selected = self.line == self.seed_line();
        let mut style = theme.base();
        if selected {
            style = style.bg(shown(theme.selection)).fg(shown(theme.hero));
        }
        let cursor = if selected { "_" } else { "" };
        let seed = tail(&format!("{}{cursor}", self.seed), inside.width.saturating_sub(10));
        let end = put(buffer, inside, (1, row), &format!("Seed: {seed}"), style);
        if self.seed.is_empty() {
            put(buffer, inside, (end + 1, row), "(a fresh one; or type any text)", faint);
        }
        let description = match self.plans.get(self.plan) {
            Some((_, description)) => description.as_str(),
            None => "A plan of your own: its name, or a path to its file.",
        };
        for (line, text) in (row + 2..).zip(wrap(description, inside.width.saturating_sub(2)).iter().take(3)) {
            put(buffer, inside, (1, line), &cut(text, inside.width), faint);
        }
    }
}

/// The end of a text that fits: where one types is always in sight.
fn tail(text: &str, columns: u16) -> String {
    let mut rest = text;
    while width(rest) > columns {
        let mut letters = rest.chars();
        letters.next();
        rest = letters.as_str();
    }
    rest.to_owned()
}
