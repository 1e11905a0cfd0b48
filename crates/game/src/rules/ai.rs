//! What creatures do on their turn: notice the hero, then follow the first tactic that applies.

use undercroft_grid::Point;

use crate::action::Direction;
use crate::content::{Ability, ItemClass, Status, Tactic};
use crate::event::{Attack, Event};
use crate::level::loot;
use crate::rules::turn::{Turn, Who};
use crate::state::Behaviour;

impl<'a> Turn<'a> {
    /// One action of a creature.
    pub(crate) fn act_as_creature(&mut self, index: usize) {
        let who = Who::Other(index);
        if self.body(who).is(Status::Stunned) || self.body(who).is(Status::Lit) {
            return;
        }
        self.update_behaviour(index);
        if self.body(who).behaviour == Behaviour::Sleeping || self.struggle(who) {
            return;
        }
        if self.body(who).is(Status::Confused) && self.dice().percent(60) {
            self.stumble(who);
            return;
        }
        let distance = self.hero_at().chebyshev(self.body(who).at);
        if self.body(who).is(Status::Afraid) && (self.run_from_hero(who) || distance > 1) {
            return;
        }
        let tactics: &'a [Tactic] = &self.kind(who).tactics;
        for tactic in tactics {
            if self.follow(index, tactic) {
                return;
            }
        }
    }

    /// Whether a creature sees the hero. Sight is symmetric, so the hero's field of view answers that.
    fn sees_hero(&self, who: Who, within: u32) -> bool {
        let at = self.body(who).at;
        at.chebyshev(self.hero_at()) <= within && self.level.sees(at)
    }

    /// Wakes up, notices the hero, keeps track of it or loses it.
    fn update_behaviour(&mut self, index: usize) {
        let (who, settings) = (Who::Other(index), self.content.settings());
        let kind = self.kind(who);
        if kind.peaceful {
            return;
        }
        let before = self.state.creatures[index].behaviour;
        let notices = match before {
            Behaviour::Sleeping => self.sees_hero(who, kind.perception) && self.dice().percent(settings.waking_chance),
            Behaviour::Idle | Behaviour::Lurking => self.sees_hero(who, kind.perception),
            Behaviour::Hunting(_) => self.sees_hero(who, u32::MAX),
        };
        self.state.creatures[index].behaviour = match before {
            _ if notices => Behaviour::Hunting(settings.patience),
            Behaviour::Hunting(left) if left > 1 => Behaviour::Hunting(left - 1),
            Behaviour::Hunting(_) => Behaviour::Idle,
            unaware => unaware,
        };
        if notices && !matches!(before, Behaviour::Hunting(_)) {
            let event = Event::Noticed(self.actor(who));
            self.emit(who, event);
        }
    }

    /// A creature that is hurt learns where the hero is.
    pub(crate) fn alarm(&mut self, whom: Who) {
        if let Who::Other(index) = whom
            && !self.kind(whom).peaceful
        {
            self.state.creatures[index].behaviour = Behaviour::Hunting(self.content.settings().patience);
        }
    }

    /// Follows a tactic. Returns whether it applied.
    fn follow(&mut self, index: usize, tactic: &'a Tactic) -> bool {
        let who = Who::Other(index);
        let (at, hunting) = (self.body(who).at, self.body(who).is_hunting());
        let distance = at.chebyshev(self.hero_at());
        match tactic {
            Tactic::Hunt => hunting && self.hunt(who),
            Tactic::Flee(percent) => {
                let max = i64::from(self.kind(who).hit_points);
                let weak = i64::from(self.body(who).hit_points) * 100 < i64::from(*percent) * max;
                hunting && weak && distance <= 12 && (self.escape(index) || self.run_from_hero(who))
            }
            Tactic::Erratic(percent) => self.dice().percent(*percent) && self.stumble(who),
            Tactic::KeepAway(cells) => {
                hunting && distance < *cells && distance > 1 && self.level.sees(at) && self.run_from_hero(who)
            }
            Tactic::Shoot { range, missile } => {
                hunting && distance > 1 && self.sees_hero(who, *range) && self.shoot(who, missile)
            }
            Tactic::Spread { chance, .. } => {
                self.body(who).brood > 0 && self.dice().below(1_000) < *chance && self.spread(index)
            }
            Tactic::Weave(percent) => {
                hunting && distance > 1 && self.level.sees(at) && self.dice().percent(*percent) && self.weave(who)
            }
            Tactic::Burst(rounds) => {
                let lights = hunting && distance <= 1;
                if lights {
                    self.inflict(who, Status::Lit, *rounds);
                }
                lights
            }
            Tactic::Charge(cells) => {
                let may_charge = hunting && distance > 1 && self.sees_hero(who, *cells + 1);
                may_charge && self.dice().percent(40) && self.charge(who, *cells)
            }
            Tactic::Guard(cells) => self.guard(who, *cells, hunting),
            Tactic::Wander => !hunting && self.wander(who),
        }
    }

    /// Pursues the hero and attacks.
    fn hunt(&mut self, who: Who) -> bool {
        let (at, hero) = (self.body(who).at, self.hero_at());
        if at.chebyshev(hero) == 1 && self.bump_towards(who, hero) {
            return true;
        }
        self.level.update_distances(hero);
        for direction in self.level.hero_distances.downhill(at) {
            if self.bump_free(who, direction) {
                return true;
            }
        }
        // Flyers, and creatures that are cut off, have no path on foot. They head straight for the hero.
        if self.level.sees(at) && self.level.hero_distances.steps(at).is_none() {
            return self.approach(who, hero);
        }
        true
    }

    fn bump_towards(&mut self, who: Who, to: Point) -> bool {
        Direction::between(self.body(who).at, to).is_some_and(|direction| self.bump(who, direction).is_ok())
    }

    /// Bumps into an unoccupied cell.
    fn bump_free(&mut self, who: Who, direction: Direction) -> bool {
        let next = self.body(who).at + direction.offset();
        !self.level.is_occupied(next) && self.bump(who, direction).is_ok()
    }

    /// Steps towards a place as the crow flies.
    fn approach(&mut self, who: Who, to: Point) -> bool {
        let Some(ahead) = Direction::between(self.body(who).at, to) else { return false };
        [0, 1, 7].into_iter().any(|turn| self.bump_free(who, ahead.turned(turn)))
    }

    /// Steps away from the hero.
    fn run_from_hero(&mut self, who: Who) -> bool {
        let (at, hero) = (self.body(who).at, self.hero_at());
        self.level.update_distances(hero);
        let here = (at.chebyshev(hero), at.manhattan(hero));
        let steps_here = self.level.hero_distances.steps(at);
        let mut best = None;
        for direction in Direction::STRAIGHT_FIRST {
            let next = at + direction.offset();
            if !self.can_step(who, direction) {
                continue;
            }
            let steps = self.level.hero_distances.steps(next).unwrap_or(usize::MAX);
            let score = (steps, next.chebyshev(hero), next.manhattan(hero));
            let leads_away = (score.1, score.2) > here || steps_here.is_some_and(|now| steps > now);
            if leads_away && best.is_none_or(|(known, _)| score > known) {
                best = Some((score, next));
            }
        }
        let Some((_, next)) = best else { return false };
        self.step(who, next);
        true
    }

    /// Steps in a random direction, but not into another creature.
    fn stumble(&mut self, who: Who) -> bool {
        let direction = Direction::ALL[self.dice().below(8) as usize];
        let next = self.body(who).at + direction.offset();
        let blocked = self.who_is_at(next).is_some_and(|whom| whom != Who::Hero);
        !blocked && self.bump(who, direction).is_ok()
    }

    fn wander(&mut self, who: Who) -> bool {
        if self.dice().percent(50) {
            return true;
        }
        let direction = Direction::ALL[self.dice().below(8) as usize];
        if self.can_step(who, direction) {
            self.step(who, self.body(who).at + direction.offset());
        }
        true
    }

    fn shoot(&mut self, who: Who, missile: &str) -> bool {
        let clear = self.level.has_clear_shot(self.body(who).at, self.hero_at());
        if clear {
            self.strike(who, Who::Hero, Attack::Shot(missile.to_owned()), self.attack_strength(who));
        }
        clear
    }

    /// Grows another of its kind on a free cell beside it. The two share the remaining number of descendants.
    fn spread(&mut self, index: usize) -> bool {
        let who = Who::Other(index);
        let parent = self.body(who);
        let (at, kind, brood) = (parent.at, parent.kind, parent.brood);
        let free: Vec<Point> = at.eight().filter(|near| self.is_free_for(who, *near)).collect();
        let Some(place) = self.dice().pick(&free).copied() else { return false };
        let mut child = self.new_creature(kind, place);
        let share = (brood - 1) / 2;
        child.brood = share;
        if self.add_creature(child).is_none() {
            return false;
        }
        self.state.creatures[index].brood = brood - 1 - share;
        let event = Event::Spread { who: self.actor(who), at: place };
        self.emit_at(place, event);
        true
    }

    fn weave(&mut self, who: Who) -> bool {
        let (at, content) = (self.body(who).at, self.content);
        let trapped = self.position_in_pile(at, ItemClass::Trap).is_some();
        let hides_goal = self.level.pile(at).iter().any(|item| self.is_goal(item.kind));
        let Some((web, _)) = content.item_named("web").filter(|_| !trapped && !hides_goal) else { return false };
        let item = loot::new_item(content, web, 1, &mut self.dice());
        self.put_down(at, item);
        let event = Event::Wove { who: self.actor(who), at };
        self.emit(who, event);
        true
    }

    /// Rushes at the hero in a straight line and attacks at the end of it.
    fn charge(&mut self, who: Who, cells: u32) -> bool {
        let (at, hero) = (self.body(who).at, self.hero_at());
        let offset = hero - at;
        let straight = offset.x == 0 || offset.y == 0 || offset.x.abs() == offset.y.abs();
        let Some(direction) = Direction::between(at, hero).filter(|_| straight) else { return false };
        if !self.can_step(who, direction) {
            return false;
        }
        let event = Event::Charged(self.actor(who));
        self.emit(who, event);
        for _ in 0..cells {
            if !self.can_step(who, direction) {
                break;
            }
            self.step(who, self.body(who).at + direction.offset());
            if !self.body(who).is_alive() || self.body(who).is(Status::Webbed) {
                return true;
            }
        }
        let at = self.body(who).at;
        if at + direction.offset() == self.hero_at() && !self.squeezes(who, at, direction) {
            if self.can(who, Ability::Kick) {
                self.kick(who, Who::Hero, direction);
            } else {
                // A creature that can do nothing to the hero just stops.
                let _ = self.bump(who, direction);
            }
        }
        true
    }

    /// Stays near its post. Returns whether that is all for this turn.
    fn guard(&mut self, who: Who, cells: u32, hunting: bool) -> bool {
        let (at, post, hero) = (self.body(who).at, self.body(who).post, self.hero_at());
        if hunting && at.chebyshev(hero) == 1 {
            self.bump_towards(who, hero);
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
}
