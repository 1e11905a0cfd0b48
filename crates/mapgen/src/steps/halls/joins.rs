//! Chooses which rooms halls join.

use undercroft_grid::{DisjointSet, Grid, Point, Size};

use super::nearest::to_the_nearest_before;
use super::tree::{Web, unite};

/// How to choose which rooms to join. Every choice leaves all rooms connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    Chain,
    RightAndBelow,
    Nearest,
    Tree,
}

/// The indices of the two rooms that a hall joins.
pub(super) type Hall = (usize, usize);

/// Which room each partition of a grid has.
pub(super) type Lattice = Grid<Option<usize>>;

impl Join {
    pub(super) const ALL: [Self; 4] = [Self::Chain, Self::RightAndBelow, Self::Nearest, Self::Tree];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::RightAndBelow => "right-and-below",
            Self::Nearest => "nearest",
            Self::Tree => "tree",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|join| join.name() == name)
    }

    /// The halls between rooms with these centres on a map of this size. `extra` decides on halls that are not needed.
    pub(super) fn halls(
        self,
        centres: &[Point],
        lattice: Option<&Lattice>,
        size: Size,
        extra: impl Fn(Point, Point) -> bool,
    ) -> Vec<Hall> {
        match self {
            Self::Chain => (1..centres.len()).map(|room| (room, room - 1)).collect(),
            Self::Nearest => to_the_nearest_before(centres, size),
            Self::RightAndBelow => right_and_below(centres, lattice),
            Self::Tree => {
                let web = Web::of(centres);
                let mut joined = DisjointSet::new(centres.len());
                let wanted = |hall: &Hall| unite(&mut joined, *hall) || extra(centres[hall.0], centres[hall.1]);
                let mut halls: Vec<Hall> = web.halls().filter(wanted).collect();
                halls.extend(web.shortest_joining(&mut joined));
                halls
            }
        }
    }
}

/// Each room to its right and lower neighbours. If missing rooms leave several components, the shortest halls join them.
fn right_and_below(centres: &[Point], lattice: Option<&Lattice>) -> Vec<Hall> {
    let mut halls = between_neighbours(centres, lattice);
    let mut joined = DisjointSet::new(centres.len());
    halls.iter().for_each(|hall| _ = unite(&mut joined, *hall));
    if joined.count() > 1 {
        halls.extend(Web::of(centres).shortest_joining(&mut joined));
    }
    halls
}

/// Each room to its right and lower neighbours, if it has them.
pub(super) fn between_neighbours(centres: &[Point], lattice: Option<&Lattice>) -> Vec<Hall> {
    let mut halls = Vec::new();
    let room_at = |at: Point| lattice.and_then(|lattice| *lattice.get(at)?).filter(|room| *room < centres.len());
    for at in lattice.into_iter().flat_map(|lattice| lattice.size().points()) {
        let Some(room) = room_at(at) else { continue };
        let neighbours = [Point::new(1, 0), Point::new(0, 1)].into_iter().filter_map(|next| room_at(at + next));
        halls.extend(neighbours.map(|neighbour| (room, neighbour)));
    }
    halls
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn centres(count: i32, seed: u64) -> Vec<Point> {
        let mut rng = Seed::from(seed).fork("centres").rng();
        // Each room has its own cell, as rooms never overlap.
        (0..count).map(|index| Point::new(rng.range(1..=40) * 2 + index % 2, index)).collect()
    }

    #[test]
    fn every_choice_connects_all_rooms() {
        for count in [0, 1, 2, 3, 4, 10, 60] {
            for seed in 0..30 {
                let centres = centres(count, seed);
                for join in Join::ALL {
                    let halls = join.halls(&centres, None, Size::new(100, 100), |_, _| false);
                    let mut joined = DisjointSet::new(centres.len());
                    halls.iter().for_each(|hall| _ = unite(&mut joined, *hall));
                    assert!(
                        joined.count() <= 1,
                        "{join:?}: {halls:?} leave {} components of {centres:?}",
                        joined.count()
                    );
                    assert_eq!(halls.len() as i32, (count - 1).max(0), "{join:?} of {count} rooms: {halls:?}");
                }
            }
        }
    }

    #[test]
    fn rooms_in_a_line_are_joined_in_its_order() {
        let centres = [5, 1, 9, 3, 7].map(|x| Point::new(x * 3, x));
        let mut halls = Join::Tree.halls(&centres, None, Size::new(100, 100), |_, _| true);
        halls.iter_mut().for_each(|hall| *hall = (hall.0.min(hall.1), hall.0.max(hall.1)));
        halls.sort_unstable();
        assert_eq!(halls, [(0, 3), (0, 4), (1, 3), (2, 4)]);
    }

    #[test]
    fn a_missing_room_does_not_cut_a_row_of_partitions() {
        let centres = [2, 6, 14, 18].map(|x| Point::new(x, 3));
        let lattice = Grid::from_fn(Size::new(5, 1), |at| [Some(0), Some(1), None, Some(2), Some(3)][at.x as usize]);
        let halls = Join::RightAndBelow.halls(&centres, Some(&lattice), Size::new(20, 7), |_, _| false);
        assert_eq!(halls, [(0, 1), (2, 3), (1, 2)]);
    }

    #[test]
    fn neighbours_across_and_down_are_joined() {
        let centres: Vec<Point> = (0..4).map(|room| Point::new(room % 2 * 10, room / 2 * 10)).collect();
        let lattice = Grid::from_fn(Size::new(2, 2), |at| Some((at.y * 2 + at.x) as usize));
        let halls = Join::RightAndBelow.halls(&centres, Some(&lattice), Size::new(20, 20), |_, _| false);
        assert_eq!(halls, [(0, 1), (0, 2), (1, 3), (2, 3)]);
    }
}
