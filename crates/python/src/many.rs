//! Many levels of one recipe, made on all cores without the interpreter's lock.

use numpy::PyReadwriteArray3;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use undercroft_mapgen::{BuildError, Metric, Recipe, Seed, Survey};

use crate::content::Content;
use crate::errors::build_error;
use crate::pool::Pool;
use crate::seeds::seed;

/// Cells made between two checks for Ctrl+C: a few tenths of a second.
const BATCH_CELLS: usize = 1 << 22;

/// A recipe that is ready to be built for many seeds.
#[pyclass(frozen, module = "undercroft")]
pub(crate) struct Many {
    recipe: Recipe,
    depth: u32,
}

#[pymethods]
impl Many {
    #[new]
    fn new(
        content: &Content,
        recipe: &str,
        depth: u32,
        size: Option<(u32, u32)>,
        settings: Vec<String>,
    ) -> PyResult<Self> {
        Ok(Self { recipe: content.recipe(recipe, size, &settings)?, depth })
    }

    /// The height and width of the levels.
    #[getter]
    fn shape(&self) -> (u32, u32) {
        let size = self.recipe.level_size();
        (size.height, size.width)
    }

    /// Fills an array of shape (seeds, height, width), contiguous and of uint8, with tiles or with whether each cell is walkable.
    fn fill(
        &self,
        python: Python<'_>,
        seeds: &Bound<'_, PyAny>,
        mut out: PyReadwriteArray3<'_, u8>,
        walkable: bool,
    ) -> PyResult<()> {
        let seeds: Vec<Seed> = seeds.try_iter()?.map(|value| seed(&value?)).collect::<PyResult<_>>()?;
        let size = self.recipe.level_size();
        let shape = [seeds.len(), size.height as usize, size.width as usize];
        if out.as_array().shape() != shape {
            let found = out.as_array().shape().to_vec();
            return Err(PyValueError::new_err(format!("out: expected the shape {shape:?}, not {found:?}")));
        }
        let cells = out.as_slice_mut().map_err(|_| PyValueError::new_err("out: must be contiguous"))?;
        let (pool, area) = (Pool::shared()?, size.area());
        let batch = (BATCH_CELLS / area.max(1)).max(1);
        for (seeds, cells) in seeds.chunks(batch).zip(cells.chunks_mut(batch * area)) {
            python.check_signals()?;
            let made: Result<(), BuildError> = python.detach(|| {
                pool.threads().install(|| {
                    seeds.par_iter().zip(cells.par_chunks_mut(area)).try_for_each(|(seed, cells)| {
                        let level = self.recipe.build_at(seed, self.depth)?;
                        let tileset = level.tileset();
                        for (cell, tile) in cells.iter_mut().zip(level.tiles().as_slice()) {
                            *cell = if walkable { u8::from(tileset.is_walkable(*tile)) } else { tile.0 };
                        }
                        Ok(())
                    })
                })
            });
            made.map_err(|problem| build_error(&problem))?;
        }
        Ok(())
    }

    /// The metrics of each seed, in the order of `METRICS`; NaN where a level has no value.
    fn metrics(&self, python: Python<'_>, seeds: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<f64>>> {
        let seeds: Vec<Seed> = seeds.try_iter()?.map(|value| seed(&value?)).collect::<PyResult<_>>()?;
        let (pool, area) = (Pool::shared()?, self.recipe.level_size().area());
        let mut rows = Vec::with_capacity(seeds.len());
        for seeds in seeds.chunks((BATCH_CELLS / 16 / area.max(1)).max(1)) {
            python.check_signals()?;
            let made: Result<Vec<Vec<f64>>, BuildError> = python.detach(|| {
                pool.threads().install(|| {
                    let rows = seeds.par_iter().map(|seed| {
                        let level = self.recipe.build_at(seed, self.depth)?;
                        let survey = Survey::of(&level);
                        Ok(Metric::ALL.map(|metric| metric.measure(&survey).unwrap_or(f64::NAN)).to_vec())
                    });
                    rows.collect()
                })
            });
            rows.extend(made.map_err(|problem| build_error(&problem))?);
        }
        Ok(rows)
    }
}
