//! Wanderers: kinds that turn up in every plan. At their depths they replace some of the spawns the plan has there, so
//! that a new entry in a content file turns up without any plan naming it.

use std::sync::Arc;

use undercroft_mapgen::{Class, Plan, Seed, Spawn, Stream};

use crate::content::{GameContent, ItemClass, same_name};
use crate::dice::below;
use crate::goal::carried_by;

/// The wanderers of a depth, each with its share in percent.
#[derive(Clone, Debug)]
pub(crate) struct Wanderers {
    stream: Stream,
    creatures: Vec<(Arc<str>, u32)>,
    items: Vec<(Arc<str>, u32)>,
    goal: Option<Arc<str>>,
}

impl Wanderers {
    pub(crate) fn new(content: &GameContent, plan: &Plan, seed: &Seed, depth: u32) -> Self {
        let creatures = content.creatures().filter(|(_, kind)| kind.share > 0 && kind.depths.contains(depth));
        let items = content.items().filter(|(_, kind)| kind.share > 0 && kind.depths.contains(depth));
        Self {
            stream: seed.fork("game").fork("wanderers").fork(depth),
            creatures: creatures.map(|(_, kind)| (kind.name.as_str().into(), kind.share)).collect(),
            items: items.map(|(_, kind)| (kind.name.as_str().into(), kind.share)).collect(),
            goal: plan.goal().map(|goal| goal.item.clone()),
        }
    }

    /// The spawn, or a wanderer in its place, depending on the cell alone.
    pub(crate) fn substitute(&self, content: &GameContent, spawn: Spawn) -> Spawn {
        let wanderers = match spawn.class {
            Class::Creature => &self.creatures,
            Class::Item => &self.items,
            Class::Other(_) => return spawn,
        };
        if wanderers.is_empty() || self.is_essential(content, &spawn) {
            return spawn;
        }
        let mut left = below(self.stream.at(spawn.at), 100);
        for (kind, share) in wanderers {
            if left < *share {
                return Spawn { kind: kind.clone(), ..spawn };
            }
            left -= share;
        }
        spawn
    }

    /// Whether the dungeon would be worse without it: goals, keys, chests, traps, pedlars and bosses stay.
    fn is_essential(&self, content: &GameContent, spawn: &Spawn) -> bool {
        match spawn.class {
            Class::Creature if carried_by(content, spawn).is_some() => true,
            Class::Creature => content.creature_named(&spawn.kind).is_none_or(|(_, kind)| kind.unique || kind.peaceful),
            Class::Item => {
                let is_goal = self.goal.as_deref().is_some_and(|goal| same_name(goal, &spawn.kind));
                let stays = |class| matches!(class, ItemClass::Key | ItemClass::Chest | ItemClass::Trap);
                is_goal || content.item_named(&spawn.kind).is_none_or(|(_, kind)| stays(kind.class))
            }
            Class::Other(_) => true,
        }
    }
}
