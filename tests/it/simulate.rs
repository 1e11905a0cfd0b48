//! Simulated games, and the user's own content.

use crate::common::{Folder, undercroft, undercroft_in, undercroft_with};

const SNAIL: &str = r##"
[[creature]]
name = "snail"
glyph = "s"
colour = "#a0a060"
description = "It is in no hurry."
hit-points = 3
attack = 1
share = 100
"##;

#[test]
fn games_are_summarised_in_tables_and_charts() {
    let folder = Folder::new();
    let arguments = "simulate --plan two-caves --games 6 --seed 1 --check --out a.svg --out a.csv";
    let ran = undercroft_in(folder.path(), &arguments.split(' ').collect::<Vec<_>>()).ok();
    for word in ["6 games of two-caves", "won", "lost", "Deaths by depth", "Deaths by cause", "Turns", "median"] {
        assert!(ran.text().contains(word), "`{word}` is missing:\n{}", ran.text());
    }
    let read = |name: &str| folder.read_text(name);
    let rows = read("a.csv");
    assert_eq!(rows.lines().count(), 7, "{rows}");
    let columns = rows.lines().next().unwrap().split(',').count();
    for (seed, row) in (1..).zip(rows.lines().skip(1)) {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!((fields.len(), fields[0]), (columns, seed.to_string().as_str()), "{row}");
        assert!(["won", "lost"].contains(&fields[1]), "the game did not end: {row}");
    }
    assert!(read("a.svg").starts_with("<svg ") && read("a.svg").contains("Deaths by cause"));
}

#[test]
fn replays_of_simulated_games_can_be_verified() {
    let folder = Folder::new();
    let arguments = ["simulate", "--plan", "kobolds", "--games", "2", "--seed", "odd/seed", "--replays", "bot"];
    undercroft_in(folder.path(), &arguments).ok();
    let mut files: Vec<_> =
        std::fs::read_dir(folder.path().join("bot")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 2, "{files:?}");
    for file in files {
        let verdict = undercroft(&["replay", file.to_str().unwrap(), "--verify"]).ok();
        assert!(verdict.text().starts_with("verified: the game ends in the recorded state"), "{}", verdict.text());
    }
}

#[test]
fn the_number_of_threads_does_not_change_the_games() {
    let rows = |threads: &str| {
        let folder = Folder::new();
        let arguments = "simulate --plan kobolds --games 4 --seed x --turns 400 --out a.csv";
        let arguments: Vec<&str> = arguments.split(' ').collect();
        undercroft_with(folder.path(), &arguments, &[("RAYON_NUM_THREADS", threads)]).ok();
        folder.read_text("a.csv")
    };
    assert_eq!(rows("1"), rows("3"));
}

#[test]
fn a_content_file_adds_a_creature() {
    let folder = Folder::new();
    folder.file("snail.toml", SNAIL);
    folder.file("level.toml", "name = \"x\"\n[[step]]\n");
    let list = undercroft_in(folder.path(), &["list", "creatures", "--content", "."]).ok();
    assert!(list.text().lines().any(|line| line.starts_with("snail ")), "{}", list.text());
    let simulate = |more: &[&str]| {
        let arguments = ["simulate", "--plan", "kobolds", "--games", "3", "--seed", "5", "--turns", "300"];
        undercroft_in(folder.path(), &[&arguments, more].concat()).ok().text().to_owned()
    };
    assert_ne!(simulate(&[]), simulate(&["--content", "."]));
    let check = undercroft_in(folder.path(), &["check", "snail.toml"]).ok();
    assert!(check.text().contains("game content"), "{}", check.text());
}

#[test]
fn errors_in_content_files_have_a_position() {
    let folder = Folder::new();
    let content = |words: &[&str]| {
        undercroft_in(folder.path(), &["list", "creatures", "--content", "."]).fails(1, words);
    };
    content(&["no content files"]);
    folder.file("snail.toml", SNAIL.replace("attack", "atack"));
    content(&["snail.toml:8:1", "did you mean `attack`?"]);
    folder.file("snail.toml", "[[creature");
    content(&["snail.toml:1:"]);
    undercroft(&["list", "items", "--content", "no/such/folder"]).fails(1, &["no/such/folder", "no such"]);
    undercroft(&["simulate", "--plan", "undercraft"]).fails(2, &["did you mean `undercroft`?"]);
    undercroft(&["simulate", "--games", "0"]).fails(2, &["at least 1"]);
    undercroft(&["simulate", "--games", "1", "--out", "plot.gif"]).fails(2, &[".svg", ".csv"]);
}
