//! Whole games played by the bot, with the invariants checked after every turn.

use std::sync::Arc;

use undercroft_game::{Bot, Game, GameContent};
use undercroft_mapgen::Plan;

fn start(plan: &Arc<Plan>, seed: u64) -> Game {
    Game::new(GameContent::standard(), plan.clone(), seed).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays a game with every turn checked, then plays its actions again with a checkpoint in the middle.
fn play(plan: &Arc<Plan>, seed: u64, most_turns: u64) -> Game {
    let mut game = start(plan, seed);
    let name = plan.name().to_owned();
    let actions = Bot::new().play(&mut game, most_turns, |game, events| {
        if let Err(problem) = game.check() {
            panic!("{name}, seed {seed}, turn {}: {problem}\n{events:?}\n{game}", game.view().turn());
        }
    });
    let mut again = start(plan, seed);
    for (index, action) in actions.iter().enumerate() {
        if index == actions.len() / 2 {
            let bytes = postcard::to_stdvec(again.state()).unwrap();
            let state = postcard::from_bytes(&bytes).unwrap();
            let resumed = Game::resume(GameContent::standard(), plan.clone(), seed, state);
            again = resumed.unwrap_or_else(|error| panic!("{name}, seed {seed}, action {index}: {error}"));
        }
        again.act(*action);
    }
    assert_eq!(again.hash(), game.hash(), "{name}, seed {seed}: the same actions gave a different game");
    game
}

#[test]
fn bot_games_hold_every_invariant_and_replay_to_the_same_state() {
    for name in Plan::names() {
        let plan = Arc::new(Plan::named(name).unwrap());
        for seed in 0..2 {
            play(&plan, seed, 600);
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_bot_game_ends() {
    for name in Plan::names() {
        let plan = Arc::new(Plan::named(name).unwrap());
        for seed in 1_000..1_050 {
            let game = play(&plan, seed, 60_000);
            assert!(game.outcome().is_some(), "{name}, seed {seed} is stuck at depth {}\n{game}", game.view().depth());
        }
    }
}
