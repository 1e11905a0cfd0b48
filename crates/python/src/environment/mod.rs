//! The game as environments for learning agents: actions in by number, observations out into the caller's arrays.

mod actions;
mod batch;
mod episode;
mod observation;
mod reward;

use pyo3::prelude::*;

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ACTIONS", actions::names())?;
    module.add("PLANES", observation::PLANES.to_vec())?;
    module.add("STATS", observation::STATS.to_vec())?;
    module.add("REWARDS", reward::NAMES.to_vec())?;
    module.add_class::<batch::Batch>()
}
