//! Closes the outermost ring of the map.
//!
//! ```text
//! ......        ######
//! ......   →    #....#
//! ......        ######
//! ```

use undercroft_grid::{BitGrid, Point, Size};

use crate::step::{Parameters, table_of};
use crate::{BadParameter, Draft, Reach, Step, Stream, Tileset, Veto, WithoutEdge, require, step};

step! {
    /// Closes the outermost ring of the map.
    pub struct Border = "border" {
        /// What with.
        pub tile: String = "wall".into(),
    }
}

impl Step for Border {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn without_edge(&self, _: Size) -> WithoutEdge {
        WithoutEdge::Skip
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::tile("tile", &self.tile, tileset)
    }

    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        close(draft, tile);
        Ok(())
    }

    fn parameters(&self) -> toml::Table {
        table_of(self)
    }
}

/// Makes the whole outermost ring of a tile.
fn close(draft: &mut Draft, tile: crate::Tile) {
    let size = draft.size();
    for at in size.points().filter(|at| size.on_border(*at)) {
        draft.set(at, tile);
    }
}

/// Makes rock of those cells of the outermost ring that are open.
pub(super) fn close_open(draft: &mut Draft) {
    let size = draft.size();
    if let Some(open) = draft.open_mut() {
        let mut inside = BitGrid::new(size);
        inside.insert_rect(size.interior());
        open.intersect(&inside);
        return;
    }
    let (right, bottom) = (size.width as i32 - 1, size.height as i32 - 1);
    let rows = (0..=right).flat_map(|x| [Point::new(x, 0), Point::new(x, bottom)]);
    let columns = (0..=bottom).flat_map(|y| [Point::new(0, y), Point::new(right, y)]);
    for at in rows.chain(columns) {
        if draft.is_open(at) {
            draft.set(at, crate::Tile::WALL);
        }
    }
}
