//! Whoever looks on while a step is made.

use crate::Draft;

/// How many moments are shown of what grows cell by cell.
const MOMENTS: usize = 60;

/// Whoever looks on while a step is made, or nobody. What a step shows to nobody costs it a glance.
///
/// ```
/// use undercroft_mapgen::steps::CarveRooms;
/// use undercroft_mapgen::{Draft, Seed, Size, Step, Tileset, Viewer};
///
/// let mut rooms = Vec::new();
/// let mut count = |draft: &Draft| rooms.push(draft.rooms.len());
/// let mut draft = Draft::new(Size::new(80, 50), Tileset::standard());
/// CarveRooms::default().apply_shown(&mut draft, Seed::from(1).fork("rooms"), &mut Viewer::new(&mut count))?;
/// assert_eq!(rooms, (1..=draft.rooms.len()).collect::<Vec<_>>());
/// # Ok::<(), undercroft_mapgen::Veto>(())
/// ```
pub struct Viewer<'a> {
    see: Option<&'a mut dyn FnMut(&Draft)>,
    moment: usize,
}

impl<'a> Viewer<'a> {
    /// Somebody who sees drafts.
    #[must_use]
    pub fn new(see: &'a mut dyn FnMut(&Draft)) -> Self {
        Self { see: Some(see), moment: 0 }
    }

    /// Nobody: nothing is shown.
    #[must_use]
    pub const fn nobody() -> Self {
        Self { see: None, moment: 0 }
    }

    /// Whether anybody looks. A step that would have to draw what it shows need not, where nobody does.
    #[must_use]
    pub const fn looks(&self) -> bool {
        self.see.is_some()
    }

    /// Shows what has become of a draft part way through a step.
    pub fn show(&mut self, draft: &Draft) {
        if let Some(see) = &mut self.see {
            see(draft);
        }
    }

    /// Shows now and then what grows cell by cell: where `done` of `all` cells are made, some 60 times over all.
    pub fn show_some(&mut self, done: usize, all: usize, draft: &Draft) {
        let moment = (done * MOMENTS).checked_div(all).unwrap_or(MOMENTS);
        if moment != self.moment {
            self.moment = moment;
            self.show(draft);
        }
    }
}

impl std::fmt::Debug for Viewer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Viewer").field("looks", &self.looks()).finish_non_exhaustive()
    }
}
