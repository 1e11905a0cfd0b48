//! Tests whether filling some cells would disconnect the rest.
//!
//! ```text
//! #########        #########        #########
//! #...#...#        #...#...#        #...#...#
//! #.......#        #.~.....#        #..~~...#        ~ is filled
//! #...#...#        #.~.#...#        #..~#...#
//! #########        #########        #########
//!                  no               yes
//! ```

use alloc::vec::Vec;

use crate::{BitGrid, EIGHT, Neighbours, Point, Rect, Size, flood};

/// Whether removing `fill` from `open` disconnects any two of the remaining cells that were connected before.
///
/// Cells of `fill` that are not open make no difference. A component of `open` that disappears as a whole disconnects nothing.
///
/// The rest is disconnected exactly if the cells beside one component of the filling are no longer connected to each other. So the search
/// uses a window around the filling, which grows until it contains either a path around or a closed pocket. On open ground, the ring of
/// cells around the filling is enough to decide.
///
/// ```
/// use undercroft_grid::{BitGrid, Neighbours, Point, cuts_apart};
/// let open = BitGrid::parse("...#...\n.......\n...#...", |glyph| glyph == '.');
/// let mut lake = BitGrid::new(open.size());
/// lake.insert(Point::new(1, 1));
/// assert!(!cuts_apart(&open, &lake, Neighbours::Four));
/// lake.insert(Point::new(3, 1));
/// assert!(cuts_apart(&open, &lake, Neighbours::Four));
/// ```
///
/// # Panics
/// If the sets differ in size.
#[must_use]
pub fn cuts_apart(open: &BitGrid, fill: &BitGrid, neighbours: Neighbours) -> bool {
    assert_eq!(open.size(), fill.size(), "the filling must have the map's size");
    let bounds = fill.bounding_rect();
    if bounds.is_empty() {
        return false;
    }
    let mut margin = 1;
    loop {
        let window = open.size().rect().intersection(bounds.grown(margin));
        match cuts_within(open, fill, window, neighbours) {
            Some(answer) => return answer,
            None => margin *= 4,
        }
    }
}

/// The answer, if a window that contains the whole filling can give it; `None` if the window must be larger.
fn cuts_within(open: &BitGrid, fill: &BitGrid, window: Rect, neighbours: Neighbours) -> Option<bool> {
    let mut rest = open.cropped(window);
    let mut filled = fill.cropped(window);
    filled.intersect(&rest);
    rest.subtract(&filled);
    let mut components: Vec<BitGrid> = Vec::new();
    let mut is_certain = true;
    while let Some(at) = filled.first() {
        let filling = flood(&filled, at, neighbours);
        filled.subtract(&filling);
        let mut beside = filling.grown(neighbours);
        beside.intersect(&rest);
        let mut touched = Vec::new();
        while let Some(at) = beside.first() {
            let known = components.iter().position(|component| component.contains(at));
            let component = known.unwrap_or_else(|| {
                components.push(flood(&rest, at, neighbours));
                components.len() - 1
            });
            beside.subtract(&components[component]);
            touched.push(component);
        }
        if touched.len() > 1 {
            // Components that reach the window's edge may meet beyond it. One that does not meets nothing.
            if !touched.iter().all(|component| goes_on(&components[*component], window, open.size())) {
                return Some(true);
            }
            is_certain = false;
        }
    }
    is_certain.then_some(false)
}

/// Whether cells of a window touch a side beyond which the map continues.
fn goes_on(cells: &BitGrid, window: Rect, map: Size) -> bool {
    let Rect { width, height, .. } = window;
    let sides = [
        (window.x > 0, Rect::new(0, 0, 1, height)),
        (window.y > 0, Rect::new(0, 0, width, 1)),
        (window.right() < map.width as i32, Rect::new(width as i32 - 1, 0, 1, height)),
        (window.bottom() < map.height as i32, Rect::new(0, height as i32 - 1, width, 1)),
    ];
    sides.into_iter().any(|(continues, side)| continues && cells.meets_rect(side))
}

/// Whether the open neighbours of a cell are not all connected to each other among the eight cells around it.
///
/// If they are all connected, filling the cell disconnects nothing. If not, it may: there can still be a path around farther away, which
/// [`cuts_apart`] and [`chokepoints`](crate::chokepoints) find. (The connectivity number of Yokoi, Toriwaki and Fukumura, 1975, is two or
/// more.)
///
/// ```text
/// .#.        ..#
/// .x.        .x#        x is the cell
/// .#.        ...
/// yes        no
/// ```
///
/// ```
/// use undercroft_grid::{BitGrid, Neighbours, Point, is_local_cut};
/// let door = BitGrid::parse(".#.\n...\n.#.", |glyph| glyph == '.');
/// let corner = BitGrid::parse("..#\n..#\n...", |glyph| glyph == '.');
/// assert!(is_local_cut(&door, Point::new(1, 1), Neighbours::Four));
/// assert!(!is_local_cut(&corner, Point::new(1, 1), Neighbours::Four));
/// ```
#[must_use]
pub fn is_local_cut(open: &BitGrid, at: Point, neighbours: Neighbours) -> bool {
    let ring = AROUND.map(|offset| open.contains(at + offset));
    // Each quarter of the ring leads from a cell that shares an edge, over a corner, to the next one that shares an edge.
    let ends = (0..4).filter(|quarter| {
        let [edge, corner, next] = [0, 1, 2].map(|step| ring[(2 * quarter + step) % 8]);
        match neighbours {
            Neighbours::Four => edge && !(corner && next),
            Neighbours::Eight => !edge && (corner || next),
        }
    });
    ends.count() >= 2
}

/// The offsets to the eight cells around a cell, going around it from the right.
const AROUND: [Point; 8] = [EIGHT[4], EIGHT[2], EIGHT[1], EIGHT[0], EIGHT[3], EIGHT[5], EIGHT[6], EIGHT[7]];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Components;
    use crate::testing;
    use crate::testing::{BOTH, maps, small_maps};

    /// By definition: some flood of the map loses more than the filling.
    fn cuts_by_flooding(open: &BitGrid, fill: &BitGrid, neighbours: Neighbours) -> bool {
        let mut rest = open.clone();
        rest.subtract(fill);
        rest.points().any(|at| {
            let mut before = flood(open, at, neighbours);
            before.subtract(fill);
            before != flood(&rest, at, neighbours)
        })
    }

    fn assert_agrees_with_floods(open: &BitGrid, fill: &BitGrid) {
        for neighbours in BOTH {
            let expected = cuts_by_flooding(open, fill, neighbours);
            assert_eq!(cuts_apart(open, fill, neighbours), expected, "{neighbours:?}, {open:?}fill:\n{fill}");
        }
    }

    proptest! {
        #[test]
        fn a_filling_cuts_if_a_flood_loses_more_than_the_filling(open in small_maps(), fill in small_maps()) {
            let fill = fill.cropped(open.size().rect());
            assert_agrees_with_floods(&open, &fill);
        }

        #[test]
        fn small_fillings_of_large_maps_agree_with_floods(open in maps(), rect in (0..130, 0..16, 1_u32..4, 1_u32..4)) {
            let mut fill = BitGrid::new(open.size());
            let (x, y) = (rect.0 % open.size().width as i32, rect.1 % open.size().height as i32);
            fill.insert_rect(Rect::new(x, y, rect.2, rect.3));
            assert_agrees_with_floods(&open, &fill);
        }
    }

    #[test]
    fn a_local_cut_has_several_components_around_it() {
        let middle = Point::new(1, 1);
        for bits in 0..256 {
            let ring = BitGrid::from_fn(Size::new(3, 3), |at| {
                EIGHT.iter().position(|offset| middle + *offset == at).is_some_and(|index| bits >> index & 1 == 1)
            });
            for neighbours in BOTH {
                let components = Components::of(&ring, neighbours);
                let mut beside: Vec<u32> =
                    neighbours.offsets().iter().filter_map(|offset| components.label(middle + *offset)).collect();
                beside.sort_unstable();
                beside.dedup();
                assert_eq!(is_local_cut(&ring, middle, neighbours), beside.len() > 1, "{neighbours:?}\n{ring}");
            }
        }
    }

    #[test]
    fn a_distant_path_around_is_found() {
        let size = Size::new(200, 30);
        let mut open = BitGrid::full(size);
        open.remove_rect(Rect::new(4, 15, 196, 1));
        open.insert(Point::new(190, 15));
        let mut door = BitGrid::new(size);
        door.insert(Point::new(190, 15));
        assert!(!cuts_apart(&open, &door, Neighbours::Four));
        let mut other_path = BitGrid::new(size);
        other_path.insert_rect(Rect::new(0, 15, 4, 1));
        assert!(!cuts_apart(&open, &other_path, Neighbours::Four));
        door.unite(&other_path);
        assert!(cuts_apart(&open, &door, Neighbours::Four));
    }

    #[test]
    fn filling_a_whole_component_cuts_nothing() {
        let open = testing::open("..#..\n..#..");
        let fill = BitGrid::parse("~~...\n~~...", |glyph| glyph == '~');
        assert!(!cuts_apart(&open, &fill, Neighbours::Four));
    }
}
