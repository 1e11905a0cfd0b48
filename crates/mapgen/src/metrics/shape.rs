//! The shape of the walkable cells.

use undercroft_grid::Point;

use super::Survey;

/// Less rock than this is a pillar, and walking around it is not a loop.
pub(super) const SMALLEST_ROCK: usize = 2;

pub(super) fn open(survey: &Survey<'_>) -> Option<f64> {
    let area = survey.draft().size().area() as f64;
    (area > 0.0).then(|| survey.open().count() as f64 / area)
}

pub(super) fn rooms(survey: &Survey<'_>) -> Option<f64> {
    Some(survey.draft().rooms.len() as f64)
}

pub(super) fn room_area(survey: &Survey<'_>) -> Option<f64> {
    let rooms = &survey.draft().rooms;
    let sum: f64 = rooms.iter().map(|room| room.area() as f64).sum();
    (!rooms.is_empty()).then(|| sum / rooms.len() as f64)
}

pub(super) fn largest_room(survey: &Survey<'_>) -> Option<f64> {
    survey.draft().rooms.iter().map(|room| room.area()).max().map(|area| area as f64)
}

pub(super) fn corridors(survey: &Survey<'_>) -> Option<f64> {
    survey.share_of_open(undercroft_grid::corridors(survey.open()).count() as f64)
}

pub(super) fn winding(survey: &Survey<'_>) -> Option<f64> {
    let open = survey.open();
    let (mut straight, mut turning) = (0_u32, 0_u32);
    for at in open.points() {
        let sides = undercroft_grid::FOUR.map(|side| open.contains(at + side));
        match sides {
            _ if sides.into_iter().filter(|side| *side).count() != 2 => {}
            // Two walkable sides are opposite each other if up equals down.
            [up, _, _, down] if up == down => straight += 1,
            _ => turning += 1,
        }
    }
    let all = straight + turning;
    (all > 0).then(|| f64::from(turning) / f64::from(all))
}

pub(super) fn loops(survey: &Survey<'_>) -> Option<f64> {
    Some(undercroft_grid::loops_around(survey.open(), SMALLEST_ROCK) as f64)
}

pub(super) fn dead_ends(survey: &Survey<'_>) -> Option<f64> {
    Some(undercroft_grid::dead_ends(survey.open()).count() as f64)
}

pub(super) fn chokepoints(survey: &Survey<'_>) -> Option<f64> {
    survey.share_of_open(undercroft_grid::chokepoints(survey.open()).count() as f64)
}

pub(super) fn openness(survey: &Survey<'_>) -> Option<f64> {
    let open = survey.open();
    let around: usize = open.points().map(|at| at.eight().filter(|near| open.contains(*near)).count()).sum();
    survey.share_of_open(around as f64 / 8.0)
}

pub(super) fn symmetry(survey: &Survey<'_>) -> Option<f64> {
    let (open, size) = (survey.open(), survey.draft().size());
    let (right, bottom) = (size.width as i32 - 1, size.height as i32 - 1);
    let images: [fn(Point, i32, i32) -> Point; 3] = [
        |at, right, _| Point::new(right - at.x, at.y),
        |at, _, bottom| Point::new(at.x, bottom - at.y),
        |at, right, bottom| Point::new(right - at.x, bottom - at.y),
    ];
    let area = size.area() as f64;
    // Of two cells that differ, one is walkable, so each pair is found once and counts for two cells.
    let same = images.map(|image| {
        let unlike = open.points().filter(|at| !open.contains(image(*at, right, bottom))).count();
        1.0 - 2.0 * unlike as f64 / area
    });
    (area > 0.0).then(|| same.into_iter().fold(0.0, f64::max))
}
