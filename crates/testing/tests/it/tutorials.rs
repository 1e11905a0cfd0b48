//! The table in docs/tutorials.md has a row for everything that the tutorials describe, and names tests that exist.

use std::path::Path;

/// The tutorials: the letter of each, and its number of rows.
const ROWS: [(char, u32); 4] = [('Z', 19), ('R', 14), ('G', 10), ('P', 9)];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether a file has a test of this name.
fn has_test(file: &str, name: &str) -> bool {
    let lines: Vec<&str> = file.lines().map(str::trim).collect();
    let is_test = |index: usize| {
        let before = lines[..index].iter().rev().take_while(|line| line.starts_with('#') || line.starts_with("//"));
        before.into_iter().any(|line| *line == "#[test]")
    };
    let definition = format!("fn {name}(");
    (0..lines.len()).any(|index| lines[index].starts_with(&definition) && is_test(index))
}

#[test]
fn every_row_names_tests_that_exist() {
    let table = read("docs/tutorials.md");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| row"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let expected: Vec<String> =
        ROWS.iter().flat_map(|(letter, count)| (1..=*count).map(move |number| format!("{letter}{number}"))).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), expected);
    for row in &rows {
        let [id, works, tests] = row.as_slice() else { panic!("{row:?} has the wrong columns") };
        assert!(works.ends_with('.'), "{id} is not a sentence");
        let named: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "{id} names no test");
        for test in named {
            let (path, name) = test.split_once("::").unwrap_or_else(|| panic!("{id}: `{test}` is not path::name"));
            assert!(has_test(&read(path), name), "{id}: there is no test {name} in {path}");
        }
    }
}
