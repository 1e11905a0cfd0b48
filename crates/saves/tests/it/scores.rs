//! The high score table, deleted games, and up-to-date figures.

use std::fs;
use std::path::PathBuf;

use undercroft_game::daily_seed;
use undercroft_game::{Action, Bot};
use undercroft_saves::{NewGame, Resources, SaveDirectory, SaveError, SavedGame};

fn begin(saves: &SaveDirectory, plan: &str, seed: undercroft_mapgen::Seed) -> SavedGame {
    saves.begin(NewGame { resources: Resources::standard(), plan: plan.into(), seed }).unwrap()
}

/// Plays a game to its end; returns its replay and score.
fn finish(mut game: SavedGame) -> (PathBuf, u64) {
    let mut bot = Bot::new();
    while game.game().outcome().is_none() {
        let action = bot.next(game.game());
        game.act(action).unwrap();
    }
    (game.replay_file().unwrap().to_owned(), game.game().outcome().unwrap().summary().score)
}

#[test]
fn every_finished_game_is_in_the_table_even_after_its_replay_is_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    assert_eq!(saves.scores().unwrap(), []);
    let games: Vec<(PathBuf, u64)> = (1..=3).map(|seed| finish(begin(&saves, "two-caves", seed.into()))).collect();
    let mut expected: Vec<u64> = games.iter().map(|(_, score)| *score).collect();
    expected.sort_unstable_by(|a, b| b.cmp(a));
    let of = |saves: &SaveDirectory| saves.scores().unwrap().iter().map(|score| score.score).collect::<Vec<_>>();
    assert_eq!(of(&saves), expected);
    for (replay, _) in &games {
        saves.delete(replay).unwrap();
    }
    assert_eq!((of(&saves), saves.replays().len()), (expected.clone(), 0));
    // A damaged table is kept, and rebuilt from the remaining replays.
    let (_, score) = finish(begin(&saves, "two-caves", 9.into()));
    fs::write(folder.path().join("scores.toml"), "[[score]]\ngame = 3").unwrap();
    assert_eq!(of(&saves), [score]);
    assert!(folder.path().join("scores.toml.damaged").exists());
}

#[test]
fn a_daily_dungeon_has_its_date_in_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    // No creatures live on the surface, so a hero who waits there starves in peace.
    let mut game = begin(&saves, "undercroft", daily_seed("2026-11-17"));
    while game.game().outcome().is_none() {
        game.act(Action::Wait).unwrap();
    }
    finish(begin(&saves, "two-caves", daily_seed("2026-11-17")));
    let scores = saves.scores().unwrap();
    let daily: Vec<Option<&str>> = scores.iter().map(|score| score.daily()).filter(Option::is_some).collect();
    assert_eq!(daily, [Some("2026-11-17")], "only the plan of the day counts");
}

#[test]
fn a_deleted_game_is_gone_and_one_that_is_being_played_stays() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    let mut game = begin(&saves, "two-caves", 4.into());
    game.act(Action::Wait).unwrap();
    let path = game.save_file();
    let error = saves.delete(&path).unwrap_err();
    assert!(matches!(error, SaveError::InUse { .. }), "{error}");
    drop(game);
    saves.delete(&path).unwrap();
    assert_eq!(saves.saves().len(), 0);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0, "nothing is left behind");
    assert!(saves.delete(&path).is_err(), "there is nothing to delete");
}

#[test]
fn figures_are_those_of_the_last_turn_not_of_the_last_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    let mut game = begin(&saves, "kobolds", 2.into());
    let mut bot = Bot::new();
    let mut hurt = 0;
    // Without a checkpoint, as after a kill.
    while hurt == 0 && game.game().outcome().is_none() {
        let action = bot.next(game.game());
        game.act(action).unwrap();
        let stats = game.game().view().stats();
        hurt = stats.max_hit_points - stats.hit_points;
    }
    let (view, path) = (game.game().view(), game.save_file());
    let expected =
        (view.turn(), view.depth(), view.stats().level, Some((view.stats().hit_points, view.stats().max_hit_points)));
    let before = fs::read(&path).unwrap();
    let entry = &saves.current_saves(&Resources::standard())[0];
    assert_eq!((entry.turns, entry.depth, entry.level, entry.hit_points), expected);
    assert!(entry.in_use);
    assert_eq!(fs::read(&path).unwrap(), before, "looking changes nothing");
}
