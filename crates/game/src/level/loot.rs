//! What is found: items as they lie on a level that nobody has walked yet, and what tables give.

use undercroft_grid::Point;
use undercroft_mapgen::Seed;

use crate::content::{Content, DropTable, ItemKindId};
use crate::dice::{Dice, below};
use crate::state::Item;

/// The item that a spawn stands for, with all its numbers rolled by its place: it is the same whenever it is looked at.
/// `None` for a kind that the content does not have.
pub(crate) fn found(content: &Content, seed: &Seed, depth: u32, kind: &str, at: Point) -> Option<Item> {
    let (id, kind) = content.item_named(kind)?;
    let stream = seed.fork("game").fork("found").fork(depth);
    let within = |label: &str, range: Option<[u32; 2]>| {
        range.map(|[low, high]| low + below(stream.fork(label).at(at), high - low + 1))
    };
    Some(Item {
        kind: id,
        count: within("count", kind.count).unwrap_or(1),
        charges: within("charges", kind.charges.map(|ends| ends.map(u32::from))).unwrap_or(0) as u16,
        bonus: 0,
    })
}

/// One item of a kind, with as many charges as the dice say.
pub(crate) fn fresh(content: &Content, kind: ItemKindId, count: u32, dice: &mut Dice<'_>) -> Item {
    let charges =
        content.item(kind).charges.map_or(0, |[low, high]| low + dice.below(u32::from(high - low) + 1) as u16);
    Item { kind, count: count.max(1), charges, bonus: 0 }
}

/// What a table gives at a depth.
pub(crate) fn roll(content: &Content, table: &DropTable, depth: u32, dice: &mut Dice<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    for _ in 0..table.rolls {
        let weight = |entry: &crate::content::DropEntry| if entry.depths.contains(depth) { entry.weight } else { 0 };
        let Some(index) = dice.weighted(table.entries.iter().map(weight)) else { continue };
        let entry = &table.entries[index];
        let Some((id, kind)) = entry.item.as_deref().and_then(|name| content.item_named(name)) else { continue };
        let [low, high] = entry.count.or(kind.count).unwrap_or([1, 1]);
        let count = low + dice.below(high - low + 1);
        items.push(fresh(content, id, count, dice));
    }
    items
}
