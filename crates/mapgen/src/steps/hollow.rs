//! Hollows out one large chamber: the centre of a maze, a queen's hall in a hive, a cavern among caves.
//!
//! ```text
//! #############        #############
//! #.#...#...#.#        #.#...#...#.#
//! #.###.#.#.#.#        #.##.....#.##
//! #.....#.#...#   →    #...O...O...#
//! #.#####.###.#        #.#.......#.#
//! #.......#...#        #......#....#
//! #############        #############
//! ```

use undercroft_grid::{BitGrid, Point, Rect, Size};

use super::blob::{WIDEST, blob, fill_holes};
use crate::{BadParameter, Chance, Draft, EndlessMode, Fact, Step, Stream, Tileset, Veto, require, step};

/// The values of `shape`.
const SHAPES: [&str; 3] = ["rectangle", "disc", "cave"];
/// The distance between two pillars.
const PILLARS_APART: i32 = 4;

step! {
    /// Hollows out one large chamber, whatever was there before.
    ///
    /// Rooms that the chamber cuts into now end at its walls. A rectangle or disc counts as a room.
    pub struct Hollow = "hollow" {
        /// The shape of the chamber: `rectangle`, `disc` or `cave`.
        pub shape: String = "rectangle".into(),
        /// The chamber's width as a share of the map's.
        pub width: f64 = 0.25,
        /// The chamber's height as a share of the map's.
        pub height: f64 = 0.25,
        /// How far the chamber may be off centre, as a share of the available space.
        pub stray: f64 = 0.0,
        /// The tile of the floor, which must be walkable.
        pub floor: String = "floor".into(),
        /// The tile of the pillars; if empty, no pillars.
        pub pillar: String = String::new(),
    }
}

impl Step for Hollow {
    fn provides(&self) -> Vec<Fact> {
        if self.shape == "cave" { vec![Fact::OPEN] } else { vec![Fact::OPEN, Fact::ROOMS] }
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }

    fn endless(&self, _: Size) -> EndlessMode {
        // An endless level has no middle.
        EndlessMode::Skipped
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::one_of("shape", &self.shape, &SHAPES)?;
        require::within("width", self.width, 0.01..=1.0)?;
        require::within("height", self.height, 0.01..=1.0)?;
        require::share("stray", self.stray)?;
        require::walkable("floor", &self.floor, tileset)?;
        require::optional_tile("pillar", &self.pillar, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let (floor, pillar) = (draft.named(&self.floor)?, draft.optionally_named(&self.pillar)?);
        let inside = draft.size().interior();
        // An odd side has a middle cell, and fits between the walls of a maze.
        let odd = |side: u32, share: f64| (((f64::from(side) * share) as u32).clamp(1, side).saturating_sub(1)) | 1;
        let (width, height) = (odd(inside.width, self.width), odd(inside.height, self.height));
        let mut corner = |side: u32, own: u32| {
            let free = side.saturating_sub(own);
            let stray = (f64::from(free) * self.stray) as u32;
            let from = (free - stray) / 2 + rng.below(stray + 1);
            // Even offsets from the border keep to the cells of a maze.
            1 + (from & !1) as i32
        };
        let place =
            Rect::new(corner(inside.width, width), corner(inside.height, height), width, height).intersection(inside);
        let cells = match self.shape.as_str() {
            "disc" => disc(place.size()),
            "cave" => {
                let size = Size::new(place.width.min(WIDEST), place.height);
                let mut cave = blob(&mut rng, size, Chance::clamped(0.6)).unwrap_or_else(|| disc(size));
                fill_holes(&mut cave);
                cave
            }
            _ => BitGrid::full(place.size()),
        };
        for at in cells.points().map(|at| at + place.min()) {
            draft.set(at, floor);
        }
        for at in pillars(place, &cells).into_iter().filter(|_| pillar.is_some()) {
            draft.set(at, pillar.unwrap_or(floor));
        }
        draft.drop_odd_doors();
        draft.trim_rooms();
        let room = draft.open().largest_rect(place);
        draft.rooms.retain(|other| !other.meets(room.grown(1)));
        if self.shape != "cave" && !room.is_empty() {
            draft.rooms.push(room);
        }
        Ok(())
    }
}

/// An ellipse that fills its box.
fn disc(size: Size) -> BitGrid {
    let (width, height) = (i64::from(size.width), i64::from(size.height));
    BitGrid::from_fn(size, |at| {
        // Twice the distance from the middle, scaled to whole numbers.
        let (dx, dy) = ((2 * i64::from(at.x) + 1 - width) * height, (2 * i64::from(at.y) + 1 - height) * width);
        dx * dx + dy * dy <= width * width * height * height
    })
}

/// Where pillars stand: in rows from the middle outwards, never beside the edge.
fn pillars(place: Rect, cells: &BitGrid) -> Vec<Point> {
    let middle = place.centre();
    let in_row = |at: &Point| {
        let (dx, dy) = ((at.x - middle.x).abs(), (at.y - middle.y).abs());
        dx % PILLARS_APART == 2 && dy % PILLARS_APART == 2
    };
    let clear = |at: &Point| at.eight().all(|near| cells.contains(near - place.min()));
    place.points().filter(in_row).filter(clear).collect()
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{Components, Neighbours};

    use super::*;
    use crate::Seed;
    use crate::steps::Maze;

    #[test]
    fn a_chamber_opens_in_the_middle_of_a_maze_and_cuts_nothing_off() {
        for shape in SHAPES {
            for seed in 0..20 {
                let mut draft = Draft::new(Size::new(61, 31), Tileset::standard());
                Maze::default().apply(&mut draft, Seed::from(seed).fork("maze")).unwrap();
                let step = Hollow::default().shape(shape).pillar("pillar");
                step.check(draft.tileset()).unwrap();
                step.apply(&mut draft, Seed::from(seed).fork("hollow")).unwrap();
                assert_eq!(Components::of(draft.open(), Neighbours::Four).count(), 1, "{shape}, seed {seed}:\n{draft}");
                let middle = draft.open().count_in(Rect::around(Point::new(30, 15), 11, 5));
                assert!(middle >= 36 || shape == "cave", "{shape}, seed {seed}:\n{draft}");
            }
        }
    }

    #[test]
    fn every_small_size_works() {
        for (width, height) in [(3, 3), (4, 3), (5, 9), (9, 4), (40, 3)] {
            for shape in SHAPES {
                let mut draft = Draft::new(Size::new(width, height), Tileset::standard());
                let step = Hollow::default().shape(shape).width(1.0).height(1.0).stray(1.0).pillar("pillar");
                step.apply(&mut draft, Seed::from(1).fork("hollow")).unwrap();
                assert!(!draft.open().is_empty(), "{shape} on {width}x{height}:\n{draft}");
                let size = draft.size();
                assert!(size.points().filter(|at| size.on_border(*at)).all(|at| !draft.is_open(at)), "\n{draft}");
            }
        }
    }
}
