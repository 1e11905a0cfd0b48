//! What happens to who comes to a cell: tile events, traps, and what lies there. It can be set off by hand, too.

use undercroft_grid::Point;

use crate::content::{Ability, Condition, Effect, ItemClass, TileEvent};
use crate::event::Event;
use crate::level::loot;
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::turn::{Spent, Turn, Who};

impl<'a> Turn<'a> {
    /// The event of a cell's tile.
    pub(crate) fn tile_event(&self, at: Point) -> Option<&'a TileEvent> {
        let info = self.stage.tileset.get(self.stage.tile(at))?;
        let rule = self.content.tile_rule(&info.name).and_then(|rule| rule.on_enter.as_deref());
        self.content.event_named(rule.or(info.on_enter.as_deref())?)
    }

    /// Lets happen what happens to who has stepped on its cell.
    pub(crate) fn enter(&mut self, who: Who) {
        let at = self.body(who).at;
        self.notice_cell(who);
        let flies = self.can(who, Ability::Fly);
        if !flies && self.tile_event(at).is_some_and(|event| !event.by_hand) {
            self.trigger_tile(who, at);
        }
        if !flies && self.body(who).hit_points > 0 && !self.moved_level {
            self.spring_traps(who);
        }
    }

    /// Lets happen what happens to the hero where it has come to from another level. The tile itself does nothing: stairs
    /// that worked by stepping on them would lead to and fro for ever.
    pub(crate) fn land(&mut self) {
        self.notice_cell(Who::Hero);
        self.spring_traps(Who::Hero);
    }

    /// The hero is told what is where it stands.
    fn notice_cell(&mut self, who: Who) {
        let at = self.body(who).at;
        if who == Who::Hero {
            let event = self.tile_event(at);
            if let Some(text) = event.and_then(|event| event.tell.as_ref()) {
                self.events.push(Event::Told(text.clone()));
            }
            let pile = self.stage.pile(at);
            if !pile.is_empty() {
                let items = pile.to_vec();
                self.events.push(Event::Lies { items });
            }
        }
    }

    /// Sets off the traps of the cell that somebody is on. Each works once.
    fn spring_traps(&mut self, who: Who) -> bool {
        let at = self.body(who).at;
        let mut any = false;
        let depth = self.state.depth;
        while self.body(who).hit_points > 0 && self.body(who).at == at && self.state.depth == depth {
            let content = self.content;
            let trap = self.stage.pile(at).iter().position(|item| content.item(item.kind).class == ItemClass::Trap);
            let Some(index) = trap else { break };
            let kind = self.stage.pile(at)[index].kind;
            let webbing = |effect: &Effect| matches!(effect, Effect::Inflict { condition: Condition::Webbed, .. });
            let effects = &content.item(kind).on_enter;
            if self.can(who, Ability::Webwalk) && effects.iter().all(webbing) {
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

    /// The hero sets off by hand what the cell does, or opens what is there.
    pub(crate) fn interact(&mut self) -> Result<Spent, Refusal> {
        let at = self.hero_at();
        let content = self.content;
        let chest = self.stage.pile(at).iter().position(|item| content.item(item.kind).class == ItemClass::Chest);
        if let Some(index) = chest {
            return self.open_chest(at, index);
        }
        if let Some(event) = self.tile_event(at) {
            // Stairs say themselves why they cannot be taken.
            if event.effects.contains(&Effect::Climb) {
                return self.climb();
            }
            if event.effects.contains(&Effect::Descend) {
                return self.descend();
            }
            self.trigger_tile(Who::Hero, at);
            return Ok(Spent::Turn);
        }
        if self.spring_traps(Who::Hero) { Ok(Spent::Turn) } else { Err(Refusal::NothingToDo) }
    }

    fn open_chest(&mut self, at: Point, index: usize) -> Result<Spent, Refusal> {
        let item = self.stage.pile(at)[index].kind;
        if let Some((key, _)) = self.content.item(item).key.as_deref().and_then(|key| self.content.item_named(key)) {
            let slot = self.state.hero.pack.iter().find(|(_, item)| item.kind == key).map(|(slot, _)| *slot);
            let Some(slot) = slot else { return Err(Refusal::Locked { item, key }) };
            self.use_up(slot);
        }
        self.empty_chest(at, index);
        Ok(Spent::Turn)
    }

    /// A chest becomes what was inside.
    pub(crate) fn empty_chest(&mut self, at: Point, index: usize) {
        let kind = self.stage.pile(at)[index].kind;
        self.take_from_pile(at, index);
        let (content, depth) = (self.content, self.state.depth);
        let table = content.item(kind).holds.as_deref().and_then(|name| content.table_named(name));
        let inside = table.map_or_else(Vec::new, |table| loot::roll(content, table, depth, &mut self.dice()));
        for item in &inside {
            self.put_down(at, *item);
        }
        self.events.push(Event::Unlocked { item: kind, inside });
    }
}
