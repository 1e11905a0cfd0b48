//! Buying from a pedlar next to the hero, or from an altar under it.

use std::cmp::Reverse;

use undercroft_grid::Point;

use crate::content::{GameContent, ItemClass, ItemKindId};
use crate::event::Event;
use crate::game::Game;
use crate::grammar;
use crate::level::active_level::{ActiveLevel, Occupant};
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::combat::worth;
use crate::rules::turn::{Cost, Turn, Who};
use crate::state::{Item, State};
use crate::view::Offer;

/// The price of an item in copper: half as much again as it is worth.
const fn price(worth: u32) -> u64 {
    (worth as u64 * 3).div_ceil(2)
}

/// The pedlar next to a cell, by its index in the state.
fn pedlar_beside(content: &GameContent, state: &State, level: &ActiveLevel, at: Point) -> Option<usize> {
    at.eight().find_map(|near| {
        let Occupant::Creature(index) = level.occupant(near) else { return None };
        let creature = state.creatures.get(index).filter(|creature| creature.is_alive())?;
        let kind = content.creature(creature.kind);
        (kind.peaceful && kind.wares.is_some()).then_some(index)
    })
}

impl Game {
    /// What can be bought here: an altar's blessings first, then a pedlar's wares.
    pub(crate) fn offers(&self) -> Vec<Offer> {
        let (content, at) = (&*self.content, self.state.hero.body.at);
        let blessings = if self.level.flags(at).altar { content.blessings() } else { &[] };
        let pedlar = pedlar_beside(content, &self.state, &self.level, at);
        let wares = pedlar.map_or(&[][..], |index| &self.state.creatures[index].carried);
        let blessings = blessings.iter().map(|blessing| Offer {
            name: blessing.name.clone(),
            price: u64::from(blessing.price),
            item: None,
        });
        let wares = wares.iter().map(|item| Offer {
            name: grammar::an_item(content, &Item { count: 1, ..*item }),
            price: price(content.item(item.kind).worth),
            item: Some(*item),
        });
        blessings.chain(wares).collect()
    }
}

impl Turn<'_> {
    /// The hero buys an offer.
    pub(crate) fn buy(&mut self, index: u8) -> Result<Cost, Refusal> {
        let (content, at) = (self.content, self.hero_at());
        let mut index = usize::from(index);
        if self.level.flags(at).altar {
            if let Some(blessing) = content.blessings().get(index) {
                let price = u64::from(blessing.price);
                self.pay(price)?;
                self.events.push(Event::Bought { name: blessing.name.clone(), price });
                for effect in &blessing.effects {
                    self.apply(effect, Who::Hero, Cause::Mishap, None);
                }
                return Ok(Cost::Turn);
            }
            index -= content.blessings().len();
        }
        let pedlar = pedlar_beside(content, self.state, self.level, at).ok_or(Refusal::NoOffer)?;
        let item = *self.state.creatures[pedlar].carried.get(index).ok_or(Refusal::NoOffer)?;
        let (bought, price) = (Item { count: 1, ..item }, price(content.item(item.kind).worth));
        self.pay(price)?;
        let wares = &mut self.state.creatures[pedlar].carried;
        if item.count > 1 {
            wares[index].count -= 1;
        } else {
            wares.remove(index);
        }
        self.events.push(Event::Bought { name: grammar::an_item(content, &bought), price });
        self.receive(bought);
        Ok(Cost::Turn)
    }

    /// Pays from the hero's coins. The change comes in as few coins as possible.
    fn pay(&mut self, price: u64) -> Result<(), Refusal> {
        let content = self.content;
        let is_coin = |item: &Item| content.item(item.kind).class == ItemClass::Coin;
        let pack = &mut self.state.hero.pack;
        let purse = worth(content, pack.values().filter(|item| is_coin(item)));
        let mut change = purse.checked_sub(price).ok_or(Refusal::TooExpensive(price))?;
        pack.retain(|_, item| !is_coin(item));
        for (kind, worth) in coins(content) {
            let count = u32::try_from(change / worth).unwrap_or(u32::MAX);
            if count > 0 {
                change -= u64::from(count) * worth;
                self.receive(Item { kind, count, charges: 0, bonus: 0 });
            }
        }
        Ok(())
    }
}

/// The kinds of coins and their worth, most valuable first.
fn coins(content: &GameContent) -> Vec<(ItemKindId, u64)> {
    let coins = content.items().filter(|(_, kind)| kind.class == ItemClass::Coin && kind.worth > 0);
    let mut coins: Vec<(ItemKindId, u64)> = coins.map(|(id, kind)| (id, u64::from(kind.worth))).collect();
    coins.sort_by_key(|(id, worth)| (Reverse(*worth), *id));
    coins
}
