//! Watches the files that the level is made from: remakes the level when one changes, or reports what is wrong with it.

use std::time::{Duration, Instant};

use super::{Target, Viewer};

/// The time between two checks of the files.
pub(super) const WATCH_PERIOD: Duration = Duration::from_millis(400);

impl Viewer {
    /// Checks whether files have changed, if it is time to.
    pub(super) fn look_for_changes(&mut self) {
        if self.looked.elapsed() < WATCH_PERIOD || !self.files.watches() {
            return;
        }
        self.looked = Instant::now();
        match self.files.reload() {
            None => {}
            Some(Err(problem)) => self.playback.failure = Some(problem),
            Some(Ok(mut target)) => {
                target.keep_changes_of(&self.request.target);
                self.request.target = target;
                self.parameters.reload(&self.request.target);
                self.playback.failure = None;
                self.notice = Some("The files have changed, and the level has been remade.".into());
                self.rebuild();
            }
        }
    }
}

impl Target {
    /// Reapplies the user's parameter changes to a new version of the recipe, as far as that is still possible.
    fn keep_changes_of(&mut self, before: &Self) {
        for parameter in before.parameters().into_iter().filter(super::target::Parameter::is_changed) {
            if let Ok(recipe) = self.with(&parameter.path, &parameter.typed()) {
                self.replace(recipe);
            }
        }
    }
}
