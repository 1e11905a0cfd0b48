//! Descriptions for looking around and for examining the pack.

use undercroft_grid::Point;

use super::{Cell, View};
use crate::action::Slot;
use crate::content::ItemClass;
use crate::grammar::{a_creature, an_item, an_item_kind, capitalise, list, price};
use crate::state::{Behaviour, Creature};

impl View<'_> {
    /// Describes what the hero sees or remembers at a cell.
    #[must_use]
    pub fn describe(&self, at: Point) -> String {
        let content = self.content();
        let cell = self.cell(at);
        let Some(tile) = cell.tile() else { return "You have not seen that place yet.".into() };
        let mut lines = Vec::new();
        if let Cell::Visible { creature: Some(creature), .. } = cell {
            lines.push(self.describe_creature(creature));
        }
        if at == self.at() {
            lines.push("You are here.".into());
        }
        let items = if self.sees(at) { self.game.level.pile(at) } else { &[] };
        for item in items.iter().rev() {
            let kind = content.item(item.kind);
            lines.push(format!("{}. {}", capitalise(an_item(content, item)), kind.description));
        }
        if let (Cell::Remembered { .. }, Some(item)) = (cell, cell.item()) {
            lines.push(format!("You remember {} there.", an_item_kind(content.item(item))));
        }
        lines.push(self.tile_info(tile).description.clone());
        lines.join(" ")
    }

    fn describe_creature(&self, creature: &Creature) -> String {
        let kind = self.content().creature(creature.kind);
        let health = match creature.hit_points * 4 / kind.hit_points.max(1) {
            4.. => "unhurt",
            3 => "scratched",
            2 => "wounded",
            1 => "badly wounded",
            _ => "nearly dead",
        };
        let behaviour = match creature.behaviour {
            Behaviour::Sleeping => Some("asleep"),
            Behaviour::Hunting(_) if !kind.peaceful => Some("hunting you"),
            _ => None,
        };
        let statuses = creature.statuses.iter().map(|(status, _)| status.name());
        let states: Vec<String> = [health].into_iter().chain(behaviour).chain(statuses).map(String::from).collect();
        let name = capitalise(a_creature(self.content(), creature.kind));
        format!("{name}. It is {}. {}", list(&states), kind.description)
    }

    /// Describes an item in the pack and what it does.
    #[must_use]
    pub fn examine(&self, slot: Slot) -> Option<String> {
        let content = self.content();
        let item = self.item_in(slot)?;
        let kind = content.item(item.kind);
        let mut text = format!("{}. {}", capitalise(an_item(content, item)), kind.description);
        let bonus = |class: ItemClass| if kind.class == class { i32::from(item.bonus) } else { 0 };
        let numbers = [
            ("Attack", kind.attack + bonus(ItemClass::Weapon)),
            ("Defence", kind.defence + bonus(ItemClass::Armour)),
            ("Sight", kind.sight),
            ("Thrown", kind.thrown),
        ];
        for (name, number) in numbers.iter().filter(|(_, number)| *number != 0) {
            text += &format!(" {name}: {number:+}.");
        }
        if kind.worth > 0 {
            text += &format!(" Worth {}.", price(u64::from(kind.worth) * u64::from(item.count)));
        }
        Some(text)
    }
}
