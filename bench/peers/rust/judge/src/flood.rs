//! A plain flood fill, and what follows from it.

use std::collections::VecDeque;

use peers_harness::Map;

/// The eight directions; the first four are orthogonal.
const STEPS: [(i64, i64); 8] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Labels the components from 1 and returns the size of each.
pub(crate) fn parts(map: &Map, directions: usize) -> (Vec<u32>, Vec<usize>) {
    let mut labels = vec![0; map.cells.len()];
    let mut sizes = Vec::new();
    let mut waiting = Vec::new();
    for first in 0..map.cells.len() {
        if map.cells[first] != 1 || labels[first] != 0 {
            continue;
        }
        let label = sizes.len() as u32 + 1;
        let mut size = 0;
        labels[first] = label;
        waiting.push(first);
        while let Some(at) = waiting.pop() {
            size += 1;
            let (x, y) = ((at % map.width) as i64, (at / map.width) as i64);
            for (right, down) in &STEPS[..directions] {
                let (x, y) = (x + right, y + down);
                if map.is_open_at(x, y) {
                    let next = y as usize * map.width + x as usize;
                    if labels[next] == 0 {
                        labels[next] = label;
                        waiting.push(next);
                    }
                }
            }
        }
        sizes.push(size);
    }
    (labels, sizes)
}

/// The cells of the largest four-way component; the first if several are equal.
pub(crate) fn largest(map: &Map) -> Vec<u8> {
    let (labels, sizes) = parts(map, 4);
    let most = sizes.iter().max().copied().unwrap_or(0);
    let label = sizes.iter().position(|&size| size == most).map_or(u32::MAX, |index| index as u32 + 1);
    labels.iter().map(|&one| u8::from(one == label)).collect()
}

/// Steps from the map's start to each cell, four-way.
pub(crate) fn distances(map: &Map) -> Vec<u32> {
    let mut steps = vec![u32::MAX; map.cells.len()];
    let mut waiting = VecDeque::from([map.start]);
    steps[map.start.1 * map.width + map.start.0] = 0;
    while let Some((x, y)) = waiting.pop_front() {
        let next_steps = steps[y * map.width + x] + 1;
        for next in map.exits((x, y)) {
            let at = next.1 * map.width + next.0;
            if steps[at] == u32::MAX {
                steps[at] = next_steps;
                waiting.push_back(next);
            }
        }
    }
    steps
}

/// One smoothing pass: a cell is open if at least half of itself and its neighbours are. Cells outside do not count.
pub(crate) fn majority(map: &Map) -> Vec<u8> {
    let (width, height) = (map.width as i64, map.height as i64);
    let mut next = Vec::with_capacity(map.cells.len());
    for y in 0..height {
        for x in 0..width {
            let (mut open, mut all) = (0, 0);
            for near_y in (y - 1).max(0)..(y + 2).min(height) {
                for near_x in (x - 1).max(0)..(x + 2).min(width) {
                    open += u32::from(map.is_open(near_x as usize, near_y as usize));
                    all += 1;
                }
            }
            next.push(u8::from(open * 2 >= all));
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(drawing: &[&str]) -> Map {
        let cells = drawing.concat().bytes().map(|glyph| u8::from(glyph == b'.')).collect();
        Map::new(drawing[0].len(), drawing.len(), cells)
    }

    #[test]
    fn components_touch_at_corners_only_eight_way() {
        let map = map(&["..#", "##.", "#.."]);
        assert_eq!(parts(&map, 4).1, [2, 3]);
        assert_eq!(parts(&map, 8).1, [5]);
        assert_eq!(largest(&map), [0, 0, 0, 0, 0, 1, 0, 1, 1]);
    }

    #[test]
    fn distances_go_around_walls() {
        let map = map(&["...", ".##", "..."]);
        assert_eq!(distances(&map), [0, 1, 2, 1, u32::MAX, u32::MAX, 2, 3, 4]);
    }

    #[test]
    fn smoothing_does_not_count_cells_outside() {
        assert_eq!(majority(&map(&[".#", "##"])), [0; 4]);
        assert_eq!(majority(&map(&["..", "##"])), [1; 4]);
    }
}
