//! Makes some cells of one tile into another: moss on floor, rubble beside walls.
//!
//! ```text
//! ######        ######
//! #....#   →    #,.,.#        rubble in place of floor, near walls
//! ######        ######
//! ```

use super::bands::{check_optional, optional};
use crate::step::{Parameters, table_of};
use crate::{BadParameter, BitGrid, Chance, Draft, Point, Reach, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Makes some cells of one tile into another, by rolls of their places.
    pub struct Replace = "replace" {
        /// Which tile.
        pub from: String = "floor".into(),
        /// What it becomes.
        pub to: String = "rubble".into(),
        /// The share of those cells that are changed.
        pub chance: f64 = 0.1,
        /// Only cells beside this tile, in any of the eight directions; everywhere, where it is empty.
        pub near: String = String::new(),
    }
}

impl Step for Replace {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn reach(&self) -> Reach {
        Reach::Cells(u32::from(!self.near.is_empty()))
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::tile("from", &self.from, tileset)?;
        require::tile("to", &self.to, tileset)?;
        require::share("chance", self.chance)?;
        check_optional("near", &self.near, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let (from, to) = (draft.named(&self.from)?, draft.named(&self.to)?);
        let near = optional(draft, &self.near)?;
        let chance = Chance::clamped(self.chance);
        // All is decided before anything changes: what was changed must not draw others after it.
        let candidates = draft.where_tile(|tile| tile == from);
        let chosen = BitGrid::from_fn(draft.size(), |at| {
            candidates.contains(at)
                && chance.hits(stream.at(draft.world(at)))
                && near.is_none_or(|near| touches(draft, at, near))
        });
        for at in chosen.points() {
            draft.set(at, to);
        }
        Ok(())
    }

    fn parameters(&self) -> toml::Table {
        table_of(self)
    }
}

/// Whether one of the eight cells around it is of the tile. What is outside the map is not.
fn touches(draft: &Draft, at: Point, tile: crate::Tile) -> bool {
    at.eight().any(|near| draft.tiles().get(near) == Some(&tile))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Tile};

    fn replaced(drawing: &str, step: &Replace) -> Draft {
        let mut draft = Draft::parse(drawing);
        step.apply(&mut draft, Seed::from(1).fork("replace")).unwrap();
        draft
    }

    #[test]
    fn only_cells_beside_the_other_tile_change() {
        let step = Replace { chance: 1.0, near: "wall".into(), ..Replace::default() };
        let draft = replaced("......\n......\n#.....\n......\n......", &step);
        assert_eq!(draft.to_string(), "······\n,,····\n#,····\n,,····\n······\n");
    }

    #[test]
    fn what_was_changed_draws_nothing_after_it() {
        let step = Replace { to: "wall".into(), chance: 1.0, near: "wall".into(), ..Replace::default() };
        assert_eq!(replaced("#.......", &step).to_string(), "##······\n");
    }

    #[test]
    fn the_chance_is_kept() {
        let drawing = format!("{}\n", ".".repeat(200)).repeat(200);
        for chance in [0.0, 0.05, 0.5, 1.0] {
            let draft = replaced(&drawing, &Replace { chance, ..Replace::default() });
            let share = 1.0 - draft.where_tile(|tile| tile == Tile::FLOOR).count() as f64 / 40_000.0;
            assert!((share - chance).abs() < 0.015, "{share} where {chance} was asked for");
        }
    }
}
