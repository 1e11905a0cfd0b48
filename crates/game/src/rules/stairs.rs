//! Changing level by stairs or pits, and the pursuers who follow.

use std::collections::BTreeSet;

use undercroft_grid::Point;
use undercroft_mapgen::{ChunkAt, Floor};

use crate::action::Direction;
use crate::content::{Ability, Effect, Status, Tactic};
use crate::event::Event;
use crate::goal::goal_kind;
use crate::level::active_level::{ActiveLevel, Occupant};
use crate::level::beacon::beacon;
use crate::level::coordinates::{cell_of, generated_tile, outward};
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::turn::{Cost, Turn, Who};
use crate::state::{Behaviour, Creature, Pursuer};

/// Hunters within this many steps follow the hero.
const PURSUIT_STEPS: usize = 5;

impl Turn<'_> {
    fn stands_on(&self, who: Who, effect: &Effect) -> bool {
        self.tile_event(self.body(who).at).is_some_and(|event| event.effects.contains(effect))
    }

    /// The hero climbs the stairs.
    pub(crate) fn climb(&mut self) -> Result<Cost, Refusal> {
        if !self.stands_on(Who::Hero, &Effect::Climb) {
            return Err(Refusal::NoStairsUp);
        }
        if !self.can(Who::Hero, Ability::Climb) {
            return Err(Refusal::CannotClimb);
        }
        if self.struggle(Who::Hero) {
            return Ok(Cost::Turn);
        }
        match self.state.depth.checked_sub(1) {
            Some(above) => self.take_stairs(above, Ability::Climb),
            None => self.leave(),
        }
    }

    /// The hero descends the stairs.
    pub(crate) fn descend(&mut self) -> Result<Cost, Refusal> {
        if !self.stands_on(Who::Hero, &Effect::Descend) {
            return Err(Refusal::NoStairsDown);
        }
        if !self.can(Who::Hero, Ability::Descend) {
            return Err(Refusal::CannotDescend);
        }
        if self.struggle(Who::Hero) {
            return Ok(Cost::Turn);
        }
        self.take_stairs(self.state.depth + 1, Ability::Descend)
    }

    /// The hero takes the stairs it has stepped on, if it can. Returns whether it did.
    pub(crate) fn take_stairs_underfoot(&mut self) -> bool {
        let up = self.stands_on(Who::Hero, &Effect::Climb);
        let down = self.stands_on(Who::Hero, &Effect::Descend);
        up && self.climb().is_ok() || down && self.descend().is_ok()
    }

    /// The hero leaves the dungeon, and wins, if it carries the goal.
    fn leave(&mut self) -> Result<Cost, Refusal> {
        let goal = goal_kind(self.content, self.dungeon.plan());
        let kind = goal.filter(|_| self.exit == Some(self.hero_at())).ok_or(Refusal::NoStairsUp)?;
        if !self.is_escaping() {
            return Err(Refusal::MissingGoal(kind));
        }
        self.win();
        Ok(Cost::Turn)
    }

    /// `needed` is the ability that this takes, and that pursuers need to follow.
    fn take_stairs(&mut self, depth: u32, needed: Ability) -> Result<Cost, Refusal> {
        let at = self.hero_at();
        let level = self.open_level(depth, at).ok_or(Refusal::Collapsed)?;
        self.gather_pursuers(depth, needed);
        self.change_level(depth, at, level);
        let who = self.actor(Who::Hero);
        self.events.push(match needed {
            Ability::Climb => Event::Climbed { who, depth },
            _ => Event::Descended { who, depth },
        });
        self.sense_beacon();
        self.land();
        Ok(Cost::Turn)
    }

    /// `None` if the level cannot be generated.
    fn open_level(&self, depth: u32, at: Point) -> Option<ActiveLevel> {
        let changes = self.state.levels.get(&depth);
        ActiveLevel::open(self.content, self.dungeon, depth, at, changes, self.exit).ok()
    }

    /// Moves the hero to a cell of any level.
    pub(crate) fn move_hero_to_level(&mut self, depth: u32, at: Point) {
        if let Some(level) = self.open_level(depth, at) {
            self.change_level(depth, at, level);
        }
    }

    fn change_level(&mut self, depth: u32, at: Point, level: ActiveLevel) {
        self.return_keys();
        self.store_creatures(&BTreeSet::new());
        *self.level = level;
        self.state.depth = depth;
        self.state.deepest = self.state.deepest.max(depth);
        self.state.hero.body.at = at;
        self.changed_level = true;
        // The hero takes precedence: a creature on the landing makes way.
        self.level.set_occupant(at, Occupant::Hero);
        self.populate_all();
        if self.is_escaping() {
            self.wake_everyone();
        }
        self.look();
    }

    /// Reports the direction of the level's beacon.
    fn sense_beacon(&mut self) {
        if let Some((beacon, at)) = beacon(self.content, self.dungeon, self.state, &self.level.floor)
            && let Some(direction) = Direction::between(self.hero_at(), at)
        {
            self.events.push(Event::BeaconSensed { beacon, direction });
        }
    }

    /// The hero jumps into a pit.
    pub(crate) fn jump(&mut self, direction: Direction) -> Result<Cost, Refusal> {
        let from = self.hero_at();
        let to = from + direction.offset();
        if !self.level.flags(to).pit {
            return Err(Refusal::NoPit);
        }
        if self.squeezes(Who::Hero, from, direction) {
            return Err(Refusal::Squeeze);
        }
        if self.struggle(Who::Hero) {
            return Ok(Cost::Turn);
        }
        if !self.dungeon.plan().has(self.state.depth + 1) {
            return Err(Refusal::Bottomless);
        }
        self.fall(Who::Hero, to, None);
        Ok(Cost::Turn)
    }

    /// Somebody falls through a cell to the level below.
    pub(crate) fn fall(&mut self, who: Who, at: Point, by: Option<Who>) {
        let depth = self.state.depth + 1;
        let most = self.content.settings().fall_damage as i32;
        let damage = self.dice().one_to(most);
        match who {
            Who::Hero => self.fall_as_hero(depth, at, damage),
            Who::Other(index) => self.fall_as_creature(index, depth, at, damage, by),
        }
    }

    fn fall_as_hero(&mut self, depth: u32, at: Point, damage: i32) {
        let landing = self.floor_below(depth, at);
        let below = landing.and_then(|landing| Some((landing, self.open_level(depth, landing)?)));
        let who = self.actor(Who::Hero);
        let Some((landing, level)) = below else {
            self.events.push(Event::Clung { who, damage });
            self.hurt(Who::Hero, damage, Cause::Fall, None);
            return;
        };
        self.change_level(depth, landing, level);
        self.events.push(Event::Fell { who, depth, damage });
        self.sense_beacon();
        self.hurt(Who::Hero, damage, Cause::Fall, None);
        if self.state.outcome.is_none() {
            self.land();
        }
    }

    fn fall_as_creature(&mut self, index: usize, depth: u32, at: Point, damage: i32, by: Option<Who>) {
        let who = Who::Other(index);
        let event = Event::Fell { who: self.actor(who), depth, damage };
        self.emit(who, event);
        // A bottomless pit is deadly.
        let deadly = !self.dungeon.plan().has(depth);
        let damage = if deadly { self.body(who).hit_points } else { damage };
        self.hurt(who, damage, Cause::Fall, by);
        if self.body(who).is_alive() {
            let rewarded = std::mem::replace(&mut self.body_mut(who).rewarded, true);
            if by == Some(Who::Hero) && !rewarded {
                // A creature kicked out of the fight counts as defeated.
                self.learn_from(self.body(who).kind);
            }
            self.send_to_level(index, depth, at, Behaviour::Lurking);
        }
    }

    /// Moves a creature to another level, where it waits.
    fn send_to_level(&mut self, index: usize, depth: u32, at: Point, behaviour: Behaviour) {
        let creature = self.remove_creature(index);
        self.leave_on_level(depth, Creature { at, post: at, behaviour, ..creature });
    }

    /// Takes a creature off the active level alive.
    fn remove_creature(&mut self, index: usize) -> Creature {
        let creature = self.state.creatures[index].clone();
        if let Some(home) = creature.home {
            self.mark_spent(home);
        }
        // Without hit points it is removed from the list when the turn ends.
        self.state.creatures[index].hit_points = 0;
        self.level.set_occupant(creature.at, Occupant::Nobody);
        Creature { home: None, energy: 0, ..creature }
    }

    fn leave_on_level(&mut self, depth: u32, creature: Creature) {
        let level = self.state.levels.entry(depth).or_default();
        level.chunks.entry(ChunkAt::of(creature.at)).or_default().creatures.push(creature);
    }

    /// The floor of another level nearest to a cell.
    fn floor_below(&self, depth: u32, at: Point) -> Option<Point> {
        let floor = self.dungeon.plan().has(depth).then(|| self.dungeon.level(depth).ok()).flatten()?;
        let changes = self.state.levels.get(&depth);
        let tile = |at: Point| {
            let chunk = changes.and_then(|level| level.chunks.get(&ChunkAt::of(at)));
            let changed = chunk.and_then(|chunk| chunk.tiles.get(&cell_of(at))).copied();
            changed.unwrap_or_else(|| generated_tile(&floor, at))
        };
        let (centre, radius) = match &floor {
            Floor::Bounded(level) => {
                let bounds = level.size().rect().moved(level.origin());
                let (x, y) = (at.x.clamp(bounds.x, bounds.right() - 1), at.y.clamp(bounds.y, bounds.bottom() - 1));
                (Point::new(x, y), bounds.width.max(bounds.height) as i32)
            }
            Floor::Endless(_) => (at, 128),
        };
        outward(centre, radius).find(|at| self.level.flags_of(tile(*at)).is_floor())
    }

    /// Hunters near the hero follow it by the stairs.
    fn gather_pursuers(&mut self, depth: u32, needed: Ability) {
        let hero = self.hero_at();
        self.level.update_distances(hero);
        for index in 0..self.state.creatures.len() {
            let (who, creature) = (Who::Other(index), &self.state.creatures[index]);
            let held = [Status::Webbed, Status::Stunned, Status::Afraid].iter().any(|status| creature.is(*status));
            let hunts = creature.is_hunting() && creature.is_alive() && !held;
            let guards = self.kind(who).tactics.iter().any(|tactic| matches!(tactic, Tactic::Guard(_)));
            let at = creature.at;
            if !hunts || guards || !self.can(who, needed) {
                continue;
            }
            if let Some(steps) = self.level.hero_distances.steps(at).filter(|steps| *steps <= PURSUIT_STEPS) {
                let rounds = 1 + steps as u32 * 100 / self.speed(who).max(1);
                let creature = Creature { at: hero, ..self.remove_creature(index) };
                self.state.pursuers.push(Pursuer { creature, depth, rounds });
            }
        }
    }

    /// One round for pursuers on the stairs.
    pub(crate) fn advance_pursuers(&mut self) {
        for mut pursuer in std::mem::take(&mut self.state.pursuers) {
            if pursuer.depth != self.state.depth {
                self.leave_on_level(pursuer.depth, pursuer.creature);
            } else if pursuer.rounds > 1 {
                pursuer.rounds -= 1;
                self.state.pursuers.push(pursuer);
            } else if let Some(index) = self.add_creature(pursuer.creature) {
                let event = Event::Arrived(self.actor(Who::Other(index)));
                self.emit(Who::Other(index), event);
            }
        }
    }

    /// A fleeing creature takes the stairs it stands on.
    pub(crate) fn escape(&mut self, index: usize) -> bool {
        let who = Who::Other(index);
        let (depth, actor, at) = (self.state.depth, self.actor(who), self.body(who).at);
        let (up, down) = (self.stands_on(who, &Effect::Climb), self.stands_on(who, &Effect::Descend));
        let (event, to) = if up && depth > 0 && self.can(who, Ability::Climb) {
            (Event::Climbed { who: actor, depth: depth - 1 }, depth - 1)
        } else if down && self.can(who, Ability::Descend) && self.dungeon.plan().has(depth + 1) {
            (Event::Descended { who: actor, depth: depth + 1 }, depth + 1)
        } else {
            return false;
        };
        self.emit(who, event);
        self.send_to_level(index, to, at, Behaviour::Idle);
        true
    }
}
