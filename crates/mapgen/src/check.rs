//! Checks: the promises that every level keeps, and what breaks one.

use std::borrow::Cow;
use std::fmt;

use undercroft_grid::Point;

use crate::Draft;

/// Why a draft is not good enough: the check that it failed, the reason, and the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Veto {
    /// The name of the check (or of the step that gave up).
    pub check: Cow<'static, str>,
    /// What is wrong.
    pub reason: String,
    /// Where, if it is in one place.
    pub at: Option<Point>,
}

impl Veto {
    /// A veto that concerns the level as a whole.
    #[must_use]
    pub fn new(check: impl Into<Cow<'static, str>>, reason: impl Into<String>) -> Self {
        Self { check: check.into(), reason: reason.into(), at: None }
    }

    /// The same veto with a place.
    #[must_use]
    pub const fn at(mut self, at: Point) -> Self {
        self.at = Some(at);
        self
    }
}

impl fmt::Display for Veto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.check, self.reason)?;
        match self.at {
            Some(at) => write!(f, ", at {at}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Veto {}

/// One promise about a level.
///
/// ```
/// use undercroft_mapgen::{Check, Draft, Veto};
///
/// #[derive(Debug)]
/// struct Roomy;
///
/// impl Check for Roomy {
///     fn name(&self) -> &str {
///         "roomy"
///     }
///     fn judge(&self, draft: &Draft) -> Result<(), Veto> {
///         match draft.rooms.len() {
///             0..3 => Err(Veto::new("roomy", format!("{} rooms are too few", draft.rooms.len()))),
///             _ => Ok(()),
///         }
///     }
/// }
/// assert!(Roomy.judge(&Draft::parse("#")).is_err());
/// ```
pub trait Check: fmt::Debug + Send + Sync {
    /// What the promise is called.
    fn name(&self) -> &str;

    /// Whether it looks at the ground alone: at tiles, rooms and doors, and at nothing that is put on them. Levels of plans
    /// can keep only such promises of their recipes, as their stairs are shared with the levels above and below.
    fn depends_only_on_ground(&self) -> bool {
        false
    }

    /// Whether the draft keeps it.
    ///
    /// # Errors
    /// The veto, where it does not.
    fn judge(&self, draft: &Draft) -> Result<(), Veto>;
}
