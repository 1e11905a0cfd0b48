//! The viewer, driven by keys and the mouse over a buffer.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use undercroft_export::{ColourDepth, Overlay};
use undercroft_mapgen::{Plan, Recipe, Registry, Rng, Seed, Source};
use undercroft_tui::{
    Abilities, Chord, Colours, Input, Key, Pointer, Program, RecipeFiles, Saved, Settings, Subject, VIEWING, Viewer,
};

/// Files that are not on disk.
#[derive(Clone, Debug, Default)]
struct Files {
    written: Rc<RefCell<Vec<(String, String)>>>,
    is_full: bool,
}

impl RecipeFiles for Files {
    fn save(&mut self, name: &str, text: &str, replace: bool) -> Saved {
        if self.is_full {
            return Saved::Failed(format!("{name}: the disk is full"));
        }
        let mut written = self.written.borrow_mut();
        let found = written.iter().position(|(known, _)| known == name);
        match found {
            Some(_) if !replace => return Saved::Exists,
            Some(index) => written[index].1 = text.to_owned(),
            None => written.push((name.to_owned(), text.to_owned())),
        }
        Saved::Written
    }
}

const COLOURFUL: Abilities = Abilities { colours: Colours::Some(ColourDepth::True), ascii: false };
const PLAIN: Abilities = Abilities { colours: Colours::None, ascii: true };

fn open(subject: Subject, typed: &str, seed: &str, files: Files, abilities: Abilities) -> Viewer {
    let depth = if matches!(subject, Subject::Plan(_)) { 0 } else { 1 };
    let start = (Seed::from(seed), depth);
    let mut viewer = Viewer::new(Settings::standard(), abilities, Box::new(files), (subject, typed), start).unwrap();
    viewer.finish_work();
    viewer
}

fn view(recipe: Recipe) -> Viewer {
    let name = recipe.name().to_owned();
    open(Subject::recipe(recipe), &name, "42", Files::default(), COLOURFUL)
}

fn named(name: &str) -> Viewer {
    view(Recipe::named(name).unwrap())
}

/// Presses keys, written as in the settings, with spaces between them.
fn press(viewer: &mut Viewer, keys: &str) {
    for key in keys.split(' ').filter(|key| !key.is_empty()) {
        viewer.update(&Input::Key(key.parse().unwrap()));
        viewer.finish_work();
    }
}

fn type_in(viewer: &mut Viewer, text: &str) {
    for letter in text.chars() {
        viewer.update(&Input::Key(Chord::character(letter)));
    }
    press(viewer, "enter");
}

fn drawn(viewer: &mut Viewer, width: u16, height: u16) -> Buffer {
    viewer.update(&Input::Resize(width, height));
    viewer.finish_work();
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    viewer.draw(&mut buffer);
    buffer
}

fn text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(usize::from(buffer.area.width.max(1)));
    let lines = rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn shot(viewer: &mut Viewer) -> String {
    text(&drawn(viewer, 80, 24))
}

#[track_caller]
fn assert_shows(viewer: &mut Viewer, words: &[&str]) {
    let screen = shot(viewer);
    for word in words {
        assert!(screen.contains(word), "`{word}` is not shown:\n{screen}");
    }
}

fn fingerprint(viewer: &Viewer) -> u64 {
    viewer.shown().unwrap().fingerprint()
}

#[test]
fn steps_go_back_and_forth() {
    let caves = Recipe::named("caves").unwrap();
    let mut stages = Vec::new();
    let level = caves.watch(42, 1, &mut |stage| stages.push(stage.draft.fingerprint())).unwrap();
    let mut viewer = named("caves");
    assert_eq!(fingerprint(&viewer), level.fingerprint(), "the finished level is shown first");
    assert_shows(&mut viewer, &["step 5 of 5, stairs", "passes all checks", "draft 1"]);
    press(&mut viewer, "home");
    assert_eq!(fingerprint(&viewer), stages[0]);
    assert_shows(&mut viewer, &["step 0 of 5: solid rock"]);
    for stage in &stages[1..] {
        press(&mut viewer, ".");
        assert_eq!(fingerprint(&viewer), *stage);
    }
    press(&mut viewer, ". . .");
    assert_eq!(fingerprint(&viewer), level.fingerprint(), "there is nothing after the end");
    press(&mut viewer, ", ,");
    assert_eq!(fingerprint(&viewer), stages[3]);
    assert_shows(&mut viewer, &["step 3 of 5, connect"]);
    press(&mut viewer, "end");
    assert_eq!(fingerprint(&viewer), level.fingerprint());
}

#[test]
fn all_steps_are_played_and_it_stops_at_the_end() {
    let mut viewer = named("rooms");
    press(&mut viewer, "space");
    assert_shows(&mut viewer, &["playing", "step 0 of"]);
    let mut ticks = 0;
    while viewer.wait().is_some() {
        viewer.update(&Input::Tick);
        viewer.finish_work();
        ticks += 1;
        assert!(ticks < 100, "it never ends");
    }
    assert_eq!(ticks, Recipe::named("rooms").unwrap().steps().count());
    press(&mut viewer, "space . space space");
    assert_eq!(viewer.wait(), None, "a second press stops it");
}

#[test]
fn steps_can_be_seen_from_inside() {
    let mut viewer = named("caves");
    press(&mut viewer, "home . . z ,");
    assert_shows(&mut viewer, &["from inside", "step 2 of 5, smooth, part 7"]);
    press(&mut viewer, ", , ,");
    assert_shows(&mut viewer, &["smooth, part 4"]);
    press(&mut viewer, "n");
    assert_shows(&mut viewer, &["seed 43", "step 2 of 5, smooth:"]);
    press(&mut viewer, "z home .");
    assert_shows(&mut viewer, &["step 1 of 5, scatter:"]);
}

#[test]
fn seeds_are_leafed_through_and_typed() {
    let mut viewer = named("halls");
    let first = fingerprint(&viewer);
    press(&mut viewer, "n");
    assert_eq!(viewer.seed(), Seed::from(43));
    assert_eq!(fingerprint(&viewer), Recipe::named("halls").unwrap().build(43).unwrap().fingerprint());
    press(&mut viewer, "p");
    assert_eq!(fingerprint(&viewer), first);
    press(&mut viewer, "g");
    type_in(&mut viewer, "0");
    press(&mut viewer, "p");
    assert_eq!(viewer.seed(), Seed::from(u64::MAX), "numbers go around");
    press(&mut viewer, "g");
    type_in(&mut viewer, "a walk in the dark");
    assert_shows(&mut viewer, &["seed a walk in th…"]);
    press(&mut viewer, "p");
    assert_shows(&mut viewer, &["There is no seed before a text"]);
    press(&mut viewer, "n n");
    assert_eq!(viewer.seed(), Seed::from("a walk in the dark-2"));
    press(&mut viewer, "g x y escape");
    assert_eq!(viewer.seed(), Seed::from("a walk in the dark-2"), "what is not taken changes nothing");
}

#[test]
fn a_step_stays_the_step_that_is_shown_when_the_seed_changes() {
    let mut viewer = named("caves");
    press(&mut viewer, "home . n");
    assert_shows(&mut viewer, &["seed 43", "step 1 of 5, scatter"]);
}

#[test]
fn parameters_change_the_level_at_once() {
    let mut viewer = named("caves");
    assert_shows(&mut viewer, &["►scatter.chance", "0 to 1"]);
    press(&mut viewer, "+ +");
    let expected = Recipe::named("caves").unwrap().set("scatter.chance=0.52", Registry::standard()).unwrap();
    assert_eq!(fingerprint(&viewer), expected.build(42).unwrap().fingerprint());
    assert_shows(&mut viewer, &["0.52", "1 changed", "as written 0.5"]);
    assert_eq!(viewer.command_line(), "undercroft generate caves --seed 42 --set scatter.chance=0.52");
    press(&mut viewer, "page-down");
    assert!(viewer.command_line().ends_with("scatter.chance=0.42"));
    press(&mut viewer, "enter");
    type_in(&mut viewer, "0.55");
    assert!(viewer.command_line().ends_with("scatter.chance=0.55"));
    press(&mut viewer, "r");
    assert_eq!(viewer.command_line(), "undercroft generate caves --seed 42");
    assert_eq!(fingerprint(&viewer), Recipe::named("caves").unwrap().build(42).unwrap().fingerprint());
}

#[test]
fn what_makes_no_sense_is_told_in_place_and_the_last_good_level_stays() {
    let mut viewer = named("caves");
    press(&mut viewer, "enter");
    type_in(&mut viewer, "1");
    let good = fingerprint(&viewer);
    press(&mut viewer, "+");
    assert_shows(&mut viewer, &["1.01 is not a", "►scatter.chance"]);
    assert_eq!(fingerprint(&viewer), good);
    press(&mut viewer, "tab");
    assert!(!shot(&mut viewer).contains("is not a number"), "another parameter is not to blame");
    press(&mut viewer, "enter");
    type_in(&mut viewer, "7");
    assert_shows(&mut viewer, &["`7` is not a word"]);
    press(&mut viewer, "ctrl-u");
    type_in(&mut viewer, "lava lake");
    assert_shows(&mut viewer, &["no tile is called `lava lake`", "scatter.tile: lava lake"]);
    assert_eq!(fingerprint(&viewer), good);
    press(&mut viewer, "escape");
    assert!(viewer.command_line().ends_with("--set scatter.chance=1.0"), "{}", viewer.command_line());
}

#[test]
fn the_size_and_the_depth_are_changed_too() {
    let mut viewer = named("halls");
    press(&mut viewer, "k k");
    assert_shows(&mut viewer, &["►width"]);
    press(&mut viewer, "enter");
    type_in(&mut viewer, "120");
    press(&mut viewer, "tab - > > <");
    assert_eq!(viewer.command_line(), "undercroft generate halls --seed 42 --depth 2 --size 120x39");
    let expected = Recipe::named("halls").unwrap().sized(120, 39).build_at(42, 2).unwrap();
    assert_eq!(fingerprint(&viewer), expected.fingerprint());
    press(&mut viewer, "enter");
    type_in(&mut viewer, "2");
    assert_shows(&mut viewer, &["too small"]);
    press(&mut viewer, "escape R");
    assert_eq!(viewer.command_line(), "undercroft generate halls --seed 42 --depth 2");
}

#[test]
fn overlays_are_switched_and_say_what_they_mean() {
    let mut viewer = named("halls");
    for overlay in Overlay::ALL {
        press(&mut viewer, "o");
        let screen = text(&drawn(&mut viewer, 200, 60));
        assert!(screen.contains(&format!(" {} ", overlay.name())), "{}:\n{screen}", overlay.name());
        assert!(screen.contains('█'), "{} has no legend:\n{screen}", overlay.name());
    }
    press(&mut viewer, "o");
    assert_shows(&mut viewer, &["Overlay", "none", "o shows one"]);
    press(&mut viewer, "O O x");
    assert_shows(&mut viewer, &["o shows one"]);
}

#[test]
fn heat_is_seen_in_every_number_of_colours() {
    for depth in [ColourDepth::True, ColourDepth::Palette256, ColourDepth::Palette16] {
        let abilities = Abilities { colours: Colours::Some(depth), ascii: false };
        let subject = Subject::recipe(Recipe::named("caves").unwrap());
        let mut viewer = open(subject, "caves", "42", Files::default(), abilities);
        viewer.show_overlay(Some(Overlay::Distance));
        let buffer = drawn(&mut viewer, 80, 50);
        let mut backgrounds: Vec<Color> = buffer.content.iter().map(|cell| cell.bg).collect();
        backgrounds.sort_by_key(|colour| format!("{colour:?}"));
        backgrounds.dedup();
        assert!(backgrounds.len() >= 5, "{depth:?}: {backgrounds:?}");
    }
    let subject = Subject::recipe(Recipe::named("caves").unwrap());
    let mut viewer = open(subject, "caves", "42", Files::default(), PLAIN);
    viewer.show_overlay(Some(Overlay::Distance));
    let screen = shot(&mut viewer);
    assert!(screen.is_ascii(), "{screen}");
    assert!((0..10).filter(|digit| screen.contains(&digit.to_string().repeat(3))).count() >= 4, "{screen}");
}

#[test]
fn sight_looks_from_the_cell_that_is_pointed_at() {
    let mut viewer = named("halls");
    viewer.show_overlay(Some(Overlay::Sight));
    assert_shows(&mut viewer, &["in sight from"]);
    let before = text(&drawn(&mut viewer, 120, 50));
    press(&mut viewer, "i right right down");
    let buffer = drawn(&mut viewer, 60, 20);
    let accent = Settings::standard().theme.accent;
    let colour = Color::Rgb(accent.red, accent.green, accent.blue);
    assert!(buffer.content.iter().any(|cell| cell.bg == colour), "what is pointed at is in sight:\n{}", text(&buffer));
    let after = text(&drawn(&mut viewer, 120, 50));
    let from = |screen: &str| screen.lines().find(|line| line.contains("sight from")).map(str::to_owned);
    assert_ne!(from(&before), from(&after), "{after}");
    press(&mut viewer, "escape");
    assert_eq!(from(&text(&drawn(&mut viewer, 120, 50))), from(&before));
}

#[test]
fn the_mouse_tells_what_is_there_and_chooses() {
    let mut viewer = named("rooms");
    let buffer = drawn(&mut viewer, 120, 50);
    let index = buffer.content.iter().position(|cell| cell.symbol() == "@").unwrap();
    let (column, row) = buffer.pos_of(index);
    let mouse = |viewer: &mut Viewer, column, row, what| {
        viewer.update(&Input::Mouse { column, row, what });
        viewer.finish_work();
    };
    mouse(&mut viewer, column, row, Pointer::Hover);
    let screen = text(&drawn(&mut viewer, 120, 50));
    assert!(screen.contains("the start, room "), "{screen}");
    mouse(&mut viewer, column, row, Pointer::Left);
    mouse(&mut viewer, column + 1, row, Pointer::Hover);
    let screen = text(&drawn(&mut viewer, 120, 50));
    assert!(screen.contains("the start"), "what is pointed at stays:\n{screen}");
    mouse(&mut viewer, 0, 0, Pointer::Right);
    let steps = screen.lines().position(|line| line.contains("1 rooms")).unwrap() as u16;
    mouse(&mut viewer, 5, steps, Pointer::Hover);
    mouse(&mut viewer, 5, steps, Pointer::Left);
    assert_shows(&mut viewer, &["step 1 of"]);
    let screen = text(&drawn(&mut viewer, 120, 50));
    let line = screen.lines().position(|line| line.contains("rooms.max-side")).unwrap() as u16;
    mouse(&mut viewer, 5, line, Pointer::Left);
    assert_shows(&mut viewer, &["►rooms.max-side"]);
}

#[test]
fn the_map_is_moved_and_never_past_its_edge() {
    let mut viewer = named("rooms");
    let before = shot(&mut viewer);
    press(&mut viewer, "down down");
    assert_ne!(shot(&mut viewer), before);
    press(&mut viewer, "c");
    assert_eq!(shot(&mut viewer), before);
    for _ in 0..50 {
        press(&mut viewer, "shift-up shift-left");
    }
    let corner = shot(&mut viewer);
    press(&mut viewer, "down");
    assert_ne!(shot(&mut viewer), corner, "one step back is enough");
}

#[test]
fn a_saved_recipe_is_asked_for_a_name_and_never_written_over_unasked() {
    let files = Files::default();
    let subject = Subject::recipe(Recipe::named("caves").unwrap());
    let mut viewer = open(subject, "caves", "42", files.clone(), COLOURFUL);
    press(&mut viewer, "+ s");
    assert_shows(&mut viewer, &["Save the recipe as: my-caves.toml"]);
    press(&mut viewer, "enter");
    assert_shows(&mut viewer, &["Saved as my-caves.toml."]);
    press(&mut viewer, "+ s");
    type_in(&mut viewer, "my-caves");
    assert_shows(&mut viewer, &["my-caves.toml is there already. Replace it?"]);
    press(&mut viewer, "n");
    assert!(files.written.borrow()[0].1.contains("chance = 0.51"));
    press(&mut viewer, "s enter y");
    assert!(files.written.borrow()[0].1.contains("chance = 0.52"));
    assert!(files.written.borrow()[0].1.starts_with("name = \"my-caves\"\n"));
    assert_eq!(files.written.borrow().len(), 1);
    press(&mut viewer, "s escape");
    assert_eq!(files.written.borrow().len(), 1);
}

#[test]
fn what_cannot_be_saved_is_told_and_the_name_can_be_changed() {
    let files = Files { is_full: true, ..Files::default() };
    let mut viewer = open(Subject::recipe(Recipe::named("caves").unwrap()), "caves", "42", files, COLOURFUL);
    press(&mut viewer, "s enter");
    assert_shows(&mut viewer, &["the disk is full", "Save the recipe as: my-caves.toml"]);
}

#[test]
fn every_saved_recipe_makes_the_level_that_was_shown() {
    for (index, name) in Recipe::names().enumerate() {
        let files = Files::default();
        let subject = Subject::recipe(Recipe::named(name).unwrap());
        let mut viewer = open(subject, name, "7", files.clone(), COLOURFUL);
        let mut rng = Seed::from(index as u64).fork(name).rng();
        for _ in 0..12 {
            let keys = ["tab", "k", "+", "-", "page-up", "page-down"];
            for _ in 0..4 {
                press(&mut viewer, keys[rng.below(6) as usize]);
            }
            if !shot(&mut viewer).contains("type a value") {
                press(&mut viewer, "escape");
            }
        }
        press(&mut viewer, "end s enter");
        let (file, text) = files.written.borrow()[0].clone();
        let recipe = Recipe::parse(Source::new(&file, &text), Registry::standard());
        let recipe = recipe.unwrap_or_else(|error| panic!("{error}\n{text}"));
        match recipe.build(7) {
            Ok(level) => assert_eq!(level.fingerprint(), fingerprint(&viewer), "{name}:\n{text}"),
            Err(error) => {
                let last = &error.to_string()[..20];
                assert!(shot(&mut viewer).contains("no draft passed"), "{name}, {last}:\n{text}");
            }
        }
    }
}

#[test]
fn a_recipe_that_fails_shows_why_and_can_be_stepped_through() {
    let text = "name = \"hopeless\"\ndescription = \"x\"\nsize = \"40x20\"\nattempts = 3\n[require]\nrooms = 99\n\
                [[step]]\ndo = \"rooms\"\n[[step]]\ndo = \"halls\"\n";
    let recipe = Recipe::parse(Source::new("x.toml", text), Registry::standard()).unwrap();
    let mut viewer = view(recipe);
    assert_shows(&mut viewer, &["no draft passed", "asks for 99", "draft 3"]);
    press(&mut viewer, ",");
    assert_shows(&mut viewer, &["step 1 of 2, rooms"]);
    press(&mut viewer, "home");
    assert_shows(&mut viewer, &["step 0 of 2"]);
    press(&mut viewer, "n");
    assert_shows(&mut viewer, &["no draft passed"]);
    // A step that gives up leaves the steps after it unmade.
    let text = "name = \"vain\"\ndescription = \"x\"\nsize = \"40x20\"\nattempts = 2\n\
                [[step]]\ndo = \"rooms\"\n[[step]]\ndo = \"stamp\"\nfewest = 50\nmost = 60\nrequired = true\n\
                [[step]]\ndo = \"connect\"\n";
    let recipe = Recipe::parse(Source::new("x.toml", text), Registry::standard()).unwrap();
    let mut viewer = view(recipe);
    assert_shows(&mut viewer, &["no draft passed", "step 2 of 3, stamp"]);
    press(&mut viewer, "end");
    assert_shows(&mut viewer, &["step 2 of 3, stamp"]);
}

#[test]
fn a_plan_is_walked_by_its_depths() {
    let subject = Subject::Plan(Arc::new(Plan::named("two-caves").unwrap()));
    let mut viewer = open(subject, "two-caves", "42", Files::default(), COLOURFUL);
    assert_shows(&mut viewer, &["two-caves", "depth 0", "passes all checks"]);
    let top = fingerprint(&viewer);
    press(&mut viewer, ">");
    assert_ne!(fingerprint(&viewer), top);
    assert_eq!(viewer.command_line(), "undercroft generate --plan two-caves --seed 42 --depth 1");
    press(&mut viewer, ">");
    assert_shows(&mut viewer, &["There is no level beyond this one."]);
    press(&mut viewer, "< + s . , space");
    assert_eq!(fingerprint(&viewer), top);
    let subject = Subject::Plan(Arc::new(Plan::named("endless").unwrap()));
    let mut viewer = open(subject, "endless", "42", Files::default(), COLOURFUL);
    press(&mut viewer, "o o");
    assert_shows(&mut viewer, &["80×50"]);
}

#[test]
fn a_large_level_does_not_hold_up_the_keys_and_the_newest_wish_wins() {
    let mut viewer = view(Recipe::named("caves").unwrap().sized(1_200, 1_200));
    for _ in 0..6 {
        let before = Instant::now();
        viewer.update(&Input::Key(Chord::character('n')));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        viewer.draw(&mut buffer);
        assert!(before.elapsed() < Duration::from_millis(400), "{:?}", before.elapsed());
        assert!(!viewer.is_working() || text(&buffer).contains("working…"), "{}", text(&buffer));
        assert!(viewer.wait().is_none() || viewer.is_working());
    }
    viewer.finish_work();
    assert_eq!(viewer.seed(), Seed::from(48));
    assert_eq!(viewer.shown().unwrap().about.seed, Seed::from(48));
}

#[test]
fn a_small_level_is_there_before_the_next_drawing() {
    let mut viewer = named("halls");
    let mut late = 0;
    for _ in 0..20 {
        viewer.update(&Input::Key(Chord::character('n')));
        late += u32::from(viewer.is_working());
        viewer.finish_work();
    }
    // A machine that is busy with something else may be late now and then.
    assert!(late <= 10, "{late} of 20 were late");
}

#[test]
fn a_window_that_is_too_small_says_so_and_nothing_happens_unseen() {
    let mut viewer = named("caves");
    let screen = text(&drawn(&mut viewer, 40, 12));
    assert!(screen.contains("60×20"), "{screen}");
    press(&mut viewer, "n +");
    assert_eq!(viewer.command_line(), "undercroft generate caves --seed 42");
    assert_shows(&mut viewer, &["caves", "Steps"]);
    press(&mut viewer, "q");
    assert!(viewer.wants_to_leave());
}

#[test]
fn the_help_lists_every_key() {
    let mut viewer = named("caves");
    press(&mut viewer, "?");
    let screen = text(&drawn(&mut viewer, 100, 80));
    for info in VIEWING {
        assert!(screen.contains(info.help), "{} is missing:\n{screen}", info.name);
    }
    press(&mut viewer, "q");
    assert!(!viewer.wants_to_leave(), "it closes the help first");
}

#[test]
fn screens_as_they_are() {
    let mut viewer = named("caves");
    insta::assert_snapshot!("view-caves-80x24", shot(&mut viewer));
    insta::assert_snapshot!("view-caves-80x50", text(&drawn(&mut viewer, 80, 50)));
    press(&mut viewer, "tab tab tab tab + + o o , ,");
    insta::assert_snapshot!("view-caves-distance-200x60", text(&drawn(&mut viewer, 200, 60)));
    let mut viewer = named("halls");
    press(&mut viewer, "o o o o o o o");
    insta::assert_snapshot!("view-halls-rooms-80x24", shot(&mut viewer));
    press(&mut viewer, "enter");
    type_in(&mut viewer, "much");
    insta::assert_snapshot!("view-halls-refused-60x20", text(&drawn(&mut viewer, 60, 20)));
    press(&mut viewer, "escape ?");
    insta::assert_snapshot!("view-help-80x24", shot(&mut viewer));
    let subject = Subject::recipe(Recipe::named("rooms").unwrap());
    let mut viewer = open(subject, "rooms", "42", Files::default(), PLAIN);
    press(&mut viewer, "o");
    insta::assert_snapshot!("view-rooms-ascii-80x24", shot(&mut viewer));
}

#[test]
fn without_colours_what_is_selected_is_still_seen() {
    let subject = Subject::recipe(Recipe::named("rooms").unwrap());
    let mut viewer = open(subject, "rooms", "42", Files::default(), PLAIN);
    let buffer = drawn(&mut viewer, 80, 24);
    let is_reversed = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(Modifier::REVERSED);
    assert!(buffer.content.iter().filter(is_reversed).count() > 20);
}

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
