//! Opens a wall where walking around it takes far longer than walking through.
//!
//! ```text
//! ###########        ###########
//! #....#....#        #....#....#
//! #....#....#   →    #.........#
//! #....#....#        #....#....#
//! ##.#####.##        ##.#####.##
//! ##.......##        ##.......##
//! ###########        ###########
//! ```

use undercroft_grid::{BitGrid, FOUR, Point};

use super::loop_length::LoopLength;
use crate::{BadParameter, Draft, Fact, Observer, Step, Stream, TileInfo, Tileset, Veto, require, step};

step! {
    /// Opens a wall where walking around it takes far longer than walking through.
    ///
    /// Walls one cell thick are considered in random order, and each opening shortens the paths around the others. An
    /// opening is a doorway, where the step `doors` may hang a door.
    pub struct Loops = "loops" {
        /// The shortest path around a wall that justifies opening it.
        pub distance: u32 = 20,
    }
}

impl Step for Loops {
    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("distance", self.distance, 3..=10_000)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let mut walls = thin_walls(draft);
        stream.rng().shuffle(&mut walls);
        let mut loop_length = LoopLength::new(draft.size());
        for wall in walls {
            // An earlier opening may have changed the cells beside this wall.
            let Some((one, other)) = sides(draft.open(), wall) else { continue };
            if loop_length.exceeds(self.distance - 1, draft.open(), one, other) {
                draft.carve(wall);
                draft.doorways.push(wall);
                observer.show(draft);
            }
        }
        Ok(())
    }
}

/// The closed cells inside the border that can be carved, with open cells on two opposite sides and closed ones on the
/// other two.
fn thin_walls(draft: &Draft) -> Vec<Point> {
    let open = draft.open();
    let soft = |info: &TileInfo| info.diggable || info.carved.is_some();
    let mut walls = draft.where_tile(|tile| draft.tileset().get(tile).is_some_and(soft));
    walls.subtract(open);
    draft.kept().into_iter().for_each(|kept| walls.subtract(kept));
    let inside = draft.size().interior();
    walls.points().filter(|at| inside.contains(*at) && sides(open, *at).is_some()).collect()
}

/// The two open cells that a wall stands between.
fn sides(open: &BitGrid, wall: Point) -> Option<(Point, Point)> {
    let around = FOUR.map(|offset| wall + offset);
    match around.map(|at| open.contains(at)) {
        [true, false, false, true] => Some((around[0], around[3])),
        [false, true, true, false] => Some((around[1], around[2])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn looped(drawing: &str, distance: u32) -> String {
        let mut draft = Draft::parse(drawing);
        Loops::default().distance(distance).apply(&mut draft, Seed::from(1).fork("loops")).unwrap();
        draft.to_string()
    }

    #[test]
    fn a_wall_is_opened_where_the_path_around_it_is_long() {
        let before = "#####\n#.#.#\n#.#.#\n#.#.#\n#...#\n#####";
        // The path around the lowest cell of the wall has four steps, around the next six, then eight.
        assert_eq!(looped(before, 9).matches('·').count(), 9, "{}", looped(before, 9));
        let opened = looped(before, 8);
        assert_eq!(opened, "#####\n#···#\n#·#·#\n#·#·#\n#···#\n#####\n", "\n{opened}");
    }
}
