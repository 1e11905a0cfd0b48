//! Replaces some cells of one tile with another: moss on floor, rubble beside walls.
//!
//! ```text
//! ######        ######
//! #....#   →    #,.,.#        rubble on floor, near walls
//! ######        ######
//! ```

use undercroft_grid::Neighbours;

use crate::{BadParameter, Chance, Draft, Point, Reach, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Replaces cells of one tile with another, each with the given chance.
    pub struct Replace = "replace" {
        /// The tile to replace.
        pub from: String = "floor".into(),
        /// The tile that replaces it.
        pub to: String = "rubble".into(),
        /// The chance that a cell is replaced.
        pub chance: f64 = 0.1,
        /// A tile that must be in one of the eight neighbouring cells; if empty, anywhere will do.
        pub near: String = String::new(),
    }
}

impl Step for Replace {
    fn reach(&self) -> Reach {
        Reach::Cells(u32::from(!self.near.is_empty()))
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::tile("from", &self.from, tileset)?;
        require::tile("to", &self.to, tileset)?;
        require::share("chance", self.chance)?;
        match self.near.as_str() {
            "" => Ok(()),
            near => require::known_tile("near", near, tileset),
        }
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let (from, to) = (draft.named(&self.from)?, draft.named(&self.to)?);
        let near = draft.optionally_named(&self.near)?;
        // Everything is decided before anything changes, so one replacement does not lead to the next.
        let mut candidates = draft.where_tile(|tile| tile == from);
        if let Some(near) = near {
            // If both tiles are the same, a cell counts as its own neighbour here; the filter below removes it.
            candidates.intersect(&draft.where_tile(|tile| tile == near).grown(Neighbours::Eight));
        }
        let lacks_neighbour = |at: &Point| near == Some(from) && !touches(draft, *at, from);
        let hits = super::hit_cells(draft, &candidates, stream, Chance::clamped(self.chance));
        let chosen: Vec<Point> = hits.filter(|at| !lacks_neighbour(at)).collect();
        chosen.into_iter().for_each(|at| draft.set(at, to));
        Ok(())
    }
}

/// Whether one of the eight neighbours has the tile. Cells outside the map have none.
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
        let step = Replace::default().chance(1.0).near("wall");
        let draft = replaced("......\n......\n#.....\n......\n......", &step);
        assert_eq!(draft.to_string(), "······\n,,····\n#,····\n,,····\n······\n");
    }

    #[test]
    fn one_replacement_does_not_lead_to_the_next() {
        let step = Replace::default().to("wall").chance(1.0).near("wall");
        assert_eq!(replaced("#.......", &step).to_string(), "##······\n");
    }

    #[test]
    fn exactly_the_cells_that_roll_well_and_touch_the_other_tile_change() {
        for seed in 0..60 {
            let mut rng = Seed::from(seed).fork("cells").rng();
            let rows: Vec<String> =
                (0..9).map(|_| (0..70).map(|_| ['.', '#', '~'][rng.below(3) as usize]).collect()).collect();
            for near in ["", "wall", "floor"] {
                let step = Replace::default().chance(0.6).near(near);
                let mut draft = Draft::parse(&rows.join("\n"));
                draft.origin = Point::new(-30, rng.below(9) as i32 - 4);
                let before = draft.clone();
                let stream = Seed::from(seed).fork("replace");
                step.apply(&mut draft, stream).unwrap();
                let near = draft.optionally_named(near).unwrap();
                for at in draft.size().points() {
                    let changes = before.tile(at) == Tile::FLOOR
                        && Chance::clamped(0.6).hits(stream.at(before.world(at)))
                        && near.is_none_or(|near| touches(&before, at, near));
                    let expected = if changes { draft.named("rubble").unwrap() } else { before.tile(at) };
                    assert_eq!(draft.tile(at), expected, "seed {seed}, {at}");
                }
            }
        }
    }

    #[test]
    fn the_chance_is_kept() {
        let drawing = format!("{}\n", ".".repeat(200)).repeat(200);
        for chance in [0.0, 0.05, 0.5, 1.0] {
            let draft = replaced(&drawing, &Replace::default().chance(chance));
            let share = 1.0 - draft.where_tile(|tile| tile == Tile::FLOOR).count() as f64 / 40_000.0;
            assert!((share - chance).abs() < 0.015, "{share} for a chance of {chance}");
        }
    }
}
