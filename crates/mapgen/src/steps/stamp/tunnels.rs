//! The ways from a vault's entrances to open ground.

use std::collections::BTreeSet;

use undercroft_grid::{Components, Neighbours, Point};

use super::site::Site;
use crate::Vault;
use crate::vault::Entrance;

/// What must be done so that a vault can be walked into.
#[derive(Default)]
pub(super) struct Ways {
    /// The cells of rock that become ways.
    pub(super) dug: BTreeSet<Point>,
    /// The entrances that lead nowhere.
    pub(super) walled_up: Vec<Point>,
}

impl Ways {
    /// The ways for a vault in the rock with its first cell at `corner`; `None` where a required entrance is more
    /// than `length` cells of rock from open ground, or a part of the vault has no entrance less than `reach` from it.
    pub(super) fn find(
        site: &Site,
        vault: &Vault,
        entrances: &[Entrance],
        corner: Point,
        length: u32,
        reach: u32,
    ) -> Option<Self> {
        let (required, optional): (Vec<&Entrance>, Vec<&Entrance>) =
            entrances.iter().partition(|entrance| entrance.required);
        let mut ways = Self::default();
        let mut joined = Vec::new();
        for entrance in required {
            let way = ways.shortest(site, vault, corner, entrance, length)?;
            ways.dug.extend(way);
            joined.push(entrance.at);
        }
        for entrance in optional {
            match ways.shortest(site, vault, corner, entrance, reach) {
                Some(way) => {
                    ways.dug.extend(way);
                    joined.push(entrance.at);
                }
                None => ways.walled_up.push(corner + entrance.at),
            }
        }
        let mut open = vault.drawing().open();
        for at in &ways.walled_up {
            open.remove(*at - corner);
        }
        let regions = Components::of(&open, Neighbours::Four);
        let mut reached = vec![false; regions.count()];
        for label in joined.into_iter().filter_map(|at| regions.label(at)) {
            reached[label as usize] = true;
        }
        reached.into_iter().all(|reached| reached).then_some(ways)
    }

    /// The rock to dig away between an entrance and the nearest open ground: none where it is right before it.
    fn shortest(
        &self,
        site: &Site,
        vault: &Vault,
        corner: Point,
        entrance: &Entrance,
        limit: u32,
    ) -> Option<Vec<Point>> {
        let is_ground = |at: Point| site.ground.contains(at) || self.dug.contains(&at);
        let can_dig = |at: Point| site.rock.contains(at) && vault.drawing().entry_at(at - corner).is_none();
        let first: Vec<Point> = entrance.outside.iter().map(|at| *at + corner).collect();
        if first.iter().any(|at| is_ground(*at)) {
            return Some(Vec::new());
        }
        // Each cell with the index of the one before it and the length of the way to it.
        let mut queue: Vec<(Point, usize, u32)> =
            first.into_iter().filter(|at| can_dig(*at)).map(|at| (at, usize::MAX, 1)).collect();
        let mut seen: BTreeSet<Point> = queue.iter().map(|(at, ..)| *at).collect();
        let mut next = 0;
        while let Some(&(at, _, length)) = queue.get(next).filter(|(_, _, length)| *length <= limit) {
            if at.four().any(is_ground) {
                let mut way = Vec::new();
                let mut here = next;
                while let Some(&(at, before, _)) = queue.get(here) {
                    way.push(at);
                    here = before;
                }
                return Some(way);
            }
            for near in at.four().filter(|near| can_dig(*near)) {
                if seen.insert(near) {
                    queue.push((near, next, length + 1));
                }
            }
            next += 1;
        }
        None
    }
}
