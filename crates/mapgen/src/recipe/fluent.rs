//! The short way to write recipes in Rust: a method for each step, with the parameters that matter most.
//! For the others, give the step itself to [`Recipe::then`].

use crate::Recipe;
use crate::steps::{
    Accrete, Aggregate, Border, Bridges, Bsp, Connect, DeadEnds, Doors, Fill, Halls, KeepLargest, Lakes, Loops, Maze,
    Mirror, Noise, Pad, Partitions, Paste, Replace, Rooms, Scatter, Slices, Smooth, Spawn, Stairs, Stamp, Start,
    Voronoi, Walk,
};

impl Recipe {
    /// Fills the whole map with a tile: see [`Fill`].
    #[must_use]
    pub fn fill(self, tile: &str) -> Self {
        self.then(Fill::default().tile(tile))
    }

    /// Opens cells at random: see [`Scatter`].
    #[must_use]
    pub fn scatter(self, chance: f64) -> Self {
        self.then(Scatter::default().chance(chance))
    }

    /// Rounds caves off: see [`Smooth`].
    #[must_use]
    pub fn smooth(self, passes: u32) -> Self {
        self.then(Smooth::default().passes(passes))
    }

    /// Covers the ground with noise: see [`Noise`].
    #[must_use]
    pub fn noise(self, scale: f64) -> Self {
        self.then(Noise::default().scale(scale))
    }

    /// Covers the ground with slices of one noise: see [`Slices`].
    #[must_use]
    pub fn slices(self) -> Self {
        self.then(Slices::default())
    }

    /// Divides the ground into chambers side by side: see [`Voronoi`].
    #[must_use]
    pub fn voronoi(self) -> Self {
        self.then(Voronoi::default())
    }

    /// Grows branching crystals: see [`Aggregate`].
    #[must_use]
    pub fn aggregate(self) -> Self {
        self.then(Aggregate::default())
    }

    /// Lets walkers dig until a share of the map is open: see [`Walk`].
    #[must_use]
    pub fn walk(self, share: f64) -> Self {
        self.then(Walk::default().share(share))
    }

    /// Carves rooms wherever they fit: see [`Rooms`].
    #[must_use]
    pub fn rooms(self, attempts: u32) -> Self {
        self.then(Rooms::default().attempts(attempts))
    }

    /// Carves a room in each part of a grid: see [`Partitions`].
    #[must_use]
    pub fn partitions(self, columns: u32, rows: u32) -> Self {
        self.then(Partitions::default().columns(columns).rows(rows))
    }

    /// Splits the map, and carves a room in each part: see [`Bsp`].
    #[must_use]
    pub fn bsp(self) -> Self {
        self.then(Bsp::default())
    }

    /// Grows rooms of several shapes on to one another: see [`Accrete`].
    #[must_use]
    pub fn accrete(self) -> Self {
        self.then(Accrete::default())
    }

    /// Fills the rock with a maze: see [`Maze`].
    #[must_use]
    pub fn maze(self, braid: f64) -> Self {
        self.then(Maze::default().braid(braid))
    }

    /// Stamps vaults on the map: see [`Stamp`].
    #[must_use]
    pub fn stamp(self) -> Self {
        self.then(Stamp::default())
    }

    /// Pastes a drawing on to the map: see [`Paste`].
    #[must_use]
    pub fn paste(self, drawing: &str) -> Self {
        self.then(Paste::default().map(drawing))
    }

    /// Joins rooms by halls: see [`Halls`].
    #[must_use]
    pub fn halls(self, join: &str) -> Self {
        self.then(Halls::default().join(join))
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
        self.then(DeadEnds::default().share(share))
    }

    /// Hangs doors: see [`Doors`].
    #[must_use]
    pub fn doors(self, chance: f64) -> Self {
        self.then(Doors::default().chance(chance))
    }

    /// Lays lakes that never cut the level apart: see [`Lakes`].
    #[must_use]
    pub fn lakes(self, share: f64) -> Self {
        self.then(Lakes::default().share(share))
    }

    /// Replaces some cells of one tile by another: see [`Replace`].
    #[must_use]
    pub fn replace(self, from: &str, to: &str, chance: f64) -> Self {
        self.then(Replace::default().from(from).to(to).chance(chance))
    }

    /// Makes both halves of the map alike: see [`Mirror`].
    #[must_use]
    pub fn mirror(self) -> Self {
        self.then(Mirror::default())
    }

    /// Puts rings of wall around the map: see [`Pad`].
    #[must_use]
    pub fn pad(self, width: u32) -> Self {
        self.then(Pad::default().width(width))
    }

    /// Closes the border: see [`Border`].
    #[must_use]
    pub fn border(self) -> Self {
        self.then(Border::default())
    }

    /// Chooses where the player begins: see [`Start`].
    #[must_use]
    pub fn start(self) -> Self {
        self.then(Start::default())
    }

    /// Puts stairs up and down: see [`Stairs`].
    #[must_use]
    pub fn stairs(self) -> Self {
        self.then(Stairs::default())
    }

    /// Puts creatures on free cells, by chance: see [`Spawn`].
    #[must_use]
    pub fn spawn(self, kind: &str, chance: f64) -> Self {
        self.then(Spawn::default().kinds([(kind, 1)]).chance(chance))
    }
}
