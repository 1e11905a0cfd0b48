//! Opens cells at random, independently of each other.
//!
//! ```text
//! ######        #.##.#
//! ######   →    .##..#
//! ######        #..#..
//! ```

use undercroft_grid::BitGrid;

use crate::{BadParameter, Chance, Draft, Fact, Reach, RowStream, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Opens cells at random, independently of each other.
    pub struct Scatter = "scatter" {
        /// The chance of each cell.
        pub chance: f64 = 0.5,
        /// The tile of the chosen cells.
        pub tile: String = "floor".into(),
        /// The only tile to change; if empty, any tile.
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
        require::optional_tile("on", &self.on, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let (tile, on) = (draft.named(&self.tile)?, draft.optionally_named(&self.on)?);
        let mut hits = hits(draft, stream, Chance::clamped(self.chance));
        if let Some(on) = on {
            hits.intersect(&draft.where_tile(|tile| tile == on));
        }
        draft.paint(hits, tile);
        Ok(())
    }
}

/// The cells of a draft that their rolls choose.
fn hits(draft: &Draft, stream: Stream, chance: Chance) -> BitGrid {
    let mut hits = BitGrid::new(draft.size());
    let (words, last_word) = (hits.words_in_row(), hits.last_word_mask());
    hits.change_strips(|first, strip| {
        for (row, y) in strip.chunks_exact_mut(words.max(1)).zip(first as i32..) {
            row_of_hits(stream.row(draft.origin.y.wrapping_add(y)), draft.origin.x, chance, row);
            // Bits past the last column must stay 0.
            row[words - 1] &= last_word;
        }
    });
    hits
}

/// The rolls of a row, from column `first` of the world.
fn row_of_hits(row: RowStream, first: i32, chance: Chance, hits: &mut [u64]) {
    let word = |index: usize| word_of_hits(row, first.wrapping_add(64 * index as i32) >> 6, chance);
    match first & 63 {
        0 => hits.iter_mut().enumerate().for_each(|(index, hits)| *hits = word(index)),
        // The draft's words straddle those of the world.
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

/// The rolls of 64 cells at once: bit `b` stands for column `64 * block + b` of the row.
///
/// A bit is set if a random number of 16 bits is below the chance in 65536ths. All 64 numbers are compared bit by bit,
/// lowest first: where the chance has a 1, a rolled 0 makes the number smaller, whatever the lower bits are; where it
/// has a 0, a rolled 1 makes it larger. Bits below the lowest 1 of the chance cannot matter, so a chance of one half
/// costs a single word.
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
    use crate::{Point, Seed, Size};

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
            assert!((share - chance).abs() <= 5.0 * deviation, "{share} for a chance of {chance}");
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
