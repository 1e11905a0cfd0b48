//! Would filling these cells cut the rest apart?
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

use crate::{BitGrid, Components, EIGHT, Neighbours, Point, Rect, Size};

/// Whether two cells of `open` that are left when `fill` is taken away, and had a way to each other, have none any
/// more.
///
/// Cells of `fill` that are not open make no difference, and a part of `open` that disappears whole leaves
/// nothing behind that could be cut apart.
///
/// What is left is cut apart just where the cells beside one part of the filling are no longer connected with
/// each other. So it is looked at in a window around the filling that grows only as long as neither a way
/// around nor a closed pocket was found in it: a filling in the open is decided by the ring of cells around it.
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
/// Where the two are of different sizes.
#[must_use]
pub fn cuts_apart(open: &BitGrid, fill: &BitGrid, neighbours: Neighbours) -> bool {
    assert_eq!(open.size(), fill.size(), "the filling needs to be of the map's size");
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

/// What a window that holds all of the filling tells about the whole map; the whole map as a window tells all.
fn cuts_within(open: &BitGrid, fill: &BitGrid, window: Rect, neighbours: Neighbours) -> Option<bool> {
    let mut rest = open.cropped(window);
    let mut filled = fill.cropped(window);
    filled.intersect(&rest);
    rest.subtract(&filled);
    let parts = Components::of(&rest, neighbours);

    let gaps = gaps_beside(&filled, &parts, neighbours);
    if gaps.is_empty() {
        return Some(false);
    }
    // Two parts that both reach the window's edge may meet beyond it. One that does not meets nothing.
    let goes_on = parts_that_go_on(&parts, window, open.size());
    let cut = gaps.iter().any(|(one, other)| !goes_on[*one as usize] || !goes_on[*other as usize]);
    cut.then_some(true)
}

/// The pairs of different parts that one part of the filling has beside it.
fn gaps_beside(filled: &BitGrid, parts: &Components, neighbours: Neighbours) -> Vec<(u32, u32)> {
    let filled_parts = Components::of(filled, neighbours);
    let mut first_beside = alloc::vec![None; filled_parts.count()];
    let mut gaps = Vec::new();
    for at in filled.points() {
        // Every cell of the filling is in a part of it.
        let Some(filled_part) = filled_parts.label(at) else { continue };
        for part in neighbours.offsets().iter().filter_map(|offset| parts.label(at + *offset)) {
            let first = *first_beside[filled_part as usize].get_or_insert(part);
            if part != first {
                gaps.push((first, part));
            }
        }
    }
    gaps
}

/// Which parts of a window have a cell on a side of it beyond which there is more map.
fn parts_that_go_on(parts: &Components, window: Rect, map: Size) -> Vec<bool> {
    let mut goes_on = alloc::vec![false; parts.count()];
    let (right, bottom) = (window.width as i32 - 1, window.height as i32 - 1);
    let mut mark = |side: Rect| {
        for label in side.points().filter_map(|at| parts.label(at)) {
            goes_on[label as usize] = true;
        }
    };
    if window.x > 0 {
        mark(Rect::new(0, 0, 1, window.height));
    }
    if window.y > 0 {
        mark(Rect::new(0, 0, window.width, 1));
    }
    if window.right() < map.width as i32 {
        mark(Rect::new(right, 0, 1, window.height));
    }
    if window.bottom() < map.height as i32 {
        mark(Rect::new(0, bottom, window.width, 1));
    }
    goes_on
}

/// Whether the open cells around a cell are not all connected with each other among the eight cells around it.
///
/// Where this says no, filling the cell cuts nothing apart, and a few looks were enough to know. Where it says yes, it
/// may: there can still be a way around farther off, which [`cuts_apart`] or [`chokepoints`](crate::chokepoints)
/// finds out. (This is the connectivity number of Yokoi, Toriwaki and Fukumura, 1975, being two or more.)
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
    // Each quarter of the ring goes from one of the four cells that share an edge, over a corner, to the next of them.
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
    use crate::flood;
    use crate::testing;
    use crate::testing::{BOTH, maps, small_maps};

    /// By the definition: some flood of the map loses more than the filling.
    fn cuts_by_flooding(open: &BitGrid, fill: &BitGrid, neighbours: Neighbours) -> bool {
        let mut rest = open.clone();
        rest.subtract(fill);
        rest.points().any(|at| {
            let mut before = flood(open, at, neighbours);
            before.subtract(fill);
            before != flood(&rest, at, neighbours)
        })
    }

    proptest! {
        #[test]
        fn cutting_apart_is_what_floods_say(open in small_maps(), fill in small_maps()) {
            let fill = fill.cropped(open.size().rect());
            for neighbours in BOTH {
                prop_assert_eq!(
                    cuts_apart(&open, &fill, neighbours),
                    cuts_by_flooding(&open, &fill, neighbours),
                    "{:?}, fill:\n{}", neighbours, fill
                );
            }
        }

        #[test]
        fn small_fillings_of_large_maps_are_decided_right(open in maps(), rect in (0..130, 0..16, 1_u32..4, 1_u32..4)) {
            let mut fill = BitGrid::new(open.size());
            let (x, y) = (rect.0 % open.size().width as i32, rect.1 % open.size().height as i32);
            fill.insert_rect(Rect::new(x, y, rect.2, rect.3));
            for neighbours in BOTH {
                prop_assert_eq!(
                    cuts_apart(&open, &fill, neighbours),
                    cuts_by_flooding(&open, &fill, neighbours),
                    "{:?}, fill:\n{}", neighbours, fill
                );
            }
        }
    }

    #[test]
    fn a_local_cut_is_a_ring_in_more_than_one_piece() {
        let middle = Point::new(1, 1);
        for bits in 0..256 {
            let ring = BitGrid::from_fn(Size::new(3, 3), |at| {
                EIGHT.iter().position(|offset| middle + *offset == at).is_some_and(|index| bits >> index & 1 == 1)
            });
            for neighbours in BOTH {
                let parts = Components::of(&ring, neighbours);
                let mut beside: Vec<u32> =
                    neighbours.offsets().iter().filter_map(|offset| parts.label(middle + *offset)).collect();
                beside.sort_unstable();
                beside.dedup();
                assert_eq!(is_local_cut(&ring, middle, neighbours), beside.len() > 1, "{neighbours:?}\n{ring}");
            }
        }
    }

    #[test]
    fn a_way_around_far_away_is_found() {
        let size = Size::new(200, 30);
        let mut open = BitGrid::full(size);
        open.remove_rect(Rect::new(4, 15, 196, 1));
        open.insert(Point::new(190, 15));
        let mut door = BitGrid::new(size);
        door.insert(Point::new(190, 15));
        assert!(!cuts_apart(&open, &door, Neighbours::Four));
        let mut other_way = BitGrid::new(size);
        other_way.insert_rect(Rect::new(0, 15, 4, 1));
        assert!(!cuts_apart(&open, &other_way, Neighbours::Four));
        door.unite(&other_way);
        assert!(cuts_apart(&open, &door, Neighbours::Four));
    }

    #[test]
    fn filling_a_whole_part_cuts_nothing() {
        let open = testing::open("..#..\n..#..");
        let fill = BitGrid::parse("~~...\n~~...", |glyph| glyph == '~');
        assert!(!cuts_apart(&open, &fill, Neighbours::Four));
    }
}
