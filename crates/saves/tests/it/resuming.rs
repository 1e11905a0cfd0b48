//! Games resume at the last turn played.

use std::fs;

use crate::helpers::{again, killed, new_game, play, survivor};
use undercroft_game::record::{Journal, Writer};
use undercroft_game::{Action, Bot};
use undercroft_mapgen::Plan;
use undercroft_saves::{Replay, Resources, SaveDirectory, SaveError, Verdict};

#[test]
fn a_killed_game_resumes_at_the_same_turn() {
    for plan in Plan::names() {
        let seed = survivor(plan, 85);
        let folder = tempfile::tempdir().unwrap();
        let (saves, mut played) = killed(folder.path(), plan, seed, 40);
        for _ in 0..3 {
            let resumed = saves.resume(&played.path, &Resources::standard()).unwrap();
            assert_eq!(resumed.notice, None);
            let mut saved = resumed.game;
            assert_eq!(saved.actions(), played.actions.len() as u64, "{plan}");
            assert_eq!(saved.game().hash(), *played.hashes.last().unwrap(), "{plan}");
            play(&mut saved, &mut played, 15);
        }
        assert_eq!(again(plan, seed, &played.actions).hash(), *played.hashes.last().unwrap(), "{plan}");
    }
}

#[test]
fn a_game_that_was_quit_resumes_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    let mut saved = saves.begin(new_game("two-caves", 3)).unwrap();
    let path = saved.save_file();
    saved.act(Action::Wait).unwrap();
    saved.checkpoint().unwrap();
    let written = fs::read(&path).unwrap();
    saved.checkpoint().unwrap();
    assert_eq!(fs::read(&path).unwrap(), written, "a second checkpoint at the same action adds nothing");
    let hash = saved.game().hash();
    drop(saved);
    let entry = &saves.saves()[0];
    assert_eq!((entry.plan.as_str(), entry.seed.as_str(), entry.turns), ("two-caves", "3", 1));
    assert_eq!((entry.depth, entry.level, entry.in_use, entry.problem.as_deref()), (0, 1, false, None));
    let resumed = saves.resume(&path, &Resources::standard()).unwrap();
    assert!(resumed.events.is_empty() && resumed.notice.is_none());
    assert_eq!(resumed.game.game().hash(), hash);
}

#[test]
fn a_change_of_level_makes_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    let mut saved = saves.begin(new_game("two-caves", 1)).unwrap();
    let checkpoint = saved.save_file().with_extension("checkpoint");
    let mut bot = Bot::new();
    for _ in 0..5_000 {
        assert!(!checkpoint.exists() || saved.actions() >= 1_000);
        let _ = fs::remove_file(&checkpoint);
        let before = saved.game().view().depth();
        let action = bot.next(saved.game());
        saved.act(action).unwrap();
        if saved.game().view().depth() != before {
            assert!(checkpoint.exists());
            assert_eq!(saves.saves()[0].depth, saved.game().view().depth());
            return;
        }
    }
    panic!("the bot found no stairs");
}

#[test]
fn events_since_the_checkpoint_are_reported_again() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    let mut saved = saves.begin(new_game("kobolds", 3)).unwrap();
    let path = saved.save_file();
    saved.act(Action::Wait).unwrap();
    saved.checkpoint().unwrap();
    let (slot, _) = saved.game().view().pack().next().unwrap();
    let mut events = saved.act(Action::Drop { slot, count: 1 }).unwrap();
    assert!(!events.is_empty());
    events.extend(saved.act(Action::PickUp).unwrap());
    drop(saved);
    assert_eq!(saves.resume(&path, &Resources::standard()).unwrap().events, events);
}

#[test]
fn a_game_that_ends_becomes_a_replay() {
    for plan in ["two-caves", "kobolds"] {
        let folder = tempfile::tempdir().unwrap();
        let saves = SaveDirectory::open(folder.path()).unwrap();
        let mut saved = saves.begin(new_game(plan, 11)).unwrap();
        let (path, mut bot) = (saved.save_file(), Bot::new());
        while saved.game().outcome().is_none() {
            assert_eq!(saved.replay_file(), None);
            let action = bot.next(saved.game());
            saved.act(action).unwrap();
        }
        let outcome = saved.game().outcome().unwrap();
        let replay = saved.replay_file().unwrap().to_owned();
        assert_eq!(fs::read_dir(folder.path().join("saves")).unwrap().count(), 0);
        assert!(matches!(saves.resume(&path, &Resources::standard()), Err(SaveError::File { .. })));
        let entry = &saves.replays()[0];
        assert_eq!((&entry.path, entry.turns), (&replay, outcome.summary().turns));
        let ending = entry.outcome.clone().unwrap();
        assert_eq!((ending.is_won(), ending.summary), (outcome.is_won(), *outcome.summary()));
        let replay = Replay::read(&replay).unwrap();
        let same = Verdict::Same { hash: saved.game().hash(), unproven: 0 };
        assert_eq!(replay.verify(&Resources::standard()).unwrap(), same);
        assert_eq!(replay.actions().len() as u64, saved.actions());
        // Nothing more can be done, and nothing more is written.
        saved.act(Action::Wait).unwrap();
        saved.checkpoint().unwrap();
        assert!(saves.saves().is_empty());
    }
}

/// As if killed between the last action and the replay.
#[test]
fn resuming_a_finished_game_turns_it_into_a_replay() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    let mut saved = saves.begin(new_game("kobolds", 11)).unwrap();
    let (path, mut bot) = (saved.save_file(), Bot::new());
    let mut last = Vec::new();
    while saved.game().outcome().is_none() {
        last = fs::read(&path).unwrap();
        let action = bot.next(saved.game());
        saved.act(action).unwrap();
    }
    let hash = saved.game().hash();
    let replay = saved.replay_file().unwrap().to_owned();
    let (buried, actions) = (fs::read(&replay).unwrap(), Replay::read(&replay).unwrap().actions().to_vec());
    drop(saved);
    // The save as the last action left it; its replay may be there already, or not.
    let position = Journal::read(&last).unwrap().tail.end;
    last.extend(Writer::resume(position).actions(&actions[actions.len() - 1..]).unwrap());
    for there in [true, false] {
        fs::write(&path, &last).unwrap();
        if !there {
            fs::remove_file(&replay).unwrap();
        }
        let resumed = saves.resume(&path, &Resources::standard()).unwrap();
        assert!(resumed.game.game().outcome().is_some());
        assert_eq!(resumed.game.game().hash(), hash);
        assert_eq!(resumed.game.replay_file(), Some(replay.as_path()));
        assert!(fs::read(&replay).unwrap() == buried, "the replay changed");
        assert!(saves.saves().is_empty());
        assert_eq!(saves.replays().len(), 1);
    }
}

#[test]
fn games_with_similar_names_have_their_own_files() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    let one = saves.begin(new_game("two-caves", "a/b")).unwrap();
    let other = saves.begin(new_game("two-caves", "a b")).unwrap();
    assert_ne!(one.save_file(), other.save_file());
    assert_eq!(saves.saves().len(), 2);
    assert!(saves.saves().iter().all(|entry| entry.in_use));
}

#[test]
fn every_bot_game_verifies_as_a_replay() {
    let folder = tempfile::tempdir().unwrap();
    let resources = Resources::standard();
    for name in Plan::names() {
        let plan = Plan::named(name).unwrap();
        let mut game = undercroft_game::Game::new(resources.content.clone(), plan, 8).unwrap();
        let actions = Bot::new().play(&mut game, 300, |_, _| ());
        let path = folder.path().join(format!("{name}.replay"));
        Replay::write(&path, name, &8.into(), &resources.content, &actions, &game).unwrap();
        let replay = Replay::read(&path).unwrap();
        assert_eq!(replay.verify(&resources).unwrap(), Verdict::Same { hash: game.hash(), unproven: 0 }, "{name}");
        assert_eq!((replay.plan(), replay.seed(), replay.actions()), (name, &8.into(), &actions[..]));
        let fewer = Replay::write(&path, name, &8.into(), &resources.content, &actions[1..], &game);
        assert!(matches!(fewer, Err(SaveError::OtherActions)), "{name}");
    }
}

#[test]
fn a_save_can_be_read_as_a_replay_while_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    let mut saved = saves.begin(new_game("two-caves", 3)).unwrap();
    saved.act(Action::Wait).unwrap();
    let replay = Replay::read(&saved.save_file()).unwrap();
    let verdict = replay.verify(&Resources::standard()).unwrap();
    assert_eq!(verdict, Verdict::Same { hash: saved.game().hash(), unproven: 1 });
}
