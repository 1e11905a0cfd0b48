//! Divides a level into regions at its narrow openings, and finds the cuts that separate some of them from the start.

use undercroft_grid::{BitGrid, Components, Grid, Neighbours, Point};

use crate::checks::stands_between_walls;
use crate::{Areas, Draft, LinkKind, Rng};

/// A graph of the regions that remain when all openings one cell wide are closed.
pub(crate) struct Regions {
    /// The region of each cell; [`NONE`] for rock and the openings themselves.
    pub(crate) map: Grid<u32>,
    /// The number of cells in each region.
    pub(crate) cells: Vec<usize>,
    /// The openings.
    pub(crate) openings: Vec<Opening>,
    /// The region where the player arrives.
    pub(crate) start: u32,
    /// The openings of each region.
    around: Vec<Vec<usize>>,
}

/// The most openings to consider.
const MOST_OPENINGS: usize = 256;
/// The label of cells without a region.
pub(crate) const NONE: u32 = u32::MAX;

/// An opening one cell wide between two regions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    pub(crate) at: Point,
    /// The regions on its two sides.
    pub(crate) sides: [u32; 2],
}

/// One or two openings that together separate part of the level from the start.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    /// One opening or two.
    pub(crate) openings: Vec<usize>,
    /// The regions that are cut off.
    pub(crate) beyond: Vec<bool>,
}

impl Regions {
    /// The regions of a draft; `None` if it has no arrival. If there are too many openings, some are chosen.
    pub(crate) fn of(draft: &Draft, rng: &mut Rng) -> Option<Self> {
        draft.arrival()?;
        let mut links = Areas::of(draft).links().to_vec();
        rng.shuffle(&mut links);
        let plain = links.iter().filter(|link| matches!(link.kind, LinkKind::Gap | LinkKind::Door) && link.width == 1);
        Self::between(draft, plain.map(|link| link.at))
    }

    /// The regions that some of these openings separate; `None` if the draft has no arrival.
    pub(super) fn between(draft: &Draft, openings: impl IntoIterator<Item = Point>) -> Option<Self> {
        let arrival = draft.arrival()?;
        let taken = draft.taken();
        let mut at: Vec<Point> = Vec::new();
        for opening in openings {
            if at.len() == MOST_OPENINGS {
                break;
            }
            let mut others = at.iter().copied().chain(draft.mission.iter().flat_map(|mission| mission.barriers()));
            let alone = !others.any(|other| other.chebyshev(opening) < 2);
            if alone && !taken.contains(opening) && stands_between_walls(draft, opening) {
                at.push(opening);
            }
        }
        let components = loop {
            let mut ground = draft.open().clone();
            at.iter().for_each(|opening| _ = ground.remove(*opening));
            // Players may walk diagonally. A region connected only diagonally would be two regions for players who do
            // not.
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
            let before = at.len();
            at.retain(|opening| !opening.four().any(is_odd));
            if at.len() == before {
                // The ground itself is not connected, so there is nothing to divide.
                at.clear();
                break by_eight;
            }
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

    /// The cut that some openings make.
    pub(super) fn cut(&self, openings: Vec<usize>) -> Cut {
        Cut { beyond: self.beyond(&openings), openings }
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

    /// The openings whose closing would cut something off, given one that is closed already, by Tarjan's bridge-finding
    /// algorithm.
    fn bridges(&self, closed: Option<usize>) -> Vec<usize> {
        let mut bridges = Vec::new();
        // When each region was found, and the earliest region it is joined to without the opening it was found through.
        let mut found = vec![u32::MAX; self.cells.len()];
        let mut earliest = found.clone();
        let mut clock = 0;
        // The region, the opening it was found through, and the next opening to try.
        let mut stack = vec![(self.start, usize::MAX, 0)];
        while let Some((region, through, next)) = stack.last_mut() {
            let (region, through) = (*region, *through);
            if *next == 0 {
                found[region as usize] = clock;
                earliest[region as usize] = clock;
                clock += 1;
            }
            let Some(&opening) = self.around[region as usize].get(*next) else {
                stack.pop();
                if let Some((before, _, _)) = stack.last() {
                    let here = earliest[region as usize];
                    earliest[*before as usize] = earliest[*before as usize].min(here);
                    if here > found[*before as usize] {
                        bridges.push(through);
                    }
                }
                continue;
            };
            *next += 1;
            if opening == through || Some(opening) == closed {
                continue;
            }
            let [one, other] = self.openings[opening].sides;
            let there = if one == region { other } else { one };
            match found[there as usize] {
                u32::MAX => stack.push((there, opening, 0)),
                when => earliest[region as usize] = earliest[region as usize].min(when),
            }
        }
        bridges.sort_unstable();
        bridges
    }

    /// The cells of some regions.
    pub(crate) fn cells_of(&self, wanted: impl Fn(u32) -> bool) -> BitGrid {
        BitGrid::where_grid(&self.map, |region| *region != NONE && wanted(*region))
    }
}

/// The cuts of a level.
pub(crate) struct Cuts {
    /// Cuts of one opening.
    pub(crate) single: Vec<Cut>,
    /// Some of the cuts of two openings.
    pub(crate) double: Vec<Cut>,
}

/// How many openings the search for cuts of two tries as the first of a pair.
const TRIED: usize = 24;

impl Cuts {
    pub(crate) fn of(regions: &Regions, rng: &mut Rng) -> Self {
        let bridges = regions.bridges(None);
        let single = bridges.iter().map(|bridge| regions.cut(vec![*bridge])).collect();
        let is_loop = |at: &usize| regions.openings[*at].sides[0] == regions.openings[*at].sides[1];
        let mut firsts: Vec<usize> =
            (0..regions.openings.len()).filter(|at| !is_loop(at) && !bridges.contains(at)).collect();
        rng.shuffle(&mut firsts);
        firsts.truncate(TRIED);
        let mut double = Vec::new();
        for (tried, first) in firsts.iter().enumerate() {
            // An opening that is a bridge once another is closed makes a cut with it.
            let seconds = regions.bridges(Some(*first)).into_iter();
            let new = seconds.filter(|second| !bridges.contains(second) && !firsts[..tried].contains(second));
            double.extend(new.map(|second| regions.cut(vec![*first, second])));
        }
        Self { single, double }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recipe, Seed};

    #[test]
    fn cuts_are_exactly_the_openings_whose_closing_cuts_something_off() {
        for seed in 0..20 {
            let level = Recipe::named(["halls", "rooms", "caves"][seed as usize % 3]).unwrap().build(seed).unwrap();
            let mut rng = Seed::from(seed).fork("cuts").rng();
            let regions = Regions::of(level.as_draft(), &mut rng).unwrap();
            let cuts = Cuts::of(&regions, &mut rng);
            let cuts_off = |openings: &[usize]| regions.beyond(openings).contains(&true);
            let plain: Vec<usize> = (0..regions.openings.len()).filter(|opening| cuts_off(&[*opening])).collect();
            let found: Vec<usize> = cuts.single.iter().map(|cut| cut.openings[0]).collect();
            assert_eq!(found, plain, "seed {seed}\n{level}");
            for cut in &cuts.double {
                assert!(cuts_off(&cut.openings) && !cut.openings.iter().any(|one| cuts_off(&[*one])), "{cut:?}");
            }
        }
    }
}
