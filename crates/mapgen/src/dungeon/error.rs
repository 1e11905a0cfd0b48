//! Why a dungeon cannot provide a level.

use undercroft_grid::Rect;

use crate::check::Veto;
use crate::recipe::{LONGEST_SIDE, MOST_CELLS};
use crate::{BuildError, Seed};

/// Why a dungeon cannot provide a level, or a window of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DungeonError {
    /// The plan has no such depth.
    #[error("plan `{plan}` has no depth {depth}: its last is {last}")]
    TooDeep {
        /// The plan's name.
        plan: String,
        /// The depth that was requested.
        depth: u32,
        /// The deepest level of the plan.
        last: u32,
    },
    /// A window has no cells.
    #[error("window {}: it must be at least 1x1", shown(window))]
    EmptyWindow {
        /// The window.
        window: Rect,
    },
    /// A window is larger than the limits.
    #[error("window {}: a window has at most {MOST_CELLS} cells and sides of at most {LONGEST_SIDE}", shown(window))]
    WindowTooLarge {
        /// The window.
        window: Rect,
    },
    /// A window reaches beyond the last row or column that an `i32` can number.
    #[error("window {}: it ends beyond {}, the last row and column", shown(window), i32::MAX)]
    WindowOffThePlane {
        /// The window.
        window: Rect,
    },
    /// Every cell that the stairs between two levels could use is occupied.
    #[error("depths {depth} and {} have no free cell for stairs in common: make them larger", depth + 1)]
    NoRoomForStairs {
        /// The upper depth.
        depth: u32,
    },
    /// The recipe of a depth could not make its ground.
    #[error("depth {depth}: {error}")]
    Build {
        /// The depth.
        depth: u32,
        /// What went wrong.
        error: Box<BuildError>,
    },
    /// A finished level failed a check and was discarded.
    #[error("plan `{plan}`, seed {seed}, depth {depth}: {veto}")]
    Broken {
        /// The plan's name.
        plan: String,
        /// The seed.
        seed: Seed,
        /// The depth.
        depth: u32,
        /// The check that failed, and where.
        veto: Veto,
    },
}

fn shown(window: &Rect) -> String {
    format!("{}x{} at ({}, {})", window.width, window.height, window.x, window.y)
}

/// Checks that a window is neither empty nor too large, and lies on the plane.
pub(super) fn check_window(window: Rect) -> Result<(), DungeonError> {
    let Rect { x, y, width, height } = window;
    let ends_on_plane = |first: i32, side: u32| i64::from(first) + i64::from(side) <= i64::from(i32::MAX) + 1;
    if width == 0 || height == 0 {
        Err(DungeonError::EmptyWindow { window })
    } else if width.max(height) > LONGEST_SIDE || u64::from(width) * u64::from(height) > MOST_CELLS {
        Err(DungeonError::WindowTooLarge { window })
    } else if !ends_on_plane(x, width) || !ends_on_plane(y, height) {
        Err(DungeonError::WindowOffThePlane { window })
    } else {
        Ok(())
    }
}
