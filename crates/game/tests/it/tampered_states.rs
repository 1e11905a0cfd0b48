//! States that decode but have been tampered with: they are refused, or played without a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use undercroft_game::{Bot, Cell, Game, GameContent, State};
use undercroft_mapgen::{Plan, Rng, Seed};

/// Changes a few bytes of a state: small numbers become large ones, lengths change, and so on.
fn tamper(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..rng.range(1..=3) {
        let at = rng.below(bytes.len() as u32) as usize;
        match rng.below(6) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at] = rng.below(256) as u8,
            2 => bytes[at] = [0, 1, 127, 255][rng.below(4) as usize],
            // The largest 32-bit numbers.
            3 => drop(bytes.splice(at..=at, [0xff, 0xff, 0xff, 0xff, *rng.pick(&[0x07, 0x0f]).unwrap()])),
            // The largest 64-bit number.
            4 => drop(bytes.splice(at..=at, [[0xff; 9].as_slice(), &[0x01]].concat())),
            _ => drop(bytes.splice(at..=at, [0xfe, 0xff, 0xff, 0xff, 0x0f])),
        }
    }
}

/// Tampers with a state many times. Returns how many did not decode, were refused, and were played.
fn tamper_often(plan: &str, turns: u64, cases: u32, actions: u64) -> (u32, u32, u32) {
    let plan = Arc::new(Plan::named(plan).unwrap());
    let mut rng = Seed::from(turns).fork(plan.name()).rng();
    let mut game = Game::new(GameContent::standard(), plan.clone(), 3).unwrap();
    Bot::new().play(&mut game, turns, |_, _| ());
    let good = postcard::to_stdvec(game.state()).unwrap();
    let mut counts = (0, 0, 0);
    for case in 0..cases {
        let mut bytes = good.clone();
        tamper(&mut bytes, &mut rng);
        let Ok(state) = postcard::from_bytes::<State>(&bytes) else {
            counts.0 += 1;
            continue;
        };
        let played = catch_unwind(AssertUnwindSafe(|| {
            let Ok(mut game) = Game::resume(GameContent::standard(), plan.clone(), 3, state.clone()) else {
                return false;
            };
            let most = game.view().turn().saturating_add(actions);
            Bot::new().play(&mut game, most, |game, _| {
                let view = game.view();
                for at in [view.at(), view.known().min()] {
                    if let Cell::Remembered { tile, .. } | Cell::Visible { tile, .. } = view.cell(at) {
                        assert!(!view.tile_info(tile).name.is_empty());
                    }
                }
                assert!(view.stats().speed > 0);
                drop(view.offers());
            });
            drop((game.to_string(), game.hash()));
            true
        }));
        match played {
            Ok(false) => counts.1 += 1,
            Ok(true) => counts.2 += 1,
            Err(_) => {
                let whole: State = postcard::from_bytes(&good).unwrap();
                let (was, is) = (format!("{whole:#?}"), format!("{state:#?}"));
                let differ = was.lines().zip(is.lines()).filter(|(was, is)| was != is).take(5);
                let differ: Vec<String> = differ.map(|(was, is)| format!("{was} -> {is}")).collect();
                panic!("{}, {turns} turns, case {case}:\n{}", plan.name(), differ.join("\n"));
            }
        }
    }
    counts
}

#[test]
fn tampered_states_are_refused_or_played() {
    let mut all = (0, 0);
    for (plan, turns) in [("two-caves", 120), ("endless", 200), ("kobolds", 300)] {
        let (_, refused, played) = tamper_often(plan, turns, 200, 10);
        all = (all.0 + refused, all.1 + played);
    }
    assert!(all.0 > 20 && all.1 > 20, "{} refused, {} played: the test is too weak", all.0, all.1);
}

#[test]
#[ignore = "takes minutes"]
fn many_tampered_states_are_refused_or_played() {
    for plan in Plan::names() {
        for turns in [50, 400] {
            let (none, refused, played) = tamper_often(plan, turns, 2_000, 30);
            println!("{plan}, {turns} turns: {none} undecodable, {refused} refused, {played} played");
        }
    }
}
