//! One level, or the part of one inside a window.

use std::ops::Deref;
use std::sync::Arc;

use numpy::{PyArray2, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use undercroft_export::{PictureOptions, ascii, draw, json};
use undercroft_mapgen::{self as mapgen, Areas, Draft, Metric, Point, Seed, Survey};

use crate::content::Content;
use crate::errors::{build_error, error};
use crate::seeds::seed;

/// A finished level.
#[pyclass(frozen, module = "undercroft")]
pub(crate) struct Level(pub(crate) Part);

/// A whole level, or the part of one inside a window.
pub(crate) enum Part {
    Whole(Arc<mapgen::Level>),
    Window(Box<Draft>),
}

impl Deref for Part {
    type Target = Draft;

    fn deref(&self) -> &Draft {
        match self {
            Self::Whole(level) => level.as_draft(),
            Self::Window(draft) => draft,
        }
    }
}

#[pymethods]
impl Level {
    /// Builds the level of a recipe.
    #[staticmethod]
    fn build(
        python: Python<'_>,
        content: &Content,
        recipe: &str,
        level_seed: &Bound<'_, PyAny>,
        depth: u32,
        size: Option<(u32, u32)>,
        settings: Vec<String>,
    ) -> PyResult<Self> {
        let (recipe, level_seed) = (content.recipe(recipe, size, &settings)?, seed(level_seed)?);
        let level = python.detach(|| recipe.build_at(level_seed, depth)).map_err(|problem| build_error(&problem))?;
        Ok(Self(Part::Whole(Arc::new(level))))
    }

    /// A seed that was never used, for calls that give none.
    #[staticmethod]
    fn random_seed() -> String {
        Seed::random().to_string()
    }

    #[getter]
    fn recipe(&self) -> &str {
        &self.0.metadata.recipe
    }

    #[getter]
    fn seed(&self) -> String {
        self.0.metadata.seed.to_string()
    }

    #[getter]
    fn depth(&self) -> u32 {
        self.0.metadata.depth
    }

    #[getter]
    fn origin(&self) -> (i32, i32) {
        (self.0.origin.x, self.0.origin.y)
    }

    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.0.size().width, self.0.size().height)
    }

    /// The id of every tile, as uint8.
    fn tiles<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let tiles: Vec<u8> = self.0.tiles().as_slice().iter().map(|tile| tile.0).collect();
        self.array(tiles.to_pyarray(python))
    }

    /// Whether each cell can be walked on.
    fn walkable<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let (width, open) = (self.0.size().width as i32, self.0.open());
        let cells = (0..self.0.size().height as i32).flat_map(|y| (0..width).map(move |x| Point::new(x, y)));
        let cells: Vec<bool> = cells.map(|at| open.contains(at)).collect();
        self.array(cells.to_pyarray(python))
    }

    /// The number of each cell's area, or -1, as int32.
    fn areas<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let cells: Vec<i32> = Areas::of(&self.0).rows().flatten().collect();
        self.array(cells.to_pyarray(python))
    }

    /// The level as the command's `--format json` writes it, without the final newline.
    fn json(&self) -> PyResult<String> {
        let mut text = Vec::new();
        json::write(&self.0, &mut text)?;
        text.pop();
        String::from_utf8(text).map_err(error)
    }

    /// Every metric that the level has.
    fn metrics<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let survey = match &self.0 {
            Part::Whole(level) => Survey::of(level),
            Part::Window(draft) => Survey::of_draft(draft),
        };
        let metrics = PyDict::new(python);
        for metric in Metric::ALL {
            metrics.set_item(metric.name(), metric.measure(&survey))?;
        }
        Ok(metrics)
    }

    /// A PNG with cells of 16 pixels, shrunk.
    fn png<'py>(&self, python: Python<'py>, scale: u32) -> PyResult<Bound<'py, PyBytes>> {
        let options = PictureOptions { scale, ..PictureOptions::default() };
        let picture = draw(&self.0, &options).map_err(error)?;
        let mut bytes = Vec::new();
        picture.write_png(&mut bytes)?;
        Ok(PyBytes::new(python, &bytes))
    }

    /// The level as plain text.
    fn text(&self) -> String {
        ascii::ascii(&self.0)
    }
}

impl Level {
    /// Shapes an array of cells as rows of the level.
    fn array<'py, T: numpy::Element>(
        &self,
        cells: Bound<'py, numpy::PyArray1<T>>,
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        cells.reshape([self.0.size().height as usize, self.0.size().width as usize])
    }
}
