//! Checks are the promises that levels keep. A veto says how a draft breaks one.

use std::borrow::Cow;
use std::fmt;

use undercroft_grid::Point;

use crate::Draft;

/// The reason why a draft was rejected.
///
/// ```
/// use undercroft_mapgen::{Point, Veto};
/// let veto = Veto::new("border", "the border is open").at(Point::new(0, 3));
/// assert_eq!(veto.to_string(), "border: the border is open, at (0, 3)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Veto {
    /// The check that failed, or the step that gave up.
    pub check: Cow<'static, str>,
    /// What is wrong.
    pub reason: String,
    /// Where it is wrong, if there is a single place.
    pub at: Option<Point>,
}

impl Veto {
    /// A veto without a position.
    #[must_use]
    pub fn new(check: impl Into<Cow<'static, str>>, reason: impl Into<String>) -> Self {
        Self { check: check.into(), reason: reason.into(), at: None }
    }

    /// Adds the position.
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

/// A promise that a recipe adds to those that every level keeps.
///
/// ```
/// use undercroft_mapgen::{Check, Draft, Recipe, Veto};
///
/// #[derive(Debug)]
/// struct ManyRooms;
///
/// impl Check for ManyRooms {
///     fn name(&self) -> &str {
///         "many rooms"
///     }
///     fn judge(&self, draft: &Draft) -> Result<(), Veto> {
///         match draft.rooms.len() {
///             0..3 => Err(Veto::new("many rooms", format!("only {} rooms", draft.rooms.len()))),
///             _ => Ok(()),
///         }
///     }
/// }
/// let level = Recipe::named("rooms")?.check(ManyRooms).build(1)?;
/// assert!(level.rooms().len() >= 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Check: fmt::Debug + Send + Sync {
    /// The name of the check, which its vetoes quote.
    fn name(&self) -> &str;

    /// Whether the check looks only at the ground: tiles, rooms and doors, but not the start, stairs, creatures or
    /// items. The levels of a plan share their stairs with their neighbours, so a plan can guarantee only checks of the
    /// ground.
    fn depends_only_on_ground(&self) -> bool {
        false
    }

    /// Checks the draft.
    ///
    /// # Errors
    /// A veto, if the draft breaks the promise.
    fn judge(&self, draft: &Draft) -> Result<(), Veto>;
}
