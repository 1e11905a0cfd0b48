//! The game driven by keys and the mouse, without a terminal.

mod common;

use common::{at_title, drawn, find, mouse, playing, press, scene, shot, type_in};
use undercroft_game::{Action, Bot};
use undercroft_tui::{App, Input, Pointer};

fn game_hash(app: &App) -> u64 {
    app.desk().session.as_ref().expect("a game").game().hash()
}

fn turn(app: &App) -> u64 {
    app.desk().session.as_ref().expect("a game").game().view().turn()
}

fn log(app: &App) -> Vec<String> {
    app.desk().session.as_ref().expect("a game").log.lines().map(undercroft_tui::Line::shown).collect()
}

const ROOM: &str = "##########\n#@·······#\n#········#\n#········#\n##########";

#[test]
fn walking_climbing_and_descending_go_by_keys_and_say_what_happens() {
    let mut app = scene(&[ROOM, ROOM], "");
    let before = turn(&app);
    press(&mut app, "d s right down");
    assert_eq!(turn(&app), before + 4);
    press(&mut app, "r");
    assert!(log(&app).last().unwrap().contains("find only the ceiling"), "{:?}", log(&app));
    press(&mut app, "]");
    press(&mut app, "f");
    assert!(log(&app).iter().any(|line| line == "You take the stairs down."), "{:?}", log(&app));
    assert_eq!(app.desk().session.as_ref().unwrap().game().view().depth(), 1);
    press(&mut app, "<");
    assert_eq!(app.desk().session.as_ref().unwrap().game().view().depth(), 0);
}

#[test]
fn unknown_keys_do_nothing_to_the_game_and_are_told_in_the_debug_log() {
    let mut app = playing("two-caves", 1);
    let before = game_hash(&app);
    press(&mut app, "ctrl-x ~ f9 alt-w");
    assert_eq!(game_hash(&app), before);
    let lines = app.take_debug();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0], "unknown key `ctrl-x` in play");
    assert!(app.take_debug().is_empty());
}

#[test]
fn lines_that_repeat_are_counted_in_the_log() {
    let mut app = scene(&[ROOM], "");
    press(&mut app, "w w w");
    assert!(shot(&mut app).contains("There is no way through there. (×3)"), "{}", shot(&mut app));
}

#[test]
fn the_pack_is_used_by_letters() {
    let mut app = playing("undercroft", 4);
    press(&mut app, "i");
    assert_eq!(app.screen(), "inventory");
    let screen = shot(&mut app);
    let view = app.desk().session.as_ref().unwrap().game().view();
    let pack: Vec<(char, String)> = view.pack().map(|(slot, item)| (slot.letter(), view.item_name(item))).collect();
    assert!(!pack.is_empty());
    for (letter, name) in &pack {
        assert!(screen.contains(&format!("{letter}  ")) && screen.contains(name.as_str()), "{letter} {name}\n{screen}");
    }
    let first = pack[0].0;
    press(&mut app, &first.to_string());
    assert_eq!(app.screen(), "item");
    press(&mut app, "d");
    if app.screen() == "amount" {
        press(&mut app, "1 enter");
    }
    assert_eq!(app.screen(), "play");
    assert!(log(&app).last().unwrap().starts_with("You put down"), "{:?}", log(&app));
    press(&mut app, "g");
    assert!(log(&app).last().unwrap().starts_with("You take"), "{:?}", log(&app));
}

#[test]
fn something_is_thrown_with_the_cursor_and_its_line_is_shown() {
    let mut app = playing("undercroft", 4);
    press(&mut app, "t");
    let letter = app.desk().session.as_ref().unwrap().game().view().pack().next().unwrap().0.letter();
    press(&mut app, &letter.to_string());
    assert_eq!(app.screen(), "cursor");
    press(&mut app, "d d d");
    assert!(shot(&mut app).contains("Throw "), "{}", shot(&mut app));
    let before = turn(&app);
    press(&mut app, "enter");
    assert_eq!(app.screen(), "play");
    assert_eq!(turn(&app), before + 1, "{:?}", log(&app));
}

#[test]
fn looking_takes_no_time_and_tells_what_is_there() {
    let mut app = scene(&["########\n#@··+··#\n########"], "");
    let before = game_hash(&app);
    press(&mut app, "x d d d");
    assert!(shot(&mut app).contains("A wooden door."), "{}", shot(&mut app));
    press(&mut app, "escape");
    assert_eq!((app.screen(), game_hash(&app)), ("play", before));
}

#[test]
fn a_click_travels_and_a_right_click_looks() {
    let mut app = scene(&[ROOM], "");
    let buffer = drawn(&mut app, 80, 24);
    let (column, row) = find(&buffer, "@").unwrap();
    mouse(&mut app, column + 5, row + 2, Pointer::Left);
    assert_eq!(turn(&app), 5);
    let buffer = drawn(&mut app, 80, 24);
    assert_eq!(find(&buffer, "@"), Some((column + 5, row + 2)));
    mouse(&mut app, column, row, Pointer::Right);
    assert_eq!(app.screen(), "cursor");
    mouse(&mut app, column, row, Pointer::Right);
    assert_eq!(app.screen(), "play");
    mouse(&mut app, column, row, Pointer::Hover);
    assert!(shot(&mut app).contains("Bare stone"), "{}", shot(&mut app));
    mouse(&mut app, column, row, Pointer::WheelUp);
    assert_eq!(app.screen(), "history");
}

#[test]
fn exploring_stops_when_danger_comes_into_sight_and_says_why() {
    let stops = |seed| {
        let mut app = playing("kobolds", seed);
        press(&mut app, "o");
        log(&app).iter().any(|line| line.starts_with("You stop: a kobold comes into sight."))
    };
    assert!((0..20).any(stops), "no kobold was met");
}

#[test]
fn an_errand_is_interrupted_by_any_key() {
    let mut app = playing("two-caves", 2);
    let mut desk = common::desk_with("travel-delay = 20");
    desk.session = None;
    let session = undercroft_tui::Session::of(app.desk().session.as_ref().unwrap().game().clone());
    app = App::with_session(desk, session);
    app.update(&Input::Key("o".parse().unwrap()));
    assert!(app.wait().is_some(), "it goes on by itself");
    app.update(&Input::Tick);
    app.update(&Input::Key("w".parse().unwrap()));
    assert!(app.wait().is_none());
    let before = game_hash(&app);
    app.update(&Input::Tick);
    assert_eq!(game_hash(&app), before);
}

#[test]
fn a_game_that_ends_shows_how_and_can_be_played_or_watched_again() {
    let mut app = playing("two-caves", 5);
    let mut bot = Bot::new();
    let mut session = undercroft_tui::Session::of(app.desk().session.as_ref().unwrap().game().clone());
    while session.game().outcome().is_none() {
        let action: Action = bot.next(session.game());
        session.act(action);
    }
    let hash = session.game().hash();
    let summary = *session.game().outcome().unwrap().summary();
    app = App::with_session(common::desk(), session);
    app.update(&Input::Tick);
    assert_eq!(app.screen(), "over");
    let screen = shot(&mut app);
    for word in ["Depth", "Turns", "Score", "Kills", "Seed", &summary.score.to_string(), &summary.turns.to_string()] {
        assert!(screen.contains(word), "{word}\n{screen}");
    }
    press(&mut app, "r");
    assert_eq!(app.screen(), "replay");
    press(&mut app, "end");
    assert!(shot(&mut app).contains("the end"), "{}", shot(&mut app));
    assert_eq!(game_hash(&app), hash, "watching changes nothing");
    press(&mut app, "escape s");
    assert_eq!((app.screen(), turn(&app)), ("play", 0));
}

#[test]
fn a_new_game_is_chosen_at_the_title_and_goes_on_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = at_title(folder.path());
    press(&mut app, "n down");
    press(&mut app, "tab");
    type_in(&mut app, "a walk in the dark");
    assert!(shot(&mut app).contains("Seed: a walk in the dark_"), "{}", shot(&mut app));
    press(&mut app, "enter");
    assert_eq!(app.screen(), "play");
    {
        let game = app.desk().session.as_ref().unwrap().game();
        assert_eq!((game.plan().name(), game.seed().to_string().as_str()), ("two-caves", "a walk in the dark"));
    }
    press(&mut app, "a s d w s s . .");
    let hash = game_hash(&app);
    // Nothing is closed: as if the process were gone.
    drop(app);
    let mut app = at_title(folder.path());
    press(&mut app, "c enter");
    assert_eq!(app.screen(), "play", "{}", shot(&mut app));
    assert_eq!(game_hash(&app), hash);
    press(&mut app, "Q");
    assert_eq!(app.screen(), "title");
    press(&mut app, "c enter");
    assert_eq!(game_hash(&app), hash);
}

#[test]
fn a_plan_that_is_not_there_is_told_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = at_title(folder.path());
    press(&mut app, "n");
    press(&mut app, "down down down down down");
    type_in(&mut app, "cobolds");
    press(&mut app, "enter");
    assert_eq!(app.screen(), "notice");
    assert!(shot(&mut app).contains("did you mean `kobolds`?"), "{}", shot(&mut app));
    press(&mut app, "enter");
    assert_eq!(app.screen(), "new-game");
}

#[test]
fn the_help_is_made_from_the_keys() {
    let mut app = playing("two-caves", 1);
    press(&mut app, "?");
    let screen = common::text(&drawn(&mut app, 80, 80));
    for info in undercroft_tui::COMMANDS {
        assert!(screen.contains(info.help), "{}\n{screen}", info.help);
    }
    assert!(screen.contains("w up 8"), "{screen}");
}

#[test]
fn a_level_up_opens_its_choice_and_later_is_possible() {
    let mut found = false;
    for seed in 0..10 {
        let game = playing("rooms-and-halls", seed).desk().session.as_ref().unwrap().game().clone();
        let mut session = undercroft_tui::Session::of(game);
        let mut bot = Bot::new();
        while session.game().outcome().is_none() && session.game().view().stats().choices == 0 {
            let action = bot.next(session.game());
            session.act(action);
        }
        if session.game().outcome().is_some() {
            continue;
        }
        let mut app = App::with_session(common::desk(), session);
        app.update(&Input::Tick);
        assert_eq!(app.screen(), "level-up");
        press(&mut app, "escape");
        assert_eq!(app.screen(), "play");
        assert!(shot(&mut app).contains("A choice waits"), "{}", shot(&mut app));
        press(&mut app, "+ v");
        assert_eq!(app.desk().session.as_ref().unwrap().game().view().stats().choices, 0);
        found = true;
        break;
    }
    assert!(found, "nobody learnt anything");
}

#[test]
fn the_overview_shows_all_that_is_known_of_endless_levels_too() {
    let mut app = playing("endless", 3);
    for _ in 0..12 {
        press(&mut app, "o");
    }
    press(&mut app, "m");
    assert_eq!(app.screen(), "overview");
    let screen = shot(&mut app);
    assert!(screen.contains('@'), "{screen}");
    press(&mut app, "tab d d s s");
    assert!(shot(&mut app).contains("Depth 0"), "{}", shot(&mut app));
    press(&mut app, "m");
    assert_eq!(app.screen(), "play");
}
