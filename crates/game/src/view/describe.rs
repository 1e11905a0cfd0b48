//! What things look like, in sentences: for looking around and for examining.

use undercroft_grid::Point;

use super::{Cell, View};
use crate::action::Slot;
use crate::content::ItemClass;
use crate::names;
use crate::state::{Creature, Mind};

impl View<'_> {
    /// What is to be seen or remembered at a cell, in sentences: for looking around.
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
        let items = if self.sees(at) { self.game.stage.pile(at) } else { &[] };
        for item in items.iter().rev() {
            let kind = content.item(item.kind);
            lines.push(format!("{}. {}", names::capital(names::an_item(content, item)), kind.description));
        }
        if let (Cell::Remembered { .. }, Some(item)) = (cell, cell.item()) {
            lines.push(format!("You remember {} there.", names::with_article(&content.item(item).name)));
        }
        lines.push(self.tile_info(tile).description.clone());
        lines.join(" ")
    }

    fn describe_creature(&self, creature: &Creature) -> String {
        let kind = self.content().creature(creature.kind);
        let name = names::capital(names::a_creature(self.content(), creature.kind));
        let health = match creature.hit_points * 4 / kind.hit_points.max(1) {
            4.. => "unhurt",
            3 => "scratched",
            2 => "wounded",
            1 => "badly wounded",
            _ => "nearly dead",
        };
        let mut states = vec![health];
        match creature.mind {
            Mind::Sleeping => states.push("asleep"),
            Mind::Hunting(_) if !kind.peaceful => states.push("after you"),
            _ => {}
        }
        states.extend(creature.conditions.iter().map(|(condition, _)| condition.name()));
        format!("{name}, {}. {}", states.join(", "), kind.description)
    }

    /// What an item in the pack is and does, in sentences: for examining it.
    #[must_use]
    pub fn examine(&self, slot: Slot) -> Option<String> {
        let content = self.content();
        let item = self.item_in(slot)?;
        let kind = content.item(item.kind);
        let mut text = format!("{}. {}", names::capital(names::an_item(content, item)), kind.description);
        let bonus = i32::from(item.bonus);
        let of_class = |class: ItemClass| if kind.class == class { bonus } else { 0 };
        let numbers = [
            ("attack", kind.attack + of_class(ItemClass::Weapon)),
            ("defence", kind.defence + of_class(ItemClass::Armour)),
            ("sight", kind.sight),
            ("thrown", kind.thrown),
        ];
        for (name, number) in numbers.iter().filter(|(_, number)| *number != 0) {
            text += &format!(" {}: {number:+}.", names::capital(name.to_string()));
        }
        if kind.worth > 0 {
            text += &format!(" Worth {}.", names::price(u64::from(kind.worth) * u64::from(item.count)));
        }
        Some(text)
    }
}
