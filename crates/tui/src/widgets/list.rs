//! Lists to choose from: with keys, letters or the mouse.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use undercroft_mapgen::Colour;

use super::Look;
use super::boxed::{draw_box, foot, put, put_right};
use crate::input::{Input, Pointer};
use crate::keys::{Bindings, Command, Context};
use crate::layout::centred;
use crate::settings::shown;
use crate::text::{cut, width};

/// A line of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Item {
    /// The letter that chooses it.
    pub(crate) letter: Option<char>,
    /// A glyph in a colour of its own.
    pub(crate) glyph: Option<(char, Colour)>,
    pub(crate) text: String,
    /// What stands on the right.
    pub(crate) right: String,
    /// Whether it can be chosen; others are faint.
    pub(crate) enabled: bool,
}

impl Item {
    pub(crate) fn new(letter: char, text: impl Into<String>) -> Self {
        Self { letter: Some(letter), text: text.into(), enabled: true, ..Self::default() }
    }
}

/// Lines to choose from, one of which is selected.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) items: Vec<Item>,
    pub(crate) selected: usize,
}

/// What somebody did with a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Took the line of that number.
    Taken(usize),
    /// Went away.
    Left,
    /// Neither.
    None,
}

impl List {
    pub(crate) fn new(items: Vec<Item>) -> Self {
        let selected = items.iter().position(|item| item.enabled).unwrap_or(0);
        Self { items, selected }
    }

    /// Does what a key or the mouse asks for. `area` is where the lines are.
    pub(crate) fn update(&mut self, input: &Input, keys: &Bindings, area: Rect) -> Choice {
        match input {
            Input::Key(chord) => {
                let letter = chord.typed();
                let found = letter.and_then(|letter| self.items.iter().position(|item| item.letter == Some(letter)));
                if let Some(index) = found.filter(|index| self.items[*index].enabled) {
                    self.selected = index;
                    return Choice::Taken(index);
                }
                let command = keys.command(Context::Menus, *chord);
                command.map_or(Choice::None, |command| self.obey(command, area.height))
            }
            Input::Mouse { column, row, what } => self.point(*column, *row, *what, area),
            _ => Choice::None,
        }
    }

    fn obey(&mut self, command: Command, page: u16) -> Choice {
        let page = usize::from(page.max(1));
        match command {
            Command::Up | Command::Previous => self.step(-1),
            Command::Down | Command::Next => self.step(1),
            Command::PageUp => self.select_near(self.selected.saturating_sub(page)),
            Command::PageDown => self.select_near(self.selected + page),
            Command::First => self.select_near(0),
            Command::Last => self.select_near(usize::MAX),
            Command::Confirm => return self.take(self.selected),
            Command::Cancel => return Choice::Left,
            _ => {}
        }
        Choice::None
    }

    fn take(&self, index: usize) -> Choice {
        match self.items.get(index) {
            Some(item) if item.enabled => Choice::Taken(index),
            _ => Choice::None,
        }
    }

    /// The next line that can be chosen, around the ends.
    fn step(&mut self, by: isize) {
        let count = self.items.len() as isize;
        for steps in 1..=count {
            let index = (self.selected as isize + by * steps).rem_euclid(count) as usize;
            if self.items[index].enabled {
                self.selected = index;
                return;
            }
        }
    }

    fn select_near(&mut self, index: usize) {
        let index = index.min(self.items.len().saturating_sub(1));
        let enabled = |at: &usize| self.items.get(*at).is_some_and(|item| item.enabled);
        let after = (index..self.items.len()).find(enabled);
        if let Some(found) = after.or_else(|| (0..index).rev().find(enabled)) {
            self.selected = found;
        }
    }

    fn point(&mut self, column: u16, row: u16, what: Pointer, area: Rect) -> Choice {
        match what {
            Pointer::WheelUp => self.select_near(self.selected.saturating_sub(1)),
            Pointer::WheelDown => self.select_near(self.selected + 1),
            Pointer::Right => return Choice::Left,
            Pointer::Left | Pointer::Hover => {
                if !area.contains((column, row).into()) {
                    return Choice::None;
                }
                let index = self.first(area.height) + usize::from(row - area.y);
                if self.items.get(index).is_some_and(|item| item.enabled) {
                    self.selected = index;
                    if what == Pointer::Left {
                        return Choice::Taken(index);
                    }
                }
            }
        }
        Choice::None
    }

    /// The first line that is shown: the selected one is always in sight.
    fn first(&self, height: u16) -> usize {
        let height = usize::from(height);
        let last_first = self.items.len().saturating_sub(height);
        self.selected.saturating_sub(height / 2).min(last_first)
    }

    /// How wide the widest line is.
    fn width(&self) -> u16 {
        let of = |item: &Item| {
            let letter = if item.letter.is_some() { 4 } else { 0 };
            let glyph = if item.glyph.is_some() { 2 } else { 0 };
            let right = if item.right.is_empty() { 0 } else { width(&item.right) + 2 };
            letter + glyph + width(&item.text) + right
        };
        self.items.iter().map(of).max().unwrap_or(0)
    }

    /// Draws the lines into an area.
    pub(crate) fn draw(&self, buffer: &mut Buffer, area: Rect, look: Look<'_>) {
        let theme = look.theme;
        let first = self.first(area.height);
        for (row, (index, item)) in (0..area.height).zip(self.items.iter().enumerate().skip(first)) {
            let line = Rect { y: area.y + row, height: 1, ..area };
            let is_selected = index == self.selected && item.enabled;
            let mut style = theme.base().fg(shown(if item.enabled { theme.text } else { theme.faint }));
            if is_selected {
                style = style.bg(shown(theme.selection)).fg(shown(theme.hero));
                if look.is_plain() {
                    style = style.add_modifier(Modifier::REVERSED);
                }
            }
            buffer.set_style(line.intersection(buffer.area), style);
            let mut column = 1;
            if let Some(letter) = item.letter {
                let accent = if item.enabled { style.fg(shown(theme.title)) } else { style };
                put(buffer, line, (column, 0), &letter.to_string(), accent.add_modifier(Modifier::BOLD));
                column += 3;
            }
            if let Some((glyph, colour)) = item.glyph {
                put(buffer, line, (column, 0), &glyph.to_string(), style.fg(shown(colour)));
                column += 2;
            }
            let right = width(&item.right);
            let room = line.width.saturating_sub(column + right + u16::from(right > 0) + 1);
            put(buffer, line, (column, 0), &cut(&item.text, room), style);
            let inner = Rect { width: line.width.saturating_sub(1), ..line };
            put_right(
                buffer,
                inner,
                0,
                &item.right,
                style.fg(shown(if is_selected { theme.text } else { theme.faint })),
            );
        }
        self.draw_arrows(buffer, area, first, look);
    }

    /// Shows that there is more above or below.
    fn draw_arrows(&self, buffer: &mut Buffer, area: Rect, first: usize, look: Look<'_>) {
        let style = Style::new().fg(shown(look.theme.title));
        let last = area.height.saturating_sub(1);
        if first > 0 {
            put_right(buffer, area, 0, "▲", style);
        }
        if first + usize::from(area.height) < self.items.len() {
            put_right(buffer, area, last, "▼", style);
        }
    }
}

/// A list in a box in the middle of the screen, with words above it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListBox {
    pub(crate) title: String,
    /// What is said above the lines.
    pub(crate) words: Vec<String>,
    pub(crate) foot: String,
    pub(crate) list: List,
}

impl ListBox {
    /// The box, and where the lines are in it.
    pub(crate) fn areas(&self, screen: Rect) -> (Rect, Rect) {
        let words = self.words.iter().map(|line| width(line)).max().unwrap_or(0);
        let wide = self.list.width().max(words).max(width(&self.title)).max(width(&self.foot)) + 6;
        let above = self.words.len() as u16 + u16::from(!self.words.is_empty());
        let high = (self.list.items.len() as u16).saturating_add(2 + above);
        let outer = centred(screen, wide.max(30), high);
        let inner = Rect {
            x: outer.x + outer.width.min(1),
            y: outer.y + outer.height.min(1 + above),
            width: outer.width.saturating_sub(2),
            height: outer.height.saturating_sub(2 + above),
        };
        (outer, inner)
    }

    pub(crate) fn update(&mut self, input: &Input, keys: &Bindings, screen: Rect) -> Choice {
        let (outer, inner) = self.areas(screen);
        if let Input::Mouse { column, row, what: Pointer::Left } = input
            && !outer.contains((*column, *row).into())
        {
            return Choice::Left;
        }
        self.list.update(input, keys, inner)
    }

    pub(crate) fn draw(&self, buffer: &mut Buffer, screen: Rect, look: Look<'_>) {
        let (outer, inner) = self.areas(screen);
        let inside = draw_box(buffer, outer, &self.title, look);
        foot(buffer, outer, &self.foot, look);
        for (row, line) in (0..inside.height).zip(&self.words) {
            put(buffer, inside, (1, row), line, look.theme.base());
        }
        self.list.draw(buffer, inner, look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{Chord, Key};
    use crate::settings::Settings;

    fn list() -> List {
        let mut items: Vec<Item> = ('a'..='j').map(|letter| Item::new(letter, letter.to_string())).collect();
        items[0].enabled = false;
        items[4].enabled = false;
        List::new(items)
    }

    #[test]
    fn keys_letters_and_the_mouse_choose_only_what_can_be_chosen() {
        let (mut list, settings) = (list(), Settings::standard());
        let area = Rect::new(0, 5, 20, 4);
        let press = |key| Input::Key(Chord::plain(key));
        assert_eq!(list.selected, 1);
        assert_eq!(list.update(&press(Key::Up), &settings.keys, area), Choice::None);
        assert_eq!(list.selected, 9, "it goes around");
        assert_eq!(list.update(&press(Key::Character('d')), &settings.keys, area), Choice::Taken(3));
        list.update(&press(Key::Down), &settings.keys, area);
        assert_eq!(list.selected, 5, "what cannot be chosen is skipped");
        assert_eq!(list.update(&press(Key::Character('e')), &settings.keys, area), Choice::None);
        assert_eq!(list.update(&press(Key::Enter), &settings.keys, area), Choice::Taken(5));
        let click = Input::Mouse { column: 3, row: 5, what: Pointer::Left };
        assert_eq!(list.update(&click, &settings.keys, area), Choice::Taken(3), "the window begins at the fourth");
        assert_eq!(list.update(&press(Key::Escape), &settings.keys, area), Choice::Left);
    }

    #[test]
    fn the_selected_line_is_always_in_sight() {
        let mut list = list();
        for height in 1..12 {
            for selected in 0..list.items.len() {
                list.selected = selected;
                let first = list.first(height);
                assert!((first..first + usize::from(height)).contains(&selected), "{selected} of {height}");
            }
        }
    }
}
