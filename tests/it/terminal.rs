//! The command in a real terminal: it plays, survives being killed, and restores the terminal.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::{Folder, undercroft};
use crate::interrupt::SLOW_MAZE;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// The command in a terminal of 80 by 24 cells.
struct Player {
    child: Child,
    keyboard: File,
    /// The terminal itself, to query its modes.
    terminal: File,
    seen: Arc<Mutex<String>>,
}

/// Starts the command in a new terminal; returns the controlling end, the terminal and the process.
fn start(folder: &Path, arguments: &[&str]) -> (File, File, Child) {
    start_with(folder, arguments, "xterm-256color", "C.UTF-8")
}

/// Starts the command in a new terminal of a kind, with a locale.
fn start_with(folder: &Path, arguments: &[&str], kind: &str, locale: &str) -> (File, File, Child) {
    let main = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&main).unwrap();
    unlockpt(&main).unwrap();
    let size = Winsize { ws_col: 80, ws_row: 24, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&main, size).unwrap();
    let name = ptsname(&main, Vec::new()).unwrap().into_string().unwrap();
    let open = || OpenOptions::new().read(true).write(true).open(&name).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_undercroft"))
        .args(arguments)
        .env("UNDERCROFT_DIR", folder)
        .env("TERM", kind)
        .env("LC_ALL", locale)
        .env_remove("COLORTERM")
        .env_remove("NO_COLOR")
        .stdin(open())
        .stdout(open())
        .stderr(open())
        .spawn()
        .unwrap();
    (File::from(main), open(), child)
}

impl Player {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::of(start(folder, arguments))
    }

    fn of((main, terminal, child): (File, File, Child)) -> Self {
        let seen = Arc::new(Mutex::new(String::new()));
        let mut screen = main.try_clone().unwrap();
        let output = seen.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                output.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
            }
        });
        Self { child, keyboard: main, terminal, seen }
    }

    fn seen(&self) -> String {
        self.seen.lock().unwrap().clone()
    }

    /// Waits until the screen has shown a text.
    fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.seen().contains(text) {
            assert!(start.elapsed() < Duration::from_secs(20), "`{text}` never appears:\n{}", self.seen());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the end and returns the exit status.
    fn end(&mut self) -> Option<i32> {
        end(&mut self.child)
    }

    fn assert_terminal_is_restored(&self) {
        self.wait_for("\x1b[?1049l");
        self.wait_for("\x1b[?25h");
        let modes = tcgetattr(&self.terminal).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG), "{modes:?}");
    }
}

/// Waits for a process to end and returns its exit status.
fn end(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("the command did not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn without_arguments_it_opens_the_title_screen() {
    let folder = Folder::new();
    let mut player = Player::start(folder.path(), &[]);
    player.wait_for("New game");
    player.press("q");
    assert_eq!(player.end(), Some(0));
    player.assert_terminal_is_restored();
    let settings = std::fs::read_to_string(folder.at("settings.toml")).unwrap();
    assert!(settings.contains("[keys.wasd]"), "the settings file lists every default");
}

#[test]
fn an_old_terminal_gets_neither_colours_nor_unicode() {
    let folder = Folder::new();
    let arguments = ["play", "--plan", "two-caves", "--seed", "7"];
    let mut player = Player::of(start_with(folder.path(), &arguments, "vt100", "C"));
    player.wait_for("two-caves");
    player.press("\u{3}");
    assert_eq!(player.end(), Some(0));
    let seen = player.seen();
    assert!(!seen.contains("38;5;") && !seen.contains("38;2;") && !seen.contains("48;5;"), "{seen}");
    assert!(seen.is_ascii(), "{seen}");
    let mut player = Player::of(start_with(folder.path(), &arguments, "xterm-256color", "en_GB.UTF-8"));
    player.wait_for("38;5;");
    player.wait_for("│");
    player.press("\u{3}");
    assert_eq!(player.end(), Some(0));
}

#[test]
fn todays_dungeon_starts_from_the_command_line_and_scores_are_listed() {
    let folder = Folder::new();
    let mut player = Player::start(folder.path(), &["play", "--daily"]);
    player.wait_for("undercroft");
    player.press("\u{3}");
    assert_eq!(player.end(), Some(0));
    let data = folder.path().display().to_string();
    let saves = std::fs::read_dir(folder.at("saves")).unwrap();
    let names: Vec<String> = saves.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().any(|name| name.starts_with("undercroft-daily-20")), "{names:?}");
    let none = undercroft(&["scores", "--data-dir", &data]).ok();
    assert!(none.text().is_empty() && none.err.contains("No finished games"), "{}", none.err);
    undercroft(&["play", "--daily", "--seed", "3"]).fails(2, &["cannot be used with"]);
}

#[test]
fn the_terminal_is_restored_after_every_signal() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130), (Signal::QUIT, 131)] {
        let folder = Folder::new();
        let mut player = Player::start(folder.path(), &["play", "--plan", "two-caves", "--seed", "7"]);
        player.wait_for("two-caves");
        player.press("s.");
        player.wait_for("Turn");
        player.signal(signal);
        assert_eq!(player.end(), Some(code));
        player.assert_terminal_is_restored();
    }
}

#[test]
fn the_game_ends_when_its_terminal_disappears() {
    let folder = Folder::new();
    let (mut main, terminal, mut child) = start(folder.path(), &["play", "--plan", "kobolds", "--seed", "3"]);
    let (mut seen, mut bytes) = (String::new(), [0; 4096]);
    while !seen.contains("kobolds") {
        let count = main.read(&mut bytes).unwrap();
        seen.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    // With the controlling end closed, every read returns nothing, for ever, and no signal arrives.
    drop((main, terminal));
    assert_eq!(end(&mut child), Some(129));
}

#[test]
fn a_killed_game_can_be_continued() {
    let folder = Folder::new();
    let mut player = Player::start(folder.path(), &["play", "--plan", "kobolds", "--seed", "3"]);
    player.wait_for("kobolds");
    player.press("...x");
    // The cursor opens after three turns. Only changes are written, so this text is new.
    player.wait_for("tab: next");
    player.signal(Signal::KILL);
    assert_eq!(player.end(), None);
    let mut again = Player::start(folder.path(), &[]);
    again.wait_for("Continue");
    // Control-L redraws the whole screen.
    again.press("ca\u{c}");
    again.wait_for("Welcome back.");
    again.wait_for("Turn           3");
    again.press("\u{3}");
    assert_eq!(again.end(), Some(0));
    again.assert_terminal_is_restored();
}

#[test]
fn invalid_settings_are_reported_before_the_screen_is_cleared() {
    let folder = Folder::new();
    std::fs::write(folder.at("settings.toml"), "mouse = true\n\n[keys.wasd]\nkik = [\"K\"]\n").unwrap();
    let mut player = Player::start(folder.path(), &[]);
    assert_eq!(player.end(), Some(1));
    player.wait_for("settings.toml:4:1: unknown command `kik`; did you mean `kick`?");
    assert!(!player.seen().contains("\x1b[?1049h"));
}

#[test]
fn the_viewer_saves_a_recipe_and_prints_the_command_for_the_level() {
    let folder = Folder::new();
    let file = folder.at("mine");
    let mut viewer = Player::start(folder.path(), &["view", "caves", "--seed", "42"]);
    viewer.wait_for("passes all checks");
    viewer.press("+ns");
    viewer.wait_for("Save the recipe as");
    viewer.press(&format!("{}\r", file.display()));
    viewer.wait_for("Saved as");
    viewer.press("q");
    assert_eq!(viewer.end(), Some(0));
    viewer.assert_terminal_is_restored();
    viewer.wait_for("undercroft generate caves --seed 43 --set scatter.chance=0.51");
    let saved = format!("{}.toml", file.display());
    let again = undercroft(&["generate", &saved, "--seed", "43"]).ok();
    let printed = undercroft(&["generate", "caves", "--seed", "43", "--set", "scatter.chance=0.51"]).ok();
    assert_eq!(again.text(), printed.text());
    assert!(!folder.at("settings.toml").exists(), "the viewer writes no settings");
}

#[test]
fn the_viewer_shows_levels_in_the_users_own_tileset() {
    let folder = Folder::new();
    folder
        .file("mine.toml", include_str!("../../docs/tilesets.md").split("```").nth(1).unwrap().replacen("toml", "", 1));
    let tiles = folder.at("mine.toml").display().to_string();
    let mut viewer = Player::start(folder.path(), &["view", "rooms", "--seed", "1", "--tileset", &tiles]);
    viewer.wait_for("passes all checks");
    viewer.wait_for("▓▓");
    viewer.press("q");
    assert_eq!(viewer.end(), Some(0));
    // The printed command makes the same level again. What is printed last may be read after the end.
    viewer.wait_for(&format!("undercroft generate rooms --seed 1 --tileset {tiles}"));
    let seen = viewer.seen();
    assert!(seen.contains("▼") && !seen.contains("##"), "{seen}");
}

#[test]
fn a_signal_ends_the_viewer_even_while_it_generates_a_large_level() {
    for size in ["80x50", "3000x3000"] {
        let folder = Folder::new();
        let mut viewer = Player::start(folder.path(), &["view", "caves", "--size", size]);
        viewer.wait_for("Parameters");
        viewer.press("n");
        viewer.signal(Signal::TERM);
        assert_eq!(viewer.end(), Some(143));
        viewer.assert_terminal_is_restored();
    }
}

#[test]
fn the_viewer_reports_invalid_arguments_before_the_screen_is_cleared() {
    undercroft(&["view", "caves"]).fails(1, &["the viewer needs a terminal"]);
    undercroft(&["view", "cavse"]).fails(2, &["did you mean `caves`"]);
    undercroft(&["view", "caves", "--set", "scatter.chance=2"]).fails(2, &["0 to 1"]);
    undercroft(&["view", "--plan", "two-caves", "--depth", "9"]).fails(2, &["the deepest level"]);
}

#[test]
fn without_a_terminal_the_game_refuses_to_start() {
    undercroft(&["play"]).fails(1, &["needs a terminal"]);
}

#[test]
fn the_viewer_quits_at_once_while_it_makes_a_slow_level() {
    for key in ["q", "\x03"] {
        let folder = Folder::new();
        let slow = folder.file("slow-maze.toml", SLOW_MAZE);
        let mut viewer = Player::start(folder.path(), &["view", &slow, "--seed", "1"]);
        viewer.wait_for("\x1b[?1049h");
        std::thread::sleep(Duration::from_millis(300));
        let begun = Instant::now();
        viewer.press(key);
        assert_eq!(viewer.end(), Some(0));
        // A busy machine may take longer to schedule the process than the process takes to stop.
        assert!(begun.elapsed() < Duration::from_millis(500), "{key:?} took {:?}", begun.elapsed());
        println!("{key:?} took {:?}", begun.elapsed());
        viewer.assert_terminal_is_restored();
    }
}

#[test]
fn a_slow_level_says_how_long_it_has_been_taking() {
    let folder = Folder::new();
    let slow = folder.file("slow-maze.toml", SLOW_MAZE);
    let mut command = Player::start(folder.path(), &["generate", &slow, "--seed", "1"]);
    command.wait_for("making the level: 1 s");
    command.signal(Signal::INT);
    assert_eq!(command.end(), Some(130));
    command.wait_for("interrupted");
}
