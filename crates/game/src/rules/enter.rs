//! Entering a cell: tile events, traps and items. Interacting triggers the same on purpose.

use undercroft_grid::Point;
use undercroft_mapgen::StairUse;

use crate::content::{Effect, ItemClass, Status, TileEvent, Trait, Trigger};
use crate::event::Event;
use crate::level::loot;
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::turn::{Cost, Turn, Who};

impl<'a> Turn<'a> {
    /// The event of a cell's tile.
    pub(crate) fn tile_event(&self, at: Point) -> Option<&'a TileEvent> {
        self.content.event_of(self.level.tileset.get(self.level.tile(at))?)
    }

    /// Triggers what is on the cell that somebody has stepped on.
    pub(crate) fn enter(&mut self, who: Who) {
        let at = self.body(who).at;
        if who == Who::Hero {
            self.report_cell();
        }
        if self.flies(who) {
            return;
        }
        if who == Who::Hero && self.dungeon.plan().stair_use() == StairUse::Step && self.take_stairs_underfoot() {
            return;
        }
        if self.tile_event(at).is_some_and(|event| !event.manual) {
            self.trigger_tile(who, at);
        }
        if self.body(who).is_alive() && !self.changed_level {
            self.spring_traps(who);
        }
        if who == Who::Hero && self.body(who).is_alive() && !self.changed_level {
            self.trigger_machines(Trigger::Step);
        }
    }

    /// Triggers what is on the cell where the hero has arrived from another level. The tile itself is not triggered:
    /// otherwise stairs would take the hero back and forth endlessly.
    pub(crate) fn land(&mut self) {
        self.report_cell();
        self.spring_traps(Who::Hero);
    }

    /// Reports what is on the hero's cell.
    fn report_cell(&mut self) {
        let at = self.hero_at();
        if self.state.depth == 0 && self.exit == Some(at) {
            self.events.push(Event::Message("This is where you came in, and the way out.".into()));
        } else if self.level.ledge(at).is_some() {
            self.events.push(Event::OnLedge);
        } else if let Some(text) = self.tile_event(at).and_then(|event| event.message.as_ref()) {
            self.events.push(Event::Message(text.clone()));
        }
        if !self.level.pile(at).is_empty() {
            self.events.push(Event::ItemsHere(self.level.pile(at).to_vec()));
            self.report_goal();
        }
    }

    /// Springs the traps on somebody's cell, each of them once. Returns whether there were any.
    fn spring_traps(&mut self, who: Who) -> bool {
        let (at, depth, content) = (self.body(who).at, self.state.depth, self.content);
        let webs = |effect: &Effect| matches!(effect, Effect::Inflict { status: Status::Webbed, .. });
        let mut any = false;
        while self.body(who).is_alive() && self.body(who).at == at && self.state.depth == depth {
            let Some(index) = self.position_in_pile(at, ItemClass::Trap) else { break };
            let kind = self.level.pile(at)[index].kind;
            let effects = &content.item(kind).on_enter;
            if self.has_trait(who, Trait::Webwalk) && effects.iter().all(webs) {
                break;
            }
            self.take_from_pile(at, index);
            any = true;
            for effect in effects {
                self.apply(effect, who, Cause::Item(kind), None);
            }
        }
        any
    }

    /// The hero opens a chest here, or triggers the cell on purpose.
    pub(crate) fn interact(&mut self) -> Result<Cost, Refusal> {
        let at = self.hero_at();
        if let Some(index) = self.position_in_pile(at, ItemClass::Chest) {
            return self.unlock_chest(at, index);
        }
        if let Some(index) = self.position_in_pile(at, ItemClass::Gate) {
            return self.pass_gate(self.level.pile(at)[index].kind);
        }
        if self.level.flags(at).lever {
            self.pull(at);
            return Ok(Cost::Turn);
        }
        if let Some(event) = self.tile_event(at) {
            // Stairs have their own reasons for refusing.
            if event.effects.contains(&Effect::Climb) {
                return self.climb();
            }
            if event.effects.contains(&Effect::Descend) {
                return self.descend();
            }
            self.trigger_tile(Who::Hero, at);
            return Ok(Cost::Turn);
        }
        if self.spring_traps(Who::Hero) { Ok(Cost::Turn) } else { Err(Refusal::NothingToDo) }
    }

    fn unlock_chest(&mut self, at: Point, index: usize) -> Result<Cost, Refusal> {
        let item = self.level.pile(at)[index].kind;
        if let Some((key, _)) = self.content.item(item).key.as_deref().and_then(|key| self.content.item_named(key)) {
            let slot = self.state.hero.slot_of(key).ok_or(Refusal::Locked { item, key })?;
            self.take_out(slot, 1);
        }
        self.open_chest(at, index);
        Ok(Cost::Turn)
    }

    /// Replaces a chest by its contents.
    pub(crate) fn open_chest(&mut self, at: Point, index: usize) {
        let chest = self.level.pile(at)[index].kind;
        self.take_from_pile(at, index);
        let (content, depth) = (self.content, self.state.depth);
        let table = content.item(chest).holds.as_deref().and_then(|name| content.table_named(name));
        let contents = table.map_or_else(Vec::new, |table| loot::draw(content, table, depth, &mut self.dice()));
        for item in &contents {
            self.put_down(at, *item);
        }
        self.events.push(Event::ChestOpened { chest, contents });
    }
}
