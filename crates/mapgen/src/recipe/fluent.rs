//! The short way to write recipes in Rust: a method for each step, with the parameters that matter most.
//! For the others, give the step itself to [`Recipe::then`].

use crate::Recipe;
use crate::steps::{Border, Connect, Fill, PlaceStairs, PlaceStart, Scatter, Smooth};

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

    /// Closes the border: see [`Border`].
    #[must_use]
    pub fn border(self) -> Self {
        self.then(Border::default())
    }

    /// Joins all that is open: see [`Connect`].
    #[must_use]
    pub fn connect(self) -> Self {
        self.then(Connect::default())
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
}
