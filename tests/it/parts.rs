//! Long runs in parts: `--part` and `--merge` of stats, search and simulate.

use crate::common::{Folder, Ran, undercroft_in};

/// Runs the command with these words and more arguments.
fn run(folder: &Folder, words: &str, more: &[&str]) -> Ran {
    let arguments: Vec<&str> = words.split(' ').chain(more.iter().copied()).collect();
    undercroft_in(folder.path(), &arguments)
}

#[test]
fn merged_parts_give_what_a_single_run_gives() {
    let folder = Folder::new();
    let with = |more: &[&str]| run(&folder, "stats caves --count 100 --size 40x30 --seed 7", more);
    with(&["--out", "single"]).ok();
    // In any order, and one of them twice.
    for part in ["3/3", "1/3", "1/3"] {
        with(&["--part", part, "--out", "parts"]).ok();
    }
    run(&folder, "stats --merge parts", &[]).fails(1, &["1 of 3 parts are missing", "2"]);
    let rows = if cfg!(feature = "parquet") { "parquet" } else { "csv" };
    with(&["--part", "2/3", "--out", "parts", "--rows", rows]).ok();
    run(&folder, "stats --merge parts --out merged", &[]).ok();
    for file in ["table.csv", "levels.csv", "histograms.svg", "range.svg"] {
        let (single, merged) = (format!("single/{file}"), format!("merged/{file}"));
        assert_eq!(folder.read_text(&single), folder.read_text(&merged), "{file}");
    }
}

#[test]
fn merged_parts_of_a_search_find_what_a_single_search_finds() {
    let folder = Folder::new();
    // The first: enough in the first part; enough only together; too few. Then the best, with ties.
    let searches = [
        "search rooms --where rooms>=8 --count 3",
        "search rooms --where rooms>=9 --count 6",
        "search rooms --where rooms>=10 --count 500",
        "search rooms --best rooms --count 7",
        "search rooms --where path>60 --best dead-ends --count 5",
    ];
    for (number, words) in searches.iter().enumerate() {
        let with = |more: &[&str]| run(&folder, &format!("{words} --max-seeds 90 --seed 3 --size 60x40"), more);
        let single = with(&[]);
        let parts = format!("parts-{number}");
        for part in ["2/4", "1/4", "4/4", "3/4", "2/4"] {
            with(&["--part", part, "--out", &parts]).ok();
        }
        let merged = run(&folder, &format!("search --merge {parts}"), &[]);
        assert_eq!((merged.code, merged.text()), (single.code, single.text()), "{words}");
        let told =
            |ran: &Ran| ran.err.lines().filter(|line| line.contains("found")).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(told(&merged), told(&single), "{words}");
        assert!(!merged.text().is_empty(), "{words} finds nothing");
    }
}

#[test]
fn merged_parts_of_a_simulation_give_what_a_single_one_gives() {
    let folder = Folder::new();
    let with = |more: &[&str]| run(&folder, "simulate --plan two-caves --games 7 --turns 2000 --seed odd,seed", more);
    let single = with(&["--out", "single.csv", "--out", "single.svg"]).ok();
    for part in ["3/3", "1/3", "2/3", "3/3"] {
        with(&["--part", part, "--out", "parts"]).ok();
    }
    let merged = run(&folder, "simulate --merge parts --out merged.csv --out merged.svg", &[]).ok();
    assert_eq!(merged.text(), single.text());
    for kind in ["csv", "svg"] {
        let file = |name: &str| folder.read_text(&format!("{name}.{kind}"));
        assert_eq!(file("merged"), file("single"), "{kind}");
    }
}

#[test]
fn parts_of_different_runs_are_not_mixed() {
    let folder = Folder::new();
    let part = |seed: &str, part: &str| {
        run(&folder, "stats caves --count 4 --size 20x20 --out parts", &["--seed", seed, "--part", part])
    };
    part("1", "1/2").ok();
    part("2", "1/2").fails(1, &["part of another run"]);
    part("2", "2/2").ok();
    run(&folder, "stats --merge parts", &[]).fails(1, &["parts of different runs"]);
    part("1", "5/2").fails(2, &["as in 3/1000"]);
    run(&folder, "simulate --merge parts", &[]).fails(1, &["`undercroft stats --merge`"]);
    for words in ["search caves --best path", "stats caves --seed 1", "simulate --seed 1"] {
        run(&folder, words, &["--part", "1/2"]).fails(2, &["required"]);
        run(&folder, words, &["--merge", "parts"]).fails(2, &["--merge"]);
    }
    run(&folder, "search caves --best path --seed 1 --part 1/2 --out parts", &[]).fails(1, &["part of another run"]);
}

#[test]
fn rows_that_were_cut_short_are_not_merged() {
    let folder = Folder::new();
    for (command, words) in [
        ("stats", "stats caves --count 9 --size 20x20"),
        ("search", "search caves --best path --max-seeds 9 --count 9 --size 20x20"),
        ("simulate", "simulate --plan two-caves --games 3 --turns 5"),
    ] {
        run(&folder, words, &["--seed", "1", "--part", "1/1", "--out", command]).ok();
        let rows = format!("{command}/part-1-of-1.csv");
        let text = folder.read_text(&rows);
        let whole_lines = text.rfind('\n').and_then(|end| text[..end].rfind('\n')).unwrap();
        for (cut, words) in [(whole_lines + 1, "rows instead of"), (text.len() - 8, "cannot be read")] {
            folder.file(&rows, &text[..cut]);
            run(&folder, &format!("{command} --merge {command}"), &[]).fails(1, &["make the part again", words]);
        }
    }
}
