//! The menu of a game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::help::Help;
use super::history::History;
use super::overview::Overview;
use super::play::Play;
use super::title::Title;
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::Input;
use crate::keys::Command;
use crate::widgets::list::{Choice, Item, List, ListBox};

/// The menu.
#[derive(Debug)]
pub(crate) struct Menu {
    panel: ListBox,
}

impl Menu {
    pub(crate) fn new(desk: &Desk) -> Self {
        let seed = desk.session.as_ref().map(|session| session.seed().to_string()).unwrap_or_default();
        let panel = ListBox {
            title: "Menu".into(),
            words: vec![format!("Seed {}", crate::text::cut(&seed, 40))],
            foot: format!("{}: back to the game", desk.menu_hint(Command::Cancel)),
            list: List::new(vec![
                Item::new('g', "Go on"),
                Item { right: desk.play_hint(Command::Help), ..Item::new('h', "Help") },
                Item { right: desk.play_hint(Command::Map), ..Item::new('m', "Map") },
                Item { right: desk.play_hint(Command::History), ..Item::new('r', "Read the log") },
                Item { right: desk.play_hint(Command::Quit), ..Item::new('s', "Save, and back to the title") },
                Item::new('l', "Save, and leave"),
            ]),
        };
        Self { panel }
    }
}

impl Screen for Menu {
    fn name(&self) -> &'static str {
        "menu"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        match self.panel.update(input, &desk.settings.keys, desk.screen) {
            Choice::Taken(0) | Choice::Left => Change::restart(Play::default()),
            Choice::Taken(1) => Change::to(Help::new(desk)),
            Choice::Taken(2) => Overview::new(desk).map_or(Change::Close, Change::to),
            Choice::Taken(3) => Change::to(History::default()),
            Choice::Taken(4) => {
                let trouble = desk.put_away();
                Change::restart(Title::new(desk).saying(trouble))
            }
            Choice::Taken(_) => {
                desk.wishes.leave = true;
                Change::Stay
            }
            Choice::None => Change::Stay,
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        self.panel.draw(buffer, screen, desk.look());
    }
}
