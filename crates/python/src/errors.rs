//! The libraries' errors as Python exceptions, with the same messages: what is wrong, where, and how to fix it.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use undercroft_mapgen::{BuildError, ContentError, LookupError};

create_exception!(undercroft, UndercroftError, PyValueError, "Something that Undercroft cannot do, and why.");
create_exception!(undercroft, InvalidContent, UndercroftError, "An error in a content file, with its position.");
create_exception!(undercroft, OutOfAttempts, UndercroftError, "No draft of a valid recipe passed its checks.");

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let python = module.py();
    module.add("UndercroftError", python.get_type::<UndercroftError>())?;
    module.add("InvalidContent", python.get_type::<InvalidContent>())?;
    module.add("OutOfAttempts", python.get_type::<OutOfAttempts>())
}

pub(crate) fn error(problem: impl Display) -> PyErr {
    UndercroftError::new_err(problem.to_string())
}

pub(crate) fn content_error(problem: &ContentError) -> PyErr {
    InvalidContent::new_err(problem.to_string())
}

pub(crate) fn lookup_error(problem: &LookupError) -> PyErr {
    match problem {
        LookupError::Content(problem) => content_error(problem),
        other => error(other),
    }
}

pub(crate) fn build_error(problem: &BuildError) -> PyErr {
    match problem {
        BuildError::OutOfAttempts { .. } => OutOfAttempts::new_err(problem.to_string()),
        BuildError::Lookup(problem) => lookup_error(problem),
        other => error(other),
    }
}
