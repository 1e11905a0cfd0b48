//! Lists to choose from with keys, letters or the mouse.

use std::fmt;

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use undercroft_mapgen::Colour;

use super::canvas::Canvas;
use crate::colour::shown;
use crate::input::{Input, Pointer};
use crate::keys::{Bindings, Command, Mode};
use crate::text::{cut, width};

/// A line of a list, with the value that choosing it returns.
pub(crate) struct Item<T> {
    pub(crate) value: T,
    /// The letter that chooses it.
    pub(crate) letter: Option<char>,
    /// A glyph in its own colour.
    pub(crate) glyph: Option<(char, Colour)>,
    pub(crate) text: String,
    /// The text at the right edge.
    pub(crate) right: String,
    /// Whether it can be chosen.
    pub(crate) enabled: bool,
}

impl<T> Item<T> {
    pub(crate) fn new(letter: impl Into<Option<char>>, text: impl Into<String>, value: T) -> Self {
        let (letter, text) = (letter.into(), text.into());
        Self { value, letter, glyph: None, text, right: String::new(), enabled: true }
    }

    pub(crate) fn right(self, right: impl Into<String>) -> Self {
        Self { right: right.into(), ..self }
    }

    pub(crate) fn enabled_if(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }

    pub(crate) fn glyph(self, glyph: char, colour: Colour) -> Self {
        Self { glyph: Some((glyph, colour)), ..self }
    }
}

/// Lines to choose from, one of which is selected.
pub(crate) struct List<T> {
    pub(crate) items: Vec<Item<T>>,
    pub(crate) selected: usize,
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items.iter().map(|item| &item.text)).finish()
    }
}

/// What the user did with a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Choice<'a, T> {
    /// Chose a line.
    Chosen(&'a T),
    /// Went back.
    Cancelled,
    /// Neither.
    None,
}

impl<T> List<T> {
    pub(crate) fn new(items: Vec<Item<T>>) -> Self {
        let selected = items.iter().position(|item| item.enabled).unwrap_or(0);
        Self { items, selected }
    }

    /// Responds to input. `area` is where the lines are.
    pub(crate) fn update(&mut self, input: &Input, keys: &Bindings, area: Rect) -> Choice<'_, T> {
        match input {
            Input::Key(chord) => {
                let letter = chord.typed();
                let found = letter.and_then(|letter| self.items.iter().position(|item| item.letter == Some(letter)));
                if let Some(index) = found.filter(|index| self.items[*index].enabled) {
                    self.selected = index;
                    return self.choose();
                }
                match keys.command(Mode::Menus, *chord) {
                    Some(command) => self.obey(command, area.height),
                    None => Choice::None,
                }
            }
            Input::Mouse { column, row, what } => self.point(*column, *row, *what, area),
            _ => Choice::None,
        }
    }

    fn obey(&mut self, command: Command, page: u16) -> Choice<'_, T> {
        let page = usize::from(page.max(1));
        match command {
            Command::Up | Command::Previous => self.step(-1),
            Command::Down | Command::Next => self.step(1),
            Command::PageUp => self.select_near(self.selected.saturating_sub(page)),
            Command::PageDown => self.select_near(self.selected + page),
            Command::First => self.select_near(0),
            Command::Last => self.select_near(usize::MAX),
            Command::Confirm => return self.choose(),
            Command::Cancel => return Choice::Cancelled,
            _ => {}
        }
        Choice::None
    }

    fn choose(&self) -> Choice<'_, T> {
        let item = self.items.get(self.selected).filter(|item| item.enabled);
        item.map_or(Choice::None, |item| Choice::Chosen(&item.value))
    }

    /// Selects the next line that can be chosen, wrapping around.
    fn step(&mut self, by: isize) {
        let count = self.items.len() as isize;
        let mut indices = (1..=count).map(|steps| (self.selected as isize + by * steps).rem_euclid(count) as usize);
        if let Some(index) = indices.find(|index| self.items[*index].enabled) {
            self.selected = index;
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

    fn point(&mut self, column: u16, row: u16, what: Pointer, area: Rect) -> Choice<'_, T> {
        match what {
            Pointer::WheelUp => self.select_near(self.selected.saturating_sub(1)),
            Pointer::WheelDown => self.select_near(self.selected + 1),
            Pointer::Right => return Choice::Cancelled,
            Pointer::Left | Pointer::Hover if area.contains((column, row).into()) => {
                let index = first_line(area.height, self.items.len(), self.selected) + usize::from(row - area.y);
                if self.items.get(index).is_some_and(|item| item.enabled) {
                    self.selected = index;
                    if what == Pointer::Left {
                        return self.choose();
                    }
                }
            }
            Pointer::Left | Pointer::Hover => {}
        }
        Choice::None
    }

    /// The width of the widest line.
    pub(crate) fn width(&self) -> u16 {
        let of = |item: &Item<T>| {
            let letter = if item.letter.is_some() { 4 } else { 0 };
            let glyph = if item.glyph.is_some() { 2 } else { 0 };
            let right = if item.right.is_empty() { 0 } else { width(&item.right) + 2 };
            letter + glyph + width(&item.text) + right
        };
        self.items.iter().map(of).max().unwrap_or(0)
    }

    /// Draws the lines into an area.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let first = first_line(area.height, self.items.len(), self.selected);
        for (row, (index, item)) in (0..area.height).zip(self.items.iter().enumerate().skip(first)) {
            let line = Rect { y: area.y + row, height: 1, ..area };
            let is_selected = index == self.selected && item.enabled;
            let style = match (is_selected, item.enabled) {
                (true, _) => canvas.selected(),
                (false, true) => theme.base(),
                (false, false) => theme.base().fg(shown(theme.faint)),
            };
            canvas.fill(line, style);
            let mut column = 1;
            if is_selected {
                canvas.focus(line, (column, 0));
            }
            if let Some(letter) = item.letter {
                let accent = if item.enabled { style.fg(shown(theme.title)) } else { style };
                canvas.put(line, (column, 0), &letter.to_string(), accent.add_modifier(Modifier::BOLD));
                column += 3;
            }
            if let Some((glyph, colour)) = item.glyph {
                canvas.put(line, (column, 0), &glyph.to_string(), style.fg(shown(colour)));
                column += 2;
            }
            let right = width(&item.right);
            let room = line.width.saturating_sub(column + right + u16::from(right > 0) + 1);
            canvas.put(line, (column, 0), &cut(&item.text, room), style);
            let inner = Rect { width: line.width.saturating_sub(1), ..line };
            let colour = if is_selected { theme.text } else { theme.faint };
            canvas.put_right(inner, 0, &item.right, style.fg(shown(colour)));
        }
        canvas.put_arrows(area, first, self.items.len());
    }
}

/// The first line of a list to show so that the selected one is always in sight.
pub(crate) fn first_line(height: u16, count: usize, selected: usize) -> usize {
    let height = usize::from(height);
    selected.saturating_sub(height / 2).min(count.saturating_sub(height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{Chord, Key};
    use crate::settings::Settings;

    #[test]
    fn keys_letters_and_the_mouse_choose_only_enabled_lines() {
        let items = ('a'..='j').map(|letter| Item::new(letter, "", letter).enabled_if(!"ae".contains(letter)));
        let (mut list, settings) = (List::new(items.collect()), Settings::standard());
        let area = Rect::new(0, 5, 20, 4);
        let press = |key| Input::Key(Chord::plain(key));
        assert_eq!(list.selected, 1);
        assert_eq!(list.update(&press(Key::Up), &settings.keys, area), Choice::None);
        assert_eq!(list.selected, 9, "it wraps around");
        assert_eq!(list.update(&press(Key::Character('d')), &settings.keys, area), Choice::Chosen(&'d'));
        list.update(&press(Key::Down), &settings.keys, area);
        assert_eq!(list.selected, 5, "a disabled line is skipped");
        assert_eq!(list.update(&press(Key::Character('e')), &settings.keys, area), Choice::None);
        assert_eq!(list.update(&press(Key::Enter), &settings.keys, area), Choice::Chosen(&'f'));
        let click = Input::Mouse { column: 3, row: 5, what: Pointer::Left };
        assert_eq!(list.update(&click, &settings.keys, area), Choice::Chosen(&'d'), "the fourth line is on top");
        assert_eq!(list.update(&press(Key::Escape), &settings.keys, area), Choice::Cancelled);
    }

    #[test]
    fn the_selected_line_is_always_in_sight() {
        for (height, selected) in (1..12).flat_map(|height| (0..10).map(move |selected| (height, selected))) {
            let first = first_line(height, 10, selected);
            assert!((first..first + usize::from(height)).contains(&selected), "{selected} of {height}");
        }
    }
}
