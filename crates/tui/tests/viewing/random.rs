//! Keys, clicks and sizes at random, on all recipes: nothing panics.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_mapgen::{Recipe, Rng, Seed};
use undercroft_tui::{Chord, Input, Key, Pointer, Program, Settings, VIEWING};

use crate::common::{drawn, press, view};

fn any_input(rng: &mut Rng, keys: &[Chord], size: (u16, u16)) -> Input {
    match rng.below(20) {
        0 => Input::Key(Chord::character(char::from(b' ' + rng.below(95) as u8))),
        1 | 2 => {
            let all = [Pointer::Left, Pointer::Right, Pointer::Hover, Pointer::WheelUp, Pointer::WheelDown];
            let what = all[rng.below(5) as usize];
            Input::Mouse { column: rng.below(u32::from(size.0)) as u16, row: rng.below(u32::from(size.1)) as u16, what }
        }
        3 => Input::Tick,
        4 => Input::Paste("3\u{1b}[2J".into()),
        5 => Input::Key(Chord::plain(Key::Escape)),
        _ => Input::Key(keys[rng.below(keys.len() as u32) as usize]),
    }
}

fn view_at_random(name: &str, seed: u64, inputs: u32) {
    let settings = Settings::standard();
    let of = |info: &undercroft_tui::CommandInfo| settings.keys.chords(info.context, info.command).to_vec();
    let keys: Vec<Chord> = VIEWING.iter().flat_map(of).collect();
    let recipe = Recipe::named(name).unwrap().sized(40, 30);
    let recipe = if recipe.validate().is_ok() { recipe } else { Recipe::named(name).unwrap() };
    let mut viewer = view(recipe);
    let mut rng = Seed::from(seed).fork(name).rng();
    let mut size = (80, 24);
    for index in 0..inputs {
        if rng.below(40) == 0 {
            size = (1 + rng.below(220) as u16, 1 + rng.below(70) as u16);
        }
        viewer.update(&any_input(&mut rng, &keys, size));
        if index % 5 == 0 {
            let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
            viewer.draw(&mut buffer);
        }
        if index % 60 == 0 {
            // Levels do not grow for ever: the test has no time for it.
            press(&mut viewer, "escape escape R");
            drawn(&mut viewer, 80, 24);
            size = (80, 24);
        }
    }
    viewer.finish_work();
    let words = viewer.command_line();
    assert!(words.starts_with("undercroft generate "), "{words}");
}

#[test]
fn random_keys_on_all_recipes_do_no_harm() {
    for name in Recipe::names() {
        view_at_random(name, 0, 120);
    }
}

#[test]
#[ignore = "takes minutes"]
fn many_random_keys_on_all_recipes_do_no_harm() {
    for name in Recipe::names() {
        for seed in 1..20 {
            view_at_random(name, seed, 2_000);
        }
    }
}
