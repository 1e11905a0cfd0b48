//! Fills regions with what surrounds them.

use undercroft_grid::{Point, Regions};

use crate::{Draft, Tile};

/// Fills every region that passes with what most of the closed cells around it are.
pub(crate) fn fill_regions(draft: &mut Draft, regions: &Regions, passes: impl Fn(u32) -> bool) {
    let passing: Vec<bool> = (0..regions.count() as u32).map(passes).collect();
    let pockets = || regions.runs().filter(|(.., label)| passing[*label as usize]);
    // Where there is nothing but rock and floor, what surrounds them is rock.
    let only_rock = draft.tiles().as_slice().iter().fold(0, |all, tile| all | tile.0) <= Tile::FLOOR.0;
    let filling = if only_rock { Vec::new() } else { most_around(draft, pockets(), regions.count()) };
    let (tiles, open) = draft.tiles_and_open();
    for (y, columns, label) in pockets() {
        open.remove_span(y, columns.clone());
        let cells = columns.start as usize..columns.end as usize;
        let filling = filling.get(label as usize).copied().unwrap_or(Tile::WALL);
        tiles.row_mut(y)[cells].fill(filling);
    }
}

/// What most of the closed cells around each region are; of equals the tile with the lowest number. Rock around a region
/// that has no closed cell around it.
fn most_around(
    draft: &Draft,
    runs: impl Iterator<Item = (u32, std::ops::Range<u32>, u32)>,
    regions: usize,
) -> Vec<Tile> {
    let mut around: Vec<(u32, Tile)> = Vec::new();
    for (y, columns, label) in runs {
        for at in columns.flat_map(|x| Point::new(x as i32, y as i32).four()) {
            if !draft.is_open(at) {
                around.push((label, draft.tile(at)));
            }
        }
    }
    around.sort_unstable();
    let mut most = vec![(0, Tile::WALL); regions];
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
    fn rock_alone_is_what_asking_every_cell_around_finds() {
        let drawing = "#######\n#..#..#\n#.#.#.#\n##...##\n#######";
        let mut draft = Draft::parse(drawing);
        let regions = Regions::of(&draft.open(), Neighbours::Four);
        let asked = most_around(&draft, regions.runs(), regions.count());
        assert!(asked.iter().all(|tile| *tile == Tile::WALL));
        fill_regions(&mut draft, &regions, |label| label != 2);
        assert_eq!(draft.to_string(), "#######\n#######\n###·###\n##···##\n#######\n");
    }
}
