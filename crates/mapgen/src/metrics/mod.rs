//! Metrics of levels, for statistics, for finding seeds, and for the requirements of recipes.
//!
//! ```
//! use undercroft_mapgen::{Metric, Recipe, Survey};
//! let level = Recipe::named("rooms")?.build(42)?;
//! let survey = Survey::of(&level);
//! assert_eq!(Metric::Rooms.measure(&survey), Some(level.rooms().len() as f64));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod areas;
mod condition;
pub(crate) mod expression;
mod missions;
mod paths;
mod requirement;
mod shape;
mod survey;
mod things;
mod views;

pub use condition::Condition;
pub use expression::ConditionError;
pub use requirement::{Requirement, RequirementError};
pub use survey::Survey;

macro_rules! metrics {
    ($($variant:ident $name:literal $measure:path, $definition:literal;)*) => {
        /// Something that can be counted or measured on a level. Paths and distances are in steps in four directions.
        ///
        /// ```
        /// use undercroft_mapgen::{Metric, Recipe, Survey};
        /// let level = Recipe::named("caves")?.build(7)?;
        /// let survey = Survey::of(&level);
        /// for metric in [Metric::Loops, Metric::Path] {
        ///     println!("{}: {:?}", metric.name(), metric.measure(&survey));
        /// }
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Metric {
            $(#[doc = $definition] $variant,)*
        }

        impl Metric {
            /// All metrics.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The name in files and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// What exactly is counted or measured.
            #[must_use]
            pub const fn definition(self) -> &'static str {
                match self {
                    $(Self::$variant => $definition,)*
                }
            }

            /// Measures a level. `None` if there is nothing to measure, such as a path to stairs that do not exist.
            #[must_use]
            pub fn measure(self, survey: &Survey<'_>) -> Option<f64> {
                match self {
                    $(Self::$variant => $measure(survey),)*
                }
            }
        }
    };
}

metrics! {
    Open "open" shape::open, "The share of the level's cells that are walkable.";
    Rooms "rooms" shape::rooms, "The number of rooms.";
    RoomArea "room-area" shape::room_area, "The mean area of a room in cells.";
    LargestRoom "largest-room" shape::largest_room, "The area of the largest room in cells.";
    Corridors "corridors" shape::corridors, "The share of walkable cells with at most two walkable neighbours in four directions.";
    Winding "winding" shape::winding, "The share of corners among the walkable cells with exactly two walkable neighbours in four directions.";
    Loops "loops" shape::loops, "The number of rock formations of at least two cells that can be walked around.";
    DeadEnds "dead-ends" shape::dead_ends, "The number of walkable cells with exactly one walkable neighbour in four directions.";
    Chokepoints "chokepoints" shape::chokepoints, "The share of walkable cells whose loss would disconnect the level.";
    Openness "openness" shape::openness, "The mean share of a walkable cell's eight neighbours that are walkable.";
    Symmetry "symmetry" shape::symmetry, "The share of cells that equal their mirror image, walkable or not: left to right, top to bottom or turned by 180 degrees, whichever is best.";
    Areas "areas" areas::areas, "The number of areas: rooms, corridors, chambers, lakes, vaults and clearings.";
    Links "links" areas::links, "The number of openings between areas.";
    LargestArea "largest-area" areas::largest_area, "The share of walkable cells that are in the largest area.";
    Doors "doors" things::doors, "The number of doors.";
    Path "path" paths::path, "The length of the shortest path from the start to the nearest stairs down.";
    Detour "detour" paths::detour, "The length of that path divided by the Manhattan distance between its ends.";
    Longest "longest" paths::longest, "The longest shortest path, estimated by repeated search for the farthest cell; exact on levels without loops, and never too long.";
    Farthest "farthest" paths::farthest, "The length of the shortest path from the start to the cell farthest from it.";
    Sight "sight" paths::sight, "The mean number of cells in view, at any distance, from 64 evenly chosen walkable cells.";
    PathView "path-view" views::path_view, "The mean number of cells in view, at any distance, along the shortest path from the start to the nearest stairs down.";
    Revealed "revealed" views::revealed, "The share of walkable cells that come into view along that path.";
    Revelation "revelation" views::revelation, "The largest share of walkable cells that a single step along that path brings into view.";
    Landmarks "landmarks" views::landmarks, "The number of vaults, lakes and clearings that come into view along that path, and the largest chamber if it does.";
    Tension "tension" views::tension, "The share of the cells on that path from which a creature is in view.";
    Creatures "creatures" things::creatures, "The number of creatures.";
    Items "items" things::items, "The number of items.";
    CreatureDensity "creature-density" things::creature_density, "The number of creatures per hundred walkable cells.";
    ItemDensity "item-density" things::item_density, "The number of items per hundred walkable cells.";
    OffPath "off-path" things::off_path, "The mean distance of creatures and items from the shortest path between start and stairs.";
    Backtracking "backtracking" missions::backtracking, "The share of the areas entered along the mission's walkthrough that were entered before.";
    Optional "optional" missions::optional, "The share of walkable cells in areas that the mission's walkthrough never enters.";
    DaredRewards "dared-rewards" missions::dared_rewards, "The share of the mission's rewards whose shortest path from the start leads within three cells of a creature.";
    Attempts "attempts" survey::attempts, "The number of drafts until one passed every check.";
}

impl Metric {
    /// Whether it can be measured on a draft; the number of attempts is known only for finished levels.
    #[must_use]
    pub const fn applies_to_drafts(self) -> bool {
        !matches!(self, Self::Attempts)
    }

    /// Whether it depends only on the ground, and not on the start, stairs, creatures or items.
    #[must_use]
    pub const fn depends_only_on_ground(self) -> bool {
        match self {
            Self::Open
            | Self::Rooms
            | Self::RoomArea
            | Self::LargestRoom
            | Self::Corridors
            | Self::Winding
            | Self::Loops
            | Self::DeadEnds
            | Self::Chokepoints
            | Self::Openness
            | Self::Symmetry
            | Self::Areas
            | Self::Links
            | Self::LargestArea
            | Self::Doors
            | Self::Sight => true,
            // The search for the longest path begins at the start, and on levels with loops its estimate depends on that.
            Self::Longest
            | Self::Path
            | Self::Detour
            | Self::Farthest
            | Self::PathView
            | Self::Revealed
            | Self::Revelation
            | Self::Landmarks
            | Self::Tension
            | Self::Creatures
            | Self::Items
            | Self::CreatureDensity
            | Self::ItemDensity
            | Self::OffPath
            | Self::Backtracking
            | Self::Optional
            | Self::DaredRewards
            | Self::Attempts => false,
        }
    }

    /// The metric with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draft, Point, Recipe, StairKind};

    fn of(metric: Metric, drawing: &str) -> Option<f64> {
        metric.measure(&Survey::of_draft(&Draft::parse(drawing)))
    }

    #[test]
    fn every_metric_is_found_by_its_name() {
        for metric in Metric::ALL {
            assert_eq!(Metric::named(metric.name()), Some(metric));
            assert!(metric.definition().ends_with('.'));
        }
        assert_eq!(Metric::named("no such"), None);
    }

    #[test]
    fn small_maps_match_measurements_by_hand() {
        let ring = "#######\n#.....#\n#.###.#\n#.....#\n#######";
        assert_eq!(of(Metric::Open, ring), Some(12.0 / 35.0));
        assert_eq!(of(Metric::Loops, ring), Some(1.0));
        assert_eq!(of(Metric::DeadEnds, ring), Some(0.0));
        assert_eq!(of(Metric::Corridors, ring), Some(1.0));
        assert_eq!(of(Metric::Winding, ring), Some(4.0 / 12.0));
        assert_eq!(of(Metric::Chokepoints, ring), Some(0.0));
        assert_eq!(of(Metric::Symmetry, ring), Some(1.0));
        assert_eq!(of(Metric::Longest, ring), Some(6.0));
        assert_eq!(of(Metric::Rooms, ring), Some(0.0));
        assert_eq!(of(Metric::RoomArea, ring), None);
        assert_eq!(of(Metric::Path, ring), None);
        let hall = "########\n#......#\n########";
        assert_eq!(of(Metric::DeadEnds, hall), Some(2.0));
        assert_eq!(of(Metric::Longest, hall), Some(5.0));
        assert_eq!(of(Metric::Chokepoints, hall), Some(4.0 / 6.0));
        assert_eq!(of(Metric::Winding, hall), Some(0.0));
        assert_eq!(of(Metric::Openness, hall), Some(10.0 / 48.0));
        let mut bend = Draft::parse("#####\n#...#\n###.#\n#####");
        bend.start = Some(Point::new(1, 1));
        bend.put_stairs(StairKind::Down, Point::new(3, 2)).unwrap();
        let survey = Survey::of_draft(&bend);
        assert_eq!([Metric::Path, Metric::Detour].map(|metric| metric.measure(&survey)), [Some(3.0), Some(1.0)]);
    }

    #[test]
    fn solid_rock_can_be_measured() {
        let rock = Draft::parse("###\n###");
        let survey = Survey::of_draft(&rock);
        for metric in Metric::ALL {
            let value = metric.measure(&survey);
            assert!(value.is_none_or(f64::is_finite), "{}: {value:?}", metric.name());
        }
    }

    #[test]
    fn every_recipe_can_be_measured_and_shares_are_at_most_one() {
        for name in Recipe::names() {
            let level = Recipe::named(name).unwrap().build(3).unwrap();
            let survey = Survey::of(&level);
            for metric in Metric::ALL {
                let value = metric.measure(&survey).unwrap_or(0.0);
                assert!(value.is_finite() && value >= 0.0, "{name}, {}: {value}", metric.name());
                if metric.definition().contains(" share ") {
                    assert!(value <= 1.0, "{name}, {}: {value}\n{level}", metric.name());
                }
            }
            let [longest, farthest, path] =
                [Metric::Longest, Metric::Farthest, Metric::Path].map(|metric| metric.measure(&survey));
            assert!(longest >= farthest && farthest >= path, "{name}: {longest:?} {farthest:?} {path:?}\n{level}");
        }
    }
}
