//! What each cell looks like: its tile's glyph and colours, and anything that stands on it.

use std::sync::Arc;

use undercroft_mapgen::{BitGrid, Class, Colour, Draft, Point, Spawn, StairKind, Tile};

/// A glyph and its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Appearance {
    pub(crate) glyph: char,
    pub(crate) fg: Colour,
    pub(crate) bg: Colour,
}

/// A glyph drawn over a cell: the start, stairs or a spawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thing {
    pub(crate) at: Point,
    /// The spawn's kind, the name of the stairs' tile, or [`START`].
    pub(crate) kind: Arc<str>,
    pub(crate) glyph: char,
    pub(crate) fg: Colour,
}

/// The appearance of every tile, and all things in row order. If two things share a cell, the later one wins.
#[derive(Debug)]
pub(crate) struct Appearances {
    tiles: Vec<Appearance>,
    things: Vec<Thing>,
}

/// The name of the start among things.
pub(crate) const START: &str = "start";

pub(crate) const PLAYER: Colour = rgb(0xff, 0xff, 0xff);
pub(crate) const STAIRS: Colour = rgb(0xff, 0xcd, 0x22);
/// Colours for kinds, which drafts know only by name. A kind always gets the same one.
const CREATURES: [Colour; 6] = [
    rgb(0xff, 0x7a, 0x66),
    rgb(0xff, 0xa0, 0x4d),
    rgb(0xe8, 0x7a, 0xd0),
    rgb(0x9c, 0xe0, 0x5a),
    rgb(0xb4, 0x96, 0xff),
    rgb(0xf2, 0x5c, 0x8a),
];
const ITEMS: [Colour; 4] = [rgb(0xff, 0xe0, 0x66), rgb(0x66, 0xd9, 0xef), rgb(0xf8, 0xf8, 0xd2), rgb(0x7f, 0xe7, 0xc4)];
/// The appearance of a tile that the tileset lacks: a draft built by hand may hold any id.
const UNKNOWN: Appearance = Appearance { glyph: '?', fg: rgb(0xff, 0xff, 0xff), bg: rgb(0xc0, 0x00, 0xc0) };

pub(crate) const fn rgb(red: u8, green: u8, blue: u8) -> Colour {
    Colour { red, green, blue, opacity: 255 }
}

impl Appearances {
    pub(crate) fn of(draft: &Draft) -> Self {
        let look = |id: u8| {
            let tile = draft.tileset().get(Tile(id));
            tile.map_or(UNKNOWN, |tile| Appearance { glyph: tile.glyph, fg: tile.fg, bg: tile.bg })
        };
        Self { tiles: (0..=255).map(look).collect(), things: things(draft) }
    }

    pub(crate) fn tile(&self, tile: Tile) -> Appearance {
        self.tiles[usize::from(tile.0)]
    }

    pub(crate) fn things(&self) -> &[Thing] {
        &self.things
    }

    /// Calls `show` with each row from the top, things included. Only one row is in memory at a time.
    pub(crate) fn each_row<E>(
        &self,
        draft: &Draft,
        mut show: impl FnMut(&[Appearance]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut things = self.things.as_slice();
        let mut looks = Vec::new();
        for (y, row) in draft.tiles().rows().enumerate() {
            looks.clear();
            looks.extend(row.iter().map(|tile| self.tile(*tile)));
            let here = things.partition_point(|thing| thing.at.y as usize <= y);
            for thing in &things[..here] {
                let look = &mut looks[thing.at.x as usize];
                (look.glyph, look.fg) = (thing.glyph, thing.fg);
            }
            things = &things[here..];
            show(&looks)?;
        }
        Ok(())
    }
}

/// All things on the map in row order: stairs not shown by their own tile, then spawns, then the start.
fn things(draft: &Draft) -> Vec<Thing> {
    let stairs =
        draft.stairs.iter().filter(|stair| draft.tileset().stairs(draft.tile(stair.at)) != Some(stair.kind)).map(
            |stair| {
                let glyph = match stair.kind {
                    StairKind::Up => '<',
                    StairKind::Down => '>',
                };
                Thing { at: stair.at, kind: stair.kind.tile_name().into(), glyph, fg: STAIRS }
            },
        );
    let spawns = draft.spawns.iter().map(|spawn| Thing {
        at: spawn.at,
        kind: spawn.kind.clone(),
        glyph: spawn.glyph(),
        fg: colour_of(spawn),
    });
    let start = draft.start.map(|at| Thing { at, kind: START.into(), glyph: '@', fg: PLAYER });
    let all = stairs.chain(spawns).chain(start);
    let mut things: Vec<Thing> = all.filter(|thing| draft.size().contains(thing.at)).collect();
    things.sort_by_key(|thing| thing.at.y);
    things
}

pub(crate) fn colour_of(spawn: &Spawn) -> Colour {
    // FNV-1a, so that a kind keeps its colour on every machine.
    let hash =
        spawn.kind.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let palette: &[Colour] = match spawn.class {
        Class::Creature => &CREATURES,
        Class::Item | Class::Other(_) => &ITEMS,
    };
    palette[(hash >> 8) as usize % palette.len()]
}

/// Rock surrounded by rock on all sides. Pictures leave it plain, so that open ground stands out.
pub(crate) fn buried(draft: &Draft) -> BitGrid {
    let tiles = draft.tileset();
    let solid = draft.where_tile(|tile| !tiles.is_walkable(tile) && !tiles.is_transparent(tile));
    let is_hidden = |at: Point| at.eight().all(|near| solid.contains(near) || !draft.size().contains(near));
    BitGrid::from_fn(draft.size(), |at| draft.tile(at) == Tile::WALL && solid.contains(at) && is_hidden(at))
}
