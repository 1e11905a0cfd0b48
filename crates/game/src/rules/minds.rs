//! What creatures do on their turn: notice, and then the first of their habits that applies.

use undercroft_grid::{Point, bresenham};

use crate::action::Direction;
use crate::content::{Condition, Deed, Habit, ItemClass};
use crate::event::Event;
use crate::level::loot;
use crate::rules::turn::{Turn, Who};
use crate::state::Mind;

impl<'a> Turn<'a> {
    /// One action of a creature.
    pub(crate) fn let_act(&mut self, index: usize) {
        let who = Who::Other(index);
        let creature = &self.state.creatures[index];
        let (stunned, webbed, confused, lit, afraid) = if creature.conditions.is_empty() {
            (false, false, false, false, false)
        } else {
            (
                creature.is(Condition::Stunned),
                creature.is(Condition::Webbed),
                creature.is(Condition::Confused),
                creature.is(Condition::Lit),
                creature.is(Condition::Afraid),
            )
        };
        if stunned || lit {
            return;
        }
        self.attend(index);
        if self.state.creatures[index].mind == Mind::Sleeping {
            return;
        }
        if webbed {
            self.struggle(who);
            return;
        }
        if confused && self.dice().percent(60) {
            self.stray(who);
            return;
        }
        if afraid && (self.run_from_hero(index) || self.hero_at().chebyshev(self.body(who).at) > 1) {
            return;
        }
        let habits: &'a [Habit] = &self.kind(who).habits;
        for habit in habits {
            if self.follow(index, habit) {
                return;
            }
        }
    }

    /// Whether a creature sees the hero: sight is symmetric, so that the hero's own says it.
    fn sees_hero(&self, index: usize, within: u32) -> bool {
        let at = self.state.creatures[index].at;
        at.chebyshev(self.hero_at()) <= within && self.stage.sees(at)
    }

    /// Wakes up, notices, keeps on the track or loses it.
    fn attend(&mut self, index: usize) {
        let kind = self.kind(Who::Other(index));
        if kind.peaceful {
            return;
        }
        let settings = self.content.settings();
        let mind = self.state.creatures[index].mind;
        let next = match mind {
            Mind::Sleeping => {
                let wakes = self.sees_hero(index, kind.perception) && self.dice().percent(settings.waking);
                if wakes { Mind::Hunting(settings.patience) } else { mind }
            }
            Mind::Idle | Mind::Lurking => {
                if self.sees_hero(index, kind.perception) {
                    Mind::Hunting(settings.patience)
                } else {
                    mind
                }
            }
            Mind::Hunting(left) => {
                if self.sees_hero(index, u32::MAX) {
                    Mind::Hunting(settings.patience)
                } else if left > 1 {
                    Mind::Hunting(left - 1)
                } else {
                    Mind::Idle
                }
            }
        };
        self.state.creatures[index].mind = next;
        if !matches!(mind, Mind::Hunting(_)) && matches!(next, Mind::Hunting(_)) {
            let event = Event::Noticed { who: self.actor(Who::Other(index)) };
            self.tell(Who::Other(index), event);
        }
    }

    /// Somebody who was hurt knows by whom.
    pub(crate) fn alarm(&mut self, whom: Who) {
        if let Who::Other(index) = whom
            && !self.kind(whom).peaceful
        {
            self.state.creatures[index].mind = Mind::Hunting(self.content.settings().patience);
        }
    }

    /// Follows a habit, if it applies.
    fn follow(&mut self, index: usize, habit: &'a Habit) -> bool {
        let who = Who::Other(index);
        let hunting = matches!(self.state.creatures[index].mind, Mind::Hunting(_));
        let at = self.state.creatures[index].at;
        let distance = at.chebyshev(self.hero_at());
        match habit {
            Habit::Hunt => hunting && self.hunt(index),
            Habit::Flee(below) => {
                let most = self.kind(who).hit_points;
                let weak = i64::from(self.body(who).hit_points) * 100 < i64::from(*below) * i64::from(most);
                hunting && weak && distance <= 12 && (self.escape(index) || self.run_from_hero(index))
            }
            Habit::Erratic(chance) => self.dice().percent(*chance) && self.stray(who),
            Habit::KeepAway(cells) => {
                hunting && distance < *cells && distance > 1 && self.stage.sees(at) && self.run_from_hero(index)
            }
            Habit::Shoot { range, missile } => {
                let may = hunting && distance > 1 && self.sees_hero(index, *range);
                may && self.shoot(index, missile)
            }
            Habit::Spread { chance, .. } => {
                let grows = self.state.creatures[index].brood > 0 && self.dice().below(1_000) < *chance;
                grows && self.spread(index)
            }
            Habit::Weave(chance) => {
                hunting && distance > 1 && self.stage.sees(at) && self.dice().percent(*chance) && self.weave(who)
            }
            Habit::Burst(rounds) => {
                let lights = hunting && distance <= 1;
                if lights {
                    self.inflict(who, Condition::Lit, *rounds);
                }
                lights
            }
            Habit::Charge(cells) => {
                let may = hunting && distance > 1 && self.sees_hero(index, *cells + 1);
                may && self.dice().percent(40) && self.charge(index, *cells)
            }
            Habit::Guard(cells) => self.guard(index, *cells, hunting),
            Habit::Wander => !hunting && self.wander(who),
        }
    }

    /// Goes after the hero, and does to it what it does to things in its way.
    fn hunt(&mut self, index: usize) -> bool {
        let who = Who::Other(index);
        let (at, hero) = (self.state.creatures[index].at, self.hero_at());
        if at.chebyshev(hero) == 1
            && let Some(direction) = Direction::between(at, hero)
            && self.bump(who, direction).is_ok()
        {
            return true;
        }
        self.stage.track(hero);
        for direction in self.stage.chase.ways(at) {
            if self.who_is_at(at + direction.offset()).is_none() && self.bump(who, direction).is_ok() {
                return true;
            }
        }
        // No way that feet could take: what flies, or is cut off, goes straight at it.
        if self.stage.sees(at) && self.stage.chase.steps(at).is_none() {
            return self.approach(who, hero);
        }
        true
    }

    /// A step that brings one nearer to a place as the crow flies.
    fn approach(&mut self, who: Who, to: Point) -> bool {
        let at = self.body(who).at;
        let Some(ahead) = Direction::between(at, to) else { return false };
        for turned in [0, 1, 7] {
            let next = at + ahead.turned(turned).offset();
            if self.who_is_at(next).is_none() && self.bump(who, ahead.turned(turned)).is_ok() {
                return true;
            }
        }
        false
    }

    /// A step that leads away from the hero.
    fn run_from_hero(&mut self, index: usize) -> bool {
        let who = Who::Other(index);
        let (at, hero) = (self.state.creatures[index].at, self.hero_at());
        self.stage.track(hero);
        let here = (at.chebyshev(hero), at.manhattan(hero));
        let mut best = None;
        for direction in Direction::STRAIGHT_FIRST {
            let next = at + direction.offset();
            if !self.is_free_for(who, next) || self.squeezes(who, at, direction) {
                continue;
            }
            let steps = self.stage.chase.steps(next).unwrap_or(usize::MAX);
            let score = (steps, next.chebyshev(hero), next.manhattan(hero));
            let leads_away = (score.1, score.2) > here || self.stage.chase.steps(at).is_some_and(|now| steps > now);
            if leads_away && best.is_none_or(|(known, _)| score > known) {
                best = Some((score, next));
            }
        }
        let Some((_, next)) = best else { return false };
        self.step(who, next);
        true
    }

    /// A step in any direction at all, into things too.
    fn stray(&mut self, who: Who) -> bool {
        let direction = Direction::ALL[self.dice().below(8) as usize];
        let next = self.body(who).at + direction.offset();
        // Straying into a friend is no step.
        let blocked = self.who_is_at(next).is_some_and(|whom| whom != Who::Hero);
        !blocked && self.bump(who, direction).is_ok()
    }

    fn wander(&mut self, who: Who) -> bool {
        if self.dice().percent(50) {
            return true;
        }
        let at = self.body(who).at;
        let direction = Direction::ALL[self.dice().below(8) as usize];
        let next = at + direction.offset();
        if self.is_free_for(who, next) && !self.squeezes(who, at, direction) {
            self.step(who, next);
        }
        true
    }

    fn shoot(&mut self, index: usize, missile: &str) -> bool {
        let who = Who::Other(index);
        let (from, to) = (self.state.creatures[index].at, self.hero_at());
        let cells = bresenham(from, to);
        let way = cells.get(1..cells.len() - 1).unwrap_or_default();
        let clear = way.iter().all(|at| self.who_is_at(*at).is_none() && self.stage.ground(*at).transparent);
        if !clear {
            return false;
        }
        let most = self.attack(who) - self.defence(Who::Hero);
        let damage = self.dice().one_to(most);
        let event =
            Event::Shot { who: self.actor(who), whom: self.actor(Who::Hero), missile: missile.to_owned(), damage };
        self.events.push(event);
        let cause = self.cause_by(who);
        self.hurt(Who::Hero, damage, cause, Some(who));
        true
    }

    /// Another of its kind grows on a free cell beside it; the two share what may still come.
    fn spread(&mut self, index: usize) -> bool {
        let parent = &self.state.creatures[index];
        let (at, kind, brood) = (parent.at, parent.kind, parent.brood);
        let free: Vec<Point> = at.eight().filter(|near| self.is_free_for(Who::Other(index), *near)).collect();
        let Some(place) = self.dice().pick(&free).copied() else { return false };
        let mut child = self.newborn(kind, place);
        child.brood = (brood - 1) / 2;
        let share = child.brood;
        if self.seat(child).is_none() {
            return false;
        }
        self.state.creatures[index].brood = brood - 1 - share;
        let event = Event::Spread { who: self.actor(Who::Other(index)), at: place };
        self.tell_at(place, event);
        true
    }

    fn weave(&mut self, who: Who) -> bool {
        let at = self.body(who).at;
        let content = self.content;
        let has_trap = self.stage.pile(at).iter().any(|item| content.item(item.kind).class == ItemClass::Trap);
        let Some((web, _)) = content.item_named("web").filter(|_| !has_trap) else { return false };
        let item = loot::fresh(content, web, 1, &mut self.dice());
        self.put_down(at, item);
        let event = Event::Wove { who: self.actor(who), at };
        self.tell(who, event);
        true
    }

    /// Rushes along a straight line, and does at its end what it does to things in its way.
    fn charge(&mut self, index: usize, cells: u32) -> bool {
        let who = Who::Other(index);
        let (at, hero) = (self.state.creatures[index].at, self.hero_at());
        let offset = hero - at;
        let straight = offset.x == 0 || offset.y == 0 || offset.x.abs() == offset.y.abs();
        let Some(direction) = Direction::between(at, hero).filter(|_| straight) else { return false };
        if !self.is_free_for(who, at + direction.offset()) || self.squeezes(who, at, direction) {
            return false;
        }
        let event = Event::Charged { who: self.actor(who) };
        self.tell(who, event);
        for _ in 0..cells {
            let at = self.body(who).at;
            let next = at + direction.offset();
            if next == self.hero_at() || !self.is_free_for(who, next) || self.squeezes(who, at, direction) {
                break;
            }
            self.step(who, next);
            if self.body(who).hit_points <= 0 || self.body(who).is(Condition::Webbed) {
                return true;
            }
        }
        let at = self.body(who).at;
        if at + direction.offset() == self.hero_at() && !self.squeezes(who, at, direction) {
            // With all that weight behind it, whoever can kick does.
            if self.kind(who).has_deed(Deed::Kick) {
                self.kick(who, Who::Hero, direction);
            } else {
                // A creature that cannot do anything to what it runs into just stands there.
                let _ = self.bump(who, direction);
            }
        }
        true
    }

    /// Stays near its post. Says whether that is all for this turn.
    fn guard(&mut self, index: usize, cells: u32, hunting: bool) -> bool {
        let who = Who::Other(index);
        let (at, post, hero) = (self.body(who).at, self.body(who).post, self.hero_at());
        if hunting && at.chebyshev(hero) == 1 {
            if let Some(direction) = Direction::between(at, hero) {
                // Where it cannot reach, it waits.
                let _ = self.bump(who, direction);
            }
            return true;
        }
        if hunting && hero.chebyshev(post) <= cells {
            return false;
        }
        if at != post && cells > 0 {
            self.approach(who, post);
        }
        true
    }

    /// Whether somebody has a post to stay near.
    pub(crate) fn is_guard(&self, who: Who) -> bool {
        self.kind(who).habits.iter().any(|habit| matches!(habit, Habit::Guard(_)))
    }
}
