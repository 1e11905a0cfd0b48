//! Games of random actions: whatever the player does, the invariants hold and the same actions give the same game.

use std::sync::Arc;

use undercroft_game::{Action, Direction, Event, Game, GameContent, Improvement, Point, Slot, narrate};
use undercroft_mapgen::{Plan, Rng, Seed};

fn direction(rng: &mut Rng) -> Direction {
    Direction::ALL[rng.below(8) as usize]
}

fn slot(rng: &mut Rng, game: &Game) -> Slot {
    let carried: Vec<Slot> = game.view().pack().map(|(slot, _)| slot).collect();
    let any = Slot::all().nth(rng.below(26) as usize).unwrap();
    rng.pick(&carried).copied().filter(|_| rng.below(10) > 0).unwrap_or(any)
}

fn place(rng: &mut Rng, game: &Game) -> Point {
    if rng.below(50) == 0 {
        return Point::new(rng.range(i32::MIN..=i32::MAX), rng.range(i32::MIN..=i32::MAX));
    }
    let creatures = game.view().creatures();
    match rng.pick(&creatures) {
        Some(sighting) if rng.coin() => sighting.creature.at,
        _ => game.view().at() + Point::new(rng.range(-9..=9), rng.range(-9..=9)),
    }
}

fn action(rng: &mut Rng, game: &Game) -> Action {
    match rng.below(40) {
        0..=17 => Action::Walk(direction(rng)),
        18 | 19 => Action::Wait,
        20 => Action::Climb,
        21 => Action::Descend,
        22 => Action::Jump(direction(rng)),
        23 => Action::Kick(direction(rng)),
        24 => Action::Close(direction(rng)),
        25 | 26 => Action::Interact,
        27..=29 => Action::PickUp,
        30 => Action::Drop { slot: slot(rng, game), count: rng.below(4) },
        31 => Action::Equip(slot(rng, game)),
        32 | 33 => Action::Use { slot: slot(rng, game), at: None },
        34 | 35 => Action::Use { slot: slot(rng, game), at: Some(place(rng, game)) },
        36 | 37 => Action::Throw { slot: slot(rng, game), at: place(rng, game) },
        38 => Action::Buy(rng.below(9) as u8),
        _ => Action::Choose(Improvement::ALL[rng.below(4) as usize]),
    }
}

/// Whether a line of the log ends like a sentence, perhaps with a number after it: "The rat bites you. (3)".
fn is_sentence(line: &str) -> bool {
    let text = line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")).map_or(line, |(text, _)| text);
    text.ends_with(['.', '!', '?'])
}

/// Plays random actions and checks every turn, then plays the same actions again.
fn play(start: &Game, what: &str, actions: u32, rng: &mut Rng) {
    let mut game = start.clone();
    let mut done = Vec::new();
    for _ in 0..actions {
        let action = action(rng, &game);
        done.push(action);
        let (before, hash) = (game.view().turn(), game.hash());
        let events = game.act(action);
        if events.iter().any(|event| matches!(event, Event::Refused(_))) {
            assert_eq!(game.hash(), hash, "{what}, turn {before}: {action:?} was refused but changed something");
        }
        for event in &events {
            let line = narrate(event, game.content());
            assert!(line.is_none_or(|line| is_sentence(&line)), "{event:?}");
        }
        if let Err(problem) = game.check() {
            panic!("{what}, turn {before}, {action:?}: {problem}\n{events:?}\n{game}");
        }
        if game.outcome().is_some() {
            break;
        }
    }
    let mut again = start.clone();
    for action in done {
        again.act(action);
    }
    assert_eq!(again.hash(), game.hash(), "{what}: the same actions gave a different game");
}

fn play_all(games: u64, actions: u32) {
    let content = GameContent::standard();
    for name in Plan::names() {
        let plan = Arc::new(Plan::named(name).unwrap());
        let depths = plan.levels().unwrap_or(16);
        for seed in 0..games {
            let mut rng = Seed::from(seed).fork("random actions").fork(name).rng();
            let game = Game::new(content.clone(), plan.clone(), seed).unwrap();
            play(&game, &format!("{name}, seed {seed}"), actions, &mut rng);
            let depth = rng.below(depths);
            let game = Game::sandbox(content.clone(), plan.clone(), seed, depth, 20).unwrap();
            play(&game, &format!("{name}, seed {seed}, depth {depth}"), actions, &mut rng);
        }
    }
}

#[test]
fn random_actions_violate_no_invariant() {
    play_all(3, 300);
}

#[test]
#[ignore = "takes minutes"]
fn many_random_actions_violate_no_invariant() {
    play_all(100, 2_000);
}
