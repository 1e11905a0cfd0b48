//! From noise to tiles: thresholds and layers.

use serde::{Deserialize, Serialize};
use undercroft_grid::internal::simd;

use crate::noise::Noise;
use crate::step::{BadParameter, require};
use crate::{Draft, Point, Tile, Tileset};

/// A tile for all values above a threshold.
///
/// In a recipe: `{ above = 0.5, tile = "wall" }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Band {
    /// The threshold.
    pub above: f64,
    /// The name of the tile.
    pub tile: String,
}

impl Band {
    /// A tile for all values above a threshold.
    #[must_use]
    pub fn new(above: f64, tile: &str) -> Self {
        Self { above, tile: tile.into() }
    }

    /// Checks that the threshold is within a range and the tile exists.
    pub(super) fn check(
        &self,
        parameter: &str,
        range: std::ops::RangeInclusive<f64>,
        tileset: &Tileset,
    ) -> Result<(), BadParameter> {
        require::within("above", self.above, range)
            .and_then(|()| require::tile("tile", &self.tile, tileset))
            .map_err(|error| error.inside(parameter))
    }
}

/// A noise, and the tile of cells above a threshold.
pub(super) struct Layer<'a> {
    pub(super) noise: &'a dyn Noise,
    pub(super) above: f32,
    pub(super) tile: Tile,
}

impl Layer<'_> {
    /// Covers the bare cells of a row whose values exceed the threshold.
    #[inline(always)]
    fn cover(&self, cells: &mut [Tile], bare: &mut [u8], values: &[f32]) {
        for ((cell, bare), value) in cells.iter_mut().zip(bare).zip(values) {
            let covered = all_if(*value > self.above) & *bare;
            cell.0 = (cell.0 & !covered) | (self.tile.0 & covered);
            *bare &= !covered;
        }
    }
}

/// Covers the draft: each cell becomes the tile of the first layer whose threshold it exceeds, else `rest`. Without
/// `rest`, other cells stay as they are; with `on`, only that tile is covered.
pub(super) fn cover(draft: &mut Draft, layers: &[Layer<'_>], rest: Option<Tile>, on: Option<Tile>) {
    let mut values = vec![0.0; draft.size().width as usize];
    // A byte of ones for each cell that no layer has covered yet. Noise is not evaluated for the others.
    let mut bare = vec![0; values.len()];
    for y in 0..draft.size().height {
        let first = draft.world(Point::new(0, y as i32));
        draft.edit_row(y, |cells| {
            match on {
                None => bare.fill(u8::MAX),
                Some(on) => bare.iter_mut().zip(&*cells).for_each(|(bare, cell)| *bare = all_if(*cell == on)),
            }
            for (index, layer) in layers.iter().enumerate() {
                // Bands of one noise share its values.
                let known = index > 0 && std::ptr::addr_eq(layers[index - 1].noise, layer.noise);
                match (known, index, on) {
                    (true, ..) => {}
                    (false, 0, None) => layer.noise.row(first, &mut values),
                    (false, ..) => layer.noise.row_where(first, &bare, &mut values),
                }
                simd::dispatch(
                    #[inline(always)]
                    || layer.cover(cells, &mut bare, &values),
                );
            }
            if let Some(rest) = rest {
                for (cell, bare) in cells.iter_mut().zip(&bare) {
                    cell.0 = (cell.0 & !bare) | (rest.0 & bare);
                }
            }
        });
    }
}

/// All bits, or none.
#[inline(always)]
const fn all_if(yes: bool) -> u8 {
    if yes { u8::MAX } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A noise whose value is the column.
    struct Ramp;

    impl Noise for Ramp {
        fn at(&self, place: Point) -> f32 {
            place.x as f32
        }
    }

    fn covered(layers: &[(f32, &str)], rest: &str, on: &str) -> String {
        let mut draft = Draft::parse("..#..#\n..#..#");
        let named = |draft: &Draft, name: &str| draft.optionally_named(name).unwrap();
        let layers: Vec<Layer<'_>> = layers
            .iter()
            .map(|(above, tile)| Layer { noise: &Ramp, above: *above, tile: draft.named(tile).unwrap() })
            .collect();
        let (rest, on) = (named(&draft, rest), named(&draft, on));
        cover(&mut draft, &layers, rest, on);
        draft.to_string().lines().next().unwrap_or_default().to_owned()
    }

    #[test]
    fn the_first_layer_wins_and_uncovered_cells_become_the_rest_tile() {
        assert_eq!(covered(&[(3.0, "water"), (1.0, "tree")], "grass", ""), "..♣♣≈≈");
        assert_eq!(covered(&[(1.0, "tree"), (3.0, "water")], "grass", ""), "..♣♣♣♣");
    }

    #[test]
    fn without_a_rest_tile_other_cells_stay_as_they_are() {
        assert_eq!(covered(&[(3.0, "water")], "", ""), "··#·≈≈");
        assert_eq!(covered(&[(0.0, "water")], "grass", "wall"), "··≈··≈");
        assert_eq!(covered(&[], "grass", "floor"), "..#..#");
    }
}
