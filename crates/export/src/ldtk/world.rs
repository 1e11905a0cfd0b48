//! Names and world positions of a project's levels.

use std::collections::BTreeMap;

use undercroft_mapgen::Draft;

use crate::ArtSheet;

/// The uid of the first level; smaller ones belong to definitions.
pub(super) const FIRST_LEVEL: usize = 1_000;
/// Cells between two levels side by side.
const GAP: i64 = 8;
/// Levels farther out than this many pixels are moved to the origin: the editor uses 32-bit coordinates.
const FARTHEST: i64 = 1 << 30;

/// A level and its position.
pub(super) struct Placed<'a> {
    pub(super) draft: &'a Draft,
    pub(super) uid: usize,
    pub(super) name: String,
    /// The top-left corner in pixels.
    pub(super) corner: (i64, i64),
    /// The world depth as LDtk counts it: greater is higher.
    pub(super) height: i64,
}

/// Positions every level: depths stacked, levels of the same depth side by side.
pub(super) fn place<'a>(levels: &[&'a Draft], sheet: &ArtSheet) -> Vec<Placed<'a>> {
    let side = i64::from(sheet.tile_size().width);
    let mut ends: BTreeMap<u32, i64> = BTreeMap::new();
    let mut placed = Vec::with_capacity(levels.len());
    for (index, draft) in levels.iter().copied().enumerate() {
        let depth = draft.metadata.depth;
        let (x, y) = (i64::from(draft.origin.x) * side, i64::from(draft.origin.y) * side);
        let near = |place: i64| if place.abs() < FARTHEST { place } else { 0 };
        let alone = levels.iter().filter(|other| other.metadata.depth == depth).count() == 1;
        let end = ends.entry(depth).or_insert(near(x));
        let corner = (*end, near(y));
        *end += (i64::from(draft.size().width) + GAP) * side;
        placed.push(Placed {
            draft,
            uid: FIRST_LEVEL + index,
            name: if alone { format!("Depth_{depth}") } else { format!("Depth_{depth}_Level_{index}") },
            corner,
            height: -i64::from(depth),
        });
    }
    placed
}

impl Placed<'_> {
    /// `<` if the other level is directly below, `>` if it is directly above, and the two overlap.
    pub(super) fn direction_of(&self, other: &Self, side: i64) -> Option<&'static str> {
        let span = |start: i64, cells: u32| (start, start + i64::from(cells) * side);
        let overlap = |(a, b): (i64, i64), (c, d): (i64, i64)| a < d && c < b;
        let size = |level: &Self| level.draft.size();
        let over = overlap(span(self.corner.0, size(self).width), span(other.corner.0, size(other).width))
            && overlap(span(self.corner.1, size(self).height), span(other.corner.1, size(other).height));
        match other.height - self.height {
            -1 if over => Some("<"),
            1 if over => Some(">"),
            _ => None,
        }
    }
}

/// A stable identifier in LDtk's format, derived from the level and a name.
pub(super) fn unique(level: Option<&Placed<'_>>, name: &str) -> String {
    let about =
        level.map(|level| format!("{}/{}/{}", level.uid, level.draft.metadata.recipe, level.draft.metadata.seed));
    let text = format!("{}/{name}", about.unwrap_or_default());
    // FNV-1a, forwards and backwards: 128 bits that are the same on every machine.
    let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let (a, b) = (text.bytes().fold(0xcbf2_9ce4_8422_2325, add), text.bytes().rev().fold(0x8422_2325_cbf2_9ce4, add));
    format!("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", a >> 32, a >> 16 & 0xffff, a & 0xffff, b >> 48, b & 0xffff_ffff_ffff)
}
