//! Going to other levels: over stairs, through pits, and who comes after.

use undercroft_grid::Point;
use undercroft_mapgen::{ChunkAt, Floor};

use crate::action::Direction;
use crate::content::{Ability, Condition, Effect};
use crate::event::Event;
use crate::level::calling::calling;
use crate::level::rings::rings;
use crate::level::stage::{Occupant, Stage, cell_of};
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::turn::{Spent, Turn, Who};
use crate::state::{Creature, Mind, Pursuer};

/// From how many steps away hunters come after the hero.
const FOLLOW: usize = 5;

impl Turn<'_> {
    fn stands_on(&self, who: Who, effect: &Effect) -> bool {
        self.tile_event(self.body(who).at).is_some_and(|event| event.effects.contains(effect))
    }

    /// The hero goes up.
    pub(crate) fn climb(&mut self) -> Result<Spent, Refusal> {
        if !self.stands_on(Who::Hero, &Effect::Climb) {
            return Err(Refusal::NoStairsUp);
        }
        if self.state.hero.body.is(Condition::Webbed) {
            self.struggle(Who::Hero);
            return Ok(Spent::Turn);
        }
        match self.state.depth.checked_sub(1) {
            Some(above) => self.take_stairs(above, Ability::Climb),
            None => self.leave(),
        }
    }

    /// The hero goes down.
    pub(crate) fn descend(&mut self) -> Result<Spent, Refusal> {
        if !self.stands_on(Who::Hero, &Effect::Descend) {
            return Err(Refusal::NoStairsDown);
        }
        if self.state.hero.body.is(Condition::Webbed) {
            self.struggle(Who::Hero);
            return Ok(Spent::Turn);
        }
        self.take_stairs(self.state.depth + 1, Ability::Descend)
    }

    /// The hero leaves the dungeon, which it does only with what it came for.
    fn leave(&mut self) -> Result<Spent, Refusal> {
        let goal = self.dungeon.plan().goal().and_then(|goal| self.content.item_named(&goal.item));
        let Some((id, _)) = goal.filter(|_| self.exit == Some(self.hero_at())) else {
            return Err(Refusal::NoStairsUp);
        };
        if !self.state.hero.pack.values().any(|item| item.kind == id) {
            return Err(Refusal::WithoutGoal(id));
        }
        self.win();
        Ok(Spent::Turn)
    }

    fn take_stairs(&mut self, depth: u32, ability: Ability) -> Result<Spent, Refusal> {
        let at = self.hero_at();
        let stage = self.stage_at(depth, at)?;
        self.gather_pursuers(depth, ability);
        self.change_level(depth, at, stage);
        let who = self.actor(Who::Hero);
        self.events.push(match ability {
            Ability::Climb => Event::Climbed { who, depth },
            _ => Event::Descended { who, depth },
        });
        self.feel();
        self.land();
        Ok(Spent::Turn)
    }

    fn stage_at(&self, depth: u32, at: Point) -> Result<Stage, Refusal> {
        let changed = self.state.levels.get(&depth);
        Stage::open(self.content, self.dungeon, depth, at, changed, self.exit).map_err(|_| Refusal::Collapsed)
    }

    /// The hero comes to a depth from nowhere.
    pub(crate) fn arrive_at(&mut self, depth: u32, at: Point) {
        if let Ok(stage) = self.stage_at(depth, at) {
            self.change_level(depth, at, stage);
        }
    }

    /// The hero is on another level from now on.
    fn change_level(&mut self, depth: u32, at: Point, stage: Stage) {
        self.clear_stage();
        *self.stage = stage;
        self.state.depth = depth;
        self.state.deepest = self.state.deepest.max(depth);
        self.state.hero.body.at = at;
        self.moved_level = true;
        // The hero comes first: whoever stands on the landing makes room.
        self.stage.occupy(at, Occupant::Hero);
        for chunk in self.stage.chunks() {
            self.people(chunk);
        }
        self.look();
    }

    /// Tells which way the hero feels that it must go.
    fn feel(&mut self) {
        let calling = calling(self.content, self.dungeon, self.state, &self.stage.floor);
        let direction = calling.and_then(|(_, at)| Direction::between(self.hero_at(), at));
        if let (Some((what, _)), Some(direction)) = (calling, direction) {
            self.events.push(Event::Called { what, direction });
        }
    }

    /// The hero leaps into a pit.
    pub(crate) fn jump(&mut self, direction: Direction) -> Result<Spent, Refusal> {
        let from = self.hero_at();
        let to = from + direction.offset();
        if !self.stage.ground(to).pit {
            return Err(Refusal::NoPit);
        }
        if self.squeezes(Who::Hero, from, direction) {
            return Err(Refusal::Squeeze);
        }
        if self.state.hero.body.is(Condition::Webbed) {
            self.struggle(Who::Hero);
            return Ok(Spent::Turn);
        }
        if !self.dungeon.plan().has(self.state.depth + 1) {
            return Err(Refusal::Bottomless);
        }
        self.fall(Who::Hero, to, None);
        Ok(Spent::Turn)
    }

    /// Somebody falls through a cell to the level below.
    pub(crate) fn fall(&mut self, who: Who, at: Point, by: Option<Who>) {
        let depth = self.state.depth + 1;
        let most = self.content.settings().fall as i32;
        let damage = self.dice().one_to(most);
        match who {
            Who::Hero => self.fall_as_hero(depth, at, damage),
            Who::Other(index) => self.fall_as_creature(index, depth, at, damage, by),
        }
    }

    fn fall_as_hero(&mut self, depth: u32, at: Point, damage: i32) {
        let landing = self.open_cell_near(depth, at);
        let stage = landing.and_then(|landing| Some((landing, self.stage_at(depth, landing).ok()?)));
        let who = self.actor(Who::Hero);
        let Some((landing, stage)) = stage else {
            self.events.push(Event::Clung { who, damage });
            self.hurt(Who::Hero, damage, Cause::Fall, None);
            return;
        };
        self.change_level(depth, landing, stage);
        self.events.push(Event::Fell { who, depth, damage });
        self.feel();
        self.hurt(Who::Hero, damage, Cause::Fall, None);
        if self.state.outcome.is_none() {
            self.land();
        }
    }

    fn fall_as_creature(&mut self, index: usize, depth: u32, at: Point, damage: i32, by: Option<Who>) {
        let who = Who::Other(index);
        let event = Event::Fell { who: self.actor(who), depth, damage };
        self.tell(who, event);
        if !self.dungeon.plan().has(depth) {
            // Nobody hears it land.
            let all = self.body(who).hit_points;
            self.hurt(who, all, Cause::Fall, by);
            return;
        }
        self.hurt(who, damage, Cause::Fall, by);
        if self.body(who).hit_points > 0 {
            self.send_to(index, depth, at, Mind::Lurking);
        }
    }

    /// Takes a creature of the stage to another level, where it waits.
    pub(crate) fn send_to(&mut self, index: usize, depth: u32, at: Point, mind: Mind) {
        let creature = self.take_off_stage(index);
        self.store_on(depth, Creature { at, post: at, mind, ..creature });
    }

    /// Takes a creature off the stage without killing it.
    fn take_off_stage(&mut self, index: usize) -> Creature {
        let creature = self.state.creatures[index].clone();
        if let Some(home) = creature.home {
            self.spend(home);
        }
        // Whoever has no hit points is taken off the list when the turn ends.
        self.state.creatures[index].hit_points = 0;
        self.stage.occupy(creature.at, Occupant::Nobody);
        Creature { home: None, energy: 0, ..creature }
    }

    /// Keeps a creature on a level that the hero is not on.
    fn store_on(&mut self, depth: u32, creature: Creature) {
        let level = self.state.levels.entry(depth).or_default();
        level.chunks.entry(ChunkAt::of(creature.at)).or_default().creatures.push(creature);
    }

    /// The open cell of another level that is nearest to a place.
    fn open_cell_near(&self, depth: u32, at: Point) -> Option<Point> {
        let floor = self.dungeon.plan().has(depth).then(|| self.dungeon.level(depth).ok()).flatten()?;
        let changed = self.state.levels.get(&depth);
        let tile = |at: Point| {
            let chunk = changed.and_then(|level| level.chunks.get(&ChunkAt::of(at)));
            if let Some(tile) = chunk.and_then(|chunk| chunk.tiles.get(&cell_of(at))) {
                return *tile;
            }
            match &floor {
                Floor::Bounded(level) => level.tile(at - level.origin),
                Floor::Endless(endless) => endless.tile(at).unwrap_or_default(),
            }
        };
        let (near, most) = match &floor {
            Floor::Bounded(level) => {
                let bounds = level.size().rect().moved(level.origin);
                let inside =
                    Point::new(at.x.clamp(bounds.x, bounds.right() - 1), at.y.clamp(bounds.y, bounds.bottom() - 1));
                (inside, bounds.width.max(bounds.height) as i32)
            }
            Floor::Endless(_) => (at, 128),
        };
        let lands_well = |at: &Point| {
            let ground = self.stage.ground_of(tile(*at));
            ground.walkable && !ground.shut
        };
        rings(near, most).find(lands_well)
    }

    /// Those who hunt the hero and are near come after it.
    fn gather_pursuers(&mut self, depth: u32, ability: Ability) {
        let hero = self.hero_at();
        self.stage.track(hero);
        for index in 0..self.state.creatures.len() {
            let (who, creature) = (Who::Other(index), &self.state.creatures[index]);
            let held =
                creature.is(Condition::Webbed) || creature.is(Condition::Stunned) || creature.is(Condition::Afraid);
            let hunts = matches!(creature.mind, Mind::Hunting(_)) && creature.hit_points > 0 && !held;
            let at = creature.at;
            if !hunts || !self.can(who, ability) || self.is_rooted(who) || self.is_guard(who) {
                continue;
            }
            if let Some(steps) = self.stage.chase.steps(at).filter(|steps| *steps <= FOLLOW) {
                let rounds = 1 + steps as u32 * 100 / self.speed(who).max(1);
                let creature = self.take_off_stage(index);
                self.state.pursuers.push(Pursuer { creature: Creature { at: hero, ..creature }, depth, rounds });
            }
        }
    }

    /// One round for those on their way over the stairs.
    pub(crate) fn let_pursuers_arrive(&mut self) {
        if self.state.pursuers.is_empty() {
            return;
        }
        for mut pursuer in std::mem::take(&mut self.state.pursuers) {
            if pursuer.depth != self.state.depth {
                self.store_on(pursuer.depth, pursuer.creature);
            } else if pursuer.rounds > 1 {
                pursuer.rounds -= 1;
                self.state.pursuers.push(pursuer);
            } else if let Some(index) = self.seat(pursuer.creature) {
                let event = Event::Arrived { who: self.actor(Who::Other(index)) };
                self.tell(Who::Other(index), event);
            }
        }
    }

    /// A creature that flees takes the stairs that it stands on.
    pub(crate) fn escape(&mut self, index: usize) -> bool {
        let who = Who::Other(index);
        let depth = self.state.depth;
        let (up, down) = (self.stands_on(who, &Effect::Climb), self.stands_on(who, &Effect::Descend));
        let actor = self.actor(who);
        let (event, to) = if up && depth > 0 && self.can(who, Ability::Climb) {
            (Event::Climbed { who: actor, depth: depth - 1 }, depth - 1)
        } else if down && self.can(who, Ability::Descend) && self.dungeon.plan().has(depth + 1) {
            (Event::Descended { who: actor, depth: depth + 1 }, depth + 1)
        } else {
            return false;
        };
        self.tell(who, event);
        let at = self.body(who).at;
        self.send_to(index, to, at, Mind::Idle);
        true
    }
}
