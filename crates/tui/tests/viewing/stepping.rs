//! Steps, seeds, depths, and levels that take their time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_mapgen::{Plan, Recipe, Registry, Seed, SourceFile};
use undercroft_tui::{Chord, Input, Program, Subject};

use crate::common::{COLOURFUL, Files, assert_shows, fingerprint, named, open, press, text, type_in, view};

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
fn a_recipe_that_fails_shows_why_and_can_be_stepped_through() {
    let text = "name = \"hopeless\"\ndescription = \"x\"\nsize = \"40x20\"\nattempts = 3\n[require]\nrooms = 99\n\
                [[step]]\ndo = \"rooms\"\n[[step]]\ndo = \"halls\"\n";
    let recipe = Recipe::parse(SourceFile::new("x.toml", text), Registry::standard()).unwrap();
    let mut viewer = view(recipe);
    assert_shows(&mut viewer, &["no draft passed", "asks for 99", "draft 3"]);
    press(&mut viewer, ",");
    assert_shows(&mut viewer, &["step 1 of 2, rooms"]);
    press(&mut viewer, "home");
    assert_shows(&mut viewer, &["step 0 of 2"]);
    press(&mut viewer, "n");
    assert_shows(&mut viewer, &["no draft passed"]);
    // The place is marked, and in sight.
    let recipe = Recipe::new(200, 200).fill("floor").called("open");
    let mut viewer = view(recipe);
    assert_shows(&mut viewer, &["the border is open, at (0,", "┐X·"]);
    // A step that gives up leaves the steps after it unmade.
    let text = "name = \"vain\"\ndescription = \"x\"\nsize = \"40x20\"\nattempts = 2\n\
                [[step]]\ndo = \"rooms\"\n[[step]]\ndo = \"stamp\"\nfewest = 50\nmost = 60\nrequired = true\n\
                [[step]]\ndo = \"connect\"\n";
    let recipe = Recipe::parse(SourceFile::new("x.toml", text), Registry::standard()).unwrap();
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
    for key in ["+", "enter", "r", "R", "s"] {
        press(&mut viewer, key);
        assert_shows(&mut viewer, &["A plan is only looked at:"]);
    }
    press(&mut viewer, "< . , space tab");
    assert_eq!(fingerprint(&viewer), top);
    let subject = Subject::Plan(Arc::new(Plan::named("endless").unwrap()));
    let mut viewer = open(subject, "endless", "42", Files::default(), COLOURFUL);
    press(&mut viewer, "o o");
    assert_shows(&mut viewer, &["80×50"]);
}

#[test]
fn a_large_level_does_not_hold_up_the_keys_and_the_newest_wish_wins() {
    let mut viewer = view(Recipe::named("caves").unwrap().sized(2_000, 2_000));
    let mut unfinished = 0;
    for _ in 0..6 {
        let before = Instant::now();
        viewer.update(&Input::Key(Chord::character('n')));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        viewer.draw(&mut buffer);
        assert!(before.elapsed() < Duration::from_secs(1), "{:?}", before.elapsed());
        unfinished += u32::from(viewer.is_working());
        assert!(!viewer.is_working() || text(&buffer).contains("working…"), "{}", text(&buffer));
        assert!(viewer.wait().is_none() || viewer.is_working());
    }
    assert!(unfinished > 0, "no key had to wait");
    viewer.finish_work();
    assert_eq!(viewer.seed(), Seed::from(48));
    assert_eq!(viewer.shown().unwrap().metadata.seed, Seed::from(48));
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
