//! Experience, levels, and the improvements that level-ups bring.

use crate::action::Improvement;
use crate::content::{CreatureKindId, ItemClass, Settings};
use crate::event::Event;
use crate::game::Game;
use crate::refusal::Refusal;
use crate::rules::combat::{hero_attack, hero_defence, hero_sight, worth};
use crate::rules::turn::{Cost, Turn, speed};
use crate::view::{Hunger, Stats};

/// The experience at which a level begins. Each level takes `first_level` more than the one before.
fn threshold(settings: &Settings, level: u32) -> u32 {
    let before = level.saturating_sub(1);
    settings.first_level.saturating_mul(before.saturating_mul(before.saturating_add(1)) / 2)
}

impl Turn<'_> {
    /// The experience for defeating a creature. The more of a kind the hero has killed, the less it learns from another.
    pub(crate) fn learn_from(&mut self, kind: CreatureKindId) {
        let known = self.state.kills.get(&kind).copied().unwrap_or(0) / self.content.settings().lessons.max(1);
        self.gain_experience(self.content.creature(kind).experience / (known + 1));
    }

    fn gain_experience(&mut self, experience: u32) {
        let settings = self.content.settings();
        let hero = &mut self.state.hero;
        hero.experience = hero.experience.saturating_add(experience);
        while hero.level < 1_000 && hero.experience >= threshold(settings, hero.level + 1).max(1) {
            hero.level += 1;
            hero.choices += 1;
            self.events.push(Event::LevelUp(hero.level));
        }
    }

    /// The hero spends a level-up.
    pub(crate) fn choose(&mut self, what: Improvement) -> Result<Cost, Refusal> {
        let settings = self.content.settings();
        if self.state.hero.choices == 0 {
            return Err(Refusal::NoChoice);
        }
        if what == Improvement::Sight && self.state.hero.sight >= settings.max_sight {
            return Err(Refusal::BestSight);
        }
        self.state.hero.choices -= 1;
        self.improve(what, settings.improvements[what as usize]);
        Ok(Cost::Free)
    }

    /// Improves the hero permanently.
    pub(crate) fn improve(&mut self, what: Improvement, amount: u32) {
        let more = amount.min(10_000) as i32;
        let hero = &mut self.state.hero;
        match what {
            Improvement::Vigour => {
                hero.max_hit_points = hero.max_hit_points.saturating_add(more);
                hero.body.hit_points += more;
            }
            Improvement::Might => hero.attack = hero.attack.saturating_add(more),
            Improvement::Guard => hero.defence = hero.defence.saturating_add(more),
            Improvement::Sight => {
                hero.sight = hero.sight.saturating_add(amount).min(self.content.settings().max_sight);
                self.level.view_is_stale = true;
            }
        }
        self.events.push(Event::Improved { what, amount });
    }
}

impl Game {
    pub(crate) fn stats(&self) -> Stats {
        let (content, state) = (&*self.content, &self.state);
        let (settings, hero) = (content.settings(), &state.hero);
        let coins = hero.pack.values().filter(|item| content.item(item.kind).class == ItemClass::Coin);
        Stats {
            hit_points: hero.body.hit_points,
            max_hit_points: hero.max_hit_points,
            attack: hero_attack(content, state),
            defence: hero_defence(content, state),
            speed: speed(content, &hero.body),
            sight: hero_sight(content, state),
            level: hero.level,
            experience: hero.experience,
            level_start: threshold(settings, hero.level),
            next_level: threshold(settings, hero.level + 1),
            choices: hero.choices,
            food: hero.food,
            max_food: settings.max_food,
            hunger: Hunger::of(hero.food, settings),
            purse: worth(content, coins),
        }
    }
}
