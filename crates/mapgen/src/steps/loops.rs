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

use undercroft_grid::{BitGrid, Point};

use super::loop_length::LoopLength;
use crate::{BadParameter, Draft, Fact, Observer, Step, Stream, TileInfo, Tileset, Veto, require, step};

step! {
    /// Opens a wall where walking around it takes far longer than walking through.
    ///
    /// Walls are considered in random order, the thinnest first, and each opening shortens the paths around the others. An
    /// opening is a doorway, where the step `doors` may hang a door.
    pub struct Loops = "loops" {
        /// A wall is opened only where the path around it has at least this many steps.
        pub distance: u32 = 20,
        /// The thickest wall to open. A wall of more than one cell gets a short corridor.
        pub thickness: u32 = 1,
    }
}

impl Step for Loops {
    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("distance", self.distance, 3..=10_000)?;
        require::within("thickness", self.thickness, 1..=5)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let mut loop_length = LoopLength::new(draft.size());
        for thickness in 1..=self.thickness {
            let mut walls = walls(draft, thickness);
            rng.shuffle(&mut walls);
            for wall in walls {
                // An earlier opening may have changed the cells beside this wall. The path through counts too.
                let limit = self.distance - 2 + thickness;
                if wall.is_whole(draft.open()) && loop_length.exceeds(limit, draft.open(), wall.near(), wall.far()) {
                    wall.cells().for_each(|at| draft.carve(at));
                    draft.doorways.push(wall.first);
                    observer.show(draft);
                }
            }
        }
        Ok(())
    }
}

/// A straight run of closed cells between two open ones, with closed cells along both sides.
#[derive(Clone, Copy)]
struct Wall {
    first: Point,
    through: Point,
    thickness: u32,
}

impl Wall {
    fn cells(self) -> impl Iterator<Item = Point> {
        (0..self.thickness as i32).map(move |index| self.at(index))
    }

    fn at(self, index: i32) -> Point {
        self.first + Point::new(self.through.x * index, self.through.y * index)
    }

    fn near(self) -> Point {
        self.at(-1)
    }

    fn far(self) -> Point {
        self.at(self.thickness as i32)
    }

    /// Whether it still separates two open cells, and an opening through it would have walls on both sides.
    fn is_whole(self, open: &BitGrid) -> bool {
        let aside = Point::new(self.through.y, self.through.x);
        let is_closed = |at: Point| ![at, at + aside, at - aside].into_iter().any(|at| open.contains(at));
        open.contains(self.near()) && open.contains(self.far()) && self.cells().all(is_closed)
    }
}

/// The walls of a thickness that can be carved, inside the border.
fn walls(draft: &Draft, thickness: u32) -> Vec<Wall> {
    let open = draft.open();
    let soft = |info: &TileInfo| info.diggable || info.carved.is_some();
    let mut rock = draft.where_tile(|tile| draft.tileset().get(tile).is_some_and(soft));
    rock.subtract(open);
    draft.kept().into_iter().for_each(|kept| rock.subtract(kept));
    let mut ends = open.clone();
    draft.door_cells().for_each(|door| _ = ends.remove(door));
    let (inside, whole) = (draft.size().interior(), draft.size().rect());
    let directions = [Point::new(0, 1), Point::new(1, 0)];
    // Most rock has no open neighbour.
    let between_ends = directions.map(|Point { x, y }| {
        let length = thickness as i32;
        let mut first = rock.clone();
        first.intersect(&ends.cropped(whole.moved(Point::new(-x, -y))));
        first.intersect(&ends.cropped(whole.moved(Point::new(x * length, y * length))));
        first
    });
    let mut either = between_ends[0].clone();
    either.unite(&between_ends[1]);
    let wall = |first: Point, direction: usize| {
        let wall = Wall { first, through: directions[direction], thickness };
        (between_ends[direction].contains(first)
            && wall.cells().all(|at| inside.contains(at) && rock.contains(at))
            && wall.is_whole(open))
        .then_some(wall)
    };
    either.points().flat_map(|at| [0, 1].map(|direction| wall(at, direction))).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn thick_walls_get_a_corridor_if_the_parameter_allows() {
        let before = Draft::parse("########\n#.###..#\n#.###..#\n#.###..#\n#......#\n########");
        for (thickness, opened) in [(1, 0), (2, 0), (3, 3), (5, 3)] {
            let mut draft = before.clone();
            let step = Loops::default().distance(8).thickness(thickness);
            step.apply(&mut draft, Seed::from(1).fork("loops")).unwrap();
            assert_eq!(draft.open().count() - before.open().count(), opened, "{thickness}:\n{draft}");
            for doorway in &draft.doorways {
                assert!(crate::checks::stands_between_walls(&draft, *doorway), "{doorway}:\n{draft}");
            }
        }
    }

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
