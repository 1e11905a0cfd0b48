//! The goal of a plan: in words for the player, and in numbers for the rules.

use undercroft_grid::Point;
use undercroft_mapgen::{ChunkAt, Class, Floor, Goal, Plan, Property, Spawn};

use crate::content::{GameContent, ItemClass, ItemKindId};
use crate::grammar::{capitalise, number};
use crate::level::coordinates::cell_of;
use crate::state::State;

/// The property of a spawn that names what the creature carries.
const CARRIES: &str = "carries";

/// How a plan is won, in a sentence, with depths as the screen counts them. `None` if it has no goal.
///
/// ```
/// use undercroft_game::{GameContent, goal_sentence};
/// use undercroft_mapgen::Plan;
/// let plan = Plan::named("undercroft")?;
/// let sentence = goal_sentence(&plan, &GameContent::standard());
/// assert_eq!(sentence.as_deref(), Some("Find the ember on depth 13 and carry it out by the way you came in."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn goal_sentence(plan: &Plan, content: &GameContent) -> Option<String> {
    let goal = plan.goal()?;
    let kind = content.item_named(&goal.item).map(|(_, kind)| kind);
    let the_item = kind.map_or(&*goal.item, |kind| kind.singular());
    let (first, last) = (goal.depths().start().to_owned(), goal.depth);
    let is_gate = kind.is_some_and(|kind| kind.class == ItemClass::Gate);
    let task = match (&goal.carried_by, goal.count) {
        (_, 2..) => {
            let several = kind.map_or_else(|| format!("{the_item}s").into(), |kind| kind.plural());
            format!("collect {} {several}, one on each depth from {first} to {last}", number(goal.count))
        }
        (Some(creature), _) => format!("slay the {creature} on depth {last} and take the {the_item} that it carries"),
        (None, _) if is_gate => format!("find the {the_item} on depth {last} and go through it"),
        (None, _) if goal.bring_out => format!("find the {the_item} on depth {last}"),
        (None, _) => format!("find the {the_item} on depth {last} and pick it up"),
    };
    let them = if goal.count == 1 { "it" } else { "them" };
    let out = if goal.bring_out { format!(" and carry {them} out by the way you came in") } else { String::new() };
    Some(capitalise(format!("{task}{out}.")))
}

/// How long a plan is: "2 levels", "14 levels and back".
#[must_use]
pub fn plan_length(plan: &Plan) -> String {
    let levels = match (plan.goal(), plan.levels()) {
        (Some(goal), _) => goal.depth.saturating_add(1),
        (None, Some(levels)) => levels,
        (None, None) => return "endless".into(),
    };
    let plural = if levels == 1 { "" } else { "s" };
    let back = if plan.goal().is_some_and(|goal| goal.bring_out) { " and back" } else { "" };
    format!("{levels} level{plural}{back}")
}

/// The kind of item that a plan's goal requires.
pub(crate) fn goal_kind(content: &GameContent, plan: &Plan) -> Option<ItemKindId> {
    plan.goal().and_then(|goal| content.item_named(&goal.item)).map(|(id, _)| id)
}

/// How many of the goal's items the hero carries, and how many it needs.
pub(crate) fn progress(content: &GameContent, plan: &Plan, state: &State) -> Option<(u32, u32)> {
    let kind = goal_kind(content, plan)?;
    let carried = state.hero.pack.values().filter(|item| item.kind == kind).map(|item| item.count);
    Some((carried.fold(0, u32::saturating_add), plan.goal()?.count))
}

/// Whether the hero carries everything needed to win.
pub(crate) fn is_carried(content: &GameContent, plan: &Plan, state: &State) -> bool {
    progress(content, plan, state).is_some_and(|(carried, needed)| carried >= needed)
}

/// What a spawned creature carries.
pub(crate) fn carried_by<'a>(content: &GameContent, spawn: &'a Spawn) -> Option<(&'a str, ItemKindId)> {
    let Some(Property::Text(name)) = spawn.properties.get(CARRIES) else { return None };
    content.item_named(name).map(|(id, _)| (name.as_str(), id))
}

/// Where a level's part of the goal lies, as long as nobody has taken it.
pub(crate) fn place(content: &GameContent, plan: &Plan, state: &State, depth: u32, floor: &Floor) -> Option<Point> {
    let goal = plan.goal().filter(|goal| goal.depths().contains(&depth))?;
    let spawn = match floor {
        Floor::Bounded(level) => find(goal, level.spawns()).map(|spawn| level.world(spawn.at)),
        Floor::Endless(endless) => {
            // An endless level has its goal in the chunk where the player begins.
            let home = ChunkAt::of(endless.start().ok()?);
            let chunk = endless.chunk(home).ok()?;
            find(goal, &chunk.spawns).map(|spawn| home.cells().min() + spawn.at)
        }
    };
    let at = spawn?;
    let changes = state.levels.get(&depth).and_then(|level| level.chunks.get(&ChunkAt::of(at)));
    let kind = goal_kind(content, plan);
    let is_taken = changes.is_some_and(|chunk| match goal.carried_by {
        Some(_) => chunk.spent.contains(&cell_of(at)),
        // Something else may have been dropped on it.
        None => chunk.piles.get(&cell_of(at)).is_some_and(|pile| pile.iter().all(|item| Some(item.kind) != kind)),
    });
    (!is_taken).then_some(at)
}

fn find<'a>(goal: &Goal, spawns: &'a [Spawn]) -> Option<&'a Spawn> {
    spawns.iter().find(|spawn| match goal.carried_by {
        Some(_) => spawn.properties.contains_key(CARRIES),
        None => spawn.class == Class::Item && spawn.kind == goal.item,
    })
}
