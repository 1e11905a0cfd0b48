//! The short way to write recipes in Rust: a method for each step, with the parameters that matter most.
//! For the others, give the step itself to [`Recipe::then`].

use crate::Recipe;
use crate::steps::{
    Accrete, Aggregate, Border, Bridges, CarveHalls, CarveRooms, Connect, DeadEnds, Doors, Fill, KeepLargest, Lakes,
    LayNoise, LaySlices, LayVoronoi, Loops, Maze, Mirror, Pad, Partition, Paste, PlaceSpawns, PlaceStairs, PlaceStart,
    Replace, Scatter, Smooth, Split, Stamp, Walk,
};

impl Recipe {
    /// Fills the whole map with a tile: see [`Fill`].
    #[must_use]
    pub fn fill(self, tile: &str) -> Self {
        self.then(Fill { tile: tile.into() })
    }

    /// Opens cells at random: see [`Scatter`].
    #[must_use]
    pub fn scatter(self, chance: f64) -> Self {
        self.then(Scatter { chance, ..Scatter::default() })
    }

    /// Rounds caves off: see [`Smooth`].
    #[must_use]
    pub fn smooth(self, passes: u32) -> Self {
        self.then(Smooth { passes, ..Smooth::default() })
    }

    /// Covers the ground with noise: see [`LayNoise`].
    #[must_use]
    pub fn noise(self, scale: f64) -> Self {
        self.then(LayNoise { scale, ..LayNoise::default() })
    }

    /// Covers the ground with slices of one noise: see [`LaySlices`].
    #[must_use]
    pub fn slices(self) -> Self {
        self.then(LaySlices::default())
    }

    /// Divides the ground into chambers side by side: see [`LayVoronoi`].
    #[must_use]
    pub fn voronoi(self) -> Self {
        self.then(LayVoronoi::default())
    }

    /// Grows branching crystals: see [`Aggregate`].
    #[must_use]
    pub fn aggregate(self) -> Self {
        self.then(Aggregate::default())
    }

    /// Lets walkers dig until a share of the map is open: see [`Walk`].
    #[must_use]
    pub fn walk(self, share: f64) -> Self {
        self.then(Walk { share, ..Walk::default() })
    }

    /// Carves rooms wherever they fit: see [`CarveRooms`].
    #[must_use]
    pub fn rooms(self, attempts: u32) -> Self {
        self.then(CarveRooms { attempts, ..CarveRooms::default() })
    }

    /// Carves a room in each part of a grid: see [`Partition`].
    #[must_use]
    pub fn partitions(self, columns: u32, rows: u32) -> Self {
        self.then(Partition { columns, rows, ..Partition::default() })
    }

    /// Splits the map, and carves a room in each part: see [`Split`].
    #[must_use]
    pub fn bsp(self) -> Self {
        self.then(Split::default())
    }

    /// Grows rooms of several shapes on to one another: see [`Accrete`].
    #[must_use]
    pub fn accrete(self) -> Self {
        self.then(Accrete::default())
    }

    /// Fills the rock with a maze: see [`Maze`].
    #[must_use]
    pub fn maze(self, braid: f64) -> Self {
        self.then(Maze { braid, ..Maze::default() })
    }

    /// Stamps vaults on the map: see [`Stamp`].
    #[must_use]
    pub fn stamp(self) -> Self {
        self.then(Stamp::default())
    }

    /// Pastes a drawing on to the map: see [`Paste`].
    #[must_use]
    pub fn paste(self, drawing: &str) -> Self {
        self.then(Paste { map: drawing.into(), ..Paste::default() })
    }

    /// Joins rooms by halls: see [`CarveHalls`].
    #[must_use]
    pub fn halls(self, join: &str) -> Self {
        self.then(CarveHalls { join: join.into(), ..CarveHalls::default() })
    }

    /// Joins all that is open: see [`Connect`].
    #[must_use]
    pub fn connect(self) -> Self {
        self.then(Connect::default())
    }

    /// Fills all but the largest region: see [`KeepLargest`].
    #[must_use]
    pub fn keep_largest(self) -> Self {
        self.then(KeepLargest::default())
    }

    /// Opens walls where the way around is long: see [`Loops`].
    #[must_use]
    pub fn loops(self) -> Self {
        self.then(Loops::default())
    }

    /// Throws bridges where the way around is long: see [`Bridges`].
    #[must_use]
    pub fn bridges(self) -> Self {
        self.then(Bridges::default())
    }

    /// Fills a share of the dead ends: see [`DeadEnds`].
    #[must_use]
    pub fn dead_ends(self, share: f64) -> Self {
        self.then(DeadEnds { share })
    }

    /// Hangs doors: see [`Doors`].
    #[must_use]
    pub fn doors(self, chance: f64) -> Self {
        self.then(Doors { chance, ..Doors::default() })
    }

    /// Lays lakes that never cut the level apart: see [`Lakes`].
    #[must_use]
    pub fn lakes(self, share: f64) -> Self {
        self.then(Lakes { share, ..Lakes::default() })
    }

    /// Replaces some cells of one tile by another: see [`Replace`].
    #[must_use]
    pub fn replace(self, from: &str, to: &str, chance: f64) -> Self {
        self.then(Replace { from: from.into(), to: to.into(), chance, ..Replace::default() })
    }

    /// Makes both halves of the map alike: see [`Mirror`].
    #[must_use]
    pub fn mirror(self) -> Self {
        self.then(Mirror::default())
    }

    /// Puts rings of wall around the map: see [`Pad`].
    #[must_use]
    pub fn pad(self, width: u32) -> Self {
        self.then(Pad { width, ..Pad::default() })
    }

    /// Closes the border: see [`Border`].
    #[must_use]
    pub fn border(self) -> Self {
        self.then(Border::default())
    }

    /// Chooses where the player begins: see [`PlaceStart`].
    #[must_use]
    pub fn start(self) -> Self {
        self.then(PlaceStart::default())
    }

    /// Puts stairs up and down: see [`PlaceStairs`].
    #[must_use]
    pub fn stairs(self) -> Self {
        self.then(PlaceStairs::default())
    }

    /// Puts creatures on free cells, by chance: see [`PlaceSpawns`].
    #[must_use]
    pub fn spawn(self, kind: &str, chance: f64) -> Self {
        self.then(PlaceSpawns { kinds: [(kind.to_owned(), 1)].into(), chance, ..PlaceSpawns::default() })
    }
}
