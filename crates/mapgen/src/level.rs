//! A finished level: a draft that has passed every check. Immutable.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use undercroft_grid::Point;

use crate::check::{Check, Veto};
use crate::checks;
use crate::draft::Draft;

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
    /// The only way to a level: a draft that keeps all promises, ours and those of its recipe.
    pub(crate) fn judged(draft: Draft, own: &[Arc<dyn Check>], attempts: u32) -> Result<Self, Veto> {
        Self::judged_or_back(draft, own, attempts).map_err(|(_, veto)| veto)
    }

    /// The same, with the draft given back where it breaks one.
    pub(crate) fn judged_or_back(
        mut draft: Draft,
        own: &[Arc<dyn Check>],
        attempts: u32,
    ) -> Result<Self, (Box<Draft>, Veto)> {
        let start = draft.start.or_else(|| checks::default_start(&draft));
        let Some(start) = start else {
            return Err((Box::new(draft), Veto::new("start", "there is no cell to stand on")));
        };
        draft.start = Some(start);
        match checks::judge_all(&draft, own) {
            Ok(()) => Ok(Self { draft, start, attempts }),
            Err(veto) => Err((Box::new(draft), veto)),
        }
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

impl Draft {
    /// Makes a level of the draft, where it keeps all promises. A start is chosen where it has none.
    ///
    /// ```
    /// use undercroft_mapgen::Draft;
    /// let level = Draft::parse("#####\n#.+.#\n#####").finish()?;
    /// assert!(level.is_open(level.start()));
    /// let veto = Draft::parse("#####\n#.#.#\n#####").finish().unwrap_err();
    /// assert_eq!(veto.to_string(), "connected: the walkable cells form 2 components instead of one, at (3, 1)");
    /// # Ok::<(), undercroft_mapgen::Veto>(())
    /// ```
    ///
    /// # Errors
    /// The first promise that the draft breaks, and where.
    pub fn finish(self) -> Result<Level, Veto> {
        Level::judged(self, &[], 1)
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
