//! Overlays of small maps, and of every recipe.

use undercroft_grid::{Components, Neighbours};
use undercroft_mapgen::{Class, Draft, Metric, Point, Recipe, Rect, Spawn, Survey};

use super::{Mark, Overlay, OverlayLayer, draw_with_overlays};
use crate::PictureOptions;

fn overlaid(overlay: Overlay, drawing: &str, change: impl FnOnce(&mut Draft)) -> OverlayLayer {
    let mut draft = Draft::parse(drawing);
    change(&mut draft);
    overlay.of(&draft, None)
}

fn legend(layer: &OverlayLayer) -> String {
    layer.legend.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("; ")
}

fn filled(layer: &OverlayLayer) -> usize {
    layer.marks.iter().map(|mark| if let Mark::Fill { area, .. } = mark { area.area() } else { 0 }).sum()
}

#[test]
fn areas_are_counted_by_kind_and_every_cell_is_filled() {
    let layer = overlaid(Overlay::Areas, "...#...\n...#...\n.......\n...#...", |_| {});
    assert_eq!(legend(&layer), "2 chambers; 1 link");
    assert_eq!(filled(&layer), 25);
}

#[test]
fn the_path_to_the_stairs_is_counted_in_steps() {
    let layer = overlaid(Overlay::Path, "@..>", |draft| draft.start = Some(Point::new(0, 0)));
    assert_eq!(legend(&layer), "shortest path to the stairs down: 3 steps");
    let nowhere = overlaid(Overlay::Path, "@...", |draft| draft.start = Some(Point::new(0, 0)));
    assert_eq!(legend(&nowhere), "no stairs down to walk to");
}

#[test]
fn distances_are_shown_for_every_cell_that_can_be_reached() {
    let layer = overlaid(Overlay::Distance, "...#.", |draft| draft.start = Some(Point::new(0, 0)));
    assert_eq!(filled(&layer), 3);
    assert!(legend(&layer).ends_with("2 steps"), "{}", legend(&layer));
    assert_eq!(legend(&overlaid(Overlay::Distance, "...", |_| {})), "no start to measure from");
}

#[test]
fn a_door_between_two_rooms_is_a_gate() {
    let layer = overlaid(Overlay::Chokepoints, "...#...\n...+...\n...#...", |_| {});
    assert_eq!(legend(&layer), "3 chokepoints; 1 gate into a chamber");
}

#[test]
fn an_island_of_rock_makes_a_loop() {
    let layer = overlaid(Overlay::Loops, ".....\n.##..\n.....\n...#.\n.....", |_| {});
    assert_eq!(legend(&layer), "1 island of rock to walk around; the loops around them", "a pillar does not count");
}

#[test]
fn dead_ends_are_drawn_to_the_next_junction() {
    let layer = overlaid(Overlay::DeadEnds, "..###\n.....\n..###", |_| {});
    assert_eq!(legend(&layer), "1 dead end");
    let Mark::Line { points, .. } = &layer.marks[0] else { panic!("{:?}", layer.marks) };
    assert_eq!(points.len(), 4);
}

#[test]
fn rooms_are_linked_where_a_path_joins_them() {
    let layer = overlaid(Overlay::Rooms, "..#..#..\n........\n..#..#..", |draft| {
        draft.rooms = vec![Rect::new(0, 0, 2, 3), Rect::new(3, 0, 2, 3), Rect::new(6, 0, 2, 3)];
    });
    assert_eq!(legend(&layer), "3 rooms; 2 links between them");
}

#[test]
fn spawns_are_counted_by_class() {
    let layer = overlaid(Overlay::Spawns, "....", |draft| {
        draft.spawns.push(Spawn::new("kobold", Class::Creature, Point::new(1, 0)));
    });
    assert_eq!(legend(&layer), "1 creature; 0 items; 0 stairs; start");
}

#[test]
fn sight_ends_at_walls_and_may_begin_anywhere() {
    let draft = Draft::parse("..#..");
    let seen = Overlay::Sight.of(&draft, Some(Point::new(4, 0)));
    assert_eq!(legend(&seen), "3 cells visible from (4, 0)");
    assert_eq!(legend(&Overlay::Sight.of(&draft, Some(Point::new(9, 9)))), "no cell to look from");
}

#[test]
fn every_overlay_changes_the_picture_of_every_recipe_and_no_cell_is_outside() {
    let options = PictureOptions::default();
    for name in Recipe::names() {
        let level = Recipe::named(name).unwrap().build(3).unwrap();
        for overlay in Overlay::ALL {
            let layer = overlay.of(level.as_draft(), None);
            assert!(!layer.legend.is_empty(), "{name} {overlay:?}");
            let inside = level.size().rect();
            for mark in &layer.marks {
                if let Mark::Fill { area, .. } | Mark::Frame { area, .. } = mark {
                    assert!(inside.encloses(*area), "{name} {overlay:?} {area:?}");
                }
            }
            let picture = draw_with_overlays(level.as_draft(), &options, &[layer]).unwrap();
            assert_eq!(picture.width(), level.size().width * 16);
        }
    }
}

#[test]
fn the_loops_overlay_shows_what_the_metric_counts() {
    for name in Recipe::names() {
        let level = Recipe::named(name).unwrap().build(3).unwrap();
        let survey = Survey::of(&level);
        let loops = Metric::Loops.measure(&survey).unwrap();
        let islands = survey.islands();
        assert_eq!(Components::of(&islands, Neighbours::Eight).count() as f64, loops, "{name}:\n{islands}");
        let layer = Overlay::Loops.of(level.as_draft(), None);
        assert!(legend(&layer).starts_with(&format!("{loops} island")), "{name}: {}", legend(&layer));
    }
}

#[test]
fn empty_drafts_have_overlays() {
    for drawing in ["#", ".", "##\n##"] {
        for overlay in Overlay::ALL {
            let draft = Draft::parse(drawing);
            assert!(draw_with_overlays(&draft, &PictureOptions::default(), &[overlay.of(&draft, None)]).is_ok());
        }
    }
}
