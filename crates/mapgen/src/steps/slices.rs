//! Covers the ground with several slices of one three-dimensional noise: rock, then water, then trees, then the rest.
//!
//! ```text
//! ............        ####····≈≈··
//! ............        ###···≈≈≈···
//! ............   →    ##····≈≈··♣♣
//! ............        #········♣♣♣
//! ............        ···####··♣♣·
//! ```

use super::bands::{Band, Layer, cover};
use crate::noise::{Noise, Slice};
use crate::{BadParameter, Draft, Fact, Reach, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Covers the ground with several slices of one three-dimensional noise.
    ///
    /// Each slice gives every cell a value from -1 to 1; half of all cells lie above 0 and about one in ten above 0.5.
    /// A cell becomes the tile of the first slice whose value exceeds its threshold there. A slice depends on its tile,
    /// not on the other slices: with the same seed and depth, two recipes have their water in the same places.
    pub struct Slices = "slices" {
        /// How quickly the noise changes: hills are about 1 / scale cells wide.
        pub scale: f64 = 0.1,
        /// The slices in order, each a threshold and a tile.
        pub slices: Vec<Band> = vec![Band::new(0.0, "wall"), Band::new(0.5, "water"), Band::new(0.5, "tree")],
        /// The tile of all other cells; if empty, they stay as they are.
        pub tile: String = "floor".into(),
        /// The only tile to cover; if empty, any tile.
        pub on: String = String::new(),
    }
}

impl Step for Slices {
    fn reach(&self) -> Reach {
        Reach::Cells(0)
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::within("scale", self.scale, 0.0001..=1.0)?;
        require::within("slices", self.slices.len(), 0..=64)
            .map_err(|_| BadParameter::new("slices", "at most 64 slices are allowed"))?;
        for slice in &self.slices {
            slice.check("slices", -1.0..=1.0, tileset)?;
        }
        require::optional_tile("tile", &self.tile, tileset)?;
        require::optional_tile("on", &self.on, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let noises: Vec<Slice> = (0..self.slices.len()).map(|index| self.noise(index, stream)).collect();
        let mut layers = Vec::new();
        for (Band { above, tile }, noise) in self.slices.iter().zip(&noises) {
            layers.push(Layer { noise: noise as &dyn Noise, above: *above as f32, tile: draft.named(tile)? });
        }
        let (rest, on) = (draft.optionally_named(&self.tile)?, draft.optionally_named(&self.on)?);
        cover(draft, &layers, rest, on);
        Ok(())
    }
}

impl Slices {
    /// The noise of a slice, which depends on its tile, and on how many slices of that tile come before it.
    fn noise(&self, index: usize, stream: Stream) -> Slice {
        let tile = &self.slices[index].tile;
        let same_before = self.slices[..index].iter().filter(|slice| slice.tile == *tile).count();
        let name = if same_before == 0 { tile.clone() } else { format!("{tile} {same_before}") };
        Slice::new(stream, self.scale, name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Size};

    fn water(slices: Vec<Band>) -> undercroft_grid::BitGrid {
        let mut draft = Draft::new(Size::new(200, 100), Tileset::standard());
        Slices::default().slices(slices).apply(&mut draft, Seed::from(1).fork("slices")).unwrap();
        let water = draft.named("water").unwrap();
        draft.where_tile(|tile| tile == water)
    }

    #[test]
    fn a_slice_does_not_depend_on_its_position_in_the_list() {
        let [lake, wood] = [Band::new(0.5, "water"), Band::new(0.5, "tree")];
        let alone = water(vec![lake.clone()]);
        assert!(alone.count() > 100);
        assert_eq!(water(vec![lake.clone(), wood.clone()]), alone);
        let mut dry = water(vec![wood.clone(), lake.clone()]);
        assert!(dry.count() < alone.count(), "trees come first");
        dry.subtract(&alone);
        assert!(dry.is_empty());
    }

    #[test]
    fn two_slices_of_one_tile_differ() {
        let lake = Band::new(0.5, "water");
        let (one, two) = (water(vec![lake.clone()]).count(), water(vec![lake.clone(), lake]).count());
        assert!(two > one + one / 2, "{one} cells of water in one slice, {two} in two");
    }
}
