//! Blows, wounds and death.

use crate::content::{Chanced, Condition, Content, Habit, ItemClass};
use crate::event::Event;
use crate::level::loot;
use crate::level::stage::Occupant;
use crate::outcome::{Cause, Outcome, Summary};
use crate::rules::turn::{Turn, Who};
use crate::state::{Creature, State};

/// What being shielded adds to defence.
const SHIELD: i32 = 4;

impl<'a> Turn<'a> {
    /// How hard somebody hits, with all that is wielded and worn.
    pub(crate) fn attack(&self, who: Who) -> i32 {
        match who {
            Who::Hero => hero_attack(self.content, self.state),
            Who::Other(_) => self.kind(who).attack,
        }
    }

    /// How much somebody turns aside, with all that is worn.
    pub(crate) fn defence(&self, who: Who) -> i32 {
        match who {
            Who::Hero => hero_defence(self.content, self.state),
            Who::Other(_) => self.kind(who).defence + shield(self.body(who)),
        }
    }

    /// One blow: 1 to max(1, attack − defence) hit points.
    pub(crate) fn strike(&mut self, who: Who, whom: Who) {
        let most = self.attack(who) - self.defence(whom);
        let damage = self.dice().one_to(most);
        let event = Event::Struck { who: self.actor(who), whom: self.actor(whom), damage };
        self.tell_of_both(who, whom, event);
        let cause = self.cause_by(who);
        self.hurt(whom, damage, cause, Some(who));
        self.after_hit(who, whom);
    }

    /// What a blow brings with it.
    pub(crate) fn after_hit(&mut self, who: Who, whom: Who) {
        let brings: &'a [Chanced] = match who {
            Who::Hero => {
                let weapon = self.state.hero.weapon.and_then(|slot| self.state.hero.pack.get(&slot));
                weapon.map_or(&[], |weapon| &self.content.item(weapon.kind).on_hit)
            }
            Who::Other(_) => &self.kind(who).on_hit,
        };
        for chanced in brings {
            if self.moved_level {
                // Whoever struck is no longer there.
                return;
            }
            if self.body(whom).hit_points > 0 && self.dice().percent(chanced.chance) {
                let cause = self.cause_by(who);
                self.apply(&chanced.effect, whom, cause, Some(who));
            }
        }
    }

    pub(crate) fn tell_of_both(&mut self, who: Who, whom: Who, event: Event) {
        let seen = [who, whom].iter().any(|who| *who == Who::Hero || self.stage.sees(self.body(*who).at));
        if seen {
            self.events.push(event);
        }
    }

    pub(crate) fn cause_by(&self, who: Who) -> Cause {
        match who {
            Who::Hero => Cause::Hero,
            Who::Other(_) => Cause::Creature(self.body(who).kind),
        }
    }

    /// Takes hit points; whoever has none left dies.
    pub(crate) fn hurt(&mut self, whom: Who, damage: i32, cause: Cause, by: Option<Who>) {
        let body = self.body_mut(whom);
        if body.hit_points <= 0 {
            return;
        }
        body.hit_points -= damage.max(0);
        body.provoked |= by == Some(Who::Hero);
        let dead = body.hit_points <= 0;
        if by == Some(Who::Hero) && !dead {
            self.alarm(whom);
        }
        if dead {
            match whom {
                Who::Hero => self.lose(cause),
                Who::Other(index) => self.die(index, cause),
            }
        }
    }

    /// Gives hit points back, up to what there can be.
    pub(crate) fn heal(&mut self, who: Who, amount: u32) -> i32 {
        let most = match who {
            Who::Hero => self.state.hero.most_hit_points,
            Who::Other(_) => self.kind(who).hit_points,
        };
        let body = self.body_mut(who);
        let healed = (most - body.hit_points).clamp(0, amount.min(i32::MAX as u32) as i32);
        body.hit_points += healed;
        healed
    }

    /// A creature dies: it leaves what it has, and what it does on dying happens.
    fn die(&mut self, index: usize, cause: Cause) {
        let (who, kind) = (Who::Other(index), self.kind(Who::Other(index)));
        let creature = &mut self.state.creatures[index];
        creature.hit_points = 0;
        let (at, id, home, provoked) = (creature.at, creature.kind, creature.home, creature.provoked);
        let carried = std::mem::take(&mut creature.carried);
        if let Some(home) = home {
            self.spend(home);
        }
        let actor = self.actor(who);
        if provoked || self.stage.sees(at) {
            self.events.push(Event::Died { who: actor, cause });
        }
        self.stage.occupy(at, Occupant::Nobody);
        if provoked {
            *self.state.kills.entry(id).or_insert(0) += 1;
            self.learn(kind.experience);
        }
        for item in carried {
            self.put_down(at, item);
        }
        for drop in &kind.drops {
            if self.dice().percent(drop.chance)
                && let Some(table) = self.content.table_named(&drop.table)
            {
                let (content, depth) = (self.content, self.state.depth);
                for item in loot::roll(content, table, depth, &mut self.dice()) {
                    self.put_down(at, item);
                }
            }
        }
        for effect in &kind.on_death {
            self.apply_at(effect, at, Cause::Blast(id), provoked.then_some(Who::Hero));
        }
    }

    /// A creature ends itself, as bombs do.
    pub(crate) fn burst(&mut self, index: usize) {
        let kind = self.state.creatures[index].kind;
        if self.state.creatures[index].hit_points > 0 {
            self.state.creatures[index].hit_points = 0;
            self.die(index, Cause::Blast(kind));
        }
    }

    pub(crate) fn lose(&mut self, cause: Cause) {
        if self.state.outcome.is_some() {
            return;
        }
        self.state.hero.body.hit_points = self.state.hero.body.hit_points.min(0);
        let actor = self.actor(Who::Hero);
        self.events.push(Event::Died { who: actor, cause });
        self.events.push(Event::Lost { cause });
        let summary = self.summary(false);
        self.state.outcome = Some(Outcome::Lost { cause, summary });
    }

    pub(crate) fn win(&mut self) {
        if self.state.outcome.is_none() {
            self.events.push(Event::Won);
            let summary = self.summary(true);
            self.state.outcome = Some(Outcome::Won(summary));
        }
    }

    fn summary(&self, won: bool) -> Summary {
        let (state, settings) = (&*self.state, self.content.settings());
        let worth = |item: &crate::state::Item| u64::from(self.content.item(item.kind).worth) * u64::from(item.count);
        let wealth = state.hero.pack.values().map(worth).fold(0, u64::saturating_add);
        let score = wealth
            .saturating_add(u64::from(state.deepest) * u64::from(settings.score_depth))
            .saturating_add(u64::from(state.hero.experience))
            .saturating_add(if won { u64::from(settings.score_win) } else { 0 });
        Summary {
            depth: state.depth,
            deepest: state.deepest,
            turns: state.turn,
            level: state.hero.level,
            kills: state.kills.values().fold(0, |sum: u32, kills| sum.saturating_add(*kills)),
            wealth,
            score,
        }
    }

    /// Whether a kind stays where it is for good.
    pub(crate) fn is_rooted(&self, who: Who) -> bool {
        self.kind(who).habits.contains(&Habit::Guard(0))
    }
}

fn shield(body: &Creature) -> i32 {
    if body.is(Condition::Shielded) { SHIELD } else { 0 }
}

/// What wielded and worn things add to one number of the hero.
fn equipped(
    content: &Content,
    state: &State,
    number: impl Fn(&crate::content::ItemKind) -> i32,
    better: ItemClass,
) -> i32 {
    let hero = &state.hero;
    let in_use = [hero.weapon, hero.armour, hero.charm].into_iter().flatten();
    let items = in_use.filter_map(|slot| hero.pack.get(&slot));
    items
        .map(|item| {
            let kind = content.item(item.kind);
            number(kind) + if kind.class == better { i32::from(item.bonus) } else { 0 }
        })
        .sum()
}

pub(crate) fn hero_attack(content: &Content, state: &State) -> i32 {
    state.hero.attack + equipped(content, state, |kind| kind.attack, ItemClass::Weapon)
}

pub(crate) fn hero_defence(content: &Content, state: &State) -> i32 {
    let worn = equipped(content, state, |kind| kind.defence, ItemClass::Armour);
    state.hero.defence + worn + shield(&state.hero.body)
}

pub(crate) fn hero_sight(content: &Content, state: &State) -> u32 {
    let sight = state.hero.sight as i32 + equipped(content, state, |kind| kind.sight, ItemClass::Trap);
    sight.clamp(1, content.settings().farthest_sight.clamp(1, 60) as i32) as u32
}
