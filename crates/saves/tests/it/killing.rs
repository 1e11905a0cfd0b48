//! Games whose process is killed, and games that two processes try to play.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::helpers::new_game;
use undercroft_game::{Bot, Game};
use undercroft_mapgen::{Plan, Seed};
use undercroft_saves::{Replay, Resources, SaveDirectory, SaveError, Verdict};

const FOLDER: &str = "UNDERCROFT_TEST_FOLDER";
const PLAN: &str = "UNDERCROFT_TEST_PLAN";

/// The process that is killed. It plays game after game, and reports each action once it is done.
#[test]
#[ignore = "run by the other tests, in its own process"]
fn plays_until_it_is_killed() {
    let (Ok(folder), Ok(plan)) = (std::env::var(FOLDER), std::env::var(PLAN)) else { return };
    let (saves, resources) = (SaveDirectory::open(folder).unwrap(), Resources::standard());
    loop {
        let mut saved = match saves.saves().first() {
            Some(save) => saves.resume(&save.path, &resources).unwrap().game,
            None => saves.begin(new_game(&plan, saves.replays().len() as u64)).unwrap(),
        };
        let mut bot = Bot::new();
        while saved.game().outcome().is_none() {
            let action = bot.next(saved.game());
            saved.act(action).unwrap();
            println!("done {} {} {:x}", saved.save_file().display(), saved.actions(), saved.game().hash());
        }
    }
}

/// Starts the process that plays.
fn spawn(folder: &Path, plan: &str) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killing::plays_until_it_is_killed", "--ignored", "--nocapture"])
        .envs([(FOLDER, folder.as_os_str()), (PLAN, plan.as_ref())])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    (child, output)
}

/// Parses a line of the child: the save, the number of actions and the hash.
fn parse(line: &str) -> Option<(PathBuf, u64, u64)> {
    // The first line follows the name of the test.
    let (_, report) = line.trim_end().split_once("done ")?;
    let mut words = report.split(' ');
    let (path, actions, hash) = (words.next()?, words.next()?, words.next()?);
    Some((path.into(), actions.parse().ok()?, u64::from_str_radix(hash, 16).ok()?))
}

/// The same game in memory.
struct Mirror {
    game: Game,
    done: usize,
}

impl Mirror {
    fn follow(&mut self, replay: &Replay) {
        for action in &replay.actions()[self.done..] {
            self.game.act(*action);
        }
        self.done = replay.actions().len();
    }
}

/// Kills the process again and again at random moments.
fn kill(plan: &str, kills: u32, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let (saves, resources, mut rng) =
        (SaveDirectory::open(folder.path()).unwrap(), Resources::standard(), Seed::from(seed).fork("test").rng());
    let mut mirrors: BTreeMap<PathBuf, Mirror> = BTreeMap::new();
    let (mut later, mut at_begin) = (0, 0);
    for kill in 0..kills {
        let (mut child, mut output) = spawn(folder.path(), plan);
        let mut line = String::new();
        // Sometimes before the first action, while it loads or starts.
        if rng.below(8) > 0 {
            while parse(&line).is_none() {
                line.clear();
                assert!(output.read_line(&mut line).unwrap() > 0, "kill {kill}: the child ended by itself");
            }
        }
        std::thread::sleep(Duration::from_micros(u64::from(rng.below(30_000))));
        // SIGKILL, where there are signals.
        child.kill().unwrap();
        child.wait().unwrap();
        let mut last = parse(&line);
        for line in output.lines().map_while(Result::ok) {
            last = parse(&line).or(last);
        }
        let Some((path, actions, hash)) = last else {
            at_begin += 1;
            continue;
        };
        let file = match saves.resume(&path, &resources) {
            Ok(resumed) => {
                assert_eq!(resumed.notice, None, "kill {kill}");
                let saved = resumed.game;
                let reached = saved.actions();
                assert!((actions..=actions + 1).contains(&reached), "kill {kill}: reported {actions}, found {reached}");
                if reached == actions {
                    assert_eq!(saved.game().hash(), hash, "kill {kill}");
                }
                later += u32::from(reached > actions);
                saved.replay_file().map_or(path.clone(), Path::to_owned)
            }
            // The game was over and finished already.
            Err(SaveError::File { .. }) => {
                let name = path.with_extension("replay");
                folder.path().join("replays").join(name.file_name().unwrap())
            }
            Err(error) => panic!("kill {kill}: {error}"),
        };
        let replay = Replay::read(&file).unwrap();
        let reached = replay.actions().len() as u64;
        assert!((actions..=actions + 1).contains(&reached), "kill {kill}: reported {actions}, kept {reached}");
        let mirror = mirrors.entry(path).or_insert_with(|| {
            let plan = Plan::named(plan).unwrap();
            Mirror { game: Game::new(resources.content.clone(), plan, replay.seed()).unwrap(), done: 0 }
        });
        mirror.follow(&replay);
        if reached == actions {
            assert_eq!(mirror.game.hash(), hash, "kill {kill}");
        }
    }
    for entry in saves.saves().iter().chain(&saves.replays()) {
        assert_eq!(entry.problem, None);
        let verdict = Replay::read(&entry.path).unwrap().verify(&resources).unwrap();
        assert!(matches!(verdict, Verdict::Same { .. }), "{}: {verdict:?}", entry.path.display());
    }
    let done: usize = mirrors.values().map(|mirror| mirror.done).sum();
    println!(
        "{plan}: {kills} kills ({at_begin} before the first action was reported), {} games, {done} actions; {later} times the \
         action after the last reported one was there as well",
        mirrors.len()
    );
    assert!(done > kills as usize, "too little was played");
}

#[test]
fn a_killed_process_loses_no_turn() {
    kill("kobolds", 8, 1);
}

#[test]
#[ignore = "takes minutes"]
fn five_hundred_kills_lose_no_turn() {
    let begun = Instant::now();
    for (seed, plan) in (1..).zip(Plan::names()) {
        kill(plan, 100, seed);
    }
    println!("{:.1?}", begun.elapsed());
}

#[test]
fn a_game_can_only_be_played_once_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, resources) = (SaveDirectory::open(folder.path()).unwrap(), Resources::standard());
    let saved = saves.begin(new_game("two-caves", 1)).unwrap();
    let path = saved.save_file();
    let text = saves.resume(&path, &resources).unwrap_err().to_string();
    assert!(text.contains("is already being played"), "{text}");
    assert!(saves.saves()[0].in_use);
    drop(saved);
    assert!(!saves.saves()[0].in_use);
    let resumed = saves.resume(&path, &resources).unwrap();
    assert!(matches!(saves.resume(&path, &resources), Err(SaveError::InUse { .. })));
    drop(resumed);
}

#[test]
fn a_game_is_in_use_until_its_process_dies() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, resources) = (SaveDirectory::open(folder.path()).unwrap(), Resources::standard());
    let (mut child, mut output) = spawn(folder.path(), "two-caves");
    let mut line = String::new();
    while parse(&line).is_none() {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0, "the child ended by itself");
    }
    let (path, _, _) = parse(&line).unwrap();
    let refused = saves.resume(&path, &resources);
    // Meanwhile, another game gets its own files.
    let mut ours = saves.begin(new_game("two-caves", 0)).unwrap();
    ours.act(undercroft_game::Action::Wait).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(matches!(refused, Err(SaveError::InUse { .. })), "{refused:?}");
    assert_ne!(ours.save_file(), path);
    assert_eq!(ours.game().view().turn(), 1);
    saves.resume(&path, &resources).unwrap();
}
