//! The regions that a level falls into if its narrow openings are closed, and the cuts that separate some of them from the start.

use undercroft_grid::{BitGrid, Components, Grid, Neighbours, Point};

use crate::checks::stands_between_walls;
use crate::{Areas, Draft, LinkKind, Rng};

/// The regions between the openings that one cell can close, as a graph.
pub(crate) struct Regions {
    /// The region of each cell; [`NONE`] for rock and the openings themselves.
    pub(crate) map: Grid<u32>,
    /// How many cells each region has.
    pub(crate) cells: Vec<usize>,
    /// The openings.
    pub(crate) openings: Vec<Opening>,
    /// The region where the player arrives.
    pub(crate) start: u32,
    /// The openings of each region.
    around: Vec<Vec<usize>>,
}

/// The region of cells that have none.
pub(crate) const NONE: u32 = u32::MAX;

/// An opening one cell wide between two regions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    pub(crate) at: Point,
    /// The regions on its two sides.
    pub(crate) sides: [u32; 2],
}

/// Openings that together separate a part of the level from the start.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    /// One opening or two.
    pub(crate) openings: Vec<usize>,
    /// The regions that are cut off.
    pub(crate) beyond: Vec<bool>,
}

impl Regions {
    /// The regions of a draft; `None` if it has no arrival.
    pub(crate) fn of(draft: &Draft) -> Option<Self> {
        let arrival = draft.arrival()?;
        let taken = draft.taken();
        let mut at: Vec<Point> = Vec::new();
        for link in Areas::of(draft).links() {
            let plain = matches!(link.kind, LinkKind::Gap | LinkKind::Door) && link.width == 1;
            let alone = !at.iter().any(|other| other.chebyshev(link.at) < 2);
            if plain && alone && !taken.contains(link.at) && stands_between_walls(draft, link.at) {
                at.push(link.at);
            }
        }
        let components = loop {
            let mut ground = draft.open().clone();
            at.iter().for_each(|opening| _ = ground.remove(*opening));
            // Players may walk diagonally. A region that hangs together only that way would be two for those who do not.
            let by_eight = Components::of(&ground, Neighbours::Eight);
            let by_four = Components::of(&ground, Neighbours::Four);
            if by_eight.count() == by_four.count() {
                break by_eight;
            }
            let mut parts = vec![0; by_eight.count()];
            for part in 0..by_four.count() as u32 {
                parts[by_eight.label(by_four.first(part))? as usize] += 1;
            }
            let is_odd = |near: Point| by_eight.label(near).is_some_and(|label| parts[label as usize] > 1);
            at.retain(|opening| !opening.four().any(is_odd));
        };
        let map = Grid::from_fn(draft.size(), |cell| components.label(cell).unwrap_or(NONE));
        let cells = (0..components.count() as u32).map(|label| components.size(label)).collect();
        let sides = |at: Point| {
            let mut beside = at.four().filter_map(|near| components.label(near));
            Some([beside.next()?, beside.next()?])
        };
        let openings: Vec<Opening> = at.into_iter().filter_map(|at| Some(Opening { at, sides: sides(at)? })).collect();
        let mut around = vec![Vec::new(); components.count()];
        for (index, opening) in openings.iter().enumerate().filter(|(_, opening)| opening.sides[0] != opening.sides[1])
        {
            opening.sides.iter().for_each(|side| around[*side as usize].push(index));
        }
        let start = components.label(arrival)?;
        Some(Self { map, cells, openings, start, around })
    }

    /// The regions that cannot be reached from the start through the other openings.
    fn beyond(&self, closed: &[usize]) -> Vec<bool> {
        let mut beyond = vec![true; self.cells.len()];
        beyond[self.start as usize] = false;
        let mut queue = vec![self.start];
        while let Some(region) = queue.pop() {
            for opening in &self.around[region as usize] {
                let [one, other] = self.openings[*opening].sides;
                let next = if one == region { other } else { one };
                if !closed.contains(opening) && beyond[next as usize] {
                    beyond[next as usize] = false;
                    queue.push(next);
                }
            }
        }
        beyond
    }

    /// The cells of some regions.
    pub(crate) fn cells_of(&self, wanted: impl Fn(u32) -> bool) -> BitGrid {
        BitGrid::where_grid(&self.map, |region| *region != NONE && wanted(*region))
    }
}

/// The cuts of a level.
pub(crate) struct Cuts {
    /// Those of one opening.
    pub(crate) single: Vec<Cut>,
    /// Some of those of two.
    pub(crate) double: Vec<Cut>,
}

/// Cuts of two openings are looked for around this many openings.
const TRIED: usize = 24;

impl Cuts {
    pub(crate) fn of(regions: &Regions, rng: &mut Rng) -> Self {
        let real: Vec<usize> = (0..regions.openings.len())
            .filter(|opening| regions.openings[*opening].sides[0] != regions.openings[*opening].sides[1])
            .collect();
        let separates = |beyond: &[bool]| beyond.contains(&true);
        let (mut single, mut rest) = (Vec::new(), Vec::new());
        for opening in real {
            let beyond = regions.beyond(&[opening]);
            match separates(&beyond) {
                true => single.push(Cut { openings: vec![opening], beyond }),
                false => rest.push(opening),
            }
        }
        let mut double = Vec::new();
        let mut firsts = rest.clone();
        rng.shuffle(&mut firsts);
        for (tried, first) in firsts.iter().take(TRIED).enumerate() {
            for second in rest.iter().filter(|second| !firsts[..=tried].contains(second)) {
                let beyond = regions.beyond(&[*first, *second]);
                if separates(&beyond) {
                    double.push(Cut { openings: vec![*first, *second], beyond });
                }
            }
        }
        Self { single, double }
    }
}
