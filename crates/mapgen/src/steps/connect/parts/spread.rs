//! Looks around a part that is spread over much of the map, strip by strip, until no nearer part can come.
//!
//! Such a part mostly has others behind the thinnest wall there is, and the first of those is in one of the first strips. So
//! but a few rows are looked at, where a window would hold all of the map.

use std::ops::Range;

use undercroft_grid::BitGrid;

use super::search::Room;
use super::{Order, Parts};
use crate::steps::connect::strips::FARTHEST;
use crate::steps::connect::window::Bounds;

impl Parts<'_> {
    /// Looks for a tunnel to what is near a part that is spread over much of the map; says whether there is any.
    pub(super) fn is_near_strip(&mut self, open: &BitGrid, part: u32, room: &mut Room) -> bool {
        // Nothing is nearer than that: regions have a wall between them, but a tunnel may have no wall beside a region.
        let mut touching = std::mem::take(&mut self.touching);
        touching.retain(|[one, other]| self.root(*one) != self.root(*other));
        let least = if touching.iter().any(|[region, _]| self.root(*region) == part) { 1 } else { 2 };
        self.touching = touching;
        self.list_tunnels(part, &mut room.shut);
        room.is_member.resize(self.parts.len(), false);
        self.members(part).for_each(|member| room.is_member[member as usize] = true);
        let found = self.nearest_of_strips(open, part, least, room);
        self.members(part).for_each(|member| room.is_member[member as usize] = false);
        found
    }

    /// The same, where nothing is nearer than `least`.
    fn nearest_of_strips(&self, open: &BitGrid, part: u32, least: usize, room: &mut Room) -> bool {
        let Room { window, strips, is_member, tunnel, other_tunnel, shut, .. } = room;
        let own = |band: usize| {
            let is_member = &*is_member;
            move |word| self.regions.rows_where(word, band, |label| is_member[label as usize])
        };
        let mut best: Option<(usize, Order)> = None;
        let all = strips.begin(open, self.parts[part as usize].bounds, shut);
        for above in all.start.saturating_sub(1)..=all.start {
            strips.go_on(open, above, own(above));
        }
        for strip in all {
            strips.go_on(open, strip + 1, own(strip + 1));
            let top = 8 * strip as u32;
            // What is as near as the best is of use only if it comes earlier in the order: it lies lower already.
            let most = match &best {
                None => FARTHEST,
                Some((steps, (place, ..))) if self.has_earlier(part, *place, top..top + 8) => *steps,
                Some((steps, (place, ..))) if *steps == least && !self.has_earlier(part, *place, top..u32::MAX) => {
                    break;
                }
                Some((steps, _)) => steps - 1,
            };
            let Some(steps) = (if most < least { None } else { strips.nearest(most) }) else { continue };
            for words in strips.found(steps) {
                window.nearest_in(open, strips, words, steps, |at| self.order(at), other_tunnel);
                let key = other_tunnel.last().map(|source| (steps, self.order(*source)));
                if best.is_none() || key < best {
                    best = key;
                    std::mem::swap(tunnel, other_tunnel);
                }
            }
        }
        best.is_some()
    }

    /// Whether a part may have cells in some rows that come earlier in its order than those of its region at that place.
    fn has_earlier(&self, part: u32, place: Option<u32>, rows: Range<u32>) -> bool {
        let mut earlier = self.members(part).take(place.unwrap_or(0) as usize);
        earlier.any(|member| {
            let Bounds { first, last } = self.parts[member as usize].bounds;
            first[1] < rows.end && last[1] >= rows.start
        })
    }
}
