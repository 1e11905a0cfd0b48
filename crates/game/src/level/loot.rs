//! Items as the hero finds them: lying on an unvisited level, or drawn from a table.

use undercroft_grid::Point;
use undercroft_mapgen::Seed;

use crate::content::{DropEntry, DropTable, GameContent, ItemKindId};
use crate::dice::{Dice, below};
use crate::state::Item;

/// The item of a spawn. Its numbers depend on its place alone, so it is the same whenever the chunk is opened. `None` if
/// the content lacks the kind.
pub(crate) fn found(content: &GameContent, seed: &Seed, depth: u32, kind: &str, at: Point) -> Option<Item> {
    let (id, kind) = content.item_named(kind)?;
    let stream = seed.fork("game").fork("found").fork(depth);
    let roll = |label: &str, [low, high]: [u32; 2]| low + below(stream.fork(label).at(at), high - low + 1);
    Some(Item {
        kind: id,
        count: kind.count.map_or(1, |range| roll("count", range)),
        charges: kind.charges.map_or(0, |range| roll("charges", range.map(u32::from))) as u16,
        bonus: 0,
    })
}

/// New items of a kind, with a roll for the charges.
pub(crate) fn new_item(content: &GameContent, kind: ItemKindId, count: u32, dice: &mut Dice<'_>) -> Item {
    let charges = content.item(kind).charges.map_or(0, |range| dice.between(range.map(u32::from)) as u16);
    Item { kind, count: count.max(1), charges, bonus: 0 }
}

/// Draws from a drop table at a depth.
pub(crate) fn draw(content: &GameContent, table: &DropTable, depth: u32, dice: &mut Dice<'_>) -> Vec<Item> {
    let weight = |entry: &DropEntry| if entry.depths.contains(depth) { entry.weight } else { 0 };
    let mut items = Vec::new();
    for _ in 0..table.rolls {
        let Some(index) = dice.weighted(table.entries.iter().map(weight)) else { continue };
        let entry = &table.entries[index];
        let Some((id, kind)) = entry.item.as_deref().and_then(|name| content.item_named(name)) else { continue };
        let count = dice.between(entry.count.or(kind.count).unwrap_or([1, 1]));
        items.push(new_item(content, id, count, dice));
    }
    items
}
