//! Random recipes: the embedded ones with random parameters, with steps added, removed and swapped, and random lists of
//! steps that nobody would write.

use std::collections::BTreeMap;

use undercroft_mapgen::{Content, Recipe, Registry, Rng, Seed, SourceFile};
use undercroft_testing::from_environment;

use crate::parameters::{known, random_value};
use crate::{Progress, seen_from_outside};

/// A step of a recipe file.
#[derive(Clone, Debug)]
struct Line {
    step: String,
    parameters: BTreeMap<String, String>,
}

impl Line {
    fn of(step: &str, parameters: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { step: step.to_owned(), parameters: parameters.into_iter().collect() }
    }

    /// Any step, with random parameters.
    fn random(rng: &mut Rng) -> Self {
        let steps: Vec<&str> =
            Registry::standard().iter().map(|kind| kind.name).filter(|name| *name != "paste").collect();
        let step = steps[rng.below(steps.len() as u32) as usize];
        let mut line = Self::of(step, []);
        line.change(rng);
        line
    }

    /// Sets some parameters to random values.
    fn change(&mut self, rng: &mut Rng) {
        for (name, known) in known(&self.step) {
            if rng.below(2) == 0 {
                self.parameters.insert(name.clone(), random_value(known, rng));
            }
        }
    }
}

/// The lines of an embedded recipe.
fn embedded(name: &str) -> Vec<Line> {
    let recipe = Recipe::named(name).expect("an embedded recipe is valid");
    let line = |(_, step): (&str, &dyn undercroft_mapgen::Step)| {
        let parameters = step.parameters();
        Line::of(step.name(), parameters.iter().map(|(name, value)| (name.clone(), value.to_string())))
    };
    recipe.steps().map(line).collect()
}

/// The text of a random recipe file.
pub(crate) fn random_recipe(name: &str, rng: &mut Rng) -> String {
    let names: Vec<&str> = Recipe::names().collect();
    let mut lines = embedded(names[rng.below(names.len() as u32) as usize]);
    let kind = rng.below(10);
    if kind == 9 {
        lines = (0..rng.range(1..=6)).map(|_| Line::random(rng)).collect();
    }
    if kind >= 6 {
        for _ in 0..rng.range(1..=3) {
            let [at, other] = [0, 1].map(|_| rng.below(lines.len() as u32) as usize);
            match rng.below(3) {
                0 if lines.len() > 1 => drop(lines.remove(at)),
                1 => lines.swap(at, other),
                _ => lines.insert(at, Line::random(rng)),
            }
        }
    }
    for line in &mut lines {
        if rng.below(2) == 0 {
            line.change(rng);
        }
    }
    let (width, height) = match rng.below(4) {
        0 => (rng.range(3..=30), rng.range(3..=20)),
        _ => (rng.range(20..=90), rng.range(15..=60)),
    };
    let mut text = format!("name = \"{name}\"\ndescription = \"Random.\"\nsize = \"{width}x{height}\"\n");
    for (index, Line { step, parameters }) in lines.iter().enumerate() {
        text += &format!("\n[[step]]\ndo = \"{step}\"\nas = \"{step}-{index}\"\n");
        parameters.iter().for_each(|(name, value)| text += &format!("{name} = {value}\n"));
    }
    text
}

/// Reads a recipe as `undercroft check` does; `None` if it is refused.
pub(crate) fn accepted(text: &str) -> Option<Recipe> {
    let recipe = Recipe::parse(SourceFile::new("random.toml", text), Content::standard()).ok()?;
    recipe.validate().ok().map(|()| recipe)
}

/// Makes `count` levels of random recipes, from number `first` on. Returns how many recipes were refused.
fn make_levels(first: u64, count: u64) -> u64 {
    let (mut made, mut refused) = (0, 0);
    let mut broken: BTreeMap<String, String> = BTreeMap::new();
    for number in first.. {
        let text = random_recipe("random", &mut Seed::from(number).fork("recipe").rng());
        let Some(recipe) = accepted(&text) else {
            refused += 1;
            continue;
        };
        let progress = Progress::of("recipe", number);
        // Two seeds of each recipe.
        for seed in [number, number + 1_000_000_000] {
            let problem = match recipe.build(seed) {
                Ok(level) => seen_from_outside(level.as_draft()).judge().err().map(|broken| broken.to_string()),
                Err(error) => Some(error.to_string()),
            };
            if let Some(problem) = problem {
                let kind =
                    problem.lines().next().unwrap_or_default().split(": ").skip(1).collect::<Vec<_>>().join(": ");
                broken.entry(kind).or_insert_with(|| {
                    // Print problems as they are found, because a run may be long.
                    println!("recipe {number}, seed {seed}: {problem}");
                    format!("{text}\nseed {seed}: {problem}")
                });
            }
            made += 1;
        }
        progress.report(made, &text);
        if made >= count || broken.len() >= 20 {
            break;
        }
    }
    assert!(broken.is_empty(), "{}", broken.values().cloned().collect::<Vec<_>>().join("\n\n"));
    refused
}

#[test]
fn whatever_recipe_is_accepted_becomes_a_level() {
    make_levels(0, 1_000);
}

#[test]
fn doors_that_a_later_step_paints_over_are_no_longer_doors() {
    let steps = [
        "do = \"rooms\"\nattempts = 60\nmin-side = 3\nmax-side = 7",
        "do = \"halls\"",
        "do = \"doors\"\nchance = 1.0",
        "do = \"noise\"\nkind = \"simplex\"\nscale = 0.3\nbands = [{ above = 0.5, tile = \"rubble\" }]\ntile = \"\"",
        "do = \"connect\"",
        "do = \"start\"",
        "do = \"stairs\"",
    ];
    let steps = steps.map(|step| format!("[[step]]\n{step}\n")).concat();
    let text = format!("name = \"painted\"\ndescription = \"Painted over.\"\nsize = \"60x40\"\n{steps}");
    let recipe = accepted(&text).expect("the recipe is valid");
    for seed in 0..20 {
        let level = recipe.build(seed).unwrap_or_else(|error| panic!("{error}"));
        seen_from_outside(level.as_draft()).judge().unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_levels_of_random_recipes_keep_their_promises() {
    let count = from_environment("COUNT", 100_000);
    let refused = make_levels(from_environment("FIRST", 0), count);
    println!("{count} levels of {} random recipes, none broken; {refused} were refused with a reason", count / 2);
}
