//! Plays whole games with a bot and reports how they ended: `bot_games PLAN GAMES [TURNS] [full|bump] [CONTENT.toml…]`. The
//! plan is a name or a file.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use undercroft_game::{Bot, Content, Game, Outcome};
use undercroft_mapgen::{Plan, SourceFile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |index: usize, default: &str| arguments.get(index).cloned().unwrap_or_else(|| default.into());
    let (plan, games, turns) = (text(0, "undercroft"), text(1, "20").parse::<u64>()?, text(2, "20000").parse::<u64>()?);
    let plan = Arc::new(match plan.ends_with(".toml") {
        true => {
            let text = std::fs::read_to_string(&plan)?;
            Plan::parse(SourceFile::new(&plan, &text), undercroft_mapgen::Content::standard())?
        }
        false => Plan::named(&plan)?,
    });
    let files = arguments.iter().skip(4).map(|path| Ok((path.clone(), std::fs::read_to_string(path)?)));
    let files: Vec<(String, String)> = files.collect::<Result<_, std::io::Error>>()?;
    let sources: Vec<SourceFile<'_>> = files.iter().map(|(name, text)| SourceFile::new(name, text)).collect();
    let content = Arc::new(Content::with(&sources)?);
    let (mut wins, mut bytes) = (0, 0);
    let (mut depths, mut causes, mut unfinished) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let (mut all_turns, begun) = (0, Instant::now());
    let mut levels: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for seed in 0..games {
        let mut game = Game::new(content.clone(), plan.clone(), seed)?;
        let mut seen = std::collections::BTreeSet::new();
        let mut bot = if text(3, "full") == "bump" { Bot::bumping() } else { Bot::new() };
        bot.play(&mut game, turns, |game, _| {
            if seen.insert(game.view().depth()) {
                let entry = levels.entry(game.view().depth()).or_default();
                entry.0 += 1;
                entry.1 += game.view().stats().level;
            }
        });
        all_turns += game.view().turn();
        bytes += postcard::to_stdvec(game.state())?.len();
        match game.outcome() {
            Some(Outcome::Won(_)) => wins += 1,
            Some(Outcome::Lost { cause, summary }) => {
                *depths.entry(summary.depth).or_insert(0) += 1;
                *causes.entry(cause.describe(&content)).or_insert(0) += 1;
            }
            None => {
                *unfinished.entry(game.view().depth()).or_insert(0) += 1;
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{games} games: {wins} won; {} turns each, {:.0} turns a second",
        all_turns / games.max(1),
        all_turns as f64 / seconds
    );
    println!("a checkpoint at the end has {} bytes", bytes as u64 / games.max(1));
    println!("deaths by depth: {depths:?}");
    println!("deaths by cause: {causes:?}");
    println!("unfinished, by depth: {unfinished:?}");
    let reached: Vec<String> = levels
        .iter()
        .map(|(depth, (count, level))| format!("{depth}: {count} (level {:.1})", f64::from(*level) / f64::from(*count)))
        .collect();
    println!("reached: {}", reached.join(", "));
    Ok(())
}
