//! Thousands of keys, clicks and sizes at random, on all plans: nothing panics, and the game is always one of its own.

mod common;

use common::{drawn, playing};
use undercroft_mapgen::{Plan, Rng, Seed};
use undercroft_tui::{COMMANDS, Chord, Context, Input, Key, Pointer, Settings};

fn any_input(rng: &mut Rng, keys: &[Chord], size: (u16, u16)) -> Input {
    match rng.below(20) {
        0 => Input::Key(Chord::character(char::from(b' ' + rng.below(95) as u8))),
        1 => Input::Key(Chord::plain(Key::Function(1 + rng.below(12) as u8))),
        2 | 3 => {
            let all = [Pointer::Left, Pointer::Right, Pointer::Hover, Pointer::WheelUp, Pointer::WheelDown];
            let what = all[rng.below(5) as usize];
            Input::Mouse { column: rng.below(u32::from(size.0)) as u16, row: rng.below(u32::from(size.1)) as u16, what }
        }
        4 | 5 => Input::Tick,
        6 => Input::Paste("a walk in the dark\u{1b}[2J".into()),
        _ => Input::Key(keys[rng.below(keys.len() as u32) as usize]),
    }
}

fn play_at_random(plan: &str, seed: u64, inputs: u32) {
    let settings = Settings::standard();
    let of = |info: &undercroft_tui::CommandInfo| settings.keys.chords(info.context, info.command).to_vec();
    // Leaving would end the test, and going to sleep would end nothing.
    let keys: Vec<Chord> = COMMANDS.iter().filter(|info| info.context != Context::Always).flat_map(of).collect();
    let mut app = playing(plan, seed);
    let mut rng = Seed::from(seed).fork(plan).rng();
    let mut size = (80, 24);
    for index in 0..inputs {
        if rng.below(50) == 0 {
            size = (1 + rng.below(220) as u16, 1 + rng.below(70) as u16);
        }
        let input = any_input(&mut rng, &keys, size);
        app.update(&input);
        if index % 7 == 0 {
            drawn(&mut app, size.0, size.1);
        }
        if index % 400 == 0 {
            size = (80, 24);
            drawn(&mut app, 80, 24);
        }
    }
    app.close();
}

#[test]
fn random_keys_on_all_plans_do_no_harm() {
    for plan in Plan::names() {
        for seed in 0..3 {
            play_at_random(plan, seed, 1_500);
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn many_random_keys_on_all_plans_do_no_harm() {
    for plan in Plan::names() {
        for seed in 3..23 {
            play_at_random(plan, seed, 10_000);
        }
    }
}
