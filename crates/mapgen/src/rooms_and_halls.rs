//! A dungeon in one call: rooms joined by L-shaped halls, as a grid of your own ids.

use undercroft_grid::{Grid, Point, Rect};

use crate::recipe::Recipe;
use crate::steps::{Halls, Rooms, Start};
use crate::{BadParameter, BuildError, Level, Parameters, Seed};

/// Makes a dungeon of rooms and halls with a fresh seed, which it reports. [`RoomsAndHalls`] takes arguments.
///
/// ```
/// let dungeon = undercroft_mapgen::rooms_and_halls();
/// println!("seed {}, {} rooms", dungeon.seed(), dungeon.rooms().len());
/// for row in dungeon.map().rows() {
///     println!("{}", row.iter().map(|id| if *id == 0 { '#' } else { '.' }).collect::<String>());
/// }
/// assert_eq!(dungeon.map()[dungeon.start()], 1);
/// ```
#[must_use]
pub fn rooms_and_halls() -> RoomMap {
    let made = RoomsAndHalls::default().build();
    made.expect("the first of 35 rooms always fits on 80 by 70 cells, and each hall joins two rooms")
}

/// The arguments of [`rooms_and_halls`], with their defaults.
///
/// ```
/// use undercroft_mapgen::{RoomsAndHalls, Seed};
/// let dungeon = RoomsAndHalls { width: 40, height: 30, wall: 7, floor: -1, seed: Some(Seed::from(42)), ..Default::default() };
/// let dungeon = dungeon.build()?;
/// assert_eq!(dungeon.map()[dungeon.start()], -1);
/// # Ok::<(), undercroft_mapgen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomsAndHalls {
    /// The width of the map.
    pub width: u32,
    /// The height of the map.
    pub height: u32,
    /// How many rooms to try. A room that would overlap an earlier one is dropped.
    pub attempts: u32,
    /// The shortest side of a room's floor.
    pub min_side: u32,
    /// The longest side of a room's floor.
    pub max_side: u32,
    /// The id of walls in your game.
    pub wall: i32,
    /// The id of floor in your game.
    pub floor: i32,
    /// The seed; `None` picks a fresh one.
    pub seed: Option<Seed>,
}

impl Default for RoomsAndHalls {
    fn default() -> Self {
        Self { width: 80, height: 70, attempts: 35, min_side: 5, max_side: 16, wall: 0, floor: 1, seed: None }
    }
}

impl RoomsAndHalls {
    /// Makes the dungeon.
    ///
    /// # Errors
    /// If an argument is out of range, the map is too small for a room, or walls and floor have the same id.
    pub fn build(&self) -> Result<RoomMap, BuildError> {
        let recipe = Recipe::new(self.width, self.height)
            .called("rooms-and-halls")
            .then(Rooms::default().attempts(self.attempts).min_side(self.min_side).max_side(self.max_side))
            .then(Halls::default().join("chain").shape("l"))
            .then(Start::default().at("first-room"));
        if self.wall == self.floor {
            return Err(BuildError::BadStep {
                recipe: recipe.name().into(),
                step: Rooms::NAME.into(),
                problem: BadParameter::new("floor", format!("{} is also the id of walls: choose another", self.floor))
                    .into(),
            });
        }
        let level = recipe.build(self.seed.clone().unwrap_or_else(Seed::random))?;
        let map = level.tiles().map(|tile| if level.tileset().is_walkable(*tile) { self.floor } else { self.wall });
        Ok(RoomMap { map, level })
    }
}

/// A dungeon of rooms and halls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomMap {
    map: Grid<i32>,
    level: Level,
}

impl RoomMap {
    /// The map as a grid of ids.
    #[must_use]
    pub const fn map(&self) -> &Grid<i32> {
        &self.map
    }

    /// The floors of the rooms, in the order in which halls join them.
    #[must_use]
    pub fn rooms(&self) -> &[Rect] {
        self.level.rooms()
    }

    /// Where the player starts: the centre of the first room.
    #[must_use]
    pub const fn start(&self) -> Point {
        self.level.start()
    }

    /// The seed. Pass it to [`RoomsAndHalls`] to get the same dungeon again.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        self.level.seed()
    }

    /// The same dungeon as a level, for everything else: drawing, metrics, exports.
    #[must_use]
    pub const fn level(&self) -> &Level {
        &self.level
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_call_has_a_fresh_seed_that_makes_the_same_dungeon_again() {
        let (one, other) = (rooms_and_halls(), rooms_and_halls());
        assert_ne!(one.seed(), other.seed());
        let again = RoomsAndHalls { seed: Some(one.seed().clone()), ..RoomsAndHalls::default() };
        assert_eq!(again.build(), Ok(one.clone()));
        assert_eq!((one.map().size().width, one.map().size().height), (80, 70));
        assert_eq!(one.start(), one.rooms()[0].centre());
    }

    proptest! {
        /// Any arguments give either a clear error or a valid, connected dungeon.
        #[test]
        fn any_arguments_give_a_clear_error_or_a_valid_level(
            (width, height) in (0_u32..60, 0_u32..60), attempts in 0_u32..50, sides in (0_u32..40, 0_u32..40),
            (wall, floor) in (-3_i32..3, -3_i32..3), seed in any::<u64>(),
        ) {
            let (min_side, max_side) = sides;
            let arguments =
                RoomsAndHalls { width, height, attempts, min_side, max_side, wall, floor, seed: Some(Seed::from(seed)) };
            match arguments.build() {
                Err(error) => prop_assert!(error.to_string().len() > 30),
                Ok(made) => {
                    prop_assert_eq!(made.map()[made.start()], floor);
                    prop_assert!(made.map().as_slice().iter().all(|id| [wall, floor].contains(id)));
                    let floors = made.rooms().iter().flat_map(|room| room.points());
                    prop_assert!(floors.into_iter().all(|at| made.map()[at] == floor));
                }
            }
        }
    }
}
