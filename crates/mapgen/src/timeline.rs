//! Records the making of a level as a sequence of moments, in bounded memory.
//!
//! ```
//! use undercroft_mapgen::{Recipe, Seed, Timeline, Wanted};
//! let caves = Recipe::named("caves")?;
//! let timeline = Timeline::record(&caves, &Seed::from(7), 1, Wanted::Last, true)?;
//! for moment in &timeline.moments {
//!     println!("step {}: {:?} cells changed", moment.step, moment.change.cells);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::Deref;
use std::sync::Arc;

use crate::{BuildError, Draft, Level, Recipe, Seed, Snapshot, Veto};

/// The most bytes of drafts to keep. Others are remade on demand.
const BUDGET: usize = 96 << 20;
/// Above this many cells, only the wanted draft is copied, changes are not counted, and the inside of steps is not
/// shown.
const LARGE: usize = 16 << 20;
/// The most moments to keep inside a step. Large drafts have fewer, but at least `LEAST_PARTS`.
const MOST_PARTS: usize = 400;
const LEAST_PARTS: usize = 8;

/// Something to show: a draft in progress, or the finished level.
#[derive(Clone, Debug)]
pub enum Frame {
    /// A draft in progress.
    Draft(Arc<Draft>),
    /// The finished level.
    Level(Arc<Level>),
}

impl Deref for Frame {
    type Target = Draft;

    fn deref(&self) -> &Draft {
        match self {
            Self::Draft(draft) => draft,
            Self::Level(level) => level.as_draft(),
        }
    }
}

/// What a step changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The number of cells whose tile changed; `None` if they were not counted.
    pub cells: Option<usize>,
    /// The number of rooms added.
    pub rooms: isize,
    /// The number of doors added.
    pub doors: isize,
    /// The number of creatures, items, stairs and starts added.
    pub things: isize,
}

impl Change {
    /// The whole change: "120 cells, +3 rooms".
    #[must_use]
    pub fn text(self) -> String {
        let cells = self.cells.filter(|cells| *cells > 0).map(cells);
        let parts: Vec<String> = cells.into_iter().chain(self.counts()).collect();
        match (parts.is_empty(), self.cells) {
            (true, None) => "not counted".into(),
            (true, Some(_)) => "nothing changed".into(),
            (false, _) => parts.join(", "),
        }
    }

    /// The most important part of the change: "+9 rooms".
    #[must_use]
    pub fn short(self) -> String {
        let nothing = match self.cells {
            None => "…".into(),
            Some(0) => "nothing".into(),
            Some(count) => cells(count),
        };
        self.counts().next().unwrap_or(nothing)
    }

    /// The changes in the numbers of rooms, doors and things: "+9 rooms".
    fn counts(self) -> impl Iterator<Item = String> {
        let counts = [(self.rooms, "room"), (self.doors, "door"), (self.things, "thing")];
        let changed = counts.into_iter().filter(|(count, _)| *count != 0);
        changed.map(|(count, name)| format!("{count:+} {name}{}", if count.abs() == 1 { "" } else { "s" }))
    }
}

fn cells(count: usize) -> String {
    if count == 1 { "1 cell".into() } else { format!("{count} cells") }
}

/// A moment in the making of a level.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Moment {
    /// The number of steps finished or started.
    pub step: usize,
    /// The number of the moment within the step; `None` at the step's end.
    pub part: Option<u32>,
    /// The draft, unless it was dropped to save memory.
    pub frame: Option<Frame>,
    /// What the step has changed so far.
    pub change: Change,
}

/// The outcome.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A finished level.
    Passed,
    /// Every draft was rejected, the last one for this reason.
    Rejected(Veto),
}

/// Which moment to show. Its draft is kept, however large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The last one.
    Last,
    /// The end of this step.
    Step(usize),
    /// The moment with this index.
    Moment(usize),
}

impl Wanted {
    /// The index of the wanted moment.
    #[must_use]
    pub fn index_in(self, moments: &[Moment]) -> usize {
        let last = moments.len().saturating_sub(1);
        match self {
            Self::Last => last,
            Self::Step(step) => moments.iter().rposition(|moment| moment.step <= step).unwrap_or(0),
            Self::Moment(index) => index.min(last),
        }
    }
}

/// The history of a level, or of the last draft if all were rejected.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Timeline {
    /// The moments in order, starting with bare rock.
    pub moments: Vec<Moment>,
    /// The labels of all steps of the recipe.
    pub steps: Vec<String>,
    /// The number of drafts it took.
    pub attempt: u32,
    /// The outcome.
    pub outcome: Outcome,
}

impl Timeline {
    /// Makes a level and records it, including the inside of steps if `closely` is set. If every draft is rejected,
    /// that is recorded too, and the outcome says why.
    ///
    /// # Errors
    /// If the recipe is invalid.
    pub fn record(recipe: &Recipe, seed: &Seed, depth: u32, wanted: Wanted, closely: bool) -> Result<Self, BuildError> {
        let mut recorder =
            Recorder { wanted, moments: Vec::new(), before: None, bytes: 0, attempt: 0, stride: 1, parts: 0 };
        let mut observe = |snapshot: &Snapshot<'_>| recorder.record(snapshot);
        let made = match closely && recipe.size().area() <= LARGE {
            true => recipe.watch_closely(seed, depth, &mut observe),
            false => recipe.watch(seed, depth, &mut observe),
        };
        let steps = recipe.steps().map(|(label, _)| label.to_owned()).collect();
        let outcome = match made {
            Ok(level) => {
                // The checks may have chosen a start.
                if let Some(last) = recorder.moments.last_mut() {
                    last.frame = Some(Frame::Level(Arc::new(level)));
                }
                Outcome::Passed
            }
            Err(BuildError::OutOfAttempts { veto, .. }) => Outcome::Rejected(veto),
            Err(error) => return Err(error),
        };
        Ok(Self { moments: recorder.moments, steps, attempt: recorder.attempt, outcome })
    }

    /// A timeline that contains only the finished level.
    #[must_use]
    pub fn finished(frame: Frame, attempt: u32) -> Self {
        let moment = Moment { step: 0, part: None, frame: Some(frame), change: Change::default() };
        Self { moments: vec![moment], steps: Vec::new(), attempt, outcome: Outcome::Passed }
    }

    /// The index of the last moment.
    #[must_use]
    pub const fn last(&self) -> usize {
        self.moments.len().saturating_sub(1)
    }

    /// The last moment of a step or, if it was not run, of the last step before it that was.
    #[must_use]
    pub fn end_of(&self, step: usize) -> usize {
        Wanted::Step(step).index_in(&self.moments)
    }

    /// What a whole step changed; `None` if it was not run.
    #[must_use]
    pub fn change_of(&self, step: usize) -> Option<Change> {
        self.moments.iter().rfind(|moment| moment.step == step).map(|moment| moment.change)
    }
}

/// Records the moments of a level in the making.
struct Recorder {
    wanted: Wanted,
    moments: Vec<Moment>,
    /// The draft before the current step.
    before: Option<Arc<Draft>>,
    bytes: usize,
    attempt: u32,
    /// Every `stride`-th part of the current step is kept.
    stride: u32,
    /// The number of kept parts of the current step.
    parts: usize,
}

impl Recorder {
    fn record(&mut self, snapshot: &Snapshot<'_>) {
        if snapshot.step == 0 {
            // A new attempt: the previous draft was rejected.
            (self.moments, self.before, self.bytes) = (Vec::new(), None, 0);
        }
        self.attempt = snapshot.attempt;
        let draft = snapshot.draft;
        if snapshot.label.is_none() && snapshot.step > 0 {
            // The checks have rejected the last draft. They may have chosen a start before that.
            if let Some(last) = self.moments.last_mut() {
                last.frame = Some(Frame::Draft(Arc::new(draft.clone())));
            }
            return;
        }
        if snapshot.part.is_some_and(|part| part % self.stride != 0) {
            return;
        }
        let is_large = draft.size().area() > LARGE;
        let is_wanted = snapshot.veto.is_some()
            || self.wanted == Wanted::Moment(self.moments.len())
            || self.wanted == Wanted::Step(snapshot.step);
        let kept = (!is_large || is_wanted).then(|| Arc::new(draft.clone()));
        let change = self.before.as_deref().map(|before| compare(before, draft)).unwrap_or_default();
        let frame = kept.clone().map(Frame::Draft);
        self.moments.push(Moment { step: snapshot.step, part: snapshot.part, frame, change });
        self.bytes += self.moments.last().map_or(0, bytes);
        if snapshot.part.is_some() {
            self.parts += 1;
            if self.parts > (BUDGET / 4 / draft.size().area().max(1)).clamp(LEAST_PARTS, MOST_PARTS) {
                self.thin_out();
            }
        } else {
            (self.stride, self.parts) = (1, 0);
            self.before = kept.filter(|_| !is_large);
        }
        self.forget();
    }

    /// Drops every second part of the current step.
    fn thin_out(&mut self) {
        self.stride *= 2;
        let first = self.moments.len() - self.parts;
        let parts = self.moments.split_off(first);
        self.bytes -= parts.iter().map(bytes).sum::<usize>();
        self.moments.extend(parts.into_iter().filter(|moment| moment.part.is_some_and(|part| part % self.stride == 0)));
        self.bytes += self.moments[first..].iter().map(bytes).sum::<usize>();
        self.parts = self.moments.len() - first;
    }

    /// Drops the drafts farthest from the wanted moment until the rest fit into the budget.
    fn forget(&mut self) {
        let wanted = self.wanted.index_in(&self.moments);
        while self.bytes > BUDGET {
            let kept = self.moments.iter().enumerate().filter(|(_, moment)| moment.frame.is_some());
            let Some((index, _)) = kept.max_by_key(|(index, _)| index.abs_diff(wanted)) else { return };
            if index == wanted {
                return;
            }
            self.bytes -= bytes(&self.moments[index]);
            self.moments[index].frame = None;
        }
    }
}

/// Roughly how much memory a moment takes.
fn bytes(moment: &Moment) -> usize {
    let Some(draft) = moment.frame.as_deref() else { return 0 };
    let lists = draft.rooms.len() + draft.doors.len() + draft.doorways.len() + draft.stairs.len();
    draft.size().area() + 16 * lists + 64 * draft.spawns.len() + 1024
}

fn compare(before: &Draft, after: &Draft) -> Change {
    let more = |now: usize, then: usize| now as isize - then as isize;
    let things = |draft: &Draft| draft.spawns.len() + draft.stairs.len() + usize::from(draft.start.is_some());
    let cells = match before.size() == after.size() {
        true => before.tiles().as_slice().iter().zip(after.tiles().as_slice()).filter(|(was, is)| was != is).count(),
        // A border of cells was added around it.
        false => after.size().area().abs_diff(before.size().area()),
    };
    Change {
        cells: Some(cells),
        rooms: more(after.rooms.len(), before.rooms.len()),
        doors: more(after.doors.len(), before.doors.len()),
        things: more(things(after), things(before)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Metric, Requirement};

    #[test]
    fn changes_are_described_with_signs_and_plurals() {
        let change = Change { cells: Some(120), rooms: 3, doors: -1, things: 0 };
        assert_eq!(change.text(), "120 cells, +3 rooms, -1 door");
        assert_eq!(change.short(), "+3 rooms");
        assert_eq!(Change { cells: Some(0), ..Change::default() }.text(), "nothing changed");
        assert_eq!(Change { cells: Some(1), ..Change::default() }.short(), "1 cell");
    }

    fn record(recipe: &Recipe, wanted: Wanted) -> Timeline {
        Timeline::record(recipe, &Seed::from(7), 1, wanted, false).unwrap()
    }

    #[test]
    fn a_close_recording_has_more_moments_and_the_same_level() {
        for name in Recipe::names() {
            let recipe = Recipe::named(name).unwrap();
            let close = Timeline::record(&recipe, &Seed::from(7), 1, Wanted::Last, true).unwrap();
            let whole = record(&recipe, Wanted::Last);
            let ends = close.moments.iter().filter(|moment| moment.part.is_none()).count();
            assert_eq!(ends, whole.moments.len(), "{name}");
            for step in 0..=close.steps.len() {
                assert_eq!(close.change_of(step), whole.change_of(step), "{name}, step {step}");
                let parts = close.moments.iter().filter(|moment| moment.step == step && moment.part.is_some()).count();
                assert!(parts <= MOST_PARTS, "{name}, step {step}: {parts}");
            }
            let last = |timeline: &Timeline| timeline.moments[timeline.last()].frame.as_deref().unwrap().fingerprint();
            assert_eq!(last(&close), last(&whole), "{name}");
        }
        let caves = Recipe::named("caves").unwrap().sized(800, 600);
        let close = Timeline::record(&caves, &Seed::from(7), 1, Wanted::Step(2), true).unwrap();
        assert!(close.moments.iter().map(bytes).sum::<usize>() <= 2 * BUDGET);
        assert!(close.moments[close.end_of(2)].frame.is_some());
    }

    #[test]
    fn every_step_is_recorded_and_the_last_moment_is_the_level() {
        for name in Recipe::names() {
            let recipe = Recipe::named(name).unwrap();
            let timeline = record(&recipe, Wanted::Last);
            assert_eq!(timeline.moments.len(), recipe.steps().count() + 1, "{name}");
            assert_eq!(timeline.moments.len(), timeline.steps.len() + 1, "{name}");
            assert!(timeline.moments.iter().all(|moment| moment.frame.is_some()), "{name}");
            let last = timeline.moments[timeline.last()].frame.as_deref().unwrap();
            assert_eq!(last.fingerprint(), recipe.build(7).unwrap().fingerprint(), "{name}");
        }
    }

    #[test]
    fn a_large_level_keeps_drafts_near_the_wanted_moment_within_the_budget() {
        let recipe = Recipe::new(6_000, 4_000).fill("floor").border().fill("wall").fill("floor").border().start();
        for wanted in [Wanted::Last, Wanted::Moment(0), Wanted::Moment(2)] {
            let timeline = record(&recipe, wanted);
            let kept: Vec<usize> =
                (0..timeline.moments.len()).filter(|index| timeline.moments[*index].frame.is_some()).collect();
            // The finished level is kept anyway.
            let last = timeline.last();
            let index = if let Wanted::Moment(index) = wanted { index } else { last };
            assert!(kept.contains(&index), "{wanted:?}: {kept:?}");
            assert!(kept.len() <= 2, "{wanted:?}: {kept:?}");
        }
        let smaller = recipe.sized(4_000, 4_000);
        let timeline = record(&smaller, Wanted::Moment(0));
        let kept: Vec<usize> =
            (0..timeline.moments.len()).filter(|index| timeline.moments[*index].frame.is_some()).collect();
        let bytes: usize = timeline.moments[..timeline.last()].iter().map(bytes).sum();
        assert!(bytes <= BUDGET && kept.contains(&0), "{bytes}, {kept:?}");
    }

    #[test]
    fn a_failing_recipe_keeps_its_last_draft_and_the_reason() {
        let many_rooms = Requirement::parse(Metric::Rooms, "3..").unwrap();
        let recipe = Recipe::new(9, 9).fill("floor").border().require(many_rooms).attempts(3);
        let timeline = record(&recipe, Wanted::Last);
        assert_eq!(timeline.attempt, 3);
        let Outcome::Rejected(veto) = &timeline.outcome else { panic!("it passed") };
        assert_eq!(veto.check, "require");
        assert_eq!(timeline.moments.len(), 3);
        assert_eq!(timeline.change_of(1).unwrap().cells, Some(81));
        assert!(timeline.moments[2].frame.is_some());
    }
}
