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
    /// One round of the hero's body: it digests, and heals while there is something to digest.
    pub(crate) fn digest(&mut self) {
        let settings = self.content.settings();
        let round = self.state.clock / 100;
        let food = self.state.hero.food;
        let now = food.saturating_sub(1);
        self.state.hero.food = now;
        if food > 0 && Hunger::of(now, settings) != Hunger::of(food, settings) {
            self.events.push(Event::Hungers(Hunger::of(now, settings)));
        }
        if now == 0 {
            // Starving takes time: one hit point every other round.
            if round.is_multiple_of(2) {
                self.hurt(Who::Hero, 1, Cause::Hunger, None);
            }
        } else if round.is_multiple_of(u64::from(settings.healing_rounds.max(1))) {
            self.heal(Who::Hero, 1);
        }
    }

    /// Fills the hero's stomach; nobody else has one that counts.
    pub(crate) fn feed(&mut self, who: Who, amount: u32) -> bool {
        if who == Who::Hero {
            let hero = &mut self.state.hero;
            hero.food = hero.food.saturating_add(amount).min(self.content.settings().stomach);
        }
        who == Who::Hero
    }
}
