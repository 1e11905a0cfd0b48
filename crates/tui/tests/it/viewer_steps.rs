//! Steps, seeds and depths in the viewer, and levels that are slow to make.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_mapgen::{Check, Content, Draft, Plan, Point, Recipe, Seed, SourceFile, Veto};
use undercroft_tui::{Chord, Input, Program, Target};

use crate::helpers::{COLOUR, Files, assert_shows, enter, fingerprint, open, press, text, view, view_named};

#[test]
fn steps_go_forward_and_back() {
    let caves = Recipe::named("caves").unwrap();
    let mut stages = Vec::new();
    let level = caves.watch(42, 1, &mut |stage| stages.push(stage.draft.fingerprint())).unwrap();
    let mut viewer = view_named("caves");
    assert_eq!(fingerprint(&viewer), level.fingerprint(), "it starts with the finished level");
    assert_shows(&mut viewer, &["step 5 of 5, stairs", "passes all checks", "draft 1"]);
    press(&mut viewer, "home");
    assert_eq!(fingerprint(&viewer), stages[0]);
    assert_shows(&mut viewer, &["step 0 of 5: solid rock"]);
    for stage in &stages[1..] {
        press(&mut viewer, ".");
        assert_eq!(fingerprint(&viewer), *stage);
    }
    press(&mut viewer, ". . .");
    assert_eq!(fingerprint(&viewer), level.fingerprint(), "nothing comes after the end");
    press(&mut viewer, ", ,");
    assert_eq!(fingerprint(&viewer), stages[3]);
    assert_shows(&mut viewer, &["step 3 of 5, connect"]);
    press(&mut viewer, "end");
    assert_eq!(fingerprint(&viewer), level.fingerprint());
}

#[test]
fn playing_shows_every_step_and_stops_at_the_end() {
    let mut viewer = view_named("rooms");
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
    assert_eq!(viewer.wait(), None, "a second press stops playing");
}

#[test]
fn the_parts_of_a_step_can_be_shown() {
    let mut viewer = view_named("caves");
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
fn seeds_can_be_paged_through_and_typed() {
    let mut viewer = view_named("halls");
    let first = fingerprint(&viewer);
    press(&mut viewer, "n");
    assert_eq!(viewer.seed(), Seed::from(43));
    assert_eq!(fingerprint(&viewer), Recipe::named("halls").unwrap().build(43).unwrap().fingerprint());
    press(&mut viewer, "p");
    assert_eq!(fingerprint(&viewer), first);
    press(&mut viewer, "g");
    enter(&mut viewer, "0");
    press(&mut viewer, "p");
    assert_eq!(viewer.seed(), Seed::from(u64::MAX), "numbers wrap around");
    press(&mut viewer, "g");
    enter(&mut viewer, "a walk in the dark");
    assert_shows(&mut viewer, &["seed a walk in th…"]);
    press(&mut viewer, "p");
    assert_shows(&mut viewer, &["This is the first seed"]);
    press(&mut viewer, "n n");
    assert_eq!(viewer.seed(), Seed::from("a walk in the dark-2"));
    press(&mut viewer, "g x y escape");
    assert_eq!(viewer.seed(), Seed::from("a walk in the dark-2"), "a cancelled prompt changes nothing");
}

#[test]
fn the_same_step_is_shown_for_another_seed() {
    let mut viewer = view_named("caves");
    press(&mut viewer, "home . n");
    assert_shows(&mut viewer, &["seed 43", "step 1 of 5, scatter"]);
}

/// A check that no level passes.
#[derive(Debug)]
struct BareCorner;

impl Check for BareCorner {
    fn name(&self) -> &str {
        "corner"
    }

    fn judge(&self, _: &Draft) -> Result<(), Veto> {
        Err(Veto::new("corner", "the corner is bare").at(Point::new(0, 0)))
    }
}

#[test]
fn a_failing_recipe_shows_why_and_keeps_its_steps() {
    let text = "name = \"hopeless\"\ndescription = \"x\"\nsize = \"40x20\"\nattempts = 3\n[require]\nrooms = 99\n\
                [[step]]\ndo = \"rooms\"\n[[step]]\ndo = \"halls\"\n";
    let recipe = Recipe::parse(SourceFile::new("x.toml", text), Content::standard()).unwrap();
    let mut viewer = view(recipe);
    assert_shows(&mut viewer, &["no draft passed", "requires 99", "draft 3"]);
    press(&mut viewer, ",");
    assert_shows(&mut viewer, &["step 1 of 2, rooms"]);
    press(&mut viewer, "home");
    assert_shows(&mut viewer, &["step 0 of 2"]);
    press(&mut viewer, "n");
    assert_shows(&mut viewer, &["no draft passed"]);
    // The place of the veto is marked and in sight.
    let recipe = Recipe::new(200, 200).fill("floor").border().check(BareCorner).called("bare");
    let mut viewer = view(recipe);
    assert_shows(&mut viewer, &["the corner is bare, at (0,", "┐X#"]);
    // Steps after one that gives up are not made.
    let text = "name = \"vain\"\ndescription = \"x\"\nsize = \"40x20\"\nattempts = 2\n\
                [[step]]\ndo = \"rooms\"\n[[step]]\ndo = \"stamp\"\nfewest = 50\nmost = 60\nrequired = true\n\
                [[step]]\ndo = \"connect\"\n";
    let recipe = Recipe::parse(SourceFile::new("x.toml", text), Content::standard()).unwrap();
    let mut viewer = view(recipe);
    assert_shows(&mut viewer, &["no draft passed", "step 2 of 3, stamp"]);
    press(&mut viewer, "end");
    assert_shows(&mut viewer, &["step 2 of 3, stamp"]);
}

#[test]
fn a_plan_shows_its_depths_and_cannot_be_changed() {
    let target = Target::Plan(Arc::new(Plan::named("two-caves").unwrap()));
    let mut viewer = open(target, "two-caves", Files::default(), COLOUR);
    assert_shows(&mut viewer, &["two-caves", "depth 0", "passes all checks"]);
    let top = fingerprint(&viewer);
    press(&mut viewer, ">");
    assert_ne!(fingerprint(&viewer), top);
    assert_eq!(viewer.command_line(), "undercroft generate --plan two-caves --seed 42 --depth 1");
    press(&mut viewer, ">");
    assert_shows(&mut viewer, &["There are no levels beyond this one."]);
    for key in ["+", "enter", "r", "R", "s"] {
        press(&mut viewer, key);
        assert_shows(&mut viewer, &["A plan cannot be changed:"]);
    }
    press(&mut viewer, "< . , space tab");
    assert_eq!(fingerprint(&viewer), top);
    let target = Target::Plan(Arc::new(Plan::named("endless").unwrap()));
    let mut viewer = open(target, "endless", Files::default(), COLOUR);
    press(&mut viewer, "o o");
    assert_shows(&mut viewer, &["80×50"]);
}

#[test]
fn a_large_level_does_not_block_the_keys_and_the_newest_request_wins() {
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
fn a_small_level_is_ready_before_the_next_redraw() {
    let mut viewer = view_named("halls");
    let mut late = 0;
    for _ in 0..20 {
        viewer.update(&Input::Key(Chord::character('n')));
        late += u32::from(viewer.is_working());
        viewer.finish_work();
    }
    // A busy machine may be late now and then.
    assert!(late <= 10, "{late} of 20 were late");
}
