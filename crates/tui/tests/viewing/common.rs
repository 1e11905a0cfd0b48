//! What the tests of the viewer share: files that are not on disk, keys as they are written, and screens as text.

use std::cell::RefCell;
use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_export::ColourDepth;
use undercroft_mapgen::{Recipe, Seed};
use undercroft_tui::{Abilities, Chord, Colours, Input, Program, RecipeFiles, Saved, Settings, Subject, Viewer};

/// Files that are not on disk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    pub(crate) written: Rc<RefCell<Vec<(String, String)>>>,
    pub(crate) is_full: bool,
}

impl RecipeFiles for Files {
    fn save(&mut self, name: &str, text: &str, replace: bool) -> Saved {
        if self.is_full {
            return Saved::Failed(format!("{name}: the disk is full"));
        }
        let mut written = self.written.borrow_mut();
        let found = written.iter().position(|(known, _)| known == name);
        match found {
            Some(_) if !replace => return Saved::Exists,
            Some(index) => written[index].1 = text.to_owned(),
            None => written.push((name.to_owned(), text.to_owned())),
        }
        Saved::Written
    }
}

pub(crate) const COLOURFUL: Abilities = Abilities { colours: Colours::Some(ColourDepth::True), ascii: false };
pub(crate) const PLAIN: Abilities = Abilities { colours: Colours::None, ascii: true };

pub(crate) fn open(subject: Subject, typed: &str, seed: &str, files: Files, abilities: Abilities) -> Viewer {
    let depth = if matches!(subject, Subject::Plan(_)) { 0 } else { 1 };
    let start = (Seed::from(seed), depth);
    let mut viewer = Viewer::new(Settings::standard(), abilities, Box::new(files), (subject, typed), start).unwrap();
    viewer.finish_work();
    viewer
}

pub(crate) fn view(recipe: Recipe) -> Viewer {
    let name = recipe.name().to_owned();
    open(Subject::recipe(recipe), &name, "42", Files::default(), COLOURFUL)
}

pub(crate) fn named(name: &str) -> Viewer {
    view(Recipe::named(name).unwrap())
}

/// Presses keys, written as in the settings, with spaces between them.
pub(crate) fn press(viewer: &mut Viewer, keys: &str) {
    for key in keys.split(' ').filter(|key| !key.is_empty()) {
        viewer.update(&Input::Key(key.parse().unwrap()));
        viewer.finish_work();
    }
}

pub(crate) fn type_in(viewer: &mut Viewer, text: &str) {
    for letter in text.chars() {
        viewer.update(&Input::Key(Chord::character(letter)));
    }
    press(viewer, "enter");
}

pub(crate) fn drawn(viewer: &mut Viewer, width: u16, height: u16) -> Buffer {
    viewer.update(&Input::Resize(width, height));
    viewer.finish_work();
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    viewer.draw(&mut buffer);
    buffer
}

pub(crate) fn text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(usize::from(buffer.area.width.max(1)));
    let lines = rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

pub(crate) fn shot(viewer: &mut Viewer) -> String {
    text(&drawn(viewer, 80, 24))
}

#[track_caller]
pub(crate) fn assert_shows(viewer: &mut Viewer, words: &[&str]) {
    let screen = shot(viewer);
    for word in words {
        assert!(screen.contains(word), "`{word}` is not shown:\n{screen}");
    }
}

pub(crate) fn fingerprint(viewer: &Viewer) -> u64 {
    viewer.shown().unwrap().fingerprint()
}
