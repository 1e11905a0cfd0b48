//! Opens cells at random, each on its own.
//!
//! ```text
//! ######        #.##.#
//! ######   →    .##..#
//! ######        #..#..
//! ```

use undercroft_grid::Point;

use crate::draft::paint::{Sieve, paint};
use crate::{BadParameter, Chance, Draft, Fact, Reach, RowStream, Step, Stream, Tile, Tileset, Veto, require, step};

step! {
    /// Opens cells at random, each on its own, by rolls of their places.
    pub struct Scatter = "scatter" {
        /// The share of cells that become open.
        pub chance: f64 = 0.5,
        /// What the chosen cells become.
        pub tile: String = "floor".into(),
        /// Only cells of this tile are touched; all, where it is empty.
        pub on: String = String::new(),
    }
}

impl Step for Scatter {
    fn reach(&self) -> Reach {
        Reach::Cells(0)
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::share("chance", self.chance)?;
        require::tile("tile", &self.tile, tileset)?;
        match self.on.as_str() {
            "" => Ok(()),
            on => require::tile("on", on, tileset),
        }
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        let on = if self.on.is_empty() { None } else { Some(draft.named(&self.on)?) };
        let chance = Chance::clamped(self.chance);
        let words = draft.size().width.div_ceil(64) as usize;
        let corner = draft.world(Point::new(0, 0));
        let hits_of = |y: i32, hits: &mut [u64]| {
            row_of_hits(stream.row(corner.y.wrapping_add(y)), corner.x, chance, hits);
        };
        let is_untouched = draft.is_untouched();
        // Nothing but floor and rock can come of that.
        if let Some(open) = draft.open_mut().filter(|_| tile == Tile::FLOOR && on.is_none()) {
            let last_word = open.last_word_mask();
            open.change_strips(|first, open| {
                let mut hits = vec![0; words];
                for (row, y) in open.chunks_exact_mut(words.max(1)).zip(first as i32..) {
                    hits_of(y, &mut hits);
                    // Behind the last column nothing may be set.
                    hits[words - 1] &= last_word;
                    if is_untouched {
                        // To read new memory before it is written costs as much as all the rest.
                        row.copy_from_slice(&hits);
                    } else {
                        row.iter_mut().zip(&hits).for_each(|(open, hits)| *open |= hits);
                    }
                }
            });
            return Ok(());
        }
        let (mut hits, mut touched) = (vec![0; words], vec![0; words]);
        let mut is_touched = Sieve::new(|cell| on.is_none_or(|on| cell == on));
        for y in 0..draft.size().height {
            hits_of(y as i32, &mut hits);
            let cells = draft.tiles_mut().row_mut(y);
            if on.is_some() {
                is_touched.row(cells, &mut touched);
                hits.iter_mut().zip(&touched).for_each(|(hits, touched)| *hits &= touched);
            }
            paint(cells, &hits, tile);
        }
        Ok(())
    }
}

/// The rolls of cells side by side, from column `first` of the world on.
fn row_of_hits(row: RowStream, first: i32, chance: Chance, hits: &mut [u64]) {
    let word = |index: usize| word_of_hits(row, first.wrapping_add(64 * index as i32) >> 6, chance);
    match first & 63 {
        0 => hits.iter_mut().enumerate().for_each(|(index, hits)| *hits = word(index)),
        // The draft's words lie across the world's.
        shift => {
            let mut here = word(0);
            for (index, hits) in hits.iter_mut().enumerate() {
                let behind = word(index + 1);
                *hits = here >> shift | behind << (64 - shift);
                here = behind;
            }
        }
    }
}

/// The rolls of 64 cells at once: bit `b` is set, with the chance given, for column `64 * block + b` of the row.
///
/// A bit is set when a number of 16 random bits is below the chance in 65536ths. The numbers are compared from their
/// lowest bit upwards, 64 of them side by side: where the chance has a 1, a 0 rolled there makes it below, whatever
/// came before; where it has a 0, a 1 rolled there makes it not below. Bits below the chance's lowest 1 cannot matter,
/// so that one half costs a single word.
fn word_of_hits(row: RowStream, block: i32, chance: Chance) -> u64 {
    let chance = chance.in_65536ths();
    if chance >= 65_536 {
        return u64::MAX;
    }
    let mut below = 0;
    for bit in chance.trailing_zeros().min(16)..16 {
        let rolled = row.at(block.wrapping_mul(16).wrapping_add(bit as i32));
        below = if chance >> bit & 1 == 1 { !rolled | below } else { !rolled & below };
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Size};

    fn scattered(chance: f64, size: Size, origin: Point) -> Draft {
        let mut draft = Draft::new(size, Tileset::standard());
        draft.origin = origin;
        Scatter::default().chance(chance).apply(&mut draft, Seed::from(3).fork("scatter")).unwrap();
        draft
    }

    #[test]
    fn the_share_of_open_cells_is_the_chance() {
        for chance in [0.0, 0.01, 0.37, 0.45, 0.5, 0.75, 0.999, 1.0] {
            let draft = scattered(chance, Size::new(333, 300), Point::new(-7, 5));
            let share = draft.open().count() as f64 / draft.size().area() as f64;
            let deviation = (chance * (1.0 - chance) / draft.size().area() as f64).sqrt();
            assert!((share - chance).abs() <= 5.0 * deviation, "{share} where {chance} was asked for");
        }
    }

    #[test]
    fn a_cell_does_not_depend_on_what_is_made_around_it() {
        let whole = scattered(0.45, Size::new(200, 60), Point::new(-100, -30));
        for (x, y) in [(0, 0), (1, 3), (63, 7), (64, 20), (101, 29)] {
            let part = scattered(0.45, Size::new(70, 30), Point::new(-100 + x, -30 + y));
            for at in part.size().points() {
                assert_eq!(part.tile(at), whole.tile(at + Point::new(x, y)), "{at} of the part at ({x}, {y})");
            }
        }
    }
}
