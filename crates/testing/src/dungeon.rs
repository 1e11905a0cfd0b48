//! Judges all levels of a dungeon, and that their stairs line up.

use std::collections::BTreeSet;
use std::sync::Arc;

use undercroft_mapgen::{CHUNK_SIDE, Draft, Dungeon, Floor, Rect};

use crate::PlainLevel;

/// Makes the first levels of a dungeon and judges them: each as `seen` shows it, their stairs, and the locks that have
/// their keys at other depths.
///
/// # Errors
/// What is wrong, and at which depth.
pub fn judge_dungeon(dungeon: &Arc<Dungeon>, levels: u32, seen: impl Fn(&Draft) -> PlainLevel) -> Result<(), String> {
    let plan = dungeon.plan();
    let locks = plan.locks().iter().filter(|lock| lock.depth < levels).count();
    let mut above: Option<BTreeSet<(i64, i64)>> = None;
    // The keys that lie at each depth, and those that its locks need.
    let (mut laid, mut needed) = (BTreeSet::new(), BTreeSet::new());
    let window = window_over_bounded_levels(dungeon, levels)?;
    for depth in 0..levels {
        let at_depth = |problem: String| format!("depth {depth}: {problem}");
        let floor = dungeon.level(depth).map_err(|error| at_depth(error.to_string()))?;
        let level = match &floor {
            Floor::Bounded(level) => {
                let level = seen(level.as_draft());
                level.judge().map_err(|broken| at_depth(broken.to_string()))?;
                level
            }
            Floor::Endless(endless) => {
                let window = endless.window(window).map_err(|error| at_depth(error.to_string()))?;
                let level = seen(&window);
                level.judge_window().map_err(|broken| at_depth(broken.to_string()))?;
                let start = floor.start().map_err(|error| at_depth(error.to_string()))?;
                let walkable = floor.is_walkable(start).map_err(|error| at_depth(error.to_string()))?;
                if !walkable {
                    return Err(at_depth(format!("the start at {start} is not walkable")));
                }
                level
            }
        };
        if let Some(mission) = &level.mission {
            let depth = i64::from(depth);
            let below = mission.for_below.iter().filter(|(_, opens)| *opens < i64::from(levels));
            laid.extend(below.map(|(key, opens)| (key.clone(), depth, *opens)));
            needed.extend(mission.from_above.iter().map(|(key, lies)| (key.clone(), *lies, depth)));
        }
        let (up, down) = (stairs(&level, "up"), stairs(&level, "down"));
        if up.is_empty() != (depth == 0) || down.is_empty() == plan.has_below(depth) {
            return Err(at_depth(format!("{} stairs up, {} down\n{level}", up.len(), down.len())));
        }
        if above.is_some_and(|above| above != up) {
            return Err(at_depth(format!("the stairs do not line up with those above\n{level}")));
        }
        above = Some(down);
    }
    if laid != needed || laid.len() != locks {
        return Err(format!("{locks} locks in the plan; the keys laid are {laid:?}, the keys needed {needed:?}"));
    }
    Ok(())
}

/// Whole chunks that contain all stairs to a bounded level.
fn window_over_bounded_levels(dungeon: &Arc<Dungeon>, levels: u32) -> Result<Rect, String> {
    let mut window = Rect::new(0, 0, 128, 64);
    for depth in 0..levels {
        if let Floor::Bounded(level) = dungeon.level(depth).map_err(|error| format!("depth {depth}: {error}"))? {
            let size = level.size();
            window.width = window.width.max(size.width.next_multiple_of(CHUNK_SIDE));
            window.height = window.height.max(size.height.next_multiple_of(CHUNK_SIDE));
        }
    }
    Ok(window)
}

/// The stairs of a kind, in world coordinates.
fn stairs(level: &PlainLevel, kind: &str) -> BTreeSet<(i64, i64)> {
    let world = |(x, y): (i64, i64)| (x + level.origin.0, y + level.origin.1);
    level.stairs.iter().filter(|(other, _)| other == kind).map(|(_, at)| world(*at)).collect()
}
