//! Buying: from a pedlar beside the hero, or at an altar under it.

use undercroft_grid::Point;

use crate::content::{Content, ItemClass, ItemKindId};
use crate::event::Event;
use crate::game::Game;
use crate::level::stage::{Occupant, Stage};
use crate::names;
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::turn::{Spent, Turn, Who};
use crate::state::{Creature, Item, State};
use crate::view::Offer;

/// What a thing costs, from what it is worth.
const fn price(worth: u32) -> u64 {
    (worth as u64 * 3).div_ceil(2)
}

/// The pedlar beside a cell, by its place in the list.
fn pedlar_beside(content: &Content, state: &State, stage: &Stage, at: Point) -> Option<usize> {
    at.eight().find_map(|near| match stage.occupant(near) {
        Occupant::Creature(index) => {
            let sells = |creature: &Creature| {
                let kind = content.creature(creature.kind);
                kind.peaceful && kind.wares.is_some() && creature.hit_points > 0
            };
            state.creatures.get(index).is_some_and(sells).then_some(index)
        }
        _ => None,
    })
}

impl Game {
    /// All that can be bought where the hero stands: an altar's blessings first, then a pedlar's wares.
    pub(crate) fn offers(&self) -> Vec<Offer> {
        let (content, at) = (&*self.content, self.state.hero.body.at);
        let mut offers = Vec::new();
        if self.stage.ground(at).altar {
            let blessings = content.blessings().iter();
            offers.extend(blessings.map(|blessing| Offer {
                name: blessing.name.clone(),
                price: u64::from(blessing.price),
                item: None,
            }));
        }
        if let Some(index) = pedlar_beside(content, &self.state, &self.stage, at) {
            let wares = self.state.creatures[index].carried.iter();
            offers.extend(wares.map(|item| Offer {
                name: names::an_item(content, &Item { count: 1, ..*item }),
                price: price(content.item(item.kind).worth),
                item: Some(*item),
            }));
        }
        offers
    }
}

impl Turn<'_> {
    /// The hero buys something.
    pub(crate) fn buy(&mut self, index: u8) -> Result<Spent, Refusal> {
        let (content, at) = (self.content, self.hero_at());
        let mut index = usize::from(index);
        if self.stage.ground(at).altar {
            if let Some(blessing) = content.blessings().get(index) {
                self.pay(u64::from(blessing.price))?;
                self.events.push(Event::Bought { name: blessing.name.clone(), price: u64::from(blessing.price) });
                for effect in &blessing.effects {
                    self.apply(effect, Who::Hero, Cause::Mishap, None);
                }
                return Ok(Spent::Turn);
            }
            index -= content.blessings().len();
        }
        let pedlar = pedlar_beside(content, self.state, self.stage, at).ok_or(Refusal::NoOffer)?;
        let item = self.state.creatures[pedlar].carried.get(index).copied().ok_or(Refusal::NoOffer)?;
        let (one, price) = (Item { count: 1, ..item }, price(content.item(item.kind).worth));
        self.pay(price)?;
        let wares = &mut self.state.creatures[pedlar].carried;
        if item.count > 1 {
            wares[index].count -= 1;
        } else {
            wares.remove(index);
        }
        self.events.push(Event::Bought { name: names::an_item(content, &one), price });
        if self.stow(one).is_none() {
            self.put_down(at, one);
        }
        Ok(Spent::Turn)
    }

    /// Pays from the hero's coins; the change comes back in as few coins as can be.
    fn pay(&mut self, price: u64) -> Result<(), Refusal> {
        let content = self.content;
        let is_coin = |item: &Item| content.item(item.kind).class == ItemClass::Coin;
        let worth = |item: &Item| u64::from(content.item(item.kind).worth) * u64::from(item.count);
        let pack = &mut self.state.hero.pack;
        let purse = pack.values().filter(|item| is_coin(item)).map(worth).fold(0, u64::saturating_add);
        if purse < price {
            return Err(Refusal::TooDear(price));
        }
        pack.retain(|_, item| !is_coin(item));
        let mut left = purse - price;
        for (kind, worth) in coins(content) {
            let count = u32::try_from(left / worth).unwrap_or(u32::MAX);
            if count > 0 {
                left -= u64::from(count) * worth;
                let change = Item { kind, count, charges: 0, bonus: 0 };
                if self.stow(change).is_none() {
                    self.put_down(self.hero_at(), change);
                }
            }
        }
        Ok(())
    }
}

/// The kinds of coins, the most valuable first.
fn coins(content: &Content) -> Vec<(ItemKindId, u64)> {
    let coins = content.items().filter(|(_, kind)| kind.class == ItemClass::Coin && kind.worth > 0);
    let mut coins: Vec<(ItemKindId, u64)> = coins.map(|(id, kind)| (id, u64::from(kind.worth))).collect();
    coins.sort_by_key(|(id, worth)| (std::cmp::Reverse(*worth), *id));
    coins
}
