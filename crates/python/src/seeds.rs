//! Seeds from Python: any int or str, read in the same way as the command's `--seed`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use undercroft_mapgen::Seed;

/// A seed from an int, anything that counts as one, or a str. An int is read by its decimal digits, so 42 and "42" are
/// the same, and numbers too large for 64 bits are read as text.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<Seed> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Seed::from(text.to_str()?));
    }
    if !value.is_instance_of::<PyBool>()
        && let Ok(number) = value.call_method0("__index__")
        && number.is_instance_of::<PyInt>()
    {
        return Ok(Seed::from(number.str()?.to_str()?));
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("a seed is an int or a str, not {kind}")))
}
