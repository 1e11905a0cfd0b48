//! Carves rectangular rooms at random, with walls between them.
//!
//! ```text
//! ###############        ###############
//! ###############        #...####.....##
//! ###############   →    #...####.....##
//! ###############        #...####.....##
//! ###############        ###############
//! ```

use undercroft_grid::{BitGrid, Rect, Size};

use crate::recipe::LONGEST_SIDE;
use crate::{BadParameter, Draft, Fact, Observer, Rng, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Carves rectangular rooms at random, with walls between them.
    ///
    /// Each attempt rolls a width, a height and a position uniformly. If the room or its ring of wall would overlap an
    /// earlier room or that room's ring, the attempt is dropped.
    pub struct Rooms = "rooms" {
        /// The number of attempts.
        pub attempts: u32 = 35,
        /// The shortest side of a room's floor.
        pub min_side: u32 = 5,
        /// The longest side of a room's floor; reduced on a map too small for it.
        pub max_side: u32 = 16,
        /// The tile of the floor.
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

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        let mut rng = stream.rng();
        let mut taken = Taken::by(draft, self.min_side);
        for _ in 0..self.attempts {
            let room = self.roll(&mut rng, draft.size());
            if taken.take(room.grown(1)) {
                draft.rooms.push(room);
                draft.fill(room, tile);
                observer.show(draft);
            }
        }
        match draft.rooms.is_empty() && !draft.lenient {
            true => Err(Veto::new("rooms", "no room was carved")),
            false => Ok(()),
        }
    }
}

impl Rooms {
    /// The floor of a random room inside the border.
    fn roll(&self, rng: &mut Rng, size: Size) -> Rect {
        let mut side = |inside: u32| rng.range(self.min_side as i32..=self.max_side.min(inside) as i32);
        let inside = size.interior();
        let (width, height) = (side(inside.width), side(inside.height));
        let x = rng.range(inside.x..=inside.right() - width);
        let y = rng.range(inside.y..=inside.bottom() - height);
        Rect::new(x, y, width as u32, height as u32)
    }
}

/// The cells that rooms and their rings of wall have taken, and those that are kept.
struct Taken {
    cells: BitGrid,
    /// No room with its ring is narrower or lower than this.
    min_side: u32,
}

impl Taken {
    fn by(draft: &Draft, min_side: u32) -> Self {
        let sides = draft.rooms.iter().map(|room| room.width.min(room.height));
        let min_side = sides.fold(min_side, u32::min) + 2;
        let mut cells = BitGrid::new(draft.size());
        for room in &draft.rooms {
            cells.insert_rect(room.grown(1));
        }
        // Kept pieces may be lower than any room, so checking only some rows could miss them.
        let min_side = if draft.kept().is_some() { 1 } else { min_side };
        draft.kept().into_iter().for_each(|kept| cells.unite(kept));
        Self { cells, min_side }
    }

    /// Claims a rectangle if it is free; returns whether it was.
    fn take(&mut self, area: Rect) -> bool {
        // Whatever overlaps the rectangle between its first and last row spans `min_side` rows, so checking every
        // `min_side`th row finds it.
        let is_free = !self.cells.meets_rows(area, self.min_side);
        if is_free {
            self.cells.insert_rect(area);
        }
        is_free
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

    #[test]
    fn checking_few_rows_finds_every_overlapping_room() {
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
        }
    }

    #[test]
    fn existing_rooms_are_respected() {
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
