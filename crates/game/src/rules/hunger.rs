//! Hunger and natural healing.

use crate::content::Settings;
use crate::event::Event;
use crate::outcome::Cause;
use crate::rules::turn::{Turn, Who};
use crate::view::Hunger;

impl Hunger {
    pub(crate) const fn of(food: u32, settings: &Settings) -> Self {
        if food == 0 {
            Self::Starving
        } else if food <= settings.weak {
            Self::Weak
        } else if food <= settings.hungry {
            Self::Hungry
        } else {
            Self::Fed
        }
    }
}

impl Turn<'_> {
    /// One round of hunger and healing: the hero uses up food and heals; without food it starves.
    pub(crate) fn digest(&mut self) {
        let settings = self.content.settings();
        let round = self.state.clock / 100;
        let before = self.state.hero.food;
        let food = before.saturating_sub(1);
        self.state.hero.food = food;
        let hunger = Hunger::of(food, settings);
        if hunger != Hunger::of(before, settings) {
            self.events.push(Event::HungerChanged(hunger));
        }
        if food == 0 {
            // Starving costs a hit point every other round.
            if round.is_multiple_of(2) {
                self.hurt(Who::Hero, 1, Cause::Hunger, None);
            }
        } else if round.is_multiple_of(u64::from(settings.healing_rounds.max(1))) {
            self.heal(Who::Hero, 1);
        }
    }

    /// Feeds the hero; creatures do not eat.
    pub(crate) fn feed(&mut self, who: Who, amount: u32) -> bool {
        if who == Who::Hero {
            let hero = &mut self.state.hero;
            hero.food = hero.food.saturating_add(amount).min(self.content.settings().max_food);
        }
        who == Who::Hero
    }
}
