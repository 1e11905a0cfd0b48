//! Any bytes as actions, with the rules checked after each turn.

use std::cell::RefCell;
use std::collections::BTreeMap;

use undercroft_game::{Action, Direction, Event, Game, GameContent, Improvement, Point, Slot, narrate};
use undercroft_mapgen::Plan;

/// The most actions in a game.
const ACTIONS: usize = 200;
/// The games to choose from: this many seeds of each plan, at this many depths.
const SEEDS: u8 = 4;
const DEPTHS: u8 = 4;

/// A plan, a seed, a depth and actions.
pub(crate) fn actions(data: &[u8]) {
    let Some((&[plan, seed, depth], rest)) = data.split_first_chunk() else { return };
    let mut bytes = rest.iter().copied();
    let mut game = begun(plan, seed % SEEDS, depth % (DEPTHS + 1));
    for _ in 0..ACTIONS {
        let Some(action) = action(&mut bytes, &game) else { break };
        let hash = game.hash();
        let events = game.act(action);
        if events.iter().any(|event| matches!(event, Event::Refused(_))) {
            assert_eq!(game.hash(), hash, "{action:?} was refused but changed something");
        }
        for event in &events {
            let _ = narrate(event, game.content());
        }
        game.check().unwrap_or_else(|problem| panic!("{action:?}: {problem}\n{events:?}\n{game}"));
        if game.outcome().is_some() {
            break;
        }
    }
    assert!(game.with_state(game.state().clone()).is_ok_and(|again| again.hash() == game.hash()), "a state is resumed");
}

/// A new game or, at a depth above 0, one that begins among enemies. Making levels takes longer than playing, so games are
/// made once.
fn begun(plan: u8, seed: u8, depth: u8) -> Game {
    thread_local! {
        static GAMES: RefCell<BTreeMap<(usize, u8, u8), Game>> = RefCell::default();
    }
    let index = usize::from(plan) % Plan::names().count();
    let begin = || {
        let plan = Plan::names().nth(index).and_then(|name| Plan::named(name).ok()).expect("a built-in plan");
        let last = plan.levels().unwrap_or(u32::MAX) - 1;
        let content = GameContent::standard();
        let game = match depth {
            0 => Game::new(content, plan, u64::from(seed)),
            depth => Game::sandbox(content, plan, u64::from(seed), u32::from(depth).min(last), 20),
        };
        game.unwrap_or_else(|error| panic!("{error}"))
    };
    GAMES.with_borrow_mut(|games| games.entry((index, seed, depth)).or_insert_with(begin).clone())
}

/// The next action; `None` at the end of the bytes.
fn action(bytes: &mut impl Iterator<Item = u8>, game: &Game) -> Option<Action> {
    let kind = bytes.next()?;
    // Steps are by far the most common action.
    if kind >= 64 {
        return Some(Action::Walk(direction(kind)));
    }
    Some(match kind % 16 {
        0 => Action::Wait,
        1 => Action::Climb,
        2 => Action::Descend,
        3 => Action::Jump(direction(bytes.next()?)),
        4 => Action::Kick(direction(bytes.next()?)),
        5 => Action::Close(direction(bytes.next()?)),
        6 => Action::Interact,
        7 => Action::PickUp,
        8 => Action::Drop { slot: slot(bytes.next()?), count: u32::from(bytes.next()?) },
        9 => Action::Equip(slot(bytes.next()?)),
        10 => Action::Use { slot: slot(bytes.next()?), at: None },
        11 => Action::Use { slot: slot(bytes.next()?), at: Some(place(bytes, game)?) },
        12 => Action::Throw { slot: slot(bytes.next()?), at: place(bytes, game)? },
        13 => Action::Buy(bytes.next()?),
        14 => Action::Choose(Improvement::ALL[usize::from(bytes.next()?) % Improvement::ALL.len()]),
        _ => Action::Search,
    })
}

fn direction(byte: u8) -> Direction {
    Direction::ALL[usize::from(byte) % Direction::ALL.len()]
}

fn slot(byte: u8) -> Slot {
    Slot::try_from(byte % Slot::COUNT).expect("a slot below the last")
}

/// A cell near the hero, or one at the end of the world.
fn place(bytes: &mut impl Iterator<Item = u8>, game: &Game) -> Option<Point> {
    let [x, y] = [bytes.next()? as i8, bytes.next()? as i8].map(i32::from);
    let at = game.view().at();
    let far = |offset: i32, near: i32| match offset {
        -128 => i32::MIN,
        127 => i32::MAX,
        offset => near.saturating_add(offset),
    };
    Some(Point::new(far(x, at.x), far(y, at.y)))
}
