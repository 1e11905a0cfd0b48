//! Lets your own function draw the map, cell by cell.
//!
//! ```text
//!                                         ########
//! |stream, player, width, height|    →    #··@···#
//!     a MapBuilder with the player        #······#
//!                                         ########
//! ```

use std::fmt;
use std::sync::Arc;

use undercroft_grid::{Point, Rect};

use crate::step::{Describe, Step};
use crate::{Actor, Draft, Fact, MapBuilder, Stream, Tile, Veto};

/// A function of a random stream, the player, the width and the height.
type Generator = dyn Fn(Stream, &Actor, i32, i32) -> MapBuilder + Send + Sync;

/// Draws the map that a function returns. The function gets its own random stream, the player, and the width and height
/// of the map so far. It must [place](MapBuilder::add) the player.
///
/// The level grows to include whatever the function draws beyond that size, such as [padding](MapBuilder::padding).
/// `examples/hand_made.rs` is a complete example.
#[derive(Clone)]
pub struct ByHand {
    generator: Arc<Generator>,
    player: Actor,
}

impl ByHand {
    /// A step that draws the map that `generator` returns.
    pub fn new(generator: impl Fn(Stream, &Actor, i32, i32) -> MapBuilder + Send + Sync + 'static) -> Self {
        Self { generator: Arc::new(generator), player: Actor::player() }
    }
}

impl fmt::Debug for ByHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByHand").field("player", &self.player).finish_non_exhaustive()
    }
}

impl Describe for ByHand {
    fn name(&self) -> &str {
        NAME
    }
}

const NAME: &str = "by-hand";

impl Step for ByHand {
    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN, Fact::START]
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let size = draft.size();
        let drawn = (self.generator)(stream, &self.player, size.width as i32, size.height as i32);
        let map = drawn.in_tiles(draft.tileset()).map_err(|error| Veto::new(NAME, error.to_string()))?;
        if !map.has_start() {
            return Err(Veto::new(NAME, "the function did not place its player: call `add(player, place)`"));
        }
        let area = map.bounds().map_or(size.rect(), |bounds| around(bounds, size.rect()));
        let (origin, lenient) = (draft.origin, draft.lenient);
        draft.origin = Point::new(0, 0);
        *draft = draft.window(area);
        if map.outside_tile() != Tile::WALL {
            draft.fill(draft.size().rect(), map.outside_tile());
        }
        map.put_on(draft);
        (draft.origin, draft.lenient) = (origin, lenient);
        match draft.start {
            Some(at) if draft.is_open(at) => Ok(()),
            _ => Err(Veto::new(NAME, "there is no cell to stand on where the function placed its player")),
        }
    }
}

/// The smallest rectangle around two others.
fn around(one: Rect, other: Rect) -> Rect {
    let (left, top) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(left, top, (right - left) as u32, (bottom - top) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dungeon, Floor, Plan, Recipe, Size};

    fn hut(_: Stream, player: &Actor, width: i32, height: i32) -> MapBuilder {
        let mut map = MapBuilder::new();
        map.room(Rect::new(0, 0, width as u32, height as u32), "floor").add(player, (width / 2, 0)).padding(1, "wall");
        map
    }

    #[test]
    fn padding_goes_around_the_size_that_the_function_is_given() {
        let level = Recipe::by_hand(6, 3, hut).build(1).unwrap();
        assert_eq!(level.to_string(), "########\n#···@··#\n#······#\n#······#\n########\n");
        assert_eq!((level.origin(), level.size(), level.rooms().len()), (Point::new(0, 0), Size::new(8, 5), 1));
    }

    #[test]
    fn a_function_serves_any_depth_of_a_plan() {
        let plan = Plan::new("huts").levels(0..=4, Recipe::by_hand(12, 8, hut)).build().unwrap();
        for seed in 0..20 {
            let dungeon = Dungeon::new(plan.clone(), seed);
            for depth in 0..5 {
                let Floor::Bounded(level) = dungeon.level(depth).unwrap() else { unreachable!() };
                assert_eq!(level.size(), Size::new(14, 10));
                assert_eq!(level.stairs().len(), if depth % 4 == 0 { 1 } else { 2 }, "{level}");
            }
        }
    }

    #[test]
    fn a_function_that_forgets_its_player_or_misspells_a_tile_is_told_so() {
        let error = |recipe: Recipe| recipe.build(1).unwrap_err().to_string();
        let forgetful = Recipe::by_hand(6, 6, |_, _, _, _| {
            let mut map = MapBuilder::new();
            map.set(0, 0, "floor");
            map
        });
        assert!(error(forgetful).contains("did not place its player"));
        let misspelt = Recipe::by_hand(6, 6, |_, player, _, _| {
            let mut map = MapBuilder::new();
            map.set(0, 0, "flor").add(player, (0, 0));
            map
        });
        assert!(error(misspelt).contains("did you mean `floor`?"));
        let nothing = Recipe::by_hand(6, 6, |_, player, _, _| {
            let mut map = MapBuilder::new();
            map.add(player, (99, 99));
            map
        });
        assert!(error(nothing).contains("there is no cell to stand on"));
    }
}
