//! Hangs doors in doorways.
//!
//! ```text
//! ##########        ##########
//! #....#...#        #....#...#
//! #........#   →    #....+...#
//! #....#...#        #....#...#
//! ##########        ##########
//! ```

use undercroft_grid::{BitGrid, Point};

use crate::checks::stands_between_walls;
use crate::{BadParameter, Chance, Draft, Fact, Observer, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Hangs doors in doorways: between two walls, and never side by side.
    ///
    /// Uses the doorways that earlier steps have made. If there are none, uses the entrances of rooms.
    pub struct Doors = "doors" {
        /// The chance that a doorway gets a door.
        pub chance: f64 = 0.5,
        /// The tile of a door.
        pub tile: String = "door".into(),
    }
}

impl Step for Doors {
    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::share("chance", self.chance)?;
        require::door("tile", &self.tile, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        let chance = Chance::clamped(self.chance);
        let mut rng = stream.rng();
        let taken = draft.taken();
        let mut doors = BitGrid::new(draft.size());
        for door in draft.door_cells() {
            doors.insert(door);
        }
        for at in doorways(draft) {
            let wanted = rng.chance(chance);
            let alone = !doors.contains(at) && !at.four().any(|near| doors.contains(near));
            let free = draft.is_open(at) && !taken.contains(at);
            if wanted && alone && free && stands_between_walls(draft, at) && !stands_in_water(draft, at) {
                doors.insert(at);
                draft.doors.push(at);
                draft.set(at, tile);
                observer.show(draft);
            }
        }
        Ok(())
    }
}

/// Whether a closed neighbour is transparent, like a lake: a door cannot hang there.
fn stands_in_water(draft: &Draft, at: Point) -> bool {
    at.four().any(|near| !draft.is_open(near) && draft.info(near).transparent)
}

/// The listed doorways; if there are none, the open cells beside rooms that are not in one.
fn doorways(draft: &Draft) -> Vec<Point> {
    if !draft.doorways.is_empty() {
        return draft.doorways.clone();
    }
    let mut beside = BitGrid::new(draft.size());
    for room in &draft.rooms {
        let ring = room.grown(1);
        let corners =
            |at: &Point| (at.x == room.x - 1 || at.x == room.right()) && (at.y == room.y - 1 || at.y == room.bottom());
        for at in ring.points().filter(|at| !room.contains(*at) && !corners(at) && draft.is_open(*at)) {
            beside.insert(at);
        }
    }
    for room in &draft.rooms {
        beside.remove_rect(*room);
    }
    beside.points().collect()
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Rect;

    use super::*;
    use crate::Seed;

    fn with_doors(mut draft: Draft) -> Draft {
        Doors::default().chance(1.0).apply(&mut draft, Seed::from(1).fork("doors")).unwrap();
        draft
    }

    #[test]
    fn entrances_of_rooms_get_doors() {
        let mut draft =
            Draft::parse("##########\n#...######\n#........#\n#...####.#\n##.#####.#\n##.......#\n##########");
        draft.rooms.push(Rect::new(1, 1, 3, 3));
        let draft = with_doors(draft);
        assert_eq!(draft.doors, [Point::new(4, 2), Point::new(2, 4)], "{draft}");
    }

    #[test]
    fn known_doorways_are_used_only_where_they_still_stand_between_walls() {
        let mut draft = Draft::parse("########\n#...#..#\n#......#\n#...##.#\n#......#\n########");
        draft.doorways = vec![Point::new(4, 2), Point::new(6, 3), Point::new(3, 3), Point::new(4, 3)];
        let draft = with_doors(draft);
        assert_eq!(draft.to_string(), "########\n#···#··#\n#···+··#\n#···##+#\n#······#\n########\n");
    }

    #[test]
    fn no_door_stands_on_a_ford() {
        let mut draft = Draft::parse("#######\n#.≈≈..#\n#.~~+.#\n#.≈≈..#\n#######");
        draft.doors.clear();
        draft.doorways = vec![Point::new(2, 2), Point::new(3, 2), Point::new(3, 1)];
        assert!(with_doors(draft).doors.is_empty());
    }

    #[test]
    fn doors_do_not_stand_side_by_side() {
        let mut draft = Draft::parse("######\n#....#\n######");
        draft.doorways = vec![Point::new(2, 1), Point::new(3, 1)];
        assert_eq!(with_doors(draft).to_string(), "######\n#·+··#\n######\n");
    }
}
