//! Thousands of random keys, clicks and window sizes, on all plans and recipes: nothing panics.

use undercroft_mapgen::{Plan, Recipe, Rng, Seed};
use undercroft_tui::{COMMANDS, Chord, CommandInfo, Input, Key, Mode, Pointer, Program, Settings, VIEWER_COMMANDS};

use crate::helpers::{Settle, drawn, playing, press, view};

/// The keys of all commands except those that quit or suspend.
fn keys_of(commands: &[CommandInfo]) -> Vec<Chord> {
    let settings = Settings::standard();
    let of = |info: &CommandInfo| settings.keys.chords(info.mode, info.command).to_vec();
    commands.iter().filter(|info| info.mode != Mode::Always).flat_map(of).collect()
}

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
        6 => Input::Paste("3\u{1b}[2J".into()),
        7 => Input::Key(Chord::plain(Key::Escape)),
        _ => Input::Key(keys[rng.below(keys.len() as u32) as usize]),
    }
}

/// Sends random input; every `period` inputs, `reset` and a window of common size.
fn send(program: &mut impl Settle, keys: &[Chord], rng: &mut Rng, inputs: u32, (period, reset): (u32, &str)) {
    let mut size = (80, 24);
    for index in 0..inputs {
        if rng.below(50) == 0 {
            size = (1 + rng.below(220) as u16, 1 + rng.below(70) as u16);
        }
        program.update(&any_input(rng, keys, size));
        if index % 7 == 0 {
            drawn(program, size.0, size.1);
        }
        if index % period == 0 {
            size = (80, 24);
            drawn(program, 80, 24);
            press(program, reset);
        }
    }
}

fn play(plan: &str, seed: u64, inputs: u32) {
    let mut app = playing(plan, seed);
    send(&mut app, &keys_of(COMMANDS), &mut Seed::from(seed).fork(plan).rng(), inputs, (400, ""));
    app.close();
}

fn tune(name: &str, seed: u64, inputs: u32) {
    let recipe = Recipe::named(name).unwrap().sized(40, 30);
    let recipe = if recipe.validate().is_ok() { recipe } else { Recipe::named(name).unwrap() };
    let mut viewer = view(recipe);
    let rng = &mut Seed::from(seed).fork(name).rng();
    // Resetting keeps levels from growing without bound, which would take too long.
    send(&mut viewer, &keys_of(VIEWER_COMMANDS), rng, inputs, (60, "escape escape R"));
    assert!(viewer.command_line().starts_with("undercroft generate "), "{}", viewer.command_line());
}

#[test]
fn random_input_never_breaks_the_game() {
    for plan in Plan::names() {
        (0..3).for_each(|seed| play(plan, seed, 1_500));
    }
}

#[test]
fn random_input_never_breaks_the_viewer() {
    Recipe::names().for_each(|name| tune(name, 0, 120));
}

#[test]
#[ignore = "takes minutes"]
fn much_random_input_never_breaks_anything() {
    for plan in Plan::names() {
        (3..23).for_each(|seed| play(plan, seed, 10_000));
    }
    for name in Recipe::names() {
        (1..20).for_each(|seed| tune(name, seed, 2_000));
    }
}
