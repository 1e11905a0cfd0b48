//! The real command in a real terminal: it plays, it goes on after a kill, and it gives the terminal back.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::Folder;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// The command in a terminal of 80 by 24 cells.
struct Player {
    child: Child,
    keyboard: File,
    /// The terminal itself, to ask how it is set.
    terminal: File,
    seen: Arc<Mutex<String>>,
}

/// Starts the command in a new terminal; gives the terminal's other end, the terminal itself, and the process.
fn start(folder: &Path, arguments: &[&str]) -> (File, File, Child) {
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
        .env("TERM", "xterm-256color")
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
        let (main, terminal, child) = start(folder, arguments);
        let seen = Arc::new(Mutex::new(String::new()));
        let mut screen = main.try_clone().unwrap();
        let told = seen.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                told.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
            }
        });
        Self { child, keyboard: main, terminal, seen }
    }

    fn seen(&self) -> String {
        self.seen.lock().unwrap().clone()
    }

    /// Waits until the screen has shown something.
    fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.seen().contains(text) {
            assert!(start.elapsed() < Duration::from_secs(20), "`{text}` is never shown:\n{}", self.seen());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until it has ended, and gives its exit code.
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

/// Waits until a process has ended, and gives its exit code.
fn end(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("it does not end");
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
fn the_command_alone_starts_the_title_and_leaves_when_asked() {
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
fn every_signal_that_ends_it_gives_the_terminal_back() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130), (Signal::QUIT, 131)] {
        let folder = Folder::new();
        let mut player = Player::start(folder.path(), &["play", "--plan", "two-caves", "--seed", "7"]);
        player.wait_for("two-caves");
        player.press("s.");
        player.wait_for("turn");
        player.signal(signal);
        assert_eq!(player.end(), Some(code));
        player.assert_terminal_is_restored();
    }
}

#[test]
fn a_terminal_that_is_gone_ends_it() {
    let folder = Folder::new();
    let (mut main, terminal, mut child) = start(folder.path(), &["play", "--plan", "kobolds", "--seed", "3"]);
    let (mut seen, mut bytes) = (String::new(), [0; 4096]);
    while !seen.contains("kobolds") {
        let count = main.read(&mut bytes).unwrap();
        seen.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    // Nobody has the other end any more: every read gives nothing, for ever, and no signal comes.
    drop((main, terminal));
    assert_eq!(end(&mut child), Some(129));
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let folder = Folder::new();
    let mut player = Player::start(folder.path(), &["play", "--plan", "kobolds", "--seed", "3"]);
    player.wait_for("kobolds");
    player.press("...x");
    // The cursor opens after the three turns were done. Only what changes is written: this line was not there before.
    player.wait_for("tab: next");
    player.signal(Signal::KILL);
    assert_eq!(player.end(), None);
    let mut again = Player::start(folder.path(), &[]);
    again.wait_for("Continue");
    // Control and L have the whole screen drawn.
    again.press("ca\u{c}");
    again.wait_for("You go on.");
    again.wait_for("turn 3");
    again.press("\u{3}");
    assert_eq!(again.end(), Some(0));
    again.assert_terminal_is_restored();
}

#[test]
fn settings_that_are_wrong_are_told_before_the_screen_is_taken() {
    let folder = Folder::new();
    std::fs::write(folder.at("settings.toml"), "mouse = true\n\n[keys.wasd]\nkik = [\"K\"]\n").unwrap();
    let mut player = Player::start(folder.path(), &[]);
    assert_eq!(player.end(), Some(1));
    player.wait_for("settings.toml:4:1: nothing is called `kik` here; did you mean `kick`?");
    assert!(!player.seen().contains("\x1b[?1049h"));
}

#[test]
fn the_viewer_saves_a_recipe_and_prints_the_command_that_makes_the_level() {
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
    let again = crate::common::undercroft(&["generate", &saved, "--seed", "43"]).ok();
    let printed =
        crate::common::undercroft(&["generate", "caves", "--seed", "43", "--set", "scatter.chance=0.51"]).ok();
    assert_eq!(again.text(), printed.text());
    assert!(!folder.at("settings.toml").exists(), "who only looks leaves nothing behind");
}

#[test]
fn a_signal_ends_the_viewer_even_while_it_makes_a_large_level() {
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
fn the_viewer_refuses_what_cannot_be_before_the_screen_is_taken() {
    crate::common::undercroft(&["view", "caves"]).fails(1, &["the viewer needs a terminal"]);
    crate::common::undercroft(&["view", "cavse"]).fails(2, &["did you mean `caves`"]);
    crate::common::undercroft(&["view", "caves", "--set", "scatter.chance=2"]).fails(2, &["0 to 1"]);
    crate::common::undercroft(&["view", "--plan", "two-caves", "--depth", "9"]).fails(2, &["the deepest level"]);
}

#[test]
fn without_a_terminal_the_game_says_so() {
    crate::common::undercroft(&["play"]).fails(1, &["needs a terminal"]);
}
