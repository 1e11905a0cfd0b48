//! Descriptions for looking around and for examining the pack.

use undercroft_grid::Point;
use undercroft_mapgen::Tile;

use super::in_sight::behaviour;
use super::{Cell, Sighting, View};
use crate::action::Slot;
use crate::content::{Ability, CreatureKind, Effect, ItemClass, Status, Tactic, Trait};
use crate::grammar::{a_creature, an_item, an_item_kind, capitalise, list, price};
use crate::level::tile_flags::Barrier;
use crate::rules::barriers::holds_key;
use crate::rules::{combat, turn};

impl View<'_> {
    /// Describes what the hero sees or remembers at a cell.
    #[must_use]
    pub fn describe(&self, at: Point) -> String {
        let content = self.content();
        let cell = self.cell(at);
        let Some(tile) = cell.tile() else { return "You have not seen that place yet.".into() };
        let mut lines = Vec::new();
        if let Some(sighting) = self.creature_at(at) {
            lines.push(self.describe_creature(&sighting));
            lines.push(self.describe_fight(&sighting));
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
        lines.extend(self.describe_lock(at, tile));
        lines.retain(|line| !line.is_empty());
        lines.join(" ")
    }

    /// Which key a locked door needs.
    fn describe_lock(&self, at: Point, tile: Tile) -> Option<String> {
        let level = &self.game.level;
        let is_lock = level.flags_of(tile).barrier == Some(Barrier::Lock);
        let key = level.key_for(self.content(), at).filter(|_| is_lock)?;
        let name = self.content().item(key).singular();
        let has = holds_key(&self.game.state, key);
        Some(format!("It needs the {name}{}.", if has { ", which you have" } else { "" }))
    }

    fn describe_creature(&self, sighting: &Sighting<'_>) -> String {
        let (kind, creature) = (sighting.kind, sighting.creature);
        let health = match creature.hit_points * 4 / kind.hit_points.max(1) {
            4.. => "unhurt",
            3 => "scratched",
            2 => "wounded",
            1 => "badly wounded",
            _ => "nearly dead",
        };
        let statuses = creature.statuses.iter().map(|(status, _)| status.name());
        let states: Vec<String> = [health, behaviour(sighting)].into_iter().chain(statuses).map(String::from).collect();
        let name = capitalise(a_creature(self.content(), creature.kind));
        format!("{name}. It is {}. {}", list(&states), kind.description)
    }

    /// The odds of a fight with a creature; empty for peaceful ones.
    fn describe_fight(&self, sighting: &Sighting<'_>) -> String {
        if !sighting.is_threat() {
            return String::new();
        }
        let (kind, creature) = (sighting.kind, sighting.creature);
        let (yours, its) = (self.odds_against(sighting), self.odds_for(sighting));
        let hits = |count: i32| if count == 1 { "1 hit".into() } else { format!("{count} hits") };
        let mut text = if creature.is_unaware() {
            let left = creature.hit_points - yours.damage * combat::SURPRISE;
            let after = match yours.hits_for(left) {
                _ if left <= 0 => "which should kill it".into(),
                1 => "and 1 more hit should kill it".into(),
                count => format!("and {count} more hits should kill it"),
            };
            format!("Your first blow will do about {} damage, {after}.", yours.damage * combat::SURPRISE)
        } else {
            format!(
                "You hit {}% of the time and need about {}.",
                yours.chance,
                hits(yours.hits_for(creature.hit_points))
            )
        };
        let you = its.hits_for(self.stats().hit_points);
        text += &format!(" It hits {}% of the time and needs about {}.", its.chance, hits(you));
        let speed = turn::speed(self.content(), creature);
        match speed {
            0..90 => text += " It is slow.",
            111.. => text += " It is fast.",
            _ => {}
        }
        let specials = special_attacks(kind);
        if !specials.is_empty() {
            text += &format!(" It {}.", list(&specials));
        }
        text
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

/// What else a kind of creature does to its enemies, as verbs in the third person.
fn special_attacks(kind: &CreatureKind) -> Vec<String> {
    let mut specials: Vec<String> = Vec::new();
    for tactic in &kind.tactics {
        match tactic {
            Tactic::Shoot { missile, .. } => specials.push(format!("shoots {missile}s")),
            Tactic::Weave(_) => specials.push("spins webs".into()),
            Tactic::Burst(_) => specials.push("explodes".into()),
            Tactic::Charge(_) => specials.push("charges".into()),
            Tactic::Spread { .. } => specials.push("spreads".into()),
            _ => {}
        }
    }
    for hit in &kind.on_hit {
        match &hit.effect {
            Effect::Inflict { status: Status::Poisoned, .. } => specials.push("poisons you".into()),
            Effect::Inflict { status: Status::Burning, .. } => specials.push("sets you on fire".into()),
            Effect::Inflict { status: Status::Slowed, .. } => specials.push("slows you down".into()),
            Effect::Inflict { status: Status::Stunned, .. } => specials.push("stuns you".into()),
            _ => {}
        }
    }
    if kind.abilities.contains(&Ability::Kick) {
        specials.push("kicks".into());
    }
    if kind.has_trait(Trait::Fly) {
        specials.push("flies".into());
    }
    specials
}
