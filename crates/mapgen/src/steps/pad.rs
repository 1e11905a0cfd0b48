//! Surrounds the map with rings of wall.
//!
//! ```text
//!               ######
//! ....          #....#
//! ....     →    #....#
//!               ######
//! ```

use undercroft_grid::Size;

use crate::recipe::LONGEST_SIDE;
use crate::{BadParameter, Draft, EndlessMode, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Surrounds the map with rings of wall.
    ///
    /// The level grows beyond the recipe's size: with one ring, 60x30 becomes 62x32.
    pub struct Pad = "pad" {
        /// The number of rings.
        pub width: u32 = 1,
        /// The tile of the rings.
        pub tile: String = "wall".into(),
    }
}

impl Step for Pad {
    fn endless(&self, _: Size) -> EndlessMode {
        EndlessMode::Skipped
    }

    fn growth(&self) -> u32 {
        2 * self.width.min(LONGEST_SIDE)
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::within("width", self.width, 0..=1_000)?;
        require::tile("tile", &self.tile, tileset)
    }

    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        draft.pad(self.width, tile);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Class, Point, Recipe, Rect, Seed, Spawn};

    #[test]
    fn everything_moves_with_the_map() {
        let mut draft = Draft::parse("######\n#.>+.#\n######");
        draft.origin = Point::new(10, 10);
        draft.rooms.push(Rect::new(1, 1, 2, 1));
        draft.start = Some(Point::new(1, 1));
        draft.spawns.push(Spawn::new("rat", Class::Creature, Point::new(4, 1)));
        let before = draft.clone();
        Pad::default().width(3).apply(&mut draft, Seed::from(1).fork("pad")).unwrap();
        assert_eq!(draft.size(), Size::new(12, 9));
        assert_eq!(draft.origin, Point::new(7, 7));
        // Seen through the old window, nothing has changed.
        assert_eq!(draft.window(Rect::new(10, 10, 6, 3)), before, "{draft}");
    }

    #[test]
    fn padding_goes_around_the_ground_and_the_level_starts_at_the_origin() {
        let recipe = Recipe::new(30, 20).fill("floor").then(Pad::default().width(2));
        let level = recipe.build(1).unwrap();
        assert_eq!((level.size(), level.origin()), (Size::new(34, 24), Point::new(0, 0)), "{level}");
        assert_eq!(level.open().count(), 30 * 20, "{level}");
        assert_eq!(recipe.level_size(), level.size());
        let error = recipe.sized(0, 20).build(1).unwrap_err().to_string();
        assert_eq!(error, "recipe `unnamed`: 0x20 is too small: it must be at least 1x1");
    }
}
