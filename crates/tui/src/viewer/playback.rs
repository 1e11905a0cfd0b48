//! The moment of a level's generation that is shown, and playing from one moment to the next.

use std::time::Duration;

use undercroft_mapgen::{Draft, Frame, Moment, Outcome, Rect, Timeline, Veto, Wanted};

/// How long each step is shown during playback.
const STEP_TIME: Duration = Duration::from_millis(600);
/// How long each part of a step is shown.
const PART_TIME: Duration = Duration::from_millis(40);

/// The moment of a level's generation that is shown.
#[derive(Debug, Default)]
pub(super) struct Playback {
    pub(super) timeline: Option<Timeline>,
    /// Why there is no timeline.
    pub(super) failure: Option<String>,
    wanted: Option<Wanted>,
    index: usize,
    pub(super) frame: Option<Frame>,
    pub(super) is_playing: bool,
    /// Whether the parts of each step are shown.
    pub(super) is_close: bool,
}

impl Playback {
    pub(super) fn moment(&self) -> Option<&Moment> {
        self.timeline.as_ref()?.moments.get(self.index)
    }

    pub(super) fn frame(&self) -> Option<&Draft> {
        self.frame.as_deref()
    }

    /// The area of the level in the world.
    pub(super) fn bounds(&self) -> Option<Rect> {
        let frame = self.frame()?;
        let size = frame.size();
        Some(Rect::new(frame.origin.x, frame.origin.y, size.width, size.height))
    }

    /// The moment to show next.
    pub(super) fn wanted(&self) -> Wanted {
        self.wanted.unwrap_or(Wanted::Last)
    }

    /// The step that is shown.
    pub(super) fn step(&self) -> usize {
        self.moment().map_or(0, |moment| moment.step)
    }

    /// The number of lines in the list of steps: one more than there are steps, for the rock before the first.
    pub(super) fn step_lines(&self) -> usize {
        let steps = self.timeline.as_ref().map_or(0, |timeline| timeline.steps.len());
        if steps == 0 { 0 } else { steps + 1 }
    }

    /// Why the draft that is shown was rejected.
    pub(super) fn veto(&self) -> Option<&Veto> {
        match self.timeline.as_ref().filter(|timeline| self.index == timeline.last()).map(|timeline| &timeline.outcome)
        {
            Some(Outcome::Rejected(veto)) => Some(veto),
            Some(Outcome::Passed) | None => None,
        }
    }

    /// Takes a new timeline and returns the index of the wanted moment.
    pub(super) fn load(&mut self, timeline: Timeline) -> usize {
        let index = self.wanted().index_in(&timeline.moments);
        (self.timeline, self.failure) = (Some(timeline), None);
        index
    }

    /// Shows a moment; returns false if its draft must be remade.
    pub(super) fn show(&mut self, index: usize) -> bool {
        let Some(moment) = self.timeline.as_ref().and_then(|timeline| timeline.moments.get(index)) else { return true };
        self.index = index;
        if moment.frame.is_none() {
            self.wanted = Some(Wanted::Moment(index));
            return false;
        }
        self.frame.clone_from(&moment.frame);
        true
    }

    /// Chooses a moment; returns its index.
    pub(super) fn seek(&mut self, index: usize) -> Option<usize> {
        let timeline = self.timeline.as_ref()?;
        let index = index.min(timeline.last());
        let moment = &timeline.moments[index];
        self.wanted = Some(match moment.part {
            _ if index == timeline.last() => Wanted::Last,
            None => Wanted::Step(moment.step),
            Some(_) => Wanted::Moment(index),
        });
        Some(index)
    }

    /// Moves a number of moments forwards or backwards; returns the new index.
    pub(super) fn step_by(&mut self, by: isize) -> Option<usize> {
        self.seek(self.index.saturating_add_signed(by))
    }

    /// Goes to the end of a step; returns its index.
    pub(super) fn seek_step(&mut self, step: usize) -> Option<usize> {
        self.seek(self.timeline.as_ref()?.end_of(step))
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.timeline.as_ref().is_none_or(|timeline| self.index >= timeline.last())
    }

    /// Stays on the same step when the level is remade: its parts may differ.
    pub(super) fn keep_step(&mut self) {
        if let Some(Wanted::Moment(_)) = self.wanted {
            self.wanted = Some(Wanted::Step(self.step()));
        }
    }

    /// The time until the next moment while playing.
    pub(super) fn delay(&self) -> Option<Duration> {
        let is_part = self.moment().is_some_and(|moment| moment.part.is_some());
        self.is_playing.then_some(if is_part { PART_TIME } else { STEP_TIME })
    }
}
