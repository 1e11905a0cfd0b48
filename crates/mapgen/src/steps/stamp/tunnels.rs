//! Tunnels from the entrances of a vault to open ground.

use std::collections::BTreeSet;

use undercroft_grid::{Components, Neighbours, Point};

use super::site::Site;
use crate::Vault;
use crate::vault::Entrance;

/// What it takes to make a vault accessible.
#[derive(Default)]
pub(super) struct Tunnels {
    /// The rock to dig away.
    pub(super) dug: BTreeSet<Point>,
    /// The entrances that lead nowhere, to be walled up.
    pub(super) walled_up: Vec<Point>,
}

impl Tunnels {
    /// The tunnels for a vault in rock with its first cell at `corner`. `None` if a required entrance is more than `length`
    /// cells of rock from open ground, or a component of the vault has no entrance within `reach` of it.
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
        let mut tunnels = Self::default();
        let mut joined = Vec::new();
        for entrance in required {
            let tunnel = tunnels.shortest(site, vault, corner, entrance, length)?;
            tunnels.dug.extend(tunnel);
            joined.push(entrance.at);
        }
        for entrance in optional {
            match tunnels.shortest(site, vault, corner, entrance, reach) {
                Some(tunnel) => {
                    tunnels.dug.extend(tunnel);
                    joined.push(entrance.at);
                }
                None => tunnels.walled_up.push(corner + entrance.at),
            }
        }
        let mut open = vault.drawing().open();
        for at in &tunnels.walled_up {
            open.remove(*at - corner);
        }
        let regions = Components::of(&open, Neighbours::Four);
        let mut reached = vec![false; regions.count()];
        for label in joined.into_iter().filter_map(|at| regions.label(at)) {
            reached[label as usize] = true;
        }
        reached.into_iter().all(|reached| reached).then_some(tunnels)
    }

    /// The rock between an entrance and the nearest open ground, found by breadth-first search; none if it is adjacent.
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
        // Each cell with the index of its predecessor and its distance from the entrance.
        let mut queue: Vec<(Point, usize, u32)> =
            first.into_iter().filter(|at| can_dig(*at)).map(|at| (at, usize::MAX, 1)).collect();
        let mut seen: BTreeSet<Point> = queue.iter().map(|(at, ..)| *at).collect();
        let mut next = 0;
        while let Some(&(at, _, length)) = queue.get(next).filter(|(_, _, length)| *length <= limit) {
            if at.four().any(is_ground) {
                let mut tunnel = Vec::new();
                let mut here = next;
                while let Some(&(at, before, _)) = queue.get(here) {
                    tunnel.push(at);
                    here = before;
                }
                return Some(tunnel);
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
