//! The levels of a plan meet the requirements of their recipes, or the plan is refused.

use std::sync::Arc;

use undercroft_mapgen::{
    Check, Content, Draft, Dungeon, Floor, Level, Metric, Phase, Plan, Recipe, Requirement, SourceFile, StairKind,
    Survey, Veto,
};

fn requiring(recipe: &str, metric: Metric, range: &str) -> Recipe {
    Recipe::named(recipe).unwrap().require(Requirement::parse(metric, range).unwrap())
}

fn bounded(dungeon: &Arc<Dungeon>, depth: u32) -> Arc<Level> {
    match dungeon.level(depth).unwrap_or_else(|error| panic!("{error}")) {
        Floor::Bounded(level) => level,
        Floor::Endless(_) => panic!("depth {depth} is endless"),
    }
}

#[test]
fn every_level_of_a_plan_meets_its_recipes_requirements() {
    for (recipe, metric, range) in
        [("caves", Metric::Loops, "4.."), ("rooms", Metric::Rooms, "13.."), ("halls", Metric::DeadEnds, "..9")]
    {
        let requirement = Requirement::parse(metric, range).unwrap();
        let plan = Arc::new(Plan::of(requiring(recipe, metric, range), false).unwrap());
        let easy = Arc::new(Plan::of(Recipe::named(recipe).unwrap(), false).unwrap());
        let mut missed = 0;
        for seed in 0..4_u64 {
            let (dungeon, unrestricted) = (Dungeon::new(plan.clone(), seed), Dungeon::new(easy.clone(), seed));
            for depth in 0..5 {
                let value = |level: &Level| metric.measure(&Survey::of(level));
                let level = bounded(&dungeon, depth);
                assert!(
                    requirement.allows(value(&level)),
                    "{recipe}, seed {seed}, depth {depth}: {requirement}\n{level}"
                );
                missed += u32::from(!requirement.allows(value(&bounded(&unrestricted, depth))));
            }
        }
        assert!(missed > 3, "{recipe} meets {requirement} anyway: {missed} of 20 did not");
    }
}

#[test]
fn requirements_leave_depths_independent_and_stairs_aligned() {
    let plan = Arc::new(Plan::of(requiring("caves", Metric::Loops, "4.."), false).unwrap());
    let in_order = Dungeon::new(plan.clone(), 9);
    let levels: Vec<Arc<Level>> = (0..8).map(|depth| bounded(&in_order, depth)).collect();
    for depth in [7, 3, 0, 6] {
        assert_eq!(bounded(&Dungeon::new(plan.clone(), 9), depth), levels[depth as usize], "depth {depth}");
    }
    for pair in levels.windows(2) {
        assert_eq!(pair[0].stairs_to(StairKind::Down), pair[1].stairs_to(StairKind::Up));
    }
}

#[test]
fn placing_things_does_not_change_metrics_of_the_ground() {
    for name in Recipe::names() {
        let mut recipe = Recipe::named(name).unwrap();
        // Niches are dug for stairs. Plans place their stairs on open ground instead.
        if let Ok(without_niches) = recipe.clone().set("stairs.niche=false") {
            recipe = without_niches;
        }
        // A mission puts doors and gates into openings, on ground that has already been checked. The doors of reserved
        // vaults are joined or walled up once the last step has shaped the ground.
        if recipe.steps().any(|(_, step)| ["furnish", "reserve"].contains(&step.name())) {
            continue;
        }
        let ground_steps = recipe.steps().filter(|(_, step)| step.phase() == Phase::Ground).count();
        for seed in 0..4 {
            let mut ground: Option<Draft> = None;
            let see = &mut |stage: &undercroft_mapgen::Snapshot<'_>| {
                if stage.step == ground_steps {
                    ground = Some(stage.draft.clone());
                }
            };
            let level = recipe.watch(seed, 1, see).unwrap();
            let ground = ground.expect("every recipe has ground");
            let (before, after) = (Survey::of_draft(&ground), Survey::of(&level));
            for metric in Metric::ALL.into_iter().filter(|metric| metric.depends_only_on_ground()) {
                assert_eq!(metric.measure(&before), metric.measure(&after), "{name}, seed {seed}: {}", metric.name());
            }
        }
    }
}

#[test]
fn plans_refuse_requirements_that_depend_on_the_stairs() {
    for metric in Metric::ALL.into_iter().filter(|metric| metric.applies_to_drafts()) {
        let made = Plan::of(requiring("caves", metric, "1.."), false);
        assert_eq!(made.is_ok(), metric.depends_only_on_ground(), "{}", metric.name());
        if let Err(error) = made {
            let text = error.to_string();
            assert!(
                text.contains(&format!("`{} 1..`", metric.name())) && text.contains("share their stairs"),
                "{text}"
            );
        }
    }
}

#[test]
fn endless_levels_cannot_have_requirements() {
    let recipe = requiring("caves", Metric::Open, "0.3..");
    assert!(!recipe.can_be_endless());
    let error = Plan::of(recipe, true).unwrap_err().to_string();
    assert!(error.contains("`open 0.3..`") && error.contains("never seen as a whole"), "{error}");
}

#[test]
fn a_plan_file_error_points_at_the_recipe() {
    let recipe = |require: &str| {
        format!(
            "name = \"mine\"\ndescription = \"x\"\nsize = \"40x30\"\n[require]\n{require}\n[[step]]\ndo = \"maze\"\n"
        )
    };
    let plan = |require: &str, more: &str| {
        let text = format!(
            "name = \"x\"\ndescription = \"x\"\nlevels = 2\n[[stretch]]\ndepths = \"0-1\"\nrecipe = \"mine.toml\"\n{more}"
        );
        Plan::parse_with(SourceFile::new("x.toml", &text), Content::standard(), &|_| Some(recipe(require)))
    };
    assert!(plan("dead-ends = \"5..\"", "").is_ok());
    let error = plan("path = \"40..\"", "").unwrap_err().to_string();
    assert!(error.starts_with("x.toml:6:10:") && error.contains("`path 40..`"), "{error}");
}

#[test]
fn requirements_that_are_never_met_are_named_in_the_error() {
    let recipe = requiring("caves", Metric::Rooms, "1..").attempts(3);
    let dungeon = Dungeon::new(Plan::of(recipe, false).unwrap(), 1);
    for depth in [0, 1, 2] {
        let error = dungeon.level(depth).unwrap_err().to_string();
        assert!(error.contains("none of 3 drafts") && error.contains("rooms = 0"), "{error}");
    }
}

/// A custom check that declares whether it depends only on the ground.
#[derive(Debug)]
struct Roomy {
    ground: bool,
}

impl Check for Roomy {
    fn name(&self) -> &str {
        "roomy"
    }

    fn depends_only_on_ground(&self) -> bool {
        self.ground
    }

    fn judge(&self, draft: &Draft) -> Result<(), Veto> {
        match draft.rooms.len() {
            0..13 => Err(Veto::new("roomy", "too few rooms")),
            _ => Ok(()),
        }
    }
}

#[test]
fn custom_checks_are_treated_like_requirements() {
    let recipe = |ground: bool| Recipe::named("rooms").unwrap().check(Roomy { ground });
    let dungeon = Dungeon::new(Plan::of(recipe(true), false).unwrap(), 5);
    assert!((0..6).all(|depth| bounded(&dungeon, depth).rooms().len() >= 13));
    assert!(Plan::of(recipe(false), false).unwrap_err().to_string().contains("`roomy`"));
}
