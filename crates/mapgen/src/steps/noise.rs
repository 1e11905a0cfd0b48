//! Covers the ground with noise: high values become one tile, low ones another.
//!
//! ```text
//! ............        ░░░####░░░░░
//! ............        ░░#####░░░░░
//! ............   →    ░░####░░░░##
//! ............        ░░░##░░░####
//! ............        ##░░░░░░░###
//! ```

use super::bands::{Band, Layer, cover};
use crate::noise::{self, Octaves, Perlin, Simplex};
use crate::{BadParameter, Draft, Fact, Reach, Step, Stream, Tileset, Veto, require, step};

/// The values of `kind`.
const KINDS: [&str; 2] = ["perlin", "simplex"];

step! {
    /// Covers the ground with noise: high values become one tile, low ones another.
    ///
    /// Each cell has a height from 0 to 1, and half of all cells lie above one half. A cell becomes the tile of the first
    /// band whose threshold it exceeds.
    pub struct Noise = "noise" {
        /// The kind of noise: `perlin`, or `simplex`, whose shapes are rounder.
        pub kind: String = "perlin".into(),
        /// How quickly the noise changes: hills are about 1 / scale cells wide.
        pub scale: f64 = 0.2,
        /// The number of layers of noise, each twice as fine and half as strong as the one before.
        pub octaves: u32 = 1,
        /// The bands, each a threshold and a tile, highest first.
        pub bands: Vec<Band> = vec![Band::new(0.5, "wall")],
        /// The tile of all other cells; if empty, they stay as they are.
        pub tile: String = "pit".into(),
        /// The only tile to cover; if empty, any tile.
        pub on: String = String::new(),
    }
}

impl Step for Noise {
    fn reach(&self) -> Reach {
        Reach::Cells(0)
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::one_of("kind", &self.kind, &KINDS)?;
        require::within("scale", self.scale, 0.0001..=1.0)?;
        require::within("octaves", self.octaves, 1..=8)?;
        for band in &self.bands {
            band.check("bands", 0.0..=1.0, tileset)?;
        }
        if let Some(pair) = self.bands.windows(2).find(|pair| pair[0].above <= pair[1].above) {
            let problem = format!("{} comes after {} but is not below it", pair[1].above, pair[0].above);
            return Err(BadParameter::new("bands", format!("{problem}: put the highest first")));
        }
        require::optional_tile("tile", &self.tile, tileset)?;
        require::optional_tile("on", &self.on, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let noise: Box<dyn noise::Noise> = match self.kind.as_str() {
            "simplex" => Box::new(Octaves::new(self.octaves, self.scale, stream, Simplex::new)),
            _ => Box::new(Octaves::new(self.octaves, self.scale, stream, Perlin::new)),
        };
        let mut layers = Vec::new();
        for Band { above, tile } in &self.bands {
            // From heights of 0 to 1 to the noise's own -1 to 1.
            layers.push(Layer { noise: &*noise, above: (above * 2.0 - 1.0) as f32, tile: draft.named(tile)? });
        }
        let (rest, on) = (draft.optionally_named(&self.tile)?, draft.optionally_named(&self.on)?);
        cover(draft, &layers, rest, on);
        Ok(())
    }
}
