//! Winning, and the creatures that pursue a hero who carries the goal out.

use undercroft_mapgen::StairKind;

use crate::content::{Ability, CreatureKindId, ItemKindId};
use crate::event::Event;
use crate::goal;
use crate::refusal::Refusal;
use crate::rules::turn::{Cost, Turn, Who};
use crate::state::Behaviour;

/// The most creatures from below that pursue the hero at the same time.
const MAX_HUNTERS: usize = 6;
/// The number of rounds before a creature from below gives up.
const HUNTER_PATIENCE: u32 = 300;

impl Turn<'_> {
    pub(super) fn is_goal(&self, kind: ItemKindId) -> bool {
        goal::goal_kind(self.content, self.dungeon.plan()) == Some(kind)
    }

    /// Whether the hero is on its way out with the goal.
    pub(crate) fn is_escaping(&self) -> bool {
        self.exit.is_some() && goal::is_carried(self.content, self.dungeon.plan(), self.state)
    }

    /// Picking up the last of the goal wins, unless it has to be carried out.
    pub(crate) fn check_goal(&mut self, kind: ItemKindId) {
        let plan = self.dungeon.plan();
        let (Some(goal), true) = (plan.goal(), self.is_goal(kind)) else { return };
        let Some((carried, needed)) = goal::progress(self.content, plan, self.state) else { return };
        if carried < needed {
            self.events.push(Event::Collected { kind, carried, needed });
        } else if goal.bring_out {
            self.events.push(Event::Awakened { deeper: plan.has_below(self.state.depth) });
            self.wake_everyone();
        } else {
            self.win();
        }
    }

    /// Tells the player that the goal lies here.
    pub(crate) fn report_goal(&mut self) {
        let kinds = self.level.pile(self.hero_at()).iter().map(|item| item.kind);
        let Some(kind) = kinds.into_iter().find(|kind| self.is_goal(*kind)) else { return };
        let plan = self.dungeon.plan();
        let last =
            goal::progress(self.content, plan, self.state).is_some_and(|(carried, needed)| carried + 1 >= needed);
        let wins = last && plan.goal().is_some_and(|goal| !goal.bring_out);
        self.events.push(Event::GoalHere { kind, wins });
    }

    /// The hero goes through a gate.
    pub(crate) fn pass_gate(&mut self, kind: ItemKindId) -> Result<Cost, Refusal> {
        if !self.is_goal(kind) {
            return Err(Refusal::NothingToDo);
        }
        self.win();
        Ok(Cost::Turn)
    }

    /// Everyone on the level hunts the hero. Nobody sleeps while the goal is carried out.
    pub(crate) fn wake_everyone(&mut self) {
        for index in 0..self.state.creatures.len() {
            self.alarm(Who::Other(index));
        }
    }

    /// Every so often, something comes up the stairs behind a hero who carries the goal out.
    pub(crate) fn send_hunter(&mut self) {
        let (round, every) = (self.state.clock / 100, u64::from(self.content.settings().hunter_rounds));
        if every == 0 || !round.is_multiple_of(every) || !self.is_escaping() {
            return;
        }
        let stairs = self.level.floor.nearest_stairs(self.hero_at(), StairKind::Down).ok().flatten();
        let Some(at) = stairs.filter(|at| self.level.contains(*at)) else { return };
        let hunters = self.state.creatures.iter().filter(|creature| creature.home.is_none() && creature.is_hunting());
        if hunters.count() >= MAX_HUNTERS {
            return;
        }
        let Some(kind) = self.hunter() else { return };
        let mut creature = self.new_creature(kind, at);
        creature.behaviour = Behaviour::Hunting(HUNTER_PATIENCE);
        if let Some(index) = self.add_creature(creature) {
            let who = Who::Other(index);
            let seen = self.is_witnessed(who).then(|| self.actor(who));
            self.events.push(Event::CameUp(seen));
        }
    }

    /// A kind that can climb and lives where the goal was, or else anywhere.
    fn hunter(&mut self) -> Option<CreatureKindId> {
        let content = self.content;
        let depth = self.dungeon.plan().goal()?.depth;
        let climbs = content.creatures().filter(|(id, kind)| {
            let fights = kind.abilities.contains(&Ability::Attack) && !kind.peaceful && !kind.unique;
            *id != content.hero() && fights && kind.abilities.contains(&Ability::Climb)
        });
        let all: Vec<_> = climbs.collect();
        let local: Vec<_> = all.iter().filter(|(_, kind)| kind.depths.contains(depth)).copied().collect();
        let kinds = if local.is_empty() { all } else { local };
        self.dice().pick(&kinds).map(|(id, _)| *id)
    }
}
