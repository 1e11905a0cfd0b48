//! `undercroft stats --part` and `--merge`.

use crate::common::{Folder, undercroft_in};

#[test]
fn merged_parts_give_what_a_single_run_gives() {
    let folder = Folder::new();
    let run = ["stats", "caves", "--count", "100", "--size", "40x30", "--seed", "7"];
    let with = |more: &[&str]| {
        let arguments: Vec<&str> = run.iter().chain(more).copied().collect();
        undercroft_in(folder.path(), &arguments)
    };
    with(&["--out", "single"]).ok();
    // In any order, and one of them twice.
    for part in ["3/3", "1/3", "1/3"] {
        with(&["--part", part, "--out", "parts"]).ok();
    }
    undercroft_in(folder.path(), &["stats", "--merge", "parts"]).fails(1, &["1 of 3 parts are missing", "2"]);
    let rows = if cfg!(feature = "parquet") { "parquet" } else { "csv" };
    with(&["--part", "2/3", "--out", "parts", "--rows", rows]).ok();
    undercroft_in(folder.path(), &["stats", "--merge", "parts", "--out", "merged"]).ok();
    for file in ["table.csv", "levels.csv", "histograms.svg", "range.svg"] {
        let (single, merged) = (format!("single/{file}"), format!("merged/{file}"));
        assert_eq!(folder.read_text(&single), folder.read_text(&merged), "{file}");
    }
}

#[test]
fn parts_of_different_runs_are_not_mixed() {
    let folder = Folder::new();
    let part = |seed: &str, part: &str| {
        let arguments =
            ["stats", "caves", "--count", "4", "--size", "20x20", "--seed", seed, "--part", part, "--out", "parts"];
        undercroft_in(folder.path(), &arguments)
    };
    part("1", "1/2").ok();
    part("2", "1/2").fails(1, &["part of another run"]);
    part("2", "2/2").ok();
    undercroft_in(folder.path(), &["stats", "--merge", "parts"]).fails(1, &["parts of different runs"]);
    part("1", "5/2").fails(2, &["as in 3/1000"]);
}
