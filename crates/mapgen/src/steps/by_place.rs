//! Generators written as functions of a cell's position: one names its tile, another what spawns on it.
//!
//! ```text
//! |stream, x, y| match (x + y) % 4 {        ·♣··
//!     1 => "tree",                     →    ♣··♣
//!     _ => "floor",                         ··♣·
//! }                                         ·♣··
//! ```

use std::fmt;
use std::sync::Arc;

use undercroft_grid::Point;

use crate::step::{Describe, Step};
use crate::{Actor, Class, Draft, Fact, Phase, Reach, Stream, TileRef, Veto};

/// Sets every cell to the tile that a function names for it.
///
/// The function gets the step's stream, which is the same for all cells of a level, and the cell's world coordinates.
/// It must depend on nothing else, so that an endless level is the same whatever order it is visited in. Doors are
/// allowed, stairs are not.
#[derive(Clone)]
pub struct TilesBy {
    tile_at: Arc<dyn Fn(Stream, i32, i32) -> TileRef<'static> + Send + Sync>,
}

impl TilesBy {
    /// A step that calls `tile_at` with the stream, x and y of each cell.
    pub fn new<T: Into<TileRef<'static>>>(tile_at: impl Fn(Stream, i32, i32) -> T + Send + Sync + 'static) -> Self {
        Self { tile_at: Arc::new(move |stream, x, y| tile_at(stream, x, y).into()) }
    }
}

impl fmt::Debug for TilesBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TilesBy").finish_non_exhaustive()
    }
}

impl Describe for TilesBy {
    fn name(&self) -> &str {
        "tiles-by"
    }
}

impl Step for TilesBy {
    fn reach(&self) -> Reach {
        // Whether a door stays depends on the cells beside it.
        Reach::Cells(1)
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let tileset = draft.tileset().clone();
        draft.clear_away(|_| true);
        for at in draft.size().points() {
            let Point { x, y } = draft.world(at);
            let tile = match (self.tile_at)(stream, x, y) {
                TileRef::Name(name) => draft.named(name)?,
                TileRef::Id(tile) if tileset.get(tile).is_some() => tile,
                TileRef::Id(tile) => return Err(Veto::new("tiles", format!("no tile has the id {}", tile.0))),
            };
            if tileset.stairs(tile).is_some() {
                let reason = format!("stairs at ({x}, {y}): leave them out; the step `stairs` places them");
                return Err(Veto::new("tiles-by", reason));
            }
            draft.set(at, tile);
            draft.list_fixture(at);
        }
        draft.trim_rooms();
        draft.drop_odd_doors();
        Ok(())
    }
}

/// Spawns what a function returns for each free cell: a walkable one without a door, the start, stairs or another spawn.
///
/// The function gets the step's stream, which is the same for all cells of a level, and the cell's world coordinates.
#[derive(Clone)]
pub struct SpawnsBy {
    class: Option<Class>,
    actor_at: Arc<dyn Fn(Stream, i32, i32) -> Option<Actor> + Send + Sync>,
}

impl SpawnsBy {
    /// A step that calls `actor_at` with the stream, x and y of each free cell.
    pub fn new(actor_at: impl Fn(Stream, i32, i32) -> Option<Actor> + Send + Sync + 'static) -> Self {
        Self { class: None, actor_at: Arc::new(actor_at) }
    }

    /// A step whose function returns the names of what it spawns, all of one class.
    pub fn of_class<K: AsRef<str>>(
        class: impl Into<Class>,
        kind_at: impl Fn(Stream, i32, i32) -> Option<K> + Send + Sync + 'static,
    ) -> Self {
        let class = class.into();
        let of_class = class.clone();
        let actor_at = move |stream, x, y| Some(Actor::new(kind_at(stream, x, y)?.as_ref(), of_class.clone()));
        Self { class: Some(class), actor_at: Arc::new(actor_at) }
    }
}

impl fmt::Debug for SpawnsBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpawnsBy").field("class", &self.class).finish_non_exhaustive()
    }
}

impl Describe for SpawnsBy {
    fn name(&self) -> &str {
        "spawns-by"
    }
}

impl Step for SpawnsBy {
    fn reach(&self) -> Reach {
        Reach::Cells(0)
    }

    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn spawns(&self) -> Option<Class> {
        self.class.clone()
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        for at in draft.free_cells().points() {
            let Point { x, y } = draft.world(at);
            if let Some(actor) = (self.actor_at)(stream, x, y).filter(|actor| !actor.is_player()) {
                draft.spawns.push(actor.at(at));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chance, Dungeon, Floor, Plan, Recipe, Rect};

    fn wild() -> Recipe {
        Recipe::new(60, 40)
            .called("wild")
            .tiles_by(|stream, x, y| match stream.rng_at((x, y)).below(10) {
                0..=3 => "wall",
                4 => "water",
                _ => "floor",
            })
            .connect()
            .start()
            .stairs()
            .creatures_by(|stream, x, y| stream.rng_at((x, y)).chance(Chance::one_in(30)).then_some("rat"))
            .items_by(|stream, x, y| stream.rng_at((x, y)).chance(Chance::one_in(30)).then_some("club"))
            .spawns_by(|_, x, y| (x % 9 == 0 && y % 9 == 0).then(|| Actor::new("torch", "light").with("radius", x % 5)))
    }

    #[test]
    fn windows_of_an_endless_level_are_equal_in_any_order() {
        let [one, other] = [1, 1].map(|seed| {
            let dungeon = Dungeon::new(Plan::new("x").endless(.., wild()).build().unwrap(), seed);
            let Floor::Endless(level) = dungeon.level(1).unwrap() else { unreachable!() };
            level
        });
        let windows: Vec<Rect> = (0..12).map(|n| Rect::new(n * 37 - 200, 150 - n * 29, 70, 50)).collect();
        let seen: Vec<Draft> = windows.iter().map(|window| one.window(*window).unwrap()).collect();
        for (window, seen) in windows.iter().zip(&seen).rev() {
            let again = other.window(*window).unwrap();
            assert_eq!(again.to_string(), seen.to_string());
            assert_eq!(again.spawns, seen.spawns);
        }
        // Two windows that overlap show the same cells.
        let (left, right) =
            (one.window(Rect::new(0, 0, 90, 40)).unwrap(), other.window(Rect::new(50, 0, 90, 40)).unwrap());
        let both = Rect::new(50, 0, 40, 40);
        assert_eq!(left.window(both).tiles(), right.window(both).tiles());
    }

    #[test]
    fn spawns_stand_on_free_walkable_cells_only() {
        for seed in 0..30 {
            let level = wild().build(seed).unwrap();
            let classes = ["creature", "item", "light"]
                .map(|class| level.spawns().iter().filter(|spawn| spawn.class.name() == class).count());
            assert!(classes.iter().all(|count| *count > 0), "{classes:?}\n{level}");
            // Every level has passed the check that nothing shares a cell or stands on rock.
            assert!(level.spawns().iter().all(|spawn| level.is_open(spawn.at)), "{level}");
        }
    }

    #[test]
    fn no_item_lies_where_the_ground_has_one() {
        let mut map = crate::MapBuilder::new();
        map.rectangle(Rect::new(1, 1, 8, 8), "floor").start((1, 1)).actor("crown", Class::Item, (4, 4));
        let recipe = Recipe::new(10, 10).then(map).items_by(|_, _, _| Some("club"));
        let level = recipe.build(1).unwrap();
        let here: Vec<&str> =
            level.spawns().iter().filter(|spawn| spawn.at == Point::new(4, 4)).map(|spawn| &*spawn.kind).collect();
        assert_eq!(here, ["crown"]);
        assert_eq!(level.spawns().len(), 8 * 8 - 1, "the start is free, every other cell has an item\n{level}");
    }

    #[test]
    fn stairs_and_unknown_tiles_are_refused_with_the_reason() {
        let error =
            |tile: &'static str| Recipe::new(9, 9).tiles_by(move |_, _, _| tile).build(1).unwrap_err().to_string();
        assert!(error("stairs-down").contains("the step `stairs` places them"));
        assert!(error("flor").contains("did you mean `floor`?"));
    }
}
