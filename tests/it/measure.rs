//! Levels in figures: inspect, stats, search, diagnose.

use crate::common::{Folder, undercroft, undercroft_in};

#[test]
fn a_level_measures_the_same_from_its_recipe_its_json_and_its_drawing() {
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
fn what_is_no_level_cannot_be_inspected() {
    let folder = Folder::new();
    folder.file("x.json", "{\"format\": 1}");
    folder.file("y.txt", "");
    undercroft_in(folder.path(), &["inspect", "--from", "x.json"]).fails(1, &["x.json", "no level of ours"]);
    undercroft_in(folder.path(), &["inspect", "--from", "y.txt"]).fails(1, &["y.txt"]);
    undercroft_in(folder.path(), &["inspect", "--from", "z.json"]).fails(1, &["z.json", "no such file"]);
    undercroft(&["inspect", "caves", "--from", "x.json"]).fails(2, &["cannot be used with"]);
}

#[test]
fn statistics_are_written_whole_and_do_not_depend_on_threads() {
    let rows = |threads: &str| {
        let folder = Folder::new();
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_undercroft"))
            .args([
                "stats",
                "caves",
                "--against",
                "maze",
                "--count",
                "12",
                "--seed",
                "1",
                "--size",
                "40x30",
                "--out",
                "out",
            ])
            .current_dir(folder.path())
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let read =
            |name: &str| std::fs::read(folder.path().join("out").join(name)).unwrap_or_else(|_| panic!("{name}"));
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
fn vetoes_are_counted_with_a_seed_that_shows_them() {
    let folder = Folder::new();
    let text = "name = \"x\"\ndescription = \"x\"\nsize = \"40x30\"\nattempts = 3\n[require]\nloops = \"3..\"\n\
                [[step]]\ndo = \"scatter\"\n[[step]]\ndo = \"smooth\"\n[[step]]\ndo = \"connect\"\n";
    folder.file("x.toml", text);
    let ran = undercroft_in(folder.path(), &["stats", "x.toml", "--count", "20", "--seed", "1"]).ok();
    for word in
        ["require: loops = N, and the recipe asks for N..", "as with seed", "no level of seed", "Mean time", "connect"]
    {
        assert!(ran.text().contains(word), "it does not say `{word}`:\n{}", ran.text());
    }
}

#[test]
fn seeds_that_are_found_are_as_one_wished() {
    let ran =
        undercroft(&["search", "rooms", "--where", "rooms >= 10 and path > 60", "--count", "3", "--seed", "1"]).ok();
    let rows: Vec<Vec<&str>> = ran.text().lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((rows.len(), &rows[0][..3]), (4, &["seed", "rooms", "path"][..]), "{}", ran.text());
    for row in &rows[1..] {
        let found: serde_json::Value =
            serde_json::from_str(undercroft(&["inspect", "rooms", "--seed", row[0], "--json"]).ok().text()).unwrap();
        assert!(found["rooms"].as_f64() >= Some(10.0) && found["path"].as_f64() > Some(60.0), "{found}");
    }
    let best = undercroft(&["search", "rooms", "--best", "path", "--count", "2", "--most", "20", "--seed", "1"]).ok();
    let paths: Vec<f64> =
        best.text().lines().skip(1).map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect();
    assert!(paths.len() == 2 && paths[0] >= paths[1], "{}", best.text());
}

#[test]
fn a_condition_that_makes_no_sense_is_pointed_at() {
    undercroft(&["search", "rooms", "--where", "rooms >= 3 and pth > 2"])
        .fails(2, &["did you mean `path`?", "rooms >= 3 and pth > 2\n                 ^"]);
    undercroft(&["search", "rooms"]).fails(2, &["--where", "--best"]);
    undercroft(&["search", "rooms", "--best", "pth"]).fails(2, &["did you mean `path`?"]);
    undercroft(&["search", "rooms", "--where", "rooms > 5000", "--most", "5"]).fails(1, &["only 0 of 10", "--most"]);
}

#[test]
fn a_diagnosis_tells_steps_vetoes_and_hints() {
    let good = undercroft(&["diagnose", "halls", "--seed", "42"]).ok();
    for word in ["accrete", "cells changed", "checks", "Draft 1 passed all checks."] {
        assert!(good.text().contains(word), "it does not say `{word}`:\n{}", good.text());
    }
    let bad = undercroft(&["diagnose", "rooms", "--seed", "1", "--set", "rooms.attempts=1"]);
    assert_eq!(bad.code, 1);
    for word in ["given up: stairs:", "Hints", "one room", "make the rooms smaller"] {
        assert!(bad.text().contains(word), "it does not say `{word}`:\n{}", bad.text());
    }
    undercroft(&["diagnose", "--plan", "undercroft"]).fails(2, &["a recipe is diagnosed"]);
}
