//! Fills regions with what surrounds them.

use std::ops::Range;

use undercroft_grid::{BitGrid, Components, Point, Rect};

use crate::{Draft, Tile};

/// Fills every region that passes with what most of the closed cells around it are.
pub(crate) fn fill_regions(draft: &mut Draft, regions: &Components, passes: impl Fn(u32) -> bool + Send + Sync) {
    // Where there is nothing but rock and floor, what surrounds them is rock.
    if draft.is_rock_and_floor() {
        draft.edit_open(|open| regions.remove_from(open, passes));
        return;
    }
    let pockets = regions.cells_where(passes);
    let filling = most_around(draft, regions, &pockets);
    for (y, columns, label) in runs(regions, &pockets) {
        let run = Rect::new(columns.start as i32, y as i32, columns.end - columns.start, 1);
        draft.fill(run, filling[label as usize]);
    }
}

/// The runs of some regions, whose cells are given: the row, the columns, and the region.
fn runs<'a>(regions: &'a Components, cells: &'a BitGrid) -> impl Iterator<Item = (u32, Range<u32>, u32)> {
    (0..cells.size().height).flat_map(move |y| {
        let label = move |x: u32| regions.label(Point::new(x as i32, y as i32));
        cells.runs(y).filter_map(move |run| label(run.start).map(|label| (y, run, label)))
    })
}

/// What most of the closed cells around each region are; of equals the tile with the lowest number. Rock around a region
/// that has no closed cell around it.
fn most_around(draft: &Draft, regions: &Components, cells: &BitGrid) -> Vec<Tile> {
    let mut around: Vec<(u32, Tile)> = Vec::new();
    for (y, columns, label) in runs(regions, cells) {
        for at in columns.flat_map(|x| Point::new(x as i32, y as i32).four()) {
            if !draft.is_open(at) {
                around.push((label, draft.tile(at)));
            }
        }
    }
    around.sort_unstable();
    let mut most = vec![(0, Tile::WALL); regions.count()];
    for same in around.chunk_by(|a, b| a == b) {
        let (label, tile) = same[0];
        let best = &mut most[label as usize];
        if same.len() > best.0 {
            *best = (same.len(), tile);
        }
    }
    most.into_iter().map(|(_, tile)| tile).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use undercroft_grid::Neighbours;

    #[test]
    fn bits_alone_are_filled_as_tiles_are() {
        let drawing = "#######\n#..#..#\n#.#.#.#\n##...##\n#######";
        let mut tiles = Draft::parse(drawing);
        let mut bits = Draft::new(tiles.size(), tiles.tileset().clone());
        tiles.open().points().for_each(|at| bits.set(at, Tile::FLOOR));
        assert!(bits.is_rock_and_floor() && !tiles.is_rock_and_floor());
        for draft in [&mut tiles, &mut bits] {
            let regions = Components::of(draft.open(), Neighbours::Four);
            fill_regions(draft, &regions, |label| label != 2);
            assert_eq!(draft.to_string(), "#######\n#######\n###·###\n##···##\n#######\n");
        }
        assert_eq!(tiles, bits);
    }
}
