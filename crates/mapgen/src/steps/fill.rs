//! Fills the whole map with one tile.
//!
//! ```text
//! ####        ....
//! ####   →    ....
//! ```

use crate::{BadParameter, Draft, Fact, Reach, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Fills the whole map with one tile.
    pub struct Fill = "fill" {
        /// The tile to fill the map with.
        pub tile: String = "wall".into(),
    }
}

impl Step for Fill {
    fn reach(&self) -> Reach {
        Reach::Cells(0)
    }

    fn provides(&self) -> Vec<Fact> {
        // Whether any cell opens depends on the tile. A recipe that fills the map with rock fails its checks.
        vec![Fact::OPEN]
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::tile("tile", &self.tile, tileset)
    }

    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        draft.fill(draft.size().rect(), tile);
        Ok(())
    }
}
