//! Levels to export: small ones of every recipe and plan, windows of endless levels, and odd ones built by hand.

use undercroft_mapgen::{Class, Draft, Dungeon, Floor, Plan, Point, Recipe, Rect, Seed, Spawn, StairKind};

/// A small level of every recipe; some recipes need more space than others.
pub(crate) fn of_recipes() -> Vec<Draft> {
    let level = |name| {
        let recipe = Recipe::named(name).unwrap();
        let small = recipe.clone().sized(45, 30).build(5);
        small.or_else(|_| recipe.build(5)).unwrap_or_else(|error| panic!("{name}: {error}")).to_draft()
    };
    Recipe::names().map(level).collect()
}

/// The first and the last levels of every plan; of endless ones, a window to the left of and above the middle.
pub(crate) fn of_plans() -> Vec<(String, Vec<Draft>)> {
    let levels = |name: &str| {
        let plan = Plan::named(name).unwrap();
        let last = plan.levels().map_or(2, |levels| levels - 1);
        let depths = [0, 1.min(last), last];
        let dungeon = Dungeon::new(plan, 11);
        let mut drafts: Vec<Draft> = Vec::new();
        for depth in depths {
            if drafts.iter().any(|draft| draft.metadata.depth == depth) {
                continue;
            }
            drafts.push(match dungeon.level(depth).unwrap() {
                Floor::Bounded(level) => level.to_draft(),
                Floor::Endless(endless) => endless.window(Rect::new(-70, -21, 40, 25)).unwrap(),
            });
        }
        (name.to_owned(), drafts)
    };
    Plan::names().map(levels).collect()
}

/// One cell, texts that every format must escape, a stair where its tile is not, and a compressed one.
pub(crate) fn made_by_hand() -> Vec<Draft> {
    let mut odd = Draft::parse("#####\n#...#\n#.+.#\n#####");
    odd.metadata.recipe = "a <\"strange\"> & 'odd' one\n\t龍".into();
    odd.metadata.seed = Seed::from("it's \"here\" <&>\u{1}");
    odd.origin = Point::new(i32::MIN, i32::MAX - 4);
    odd.rooms.push(Rect::new(1, 1, 3, 1));
    odd.spawns.push(Spawn::new("two-headed & <mad>", Class::Creature, Point::new(3, 2)));
    let snare = Spawn::new("snare <1>", "trap", Point::new(3, 1));
    odd.spawns.push(snare.with("damage", 3).with("share", 0.5).with("hidden", true).with("says", "<\"click\">"));
    odd.stairs.push(undercroft_mapgen::Stair { kind: StairKind::Down, at: Point::new(2, 1) });
    odd.start = Some(Point::new(1, 1));
    let large = Recipe::named("caves").unwrap().sized(160, 120).build(1).unwrap().to_draft();
    vec![Draft::parse("."), odd, large]
}

/// All of them, each with its plan's name.
pub(crate) fn all() -> Vec<(Option<String>, Draft)> {
    let alone = of_recipes().into_iter().chain(made_by_hand()).map(|draft| (None, draft));
    let plans = of_plans()
        .into_iter()
        .flat_map(|(name, drafts)| drafts.into_iter().map(move |draft| (Some(name.clone()), draft)));
    alone.chain(plans).collect()
}
