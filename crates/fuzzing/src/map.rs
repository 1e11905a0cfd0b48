//! Maps that we read: our own JSON, and drawings.

use undercroft_export::{json, read};
use undercroft_mapgen::{Metric, Survey};

use crate::text;

/// The most cells to measure.
const CELLS: usize = 4_000;

/// A level as JSON or as a drawing.
pub(crate) fn map(data: &[u8]) {
    let Some(Ok(draft)) = text(data).map(read) else { return };
    if draft.size().area() > CELLS {
        return;
    }
    let mut written = Vec::new();
    json::write(&draft, &mut written).expect("memory can be written to");
    let again = read(std::str::from_utf8(&written).expect("JSON is text")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.to_string(), draft.to_string(), "a written level reads back");
    for metric in Metric::ALL {
        let _ = metric.measure(&Survey::of_draft(&draft));
    }
    // Whether it is a valid level or not, the checks decide without a panic.
    let _ = draft.finish();
}
