//! Measuring levels: inspect, stats, search, diagnose.

use crate::common::{Folder, undercroft, undercroft_in, undercroft_with};

#[test]
fn a_level_measures_the_same_from_its_recipe_its_json_and_its_text() {
    let folder = Folder::new();
    let figures = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(undercroft_in(folder.path(), arguments).ok().text()).unwrap()
    };
    let direct = figures(&["inspect", "rooms", "--seed", "5", "--json"]);
    undercroft_in(folder.path(), &["generate", "rooms", "--seed", "5", "--out", "level.json"]).ok();
    undercroft_in(folder.path(), &["generate", "rooms", "--seed", "5", "--format", "ascii", "--out", "level.txt"]).ok();
    let (json, drawing) = (
        figures(&["inspect", "--from", "level.json", "--json"]),
        figures(&["inspect", "--from", "level.txt", "--json"]),
    );
    for metric in ["open", "rooms", "loops", "dead-ends", "path", "sight", "longest"] {
        assert!(direct[metric].is_number(), "{metric}: {direct}");
        assert_eq!(direct[metric], json[metric], "{metric}");
    }
    for metric in ["open", "loops", "dead-ends", "corridors", "symmetry"] {
        assert_eq!(direct[metric], drawing[metric], "{metric}");
    }
}

#[test]
fn only_levels_can_be_inspected() {
    let folder = Folder::new();
    folder.file("x.json", "{\"format\": 1}");
    folder.file("y.txt", "");
    undercroft_in(folder.path(), &["inspect", "--from", "x.json"]).fails(1, &["x.json", "invalid level JSON"]);
    undercroft_in(folder.path(), &["inspect", "--from", "y.txt"]).fails(1, &["y.txt"]);
    undercroft_in(folder.path(), &["inspect", "--from", "z.json"]).fails(1, &["z.json", "no such file"]);
    undercroft(&["inspect", "caves", "--from", "x.json"]).fails(2, &["cannot be used with"]);
}

#[test]
fn statistics_do_not_depend_on_the_number_of_threads() {
    let rows = |threads: &str| {
        let folder = Folder::new();
        let arguments = "stats caves --against maze --count 12 --seed 1 --size 40x30 --out out";
        let arguments: Vec<&str> = arguments.split(' ').collect();
        undercroft_with(folder.path(), &arguments, &[("RAYON_NUM_THREADS", threads)]).ok();
        let read = |name: &str| folder.read(&format!("out/{name}"));
        assert!(read("histograms.png").starts_with(b"\x89PNG") && read("range.png").starts_with(b"\x89PNG"));
        ["levels-caves.csv", "levels-maze.csv", "table-caves.csv", "histograms.svg", "range.svg"].map(read)
    };
    let (one, three) = (rows("1"), rows("3"));
    assert_eq!(one, three);
    let levels = String::from_utf8(one[0].clone()).unwrap();
    assert_eq!(levels.lines().count(), 13);
    assert!(levels.starts_with("seed,open,rooms,"));
}

#[test]
fn the_means_after_each_step_show_what_the_step_did() {
    let folder = Folder::new();
    let text = "name = \"x\"\ndescription = \"x\"\nsize = \"10x10\"\n[[step]]\ndo = \"fill\"\ntile = \"floor\"\n\
                [[step]]\ndo = \"border\"\n[[step]]\ndo = \"start\"\n";
    folder.file("x.toml", text);
    let arguments = ["stats", "x.toml", "--count", "3", "--seed", "1", "--by-step", "open,dead-ends,path"];
    let ran = undercroft_in(folder.path(), &arguments).ok();
    let rows: Vec<Vec<&str>> = ran.text().lines().map(|line| line.split_whitespace().collect()).collect();
    for row in [vec!["open", "dead-ends", "path"], vec!["fill", "1", "0"], vec!["border", "0.64", "0"]] {
        assert!(rows.contains(&row), "{row:?} is missing:\n{}", ran.text());
    }
    undercroft(&["stats", "--plan", "undercroft", "--by-step", "open"]).fails(2, &["cannot be used with"]);
}

#[test]
fn vetoes_are_counted_with_an_example() {
    let folder = Folder::new();
    let text = "name = \"x\"\ndescription = \"x\"\nsize = \"40x30\"\nattempts = 3\n[require]\nloops = \"3..\"\n\
                [[step]]\ndo = \"scatter\"\n[[step]]\ndo = \"smooth\"\n[[step]]\ndo = \"connect\"\n";
    folder.file("x.toml", text);
    let ran = undercroft_in(folder.path(), &["stats", "x.toml", "--count", "20", "--seed", "1"]).ok();
    for word in [
        "require: loops = N; the recipe requires N..",
        "for example, seed",
        "no level for seed",
        "Mean time",
        "connect",
    ] {
        assert!(ran.text().contains(word), "`{word}` is missing:\n{}", ran.text());
    }
}

#[test]
fn the_seeds_that_are_found_meet_the_condition() {
    let ran =
        undercroft(&["search", "rooms", "--where", "rooms >= 10 and path > 60", "--count", "3", "--seed", "1"]).ok();
    let rows: Vec<Vec<&str>> = ran.text().lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((rows.len(), &rows[0][..3]), (4, &["seed", "rooms", "path"][..]), "{}", ran.text());
    for row in &rows[1..] {
        let found: serde_json::Value =
            serde_json::from_str(undercroft(&["inspect", "rooms", "--seed", row[0], "--json"]).ok().text()).unwrap();
        assert!(found["rooms"].as_f64() >= Some(10.0) && found["path"].as_f64() > Some(60.0), "{found}");
    }
    let best =
        undercroft(&["search", "rooms", "--best", "path", "--count", "2", "--max-seeds", "20", "--seed", "1"]).ok();
    let paths: Vec<f64> =
        best.text().lines().skip(1).map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect();
    assert!(paths.len() == 2 && paths[0] >= paths[1], "{}", best.text());
}

#[test]
fn an_invalid_condition_is_pointed_at() {
    undercroft(&["search", "rooms", "--where", "rooms >= 3 and pth > 2"])
        .fails(2, &["did you mean `path`?", "rooms >= 3 and pth > 2\n                 ^"]);
    undercroft(&["search", "rooms"]).fails(2, &["--where", "--best"]);
    undercroft(&["search", "rooms", "--best", "pth"]).fails(2, &["did you mean `path`?"]);
    undercroft(&["search", "rooms", "--where", "rooms > 5000", "--max-seeds", "5"])
        .fails(1, &["only 0 of 10", "--max-seeds"]);
}

#[test]
fn a_diagnosis_shows_steps_vetoes_and_hints() {
    let good = undercroft(&["diagnose", "halls", "--seed", "42"]).ok();
    for word in ["accrete", "cells changed", "checks", "Draft 1 passed all checks."] {
        assert!(good.text().contains(word), "`{word}` is missing:\n{}", good.text());
    }
    let cramped = undercroft(&["diagnose", "rooms", "--seed", "1", "--set", "rooms.attempts=1"]).ok();
    for word in ["vetoed: stairs:", "50 drafts were vetoed", "Hints", "--set rooms.attempts=35"] {
        assert!(cramped.text().contains(word), "`{word}` is missing:\n{}", cramped.text());
    }
    let folder = Folder::new();
    let text = "name = \"x\"\ndescription = \"x\"\nsize = \"30x20\"\nattempts = 2\n[require]\nrooms = 9\n[[step]]\ndo = \"maze\"\n";
    let bad = undercroft(&["diagnose", &folder.file("x.toml", text), "--seed", "1"]).fails(1, &["no draft passed"]);
    for word in ["vetoed: require:", "none of 2 drafts passed", "undercroft stats"] {
        assert!(bad.text().contains(word), "`{word}` is missing:\n{}", bad.text());
    }
    undercroft(&["diagnose", "--plan", "undercroft"]).fails(2, &["only recipes"]);
}
