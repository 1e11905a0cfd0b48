//! Replays the checked-in inputs of every fuzz target.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use undercroft_fuzzing::TARGETS;

/// The inputs of a target, in order of their names.
fn inputs(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a readable folder").path()).collect();
    paths.sort();
    paths
}

#[test]
fn no_input_in_the_corpus_breaks_anything() {
    for (name, body) in TARGETS {
        let inputs = inputs(name);
        assert!(!inputs.is_empty(), "{name} has no corpus");
        for path in inputs {
            let data = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(catch_unwind(|| body(&data)).is_ok(), "`cargo fuzz run {name} {}` fails", path.display());
        }
    }
}

#[test]
fn every_target_has_its_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    for (name, _) in TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name} is not in fuzz/Cargo.toml");
        let program = fs::read_to_string(folder.join(format!("fuzz_targets/{name}.rs"))).expect("a program");
        assert!(program.contains(&format!("run(\"{name}\"")), "{program}");
    }
}
