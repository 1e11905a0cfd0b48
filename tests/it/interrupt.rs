//! Ctrl-C stops a command at once, whatever it is doing, and leaves nothing behind.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::Folder;
use rustix::process::{Pid, Signal, kill_process};

/// A recipe that takes seconds.
pub(crate) const SLOW_MAZE: &str = r#"
name = "slow-maze"
description = "A maze with very long loops."
size = "1601x1601"

[[step]]
do = "maze"

[[step]]
do = "loops"
distance = 10000
"#;

/// Another: every place in a wall may reject a hundred rooms.
const SLOW_ROOMS: &str = r#"
name = "slow-rooms"
description = "As many rooms as fit."
size = "1201x1201"

[[step]]
do = "accrete"
patience = 100
"#;

/// Interrupts a command while it makes a level. Returns the time until it ended, its exit status and its messages.
fn interrupt(arguments: &[&str], folder: &Folder) -> (Duration, Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_undercroft"))
        .args(arguments)
        .args(["--seed", "1", "--out", "level.json"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut messages = String::new();
    // It prints the seed just before it starts.
    stderr.read_line(&mut messages).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let begun = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let status = child.wait().unwrap();
    let took = begun.elapsed();
    stderr.read_to_string(&mut messages).unwrap();
    (took, status.code(), messages)
}

#[test]
fn a_slow_level_stops_within_a_tenth_of_a_second() {
    let recipes = Folder::new();
    let (maze, rooms) = (recipes.file("slow-maze.toml", SLOW_MAZE), recipes.file("slow-rooms.toml", SLOW_ROOMS));
    for arguments in [&["generate", &maze][..], &["generate", &rooms], &["generate", "halls", "--size", "4000x4000"]] {
        let folder = Folder::new();
        let (took, status, messages) = interrupt(arguments, &folder);
        assert_eq!(status, Some(130), "{arguments:?}: {messages}");
        assert!(messages.contains("interrupted"), "{arguments:?}: {messages}");
        // A busy machine may take longer to schedule the process than the process takes to stop.
        assert!(took < Duration::from_millis(500), "{arguments:?} took {took:?}");
        println!("{arguments:?} stopped within {took:?}");
        assert_eq!(folder.names(), Vec::<String>::new(), "{arguments:?}");
    }
}

#[test]
fn a_file_that_is_being_written_is_removed() {
    let folder = Folder::new();
    folder.file("levels.json", "old");
    let arguments = ["generate", "caves", "--count", "1000000", "--out", "levels.json"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_undercroft"))
        .args(arguments)
        .current_dir(folder.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while folder.names().len() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(20), "it never starts to write");
        std::thread::sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert_eq!(folder.names(), ["levels.json"], "the temporary file is gone");
    assert_eq!(folder.read_text("levels.json"), "old");
}
