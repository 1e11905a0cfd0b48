//! The making of a level, shot by shot, in bounded memory.

use std::ops::Deref;
use std::sync::Arc;

use undercroft_mapgen::{BuildError, Draft, Level, Recipe, Seed, Snapshot, Veto};

/// How many bytes of drafts are kept. What is not kept is made again when somebody wants to see it.
const BUDGET: usize = 96 << 20;
/// Of drafts with more cells only the wanted one is copied, what changed is not counted, and nobody looks into steps.
const LARGE: usize = 16 << 20;
/// The most moments that are seen inside a step, however many there are; of large drafts fewer, down to the least.
const MOST_PARTS: usize = 400;
const LEAST_PARTS: usize = 8;

/// What can be shown: a draft on its way, or the level that came of it.
#[derive(Clone, Debug)]
pub(super) enum Frame {
    Draft(Arc<Draft>),
    Level(Arc<Level>),
}

impl Deref for Frame {
    type Target = Draft;

    fn deref(&self) -> &Draft {
        match self {
            Self::Draft(draft) => draft,
            Self::Level(level) => level,
        }
    }
}

/// What a step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    /// How many cells have another tile; `None` where nobody counted.
    pub(super) cells: Option<usize>,
    pub(super) rooms: isize,
    pub(super) doors: isize,
    /// Creatures, items, stairs and the start.
    pub(super) things: isize,
}

/// A moment in the making of a level.
#[derive(Clone, Debug)]
pub(super) struct Shot {
    /// How many steps have been made, or begun.
    pub(super) step: usize,
    /// Which moment inside the step this is; `None` at its end.
    pub(super) part: Option<u32>,
    /// What is there to see, where it was kept.
    pub(super) frame: Option<Frame>,
    /// What the step has done so far.
    pub(super) change: Change,
}

/// How the making ended.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// A level came of it.
    Passed,
    /// All drafts were given up, the last for this reason.
    GivenUp(Veto),
}

/// What of a film is wanted: it is kept, however large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Last,
    /// The end of so many steps.
    Step(usize),
    Shot(usize),
}

/// The making of a level, or of the last draft where none came of it.
#[derive(Clone, Debug)]
pub(super) struct Film {
    pub(super) shots: Vec<Shot>,
    /// The labels of all steps of the recipe.
    pub(super) steps: Vec<String>,
    /// Which draft this is, counted from 1.
    pub(super) attempt: u32,
    pub(super) outcome: Outcome,
}

impl Film {
    /// Makes a level, and keeps what can be kept of the way to it; with what goes on inside steps, where somebody looks
    /// closely.
    pub(super) fn of(
        recipe: &Recipe,
        seed: &Seed,
        depth: u32,
        wanted: Wanted,
        closely: bool,
    ) -> Result<Self, BuildError> {
        let mut camera = Camera { wanted, shots: Vec::new(), before: None, bytes: 0, attempt: 0, stride: 1, parts: 0 };
        let mut see = |stage: &Snapshot<'_>| camera.see(stage);
        let made = match closely && recipe.size().area() <= LARGE {
            true => recipe.watch_closely(seed, depth, &mut see),
            false => recipe.watch(seed, depth, &mut see),
        };
        let steps = recipe.steps().map(|(label, _)| label.to_owned()).collect();
        let outcome = match made {
            Ok(level) => {
                // The checks may have chosen a start.
                if let Some(last) = camera.shots.last_mut() {
                    last.frame = Some(Frame::Level(Arc::new(level)));
                }
                Outcome::Passed
            }
            Err(BuildError::OutOfAttempts { veto, .. }) => Outcome::GivenUp(veto),
            Err(error) => return Err(error),
        };
        Ok(Self { shots: camera.shots, steps, attempt: camera.attempt, outcome })
    }

    /// A level of which nothing but the end is known.
    pub(super) fn finished(frame: Frame, attempt: u32) -> Self {
        let shot = Shot { step: 0, part: None, frame: Some(frame), change: Change::default() };
        Self { shots: vec![shot], steps: Vec::new(), attempt, outcome: Outcome::Passed }
    }

    pub(super) const fn last(&self) -> usize {
        self.shots.len().saturating_sub(1)
    }

    /// The last shot of a step, or of the last step before it that was made.
    pub(super) fn end_of(&self, step: usize) -> usize {
        self.shots.iter().rposition(|shot| shot.step <= step).unwrap_or(0)
    }

    /// What a whole step has done; `None` where it was not made.
    pub(super) fn change_of(&self, step: usize) -> Option<Change> {
        self.shots.iter().rfind(|shot| shot.step == step).map(|shot| shot.change)
    }
}

/// Takes the shots.
struct Camera {
    wanted: Wanted,
    shots: Vec<Shot>,
    /// What there was before the step that is under way.
    before: Option<Arc<Draft>>,
    bytes: usize,
    attempt: u32,
    /// Of the moments inside the step that is under way, every so many-th is taken.
    stride: u32,
    /// How many of them there are.
    parts: usize,
}

impl Camera {
    fn see(&mut self, stage: &Snapshot<'_>) {
        if stage.step == 0 {
            // A new draft: what came before was given up.
            (self.shots, self.before, self.bytes) = (Vec::new(), None, 0);
        }
        self.attempt = stage.attempt;
        let draft = stage.draft;
        if stage.label.is_none() && stage.step > 0 {
            // The checks have given up the draft that was seen last, and may have chosen a start before.
            if let Some(last) = self.shots.last_mut() {
                last.frame = Some(Frame::Draft(Arc::new(draft.clone())));
            }
            return;
        }
        if stage.part.is_some_and(|part| part % self.stride != 0) {
            return;
        }
        let is_large = draft.size().area() > LARGE;
        let is_wanted = stage.veto.is_some()
            || self.wanted == Wanted::Shot(self.shots.len())
            || self.wanted == Wanted::Step(stage.step);
        let kept = (!is_large || is_wanted).then(|| Arc::new(draft.clone()));
        let change = self.before.as_deref().map(|before| compare(before, draft)).unwrap_or_default();
        let frame = kept.clone().map(Frame::Draft);
        self.shots.push(Shot { step: stage.step, part: stage.part, frame, change });
        self.bytes += self.shots.last().map_or(0, bytes);
        if stage.part.is_some() {
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

    /// Takes away every second moment of the step that is under way.
    fn thin_out(&mut self) {
        self.stride *= 2;
        let first = self.shots.len() - self.parts;
        let seen = self.shots.split_off(first);
        self.bytes -= seen.iter().map(bytes).sum::<usize>();
        self.shots.extend(seen.into_iter().filter(|shot| shot.part.is_some_and(|part| part % self.stride == 0)));
        self.bytes += self.shots[first..].iter().map(bytes).sum::<usize>();
        self.parts = self.shots.len() - first;
    }

    /// Forgets what is farthest from the wanted shot, until the rest fits.
    fn forget(&mut self) {
        let last = self.shots.len().saturating_sub(1);
        let wanted = match self.wanted {
            Wanted::Last => last,
            Wanted::Step(step) => self.shots.iter().rposition(|shot| shot.step <= step).unwrap_or(0),
            Wanted::Shot(index) => index,
        };
        while self.bytes > BUDGET {
            let kept = self.shots.iter().enumerate().filter(|(_, shot)| shot.frame.is_some());
            let Some((index, _)) = kept.max_by_key(|(index, _)| index.abs_diff(wanted)) else { return };
            if index == wanted {
                return;
            }
            self.bytes -= bytes(&self.shots[index]);
            self.shots[index].frame = None;
        }
    }
}

/// About how much memory a shot takes.
fn bytes(shot: &Shot) -> usize {
    let Some(draft) = shot.frame.as_deref() else { return 0 };
    let lists = draft.rooms.len() + draft.doors.len() + draft.doorways.len() + draft.stairs.len();
    draft.size().area() + 16 * lists + 64 * draft.spawns.len() + 1024
}

fn compare(before: &Draft, after: &Draft) -> Change {
    let more = |now: usize, then: usize| now as isize - then as isize;
    let things = |draft: &Draft| draft.spawns.len() + draft.stairs.len() + usize::from(draft.start.is_some());
    let cells = match before.size() == after.size() {
        true => before.tiles().as_slice().iter().zip(after.tiles().as_slice()).filter(|(was, is)| was != is).count(),
        // A ring of cells was put around it.
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

    fn film(recipe: &Recipe, wanted: Wanted) -> Film {
        Film::of(recipe, &Seed::from(7), 1, wanted, false).unwrap()
    }

    #[test]
    fn looking_closely_shows_more_and_the_same_level_with_bounded_shots() {
        for name in Recipe::names() {
            let recipe = Recipe::named(name).unwrap();
            let close = Film::of(&recipe, &Seed::from(7), 1, Wanted::Last, true).unwrap();
            let whole = film(&recipe, Wanted::Last);
            let ends = close.shots.iter().filter(|shot| shot.part.is_none()).count();
            assert_eq!(ends, whole.shots.len(), "{name}");
            for step in 0..=close.steps.len() {
                assert_eq!(close.change_of(step), whole.change_of(step), "{name}, step {step}");
                let parts = close.shots.iter().filter(|shot| shot.step == step && shot.part.is_some()).count();
                assert!(parts <= MOST_PARTS, "{name}, step {step}: {parts}");
            }
            let last = |film: &Film| film.shots[film.last()].frame.as_deref().unwrap().fingerprint();
            assert_eq!(last(&close), last(&whole), "{name}");
        }
        let caves = Recipe::named("caves").unwrap().sized(800, 600);
        let close = Film::of(&caves, &Seed::from(7), 1, Wanted::Step(2), true).unwrap();
        assert!(close.shots.iter().map(bytes).sum::<usize>() <= 2 * BUDGET);
        assert!(close.shots[close.end_of(2)].frame.is_some());
    }

    #[test]
    fn every_step_is_seen_and_the_last_shot_is_the_level() {
        for name in Recipe::names() {
            let recipe = Recipe::named(name).unwrap();
            let film = film(&recipe, Wanted::Last);
            assert_eq!(film.shots.len(), recipe.steps().count() + 1, "{name}");
            assert_eq!(film.shots.len(), film.steps.len() + 1, "{name}");
            assert!(film.shots.iter().all(|shot| shot.frame.is_some()), "{name}");
            let last = film.shots[film.last()].frame.as_deref().unwrap();
            assert_eq!(last.fingerprint(), recipe.build(7).unwrap().fingerprint(), "{name}");
        }
    }

    #[test]
    fn a_large_level_is_kept_within_the_budget_around_what_is_wanted() {
        let recipe = Recipe::new(6_000, 4_000).fill("floor").border().fill("wall").fill("floor").border().start();
        for wanted in [Wanted::Last, Wanted::Shot(0), Wanted::Shot(2)] {
            let film = film(&recipe, wanted);
            let kept: Vec<usize> = (0..film.shots.len()).filter(|index| film.shots[*index].frame.is_some()).collect();
            // The finished level comes for nothing.
            let last = film.last();
            let index = if let Wanted::Shot(index) = wanted { index } else { last };
            assert!(kept.contains(&index), "{wanted:?}: {kept:?}");
            assert!(kept.len() <= 2, "{wanted:?}: {kept:?}");
        }
        let smaller = recipe.sized(4_000, 4_000);
        let film = film(&smaller, Wanted::Shot(0));
        let kept: Vec<usize> = (0..film.shots.len()).filter(|index| film.shots[*index].frame.is_some()).collect();
        let bytes: usize = film.shots[..film.last()].iter().map(bytes).sum();
        assert!(bytes <= BUDGET && kept.contains(&0), "{bytes}, {kept:?}");
    }

    #[test]
    fn a_recipe_that_fails_shows_its_last_draft_and_why() {
        let recipe = Recipe::new(9, 9).fill("floor").attempts(3);
        let film = film(&recipe, Wanted::Last);
        assert_eq!(film.attempt, 3);
        let Outcome::GivenUp(veto) = &film.outcome else { panic!("it passed") };
        assert_eq!(veto.check, "border");
        assert_eq!(film.shots.len(), 2);
        assert_eq!(film.change_of(1).unwrap().cells, Some(81));
        assert!(film.shots[1].frame.is_some());
    }
}
