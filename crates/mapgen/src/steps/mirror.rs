//! Makes one half of the level the mirror image of the other.
//!
//! ```text
//! ##########        ##########
//! #..####..#        #..####..#
//! #.........   →    #........#
//! ##.###...#        ##.####.##
//! ##########        ##########
//! ```

use undercroft_grid::{Point, Rect, Size};

use crate::{BadParameter, Draft, Fact, Spawn, StampedVault, Step, Stream, Tile, Tileset, Veto, require, step};

/// The values of `sides`.
const SIDES: [&str; 3] = ["left-right", "top-bottom", "both"];

step! {
    /// Makes one half of the level the mirror image of the other.
    ///
    /// The right half becomes the image of the left, or the lower half that of the upper, or both. A room that reaches the
    /// middle merges with its image. Areas that were connected only through the lost half are no longer connected, so
    /// `connect` should follow.
    pub struct Mirror = "mirror" {
        /// Which sides mirror each other: `left-right`, `top-bottom` or `both`.
        pub sides: String = "left-right".into(),
    }
}

impl Step for Mirror {
    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::one_of("sides", &self.sides, &SIDES)
    }

    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        if self.sides != "top-bottom" {
            fold(draft, Axis::Column);
        }
        if self.sides != "left-right" {
            fold(draft, Axis::Row);
        }
        // Some doors have lost a wall beside them.
        draft.drop_odd_doors();
        Ok(())
    }
}

/// The axis of reflection.
#[derive(Clone, Copy)]
enum Axis {
    /// The middle column: left and right.
    Column,
    /// The middle row: above and below.
    Row,
}

impl Axis {
    /// The image of a cell.
    const fn image(self, size: Size, at: Point) -> Point {
        match self {
            Self::Column => Point::new(size.width as i32 - 1 - at.x, at.y),
            Self::Row => Point::new(at.x, size.height as i32 - 1 - at.y),
        }
    }

    /// The half to keep, with the middle if there is one.
    const fn kept(self, size: Size) -> Rect {
        match self {
            Self::Column => Rect::new(0, 0, size.width.div_ceil(2), size.height),
            Self::Row => Rect::new(0, 0, size.width, size.height.div_ceil(2)),
        }
    }

    /// What remains of a rectangle, and its image: one rectangle if they meet in the middle, else two.
    fn folded(self, size: Size, rect: Rect) -> Vec<Rect> {
        let kept = self.kept(size);
        let here = rect.intersection(kept);
        if here.is_empty() {
            return Vec::new();
        }
        let last = Point::new(here.right() - 1, here.bottom() - 1);
        let image = Rect::spanning(self.image(size, here.min()), self.image(size, last));
        let touches = match self {
            Self::Column => here.right() == kept.right(),
            Self::Row => here.bottom() == kept.bottom(),
        };
        if touches {
            return vec![Rect::spanning(here.min(), Point::new(image.right() - 1, image.bottom() - 1))];
        }
        vec![here, image]
    }
}

/// Replaces one half with the image of the other: tiles, rooms, doors, spawns and vaults.
fn fold(draft: &mut Draft, axis: Axis) {
    let size = draft.size();
    let kept = axis.kept(size);
    // Kept cells are mirrored with everything else.
    let whole = draft.release();
    draft.clear_away(|at| !kept.contains(at));
    for at in size.points().filter(|at| !kept.contains(*at)) {
        let tile = draft.tile(axis.image(size, at));
        draft.set(at, tile);
    }
    // Each stair leads to a single place, so its image is plain floor.
    for stair in draft.stairs.clone() {
        let image = axis.image(size, stair.at);
        if image != stair.at {
            draft.set(image, Tile::FLOOR);
        }
    }
    let images = |at: Point| Some(axis.image(size, at)).filter(|image| *image != at);
    for places in [&mut draft.doors, &mut draft.doorways] {
        places.extend(places.clone().into_iter().filter_map(images));
    }
    let spawns: Vec<Spawn> =
        draft.spawns.iter().filter_map(|spawn| Some(Spawn { at: images(spawn.at)?, ..spawn.clone() })).collect();
    draft.spawns.extend(spawns);
    draft.rooms = draft.rooms.iter().flat_map(|room| axis.folded(size, *room)).collect();
    let folded = |vault: StampedVault| {
        axis.folded(size, vault.area).into_iter().map(move |area| StampedVault { area, ..vault.clone() })
    };
    draft.vaults = std::mem::take(&mut draft.vaults).into_iter().flat_map(folded).collect();
    draft.lattice = None;
    if let Some((mut cells, mut doors)) = whole {
        cells.points().filter(|at| !kept.contains(*at)).collect::<Vec<_>>().iter().for_each(|at| _ = cells.remove(*at));
        cells.points().collect::<Vec<_>>().iter().for_each(|at| _ = cells.insert(axis.image(size, *at)));
        doors.retain(|at| kept.contains(*at));
        doors.extend(doors.clone().into_iter().filter_map(images));
        draft.keep("the mirrored vaults", &cells, &doors);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn mirrored(drawing: &str, rooms: &[Rect], sides: &str) -> Draft {
        let mut draft = Draft::parse(drawing);
        draft.rooms = rooms.to_vec();
        let mirror = Mirror::default().sides(sides);
        mirror.apply(&mut draft, Seed::from(1).fork("mirror")).unwrap();
        draft
    }

    #[test]
    fn the_right_becomes_the_image_of_the_left() {
        let draft = mirrored("#######\n#.+..##\n#_#####", &[], "left-right");
        assert_eq!(draft.to_string(), "#######\n#·+·+·#\n#_###_#\n");
        assert_eq!(draft.doors, [Point::new(2, 1), Point::new(4, 1)]);
        let draft = mirrored("######\n#.,###\n######", &[], "left-right");
        assert_eq!(draft.to_string(), "######\n#·,,·#\n######\n");
        let draft = mirrored("####\n#_.#\n####\n#..#", &[], "both");
        assert_eq!(draft.to_string(), "####\n#__#\n#__#\n####\n");
    }

    #[test]
    fn rooms_that_reach_the_middle_merge_with_their_image() {
        let open = "##########\n#........#\n#........#\n##########";
        for (room, expected) in [
            (Rect::new(1, 1, 2, 2), vec![Rect::new(1, 1, 2, 2), Rect::new(7, 1, 2, 2)]),
            (Rect::new(2, 1, 3, 2), vec![Rect::new(2, 1, 6, 2)]),
            (Rect::new(4, 1, 5, 1), vec![Rect::new(4, 1, 2, 1)]),
            (Rect::new(6, 1, 2, 2), vec![]),
        ] {
            assert_eq!(mirrored(open, &[room], "left-right").rooms, expected, "{room:?}");
        }
        let rooms = mirrored("#####\n#...#\n#...#\n#...#\n#####", &[Rect::new(2, 1, 2, 1)], "both").rooms;
        assert_eq!(rooms, [Rect::new(2, 1, 1, 1), Rect::new(2, 3, 1, 1)]);
    }

    #[test]
    fn a_door_whose_walls_are_lost_becomes_floor() {
        let draft = mirrored("#######\n#..####\n###+###\n#.....#\n#######", &[], "top-bottom");
        assert_eq!(draft.doors, [], "{draft}");
        assert_eq!(draft.to_string(), "#######\n#··####\n###·###\n#··####\n#######\n");
    }

    #[test]
    fn stairs_and_spawns_of_a_pasted_map_stay_apart() {
        let mut draft = Draft::parse("######\n#>..<#\n######");
        let rat = |x| Spawn::new("rat", crate::Class::Creature, Point::new(x, 1));
        draft.spawns = vec![rat(2), rat(3)];
        Mirror::default().apply(&mut draft, Seed::from(1).fork("mirror")).unwrap();
        assert_eq!(draft.to_string(), "######\n#>rr·#\n######\n");
    }
}
