//! Bands: which tile a value of noise stands for.

use serde::{Deserialize, Serialize};

use crate::noise::Noise;
use crate::step::{BadParameter, require};
use crate::{Draft, Point, Tile, Tileset, Veto};

/// A tile for all values above a number.
///
/// In a recipe: `{ above = 0.5, tile = "wall" }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Band {
    /// The number that values must be above.
    pub above: f64,
    /// The name of what they become.
    pub tile: String,
}

impl Band {
    /// A tile for all values above a number.
    #[must_use]
    pub fn new(above: f64, tile: &str) -> Self {
        Self { above, tile: tile.into() }
    }

    /// Whether the number is in the range and the tile known.
    pub(super) fn check(
        &self,
        parameter: &str,
        range: std::ops::RangeInclusive<f64>,
        tileset: &Tileset,
    ) -> Result<(), BadParameter> {
        require::within("above", self.above, range)
            .and_then(|()| require::tile("tile", &self.tile, tileset))
            .map_err(|error| BadParameter::new(parameter, error.to_string()))
    }
}

/// A tile may be named, or left empty for none.
pub(super) fn check_optional(parameter: &str, name: &str, tileset: &Tileset) -> Result<(), BadParameter> {
    match name {
        "" => Ok(()),
        name => require::tile(parameter, name, tileset),
    }
}

/// The tile of that name, or none where the name is empty.
pub(super) fn optional(draft: &Draft, name: &str) -> Result<Option<Tile>, Veto> {
    match name {
        "" => Ok(None),
        name => draft.named(name).map(Some),
    }
}

/// A noise that makes a tile of what is above a number.
pub(super) struct Layer<'a> {
    pub(super) noise: &'a dyn Noise,
    pub(super) above: f32,
    pub(super) tile: Tile,
}

/// Covers the draft: each cell becomes the tile of the first layer that is above its number there, else `rest`. A
/// `rest` of none leaves the cell as it is; `on` says which tile alone is to be covered.
pub(super) fn cover(draft: &mut Draft, layers: &[Layer<'_>], rest: Option<Tile>, on: Option<Tile>) {
    let mut values = vec![0.0; draft.size().width as usize];
    let mut chosen = vec![rest; values.len()];
    for y in 0..draft.size().height {
        let first = draft.world(Point::new(0, y as i32));
        chosen.fill(rest);
        // The first layer is written last, over all others.
        for (index, layer) in layers.iter().enumerate().rev() {
            // Bands of one noise follow each other.
            let known = layers.get(index + 1).is_some_and(|last| std::ptr::addr_eq(last.noise, layer.noise));
            if !known {
                layer.noise.row(first, &mut values);
            }
            for (chosen, value) in chosen.iter_mut().zip(&values) {
                if *value > layer.above {
                    *chosen = Some(layer.tile);
                }
            }
        }
        for (cell, chosen) in draft.tiles_mut().row_mut(y).iter_mut().zip(&chosen) {
            if let Some(tile) = chosen.filter(|_| on.is_none_or(|on| on == *cell)) {
                *cell = tile;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As high as the column's number.
    struct Ramp;

    impl Noise for Ramp {
        fn at(&self, place: Point) -> f32 {
            place.x as f32
        }
    }

    fn covered(layers: &[(f32, &str)], rest: &str, on: &str) -> String {
        let mut draft = Draft::parse("..#..#\n..#..#");
        let named = |draft: &Draft, name: &str| optional(draft, name).unwrap();
        let layers: Vec<Layer<'_>> = layers
            .iter()
            .map(|(above, tile)| Layer { noise: &Ramp, above: *above, tile: draft.named(tile).unwrap() })
            .collect();
        let (rest, on) = (named(&draft, rest), named(&draft, on));
        cover(&mut draft, &layers, rest, on);
        draft.to_string().lines().next().unwrap_or_default().to_owned()
    }

    #[test]
    fn the_first_layer_wins_and_the_rest_is_left_over() {
        assert_eq!(covered(&[(3.0, "water"), (1.0, "tree")], "grass", ""), "..♣♣≈≈");
        assert_eq!(covered(&[(1.0, "tree"), (3.0, "water")], "grass", ""), "..♣♣♣♣");
    }

    #[test]
    fn cells_are_left_as_they_are_where_nothing_is_named() {
        assert_eq!(covered(&[(3.0, "water")], "", ""), "··#·≈≈");
        assert_eq!(covered(&[(0.0, "water")], "grass", "wall"), "··≈··≈");
        assert_eq!(covered(&[], "grass", "floor"), "..#..#");
    }
}
