//! Random plans of random recipes: every level of every accepted plan can be made, and its stairs line up with those of
//! the next.

use undercroft_mapgen::{Content, Dungeon, Plan, Rng, Seed, SourceFile};
use undercroft_testing::{from_environment, judge_dungeon};

use crate::recipes::{accepted, random_recipe};
use crate::{Progress, seen_from_outside};

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
        let files = format!("{text}\n{}", recipes.join("\n"));
        let progress = Progress::of("plan", number);
        let made = plan.levels().expect("random plans end");
        match judge_dungeon(&Dungeon::new(plan, number), made, seen_from_outside) {
            Ok(()) => levels += u64::from(made),
            Err(problem) => {
                println!("plan {number}: {problem}");
                broken.push(format!("{files}\nseed {number}, {problem}"));
            }
        }
        plans += 1;
        progress.report(plans, &files);
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
fn set_pieces_give_way_to_stairs_that_fit_nowhere_else() {
    // Each has a level so small that a set piece of the next covers or walls in all the cells that they share.
    make_plans(14_792, 1);
    make_plans(15_016, 1);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_random_plans_become_dungeons() {
    let count = from_environment("COUNT", 10_000);
    let (levels, refused) = make_plans(from_environment("FIRST", 0), count);
    println!("{count} random plans with {levels} levels, none broken; {refused} plans were refused with a reason");
}
