//! Kinds that come into every plan: at their depths they stand in for some of those that the plan has there.
//!
//! That is how a new paragraph of a content file is met in the dungeon, without a plan that names it.

use std::sync::Arc;

use undercroft_mapgen::{Class, Plan, Seed, Spawn, Stream};

use crate::content::{Content, ItemClass, same_name};
use crate::dice::below;

/// The kinds that come to a depth, each with its share of 100 places.
#[derive(Clone, Debug)]
pub(crate) struct Strangers {
    stream: Stream,
    creatures: Vec<(Arc<str>, u32)>,
    items: Vec<(Arc<str>, u32)>,
    goal: Option<Arc<str>>,
}

impl Strangers {
    pub(crate) fn of(content: &Content, plan: &Plan, seed: &Seed, depth: u32) -> Self {
        let creatures = content.creatures().filter(|(_, kind)| kind.share > 0 && kind.depths.contains(depth));
        let items = content.items().filter(|(_, kind)| kind.share > 0 && kind.depths.contains(depth));
        Self {
            stream: seed.fork("game").fork("strangers").fork(depth),
            creatures: creatures.map(|(_, kind)| (kind.name.as_str().into(), kind.share)).collect(),
            items: items.map(|(_, kind)| (kind.name.as_str().into(), kind.share)).collect(),
            goal: plan.goal().map(|goal| goal.item.clone()),
        }
    }

    /// The spawn, or the one that stands in for it. Which one, the place decides.
    pub(crate) fn stand_in(&self, content: &Content, spawn: Spawn) -> Spawn {
        let strangers = if spawn.class == Class::Creature { &self.creatures } else { &self.items };
        if strangers.is_empty() || !self.can_be_left_out(content, &spawn) {
            return spawn;
        }
        let mut left = below(self.stream.at(spawn.at), 100);
        for (kind, share) in strangers {
            if left < *share {
                return Spawn { kind: kind.clone(), ..spawn };
            }
            left -= share;
        }
        spawn
    }

    /// Whether the dungeon works as well without it: goals, keys, chests, pedlars and bosses have to stay.
    fn can_be_left_out(&self, content: &Content, spawn: &Spawn) -> bool {
        match spawn.class {
            Class::Creature => {
                content.creature_named(&spawn.kind).is_some_and(|(_, kind)| !kind.unique && !kind.peaceful)
            }
            Class::Item => {
                let is_goal = self.goal.as_deref().is_some_and(|goal| same_name(goal, &spawn.kind));
                let stays = |class: ItemClass| matches!(class, ItemClass::Key | ItemClass::Chest | ItemClass::Trap);
                !is_goal && content.item_named(&spawn.kind).is_some_and(|(_, kind)| !stays(kind.class))
            }
        }
    }
}
