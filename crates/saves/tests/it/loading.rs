//! Long games load quickly and stay small.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use undercroft_game::{Bot, GameContent};
use undercroft_mapgen::{Plan, SourceFile};
use undercroft_saves::{NewGame, Replay, Resources, SaveDirectory, Verdict};

/// A hero that neither dies nor starves, because ordinary games of the bot would be too short.
const TOUGH: &str = "
[[creature]]
name = 'hero'
glyph = '@'
colour = '#f5f2e4'
description = 'Somebody who has all the time in the world.'
hit-points = 1000000
attack = 10
defence = 5
abilities = ['open', 'attack', 'swap', 'climb', 'descend']
";

fn tough() -> Resources {
    let standard = include_str!("../../../game/content/settings.toml");
    let settings = standard.split("\n# Tile events").next().unwrap();
    let plenty = |line: &str| match line.split_once(" = ") {
        Some((key @ ("max-food" | "starting-food"), _)) => format!("{key} = 1000000\n"),
        _ => format!("{line}\n"),
    };
    let settings: String = settings.lines().map(plenty).collect();
    assert_eq!(settings.matches("1000000").count(), 2, "{settings}");
    let sources = [SourceFile::new("tough.toml", TOUGH), SourceFile::new("settings.toml", &settings)];
    let content = GameContent::with(&sources).unwrap_or_else(|error| panic!("{error}"));
    Resources { content: Arc::new(content), plans: Vec::new(), find_plan: Arc::new(without_goal) }
}

/// A plan that cannot be won, for the same reason.
fn without_goal(name: &str) -> Result<Plan, Box<dyn std::error::Error + Send + Sync>> {
    let text = match name {
        "endless" => include_str!("../../../mapgen/content/plans/endless.toml"),
        _ => include_str!("../../../mapgen/content/plans/undercroft.toml"),
    };
    let (before, goal) = text.split_once("[goal]").unwrap();
    let (_, behind) = goal.split_once("\n[").unwrap();
    let text = format!("{before}\n[{behind}");
    Ok(Plan::parse(SourceFile::new(name, &text), undercroft_mapgen::Content::standard())?)
}

/// Plays some actions, drops the game and loads it. Returns how long loading took.
fn load_after(actions: u64, plan: &str) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let (saves, resources) = (SaveDirectory::open(folder.path()).unwrap(), tough());
    let mut saved = saves.begin(NewGame { resources: resources.clone(), plan: plan.into(), seed: 1.into() }).unwrap();
    let (path, mut bot, begun) = (saved.save_file(), Bot::new(), Instant::now());
    let mut deepest = 0;
    while saved.actions() < actions {
        let action = bot.next(saved.game());
        saved.act(action).unwrap();
        assert_eq!(saved.game().outcome(), None, "after {} actions", saved.actions());
        deepest = deepest.max(saved.game().view().depth());
    }
    let (hash, played) = (saved.game().hash(), begun.elapsed());
    drop(saved);
    let begun = Instant::now();
    let resumed = saves.resume(&path, &resources).unwrap();
    let took = begun.elapsed();
    assert_eq!((resumed.game.game().hash(), &resumed.notice), (hash, &None));
    let turns = resumed.game.game().view().turn();
    drop(resumed);
    let begun = Instant::now();
    assert_eq!(saves.saves().len(), 1);
    let listed = begun.elapsed();
    let size = |extension| fs::metadata(path.with_extension(extension)).map_or(0, |file| file.len());
    let replay = Replay::read(&path).unwrap();
    let begun = Instant::now();
    assert!(matches!(replay.verify(&resources).unwrap(), Verdict::Same { .. }));
    let verified = begun.elapsed();
    let packed = undercroft_game::record::Journal::read(&fs::read(&path).unwrap()).unwrap();
    let packed = undercroft_game::record::compact(&packed, hash, None).unwrap().len();
    println!(
        "{plan}: {actions} actions ({turns} turns, to depth {deepest}) played in {played:.1?} and loaded in {took:.1?}; \
         listed in {listed:.1?}; played again from the start in {verified:.1?}; journal {} bytes, checkpoint {} bytes; \
         a replay takes {} bytes for 1,000 actions",
        size("save"),
        size("checkpoint"),
        packed as u64 * 1_000 / actions
    );
    took
}

#[test]
fn a_game_of_a_few_thousand_actions_loads_at_once() {
    assert!(load_after(2_500, "endless") < Duration::from_secs(2));
}

#[test]
#[ignore = "takes a minute"]
fn a_game_of_a_hundred_thousand_actions_loads_in_under_a_second() {
    assert!(load_after(100_000, "endless") < Duration::from_secs(1));
    assert!(load_after(100_000, "undercroft") < Duration::from_secs(1));
}
