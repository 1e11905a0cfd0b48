//! Finds the openings between areas.

use undercroft_grid::{Grid, Point};

use super::{Area, AreaKind, Link, LinkKind, NO_AREA};
use crate::mission::tiles;
use crate::{Draft, Shape, Tile, TileInfo, Tileset};

/// The openings between areas: runs of cells where two areas touch.
pub(super) fn links(draft: &Draft, map: &Grid<u32>, areas: &[Area]) -> Vec<Link> {
    let openings = Openings { tiles: draft.tiles(), kinds: opening_kinds(draft.tileset()), areas };
    let mut touching: Vec<([u32; 2], LinkKind, Point)> = Vec::new();
    let mut meet = |one: (Point, u32), other: (Point, u32)| {
        let (cell, kind) = openings.between(one, other);
        touching.push(([one.1.min(other.1), one.1.max(other.1)], kind, cell));
    };
    let differ = |one: u32, other: u32| one != other && one != NO_AREA && other != NO_AREA;
    let mut above: &[u32] = &[];
    for (y, row) in map.rows().enumerate() {
        let at = |x: usize| Point::new(x as i32, y as i32);
        for (x, (left, right)) in row.iter().zip(row.iter().skip(1)).enumerate() {
            if differ(*left, *right) {
                meet((at(x), *left), (at(x + 1), *right));
            }
        }
        for (x, (up, here)) in above.iter().zip(row).enumerate() {
            if differ(*up, *here) {
                meet((at(x) - Point::new(0, 1), *up), (at(x), *here));
            }
        }
        above = row;
    }
    touching.sort_unstable_by_key(|(between, kind, at)| (*between, *kind, at.y, at.x));
    touching.dedup();
    let mut links = Vec::new();
    for same in touching.chunk_by(|one, next| one.0 == next.0 && one.1 == next.1) {
        let (between, kind, _) = same[0];
        let mut cells: Vec<Point> = same.iter().map(|(_, _, at)| *at).collect();
        while let Some(first) = cells.first().copied() {
            let run = take_run(&mut cells, first);
            links.push(Link { between, at: run[run.len() / 2], width: run.len() as u32, kind });
        }
    }
    links.sort_by_key(|link| (link.between, link.at.y, link.at.x));
    links
}

/// Tells what the opening between two neighbouring cells is.
struct Openings<'a> {
    tiles: &'a Grid<Tile>,
    /// The kind of link that each tile makes.
    kinds: Vec<LinkKind>,
    areas: &'a [Area],
}

impl Openings<'_> {
    /// The cell that stands for the opening between two neighbours, and the kind of opening. It is the door if there is
    /// one, else the cell in the narrower area.
    fn between(&self, one: (Point, u32), other: (Point, u32)) -> (Point, LinkKind) {
        let kind = |at: Point| self.kinds[usize::from(self.tiles[at].0)];
        let is_door = |at: &Point| !matches!(kind(*at), LinkKind::Gap | LinkKind::Bridge);
        let is_narrow = |id: u32| self.areas[id as usize].kind == AreaKind::Corridor;
        let cells = [one.0, other.0];
        let narrower = cells[usize::from(is_narrow(other.1) && !is_narrow(one.1))];
        let cell = cells.into_iter().find(is_door).unwrap_or(narrower);
        (cell, kind(cell))
    }
}

/// The kind of link that each tile makes.
fn opening_kinds(tileset: &Tileset) -> Vec<LinkKind> {
    // By name or role: a tileset may call its tiles anything.
    let named = [
        (tiles::LOCKED_DOOR, LinkKind::Locked),
        (tiles::SECRET_DOOR, LinkKind::Secret),
        (tiles::GATE, LinkKind::Gate),
        (tiles::LEDGE, LinkKind::OneWay),
        ("bridge", LinkKind::Bridge),
    ];
    let named = named.map(|(name, kind)| (tileset.id(name), kind));
    let kind = |(tile, info): (Tile, &TileInfo)| match named.iter().find(|(id, _)| *id == Some(tile)) {
        Some((_, kind)) => *kind,
        None if tileset.is_door(tile) => LinkKind::Door,
        None if info.shape == Shape::Shallow => LinkKind::Bridge,
        None => LinkKind::Gap,
    };
    tileset.iter().map(kind).collect()
}

/// Removes the cells connected to the first one, and returns them in order.
fn take_run(cells: &mut Vec<Point>, first: Point) -> Vec<Point> {
    let mut run = vec![first];
    cells.retain(|at| *at != first);
    let mut next = 0;
    while next < run.len() {
        let at = run[next];
        next += 1;
        cells.retain(|near| {
            let touches = (near.x - at.x).abs() <= 1 && (near.y - at.y).abs() <= 1;
            if touches {
                run.push(*near);
            }
            !touches
        });
    }
    run.sort_unstable_by_key(|at| (at.y, at.x));
    run
}
