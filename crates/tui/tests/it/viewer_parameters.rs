//! Changing parameters and saving recipes in the viewer.

use undercroft_mapgen::{Content, Recipe, Seed, SourceFile};
use undercroft_tui::{Console, Input, Program, RecipeFiles, Saved, Settings, Target, ViewRequest, Viewer};

use crate::helpers::{COLOUR, Files, assert_shows, enter, fingerprint, open, press, shot, view_named};

#[test]
fn parameters_change_the_level_at_once() {
    let mut viewer = view_named("caves");
    assert_shows(&mut viewer, &["►scatter.chance", "0 to 1"]);
    press(&mut viewer, "+ +");
    let expected = Recipe::named("caves").unwrap().set("scatter.chance=0.52").unwrap();
    assert_eq!(fingerprint(&viewer), expected.build(42).unwrap().fingerprint());
    assert_shows(&mut viewer, &["0.52", "1 changed", "[recipe: 0.5]"]);
    assert_eq!(viewer.command_line(), "undercroft generate caves --seed 42 --set scatter.chance=0.52");
    press(&mut viewer, "page-down");
    assert!(viewer.command_line().ends_with("scatter.chance=0.42"));
    press(&mut viewer, "enter");
    enter(&mut viewer, "0.55");
    assert!(viewer.command_line().ends_with("scatter.chance=0.55"));
    press(&mut viewer, "r");
    assert_eq!(viewer.command_line(), "undercroft generate caves --seed 42");
    assert_eq!(fingerprint(&viewer), Recipe::named("caves").unwrap().build(42).unwrap().fingerprint());
}

#[test]
fn an_invalid_value_is_refused_with_a_reason_and_the_last_level_stays() {
    let mut viewer = view_named("caves");
    press(&mut viewer, "enter");
    enter(&mut viewer, "1");
    let good = fingerprint(&viewer);
    press(&mut viewer, "+");
    assert_shows(&mut viewer, &["1.01 is not a", "►scatter.chance"]);
    assert_eq!(fingerprint(&viewer), good);
    press(&mut viewer, "tab");
    assert!(!shot(&mut viewer).contains("is not a number"), "the message belongs to the other parameter");
    press(&mut viewer, "enter");
    enter(&mut viewer, "7");
    assert_shows(&mut viewer, &["`7` is not a word"]);
    press(&mut viewer, "ctrl-u");
    enter(&mut viewer, "lava lake");
    assert_shows(&mut viewer, &["no tile is called `lava lake`", "scatter.tile: lava lake"]);
    assert_eq!(fingerprint(&viewer), good);
    press(&mut viewer, "escape");
    assert!(viewer.command_line().ends_with("--set scatter.chance=1.0"), "{}", viewer.command_line());
}

#[test]
fn the_size_and_the_depth_can_be_changed() {
    let mut viewer = view_named("halls");
    press(&mut viewer, "k k");
    assert_shows(&mut viewer, &["►width"]);
    press(&mut viewer, "enter");
    enter(&mut viewer, "120");
    press(&mut viewer, "tab - > > <");
    assert_eq!(viewer.command_line(), "undercroft generate halls --seed 42 --depth 2 --size 120x39");
    let expected = Recipe::named("halls").unwrap().sized(120, 39).build_at(42, 2).unwrap();
    assert_eq!(fingerprint(&viewer), expected.fingerprint());
    press(&mut viewer, "enter");
    enter(&mut viewer, "2");
    assert_shows(&mut viewer, &["too small"]);
    press(&mut viewer, "escape R");
    assert_eq!(viewer.command_line(), "undercroft generate halls --seed 42 --depth 2");
}

#[test]
fn saving_asks_for_a_name_and_asks_again_before_replacing_a_file() {
    let files = Files::default();
    let target = Target::recipe(Recipe::named("caves").unwrap());
    let mut viewer = open(target, "caves", files.clone(), COLOUR);
    press(&mut viewer, "+ s");
    assert_shows(&mut viewer, &["Save the recipe as: my-caves.toml"]);
    press(&mut viewer, "enter");
    assert_shows(&mut viewer, &["Saved as my-caves.toml."]);
    press(&mut viewer, "+ s");
    enter(&mut viewer, "my-caves");
    assert_shows(&mut viewer, &["my-caves.toml exists. Replace it?"]);
    press(&mut viewer, "n");
    assert!(files.written.borrow()[0].1.contains("chance = 0.51"));
    press(&mut viewer, "s enter y");
    assert!(files.written.borrow()[0].1.contains("chance = 0.52"));
    assert!(files.written.borrow()[0].1.starts_with("name = \"my-caves\"\n"));
    assert_eq!(files.written.borrow().len(), 1);
    press(&mut viewer, "s escape");
    assert_eq!(files.written.borrow().len(), 1);
}

#[test]
fn saving_that_fails_says_why_and_asks_for_another_name() {
    let files = Files { is_full: true, ..Files::default() };
    let mut viewer = open(Target::recipe(Recipe::named("caves").unwrap()), "caves", files, COLOUR);
    press(&mut viewer, "s enter");
    assert_shows(&mut viewer, &["the disk is full", "Save the recipe as: my-caves.toml"]);
}

#[test]
fn every_saved_recipe_generates_the_level_that_was_shown() {
    for (index, name) in Recipe::names().enumerate() {
        let files = Files::default();
        let target = Target::recipe(Recipe::named(name).unwrap());
        let mut viewer = open(target, name, files.clone(), COLOUR);
        let mut rng = Seed::from(index as u64).fork(name).rng();
        press(&mut viewer, "k k + + tab -");
        for _ in 0..12 {
            let keys = ["tab", "k", "+", "-", "page-up", "page-down"];
            for _ in 0..4 {
                press(&mut viewer, keys[rng.below(6) as usize]);
            }
            // Close the prompt of a parameter whose value must be typed.
            press(&mut viewer, "escape");
        }
        assert!(viewer.command_line().contains(" --s"), "nothing was changed: {}", viewer.command_line());
        press(&mut viewer, "end s enter");
        let (file, text) = files.written.borrow()[0].clone();
        let recipe = Recipe::parse(SourceFile::new(&file, &text), Content::standard());
        let recipe = recipe.unwrap_or_else(|error| panic!("{error}\n{text}"));
        match recipe.build(42) {
            Ok(level) => assert_eq!(level.fingerprint(), fingerprint(&viewer), "{name}:\n{text}"),
            Err(error) => assert!(shot(&mut viewer).contains("no draft passed"), "{name}: {error}\n{text}"),
        }
    }
}

/// Files whose contents change each time they are read.
#[derive(Debug)]
struct Changing(Vec<Result<Target, String>>);

impl RecipeFiles for Changing {
    fn save(&mut self, _: &str, _: &str, _: bool) -> Result<Saved, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Saved::Exists)
    }

    fn watches(&self) -> bool {
        true
    }

    fn reload(&mut self) -> Option<Result<Target, String>> {
        self.0.pop()
    }
}

#[test]
fn a_changed_file_is_shown_at_once_and_a_broken_one_leaves_the_level_alone() {
    let caves = || Recipe::named("caves").unwrap().sized(40, 20);
    let target =
        Target::Recipe { as_written: Box::new(caves()), changed: Box::new(caves().set("smooth.passes=1").unwrap()) };
    let sparse = Target::recipe(caves().set("scatter.chance=0.55").unwrap());
    let files = Changing(vec![Ok(sparse), Err("caves.toml:4:1: a recipe has no `sise`".into())]);
    let console = Console::new(Settings::standard(), COLOUR);
    let mut viewer = Viewer::new(console, Box::new(files), ViewRequest::new(target, "caves", 42, 1)).unwrap();
    viewer.finish_work();
    shot(&mut viewer);
    let before = fingerprint(&viewer);
    let mut tick = || {
        std::thread::sleep(viewer.delay().expect("the viewer looks at its files again"));
        viewer.update(&Input::Tick);
        viewer.finish_work();
        (fingerprint(&viewer), shot(&mut viewer))
    };

    let (level, screen) = tick();
    assert_eq!(level, before);
    assert!(screen.contains("caves.toml:4:1"), "{screen}");

    let (level, screen) = tick();
    let expected = caves().set("scatter.chance=0.55").unwrap().set("smooth.passes=1").unwrap().build(42).unwrap();
    assert_eq!(level, expected.fingerprint(), "the parameter that was changed stays changed");
    assert!(!screen.contains("caves.toml"), "{screen}");
}
