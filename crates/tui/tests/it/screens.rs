//! Settings, scores, lists, hints and replays, driven by keys.

use undercroft_mapgen::SourceFile;
use undercroft_saves::SaveDirectory;
use undercroft_tui::{App, Playthrough, Program, ScreenKind, Settings, Start};

use crate::helpers::{
    at_title, context_with, drawn, find, game, log, new_game, played_until, playing, press, scene, shot, text,
};

const ROOM: &str = "##########\n#@·······#\n#········#\n#········#\n##########";

#[test]
fn settings_are_written_at_once_and_keep_their_comments() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = at_title(folder.path());
    let file = folder.path().join("settings.toml");
    std::fs::write(&file, "# My own remark.\nhints = false\n\n[screen]\npalette = \"standard\" # for now\n").unwrap();
    press(&mut app, "s p");
    let read = || std::fs::read_to_string(&file).unwrap();
    assert_eq!(read(), "# My own remark.\nhints = false\n\n[screen]\npalette = \"protanopia\" # for now\n");
    assert_eq!(app.screen(), ScreenKind::Settings);
    assert!(shot(&mut app).contains("protanopia"), "{}", shot(&mut app));
    press(&mut app, "a h");
    assert!(read().contains("auto-pickup = false") && read().contains("hints = true"), "{}", read());
    let settings = Settings::read(SourceFile::new("settings.toml", &read())).unwrap();
    assert_eq!(app.console().settings, settings);
}

#[test]
fn a_new_key_is_asked_for_in_whole_words_although_the_help_shortens_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = at_title(folder.path());
    press(&mut app, "s k down enter");
    assert_eq!(app.screen(), ScreenKind::AskKey);
    assert!(shot(&mut app).contains("Press the new key for: walk to the west"), "{}", shot(&mut app));
}

#[test]
fn a_key_can_be_changed_and_a_conflict_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = at_title(folder.path());
    press(&mut app, "s k");
    assert_eq!(app.screen(), ScreenKind::Keys);
    // The first line is the command to walk north; `y` is free, and `o` explores.
    press(&mut app, "enter");
    assert_eq!(app.screen(), ScreenKind::AskKey);
    press(&mut app, "y");
    assert_eq!(app.screen(), ScreenKind::Keys);
    assert!(shot(&mut app).contains("y w up 8"), "{}", shot(&mut app));
    press(&mut app, "enter o");
    assert_eq!(app.screen(), ScreenKind::Confirm);
    let question = shot(&mut app);
    assert!(question.contains("`o` is already used for: explore automatically"), "{question}");
    press(&mut app, "n");
    assert!(shot(&mut app).contains("y w up 8"), "nothing has changed");
    press(&mut app, "enter o y");
    assert!(shot(&mut app).contains("o y w up 8"), "{}", shot(&mut app));
    let written = std::fs::read_to_string(folder.path().join("settings.toml")).unwrap();
    assert!(written.contains("explore = []") && written.contains("# Settings of Undercroft."), "{written}");
    press(&mut app, "delete");
    assert!(shot(&mut app).contains(" w up 8"), "{}", shot(&mut app));
}

#[test]
fn the_list_of_what_is_in_sight_travels() {
    let mut app = scene(&[ROOM, ROOM]);
    press(&mut app, "tab");
    let screen = shot(&mut app);
    assert!(screen.contains("Stairs leading down, ") && screen.contains("You have 100 of 100 hit points."), "{screen}");
    let letter = screen.lines().find(|line| line.contains("Stairs leading down")).unwrap();
    let letter = letter.split("Stairs").next().unwrap().trim().chars().last().unwrap();
    press(&mut app, &letter.to_string());
    assert_eq!(app.screen(), ScreenKind::Play);
    press(&mut app, ">");
    assert_eq!(game(&app).view().depth(), 1, "{:?}", log(&app));
}

#[test]
fn the_legend_explains_the_glyphs_in_sight() {
    let mut app = scene(&["########\n#@·~·♣·#\n#······#\n########"]);
    press(&mut app, "L");
    let screen = shot(&mut app);
    for line in ["@ you", "~ ford", "♣ tree", "# wall"] {
        assert!(screen.contains(line), "no `{line}` in\n{screen}");
    }
    assert!(!screen.contains("lava"), "{screen}");
}

#[test]
fn the_cursor_of_the_terminal_is_on_what_is_in_focus() {
    let mut app = scene(&[ROOM]);
    let focus = |app: &mut App| {
        let mut buffer = drawn(app, 80, 24);
        let focus = app.draw(&mut buffer).map(|place| (place.x, place.y));
        (focus, buffer)
    };
    let (hero, buffer) = focus(&mut app);
    assert_eq!(hero, find(&buffer, "@"));
    press(&mut app, "x d");
    let (cursor, _) = focus(&mut app);
    assert_eq!(cursor.map(|(x, _)| x), hero.map(|(x, _)| x + 1), "the cursor looks east of the hero");
    press(&mut app, "escape escape down");
    let (line, buffer) = focus(&mut app);
    let row = text(&buffer).lines().nth(usize::from(line.unwrap().1)).unwrap().to_owned();
    assert!(row.contains("Help"), "{row}");
}

#[test]
fn hints_come_once_and_can_be_switched_off() {
    let playthrough = || Playthrough::unsaved(new_game("two-caves", 3));
    let mut app = App::with_playthrough(context_with("travel-delay = 0\nhints = true"), playthrough());
    press(&mut app, "w w w w w w w w w w w w w w w w");
    let hints: Vec<String> = log(&app).into_iter().filter(|line| line.starts_with("Hint: ")).collect();
    assert!(!hints.is_empty(), "{:?}", log(&app));
    let mut unique = hints.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), hints.len(), "{hints:?}");
    let mut app = App::with_playthrough(context_with("hints = false"), playthrough());
    press(&mut app, "w w w w w w");
    assert!(!log(&app).iter().any(|line| line.starts_with("Hint")), "{:?}", log(&app));
}

#[test]
fn a_level_up_never_opens_by_itself() {
    let levelled =
        (1..20).find_map(|seed| played_until(new_game("kobolds", seed), |game| game.view().stats().choices > 0));
    let mut app = App::with_playthrough(context_with("travel-delay = 0"), levelled.expect("somebody levels up"));
    let before = game(&app).view().stats().choices;
    press(&mut app, "w a s d .");
    assert_eq!(app.screen(), ScreenKind::Play);
    assert!(game(&app).outcome().is_some() || game(&app).view().stats().choices >= before);
    assert!(shot(&mut app).contains("Improve with +"), "{}", shot(&mut app));
}

#[test]
fn the_help_lists_only_what_this_hero_can_do() {
    let mut app = playing("two-caves", 1);
    press(&mut app, "?");
    let all = |app: &mut App| {
        let mut pages = String::new();
        for _ in 0..12 {
            pages += &shot(app);
            press(app, "page-down");
        }
        pages
    };
    assert!(all(&mut app).contains("kick something next to you"));
    // The hero of this scene neither kicks nor opens doors.
    let plan = "name = \"test\"\ndescription = \"A test.\"\nlevels = 1\nabilities = [\"attack\"]\n[[stretch]]\ndepths = \"0\"\n\
                map = '''\n######\n#@···#\n#····#\n######\n'''\ncreatures = \"nothing\"\nitems = \"nothing\"\n";
    let maps = undercroft_mapgen::Content::standard();
    let plan = undercroft_mapgen::Plan::parse(SourceFile::new("test.toml", plan), maps).unwrap();
    let game = undercroft_game::Game::new(undercroft_game::GameContent::standard(), plan, 7).unwrap();
    let mut app = App::with_playthrough(context_with(""), Playthrough::unsaved(game));
    press(&mut app, "?");
    let pages = all(&mut app);
    assert!(
        !pages.contains("kick something") && !pages.contains("close a door") && !pages.contains("climb the stairs")
    );
    assert!(pages.contains("throw something"));
    press(&mut app, "tab");
    let guide = all(&mut app);
    for heading in ["Attack and defence", "Hunger", "Conditions", "Being noticed"] {
        assert!(guide.contains(heading), "{guide}");
    }
    assert!(!guide.contains("Kicking"), "{guide}");
}

#[test]
fn a_replay_steps_backwards_too() {
    let ended = played_until(new_game("two-caves", 5), |game| game.view().turn() >= 120);
    let actions: Vec<_> = {
        let mut game = new_game("two-caves", 5);
        let mut bot = undercroft_game::Bot::new();
        bot.play(&mut game, 120, |_, _| ())
    };
    assert!(ended.is_some());
    let start = Start::Replay(Box::new(new_game("two-caves", 5)), actions);
    let mut app = App::new(context_with(""), start).unwrap();
    let (mut screens, steps) = (Vec::new(), 100);
    press(&mut app, "space");
    for _ in 0..steps {
        screens.push(shot(&mut app));
        press(&mut app, "right");
    }
    for step in (0..steps).rev() {
        press(&mut app, "left");
        assert_eq!(shot(&mut app), screens[step], "step {step}");
    }
    press(&mut app, "left");
    assert_eq!(shot(&mut app), screens[0], "there is nothing before the start");
}

#[test]
fn a_game_can_be_abandoned_and_a_save_deleted_but_only_on_purpose() {
    let folder = tempfile::tempdir().unwrap();
    let count = || SaveDirectory::open(folder.path()).unwrap().saves().len();
    let mut app = at_title(folder.path());
    press(&mut app, "n enter");
    assert_eq!((app.screen(), count()), (ScreenKind::Play, 1));
    press(&mut app, "escape a n");
    assert_eq!((app.screen(), count()), (ScreenKind::Play, 1), "no is no");
    press(&mut app, "escape a y");
    assert_eq!((app.screen(), count()), (ScreenKind::Title, 0));
    press(&mut app, "n enter . . Q c");
    assert_eq!((app.screen(), count()), (ScreenKind::Saves, 1));
    let list = shot(&mut app);
    assert!(list.contains("turn 2") && list.contains("level 1, 100/100 hit points"), "{list}");
    press(&mut app, "delete");
    assert_eq!(app.screen(), ScreenKind::Confirm);
    press(&mut app, "y");
    assert_eq!((app.screen(), count()), (ScreenKind::Saves, 0));
}

#[test]
fn a_save_that_is_open_elsewhere_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = at_title(folder.path());
    press(&mut app, "n enter .");
    let mut other = at_title(folder.path());
    press(&mut other, "c");
    assert!(shot(&mut other).contains("being played"), "{}", shot(&mut other));
    press(&mut other, "a");
    assert_eq!(other.screen(), ScreenKind::Notice);
    assert!(shot(&mut other).contains("already being played"), "{}", shot(&mut other));
}

#[test]
fn scores_list_finished_games_and_the_daily_dungeon_has_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut context = context_with("travel-delay = 0");
    context.saves = SaveDirectory::open(folder.path()).map_err(undercroft_tui::PlayError::from);
    context.today = || Some("2026-11-17".into());
    let mut app = App::new(context, Start::Title).unwrap();
    press(&mut app, "h");
    assert!(shot(&mut app).contains("No game has ended yet."), "{}", shot(&mut app));
    press(&mut app, "escape d");
    assert_eq!(app.screen(), ScreenKind::Play);
    assert_eq!(game(&app).seed().to_string(), "daily 2026-11-17");
    assert_eq!(game(&app).plan().name(), "undercroft");
    // The hero waits until hunger ends the game.
    for _ in 0..6_000 {
        press(&mut app, ".");
        if app.screen() == ScreenKind::GameOver {
            break;
        }
    }
    assert_eq!(app.screen(), ScreenKind::GameOver);
    press(&mut app, "t h");
    let all = shot(&mut app);
    assert!(all.contains("  1. ") && all.contains("undercroft"), "{all}");
    press(&mut app, "t");
    let today = shot(&mut app);
    assert!(today.contains("The dungeon of 2026-11-17") && today.contains("  1. "), "{today}");
}

#[test]
fn the_overview_is_at_full_size_and_scrolls() {
    let (edge, floor) = ("#".repeat(150), "·".repeat(60));
    let row = format!("#@{}~{}~{}#", floor, "·".repeat(40), "·".repeat(45));
    let mut app = scene(&[&format!("{edge}\n{row}\n{edge}")]);
    // Walk along the row, so that all of it is known.
    press(&mut app, "o");
    press(&mut app, "m");
    assert_eq!(app.screen(), ScreenKind::Overview);
    let first = shot(&mut app);
    for _ in 0..20 {
        press(&mut app, "left");
    }
    let west = shot(&mut app);
    for _ in 0..20 {
        press(&mut app, "right");
    }
    let east = shot(&mut app);
    assert_ne!(west, east, "{first}");
    assert!(west.contains('►') && !west.contains('◄'), "{west}");
    assert!(east.contains('◄') && !east.contains('►'), "{east}");
}

#[test]
fn the_title_fits_into_the_smallest_window() {
    let folder = tempfile::tempdir().unwrap();
    let screen = text(&drawn(&mut at_title(folder.path()), 60, 20));
    for line in
        ["New game", "Today's dungeon", "Continue", "High scores", "Replays", "Settings", "Help", "Quit", "version"]
    {
        assert!(screen.contains(line), "no `{line}` in\n{screen}");
    }
}

#[test]
fn no_screen_cuts_anything_off_in_a_small_window() {
    for plan in ["undercroft", "rooms-and-halls", "kobolds"] {
        let playthrough = played_until(new_game(plan, 11), |game| game.view().turn() >= 400);
        let playthrough = playthrough.unwrap_or_else(|| Playthrough::unsaved(new_game(plan, 11)));
        let mut app = App::with_playthrough(context_with("travel-delay = 0"), playthrough);
        for keys in ["", "x", "tab", "L", "i", "?", "escape", "=", "m"] {
            press(&mut app, keys);
            for (width, height) in [(60, 20), (80, 24)] {
                let screen = text(&drawn(&mut app, width, height));
                // The help abbreviates "walk" in its own text.
                let cut = screen.lines().find(|line| line.contains('…') && !line.contains("… to the"));
                assert_eq!(cut, None, "{plan} {width}×{height} {keys}:\n{screen}");
            }
            press(&mut app, "escape");
            if app.screen() == ScreenKind::Menu {
                press(&mut app, "escape");
            }
        }
    }
}
