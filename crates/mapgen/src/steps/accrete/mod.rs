//! Grows a level room by room, joining each new room to the level by a doorway.
//!
//! ```text
//! ##########################       ##########################
//! ##########################       #...#...##..###...########
//! ##########################       #...#...#....##...########
//! ##########################       #............##...########
//! ###################......#       ##########..###.###......#
//! ###################......#   →   #####..####.###..##......#
//! ###################......#       ####.........#....#......#
//! ###################......#       ####....#................#
//! ###################......#       #####..##....##..##......#
//! ##########################       #########....#############
//! ##########################       ##########################
//! ```
//!
//! This is how Brian Walker's Brogue builds its levels. Each room is designed on its own small map, then slid along
//! the walls of the level, door to door, until it fits.

mod growth;
mod room;
mod shapes;
mod wilds;

use undercroft_grid::{BitGrid, Point, Rect, Size};

use self::growth::Growth;
use self::room::{Passage, Room};
use self::shapes::Shapes;
use self::wilds::Wilds;
use super::blob::WIDEST;
use super::connect::join_all;
use crate::{BadParameter, Chance, Draft, Fact, Observer, Rng, Step, Stream, Tileset, Veto, require, step};

/// How many rooms to try as the first of a region.
const FIRST_ROOMS_TRIED: u32 = 60;

step! {
    /// Grows a level room by room, joining each new room to the level by a doorway.
    ///
    /// Rooms attach to whatever is open already, or else to a first room somewhere on the map. A place in a wall that
    /// has rejected too many rooms is given up. When no such place is left, the level is full.
    pub struct Accrete = "accrete" {
        /// The weight of crosses among the shapes of rooms.
        pub cross: u32 = 4,
        /// The weight of rectangles.
        pub rectangle: u32 = 4,
        /// The weight of circles; large ones may have a core of rock.
        pub circle: u32 = 2,
        /// The weight of small caves.
        pub cave: u32 = 3,
        /// The chance that the first room is a cavern about half as wide and high as the map.
        pub cavern: f64 = 0.2,
        /// The chance that a room is entered through a passage.
        pub passage: f64 = 0.4,
        /// The length of the longest passage.
        pub longest_passage: u32 = 9,
        /// The shortest side of a room.
        pub shortest_side: u32 = 3,
        /// The longest side of a room.
        pub longest_side: u32 = 12,
        /// The share of the map to open before stopping.
        pub share: f64 = 1.0,
        /// The most rooms per 1,000 cells of the map.
        pub most: f64 = 1000.0,
        /// How many rooms a place in a wall may reject before it is given up.
        pub patience: u32 = 12,
        /// The share of the map, on one side, that has only caves; the other side then has none. 0 mixes all shapes
        /// everywhere.
        pub wilds: f64 = 0.0,
    }
}

impl Step for Accrete {
    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN, Fact::ROOMS, Fact::CONNECTED]
    }

    fn min_size(&self) -> Size {
        // A ring of rock around the first room.
        Size::new(self.shortest_side.saturating_add(2), self.shortest_side.saturating_add(2))
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        let weights = [self.cross, self.rectangle, self.circle, self.cave];
        if weights.iter().all(|weight| *weight == 0) {
            return Err(BadParameter::new(
                "rectangle",
                "all weights are 0; at least one shape needs a positive weight",
            ));
        }
        require::share("cavern", self.cavern)?;
        require::share("passage", self.passage)?;
        require::share("share", self.share)?;
        require::share("wilds", self.wilds)?;
        require::within("most", self.most, 0.0..=1000.0)?;
        require::within("longest-passage", self.longest_passage, 1..=100)?;
        require::within("shortest-side", self.shortest_side, 1..=40)?;
        require::within("longest-side", self.longest_side, 1..=40)?;
        require::ordered(("shortest-side", self.shortest_side), ("longest-side", self.longest_side))?;
        require::within("patience", self.patience, 1..=100)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let inside = draft.size().interior();
        let shapes = Shapes {
            weights: [self.cross, self.rectangle, self.circle, self.cave],
            shortest_side: self.shortest_side,
            longest_side: self.longest_side,
            fits: inside.size(),
        };
        let area = draft.size().area() as f64;
        let (enough_cells, most_rooms) = ((area * self.share) as usize, (area * self.most / 1000.0) as usize);
        let wilds = (self.wilds > 0.0).then(|| Wilds::somewhere(draft.size(), self.wilds, &mut rng));
        let only_caves = self.wilds >= 1.0 || [self.cross, self.rectangle, self.circle] == [0; 3];
        let mut growth = Growth::from(draft);
        if growth.open_cells == 0 {
            let (mut first, mut at) = self.first_room(&shapes, &mut rng, inside);
            // Kept walls may be in the way.
            let mut tries = if draft.mission_plan().is_some() { 0 } else { FIRST_ROOMS_TRIED };
            while tries > 0 && !growth.has_space(&first, at) {
                (first, at) = self.first_room(&shapes, &mut rng, inside);
                tries -= 1;
            }
            growth.add(&first, at);
            if observer.is_watching() {
                growth.carve(draft);
                observer.show(draft);
            }
        }
        if let Some(plan) = draft.mission_plan() {
            let has_room = |cells: &BitGrid| draft.rooms.iter().any(|room| cells.contains(room.centre()));
            plan.cells()
                .filter(|cells| !has_room(cells))
                .for_each(|cells| begin_region(&mut growth, &cells, &shapes, &mut rng));
        }
        while growth.open_cells < enough_cells && growth.room_count < most_rooms && growth.can_go_on() {
            let room = match &wilds {
                Some(wilds) => self.design_for(wilds, &shapes, &mut rng),
                None => (self.design(&shapes, &mut rng), None),
            };
            let suits =
                |at: Point| room.1.is_none_or(|wild| wilds.as_ref().is_some_and(|wilds| wilds.contains(at) == wild));
            if growth.attach(&room.0, &mut rng, self.patience, suits, only_caves) && observer.is_watching() {
                growth.carve(draft);
                observer.show(draft);
            }
        }
        growth.carve(draft);
        // Rooms that grew from the doors of kept pieces may not have met. If no tunnel can join them yet, the end of
        // the ground phase will.
        if draft.mission_plan().is_some() || (draft.kept().is_some() && !draft.is_connected()) {
            let _ = join_all(draft, stream.fork("join"));
        }
        Ok(())
    }
}

impl Accrete {
    fn first_room(&self, shapes: &Shapes, rng: &mut Rng, inside: Rect) -> (Room, Point) {
        let shape = if rng.chance(Chance::clamped(self.cavern)) {
            let half = |side: u32, rng: &mut Rng| rng.range((side / 2) as i32..=(side * 3 / 4) as i32) as u32;
            let size = Size::new(half(inside.width, rng).min(WIDEST), half(inside.height, rng).min(WIDEST));
            shapes.grown_cave(rng, size)
        } else {
            shapes.any(rng)
        };
        let room = Room::new(&shape, None);
        let free = Size::new(inside.width - shape.size().width, inside.height - shape.size().height);
        let at = Point::new(rng.below(free.width + 1) as i32, rng.below(free.height + 1) as i32);
        (room, at)
    }

    /// A room for the wilds or for the built side, and which of the two it is for.
    fn design_for(&self, wilds: &Wilds, shapes: &Shapes, rng: &mut Rng) -> (Room, Option<bool>) {
        let [cross, rectangle, circle, _] = shapes.weights;
        let wild = rng.chance(wilds.share) || [cross, rectangle, circle] == [0; 3];
        let room = if wild {
            // Caves share walls more often than rooms do, and are larger.
            let caves = Shapes { weights: [0, 0, 0, 1], longest_side: shapes.longest_side * 3 / 2, ..*shapes };
            Self { passage: self.passage / 2.0, ..self.clone() }.design(&caves, rng)
        } else {
            self.design(&Shapes { weights: [cross, rectangle, circle, 0], ..*shapes }, rng)
        };
        (room, Some(wild))
    }

    fn design(&self, shapes: &Shapes, rng: &mut Rng) -> Room {
        let shape = shapes.any(rng);
        let passage = rng.chance(Chance::clamped(self.passage)).then(|| Passage {
            direction: rng.below(4) as usize,
            length: rng.range(1..=self.longest_passage as i32) as u32,
            exit: rng.below(1 << 16),
        });
        Room::new(&shape, passage)
    }
}

/// Puts a first room into a region of a planned mission. A gateway alone may have no space for rooms beside it.
fn begin_region(growth: &mut Growth, cells: &BitGrid, shapes: &Shapes, rng: &mut Rng) {
    for _ in 0..FIRST_ROOMS_TRIED {
        let room = Room::new(&shapes.any(rng), None);
        let middle = room.hull.size().rect().centre();
        let place = cells.nth(rng.below(cells.count() as u32) as usize);
        if let Some(offset) = place.map(|at| at - middle).filter(|offset| growth.has_space(&room, *offset)) {
            return growth.add(&room, offset);
        }
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{Components, Neighbours};

    use super::*;
    use crate::Seed;
    use crate::checks::stands_between_walls;

    fn grown(step: &Accrete, mut draft: Draft, seed: u64) -> Draft {
        step.check(draft.tileset()).unwrap();
        step.apply(&mut draft, Seed::from(seed).fork("accrete")).unwrap();
        draft
    }

    fn rock(width: u32, height: u32) -> Draft {
        Draft::new(Size::new(width, height), Tileset::standard())
    }

    #[test]
    fn rooms_are_connected_by_doorways_between_walls() {
        let shapes = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (2, 2, 2, 2)];
        for (cross, rectangle, circle, cave) in shapes {
            let step = Accrete::default().cross(cross).rectangle(rectangle).circle(circle).cave(cave);
            for seed in 0..20 {
                let draft = grown(&step, rock(61, 37), seed);
                assert_eq!(
                    Components::of(draft.open(), Neighbours::Four).count(),
                    1,
                    "{step:?}, seed {seed}:\n{draft}"
                );
                assert_eq!(draft.doorways.len() + 1, draft.rooms.len(), "{step:?}, seed {seed}:\n{draft}");
                for at in &draft.doorways {
                    assert!(stands_between_walls(&draft, *at), "{step:?}, seed {seed}, {at}:\n{draft}");
                }
                let mut floors = BitGrid::new(draft.size());
                for room in &draft.rooms {
                    assert!(draft.open().contains_rect(*room) && !floors.meets_rect(*room), "{room:?}:\n{draft}");
                    floors.insert_rect(*room);
                }
            }
        }
    }

    #[test]
    fn a_finished_level_is_full() {
        for seed in 0..10 {
            let draft = grown(&Accrete::default(), rock(80, 40), seed);
            assert!(draft.open().count() > 80 * 40 / 4, "seed {seed}:\n{draft}");
        }
    }

    #[test]
    fn limits_are_respected() {
        for seed in 0..10 {
            let few = grown(&Accrete::default().most(1.0), rock(100, 50), seed);
            assert_eq!(few.rooms.len(), 5, "seed {seed}:\n{few}");
            let small = grown(&Accrete::default().share(0.1).cavern(0.0), rock(100, 50), seed);
            let open = small.open().count();
            assert!((500..800).contains(&open), "seed {seed}: {open} open cells\n{small}");
        }
    }

    #[test]
    fn the_wilds_have_caves_and_the_other_side_has_rooms() {
        let step = Accrete::default().wilds(0.5).cavern(0.0).cross(0).circle(0).cave(0).passage(0.0).longest_side(7);
        // A room on the built side is a rectangle: hardly anything but doorways is open around it. A cave is ragged.
        let (mut around_caves, mut around_rooms) = (Vec::new(), Vec::new());
        for seed in 0..20 {
            let draft = grown(&step, rock(80, 40), seed);
            let wilds = Wilds::somewhere(draft.size(), 0.5, &mut Seed::from(seed).fork("accrete").rng());
            for room in &draft.rooms {
                let around = draft.open().count_in(room.grown(1)) - room.area();
                let openings = if wilds.contains(room.centre()) { &mut around_caves } else { &mut around_rooms };
                openings.push(around);
            }
        }
        let mean = |counts: &[usize]| counts.iter().sum::<usize>() as f64 / counts.len() as f64;
        let (caves, rooms) = (mean(&around_caves), mean(&around_rooms));
        assert!(caves > 2.0 * rooms, "{caves} open cells around caves, {rooms} around rooms");
    }

    #[test]
    fn caves_alone_stay_in_the_wilds_and_come_to_an_end() {
        for seed in 0..10 {
            let step = Accrete::default().wilds(0.4).cross(0).rectangle(0).circle(0);
            let draft = grown(&step, rock(60, 30), seed);
            assert!(!draft.rooms.is_empty(), "seed {seed}:\n{draft}");
        }
    }

    #[test]
    fn rooms_attach_to_what_is_there() {
        let cave = "
            ##############################
            ##############################
            ##############################
            ###########...################
            ##########.....###############
            ########...≈≈≈....############
            ########..≈≈≈≈≈..#############
            ##########..≈≈..##############
            ##########.....###############
            ##############################
            ##############################
            ##############################";
        let before = Draft::parse(cave);
        for seed in 0..20 {
            let draft = grown(&Accrete::default().longest_side(5), before.clone(), seed);
            assert!(draft.rooms.len() > 1, "seed {seed}:\n{draft}");
            assert_eq!(Components::of(draft.open(), Neighbours::Four).count(), 1, "seed {seed}:\n{draft}");
            for at in draft.size().points().filter(|at| before.tile(*at) != crate::Tile::WALL) {
                assert_eq!(draft.tile(at), before.tile(at), "seed {seed}, {at}:\n{draft}");
            }
        }
    }
}
