//! Many games stepped together, on several threads, into arrays that belong to the caller.

use std::collections::BTreeMap;

use numpy::ndarray::{Array1, Array2, Array3};
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArray3, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2,
    PyReadwriteArray4,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rayon::prelude::*;
use undercroft_export::{ScreenCell, draw_screen};
use undercroft_game::GameError;
use undercroft_mapgen::{Rng, Seed};

use super::episode::{Episode, Task};
use super::reward::{self, Weights};
use super::{actions, observation};
use crate::content::Content;
use crate::errors::error;
use crate::pool::Pool;
use crate::seeds::seed;

/// The largest radius of an observation.
const MAX_RADIUS: u32 = 63;

/// The most threads of a batch.
const MAX_THREADS: usize = 1024;

/// Environments stepped together.
#[pyclass(module = "undercroft")]
pub(crate) struct Batch {
    task: Task,
    slots: Vec<Slot>,
    /// `None` for a single thread: the caller's.
    pool: Option<Pool>,
}

/// One environment: its source of levels, and its current episode.
struct Slot {
    rng: Rng,
    episode: Option<Episode>,
}

/// Where the observation of one environment goes.
pub(crate) struct Row<'a> {
    pub(crate) planes: &'a mut [u8],
    pub(crate) stats: &'a mut [i32],
    pub(crate) mask: &'a mut [u8],
}

/// The arrays of observations, one row for each environment.
struct Observations<'py> {
    planes: PyReadwriteArray4<'py, u8>,
    stats: PyReadwriteArray2<'py, i32>,
    mask: PyReadwriteArray2<'py, u8>,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (
        content, plan, *, num_envs=1, num_threads=1, radius=10, weights=BTreeMap::new(), ends_below=false,
        max_steps=10_000, start_level=0, num_levels=0, record=false,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        content: &Content,
        plan: &str,
        num_envs: usize,
        num_threads: usize,
        radius: u32,
        weights: BTreeMap<String, f32>,
        ends_below: bool,
        max_steps: u64,
        start_level: u64,
        num_levels: u32,
        record: bool,
    ) -> PyResult<Self> {
        if num_envs == 0 || num_envs > 1 << 16 {
            return Err(PyValueError::new_err("num_envs: expected 1 to 65536"));
        }
        if num_threads > MAX_THREADS {
            return Err(PyValueError::new_err(format!("num_threads: expected 0 to {MAX_THREADS}")));
        }
        if radius == 0 || radius > MAX_RADIUS {
            return Err(PyValueError::new_err(format!("radius: expected 1 to {MAX_RADIUS}")));
        }
        if max_steps == 0 || num_levels > i32::MAX as u32 {
            return Err(PyValueError::new_err("max_steps must be at least 1, and num_levels below 2147483648"));
        }
        let task = Task {
            content: content.game().clone(),
            plan: content.game_plan(plan)?.into(),
            plan_name: plan.to_owned(),
            radius,
            weights: weights_of(&weights)?,
            ends_below,
            max_steps,
            start_level,
            num_levels,
            records: record,
        };
        let pool = if num_threads == 1 { None } else { Some(Pool::new(num_threads)?) };
        let slots = (0..num_envs).map(|index| Slot { rng: source(&Seed::random(), index), episode: None }).collect();
        Ok(Self { task, slots, pool })
    }

    /// Seeds the sources of levels: each environment has its own, so results do not depend on the number of threads.
    fn seed(&mut self, batch_seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let batch_seed = seed(batch_seed)?;
        for (index, slot) in self.slots.iter_mut().enumerate() {
            slot.rng = source(&batch_seed, index);
        }
        Ok(())
    }

    /// Starts a new episode everywhere.
    fn reset(
        &mut self,
        python: Python<'_>,
        planes: PyReadwriteArray4<'_, u8>,
        stats: PyReadwriteArray2<'_, i32>,
        mask: PyReadwriteArray2<'_, u8>,
    ) -> PyResult<()> {
        self.revive()?;
        let task = &self.task;
        let mut all = Observations { planes, stats, mask };
        let rows = all.rows("", task, self.slots.len())?;
        let work = self.slots.iter_mut().zip(rows);
        run(python, self.pool.as_ref(), work, |(slot, mut row)| slot.begin(task, &mut row))
    }

    /// Starts an episode of one environment, on this level and with this luck if they are given.
    #[allow(clippy::too_many_arguments)]
    fn reset_one(
        &mut self,
        index: usize,
        level: Option<&Bound<'_, PyAny>>,
        luck: Option<u32>,
        planes: PyReadwriteArray4<'_, u8>,
        stats: PyReadwriteArray2<'_, i32>,
        mask: PyReadwriteArray2<'_, u8>,
    ) -> PyResult<()> {
        let mut all = Observations { planes, stats, mask };
        let mut rows = all.rows("", &self.task, self.slots.len())?;
        let (Some(slot), Some(mut row)) = (self.slots.get_mut(index), rows.nth(index)) else {
            return Err(no_such(index));
        };
        if level.is_none() && luck.is_none() {
            return slot.begin(&self.task, &mut row).map_err(error);
        }
        let (drawn_level, drawn_luck) = self.task.draw(&mut slot.rng);
        let level = level.map_or(Ok(drawn_level), seed)?;
        let luck = luck.unwrap_or(drawn_luck).min(i32::MAX as u32);
        slot.begin_with(&self.task, level, luck, &mut row).map_err(error)
    }

    /// Steps every environment. One whose episode ended starts the next at once if `autoreset` is set; its last
    /// observation goes to the final arrays.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &mut self,
        python: Python<'_>,
        numbers: PyReadonlyArray1<'_, i64>,
        planes: PyReadwriteArray4<'_, u8>,
        stats: PyReadwriteArray2<'_, i32>,
        mask: PyReadwriteArray2<'_, u8>,
        mut rewards: PyReadwriteArray1<'_, f32>,
        mut ends: PyReadwriteArray2<'_, bool>,
        final_planes: PyReadwriteArray4<'_, u8>,
        final_stats: PyReadwriteArray2<'_, i32>,
        final_mask: PyReadwriteArray2<'_, u8>,
        autoreset: bool,
    ) -> PyResult<()> {
        let count = self.slots.len();
        let numbers = numbers.as_slice().map_err(|_| PyValueError::new_err("actions: must be contiguous"))?;
        if numbers.len() != count {
            let found = numbers.len();
            return Err(PyValueError::new_err(format!(
                "actions: expected {count}, one for each environment, not {found}"
            )));
        }
        if let Some(bad) = numbers.iter().find(|number| !(0..actions::COUNT as i64).contains(*number)) {
            let most = actions::COUNT - 1;
            return Err(PyValueError::new_err(format!("actions: {bad} is not an action; expected 0 to {most}")));
        }
        if self.slots.iter().any(|slot| slot.episode.as_ref().is_none_or(|episode| episode.over)) {
            return Err(error("no episode is running; call reset first"));
        }
        self.revive()?;
        let task = &self.task;
        let mut all = Observations { planes, stats, mask };
        let mut last = Observations { planes: final_planes, stats: final_stats, mask: final_mask };
        let (rows, last) = (all.rows("", task, count)?, last.rows("final_", task, count)?);
        let rewards = checked("rewards", rewards.as_slice_mut(), count)?;
        let ends = checked("ends", ends.as_slice_mut(), 3 * count)?;
        let work =
            self.slots.iter_mut().zip(numbers).zip(rows.zip(last)).zip(rewards.iter_mut().zip(ends.chunks_mut(3)));
        run(python, self.pool.as_ref(), work, |(((slot, number), (mut row, mut last)), (reward, ends))| {
            let Some(episode) = &mut slot.episode else { return Ok(()) };
            let step = episode.step(task, *number as usize);
            *reward = step.reward;
            ends.copy_from_slice(&[step.terminated, step.truncated, step.refused]);
            if autoreset && episode.over {
                episode.observe(task, &mut last);
                slot.begin(task, &mut row)
            } else {
                episode.observe(task, &mut row);
                Ok(())
            }
        })
    }

    /// The total reward, the steps, the level and the luck of an environment's episode, and more.
    fn info<'py>(&self, python: Python<'py>, index: usize) -> PyResult<Bound<'py, PyDict>> {
        let episode = self.episode(index)?;
        let (summary, info) = (episode.game.summary(), PyDict::new(python));
        info.set_item("level", episode.level.to_string())?;
        info.set_item("luck", episode.luck)?;
        info.set_item("steps", episode.steps)?;
        info.set_item("return", episode.total)?;
        info.set_item("score", summary.score)?;
        info.set_item("deepest", summary.deepest)?;
        info.set_item("won", episode.game.outcome().is_some_and(undercroft_game::Outcome::is_won))?;
        Ok(info)
    }

    /// A hash of the whole state of an environment.
    fn hash(&self, index: usize) -> PyResult<u64> {
        Ok(self.episode(index)?.game.hash())
    }

    /// What an environment's hero sees, in words.
    fn text(&self, index: usize) -> PyResult<String> {
        let view = self.episode(index)?.game.view();
        let lines = std::iter::once(view.state_in_words()).chain(view.in_sight().into_iter().map(|line| line.text));
        Ok(lines.collect::<Vec<String>>().join("\n"))
    }

    /// The glyphs around an environment's hero as code points, and their colours.
    #[allow(clippy::type_complexity)]
    fn glyphs<'py>(
        &self,
        python: Python<'py>,
        index: usize,
    ) -> PyResult<(Bound<'py, PyArray2<u32>>, Bound<'py, PyArray3<u8>>)> {
        let cells = observation::glyphs(&self.episode(index)?.game.view(), self.task.radius);
        let side = 2 * self.task.radius as usize + 1;
        let glyphs = cells.iter().map(|(glyph, ..)| *glyph as u32).collect();
        let colours = cells.iter().flat_map(|(_, fg, _)| [fg.red, fg.green, fg.blue]).collect();
        let glyphs = Array2::from_shape_vec([side, side], glyphs).map_err(error)?;
        let colours = Array3::from_shape_vec([side, side, 3], colours).map_err(error)?;
        Ok((glyphs.into_pyarray(python), colours.into_pyarray(python)))
    }

    /// A picture of what an environment's hero sees, of shape (height, width, 3).
    fn pixels<'py>(&self, python: Python<'py>, index: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let cells = observation::glyphs(&self.episode(index)?.game.view(), self.task.radius);
        let cells: Vec<ScreenCell> = cells.into_iter().map(|(glyph, fg, bg)| ScreenCell { glyph, fg, bg }).collect();
        let picture = draw_screen(2 * self.task.radius + 1, &cells).map_err(error)?;
        let bytes = picture.pixels().iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect();
        let shape = [picture.height() as usize, picture.width() as usize, 3];
        Ok(Array3::from_shape_vec(shape, bytes).map_err(error)?.into_pyarray(python))
    }

    /// An environment's episode as a replay.
    fn replay<'py>(&self, python: Python<'py>, index: usize) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.episode(index)?.replay(&self.task).map_err(error)?;
        Ok(PyBytes::new(python, &bytes))
    }

    /// Which actions would not be refused, found by trying each on a copy of the game. Slow; for tests.
    fn tried<'py>(&self, python: Python<'py>, index: usize) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let game = &self.episode(index)?.game;
        let accepted = (0..actions::COUNT).map(|number| {
            let action = actions::action(number, &game.view());
            action.is_some_and(|action| {
                let events = game.clone().act(action);
                !matches!(events.first(), Some(undercroft_game::Event::Refused(_)))
            })
        });
        Ok(Array1::from_iter(accepted).into_pyarray(python))
    }
}

impl Batch {
    fn episode(&self, index: usize) -> PyResult<&Episode> {
        let slot = self.slots.get(index).ok_or_else(|| no_such(index))?;
        slot.episode.as_ref().ok_or_else(|| error("no episode is running; call reset first"))
    }

    /// Makes new threads if this process was forked from the one that made the batch.
    fn revive(&mut self) -> PyResult<()> {
        if let Some(pool) = self.pool.take() {
            self.pool = Some(pool.revived()?);
        }
        Ok(())
    }
}

impl Slot {
    /// Starts an episode on the next level of the source.
    fn begin(&mut self, task: &Task, row: &mut Row<'_>) -> Result<(), GameError> {
        let (level, luck) = task.draw(&mut self.rng);
        self.begin_with(task, level, luck, row)
    }

    fn begin_with(&mut self, task: &Task, level: Seed, luck: u32, row: &mut Row<'_>) -> Result<(), GameError> {
        let episode = self.episode.insert(task.begin(level, luck)?);
        episode.observe(task, row);
        Ok(())
    }
}

impl Observations<'_> {
    /// One row for each environment. The names of the arrays begin with `prefix` in errors.
    fn rows(&mut self, prefix: &str, task: &Task, count: usize) -> PyResult<impl Iterator<Item = Row<'_>> + Send> {
        let (area, stats) = (area(task), observation::STATS.len());
        let planes = checked(&format!("{prefix}planes"), self.planes.as_slice_mut(), count * area)?;
        let values = checked(&format!("{prefix}stats"), self.stats.as_slice_mut(), count * stats)?;
        let mask = checked(&format!("{prefix}mask"), self.mask.as_slice_mut(), count * actions::COUNT)?;
        let rows = planes.chunks_mut(area).zip(values.chunks_mut(stats)).zip(mask.chunks_mut(actions::COUNT));
        Ok(rows.map(|((planes, stats), mask)| Row { planes, stats, mask }))
    }
}

/// Does the work of all environments without the interpreter's lock: here, or on the threads of a pool.
fn run<W: Send>(
    python: Python<'_>,
    pool: Option<&Pool>,
    mut work: impl Iterator<Item = W> + Send,
    act: impl Fn(W) -> Result<(), GameError> + Send + Sync,
) -> PyResult<()> {
    let done: Result<(), GameError> = python.detach(|| match pool {
        None => work.try_for_each(act),
        Some(pool) => {
            let work: Vec<W> = work.collect();
            pool.threads().install(|| work.into_par_iter().try_for_each(act))
        }
    });
    done.map_err(error)
}

/// The source of levels of one environment.
fn source(batch_seed: &Seed, index: usize) -> Rng {
    batch_seed.fork("episodes").fork(index as u64).rng()
}

/// The number of cells of one environment's planes.
fn area(task: &Task) -> usize {
    let side = 2 * task.radius as usize + 1;
    observation::PLANES.len() * side * side
}

/// The cells of an array, which must be contiguous and have this many.
fn checked<'a, T, E>(name: &str, cells: Result<&'a mut [T], E>, count: usize) -> PyResult<&'a mut [T]> {
    let cells = cells.map_err(|_| PyValueError::new_err(format!("{name}: must be contiguous")))?;
    if cells.len() != count {
        return Err(PyValueError::new_err(format!(
            "{name}: expected one row for each environment, {count} cells in all"
        )));
    }
    Ok(cells)
}

fn no_such(index: usize) -> PyErr {
    PyIndexError::new_err(format!("there is no environment {index}"))
}

fn weights_of(given: &BTreeMap<String, f32>) -> PyResult<Weights> {
    let mut weights = Weights::default();
    for (name, weight) in given {
        let Some(index) = reward::NAMES.iter().position(|known| known == name) else {
            let known = reward::NAMES.join(", ");
            return Err(PyValueError::new_err(format!("rewards: unknown `{name}`; expected one of {known}")));
        };
        weights[index] = *weight;
    }
    Ok(weights)
}
