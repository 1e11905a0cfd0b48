//! A finished level: a draft that has passed every check. Immutable.

use std::fmt;
use std::ops::Deref;

use undercroft_grid::Point;

use crate::Draft;

/// A finished level. It reads like the [`Draft`] it was made from, but cannot be changed, and every check has passed.
///
/// ```
/// use undercroft_mapgen::Recipe;
/// let level = Recipe::named("caves")?.build("a walk in the dark")?;
/// assert!(level.is_open(level.start()));
/// println!("{level}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    draft: Draft,
    start: Point,
    attempts: u32,
}

impl Level {
    /// Only [`Recipe::build`](crate::Recipe::build) and its like call this, after all checks.
    pub(crate) const fn new(draft: Draft, start: Point, attempts: u32) -> Self {
        Self { draft, start, attempts }
    }

    /// Where the player begins.
    #[must_use]
    pub const fn start(&self) -> Point {
        self.start
    }

    /// How many drafts it took.
    #[must_use]
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// A draft to change further; it will have to pass the checks again to be a level.
    #[must_use]
    pub fn to_draft(&self) -> Draft {
        self.draft.clone()
    }

    /// A number that stands for all of the level: tiles by name, rooms, doors, stairs, start and spawns. It is the
    /// same on every machine, and any change gives another.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.draft.fingerprint()
    }
}

impl Deref for Level {
    type Target = Draft;

    fn deref(&self) -> &Draft {
        &self.draft
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draft.fmt(f)
    }
}
