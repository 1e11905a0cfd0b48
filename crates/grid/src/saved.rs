//! Grids and bit grids as serde saves them: a size and a list, which must fit each other.
//!
//! Loading never allocates more memory than the data fills, so an untrusted file is safe to load.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{BitGrid, Grid, Size};

/// A grid, with its cells row by row.
#[derive(Deserialize, Serialize)]
#[serde(rename = "Grid")]
struct SavedGrid<Cells> {
    size: Size,
    cells: Cells,
}

/// A set of cells. Every row starts with a new word, and the lowest bit is the leftmost cell. 32-bit words stay exact in formats whose
/// numbers are floating-point, such as JSON in a browser.
#[derive(Deserialize, Serialize)]
#[serde(rename = "BitGrid")]
struct SavedBitGrid {
    size: Size,
    words: Vec<u32>,
}

impl<T: Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SavedGrid { size: self.size(), cells: self.as_slice() }.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedGrid { size, cells } = SavedGrid::<Vec<T>>::deserialize(deserializer)?;
        check_length(size, u64::from(size.width), cells.len()).map_err(de::Error::custom)?;
        Ok(Self::from_vec(size, cells))
    }
}

impl Serialize for BitGrid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let in_row = words_in_row(self.size()) as usize;
        let halves = |y| self.row(y).iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]).take(in_row);
        let words = (0..self.size().height).flat_map(halves).collect();
        SavedBitGrid { size: self.size(), words }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BitGrid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedBitGrid { size, words } = SavedBitGrid::deserialize(deserializer)?;
        let in_row = words_in_row(size);
        check_length(size, in_row, words.len()).map_err(de::Error::custom)?;
        let mut set = Self::new(size);
        let last_word_mask = set.last_word_mask();
        // Without cells there are no rows to read, whatever the height.
        for (y, halves) in words.chunks_exact(in_row.max(1) as usize).enumerate() {
            let row = set.row_mut(y as u32);
            for (word, halves) in row.iter_mut().zip(halves.chunks(2)) {
                *word = u64::from(halves[0]) | halves.get(1).map_or(0, |high| u64::from(*high) << 32);
            }
            if row.last().is_some_and(|word| word & !last_word_mask != 0) {
                return Err(de::Error::custom(format!("row {y} of a {size} set has bits past its width")));
            }
        }
        Ok(set)
    }
}

fn words_in_row(size: Size) -> u64 {
    u64::from(size.width.div_ceil(32))
}

/// Checks that there are as many values as a map of this size has, with `in_row` of them in each row.
fn check_length(size: Size, in_row: u64, length: usize) -> Result<(), String> {
    // Neither factor has more than 32 bits.
    let expected = in_row * u64::from(size.height);
    if length as u64 == expected {
        return Ok(());
    }
    Err(format!("a {size} map has {length} values instead of {expected}"))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use proptest::prelude::*;

    use super::*;
    use crate::testing::{maps, rects};
    use crate::{Neighbours, Point, Rect};

    proptest! {
        #[test]
        fn saved_grids_load_unchanged(set in maps(), rect in rects(), at in (any::<i32>(), any::<i32>())) {
            let grid = Grid::from_fn(set.size(), |at| (at.x * 3 + at.y) as u16);
            let all = (set, grid, rect, Point::from(at), Neighbours::Eight);
            type All = (BitGrid, Grid<u16>, Rect, Point, Neighbours);
            let text = serde_json::to_string(&all).unwrap();
            prop_assert_eq!(&serde_json::from_str::<All>(&text).unwrap(), &all);
            let bytes = postcard::to_stdvec(&all).unwrap();
            prop_assert_eq!(&postcard::from_bytes::<All>(&bytes).unwrap(), &all);
        }

        #[test]
        fn damaged_bytes_are_loaded_or_refused(
            set in maps(), place in any::<prop::sample::Index>(), byte in any::<u8>()
        ) {
            let mut bytes = postcard::to_stdvec(&set).unwrap();
            *place.get_mut(&mut bytes) = byte;
            if let Ok(loaded) = postcard::from_bytes::<BitGrid>(&bytes) {
                prop_assert!(loaded.points().all(|at| loaded.size().contains(at)));
            }
            let _ = postcard::from_bytes::<Grid<u8>>(&bytes);
        }
    }

    #[test]
    fn sizes_and_lengths_that_do_not_fit_are_refused() {
        let bit_grid = |text: &str| serde_json::from_str::<BitGrid>(text).unwrap_err();
        let grid = |text: &str| serde_json::from_str::<Grid<u8>>(text).unwrap_err();
        let largest = r#"{"size":{"width":4294967295,"height":4294967295},"#;
        for (error, expected) in [
            (bit_grid(r#"{"size":{"width":3,"height":2},"words":[1]}"#), "a 3x2 map has 1 values instead of 2"),
            (
                bit_grid(r#"{"size":{"width":3,"height":2},"words":[1,8]}"#),
                "row 1 of a 3x2 set has bits past its width",
            ),
            (bit_grid(&alloc::format!("{largest}\"words\":[]}}")), "0 values instead of 576460752169205760"),
            (grid(r#"{"size":{"width":3,"height":2},"cells":[1,2,3,4,5]}"#), "a 3x2 map has 5 values instead of 6"),
            (grid(&alloc::format!("{largest}\"cells\":[1]}}")), "1 values instead of 18446744065119617025"),
        ] {
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    #[test]
    fn maps_without_cells_keep_their_size() {
        for size in [Size::new(0, 0), Size::new(0, 7), Size::new(7, 0)] {
            let text = serde_json::to_string(&BitGrid::new(size)).unwrap();
            assert_eq!(serde_json::from_str::<BitGrid>(&text).unwrap().size(), size);
        }
    }
}
