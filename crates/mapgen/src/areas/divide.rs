//! Divides the walkable cells into areas.
//!
//! Vaults and rooms are already known. The other cells are wide if an open 3x3 square covers them, and narrow if not.
//! Wide ground is divided where it narrows: the centres of open 5x5 squares are the cores of chambers, and cores and
//! rooms grow over the wide ground around them until they meet. Narrow ground becomes corridors.

use undercroft_grid::{BitGrid, Components, Grid, Neighbours, Point, Rect};

use super::{Area, AreaKind, NO_AREA};
use crate::{Draft, Shape, StampedVault};

/// Shallow water with fewer cells than this belongs to the ground around it.
const SMALLEST_LAKE: usize = 12;
/// A stretch of narrow ground with at most this many cells is a neck, which belongs to the area it leads to.
const LONGEST_NECK: usize = 2;
/// A dead end with at most this many cells is a nook, which belongs to the area it opens into.
const LARGEST_NOOK: usize = 6;

/// The areas, ordered by their first cells, and each cell's area number.
pub(super) fn divide(draft: &Draft) -> (Vec<Area>, Grid<u32>) {
    let open = draft.open();
    let mut ground = open.clone();
    doors(draft).for_each(|door| _ = ground.remove(door));
    let mut division = Division { free: open.clone(), map: Grid::new(open.size(), NO_AREA), kinds: Vec::new() };

    let mut frontier = Vec::new();
    for vault in &draft.vaults {
        division.claim_rect(vault.area, AreaKind::Vault, Some(vault));
    }
    for room in &draft.rooms {
        frontier.extend(division.claim_rect(*room, AreaKind::Room, None));
    }
    let shallow = draft.where_tile(|tile| draft.tileset().get(tile).is_some_and(|info| info.shape == Shape::Shallow));
    division.claim_components(&shallow, AreaKind::Lake, SMALLEST_LAKE);

    let middles = ground.shrunk(Neighbours::Eight);
    let mut wide = middles.grown(Neighbours::Eight);
    wide.intersect(&ground);
    frontier.extend(division.claim_components(&middles.shrunk(Neighbours::Eight), AreaKind::Chamber, 1));
    division.grow(frontier, &wide);
    division.claim_components(&wide, AreaKind::Chamber, 1);

    division.divide_narrow(&ground);
    division.hang_doors(draft);
    division.finish(draft)
}

/// The doors, and everything else that bars the way.
fn doors(draft: &Draft) -> impl Iterator<Item = Point> {
    draft.door_cells().chain(draft.mission.iter().flat_map(|mission| mission.barriers()))
}

/// Areas under construction, numbered as they are found.
struct Division<'a> {
    /// The walkable cells without an area.
    free: BitGrid,
    map: Grid<u32>,
    kinds: Vec<Found<'a>>,
}

/// What is known about an area so far.
struct Found<'a> {
    kind: AreaKind,
    vault: Option<&'a StampedVault>,
}

impl<'a> Division<'a> {
    fn add(&mut self, kind: AreaKind, vault: Option<&'a StampedVault>) -> u32 {
        self.kinds.push(Found { kind, vault });
        self.kinds.len() as u32 - 1
    }

    fn put(&mut self, at: Point, id: u32) {
        self.free.remove(at);
        self.map[at] = id;
    }

    /// Makes the free cells of a rectangle an area, and returns those on its rim.
    fn claim_rect(&mut self, rect: Rect, kind: AreaKind, vault: Option<&'a StampedVault>) -> Vec<Point> {
        let mut cells: Vec<Point> = rect.points().filter(|at| self.free.contains(*at)).collect();
        if !cells.is_empty() {
            let id = self.add(kind, vault);
            cells.iter().for_each(|at| self.put(*at, id));
        }
        let interior = rect.shrunk(1);
        cells.retain(|at| !interior.contains(*at));
        cells
    }

    /// Makes an area of each component of a set's free cells that has enough cells; returns the cells on their rims.
    fn claim_components(&mut self, set: &BitGrid, kind: AreaKind, fewest: usize) -> Vec<Point> {
        let mut cells = set.clone();
        cells.intersect(&self.free);
        let components = Components::of(&cells, Neighbours::Four);
        let ids: Vec<u32> = (0..components.count() as u32)
            .map(|label| if components.size(label) >= fewest { self.add(kind, None) } else { NO_AREA })
            .collect();
        components.remove_from(&mut cells, |label| ids[label as usize] == NO_AREA);
        self.free.subtract(&cells);
        for (y, columns, label) in components.runs() {
            self.map.row_mut(y)[columns.start as usize..columns.end as usize].fill(ids[label as usize]);
        }
        let interior = cells.shrunk(Neighbours::Four);
        cells.subtract(&interior);
        cells.points().collect()
    }

    /// Grows areas over the free cells of a set, one step at a time, until they meet.
    fn grow(&mut self, mut frontier: Vec<Point>, over: &BitGrid) {
        let mut left = over.clone();
        left.intersect(&self.free);
        self.free.subtract(&left);
        let mut reached = 0;
        while let Some(at) = frontier.get(reached).copied() {
            reached += 1;
            let id = self.map[at];
            for near in at.four() {
                if left.contains(near) {
                    left.remove(near);
                    self.map[near] = id;
                    frontier.push(near);
                }
            }
        }
        self.free.unite(&left);
    }

    /// Turns the remaining narrow cells into corridors. Necks and nooks join a neighbour instead.
    fn divide_narrow(&mut self, ground: &BitGrid) {
        let mut narrow = ground.clone();
        narrow.intersect(&self.free);
        let components = Components::of(&narrow, Neighbours::Four);
        let mut cells = vec![Vec::new(); components.count()];
        for (y, columns, label) in components.runs() {
            cells[label as usize].extend(columns.map(|x| Point::new(x as i32, y as i32)));
        }
        for cells in cells {
            let mut beside: Vec<u32> = cells
                .iter()
                .flat_map(|at| at.four())
                .filter_map(|near| self.map.get(near).copied())
                .filter(|id| *id != NO_AREA && self.kinds[*id as usize].kind != AreaKind::Vault)
                .collect();
            beside.sort_unstable();
            beside.dedup();
            let joins = match beside.len() {
                0 => false,
                1 => cells.len() <= LARGEST_NOOK,
                _ => cells.len() <= LONGEST_NECK,
            };
            let id = if joins { beside[0] } else { self.add(AreaKind::Corridor, None) };
            cells.into_iter().for_each(|at| self.put(at, id));
        }
    }

    /// Gives each door to a corridor that it opens into, or else to the first area beside it.
    fn hang_doors(&mut self, draft: &Draft) {
        for door in doors(draft).filter(|door| self.free.contains(*door)).collect::<Vec<_>>() {
            let beside = door.four().filter_map(|near| self.map.get(near).copied()).filter(|id| *id != NO_AREA);
            let best = beside.min_by_key(|id| (self.kinds[*id as usize].kind != AreaKind::Corridor, *id));
            let id = best.unwrap_or_else(|| self.add(AreaKind::Corridor, None));
            self.put(door, id);
        }
        debug_assert!(self.free.is_empty(), "cells without an area:\n{}", self.free);
    }

    /// The areas, ordered by their first cells.
    fn finish(self, draft: &Draft) -> (Vec<Area>, Grid<u32>) {
        let Self { mut map, kinds, .. } = self;
        let tileset = draft.tileset();
        let green = [tileset.id("grass"), tileset.id("path")];
        let grass: Vec<bool> = tileset.iter().map(|(tile, _)| green.contains(&Some(tile))).collect();
        let mut new_ids = vec![NO_AREA; kinds.len()];
        let mut grassy: Vec<usize> = Vec::new();
        let mut list: Vec<Area> = Vec::new();
        for (y, tiles) in draft.tiles().rows().enumerate() {
            let mut x = 0;
            for run in map.row_mut(y as u32).chunk_by_mut(|one, next| one == next) {
                let (old, start, end) = (run[0], x, x + run.len());
                x = end;
                if old == NO_AREA {
                    continue;
                }
                let bounds = Rect::new(start as i32, y as i32, run.len() as u32, 1);
                let new = &mut new_ids[old as usize];
                if *new == NO_AREA {
                    *new = list.len() as u32;
                    let Found { kind, vault } = &kinds[old as usize];
                    let (name, tags) = match vault {
                        Some(vault) => (vault.name.clone(), vault.tags.iter().map(|tag| tag.as_str().into()).collect()),
                        None => (kind.name().into(), Vec::new()),
                    };
                    list.push(Area { id: *new, kind: *kind, name, tags, role: None, bounds, cells: 0 });
                    grassy.push(0);
                }
                let area = &mut list[*new as usize];
                area.cells += run.len();
                area.bounds = stretched(area.bounds, bounds);
                grassy[*new as usize] += tiles[start..end].iter().filter(|tile| grass[usize::from(tile.0)]).count();
                run.fill(*new);
            }
        }
        for (area, grassy) in list.iter_mut().zip(grassy) {
            if area.kind == AreaKind::Chamber && 2 * grassy > area.cells {
                area.kind = AreaKind::Clearing;
                area.name = AreaKind::Clearing.name().into();
            }
        }
        (list, map)
    }
}

/// The rectangle, extended to include a run of cells that is not above it.
fn stretched(rect: Rect, run: Rect) -> Rect {
    let (left, right) = (rect.x.min(run.x), rect.right().max(run.right()));
    Rect::new(left, rect.y, (right - left) as u32, (run.bottom() - rect.y) as u32)
}
