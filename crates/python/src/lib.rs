//! The Python module `undercroft._undercroft`: levels as arrays, and the game as a batch of environments. The package
//! around it, in `python/`, gives both a Pythonic interface.

mod content;
mod dungeon;
mod environment;
mod errors;
mod level;
mod many;
mod pool;
mod seeds;

use pyo3::prelude::*;
use undercroft_mapgen::{GENERATOR_VERSION, Metric};

/// The compiled part of the package.
#[pymodule]
fn _undercroft(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("GENERATOR_VERSION", GENERATOR_VERSION)?;
    module.add("METRICS", Metric::ALL.map(Metric::name).to_vec())?;
    errors::add_to(module)?;
    module.add_class::<content::Content>()?;
    module.add_class::<level::Level>()?;
    module.add_class::<dungeon::Dungeon>()?;
    module.add_class::<many::Many>()?;
    environment::add_to(module)
}
