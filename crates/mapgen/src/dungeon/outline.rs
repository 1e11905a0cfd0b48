//! Summarises a plan in words, for people who want to know what is in it.

use std::sync::Arc;

use super::Depths;
use super::plan::{GroundSource, Plan, SpawnSource};
use crate::Class;

/// A range of depths of a plan that share the same rules, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline {
    /// The depths.
    pub depths: Depths,
    /// The choices for each depth, such as `caves 80x50` or `surface, endless`.
    pub grounds: Vec<String>,
    /// The creatures of its tables; `None` if the recipe places its own.
    pub creatures: Option<Vec<Arc<str>>>,
    /// The items of its tables; `None` if the recipe places its own.
    pub items: Option<Vec<Arc<str>>>,
}

impl Plan {
    /// The plan in words, from the top down.
    ///
    /// ```
    /// use undercroft_mapgen::Plan;
    /// let outline = Plan::named("two-caves")?.outline();
    /// assert_eq!(outline[0].grounds, ["caves 80x50"]);
    /// # Ok::<(), undercroft_mapgen::LookupError>(())
    /// ```
    #[must_use]
    pub fn outline(&self) -> Vec<Outline> {
        let mut outline: Vec<Outline> = self
            .stretches
            .iter()
            .map(|stretch| Outline {
                depths: stretch.depths,
                grounds: stretch.grounds.iter().map(ground).collect(),
                creatures: self.kinds_at(stretch.depths.first, &Class::Creature),
                items: self.kinds_at(stretch.depths.first, &Class::Item),
            })
            .collect();
        outline.sort_by_key(|stretch| stretch.depths.first);
        outline
    }

    /// What the tables spawn at a depth; `None` if the recipe places its own.
    fn kinds_at(&self, depth: u32, class: &Class) -> Option<Vec<Arc<str>>> {
        let mut kinds: Option<Vec<Arc<str>>> = None;
        for rule in self.rules_at(depth).filter(|rule| rule.class.as_ref() == Some(class)) {
            let kinds = kinds.get_or_insert_default();
            let SpawnSource::Table(table) = &rule.source else { continue };
            for entry in &table.entries {
                if !kinds.contains(&entry.kind) {
                    kinds.push(entry.kind.clone());
                }
            }
        }
        kinds
    }
}

fn ground(source: &GroundSource) -> String {
    match source {
        GroundSource::Bounded(recipe) => format!("{} {}", recipe.name(), recipe.level_size()),
        GroundSource::Endless(recipe, _) => format!("{}, endless", recipe.name()),
        GroundSource::Drawn(draft) => format!("a drawn map, {}", draft.size()),
    }
}
