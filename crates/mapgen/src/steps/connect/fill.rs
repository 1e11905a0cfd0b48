//! Fills components with the tile that surrounds them.

use std::collections::BTreeMap;

use undercroft_grid::{Components, Point};

use crate::{Draft, Tile};

/// Fills every component that passes with the most common closed tile around it; on a tie, the tile with the lowest id.
/// Cells beyond the edge of the map do not count: the map may be a chunk of something larger.
pub(crate) fn fill_components(draft: &mut Draft, components: &Components, passes: impl Fn(u32) -> bool + Send + Sync) {
    if draft.is_rock_and_floor() {
        // Only rock surrounds a component.
        draft.edit_open(|open| components.remove_from(open, passes));
        return;
    }
    let cells: Vec<(u32, Point)> = components
        .cells_where(passes)
        .points()
        .filter_map(|at| components.label(at).map(|label| (label, at)))
        .collect();
    let mut tally = BTreeMap::<(u32, Tile), usize>::new();
    for &(label, at) in &cells {
        let around = at.four().filter(|near| !draft.is_open(*near));
        for near in around.filter_map(|near| draft.tiles().get(near)) {
            *tally.entry((label, *near)).or_default() += 1;
        }
    }
    let mut fillings = BTreeMap::<u32, (usize, Tile)>::new();
    for ((label, tile), count) in tally {
        let best = fillings.entry(label).or_insert((0, Tile::WALL));
        if count > best.0 {
            *best = (count, tile);
        }
    }
    for (label, at) in cells {
        draft.set(at, fillings.get(&label).map_or(Tile::WALL, |(_, tile)| *tile));
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Neighbours;

    use super::*;

    #[test]
    fn filling_only_bits_gives_the_same_as_filling_tiles() {
        let drawing = "#######\n#..#..#\n#.#.#.#\n##...##\n#######";
        let mut tiles = Draft::parse(drawing);
        let mut bits = Draft::new(tiles.size(), tiles.tileset().clone());
        tiles.open().points().for_each(|at| bits.set(at, Tile::FLOOR));
        assert!(bits.is_rock_and_floor() && !tiles.is_rock_and_floor());
        for draft in [&mut tiles, &mut bits] {
            let components = Components::of(draft.open(), Neighbours::Four);
            fill_components(draft, &components, |label| label != 2);
            assert_eq!(draft.to_string(), "#######\n#######\n###·###\n##···##\n#######\n");
        }
        assert_eq!(tiles, bits);
    }

    #[test]
    fn the_most_common_tile_around_a_component_fills_it() {
        let mut draft = Draft::parse("######\n#≈.≈.#\n######\n..####");
        let components = Components::of(draft.open(), Neighbours::Four);
        fill_components(&mut draft, &components, |label| label < 2);
        assert_eq!(draft.to_string(), "######\n#≈#≈##\n######\n··####\n");
    }

    #[test]
    fn what_lies_beyond_the_edge_does_not_count() {
        let mut draft = Draft::parse(".♣♣\n♣♣♣\n.≈♣");
        let components = Components::of(draft.open(), Neighbours::Four);
        fill_components(&mut draft, &components, |_| true);
        assert_eq!(draft.to_string(), "♣♣♣\n♣♣♣\n≈≈♣\n");
    }
}
