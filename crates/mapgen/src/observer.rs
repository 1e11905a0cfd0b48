//! Lets callers watch a step at work.

use crate::Draft;

/// The number of frames in which a gradual change is shown.
const FRAMES: usize = 60;

/// An optional callback that sees a draft while a step works on it. Without a callback, it costs next to nothing.
///
/// ```
/// use undercroft_mapgen::steps::Rooms;
/// use undercroft_mapgen::{Draft, Observer, Seed, Size, Step, Tileset};
///
/// let mut rooms = Vec::new();
/// let mut count = |draft: &Draft| rooms.push(draft.rooms.len());
/// let mut draft = Draft::new(Size::new(80, 50), Tileset::standard());
/// Rooms::default().apply_observed(&mut draft, Seed::from(1).fork("rooms"), &mut Observer::new(&mut count))?;
/// assert_eq!(rooms, (1..=draft.rooms.len()).collect::<Vec<_>>());
/// # Ok::<(), undercroft_mapgen::Veto>(())
/// ```
pub struct Observer<'a> {
    callback: Option<&'a mut dyn FnMut(&Draft)>,
    frame: usize,
}

impl<'a> Observer<'a> {
    /// An observer that passes each draft to a callback.
    #[must_use]
    pub fn new(callback: &'a mut dyn FnMut(&Draft)) -> Self {
        Self { callback: Some(callback), frame: 0 }
    }

    /// An observer that ignores everything.
    #[must_use]
    pub const fn none() -> Self {
        Self { callback: None, frame: 0 }
    }

    /// Whether anyone is watching. If not, a step can skip preparing what it would show.
    #[must_use]
    pub const fn is_watching(&self) -> bool {
        self.callback.is_some()
    }

    /// Shows the draft partway through a step.
    pub fn show(&mut self, draft: &Draft) {
        if let Some(callback) = &mut self.callback {
            callback(draft);
        }
    }

    /// Shows a change made cell by cell, with `done` of `total` cells changed, in about 60 frames overall.
    pub fn show_progress(&mut self, done: usize, total: usize, draft: &Draft) {
        let frame = (done * FRAMES).checked_div(total).unwrap_or(FRAMES);
        if frame != self.frame {
            self.frame = frame;
            self.show(draft);
        }
    }
}

impl std::fmt::Debug for Observer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Observer").field("is_watching", &self.is_watching()).finish_non_exhaustive()
    }
}
