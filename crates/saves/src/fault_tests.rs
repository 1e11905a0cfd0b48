//! A fault at every call to the disk, in every operation: the last acknowledged turn is always there afterwards.
//!
//! Each operation runs again and again. The first time its first call fails, then its second, until it comes through.
//! After each run the disk works again, the folder is opened anew, and the game in it is compared with one in memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use undercroft_game::{Action, Bot, Event, Game};
use undercroft_mapgen::Plan;

use crate::disk::faults::{Fault, arm, disarm};
use crate::{NewGame, Replay, Resources, SaveDirectory, SaveError, SavedGame, Verdict};

const PLAN: &str = "two-caves";

const DEATH: &str = "UNDERCROFT_TEST_DEATH";
const SEED: &str = "UNDERCROFT_TEST_SEED";

/// A whole game: its actions, and the hash after each number of them.
struct Script {
    seed: u64,
    actions: Vec<Action>,
    hashes: Vec<u64>,
    /// The number of actions after which the first change of level follows.
    before_stairs: usize,
}

/// A game of the bot with a change of level, and short, because it is resumed many times.
static SCRIPT: LazyLock<Script> = LazyLock::new(|| {
    // A child process is told the seed.
    let told = std::env::var(SEED).ok().and_then(|seed| seed.parse().ok());
    let seeds = told.map_or(0..40, |seed: u64| seed..seed + 1);
    let scripts = seeds.filter_map(|seed| {
        let mut game = Game::new(Resources::standard().content, Plan::named(PLAN).unwrap(), seed).unwrap();
        let (mut bot, mut actions, mut hashes, mut before_stairs) = (Bot::new(), Vec::new(), vec![game.hash()], None);
        while game.outcome().is_none() && actions.len() < 1_000 {
            let (action, depth) = (bot.next(&game), game.view().depth());
            if game.act(action).iter().any(|event| matches!(event, Event::Refused(_))) {
                continue;
            }
            if game.view().depth() != depth {
                before_stairs.get_or_insert(actions.len());
            }
            actions.push(action);
            hashes.push(game.hash());
        }
        game.outcome()?;
        Some(Script { seed, actions, hashes, before_stairs: before_stairs? })
    });
    scripts.min_by_key(|script| script.actions.len()).expect("the bot finishes a game with a change of level")
});

/// Something that is done with games on disk.
struct Operation {
    name: &'static str,
    /// Makes the folder in which it happens.
    prepare: fn(&SaveDirectory),
    /// Does it. Calls `arm` when the fault may happen, and `acknowledge` with every game whose last action has succeeded.
    run: fn(&Path, &mut Run<'_>) -> Result<(), SaveError>,
    /// The number of actions if everything works.
    actions: fn() -> usize,
}

struct Run<'a> {
    fault: Fault,
    call: u32,
    acknowledge: &'a mut dyn FnMut(usize),
}

impl Run<'_> {
    fn arm(&self) {
        arm(self.fault, self.call);
    }

    fn acknowledge(&mut self, saved: &SavedGame) {
        (self.acknowledge)(saved.actions() as usize);
    }

    /// Performs an action. If that fails only once, the game goes on as if nothing had happened.
    fn act(&mut self, saved: &mut SavedGame, action: Action) -> Result<(), SaveError> {
        match saved.act(action) {
            Err(_) if self.fault == Fault::Once => saved.checkpoint()?,
            acted => drop(acted?),
        }
        self.acknowledge(saved);
        Ok(())
    }
}

fn new_game() -> NewGame {
    NewGame { resources: Resources::standard(), plan: PLAN.into(), seed: SCRIPT.seed.into() }
}

/// Starts the game and plays it up to a number of actions, with a checkpoint after five.
fn play(saves: &SaveDirectory, actions: usize) -> SavedGame {
    let mut saved = saves.begin(new_game()).unwrap();
    for (index, action) in SCRIPT.actions[..actions].iter().enumerate() {
        if index == 5 {
            saved.checkpoint().unwrap();
        }
        saved.act(*action).unwrap();
    }
    saved
}

/// Resumes the game without faults.
fn resume(folder: &Path) -> SavedGame {
    let saves = SaveDirectory::open(folder).unwrap();
    let path = &saves.saves()[0].path;
    saves.resume(path, &Resources::standard()).unwrap().game
}

/// Opens the folder and resumes the game, as a player who continues.
fn continue_game(folder: &Path, run: &mut Run<'_>) -> Result<(), SaveError> {
    run.arm();
    let saves = SaveDirectory::open(folder)?;
    let Some(entry) = saves.saves().into_iter().next() else { return Ok(()) };
    let mut saved = saves.resume(&entry.path, &Resources::standard())?.game;
    run.acknowledge(&saved);
    match SCRIPT.actions.get(saved.actions() as usize) {
        Some(action) => run.act(&mut saved, *action),
        None => Ok(()),
    }
}

fn next_action(folder: &Path, run: &mut Run<'_>) -> Result<(), SaveError> {
    let mut saved = resume(folder);
    run.acknowledge(&saved);
    run.arm();
    let action = SCRIPT.actions[saved.actions() as usize];
    run.act(&mut saved, action)
}

/// Changes bytes of the first file with this extension.
fn damage(saves: &SaveDirectory, extension: &str, change: impl FnOnce(&mut Vec<u8>)) {
    let path = saves.saves()[0].path.with_extension(extension);
    let mut bytes = fs::read(&path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

fn last() -> usize {
    SCRIPT.actions.len() - 1
}

const OPERATIONS: [Operation; 10] = [
    Operation {
        name: "new game",
        prepare: |_| (),
        run: |folder, run| {
            run.arm();
            let saves = SaveDirectory::open(folder)?;
            let saved = saves.begin(new_game())?;
            assert!(saved.save_file().ends_with(format!("{PLAN}-{}.save", SCRIPT.seed)));
            run.acknowledge(&saved);
            Ok(())
        },
        actions: || 0,
    },
    Operation { name: "turn", prepare: |saves| drop(play(saves, 8)), run: next_action, actions: || 9 },
    Operation {
        name: "change of level",
        prepare: |saves| drop(play(saves, SCRIPT.before_stairs)),
        run: next_action,
        actions: || SCRIPT.before_stairs + 1,
    },
    Operation {
        name: "checkpoint and quit",
        prepare: |saves| drop(play(saves, 8)),
        run: |folder, run| {
            let mut saved = resume(folder);
            run.acknowledge(&saved);
            run.arm();
            run.act(&mut saved, SCRIPT.actions[8])?;
            saved.checkpoint()
        },
        actions: || 9,
    },
    Operation { name: "continue", prepare: |saves| drop(play(saves, 8)), run: continue_game, actions: || 9 },
    Operation {
        name: "continue with a damaged checkpoint and half a turn",
        prepare: |saves| {
            drop(play(saves, 9));
            damage(saves, "checkpoint", |bytes| bytes.truncate(bytes.len() / 2));
            damage(saves, "save", |bytes| bytes.truncate(bytes.len() - 1));
        },
        run: continue_game,
        actions: || 9,
    },
    Operation {
        name: "continue with a journal damaged before its checkpoint",
        prepare: |saves| {
            drop(play(saves, 8));
            damage(saves, "save", |bytes| bytes[40] ^= 0xff);
        },
        run: continue_game,
        actions: || 9,
    },
    Operation { name: "end", prepare: |saves| drop(play(saves, last())), run: next_action, actions: || last() + 1 },
    Operation {
        name: "continue a game that has ended without its replay",
        prepare: |saves| {
            let mut saved = play(saves, last());
            // Only the write of the action succeeds.
            arm(Fault::Forever, 2);
            saved.act(SCRIPT.actions[last()]).unwrap_err();
            assert!(disarm());
        },
        run: continue_game,
        actions: || last() + 1,
    },
    Operation {
        name: "scores",
        prepare: |saves| drop(play(saves, last() + 1)),
        run: |folder, run| {
            run.arm();
            SaveDirectory::open(folder)?.scores().map(drop)
        },
        actions: || last() + 1,
    },
];

/// A folder in which the operation can happen. The same one is copied for every fault.
fn prepared(operation: &Operation) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    (operation.prepare)(&SaveDirectory::open(folder.path()).unwrap());
    folder
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target).unwrap();
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let folders = [folder.to_owned(), folder.join("saves"), folder.join("replays")];
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect()
}

fn unfinished(folder: &Path) -> Vec<PathBuf> {
    files(folder).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "tmp")).collect()
}

/// Opens the folder again and finds the game. Returns its number of actions, or `None` if there is no game.
fn found(folder: &Path, about: &str) -> Option<usize> {
    let (saves, resources) = (SaveDirectory::open(folder).unwrap(), Resources::standard());
    assert_eq!(unfinished(folder), Vec::<PathBuf>::new(), "{about}: opening the folder removes unfinished files");
    let replay_of = |path: &Path| {
        let replay = Replay::read(path).unwrap();
        let verdict = replay.verify(&resources).unwrap();
        assert!(matches!(verdict, Verdict::Same { unproven: 0, .. }), "{about}: {verdict:?}");
        (replay.missing_actions() + replay.actions().len() as u64) as usize
    };
    let saved = saves.saves();
    assert!(saved.len() <= 1, "{about}: {saved:?}");
    if let Some(entry) = saved.first() {
        let mut game = match saves.resume(&entry.path, &resources) {
            Ok(resumed) => resumed.game,
            Err(error) => panic!("{about}: {error}"),
        };
        let actions = game.actions() as usize;
        assert_eq!(game.game().hash(), SCRIPT.hashes[actions], "{about}");
        if let Some(path) = game.replay_file() {
            assert_eq!(replay_of(path), actions, "{about}");
        } else {
            // It can be played on.
            game.act(SCRIPT.actions[actions]).unwrap();
            assert_eq!(game.game().hash(), SCRIPT.hashes[actions + 1], "{about}");
        }
        return Some(actions);
    }
    let replays = saves.replays();
    assert!(replays.len() <= 1, "{about}: {replays:?}");
    let actions = replay_of(&replays.first()?.path);
    assert_eq!(saves.scores().unwrap().len(), 1, "{about}: the score");
    Some(actions)
}

/// Compares what is found with what was acknowledged. Nothing else may have been lost or invented.
fn check(operation: &Operation, folder: &Path, acknowledged: Option<usize>, about: &str) {
    let found = found(folder, about);
    let before = operation.name != "new game";
    assert!(found.is_some() || acknowledged.is_none() && !before, "{about}: the game is gone");
    if let Some(found) = found {
        let expected = acknowledged.unwrap_or(0)..=(operation.actions)();
        assert!(expected.contains(&found), "{about}: {found} actions are found, {expected:?} were acknowledged");
    }
}

fn every_fault(fault: Fault) {
    let mut faults = 0;
    for operation in &OPERATIONS {
        let start = prepared(operation);
        for call in 1.. {
            assert!(call < 200, "{}: more calls than expected", operation.name);
            let folder = tempfile::tempdir().unwrap();
            copy(start.path(), folder.path());
            let about = format!("{}, {fault:?} at call {call}", operation.name);
            let mut acknowledged = None;
            let mut run = Run { fault, call, acknowledge: &mut |actions| acknowledged = Some(actions) };
            let result = (operation.run)(folder.path(), &mut run);
            let has_happened = disarm();
            assert_eq!(unfinished(folder.path()), Vec::<PathBuf>::new(), "{about}: a failure leaves nothing behind");
            if fault == Fault::Once && operation.name == "new game" && result.is_err() {
                assert_eq!(files(folder.path()), Vec::<PathBuf>::new(), "{about}: a failure leaves nothing behind");
            }
            check(operation, folder.path(), acknowledged, &about);
            if !has_happened {
                result.unwrap_or_else(|error| panic!("{about}: {error}"));
                break;
            }
            faults += 1;
        }
    }
    println!("{fault:?}: {faults} faults in {} operations", OPERATIONS.len());
}

#[test]
fn a_call_that_fails_once_loses_no_turn() {
    every_fault(Fault::Once);
}

#[test]
fn a_disk_that_fails_for_good_loses_no_acknowledged_turn() {
    every_fault(Fault::Forever);
}

#[test]
fn a_short_write_loses_no_acknowledged_turn() {
    every_fault(Fault::Short);
}

/// The process that dies. Its arguments are the operation, the call and the folder.
#[test]
#[ignore = "run by the test below, in its own process"]
fn dies_at_a_call() {
    let Ok(arguments) = std::env::var(DEATH) else { return };
    let [operation, call, folder] = arguments.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{arguments}") };
    let operation = &OPERATIONS[operation.parse::<usize>().unwrap()];
    let mut acknowledge = |actions| println!("\nacknowledged {actions}");
    let mut run = Run { fault: Fault::Death, call: call.parse().unwrap(), acknowledge: &mut acknowledge };
    (operation.run)(Path::new(folder), &mut run).unwrap();
    println!("\nsurvived");
}

#[test]
fn a_process_that_dies_at_any_call_loses_no_acknowledged_turn() {
    let mut deaths = 0;
    for (index, operation) in OPERATIONS.iter().enumerate() {
        let start = prepared(operation);
        for call in 1.. {
            assert!(call < 200, "{}: more calls than expected", operation.name);
            let folder = tempfile::tempdir().unwrap();
            copy(start.path(), folder.path());
            let about = format!("{}, death at call {call}", operation.name);
            let output = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "fault_tests::dies_at_a_call", "--ignored", "--nocapture"])
                .env(DEATH, format!("{index} {call} {}", folder.path().display()))
                .env(SEED, SCRIPT.seed.to_string())
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{about}: {text}\n{}", String::from_utf8_lossy(&output.stderr));
            let acknowledged =
                text.lines().filter_map(|line| line.strip_prefix("acknowledged ")?.parse().ok()).next_back();
            check(operation, folder.path(), acknowledged, &about);
            if text.contains("\nsurvived") {
                break;
            }
            deaths += 1;
        }
    }
    println!("{deaths} deaths in {} operations; the game has {} actions", OPERATIONS.len(), SCRIPT.actions.len());
}

/// A replay, here of a shorter game, is replaced by the new one or stays as it was.
#[test]
fn a_replay_is_replaced_completely_or_not_at_all() {
    let game = |actions: usize| {
        let mut game = Game::new(Resources::standard().content, Plan::named(PLAN).unwrap(), SCRIPT.seed).unwrap();
        SCRIPT.actions[..actions].iter().for_each(|action| drop(game.act(*action)));
        game
    };
    let write = |path: &Path, actions: usize| {
        let (seed, content) = (SCRIPT.seed.into(), Resources::standard().content);
        Replay::write(path, PLAN, &seed, &content, &SCRIPT.actions[..actions], &game(actions))
    };
    for fault in [Fault::Once, Fault::Forever, Fault::Short] {
        for call in 1.. {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("game.replay");
            write(&path, 3).unwrap();
            arm(fault, call);
            let result = write(&path, 6);
            let has_happened = disarm();
            let kept = Replay::read(&path).unwrap().actions().len();
            assert!(kept == 6 || kept == 3 && result.is_err(), "{fault:?} at call {call}: {kept} actions");
            assert_eq!(files(folder.path()), [path], "{fault:?} at call {call}: a failure leaves nothing behind");
            if !has_happened {
                break;
            }
        }
    }
}

/// The journal goes last, so that an interrupted deletion leaves a complete game.
#[test]
fn a_game_is_deleted_completely_or_not_at_all() {
    for call in 1.. {
        let folder = tempfile::tempdir().unwrap();
        let saves = SaveDirectory::open(folder.path()).unwrap();
        let path = play(&saves, 8).save_file();
        arm(Fault::Forever, call);
        let result = saves.delete(&path);
        let has_happened = disarm();
        let found = found(folder.path(), &format!("call {call}"));
        assert!(found == Some(8) || found.is_none() && result.is_ok(), "call {call}: {found:?} after {result:?}");
        if !has_happened {
            break;
        }
    }
}
