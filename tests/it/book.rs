//! The files and commands in the book work exactly as printed.

use std::fs;
use std::path::Path;

use crate::common::{Folder, undercroft_in};

/// All code blocks in a language, from every chapter.
fn blocks(language: &str) -> Vec<String> {
    let chapters = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/book/src");
    let mut paths: Vec<_> = fs::read_dir(chapters).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut blocks = Vec::new();
    for path in paths {
        let text = fs::read_to_string(path).unwrap();
        let fence = format!("```{language}\n");
        let starts = text.split(&fence).skip(1);
        blocks.extend(starts.map(|rest| rest.split("```\n").next().unwrap_or_default().to_owned()));
    }
    blocks
}

/// A folder with every file that a chapter gives in full, in `mine/`. The first line of such a block is its path.
fn content() -> Folder {
    let folder = Folder::new();
    let mut count = 0;
    for block in blocks("toml") {
        let Some(path) =
            block.lines().next().and_then(|line| line.strip_prefix("# ")).filter(|path| path.contains('/'))
        else {
            continue;
        };
        let path = folder.path().join("mine").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, block).unwrap();
        count += 1;
    }
    assert!(count >= 5, "only {count} files");
    folder
}

#[test]
fn every_file_in_the_book_passes_the_check() {
    let folder = content();
    undercroft_in(folder.path(), &["check", "mine"]).ok();
}

#[test]
fn every_command_in_the_book_runs() {
    let folder = content();
    let mut count = 0;
    for line in blocks("sh").iter().flat_map(|block| block.lines()) {
        let command = line.split('#').next().unwrap_or_default().trim();
        // Commands that need a terminal are tested elsewhere.
        if let Some(arguments) = command.strip_prefix("undercroft ").filter(|rest| !rest.starts_with(['v', 'p'])) {
            let arguments: Vec<&str> = arguments.split_whitespace().collect();
            undercroft_in(folder.path(), &arguments).ok();
            count += 1;
        }
    }
    assert!(count >= 8, "only {count} commands");
}
