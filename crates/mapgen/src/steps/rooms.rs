//! Carves rectangular rooms at random, none of which touches another.
//!
//! ```text
//! ###############        ###############
//! ###############        #...####.....##
//! ###############   →    #...####.....##
//! ###############        #...####.....##
//! ###############        ###############
//! ```

use undercroft_grid::{BitGrid, Rect, Size};

use crate::few_rects::FewRects;
use crate::recipe::LONGEST_SIDE;
use crate::{BadParameter, Draft, Fact, Observer, Rng, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Carves rectangular rooms at random, none of which touches another.
    ///
    /// Each attempt rolls a width, a height and a place, all of them evenly. The room is dropped where it or its ring of
    /// wall would meet an earlier room or that room's ring. The rooms are listed in the order in which they were carved.
    pub struct Rooms = "rooms" {
        /// How many rooms are tried.
        pub attempts: u32 = 35,
        /// The shortest side of a room's floor.
        pub min_side: u32 = 5,
        /// The longest side of a room's floor; a map that is too small for it has smaller rooms.
        pub max_side: u32 = 16,
        /// What the floor is made of.
        pub tile: String = "floor".into(),
    }
}

impl Step for Rooms {
    fn provides(&self) -> Vec<Fact> {
        vec![Fact::ROOMS, Fact::OPEN]
    }

    fn min_size(&self) -> Size {
        let side = self.min_side.min(LONGEST_SIDE) + 2;
        Size::new(side, side)
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::within("attempts", self.attempts, 1..=1_000_000)?;
        require::within("min-side", self.min_side, 1..=LONGEST_SIDE)?;
        require::within("max-side", self.max_side, 1..=LONGEST_SIDE)?;
        require::ordered(("min-side", self.min_side), ("max-side", self.max_side))?;
        require::walkable("tile", &self.tile, tileset)
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        let mut rng = stream.rng();
        draft.rooms.reserve((self.attempts as usize).min(FewRects::MOST));
        // Few rooms are compared with each that is tried; of many, the ground that they have taken is drawn.
        let mut few = FewRects::new();
        let mut are_few = draft.rooms.iter().all(|room| few.add(room.grown(1)));
        let mut ground = None;
        for _ in 0..self.attempts {
            let room = self.roll(&mut rng, draft.size());
            let ringed = room.grown(1);
            let is_free = match are_few {
                true => !few.meet(ringed),
                false => ground.get_or_insert_with(|| Ground::of(draft, self.min_side)).take(ringed),
            };
            if is_free {
                are_few &= few.add(ringed);
                draft.rooms.push(room);
                draft.fill(room, tile);
                observer.show(draft);
            }
        }
        match draft.rooms.is_empty() {
            true => Err(Veto::new("rooms", "no room was carved")),
            false => Ok(()),
        }
    }
}

impl Rooms {
    /// The floor of a room somewhere inside the border.
    fn roll(&self, rng: &mut Rng, size: Size) -> Rect {
        let mut side = |inside: u32| rng.range(self.min_side as i32..=self.max_side.min(inside) as i32);
        let inside = size.interior();
        let (width, height) = (side(inside.width), side(inside.height));
        let x = rng.range(inside.x..=inside.right() - width);
        let y = rng.range(inside.y..=inside.bottom() - height);
        Rect::new(x, y, width as u32, height as u32)
    }
}

/// Which ground the rooms and their rings have taken.
struct Ground {
    taken: BitGrid,
    /// No room with its ring is less wide or high than this.
    shortest: u32,
}

impl Ground {
    fn of(draft: &Draft, min_side: u32) -> Self {
        let sides = draft.rooms.iter().map(|room| room.width.min(room.height));
        let shortest = sides.chain([min_side]).min().unwrap_or(min_side) + 2;
        let mut taken = BitGrid::new(draft.size());
        for room in &draft.rooms {
            taken.insert_rect(room.grown(1));
        }
        Self { taken, shortest }
    }

    /// Takes the ground for a room with its ring; says whether nothing stood there.
    fn take(&mut self, ringed: Rect) -> bool {
        // What reaches into the rectangle without its first and last row in it lies between them from end to end: it is
        // met by looking at a row in each of its height. So 4,000 rooms cost little more than the ground they stand on.
        let free = !self.taken.meets_rows(ringed, self.shortest);
        if free {
            self.taken.insert_rect(ringed);
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn carved(step: &Rooms, size: Size, seed: u64) -> Draft {
        let mut draft = Draft::new(size, Tileset::standard());
        step.apply(&mut draft, Seed::from(seed).fork("rooms")).unwrap();
        draft
    }

    /// The plain rule, room by room against all earlier ones.
    #[test]
    fn looking_at_few_rooms_or_few_rows_finds_every_room_in_the_way() {
        let mut most = 0;
        for seed in 0..200 {
            let min_side = 1 + (seed % 4) as u32;
            let step = Rooms::default().attempts(150).min_side(min_side).max_side(19);
            let size = if seed % 2 == 0 { Size::new(70, 50) } else { Size::new(150, 90) };
            let draft = carved(&step, size, seed);
            let mut rng = Seed::from(seed).fork("rooms").rng();
            let mut expected: Vec<Rect> = Vec::new();
            for _ in 0..step.attempts {
                let room = step.roll(&mut rng, size);
                if expected.iter().all(|other| !other.grown(1).meets(room.grown(1))) {
                    expected.push(room);
                }
            }
            assert_eq!(draft.rooms, expected, "seed {seed}:\n{draft}");
            most = most.max(draft.rooms.len());
        }
        assert!(most > 2 * FewRects::MOST, "{most} rooms are still few");
    }

    #[test]
    fn rooms_that_are_there_already_are_respected() {
        let mut draft = Draft::new(Size::new(40, 30), Tileset::standard());
        let vault = Rect::new(18, 2, 2, 26);
        draft.rooms.push(vault);
        draft.fill(vault, crate::Tile::FLOOR);
        Rooms::default().apply(&mut draft, Seed::from(1).fork("rooms")).unwrap();
        assert!(draft.rooms.len() > 1 && draft.rooms[0] == vault, "{draft}");
        let meets = |room: &Rect| room.grown(1).meets(vault.grown(1));
        assert!(!draft.rooms[1..].iter().any(meets), "{draft}");
    }
}
