use super::*;
use crate::{GameError, Settings};
use undercroft_mapgen::steps::Spawn;
use undercroft_mapgen::{ChunkAt, Class, Dungeon, Floor, Recipe};

fn error(text: &str) -> String {
    GameContent::with(&[SourceFile::new("mine.toml", text)])
        .map(|_| ())
        .expect_err("the content was accepted")
        .to_string()
}

const SNAIL: &str = "[[creature]]\nname = \"snail\"\nglyph = \"s\"\ncolour = \"#a0a060\"\ndescription = \"Slow.\"\nhit-points = 3\nattack = 1\n";

#[test]
fn the_settings_file_agrees_with_the_defaults() {
    assert_eq!(*GameContent::standard().settings(), Settings::default());
}

#[test]
fn errors_give_the_place_and_the_closest_name() {
    assert_eq!(
        error(&SNAIL.replace("attack", "atack")),
        "mine.toml:7:1: unknown field `atack`; did you mean `attack`?"
    );
    assert_eq!(
        error(&format!("{SNAIL}tactics = [\"hunt\", \"wandr\"]\n")),
        "mine.toml:8:20: unknown variant `wandr`; did you mean `wander`?"
    );
    assert_eq!(
        error(&format!("{SNAIL}drops = [{{ table = \"pursse\" }}]\n")),
        "mine.toml:8:20: no table is called `pursse`; did you mean `purse`?"
    );
    assert!(error(&SNAIL.replace("glyph = \"s\"", "glyph = \"蝸\"")).starts_with("mine.toml:3:1: the glyph"));
    assert!(
        error(&SNAIL.replace("hit-points = 3", "hit-points = 0"))
            .starts_with("mine.toml:6:1: hit-points: 0 is not between")
    );
    assert!(error(&format!("{SNAIL}{SNAIL}")).contains("`snail` is already defined in this file"));
    assert!(error("[[creatures]]\nname = \"x\"\n").contains("did you mean `creature`?"));
    assert!(error("[[event]]\nname = \"x\"\neffects = [{ become = \"flor\" }]\n").contains("did you mean `floor`?"));
}

#[test]
fn an_entry_of_the_same_name_replaces_ours() {
    let text = SNAIL.replace("\"snail\"", "\"rat\"");
    let content = GameContent::with(&[SourceFile::new("mine.toml", &text)]).unwrap();
    assert_eq!(content.creature_named("rat").unwrap().1.hit_points, 3);
    assert_eq!(content.creatures().count(), GameContent::standard().creatures().count());
    assert_ne!(content.fingerprint(), GameContent::standard().fingerprint());
}

#[test]
fn a_new_kind_with_a_share_appears_in_every_plan() {
    let text = format!("{SNAIL}share = 60\ndepths = \"1..\"\n");
    let content = std::sync::Arc::new(GameContent::with(&[SourceFile::new("mine.toml", &text)]).unwrap());
    let (snail, _) = content.creature_named("snail").unwrap();
    let plan = std::sync::Arc::new(Plan::named("kobolds").unwrap());
    let met = |depth: u32| {
        let all: Vec<Creature> = (0..20_u64)
            .flat_map(|seed| {
                let mut game = Game::new(content.clone(), plan.clone(), seed).unwrap();
                let Floor::Bounded(level) = game.dungeon.level(depth).unwrap() else { panic!() };
                if depth > 0 {
                    game.turn(&mut Vec::new()).move_hero_to_level(depth, level.world(level.start()));
                }
                game.state.creatures
            })
            .collect();
        (all.iter().filter(|creature| creature.kind == snail).count(), all.len())
    };
    let (snails, all) = met(1);
    assert!(snails * 100 > all * 45 && snails * 100 < all * 75, "{snails} of {all} are snails");
    assert_eq!(met(0).0, 0, "there are snails outside their depths");
    let problem = "mine.toml:8:1: share: the shares at depth 1 add up to 101; the limit is 100";
    assert_eq!(error(&text.replace("= 60", "= 101")), problem);
}

#[test]
fn every_standard_plan_can_be_started() {
    for name in Plan::names() {
        let game = Game::new(GameContent::standard(), Plan::named(name).unwrap(), 1);
        game.unwrap_or_else(|error| panic!("{error}")).check().unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
}

#[test]
fn a_plan_with_unknown_names_is_refused_with_a_suggestion() {
    let text = |kind: &str, ability: &str| {
        format!(
            "name = \"x\"\ndescription = \"x\"\nlevels = 1\nabilities = [\"{ability}\"]\n[[stretch]]\ndepths = \"0\"\nrecipe = \"caves\"\n\
             creatures = \"all\"\n[tables.all]\nchance = 0.1\nkinds = [{{ kind = \"{kind}\" }}]\n"
        )
    };
    let start = |kind: &str, ability: &str| {
        let plan = Plan::parse(SourceFile::new("x.toml", &text(kind, ability)), undercroft_mapgen::Content::standard())
            .unwrap();
        Game::new(GameContent::standard(), plan, 1).map(|_| ())
    };
    assert_eq!(start("goblin", "open"), Ok(()));
    let Err(GameError::UnknownKind { class, suggestion, .. }) = start("gobblin", "open") else { panic!() };
    assert_eq!((class, suggestion.as_str()), (Class::Creature, "did you mean `goblin`?"));
    let Err(GameError::UnknownAbility { suggestion, .. }) = start("goblin", "kikc") else { panic!() };
    assert_eq!(suggestion, "did you mean `kick`?");
}

#[test]
fn everything_that_levels_spawn_is_in_the_content() {
    let content = GameContent::standard();
    for name in Plan::names() {
        let plan = std::sync::Arc::new(Plan::named(name).unwrap());
        for (seed, depth) in (0..16).map(|n| (u64::from(n) % 3, n)).filter(|(_, depth)| plan.has(*depth)) {
            let spawns = match Dungeon::new(plan.clone(), seed).level(depth).unwrap() {
                Floor::Bounded(level) => level.spawns().to_vec(),
                Floor::Endless(endless) => endless.chunk(ChunkAt { x: 0, y: 0 }).unwrap().spawns.clone(),
            };
            for spawn in spawns {
                let known = match spawn.class {
                    Class::Creature => content.creature_named(&spawn.kind).is_some(),
                    Class::Item => content.item_named(&spawn.kind).is_some(),
                    Class::Other(_) => content.machine_named(&spawn.kind).is_some(),
                };
                assert!(known, "{name}, depth {depth}: nothing is called `{}`", spawn.kind);
            }
        }
    }
}

#[test]
fn hyphens_and_spaces_are_interchangeable_in_names() {
    let content = GameContent::standard();
    assert!(content.item_named("copper-coin").is_some() && content.item_named("health-potion").is_some());
}

#[test]
fn every_description_is_a_sentence() {
    let content = GameContent::standard();
    let creatures = content.creatures().map(|(_, kind)| (&kind.name, &kind.description));
    for (name, description) in creatures.chain(content.items().map(|(_, kind)| (&kind.name, &kind.description))) {
        assert!(description.ends_with(['.', '!', '?']), "{name}: {description}");
    }
}

#[test]
fn spawns_of_a_class_that_the_game_does_not_know_are_left_out() {
    let recipe =
        Recipe::named("caves").unwrap().then(Spawn::default().class("light").kinds([("torch", 1)]).chance(0.1));
    let plan = Plan::of(recipe, false).unwrap();
    let game = Game::new(GameContent::standard(), plan, 1).unwrap();
    assert!(game.state.creatures.is_empty());
}

#[test]
fn the_hero_has_the_figures_of_the_tutorial() {
    let content = GameContent::standard();
    let hero = content.creature(content.hero());
    assert_eq!((hero.hit_points, hero.attack, hero.defence), (100, 10, 5));
}
