//! What can be counted and measured on a level: for statistics, for finding seeds, and for demands of a recipe.
//!
//! ```
//! use undercroft_mapgen::{Metric, Recipe, Survey};
//! let level = Recipe::named("rooms")?.build(42)?;
//! let survey = Survey::of(&level);
//! assert_eq!(Metric::Rooms.measure(&survey), Some(level.rooms.len() as f64));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod condition;
mod paths;
mod requirement;
mod shape;
mod survey;
mod things;

pub use condition::{Condition, ConditionError};
pub use requirement::Requirement;
pub use survey::Survey;

macro_rules! metrics {
    ($($variant:ident $name:literal $measure:path, $definition:literal;)*) => {
        /// Something that can be counted or measured on a level. All steps are counted in the four directions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Metric {
            $(#[doc = $definition] $variant,)*
        }

        impl Metric {
            /// All of them.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// What it is called in files and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// What is counted or measured, exactly.
            #[must_use]
            pub const fn definition(self) -> &'static str {
                match self {
                    $(Self::$variant => $definition,)*
                }
            }

            /// Measures it; `None` on a level that has nothing to measure, as the way to the stairs where there are none.
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
    Open "open" shape::open, "The share of the level's cells that can be walked on.";
    Rooms "rooms" shape::rooms, "The number of rooms.";
    RoomArea "room-area" shape::room_area, "The mean number of cells of a room.";
    LargestRoom "largest-room" shape::largest_room, "The number of cells of the largest room.";
    Corridors "corridors" shape::corridors, "The share of the open cells with at most two open neighbours of four.";
    Winding "winding" shape::winding, "Of the open cells with exactly two open neighbours of four, the share in which the way turns.";
    Loops "loops" shape::loops, "The pieces of rock of at least two cells that one can walk around: independent circles.";
    DeadEnds "dead-ends" shape::dead_ends, "The open cells with exactly one open neighbour of four.";
    Chokepoints "chokepoints" shape::chokepoints, "The share of the open cells whose loss would cut the level apart.";
    Openness "openness" shape::openness, "The mean share of the eight neighbours of an open cell that are open.";
    Symmetry "symmetry" shape::symmetry, "The largest share of cells that are open or closed as their mirror image is: left and right, top and bottom, or turned by half a circle.";
    Doors "doors" things::doors, "The number of doors.";
    Path "path" paths::path, "The steps of the shortest way from the start to the stairs down, the nearest where there are several.";
    Detour "detour" paths::detour, "How many times longer that way is than with nothing in the way.";
    Longest "longest" paths::longest, "The longest shortest way: found by going to the farthest cell, from there to the farthest, until it grows no more; never too long, and exact where there are no loops.";
    Farthest "farthest" paths::farthest, "The steps from the start to the cell that is farthest from it.";
    Sight "sight" paths::sight, "The mean number of cells that are seen, as far as it goes, from 64 open cells evenly taken.";
    Creatures "creatures" things::creatures, "The number of creatures.";
    Items "items" things::items, "The number of items.";
    CreatureDensity "creature-density" things::creature_density, "Creatures for each hundred open cells.";
    ItemDensity "item-density" things::item_density, "Items for each hundred open cells.";
    OffPath "off-path" things::off_path, "The mean steps from creatures and items to the nearest cell of the shortest way from start to stairs.";
    Attempts "attempts" survey::attempts, "How many drafts were made until one passed.";
}

impl Metric {
    /// Whether it tells something about what was made, and not about the making.
    #[must_use]
    pub const fn applies_to_drafts(self) -> bool {
        !matches!(self, Self::Attempts)
    }

    /// Whether the ground alone decides it: it does not depend on where the start, the stairs, creatures and items are.
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
            | Self::Doors
            | Self::Sight => true,
            // The longest way is sought from the start on, and where there are loops another may be found from elsewhere.
            Self::Longest
            | Self::Path
            | Self::Detour
            | Self::Farthest
            | Self::Creatures
            | Self::Items
            | Self::CreatureDensity
            | Self::ItemDensity
            | Self::OffPath
            | Self::Attempts => false,
        }
    }

    /// The metric of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draft, Recipe};

    fn of(metric: Metric, drawing: &str) -> Option<f64> {
        metric.measure(&Survey::of_draft(&Draft::parse(drawing)))
    }

    #[test]
    fn names_are_unlike_and_read_back() {
        for metric in Metric::ALL {
            assert_eq!(Metric::named(metric.name()), Some(metric));
            assert!(metric.definition().ends_with('.'));
        }
        assert_eq!(Metric::named("no such"), None);
    }

    #[test]
    fn little_maps_measure_as_one_would_by_hand() {
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
    }

    #[test]
    fn rock_alone_has_nothing_to_measure() {
        let rock = Draft::parse("###\n###");
        let survey = Survey::of_draft(&rock);
        for metric in Metric::ALL {
            let value = metric.measure(&survey);
            assert!(value.is_none_or(f64::is_finite), "{}: {value:?}", metric.name());
        }
    }

    #[test]
    fn every_recipe_can_be_measured_and_shares_are_shares() {
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
