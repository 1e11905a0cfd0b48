//! The game, driven by keys and the mouse.

use ratatui::style::Color;
use undercroft_mapgen::{Colour, SourceFile, Tile, Tileset};
use undercroft_tui::{App, COMMANDS, Input, Playthrough, Pointer, Program, ScreenKind};

use crate::helpers::{
    at_title, context, context_with, drawn, enter, find, game, log, mouse, new_game, played_until, playing, press,
    scene, shot, text,
};

fn turn(app: &App) -> u64 {
    game(app).view().turn()
}

const ROOM: &str = "##########\n#@·······#\n#········#\n#········#\n##########";

#[test]
fn keys_walk_climb_and_descend() {
    let mut app = scene(&[ROOM, ROOM]);
    let before = turn(&app);
    press(&mut app, "d s right down");
    assert_eq!(turn(&app), before + 4);
    press(&mut app, "r");
    assert!(log(&app).last().unwrap().contains("no stairs leading up"), "{:?}", log(&app));
    press(&mut app, "]");
    press(&mut app, "f");
    assert!(log(&app).iter().any(|line| line == "You descend the stairs."), "{:?}", log(&app));
    assert_eq!(game(&app).view().depth(), 1);
    press(&mut app, "<");
    assert_eq!(game(&app).view().depth(), 0);
}

#[test]
fn unknown_keys_leave_the_game_alone_and_go_to_the_debug_log() {
    let mut app = playing("two-caves", 1);
    let before = game(&app).hash();
    press(&mut app, "ctrl-x ~ f9 alt-w");
    assert_eq!(game(&app).hash(), before);
    let lines = app.console_mut().take_debug();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0], "unknown key `ctrl-x` on screen Play");
    assert!(app.console_mut().take_debug().is_empty());
}

#[test]
fn a_tileset_of_ones_own_changes_how_the_map_looks() {
    const TILES: &str = r##"
        [[tile]]
        name = "granite"
        glyph = "%"
        fg = "#112233"
        bg = "#445566"

        [[tile]]
        name = "dirt"
        glyph = ":"
        fg = "#778899"
        bg = "#0a0b0c"
        walkable = true
        transparent = true

        [[tile]]
        name = "stairs-down"
        glyph = "v"
        fg = "#ffffff"
        bg = "#0a0b0c"
        walkable = true
        transparent = true
    "##;
    let mut app = scene(&[ROOM, ROOM]);
    let tileset = Tileset::parse(SourceFile::new("mine.toml", TILES)).unwrap();
    app.console_mut().tileset = Some(std::sync::Arc::new(tileset));
    let screen = drawn(&mut app, 80, 24);
    let wall = find(&screen, "%").expect("granite");
    assert_eq!(screen[wall].bg, Color::Rgb(0x44, 0x55, 0x66));
    assert!(find(&screen, ":").is_some() && find(&screen, "v").is_some(), "{}", text(&screen));
    // The rules do not change: the hero still stops at the wall and takes the stairs.
    press(&mut app, "w ] >");
    assert_eq!(game(&app).view().depth(), 1);
}

#[test]
fn the_oblique_projection_shows_the_fronts_of_walls() {
    let mut app = scene(&[ROOM]);
    let wall = &Tileset::standard()[Tile::WALL];
    let shown = |colour: Colour| Color::Rgb(colour.red, colour.green, colour.blue);
    assert_ne!(wall.top, wall.front);
    let backgrounds = |app: &mut App| {
        let buffer = drawn(app, 80, 24);
        let (column, row) = find(&buffer, "@").unwrap();
        // The wall above the hero stands over open ground. The wall below the room goes on, as far as the hero knows.
        (buffer[(column, row - 1)].bg, buffer[(column, row + 3)].bg)
    };
    assert_eq!(backgrounds(&mut app), (shown(wall.bg), shown(wall.bg)));
    press(&mut app, "O");
    assert_eq!(backgrounds(&mut app), (shown(wall.front.bg), shown(wall.top.bg)));
    press(&mut app, "O");
    assert_eq!(backgrounds(&mut app), (shown(wall.bg), shown(wall.bg)));
}

#[test]
fn away_from_stairs_their_keys_travel_to_the_nearest() {
    let mut app = scene(&[ROOM, ROOM]);
    press(&mut app, ">");
    assert_eq!(game(&app).view().depth(), 0, "the first press travels");
    press(&mut app, ">");
    assert_eq!(game(&app).view().depth(), 1, "the second descends");
    press(&mut app, "F");
    assert!(log(&app).last().unwrap().contains("You sense nothing in the distance."), "{:?}", log(&app));
    press(&mut app, "o");
    assert!(log(&app).last().unwrap().starts_with("Explored."), "{:?}", log(&app));
}

#[test]
fn repeated_messages_are_counted() {
    let mut app = scene(&[ROOM]);
    press(&mut app, "w w w");
    assert!(shot(&mut app).contains("You cannot go that way. (×3)"), "{}", shot(&mut app));
}

#[test]
fn letters_choose_items_of_the_pack() {
    let mut app = playing("undercroft", 4);
    press(&mut app, "i");
    assert_eq!(app.screen(), ScreenKind::Inventory);
    let screen = shot(&mut app);
    let view = game(&app).view();
    let pack: Vec<(char, String)> = view.pack().map(|(slot, item)| (slot.letter(), view.item_name(item))).collect();
    assert!(!pack.is_empty());
    for (letter, name) in &pack {
        assert!(screen.contains(&format!("{letter}  ")) && screen.contains(name.as_str()), "{letter} {name}\n{screen}");
    }
    let first = pack[0].0;
    press(&mut app, &first.to_string());
    assert_eq!(app.screen(), ScreenKind::Item);
    press(&mut app, "d");
    if app.screen() == ScreenKind::Amount {
        press(&mut app, "1 enter");
    }
    assert_eq!(app.screen(), ScreenKind::Play);
    assert!(log(&app).last().unwrap().starts_with("You drop"), "{:?}", log(&app));
    press(&mut app, "g");
    assert!(log(&app).last().unwrap().starts_with("You pick up"), "{:?}", log(&app));
}

#[test]
fn a_throw_is_aimed_with_the_cursor() {
    let mut app = playing("undercroft", 4);
    press(&mut app, "t");
    let letter = game(&app).view().pack().next().unwrap().0.letter();
    press(&mut app, &letter.to_string());
    assert_eq!(app.screen(), ScreenKind::Cursor);
    press(&mut app, "d d d");
    assert!(shot(&mut app).contains("Throw "), "{}", shot(&mut app));
    let before = turn(&app);
    press(&mut app, "enter");
    assert_eq!(app.screen(), ScreenKind::Play);
    assert_eq!(turn(&app), before + 1, "{:?}", log(&app));
}

#[test]
fn looking_takes_no_time_and_describes_the_cell() {
    let mut app = scene(&["########\n#@··+··#\n########"]);
    let before = game(&app).hash();
    press(&mut app, "x d d d");
    assert!(shot(&mut app).contains("A wooden door."), "{}", shot(&mut app));
    press(&mut app, "escape");
    assert_eq!((app.screen(), game(&app).hash()), (ScreenKind::Play, before));
}

#[test]
fn a_click_travels_and_a_right_click_looks() {
    let mut app = scene(&[ROOM]);
    let buffer = drawn(&mut app, 80, 24);
    let (column, row) = find(&buffer, "@").unwrap();
    mouse(&mut app, (column + 5, row + 2), Pointer::Left);
    assert_eq!(turn(&app), 5);
    let buffer = drawn(&mut app, 80, 24);
    assert_eq!(find(&buffer, "@"), Some((column + 5, row + 2)));
    mouse(&mut app, (column, row), Pointer::Right);
    assert_eq!(app.screen(), ScreenKind::Cursor);
    mouse(&mut app, (column, row), Pointer::Right);
    assert_eq!(app.screen(), ScreenKind::Play);
    mouse(&mut app, (column, row), Pointer::Hover);
    assert!(shot(&mut app).contains("Bare stone"), "{}", shot(&mut app));
    mouse(&mut app, (column, row), Pointer::WheelUp);
    assert_eq!(app.screen(), ScreenKind::History);
}

#[test]
fn exploring_stops_when_an_enemy_comes_into_view() {
    let stops = |seed| {
        let mut app = playing("kobolds", seed);
        press(&mut app, "o");
        log(&app).iter().any(|line| line.starts_with("You stop: a kobold comes into view"))
    };
    assert!((0..20).any(stops), "no kobold was met");
}

#[test]
fn an_enemy_that_comes_into_view_and_notices_the_hero_is_reported_once() {
    let mut app = playing("kobolds", 3);
    press(&mut app, "o");
    let lines = log(&app);
    assert!(lines.iter().any(|line| line == "You stop: a kobold comes into view, hunting you."), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("notices you")), "it has yet to be introduced: {lines:?}");
}

#[test]
fn any_key_interrupts_the_autopilot() {
    let playthrough = Playthrough::unsaved(new_game("two-caves", 2));
    let mut app = App::with_playthrough(context_with("travel-delay = 20"), playthrough);
    app.update(&Input::Key("o".parse().unwrap()));
    assert!(app.wait().is_some(), "it goes on by itself");
    app.update(&Input::Tick);
    app.update(&Input::Key("w".parse().unwrap()));
    assert!(app.wait().is_none());
    let before = game(&app).hash();
    app.update(&Input::Tick);
    assert_eq!(game(&app).hash(), before);
}

#[test]
fn a_finished_game_shows_its_score_and_can_be_watched_and_played_again() {
    let playthrough = played_until(new_game("two-caves", 5), |game| game.outcome().is_some()).unwrap();
    let hash = playthrough.game().hash();
    let summary = *playthrough.game().outcome().unwrap().summary();
    let mut app = App::with_playthrough(context(), playthrough);
    app.update(&Input::Tick);
    assert_eq!(app.screen(), ScreenKind::GameOver);
    for (width, height) in [(80, 24), (60, 20)] {
        let screen = text(&drawn(&mut app, width, height));
        let numbers = [summary.score.to_string(), summary.turns.to_string()];
        let labels = ["Plan", "Seed", "Depth", "Turns", "Level", "Kills", "Wealth", "Score", "Quit"];
        for word in labels.into_iter().chain(numbers.iter().map(String::as_str)) {
            assert!(screen.contains(word), "{word}\n{screen}");
        }
    }
    press(&mut app, "r");
    assert_eq!(app.screen(), ScreenKind::Replay);
    press(&mut app, "end");
    assert!(shot(&mut app).contains("the end"), "{}", shot(&mut app));
    assert_eq!(game(&app).hash(), hash, "watching changes nothing");
    press(&mut app, "escape s");
    assert_eq!((app.screen(), turn(&app)), (ScreenKind::Play, 0));
}

#[test]
fn a_new_game_starts_at_the_title_and_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = at_title(folder.path());
    press(&mut app, "n down");
    press(&mut app, "tab");
    app.update(&Input::Paste("a walk in the dark".into()));
    assert!(shot(&mut app).contains("Seed: a walk in the dark_"), "{}", shot(&mut app));
    press(&mut app, "enter");
    assert_eq!(app.screen(), ScreenKind::Play);
    assert_eq!(game(&app).plan().name(), "two-caves");
    assert_eq!(game(&app).seed().to_string(), "a walk in the dark");
    press(&mut app, "a s d w s s . .");
    let hash = game(&app).hash();
    // Nothing is closed, as if the process had been killed.
    drop(app);
    let mut app = at_title(folder.path());
    press(&mut app, "c enter");
    assert_eq!(app.screen(), ScreenKind::Play, "{}", shot(&mut app));
    assert_eq!(game(&app).hash(), hash);
    press(&mut app, "Q");
    assert_eq!(app.screen(), ScreenKind::Title);
    press(&mut app, "c enter");
    assert_eq!(game(&app).hash(), hash);
}

#[test]
fn an_unknown_plan_is_reported_and_can_be_corrected() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = at_title(folder.path());
    press(&mut app, "n");
    press(&mut app, "down down down down down");
    enter(&mut app, "cobolds");
    assert_eq!(app.screen(), ScreenKind::Notice);
    assert!(shot(&mut app).contains("you mean `kobolds`?"), "{}", shot(&mut app));
    press(&mut app, "enter");
    assert_eq!(app.screen(), ScreenKind::NewGame);
}

#[test]
fn the_help_lists_every_command_with_its_keys() {
    let mut app = playing("two-caves", 1);
    press(&mut app, "?");
    let screen = text(&drawn(&mut app, 80, 90));
    for info in COMMANDS {
        assert!(screen.contains(info.help), "{}\n{screen}", info.help);
    }
    assert!(screen.contains("w up 8"), "{screen}");
}

#[test]
fn a_level_up_waits_in_the_sidebar_until_the_player_opens_it() {
    let improved = |game: &undercroft_game::Game| game.view().stats().choices > 0;
    let playthrough = (0..10).find_map(|seed| played_until(new_game("rooms-and-halls", seed), improved));
    let mut app = App::with_playthrough(context(), playthrough.expect("a bot that gains a level"));
    app.update(&Input::Tick);
    assert_eq!(app.screen(), ScreenKind::Play);
    assert!(shot(&mut app).contains("Improve with +"), "{}", shot(&mut app));
    press(&mut app, "+ v");
    assert_eq!(game(&app).view().stats().choices, 0);
}

#[test]
fn the_overview_shows_endless_levels_too() {
    let mut app = playing("endless", 3);
    for _ in 0..12 {
        press(&mut app, "o");
    }
    press(&mut app, "m");
    assert_eq!(app.screen(), ScreenKind::Overview);
    let screen = shot(&mut app);
    assert!(screen.contains('@'), "{screen}");
    press(&mut app, "tab d d s s");
    assert!(shot(&mut app).contains("Depth 0"), "{}", shot(&mut app));
    press(&mut app, "m");
    assert_eq!(app.screen(), ScreenKind::Play);
}
