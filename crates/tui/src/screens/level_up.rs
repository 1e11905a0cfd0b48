//! A new level of experience: what to be better at?

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_game::{Action, Improvement};

use super::play::act;
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::Input;
use crate::keys::Command;
use crate::widgets::list::{Choice, Item, List, ListBox};

/// The choice of a new level.
#[derive(Debug)]
pub(crate) struct LevelUp {
    panel: ListBox,
}

impl LevelUp {
    /// The choice, if there is one to take.
    pub(crate) fn new(desk: &Desk) -> Option<Self> {
        let view = desk.session.as_ref()?.game().view();
        let (stats, numbers) = (view.stats(), view.content().settings());
        if stats.choices == 0 {
            return None;
        }
        let items = Improvement::ALL.iter().zip(numbers.improvements).map(|(improvement, amount)| {
            let (letter, text, is_open) = match improvement {
                Improvement::Vigour => ('v', format!("Vigour: {amount} more hit points"), true),
                Improvement::Might => ('m', format!("Might: {amount} more attack"), true),
                Improvement::Guard => ('g', format!("Guard: {amount} more defence"), true),
                Improvement::Sight => {
                    ('s', format!("Sight: see {amount} cells farther"), stats.sight < numbers.farthest_sight)
                }
            };
            Item { enabled: is_open, ..Item::new(letter, text) }
        });
        let panel = ListBox {
            title: format!("Level {}", stats.level),
            words: vec!["You have learnt much. Choose what to be better at.".into()],
            foot: format!("{}: later", desk.menu_hint(Command::Cancel)),
            list: List::new(items.collect()),
        };
        Some(Self { panel })
    }
}

impl Screen for LevelUp {
    fn name(&self) -> &'static str {
        "level-up"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        match self.panel.update(input, &desk.settings.keys, desk.screen) {
            Choice::Taken(index) => {
                if let Some(improvement) = Improvement::ALL.get(index) {
                    act(desk, Action::Choose(*improvement));
                }
                Self::new(desk).map_or(Change::Close, Change::to)
            }
            Choice::Left => Change::Close,
            Choice::None => Change::Stay,
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        self.panel.draw(buffer, screen, desk.look());
    }
}
