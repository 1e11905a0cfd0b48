//! A whole dungeon: any level by its depth, bounded or endless.

use std::sync::Arc;

use pyo3::prelude::*;
use undercroft_mapgen::{self as mapgen, DungeonError, Floor, Plan, Rect};

use crate::content::Content;
use crate::errors::{build_error, error};
use crate::level::{Level, Part};
use crate::seeds::seed;

/// The part of an endless level that is shown unless a window is given, as in the command.
const ENDLESS_WINDOW: (u32, u32) = (80, 50);

/// A plan and a seed.
#[pyclass(frozen, module = "undercroft")]
pub(crate) struct Dungeon(Arc<mapgen::Dungeon>);

#[pymethods]
impl Dungeon {
    #[new]
    fn new(content: &Content, plan: &str, dungeon_seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(mapgen::Dungeon::new(content.plan(plan)?, seed(dungeon_seed)?)))
    }

    /// The dungeon of a single endless level.
    #[staticmethod]
    fn endless(
        content: &Content,
        recipe: &str,
        dungeon_seed: &Bound<'_, PyAny>,
        settings: Vec<String>,
    ) -> PyResult<Self> {
        let recipe = content.recipe(recipe, None, &settings)?;
        let plan = Plan::of(recipe, true).map_err(|problem| build_error(&problem))?;
        Ok(Self(mapgen::Dungeon::new(plan, seed(dungeon_seed)?)))
    }

    #[getter]
    fn plan(&self) -> &str {
        self.0.plan().name()
    }

    #[getter]
    fn seed(&self) -> String {
        self.0.seed().to_string()
    }

    /// The number of levels; `None` if there is no deepest one.
    #[getter]
    fn levels(&self) -> Option<u32> {
        self.0.plan().levels()
    }

    /// The level at a depth, or the part of it inside a window of x, y, width and height.
    fn level(&self, python: Python<'_>, depth: u32, window: Option<(i32, i32, u32, u32)>) -> PyResult<Level> {
        let part = python.detach(|| -> Result<Part, DungeonError> {
            let floor = self.0.level(depth)?;
            let window = window.map(|(x, y, width, height)| Rect::new(x, y, width, height));
            Ok(match (&floor, window) {
                (Floor::Bounded(level), None) => Part::Whole(level.clone()),
                (Floor::Endless(endless), None) => {
                    let (width, height) = ENDLESS_WINDOW;
                    Part::Window(Box::new(endless.window(Rect::around(endless.start()?, width, height))?))
                }
                (_, Some(window)) => Part::Window(Box::new(floor.window(window)?)),
            })
        });
        Ok(Level(part.map_err(error)?))
    }
}
