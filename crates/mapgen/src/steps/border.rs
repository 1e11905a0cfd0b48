//! Closes the outermost ring of the map.
//!
//! ```text
//! ......        ######
//! ......   →    #....#
//! ......        ######
//! ```

use undercroft_grid::{Rect, Size};

use crate::{BadParameter, Draft, EndlessMode, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Closes the outermost ring of the map.
    pub struct Border = "border" {
        /// The tile of the border.
        pub tile: String = "wall".into(),
    }
}

impl Step for Border {
    fn endless(&self, _: Size) -> EndlessMode {
        EndlessMode::Skipped
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::tile("tile", &self.tile, tileset)
    }

    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        edges(draft.size()).into_iter().for_each(|edge| draft.fill(edge, tile));
        Ok(())
    }
}

/// Turns the open cells of the outermost ring into rock.
pub(super) fn close_open(draft: &mut Draft) {
    let edges = edges(draft.size());
    draft.edit_open(|open| edges.into_iter().for_each(|edge| open.remove_rect(edge)));
}

/// The rows and columns that make up the outermost ring.
const fn edges(size: Size) -> [Rect; 4] {
    let Size { width, height } = size;
    let (right, bottom) = (width as i32 - 1, height as i32 - 1);
    [
        Rect::new(0, 0, width, 1),
        Rect::new(0, bottom, width, 1),
        Rect::new(0, 0, 1, height),
        Rect::new(right, 0, 1, height),
    ]
}
