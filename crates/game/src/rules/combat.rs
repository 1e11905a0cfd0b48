//! Attacks, wounds and death.

use crate::content::{GameContent, HitEffect, ItemClass, ItemKind, Status};
use crate::event::{Attack, Event};
use crate::level::active_level::Occupant;
use crate::level::loot;
use crate::outcome::{Cause, Outcome, Summary, summary};
use crate::rules::turn::{Turn, Who};
use crate::state::{Creature, Item, State};

/// What being shielded adds to defence.
const SHIELD: i32 = 4;
/// The factor by which surprise multiplies the damage.
pub(crate) const SURPRISE: i32 = 3;
/// How far damage varies around the usual, in percent.
const SPREAD: u32 = 30;

/// What an attack does against a defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Odds {
    /// The chance to hit, in percent.
    pub chance: u32,
    /// The usual damage of a hit. It varies by 30%.
    pub damage: i32,
}

impl Odds {
    /// The chance is attack / (attack + defence), and a hit usually costs 70% of attack − defence.
    pub(crate) fn of(attack: i32, defence: i32) -> Self {
        let (attack, defence) = (i64::from(attack.max(1)), i64::from(defence.max(0)));
        let chance = (attack * 100 / (attack + defence)).clamp(25, 95) as u32;
        let damage = ((attack - defence) * 7 + 5) / 10;
        Self { chance, damage: damage.clamp(1, 1_000_000) as i32 }
    }

    /// The odds of a kick instead of a hit: half the damage.
    pub(crate) fn of_a_kick(self) -> Self {
        Self { damage: (self.damage / 2).max(1), ..self }
    }

    /// How many usual hits it takes to cost this many hit points.
    #[must_use]
    pub const fn hits_for(self, hit_points: i32) -> i32 {
        let left = if hit_points > 0 { hit_points } else { 0 };
        (left + self.damage - 1) / self.damage
    }
}

impl<'a> Turn<'a> {
    /// Attack strength, equipment included.
    pub(crate) fn attack_strength(&self, who: Who) -> i32 {
        match who {
            Who::Hero => hero_attack(self.content, self.state),
            Who::Other(_) => self.kind(who).attack,
        }
    }

    /// Defence, equipment included.
    pub(crate) fn defence(&self, who: Who) -> i32 {
        match who {
            Who::Hero => hero_defence(self.content, self.state),
            Who::Other(_) => self.kind(who).defence + shield(self.body(who)),
        }
    }

    /// Attacks in melee.
    pub(crate) fn attack(&mut self, who: Who, whom: Who) {
        if !self.strike(who, whom, Attack::Melee, self.attack_strength(who)) {
            return;
        }
        let effects: &'a [HitEffect] = match who {
            Who::Hero => {
                let weapon = self.state.hero.weapon.and_then(|slot| self.state.hero.pack.get(&slot));
                weapon.map_or(&[], |weapon| &self.content.item(weapon.kind).on_hit)
            }
            Who::Other(_) => &self.kind(who).on_hit,
        };
        self.apply_hit_effects(effects, who, whom, None);
    }

    /// Attacks with a given strength, and hits or misses according to the [`Odds`]. A creature that is unaware of the hero is
    /// always hit, for three times the damage. Kicks do half the damage. Returns whether it hit.
    pub(crate) fn strike(&mut self, who: Who, whom: Who, attack: Attack, strength: i32) -> bool {
        let odds = Odds::of(strength, self.defence(whom));
        let surprised = who == Who::Hero && self.is_unaware(whom);
        if !surprised && !self.dice().percent(odds.chance) {
            let event = Event::Missed { who: self.actor(who), whom: self.actor(whom), attack };
            if self.is_witnessed(who) || self.is_witnessed(whom) {
                self.events.push(event);
            }
            if who == Who::Hero {
                self.body_mut(whom).provoked = true;
                self.alarm(whom);
            }
            return false;
        }
        if surprised {
            let event = Event::Surprised(self.actor(whom));
            self.emit(whom, event);
        }
        let usual = odds.damage * if surprised { SURPRISE } else { 1 };
        let usual = if attack == Attack::Kick { usual / 2 } else { usual };
        let spread = self.dice().between([100 - SPREAD, 100 + SPREAD]) as i32;
        self.hit(who, whom, attack, ((usual * spread + 50) / 100).max(1));
        true
    }

    /// Whether a hostile creature is unaware of the hero.
    fn is_unaware(&self, whom: Who) -> bool {
        whom != Who::Hero && !self.kind(whom).peaceful && self.body(whom).is_unaware()
    }

    fn hit(&mut self, who: Who, whom: Who, attack: Attack, damage: i32) {
        let cause = match (&attack, who) {
            (Attack::Thrown(item), _) => Cause::Item(item.kind),
            (_, who) => self.cause_of(who),
        };
        // A thrown item may hit somebody in the dark.
        let sees_attacker = !matches!(attack, Attack::Thrown(_)) && self.is_witnessed(who);
        if sees_attacker || self.is_witnessed(whom) {
            let event = Event::Hit { who: self.actor(who), whom: self.actor(whom), attack, damage };
            self.events.push(event);
        }
        self.hurt(whom, damage, cause, Some(who));
    }

    /// Rolls for each side effect of a hit.
    pub(crate) fn apply_hit_effects(&mut self, effects: &[HitEffect], who: Who, whom: Who, cause: Option<Cause>) {
        for hit in effects {
            if self.changed_level {
                // The attacker is no longer there.
                return;
            }
            if self.body(whom).is_alive() && self.dice().percent(hit.chance) {
                let cause = cause.unwrap_or_else(|| self.cause_of(who));
                self.apply(&hit.effect, whom, cause, Some(who));
            }
        }
    }

    fn cause_of(&self, who: Who) -> Cause {
        match who {
            Who::Hero => Cause::Hero,
            Who::Other(_) => Cause::Creature(self.body(who).kind),
        }
    }

    /// Takes hit points away, and kills anyone who has none left.
    pub(crate) fn hurt(&mut self, whom: Who, damage: i32, cause: Cause, by: Option<Who>) {
        let body = self.body_mut(whom);
        if !body.is_alive() {
            return;
        }
        body.hit_points -= damage.max(0);
        body.provoked |= by == Some(Who::Hero);
        match (body.is_alive(), whom) {
            (true, _) if by == Some(Who::Hero) => self.alarm(whom),
            (true, _) => {}
            (false, Who::Hero) => self.lose(cause),
            (false, Who::Other(index)) => self.die(index, cause),
        }
    }

    /// Restores hit points up to the maximum. Returns how many.
    pub(crate) fn heal(&mut self, who: Who, amount: u32) -> i32 {
        let max = match who {
            Who::Hero => self.state.hero.max_hit_points,
            Who::Other(_) => self.kind(who).hit_points,
        };
        let body = self.body_mut(who);
        let healed = (max - body.hit_points).clamp(0, amount.min(i32::MAX as u32) as i32);
        body.hit_points += healed;
        healed
    }

    /// Kills a creature: it leaves its loot, and its death effects happen.
    fn die(&mut self, index: usize, cause: Cause) {
        let kind = self.kind(Who::Other(index));
        let creature = &mut self.state.creatures[index];
        creature.hit_points = 0;
        let (at, id, home, provoked) = (creature.at, creature.kind, creature.home, creature.provoked);
        let rewarded = std::mem::replace(&mut creature.rewarded, true);
        let mut loot = std::mem::take(&mut creature.carried);
        if let Some(home) = home {
            self.mark_spent(home);
        }
        if provoked || self.level.sees(at) {
            let who = self.actor(Who::Other(index));
            self.events.push(Event::Died { who, cause });
        }
        self.level.set_occupant(at, Occupant::Nobody);
        if provoked {
            if !rewarded {
                self.learn_from(id);
            }
            *self.state.kills.entry(id).or_insert(0) += 1;
        }
        for drop in &kind.drops {
            if self.dice().percent(drop.chance)
                && let Some(table) = self.content.table_named(&drop.table)
            {
                let (content, depth) = (self.content, self.state.depth);
                loot.extend(loot::draw(content, table, depth, &mut self.dice()));
            }
        }
        for item in loot {
            self.put_down(at, item);
        }
        for effect in &kind.on_death {
            self.apply_at(effect, at, Cause::Blast(id), provoked.then_some(Who::Hero));
        }
    }

    /// A creature blows itself up.
    pub(crate) fn explode(&mut self, index: usize) {
        let creature = &self.state.creatures[index];
        if creature.is_alive() {
            self.die(index, Cause::Blast(creature.kind));
        }
    }

    fn lose(&mut self, cause: Cause) {
        if self.state.outcome.is_some() {
            return;
        }
        let who = self.actor(Who::Hero);
        self.events.extend([Event::Died { who, cause }, Event::Lost(cause)]);
        self.state.outcome = Some(Outcome::Lost { cause, summary: self.summary(false) });
    }

    fn summary(&self, won: bool) -> Summary {
        summary(self.content, self.dungeon.plan(), self.state, won)
    }

    pub(crate) fn win(&mut self) {
        if self.state.outcome.is_none() {
            self.events.push(Event::Won);
            self.state.outcome = Some(Outcome::Won(self.summary(true)));
        }
    }
}

/// What items are worth together, in copper.
pub(crate) fn worth<'a>(content: &GameContent, items: impl Iterator<Item = &'a Item>) -> u64 {
    let worth = |item: &Item| u64::from(content.item(item.kind).worth) * u64::from(item.count);
    items.map(worth).fold(0, u64::saturating_add)
}

pub(crate) fn shield(body: &Creature) -> i32 {
    if body.is(Status::Shielded) { SHIELD } else { 0 }
}

/// What equipment adds to one of the hero's numbers. A bonus counts for one class of items.
fn equipped(content: &GameContent, state: &State, number: impl Fn(&ItemKind) -> i32, bonus: Option<ItemClass>) -> i32 {
    let items = state.hero.equipped().filter_map(|slot| state.hero.pack.get(&slot));
    let added = items.map(|item| {
        let kind = content.item(item.kind);
        number(kind) + if bonus == Some(kind.class) { i32::from(item.bonus) } else { 0 }
    });
    added.sum()
}

pub(crate) fn hero_attack(content: &GameContent, state: &State) -> i32 {
    state.hero.attack + equipped(content, state, |kind| kind.attack, Some(ItemClass::Weapon))
}

pub(crate) fn hero_defence(content: &GameContent, state: &State) -> i32 {
    let worn = equipped(content, state, |kind| kind.defence, Some(ItemClass::Armour));
    state.hero.defence + worn + shield(&state.hero.body)
}

pub(crate) fn hero_sight(content: &GameContent, state: &State) -> u32 {
    if state.hero.body.is(Status::Darkened) {
        return 2;
    }
    let sight = state.hero.sight as i32 + equipped(content, state, |kind| kind.sight, None);
    sight.clamp(1, content.settings().max_sight.clamp(1, 60) as i32) as u32
}
