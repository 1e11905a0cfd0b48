//! Restricts a step to some cells: tiles and lists outside them stay as they were.

use undercroft_grid::{BitGrid, Point, Rect};

use super::{Draft, Spawn, Stair};
use crate::check::Veto;

/// The lists of a draft before a restricted step.
struct Lists {
    rooms: Vec<Rect>,
    doorways: Vec<Point>,
    doors: Vec<Point>,
    stairs: Vec<Stair>,
    spawns: Vec<Spawn>,
    start: Option<Point>,
}

impl Draft {
    /// Makes a change only inside a mask. The draft refuses to change tiles outside, and steps that place things find
    /// no free cell there. Whatever the change adds to or removes from the lists outside the mask is undone.
    pub(crate) fn within(
        &mut self,
        mask: &BitGrid,
        change: impl FnOnce(&mut Self) -> Result<(), Veto>,
    ) -> Result<(), Veto> {
        let before = Lists {
            rooms: self.rooms.clone(),
            doorways: self.doorways.clone(),
            doors: self.doors.clone(),
            stairs: self.stairs.clone(),
            spawns: self.spawns.clone(),
            start: self.start,
        };
        self.restrict_to(mask);
        let made = change(self);
        self.lift_restriction();
        // A step that widens the map has moved everything; its rings are rock either way.
        if mask.size() == self.size() {
            self.merge_lists(before, mask);
        }
        made
    }

    fn merge_lists(&mut self, before: Lists, mask: &BitGrid) {
        let has = |at: &Point| mask.contains(*at);
        merge(&mut self.doorways, before.doorways, has);
        merge(&mut self.doors, before.doors, has);
        merge(&mut self.stairs, before.stairs, |stair| has(&stair.at));
        merge(&mut self.spawns, before.spawns, |spawn| has(&spawn.at));
        self.start = self.start.filter(has).or(before.start);
        if self.rooms != before.rooms {
            merge(&mut self.rooms, before.rooms, |room| mask.contains_rect(*room));
            self.lattice = None;
        }
        self.drop_odd_doors();
        self.trim_rooms();
    }
}

/// The new list's entries inside the mask, and the old list's entries outside it.
fn merge<T>(now: &mut Vec<T>, mut before: Vec<T>, has: impl Fn(&T) -> bool) {
    before.retain(|entry| !has(entry));
    now.retain(has);
    before.append(now);
    *now = before;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Class, Tile};

    #[test]
    fn what_happens_outside_the_mask_is_undone() {
        let mut draft = Draft::parse("#########\n#..+.+..#\n#########");
        draft.spawns.push(Spawn::new("rat", Class::Creature, Point::new(1, 1)));
        let right = BitGrid::from_fn(draft.size(), |at| at.x > 4);
        let made = draft.within(&right, |draft| {
            assert!(draft.is_taken(Point::new(2, 1)) && !draft.is_taken(Point::new(6, 1)));
            draft.clear_away(|_| true);
            draft.fill(draft.size().interior(), Tile::FLOOR);
            draft.spawns.push(Spawn::new("bat", Class::Creature, Point::new(2, 1)));
            draft.spawns.push(Spawn::new("bat", Class::Creature, Point::new(6, 1)));
            Ok(())
        });
        assert_eq!(made, Ok(()));
        assert_eq!(draft.doors, [Point::new(3, 1)], "{draft}");
        assert_eq!(draft.to_string(), "#########\n#r·+··b·#\n#########\n");
        assert_eq!(draft.kept(), None);
    }
}
