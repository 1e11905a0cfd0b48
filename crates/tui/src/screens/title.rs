//! The title: the name over a dungeon, and where to go from here.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use undercroft_mapgen::{Draft, Point, Recipe, Tile};

use super::help::Help;
use super::new_game::NewGame;
use super::shelf_list::ShelfList;
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::Input;
use crate::layout::centred;
use crate::settings::shown;
use crate::text::cut;
use crate::widgets::boxed::{draw_box, put, put_centred};
use crate::widgets::list::{Choice, Item, List};
use crate::widgets::map::dimmed;

/// The name, in blocks.
const NAME: [&str; 5] = [
    "█  █ █  █ ███  ████ ███   ███ ███   ██  ████ █████",
    "█  █ ██ █ █  █ █    █  █ █    █  █ █  █ █      █  ",
    "█  █ █ ██ █  █ ███  ███  █    ███  █  █ ███    █  ",
    "█  █ █  █ █  █ █    █ █  █    █ █  █  █ █      █  ",
    " ██  █  █ ███  ████ █  █  ███ █  █  ██  █      █  ",
];

/// The title.
#[derive(Debug)]
pub(crate) struct Title {
    list: List,
    /// The dungeon behind the name.
    backdrop: Option<Box<Draft>>,
    /// Something that has to be said.
    word: Option<String>,
}

impl Title {
    pub(crate) fn new(desk: &Desk) -> Self {
        let saves = desk.shelf.as_ref().map_or(0, |shelf| shelf.saves().len());
        let goes_on = Item {
            right: if saves > 0 { saves.to_string() } else { String::new() },
            enabled: saves > 0,
            ..Item::new('c', "Continue")
        };
        let mut list = List::new(vec![
            Item::new('n', "New game"),
            goes_on,
            Item::new('r', "Replays"),
            Item::new('?', "Help"),
            Item::new('q', "Quit"),
        ]);
        list.selected = usize::from(saves > 0);
        let word = desk.shelf.as_ref().err().map(|problem| format!("Games cannot be saved: {problem}"));
        Self { list, backdrop: backdrop(), word }
    }

    /// The title with something to be said.
    pub(crate) fn saying(mut self, word: Option<String>) -> Self {
        self.word = word.or(self.word);
        self
    }

    fn area(&self, screen: Rect) -> (Rect, Rect) {
        let lines = self.list.items.len() as u16;
        let name = NAME[0].chars().count() as u16;
        let outer = centred(screen, name + 6, NAME.len() as u16 + lines + 8);
        let inner = Rect {
            x: outer.x + outer.width.saturating_sub(24) / 2,
            y: outer.y + outer.height.min(NAME.len() as u16 + 6),
            width: outer.width.min(24),
            height: lines.min(outer.height.saturating_sub(NAME.len() as u16 + 7)),
        };
        (outer, inner)
    }
}

/// A level to look at: always the same, and larger than most terminals.
fn backdrop() -> Option<Box<Draft>> {
    let level = Recipe::named("halls").ok()?.sized(250, 90).build("undercroft").ok()?;
    Some(Box::new((*level).clone()))
}

impl Screen for Title {
    fn name(&self) -> &'static str {
        "title"
    }

    fn is_overlay(&self) -> bool {
        false
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        let (_, inner) = self.area(desk.screen);
        match self.list.update(input, &desk.settings.keys, inner) {
            Choice::Taken(0) => Change::open(NewGame::new(desk)),
            Choice::Taken(1) => Change::open(ShelfList::saves(desk)),
            Choice::Taken(2) => Change::open(ShelfList::replays(desk)),
            Choice::Taken(3) => Change::open(Help::new(desk)),
            Choice::Taken(_) => {
                desk.wishes.leave = true;
                Change::Stay
            }
            Choice::Left | Choice::None => Change::Stay,
        }
    }

    fn draw_below(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        if let Some(draft) = &self.backdrop {
            draw_backdrop(buffer, screen, draft, desk);
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let look = desk.look();
        let theme = look.theme;
        self.draw_below(buffer, screen, desk);
        let (outer, inner) = self.area(screen);
        let inside = draw_box(buffer, outer, "", look);
        let style = Style::new().fg(shown(theme.title));
        for (row, line) in (1..).zip(NAME) {
            put_centred(buffer, inside, row, line, style);
        }
        let faint = Style::new().fg(shown(theme.faint)).add_modifier(Modifier::ITALIC);
        put_centred(buffer, inside, NAME.len() as u16 + 2, "one seed, one dungeon, for ever", faint);
        self.list.draw(buffer, inner, look);
        let version = concat!("version ", env!("CARGO_PKG_VERSION"));
        crate::widgets::boxed::foot(buffer, outer, version, look);
        if let Some(word) = &self.word {
            let bottom = screen.height.saturating_sub(1);
            let line = format!(" {} ", cut(word, screen.width.saturating_sub(2)));
            put(buffer, screen, (0, bottom), &line, theme.base().fg(shown(theme.warning)));
        }
    }
}

fn draw_backdrop(buffer: &mut Buffer, screen: Rect, draft: &Draft, desk: &Desk) {
    let look = desk.look();
    let size = draft.size();
    let corner = Point::new(
        (size.width as i32 - i32::from(screen.width)) / 2,
        (size.height as i32 - i32::from(screen.height)) / 2,
    );
    for row in 0..screen.height {
        for column in 0..screen.width {
            let at = corner + Point::new(i32::from(column), i32::from(row));
            let Some(cell) = buffer.cell_mut((screen.x + column, screen.y + row)) else { continue };
            let tile = if size.contains(at) { draft.tile(at) } else { Tile::WALL };
            let info = &draft.tileset()[tile];
            let is_open = info.walkable || info.transparent;
            let (glyph, share) = if is_open { (info.glyph, 110) } else { ('#', 60) };
            cell.set_char(glyph).set_style(look.theme.base().fg(shown(dimmed(info.fg, share))));
            if look.is_plain() {
                cell.modifier.insert(Modifier::DIM);
            }
        }
    }
}
