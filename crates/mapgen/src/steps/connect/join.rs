//! Joins components by tunnels.
//!
//! This is Kruskal's algorithm: openings are taken from the shortest to the longest, in a random order among those of
//! the same length, and dug where they join two sets. The few components that are farther apart than [`MAX_WALL`]
//! cells, or not in a straight line from any other, search for the nearest one.

use undercroft_grid::{BitGrid, Components, DisjointSet, FOUR, Neighbours, Point};

use super::openings::{COMMON_WALL, Ground, MAX_WALL, Padded};
use crate::{Draft, Observer, Stream, Veto};

/// Digs tunnels until all open cells are one component and, if a mission has been planned, so is each of its regions.
pub(crate) fn join_all(draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
    if let Some(plan) = draft.mission_plan().cloned() {
        plan.join_regions(draft, stream.fork("regions"))?;
    }
    let components = Components::of(draft.open(), Neighbours::Four);
    join_components(draft, &components, stream, &mut Observer::none())
}

/// Digs tunnels until the given components, which hold all open cells, are one.
pub(super) fn join_components(
    draft: &mut Draft,
    components: &Components,
    stream: Stream,
    observer: &mut Observer<'_>,
) -> Result<(), Veto> {
    let name_the_keeper = |veto: Veto| match veto.at.and_then(|at| draft.keeper(at)) {
        Some(keeper) => Veto { reason: format!("{}: {keeper} has no way out", veto.reason), ..veto },
        None => veto,
    };
    let tunnels = tunnels(draft.open(), draft.kept(), components, stream).map_err(name_the_keeper)?;
    for tunnel in tunnels {
        tunnel.into_iter().for_each(|at| draft.carve(at));
        observer.show(draft);
    }
    Ok(())
}

/// The tunnels that join all components without passing through `kept` cells, in the order in which they are dug.
pub(crate) fn tunnels(
    open: &BitGrid,
    kept: Option<&BitGrid>,
    components: &Components,
    stream: Stream,
) -> Result<Vec<Tunnel>, Veto> {
    let Some(largest) = components.largest() else {
        return Err(Veto::new("connect", "there is no open cell to connect"));
    };
    if components.count() == 1 {
        return Ok(Vec::new());
    }
    let mut joining = Joining {
        ground: Ground::new(open, kept, components, stream),
        keeps_cells: kept.is_some(),
        components,
        largest,
        sets: DisjointSet::new(components.count()),
        loose: open.clone(),
        tunnels: Vec::new(),
    };
    joining.cut_walls();
    joining.search()?;
    Ok(joining.tunnels)
}

/// The cells of rock that a tunnel passes through.
type Tunnel = Vec<Point>;

struct Joining<'a> {
    /// The ground before the first tunnel.
    ground: Ground<'a>,
    keeps_cells: bool,
    components: &'a Components,
    largest: u32,
    sets: DisjointSet,
    /// The open cells that may not be joined to the largest component yet.
    loose: BitGrid,
    tunnels: Vec<Tunnel>,
}

impl Joining<'_> {
    /// Cuts through walls one cell thick, then two, and so on.
    fn cut_walls(&mut self) {
        let mut loose = Padded::of(&self.loose);
        for length in 1..=MAX_WALL {
            if self.sets.count() == 1 {
                return;
            }
            let roots = self.roots();
            for opening in self.ground.openings(length, &loose, &roots) {
                let [a, b] = opening.joins;
                if !self.sets.is_united(a, b) {
                    self.dig(opening.cells().collect());
                }
            }
            if length == COMMON_WALL {
                self.forget_joined();
                loose = Padded::of(&self.loose);
            }
        }
    }

    /// Digs from every remaining set, except that of the largest component, to the nearest other set, in rounds until one is
    /// left.
    fn search(&mut self) -> Result<(), Veto> {
        while self.sets.count() > 1 {
            self.forget_joined();
            let roots = self.roots();
            let sizes: Vec<usize> = roots.iter().map(|root| self.sets.size_of(*root)).collect();
            let root = |at: Point| self.components.label(at).map(|label| roots[label as usize]);
            let mut cells: Vec<(u32, Point)> =
                self.loose.points().filter_map(|at| root(at).map(|root| (root, at))).collect();
            cells.sort_by_key(|(root, _)| *root);
            let mut visited = BitGrid::new(self.loose.size());
            for set in cells.chunk_by(|a, b| a.0 == b.0) {
                let root = set[0].0;
                // A set that another has reached in this round has already been joined.
                if self.sets.size_of(root) == sizes[root as usize] {
                    let cells = set.iter().map(|(_, at)| *at);
                    let tunnel = self.nearest(root, cells, &mut visited);
                    self.dig(tunnel.ok_or_else(|| self.unreachable(set[0].1))?);
                }
            }
        }
        Ok(())
    }

    fn unreachable(&self, at: Point) -> Veto {
        match self.keeps_cells {
            true => Veto::new("connect", "kept cells wall in the open cells here").at(at),
            false => Veto::new("connect", "some open cells cannot be reached by any tunnel"),
        }
    }

    /// The shortest tunnel from the cells of a set to another set: a breadth-first search. Each cell visits its
    /// neighbours in its own order, so that tunnels wind. Leaves `visited` empty, as it was.
    fn nearest(&mut self, set: u32, cells: impl Iterator<Item = Point>, visited: &mut BitGrid) -> Option<Tunnel> {
        const SOURCE: usize = usize::MAX;
        // Cells of the set and of rock, each rock cell with the index of the cell it was reached from.
        let mut queue: Vec<(Point, usize)> = cells.map(|at| (at, SOURCE)).collect();
        let mut next = 0;
        let mut is_met = false;
        while let Some(&(at, from)) = queue.get(next) {
            let turn = (self.ground.stream.at(at) % 4) as usize;
            for near in (0..4).map(|side| at + FOUR[(turn + side) % 4]) {
                if self.ground.rock.contains(near) {
                    if visited.insert(near) {
                        queue.push((near, next));
                    }
                } else if from != SOURCE {
                    is_met |= self.components.label(near).is_some_and(|label| self.sets.find(label) != set);
                }
            }
            if is_met {
                break;
            }
            next += 1;
        }
        let reached = queue.iter().filter(|(_, from)| *from != SOURCE);
        reached.for_each(|(at, _)| visited.put(*at, false));
        let path = std::iter::successors(queue.get(next), |(_, from)| queue.get(*from));
        is_met.then(|| path.filter(|(_, from)| *from != SOURCE).map(|(at, _)| *at).collect())
    }

    /// Digs a tunnel, which unites all components that it touches.
    fn dig(&mut self, tunnel: Tunnel) {
        let mut touched = tunnel.iter().flat_map(|at| at.four()).filter_map(|at| self.components.label(at));
        if let Some(first) = touched.next() {
            touched.for_each(|label| {
                self.sets.union(first, label);
            });
        }
        self.tunnels.push(tunnel);
    }

    /// Removes the cells that have joined the largest component from the loose cells.
    fn forget_joined(&mut self) {
        let roots = self.roots();
        let joined = roots[self.largest as usize];
        self.loose = self.components.cells_where(|label| roots[label as usize] != joined);
    }

    /// The set of each component.
    fn roots(&mut self) -> Vec<u32> {
        (0..self.components.count() as u32).map(|label| self.sets.find(label)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::connect::oracle;
    use crate::{Seed, Size, Tile, Tileset};

    /// Scattered cells, blocks or caves on maps of awkward sizes. The border is open in every fifth.
    fn ground(seed: u64, largest: Size) -> Draft {
        let mut rng = Seed::from(seed).fork("ground").rng();
        let size = Size::new(1 + rng.below(largest.width), 1 + rng.below(largest.height));
        let share = u64::from(1 + rng.below(70));
        let block = 1 + rng.below(9) as i32;
        let stream = Seed::from(seed).fork("cells");
        let mut draft = Draft::new(size, Tileset::standard());
        for at in size.points() {
            let is_open = stream.at(Point::new(at.x / block, at.y / block)) % 100 < share;
            if is_open && (seed.is_multiple_of(5) || !size.on_border(at)) {
                draft.set(at, Tile::FLOOR);
            }
        }
        draft
    }

    fn stream() -> Stream {
        Seed::from(1).fork("connect")
    }

    fn joined(drawing: &str) -> Result<String, Veto> {
        let mut draft = Draft::parse(drawing);
        join_all(&mut draft, stream()).map(|()| draft.to_string())
    }

    #[test]
    fn openings_are_those_that_a_search_cell_by_cell_finds() {
        let sizes = [Size::new(150, 40), Size::new(12, 9), Size::new(3, 80), Size::new(300, 4)];
        for seed in 0..4_000 {
            let draft = ground(seed, sizes[seed as usize % 4]);
            let components = Components::of(draft.open(), Neighbours::Four);
            let Ok(tunnels) = tunnels(draft.open(), None, &components, stream()) else { continue };
            let expected = oracle::cut_walls(draft.open(), MAX_WALL, stream());
            assert_eq!(tunnels[..expected.len()], expected, "seed {seed}:\n{draft}");
            let longer = tunnels[expected.len()..].iter().all(|tunnel| tunnel.len() > 1);
            assert!(longer, "seed {seed}: the search found an opening of one cell\n{draft}");
        }
    }

    #[test]
    fn everything_inside_a_closed_border_is_joined() {
        for seed in (1..4_000).filter(|seed| seed % 5 != 0) {
            let before = ground(seed, Size::new(90, 60));
            let mut draft = before.clone();
            let result = join_all(&mut draft, stream());
            assert_eq!(result.is_err(), before.open().is_empty(), "seed {seed}: {result:?}\n{before}");
            assert!(draft.is_connected(), "seed {seed}:\n{before}\n{draft}");
            assert!(before.open().is_within(draft.open()), "seed {seed}: a cell was closed");
            let border = draft.size().points().filter(|at| draft.size().on_border(*at));
            assert_eq!(border.filter(|at| draft.is_open(*at)).count(), 0, "seed {seed}:\n{draft}");
        }
    }

    #[test]
    fn a_corner_between_two_components_is_cut_off() {
        let joined = joined("######\n#..###\n#..###\n###..#\n###..#\n######").unwrap();
        assert_eq!(joined.matches('·').count(), 9, "{joined}");
    }

    #[test]
    fn a_component_in_line_with_no_other_is_joined_by_a_shortest_tunnel() {
        let joined = joined("########\n#.######\n########\n########\n######.#\n########").unwrap();
        assert_eq!(joined.matches('·').count(), 9, "{joined}");
    }

    #[test]
    fn components_behind_others_and_far_away_are_joined() {
        let far = format!("{0}\n#.{1}.#.{1}.#\n{0}", "#".repeat(47), "#".repeat(20));
        assert_eq!(joined(&far).unwrap(), format!("{0}\n#{1}#\n{0}\n", "#".repeat(47), "·".repeat(45)));
    }

    #[test]
    fn an_open_cell_that_only_the_border_leads_to_is_vetoed() {
        let veto = joined(".####\n###.#\n#####").unwrap_err();
        assert!(veto.to_string().contains("cannot be reached"), "{veto}");
        assert!(joined("###\n###").unwrap_err().to_string().contains("no open cell"));
    }

    #[test]
    fn a_tunnel_unites_everything_it_touches() {
        let draft = Draft::parse("#######\n#.###.#\n###.###\n#######");
        let components = Components::of(draft.open(), Neighbours::Four);
        assert_eq!(tunnels(draft.open(), None, &components, stream()).map(|tunnels| tunnels.len()), Ok(1), "{draft}");
    }
}
