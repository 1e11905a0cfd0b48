//! Joins regions by the shortest tunnels, in rounds.

use std::collections::BTreeMap;

use undercroft_grid::{Neighbours, Point, Regions};

use super::growth::Growth;
use super::window::{Run, Window};
use crate::{Draft, Veto, Viewer};

/// Digs tunnels until all open cells are one region.
pub(crate) fn join_all(draft: &mut Draft) -> Result<(), Veto> {
    let regions = Regions::of(draft.as_open(), Neighbours::Four);
    join_regions(draft, &regions, |_| true, &mut Viewer::nobody())
}

/// Digs tunnels until the regions that pass, which are all that is open, are one.
///
/// In each round every part but the largest tunnels to what is nearest to it.
pub(super) fn join_regions(
    draft: &mut Draft,
    regions: &Regions,
    passes: impl Fn(u32) -> bool,
    viewer: &mut Viewer<'_>,
) -> Result<(), Veto> {
    let mut left: Vec<u32> = (0..regions.count() as u32).filter(|label| passes(*label)).collect();
    if left.is_empty() {
        return Err(Veto::new("connect", "there is no open cell to connect"));
    }
    if left.len() == 1 {
        return Ok(());
    }
    let mut parts = Parts::of(draft, regions);
    loop {
        left.retain(|part| parts.root(*part) == *part);
        // Of equals the first, which is the last that is asked about.
        let Some(largest) = left.iter().rev().copied().max_by_key(|part| parts.sizes[*part as usize]) else {
            return Ok(());
        };
        if left.len() == 1 {
            return Ok(());
        }
        let mut dug = false;
        for &part in &left {
            // A part that another has reached in this round is joined already.
            if part == largest || parts.root(part) != part {
                continue;
            }
            if let Some(tunnel) = parts.nearest_tunnel(part) {
                parts.dig(draft, &tunnel);
                viewer.show(draft);
                dug = true;
            }
        }
        if !dug {
            return Err(Veto::new("connect", "some open cells cannot be reached by any tunnel"));
        }
    }
}

/// The parts of the open cells while they are joined: regions, united by tunnels.
struct Parts<'a> {
    regions: &'a Regions,
    /// The runs of all regions, region by region: row, first column, and one past the last.
    runs: Vec<Run>,
    /// Where the runs of each region begin, and at last where those of the last end.
    first_runs: Vec<u32>,
    /// A region's parent in the forest of united regions.
    parent: Vec<u32>,
    /// For each root, the regions of its part.
    members: Vec<Vec<u32>>,
    /// Where each region is among the members of its part.
    place: Vec<u32>,
    /// For each root, how many cells its part has.
    sizes: Vec<usize>,
    /// For each root, the cells of its part's tunnels.
    dug: Vec<Vec<Point>>,
    /// The cells of tunnels, and to which region they were counted.
    tunnels: BTreeMap<Point, u32>,
    /// The runs of the part that is being grown.
    part: Vec<Run>,
    window: Window,
    /// For parts that are far from all others; made when the first is.
    growth: Option<Growth>,
}

impl<'a> Parts<'a> {
    fn of(draft: &Draft, regions: &'a Regions) -> Self {
        let mut first_runs = vec![0; regions.count() + 1];
        for (.., label) in regions.runs() {
            first_runs[label as usize + 1] += 1;
        }
        for label in 1..first_runs.len() {
            first_runs[label] += first_runs[label - 1];
        }
        let mut next = first_runs.clone();
        let mut runs = vec![[0; 3]; first_runs[regions.count()] as usize];
        for (y, columns, label) in regions.runs() {
            let next = &mut next[label as usize];
            runs[*next as usize] = [y, columns.start, columns.end];
            *next += 1;
        }
        let parent: Vec<u32> = (0..regions.count() as u32).collect();
        Self {
            regions,
            runs,
            first_runs,
            members: parent.iter().map(|label| vec![*label]).collect(),
            place: vec![0; parent.len()],
            sizes: parent.iter().map(|label| regions.size(*label)).collect(),
            dug: vec![Vec::new(); parent.len()],
            parent,
            tunnels: BTreeMap::new(),
            part: Vec::new(),
            window: Window::over(draft.open()),
            growth: None,
        }
    }

    fn root(&self, mut label: u32) -> u32 {
        while self.parent[label as usize] != label {
            label = self.parent[label as usize];
        }
        label
    }

    /// The region of an open cell.
    fn region(&self, at: Point) -> Option<u32> {
        self.regions.label(at).or_else(|| self.tunnels.get(&at).copied())
    }

    /// The shortest way through closed cells inside the border from the part to another: both open ends included, the
    /// other part's first.
    ///
    /// Of several it is the one that a search would find first that began with the part's cells, region by region,
    /// row by row, and went on in the order of [`FOUR`](undercroft_grid::FOUR).
    fn nearest_tunnel(&mut self, part: u32) -> Option<Vec<Point>> {
        self.part.clear();
        for &member in &self.members[part as usize] {
            let runs = self.first_runs[member as usize] as usize..self.first_runs[member as usize + 1] as usize;
            self.part.extend_from_slice(&self.runs[runs]);
        }
        let (regions, place) = (self.regions, &self.place);
        // Every source is a cell of a region.
        let order = |at: Point| (regions.label(at).map(|label| place[label as usize]), at.y, at.x);
        let dug = &self.dug[part as usize];
        self.window.nearest(&self.part, dug, order).or_else(|| {
            let growth = self.growth.get_or_insert_with(|| Growth::over(self.window.map()));
            growth.nearest(&self.part, dug, order)
        })
    }

    /// Opens the cells of a tunnel and unites the parts at its ends.
    fn dig(&mut self, draft: &mut Draft, tunnel: &[Point]) {
        // Both ends of a tunnel are open cells.
        let ends =
            [tunnel[0], tunnel[tunnel.len() - 1]].map(|end| self.region(end).map_or(0, |label| self.root(label)));
        let sizes = ends.map(|part| self.members[part as usize].len());
        let [winner, loser] = if sizes[0] >= sizes[1] { ends } else { [ends[1], ends[0]] };
        for &at in &tunnel[1..tunnel.len() - 1] {
            draft.carve(at);
            self.window.open(at);
            if let Some(growth) = &mut self.growth {
                growth.open(at);
            }
            self.tunnels.insert(at, winner);
            self.dug[winner as usize].push(at);
            self.sizes[winner as usize] += 1;
        }
        self.parent[loser as usize] = winner;
        self.sizes[winner as usize] += self.sizes[loser as usize];
        let moved = std::mem::take(&mut self.members[loser as usize]);
        let members = &mut self.members[winner as usize];
        for member in moved {
            self.place[member as usize] = members.len() as u32;
            members.push(member);
        }
        let dug = std::mem::take(&mut self.dug[loser as usize]);
        self.dug[winner as usize].extend(dug);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::connect::plain;
    use crate::{Seed, Size, Tile, Tileset};

    /// Scattered cells, blocks, or caves, on maps of awkward sizes.
    fn ground(seed: u64) -> Draft {
        let mut rng = Seed::from(seed).fork("ground").rng();
        let size = Size::new(1 + rng.below(150), 1 + rng.below(40));
        let share = 1 + rng.below(70);
        let block = 1 + rng.below(4) as i32;
        let stream = Seed::from(seed).fork("cells");
        let mut draft = Draft::new(size, Tileset::standard());
        for at in size.points() {
            let open = stream.at(Point::new(at.x / block, at.y / block)) % 100 < u64::from(share);
            // Regions on the border are no trouble either.
            if open && (seed.is_multiple_of(5) || !size.on_border(at)) {
                draft.set(at, Tile::FLOOR);
            }
        }
        draft
    }

    #[test]
    fn tunnels_are_those_that_searching_cell_by_cell_finds() {
        for seed in 0..3_000 {
            let before = ground(seed);
            let (mut fast, mut plain) = (before.clone(), before.clone());
            let results = [join_all(&mut fast), plain::join_all(&mut plain)];
            assert_eq!(results[0], results[1], "seed {seed}:\n{before}");
            let same = fast == plain;
            assert!(same, "seed {seed}, from\n{before}\nfast\n{fast}\nplain\n{plain}");
        }
    }
}
