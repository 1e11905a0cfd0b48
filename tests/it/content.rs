//! A content folder of the user's own, in every command.

use std::path::{Path, PathBuf};

use undercroft_mapgen::{Content, Dungeon, Recipe};

use crate::common::{Folder, undercroft, undercroft_in, undercroft_with};

/// The folder that docs/content.md describes.
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/content");

/// A copy of the example, with some text in one of its files replaced.
fn changed(file: &str, from: &str, to: &str) -> Folder {
    let folder = Folder::new();
    for path in ["recipes", "plans", "vaults", "."].into_iter().flat_map(|name| files(&Path::new(EXAMPLE).join(name))) {
        let copy = folder.path().join(path.strip_prefix(EXAMPLE).unwrap());
        std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
        std::fs::copy(&path, copy).unwrap();
    }
    let path = folder.path().join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has no {from}");
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    folder
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_file()).collect()
}

#[test]
fn the_example_folder_is_valid_and_works_in_every_command() {
    let check = undercroft(&["check", EXAMPLE]).ok();
    assert_eq!(check.text().lines().count(), 6, "{}", check.text());
    assert_eq!(undercroft(&["check", "--content", EXAMPLE]).ok().text(), check.text());
    let with = |arguments: &[&str]| undercroft(&[arguments, &["--content", EXAMPLE]].concat()).ok().text().to_owned();
    let den = with(&["generate", "wolf-den", "--seed", "3"]);
    assert_eq!(den.lines().count(), 30);
    assert!(with(&["generate", "wolf-den", "--seed", "3", "--format", "json"]).contains("\"old wolf\""));
    assert!(with(&["generate", "--plan", "wolf-hunt", "--depth", "1", "--seed", "3"]).lines().count() == 30);
    assert!(with(&["list", "recipes"]).contains("wolf-den"));
    assert!(with(&["list", "plans"]).contains("wolf-hunt"));
    assert!(with(&["list", "vaults"]).contains("bone-niche"));
    assert!(with(&["list", "creatures"]).contains("old wolf"));
    assert!(with(&["list"]).contains("142 hand-drawn places"));
    for (name, words) in [
        ("wolf-den", &["wolf-den", "stamp"][..]),
        ("bone-niche", &["#.w.b.#", "wolf-den", "creature wolf, chance 0.5", "item wolf tooth"]),
        ("wolf-hunt", &["depth 0-1", "wolf-den 60x30", "caves 60x30", "elder's tooth"]),
    ] {
        let text = with(&["explain", name]);
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }
    with(&["simulate", "--plan", "wolf-hunt", "--games", "2", "--seed", "1", "--turns", "300", "--check"]);
    with(&["stats", "wolf-den", "--count", "5", "--seed", "1"]);
    with(&["diagnose", "wolf-den", "--seed", "1"]);
    // The environment variable does the same.
    let same =
        undercroft_with(Path::new("."), &["generate", "wolf-den", "--seed", "3"], &[("UNDERCROFT_CONTENT", EXAMPLE)]);
    assert_eq!(same.ok().text(), den);
    undercroft(&["generate", "wolf-den"]).fails(2, &["no recipe is called `wolf-den`"]);
    undercroft(&["explain", "wolf-dem", "--content", EXAMPLE]).fails(2, &["did you mean `wolf-den`?"]);
}

#[test]
fn the_program_in_the_documentation_runs() -> Result<(), Box<dyn std::error::Error>> {
    let program = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("use "));
        lines.map(|line| line.replace("../../examples", "../examples")).collect()
    };
    let documented = include_str!("../../docs/content.md").split("```").nth(1).expect("a program");
    let documented = program(documented.trim_start_matches("rust").split("\n#").next().unwrap_or_default());
    let here = include_str!("content.rs").split("// The program.\n").nth(1).expect("marked below");
    assert_eq!(program(here), documented);

    // The program.
    let mut content = Content::from_files([
        ("recipes/wolf-den.toml", include_str!("../../examples/content/recipes/wolf-den.toml")),
        ("vaults/bone-niche.toml", include_str!("../../examples/content/vaults/bone-niche.toml")),
        ("plans/wolf-hunt.toml", include_str!("../../examples/content/plans/wolf-hunt.toml")),
    ])?;
    // Recipes written in Rust have names too, and plans may use them.
    content.add_recipe("cellar", Recipe::new(40, 20).rooms(60).halls("nearest").stairs());

    let level = content.recipe("wolf-den")?.build(42)?;
    let dungeon = Dungeon::new(content.plan("wolf-hunt")?, 42);
    // The program.
    assert!(dungeon.level(2).is_ok() && level.size().width == 60);
    Ok(())
}

#[test]
fn check_names_the_file_the_line_and_the_nearest_name() {
    for (file, from, to, problem) in [
        (
            "recipes/wolf-den.toml",
            "wolf = 3",
            "wofl = 3",
            ":32:9: spawn: kinds: no creature is called `wofl`; did you mean `wolf`?",
        ),
        (
            "recipes/wolf-den.toml",
            "\"bone-niche\"",
            "\"bone-nich\"",
            ":19:9: stamp: names: no vault is called `bone-nich`; did you mean `bone-niche`?",
        ),
        (
            "vaults/bone-niche.toml",
            "creature = \"wolf\"",
            "creature = \"wofl\"",
            ":12:7: no creature is called `wofl`; did you mean `wolf`?",
        ),
        (
            "vaults/bone-niche.toml",
            "wolf tooth",
            "wolf toth",
            ":13:7: no item is called `wolf toth`; did you mean `wolf tooth`?",
        ),
        (
            "plans/wolf-hunt.toml",
            "kind = \"rat\"",
            "kind = \"rta\"",
            ":21:64: no creature is called `rta`; did you mean `rat`?",
        ),
        (
            "plans/wolf-hunt.toml",
            "elder's",
            "elder",
            ":5:8: goal: no item is called `elder tooth`; did you mean `elder's tooth`?",
        ),
        (
            "plans/wolf-hunt.toml",
            "\"wolf-den\"",
            "\"wolf-dem\"",
            ":9:10: no recipe is called `wolf-dem`; did you mean `wolf-den`?",
        ),
        ("tables.toml", "wolf tooth", "no such thing", ":5:21: no item is called `no such thing`;"),
        (
            "creatures.toml",
            "attack-verb",
            "atack-verb",
            ":10:1: unknown field `atack-verb`; did you mean `attack-verb`?",
        ),
    ] {
        let folder = changed(file, from, to);
        let check = undercroft_in(folder.path(), &["check", "."]);
        assert_eq!(check.code, 1, "{file}: {to}\n{}", check.text());
        assert!(check.err.contains(&format!("{file}{problem}")), "{file}: {problem}\n{}", check.err);
        assert_eq!(check.err.matches(problem).count(), 1, "{}", check.err);
        assert!(
            check.err.contains("error: 1 of 6 files") || check.err.contains("error: invalid file"),
            "{}",
            check.err
        );
    }
}

#[test]
fn check_names_folders_that_are_not_read() {
    let folder = changed("items.toml", "", "");
    for (path, remark) in [
        ("recipe", "recipe: files in this folder are not read; did you mean `recipes`?"),
        ("vaults/old", "old: files in this folder are not read; move its files up into vaults/"),
    ] {
        let inner = folder.path().join(path);
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(inner.join("x.toml"), "name = \"x\"").unwrap();
        let check = undercroft_in(folder.path(), &["check", "."]).ok();
        assert!(check.err.contains(remark), "{}", check.err);
    }
    // Folders of other programs are none of our business.
    std::fs::create_dir(folder.path().join(".git")).unwrap();
    std::fs::create_dir(folder.path().join("notes")).unwrap();
    assert_eq!(undercroft_in(folder.path(), &["check", "."]).ok().err.lines().count(), 2);
}

#[test]
fn art_is_found_by_name_and_its_things_are_checked() {
    let folder = Folder::new();
    let art = folder.path().join("art");
    std::fs::create_dir(&art).unwrap();
    let draw =
        |arguments: &[&str]| undercroft_in(folder.path(), &[&["generate", "rooms", "--seed", "1"], arguments].concat());
    draw(&["--size", "20x20", "--out", "art/mine.png"]).ok();
    let sheet = "image = \"mine.png\"\ntile-size = 16\nother = 3\n[things]\nstart = 1\n\"wolf tooth\" = 2\nkobld = 4\n";
    std::fs::write(art.join("mine.toml"), sheet).unwrap();
    let check = |arguments: &[&str]| undercroft_in(folder.path(), &[&["check", "."], arguments].concat());
    check(&[]).fails(1, &["mine.toml:7:1: nothing is called `kobld`; did you mean `kobold`?"]);
    check(&["--free-names"]).ok();
    let sheet = sheet.replace("kobld", "kobold");
    std::fs::write(art.join("mine.toml"), &sheet).unwrap();
    check(&[]).fails(1, &["mine.toml:6:1: nothing is called `wolf tooth`"]);
    std::fs::write(art.join("mine.toml"), sheet.replace("wolf tooth", "health-potion")).unwrap();
    check(&[]).ok();
    let by_path = draw(&["--art", "art/mine.toml", "--format", "png"]).ok().out;
    assert_eq!(draw(&["--content", ".", "--art", "mine", "--format", "png"]).ok().out, by_path);
    draw(&["--content", ".", "--art", "mime", "--format", "png"])
        .fails(2, &["no art is called `mime`; did you mean `mine`?", "./mime.toml"]);
}

#[test]
fn names_are_free_where_no_game_is_played() {
    let folder = changed("recipes/wolf-den.toml", "wolf = 3", "dire-wolf = 3");
    let here = |arguments: &[&str]| undercroft_in(folder.path(), arguments);
    let json = here(&["generate", "wolf-den", "--content", ".", "--seed", "1", "--format", "json"]).ok();
    assert!(json.text().contains("dire-wolf"));
    here(&["check", ".", "--free-names"]).ok();
    here(&["check", "."]).fails(1, &["no creature is called `dire-wolf`"]);
    let game = ["simulate", "--plan", "wolf-hunt", "--games", "1", "--content", "."];
    here(&game).fails(1, &["no creature is called `dire-wolf`"]);
}

#[test]
fn a_recipe_of_the_folder_replaces_the_built_in_one() {
    let folder = changed("recipes/wolf-den.toml", "\"wolf-den\"", "\"caves\"");
    let caves = |more: &[&str]| {
        let arguments = [&["generate", "caves", "--seed", "1"], more].concat();
        undercroft_in(folder.path(), &arguments).ok().text().to_owned()
    };
    assert_eq!((caves(&[]).lines().count(), caves(&["--content", "."]).lines().count()), (50, 30));
}

#[test]
fn a_replay_needs_the_folder_as_it_was() {
    let folder = changed("tables.toml", "weight = 3", "weight = 4");
    let here = |arguments: &[&str]| undercroft_in(folder.path(), arguments);
    let play = ["simulate", "--plan", "wolf-hunt", "--games", "1", "--seed", "1", "--turns", "50", "--content", "."];
    here(&[&play[..], &["--replays", "bot"]].concat()).ok();
    let verify = ["replay", "bot/wolf-hunt-1.replay", "--verify", "--content", "."];
    here(&verify).ok();
    let recipe = folder.path().join("recipes/wolf-den.toml");
    let text = std::fs::read_to_string(&recipe).unwrap();
    std::fs::write(&recipe, text.replace("0.48", "0.47")).unwrap();
    here(&verify).fails(1, &["content"]);
}

#[test]
fn several_pictures_get_the_extension_of_their_format() {
    let folder = Folder::new();
    let arguments = ["generate", "caves", "--count", "3", "--out", "many", "--format", "png", "--scale", "1"];
    undercroft_in(folder.path(), &arguments).ok();
    for name in ["many-1.png", "many-2.png", "many-3.png"] {
        assert!(folder.path().join(name).exists(), "{name} is missing");
    }
}

#[test]
fn diagnose_names_a_change_that_helps() {
    let rooms = ["diagnose", "rooms", "--seed", "1", "--size", "40x20", "--set", "rooms.attempts=1"];
    let ran = undercroft(&rooms);
    assert_eq!(ran.code, 0, "{}", ran.text());
    assert!(ran.text().contains("`--set rooms.attempts="), "{}", ran.text());
    assert!(!ran.text().contains("smaller"), "{}", ran.text());
}
