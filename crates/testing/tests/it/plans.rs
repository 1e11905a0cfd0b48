//! Random plans of random recipes: every level of every accepted plan can be made, and its stairs line up with those of
//! the next.

use std::collections::BTreeSet;
use std::sync::Arc;

use undercroft_mapgen::{CHUNK_SIDE, Content, Dungeon, Floor, Plan, Rect, Rng, Seed, SourceFile};
use undercroft_testing::PlainLevel;

use crate::recipes::{accepted, random_recipe};
use crate::{Progress, from_environment, seen_from_outside};

/// A plan of two to five levels, each with its own recipe, bounded or endless: its text, and that of its recipes.
fn random_plan(rng: &mut Rng) -> (String, Vec<String>) {
    let levels = rng.range(2..=5);
    let mut recipes = Vec::new();
    let mut text = format!("name = \"random\"\ndescription = \"Random.\"\nlevels = {levels}\n");
    if rng.below(4) == 0 {
        text += &format!("start = [{}, {}]\n", rng.range(-1_000..=1_000), rng.range(-1_000..=1_000));
    }
    if rng.below(3) == 0 {
        text += &format!("goal = {{ item = \"amulet\", depth = {} }}\n", rng.range(0..=levels - 1));
    }
    if levels > 2 && rng.below(2) == 0 {
        // The last level has no stairs down to lock.
        let depth = rng.range(1..=levels - 2);
        let key_depth = rng.range(0..=depth - 1);
        text += &format!("[[lock]]\nkey = \"silver\"\nkey-depth = {key_depth}\ndepth = {depth}\n");
    }
    for depth in 0..levels {
        let name = format!("random-{depth}");
        let recipe = std::iter::repeat_with(|| random_recipe(&name, rng)).find(|text| accepted(text).is_some());
        recipes.extend(recipe);
        text += &format!("[[stretch]]\ndepths = \"{depth}\"\nrecipe = \"{name}\"\n");
        let can_be_endless =
            recipes.last().and_then(|text| accepted(text)).is_some_and(|recipe| recipe.can_be_endless());
        if can_be_endless && rng.below(2) == 0 {
            text += "endless = true\n";
        } else {
            text += &format!("stairs = {}\n", rng.range(1..=4));
        }
        if rng.below(2) == 0 {
            text += "creatures = \"vermin\"\n";
        }
    }
    text += &format!("[tables.vermin]\nchance = 0.{}\nkinds = [{{ kind = \"rat\" }}]\n", rng.range(0..=9));
    (text, recipes)
}

fn read(text: &str, recipes: &[String]) -> Option<Plan> {
    let mut content = Content::standard().clone();
    for (depth, recipe) in recipes.iter().enumerate() {
        content.add_recipe(&format!("random-{depth}"), accepted(recipe)?);
    }
    Plan::parse(SourceFile::new("random.toml", text), &content).ok()
}

/// Makes all levels of a plan and judges them from outside. Returns what is wrong.
fn judge(plan: Plan, seed: u64) -> Result<u64, String> {
    let levels = plan.levels().expect("random plans end");
    let locks = plan.locks().len();
    let dungeon = Dungeon::new(plan, seed);
    let mut above: Option<BTreeSet<(i64, i64)>> = None;
    // The keys that lie at each depth, and those that its locks need.
    let (mut laid, mut needed) = (BTreeSet::new(), BTreeSet::new());
    let window = window_over_bounded_levels(&dungeon, levels)?;
    for depth in 0..levels {
        let at_depth = |problem: String| format!("depth {depth}: {problem}");
        let floor = dungeon.level(depth).map_err(|error| at_depth(error.to_string()))?;
        let level = match &floor {
            Floor::Bounded(level) => {
                let level = seen_from_outside(level.as_draft());
                level.judge().map_err(|broken| at_depth(broken.to_string()))?;
                level
            }
            Floor::Endless(endless) => {
                let window = endless.window(window).map_err(|error| at_depth(error.to_string()))?;
                let level = seen_from_outside(&window);
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
            laid.extend(mission.for_below.iter().map(|(key, opens)| (key.clone(), depth, *opens)));
            needed.extend(mission.from_above.iter().map(|(key, lies)| (key.clone(), *lies, depth)));
        }
        let (up, down) = (stairs(&level, "up"), stairs(&level, "down"));
        if up.is_empty() != (depth == 0) || down.is_empty() != (depth + 1 == levels) {
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
    Ok(u64::from(levels))
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

/// Makes `count` accepted random plans from number `first` on, level by level. Returns the number of levels made, and of
/// plans refused.
fn make_plans(first: u64, count: u64) -> (u64, u64) {
    let (mut plans, mut levels, mut refused) = (0, 0, 0);
    let mut broken: Vec<String> = Vec::new();
    for number in first.. {
        let (text, recipes) = random_plan(&mut Seed::from(number).fork("plan").rng());
        let Some(plan) = read(&text, &recipes) else {
            refused += 1;
            continue;
        };
        let progress = Progress::of("plan", number);
        match judge(plan, number) {
            Ok(made) => levels += made,
            Err(problem) => {
                println!("plan {number}: {problem}");
                broken.push(format!("{text}\n{}\nseed {number}, {problem}", recipes.join("\n")));
            }
        }
        plans += 1;
        progress.report(plans);
        if plans == count || broken.len() >= 10 {
            break;
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
    (levels, refused)
}

#[test]
fn whatever_plan_is_accepted_becomes_a_dungeon() {
    make_plans(0, 60);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_random_plans_become_dungeons() {
    let count = from_environment("COUNT", 10_000);
    let (levels, refused) = make_plans(from_environment("FIRST", 0), count);
    println!("{count} random plans with {levels} levels, none broken; {refused} plans were refused with a reason");
}
