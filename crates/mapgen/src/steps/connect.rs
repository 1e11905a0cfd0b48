//! Joins all that is open by the shortest tunnels, and fills up what is too small to matter.
//!
//! ```text
//! #########        #########
//! #..##...#        #..##...#
//! #..##...#   →    #.......#
//! ####.####        #########
//! #########        #########
//! ```

use undercroft_grid::{BitGrid, Grid, Neighbours, Point, Regions, Size};

use super::border::close_open;
use crate::step::{Parameters, table_of};
use crate::{BadParameter, Draft, Fact, Reach, Step, Stream, Tile, Tileset, Veto, WithoutEdge, require, step};

step! {
    /// Closes the border and joins all regions by the shortest tunnels; fills pockets that are too small to matter.
    ///
    /// In rounds, every part but the largest tunnels to the part nearest to it, until there is one. That is Borůvka's
    /// way to the shortest tunnels over all. What is carved becomes what fits: rock floor, water a ford, trees grass.
    pub struct Connect = "connect" {
        /// Regions of fewer cells are filled up instead, with what surrounds them. The largest never is.
        pub pockets: u32 = 12,
    }
}

impl Step for Connect {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::CONNECTED]
    }

    fn without_edge(&self, _: Size) -> WithoutEdge {
        WithoutEdge::Skip
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("pockets", self.pockets, 0..=1_000_000)
    }

    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        close_open(draft);
        fill_pockets(draft, self.pockets as usize);
        join_all(draft)
    }

    fn parameters(&self) -> toml::Table {
        table_of(self)
    }
}

/// Fills every region of fewer cells than `smallest`, but never the largest, with what surrounds it.
fn fill_pockets(draft: &mut Draft, smallest: usize) {
    let open = draft.open();
    let regions = Regions::of(&open, Neighbours::Four);
    let largest = regions.largest();
    for label in 0..regions.count() as u32 {
        if Some(label) != largest && regions.size(label) < smallest {
            fill_region(draft, &undercroft_grid::flood(&open, regions.first(label), Neighbours::Four));
        }
    }
}

/// Fills the cells with what most of the closed cells around them are.
pub(crate) fn fill_region(draft: &mut Draft, cells: &BitGrid) {
    let mut around = [0_u32; 256];
    for at in cells.points().flat_map(Point::four) {
        if !draft.is_open(at) {
            around[usize::from(draft.tile(at).0)] += 1;
        }
    }
    let most = around.iter().enumerate().rev().max_by_key(|(_, count)| **count);
    let tile = most.filter(|(_, count)| **count > 0).map_or(Tile::WALL, |(id, _)| Tile(id as u8));
    for at in cells.points() {
        draft.set(at, tile);
    }
}

/// Digs tunnels until all open cells are one region.
pub(crate) fn join_all(draft: &mut Draft) -> Result<(), Veto> {
    let mut parts = Parts::of(draft);
    if parts.count() == 0 {
        return Err(Veto::new("connect", "there is no open cell to connect"));
    }
    while parts.count() > 1 {
        let largest = parts.largest();
        let mut dug = false;
        for part in parts.all() {
            // A part that another has reached in this round is joined already.
            if part == largest || parts.root(part) != part {
                continue;
            }
            if let Some(tunnel) = parts.nearest_tunnel(draft, part) {
                parts.dig(draft, &tunnel);
                dug = true;
            }
        }
        if !dug {
            return Err(Veto::new("connect", "some open cells cannot be reached by any tunnel"));
        }
    }
    Ok(())
}

/// The parts of the open cells while they are joined: regions, united by tunnels.
struct Parts {
    /// For each open cell its region plus one; 0 for cells that are not open.
    region: Grid<u32>,
    /// A region's parent in the forest of united regions.
    parent: Vec<u32>,
    /// For each root, the cells of its part that border on closed ones, row by row.
    rims: Vec<Vec<Point>>,
    sizes: Vec<usize>,
    /// Which search has visited a cell last.
    visited: Grid<u32>,
    search: u32,
}

impl Parts {
    fn of(draft: &Draft) -> Self {
        let open = draft.open();
        let regions = Regions::of(&open, Neighbours::Four);
        let region = Grid::from_fn(draft.size(), |at| regions.label(at).map_or(0, |label| label + 1));
        let mut rims = vec![Vec::new(); regions.count()];
        for at in open.points() {
            if at.four().any(|near| !open.contains(near)) {
                rims[region[at] as usize - 1].push(at);
            }
        }
        let parent: Vec<u32> = (0..regions.count() as u32).collect();
        let sizes = parent.iter().map(|label| regions.size(*label)).collect();
        Self { region, parent, rims, sizes, visited: Grid::new(draft.size(), 0), search: 0 }
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

    fn count(&self) -> usize {
        self.all().len()
    }

    fn largest(&self) -> u32 {
        let all = self.all();
        all.into_iter().rev().max_by_key(|label| self.sizes[*label as usize]).unwrap_or(0)
    }

    /// The shortest way through closed cells inside the border from the part to another: both open ends included.
    fn nearest_tunnel(&mut self, draft: &Draft, part: u32) -> Option<Vec<Point>> {
        self.search += 1;
        let inside = draft.size().interior();
        // Each cell with the index of the one it was reached from.
        let mut queue: Vec<(Point, usize)> = self.rims[part as usize].iter().map(|at| (*at, usize::MAX)).collect();
        let mut next = 0;
        while let Some(&(at, _)) = queue.get(next) {
            for near in at.four().filter(|near| inside.contains(*near)) {
                let region = self.region[near];
                if region == 0 {
                    if self.visited[near] != self.search {
                        self.visited[near] = self.search;
                        queue.push((near, next));
                    }
                } else if self.root(region - 1) != part {
                    let mut tunnel = vec![near];
                    let mut from = next;
                    while let Some(&(at, before)) = queue.get(from) {
                        tunnel.push(at);
                        from = before;
                    }
                    return Some(tunnel);
                }
            }
            next += 1;
        }
        None
    }

    /// Opens the cells of a tunnel and unites the parts at its ends.
    fn dig(&mut self, draft: &mut Draft, tunnel: &[Point]) {
        let ends = [tunnel[0], tunnel[tunnel.len() - 1]].map(|end| self.root(self.region[end] - 1));
        let [winner, loser] = if ends[0] < ends[1] { ends } else { [ends[1], ends[0]] };
        for &at in tunnel {
            if self.region[at] == 0 {
                draft.carve(at);
                self.region[at] = winner + 1;
                self.rims[winner as usize].push(at);
                self.sizes[winner as usize] += 1;
            }
        }
        self.parent[loser as usize] = winner;
        self.sizes[winner as usize] += self.sizes[loser as usize];
        let moved = std::mem::take(&mut self.rims[loser as usize]);
        let rim = &mut self.rims[winner as usize];
        rim.extend(moved);
        rim.sort_unstable_by_key(|at| (at.y, at.x));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn connected(drawing: &str, pockets: u32) -> Draft {
        let mut draft = Draft::parse(drawing);
        Connect { pockets }.apply(&mut draft, Seed::from(1).fork("connect")).unwrap();
        let parts = Regions::of(&draft.open(), Neighbours::Four).count();
        assert_eq!(parts, 1, "{parts} parts:\n{draft}");
        draft
    }

    #[test]
    fn the_shortest_tunnels_are_dug() {
        let before = "##########\n#..#...###\n#..####..#\n#.....##.#\n##########";
        let draft = connected(before, 0);
        let dug = draft.open().count() - Draft::parse(before).open().count();
        assert_eq!(dug, 2, "two cells are enough:\n{draft}");
    }

    #[test]
    fn what_is_carved_becomes_what_fits() {
        let draft = connected("#######\n#.≈♣#.#\n#######", 0);
        assert_eq!(draft.to_string(), "#######\n#·~.··#\n#######\n");
    }

    #[test]
    fn pockets_are_filled_with_what_surrounds_them() {
        let draft = connected("########\n#≈≈≈...#\n#≈.≈...#\n#≈≈≈...#\n########", 4);
        assert_eq!(draft.to_string(), "########\n#≈≈≈···#\n#≈≈≈···#\n#≈≈≈···#\n########\n");
    }

    #[test]
    fn the_border_is_closed_and_no_tunnel_runs_along_it() {
        let draft = connected(".....\n.###.\n.#.#.\n#####", 0);
        let open_border = draft.size().points().filter(|at| draft.size().on_border(*at) && draft.is_open(*at)).count();
        assert_eq!(open_border, 0, "{draft}");
    }
}
