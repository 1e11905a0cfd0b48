//! The joining of regions as its rule is told, cell by cell: what the fast one is compared with.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Components, Neighbours, Point, Rect, Size};

use crate::{Draft, Veto};

/// Digs tunnels until all open cells are one region.
pub(super) fn join_all(draft: &mut Draft) -> Result<(), Veto> {
    let regions = Components::of(draft.open(), Neighbours::Four);
    if regions.count() == 0 {
        return Err(Veto::new("connect", "there is no open cell to connect"));
    }
    let mut parts = Parts::of(&regions, draft.size());
    loop {
        let all = parts.all();
        let Some(largest) = all.iter().rev().copied().max_by_key(|part| parts.sizes[*part as usize]) else {
            return Ok(());
        };
        if all.len() == 1 {
            return Ok(());
        }
        let mut dug = false;
        for part in all {
            // A part that another has reached in this round is joined already.
            if part == largest || parts.root(part) != part {
                continue;
            }
            if let Some(tunnel) = parts.nearest_tunnel(part) {
                parts.dig(draft, &tunnel);
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
    regions: &'a Components,
    inside: Rect,
    /// The runs of each region: row, first column, and one past the last.
    runs: Vec<Vec<[u32; 3]>>,
    /// A region's parent in the forest of united regions.
    parent: Vec<u32>,
    /// For each root, the regions of its part.
    members: Vec<Vec<u32>>,
    /// For each root, how many cells its part has.
    sizes: Vec<usize>,
    /// The cells of tunnels, and to which region they were counted.
    tunnels: BTreeMap<Point, u32>,
    /// The closed cells that the search going on has reached.
    visited: BitGrid,
}

impl<'a> Parts<'a> {
    fn of(regions: &'a Components, size: Size) -> Self {
        let mut runs = vec![Vec::new(); regions.count()];
        for (y, columns, label) in regions.runs() {
            runs[label as usize].push([y, columns.start, columns.end]);
        }
        let parent: Vec<u32> = (0..regions.count() as u32).collect();
        Self {
            regions,
            inside: size.interior(),
            runs,
            members: parent.iter().map(|label| vec![*label]).collect(),
            sizes: parent.iter().map(|label| regions.size(*label)).collect(),
            parent,
            tunnels: BTreeMap::new(),
            visited: BitGrid::new(size),
        }
    }

    fn root(&self, mut label: u32) -> u32 {
        while self.parent[label as usize] != label {
            label = self.parent[label as usize];
        }
        label
    }

    fn all(&self) -> Vec<u32> {
        (0..self.parent.len() as u32).filter(|label| self.parent[*label as usize] == *label).collect()
    }

    /// The region of an open cell; `None` for a closed one.
    fn region(&self, at: Point) -> Option<u32> {
        self.regions.label(at).or_else(|| self.tunnels.get(&at).copied())
    }

    /// The cells of a part that border on closed ones, region by region, row by row.
    fn rim(&self, part: u32) -> Vec<Point> {
        let mut rim = Vec::new();
        for &member in &self.members[part as usize] {
            for &[y, first, end] in &self.runs[member as usize] {
                for at in (first..end).map(|x| Point::new(x as i32, y as i32)) {
                    if at.four().any(|near| self.region(near).is_none()) {
                        rim.push(at);
                    }
                }
            }
        }
        rim
    }

    /// The shortest way through closed cells inside the border from the part to another: both open ends included.
    fn nearest_tunnel(&mut self, part: u32) -> Option<Vec<Point>> {
        // Each cell with the index of the one it was reached from.
        let mut queue: Vec<(Point, usize)> = self.rim(part).into_iter().map(|at| (at, usize::MAX)).collect();
        let rim = queue.len();
        let tunnel = self.search(part, &mut queue);
        for (at, _) in &queue[rim..] {
            self.visited.remove(*at);
        }
        tunnel
    }

    fn search(&mut self, part: u32, queue: &mut Vec<(Point, usize)>) -> Option<Vec<Point>> {
        let mut next = 0;
        while let Some(&(at, _)) = queue.get(next) {
            for near in at.four().filter(|near| self.inside.contains(*near)) {
                match self.region(near) {
                    None if self.visited.insert(near) => queue.push((near, next)),
                    Some(region) if self.root(region) != part => {
                        let mut tunnel = vec![near];
                        let mut from = next;
                        while let Some(&(at, before)) = queue.get(from) {
                            tunnel.push(at);
                            from = before;
                        }
                        return Some(tunnel);
                    }
                    _ => {}
                }
            }
            next += 1;
        }
        None
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
            self.tunnels.insert(at, winner);
            self.sizes[winner as usize] += 1;
        }
        self.parent[loser as usize] = winner;
        self.sizes[winner as usize] += self.sizes[loser as usize];
        let moved = std::mem::take(&mut self.members[loser as usize]);
        self.members[winner as usize].extend(moved);
    }
}
