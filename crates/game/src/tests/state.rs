use super::*;
use crate::{Bot, GameError, State};

fn plan() -> std::sync::Arc<Plan> {
    std::sync::Arc::new(Plan::named("two-caves").unwrap())
}

fn roundtrip(state: &State) -> State {
    let bytes = postcard::to_stdvec(state).unwrap();
    postcard::from_bytes(&bytes).unwrap()
}

#[test]
fn a_resumed_game_plays_like_the_original() {
    for seed in 0..3_u64 {
        let mut game = Game::new(GameContent::standard(), plan(), seed).unwrap();
        Bot::new().play(&mut game, 150, |_, _| ());
        let mut resumed = Game::resume(GameContent::standard(), plan(), seed, roundtrip(game.state())).unwrap();
        assert_eq!(resumed.hash(), game.hash());
        let mut bots = [Bot::new(), Bot::new()];
        for _ in 0..150 {
            let action = bots[0].next(&game);
            assert_eq!(bots[1].next(&resumed), action, "seed {seed}");
            assert_eq!(game.act(action), resumed.act(action), "seed {seed}");
            assert_eq!(game.hash(), resumed.hash(), "seed {seed}");
        }
    }
}

#[test]
fn a_checkpoint_of_another_game_is_refused() {
    let game = Game::new(GameContent::standard(), plan(), 1).unwrap();
    let resumed = Game::resume(GameContent::standard(), plan(), 2, game.state().clone());
    assert!(matches!(resumed, Err(GameError::OtherGame(_))));
    let other = Plan::named("kobolds").unwrap();
    let resumed = Game::resume(GameContent::standard(), other, 1, game.state().clone());
    assert!(matches!(resumed, Err(GameError::OtherGame(_))));
}

#[test]
fn an_inconsistent_checkpoint_is_refused() {
    let game = Game::new(GameContent::standard(), plan(), 1).unwrap();
    let spoil: [fn(&mut State); 6] = [
        |state| state.hero.body.hit_points = 10_000,
        |state| state.hero.body.at = Point::new(-5, -5),
        |state| state.depth = 77,
        |state| state.hero.body.kind = CreatureKindId(9_999),
        |state| state.hero.weapon = Slot::from_letter('z'),
        |state| state.next_id = 0,
    ];
    for (index, spoil) in spoil.into_iter().enumerate() {
        let mut state = game.state().clone();
        spoil(&mut state);
        let resumed = Game::resume(GameContent::standard(), plan(), 1, state);
        assert!(matches!(resumed, Err(GameError::Inconsistent(_))), "{index}: {:?}", resumed.map(|_| ()));
    }
}

#[test]
fn an_action_takes_two_bytes() {
    let walk = postcard::to_stdvec(&Action::Walk(Direction::SouthWest)).unwrap();
    assert_eq!(walk.len(), 2);
}

#[test]
fn unvisited_levels_take_no_space() {
    let game = Game::new(GameContent::standard(), plan(), 1).unwrap();
    let bytes = postcard::to_stdvec(game.state()).unwrap();
    assert!(bytes.len() < 10_000, "{} bytes", bytes.len());
}

#[test]
fn the_hash_tells_states_apart() {
    let mut game = Game::new(GameContent::standard(), plan(), 1).unwrap();
    let mut seen = std::collections::BTreeSet::from([game.hash()]);
    for _ in 0..50 {
        game.act(Action::Wait);
        assert!(seen.insert(game.hash()));
    }
}
