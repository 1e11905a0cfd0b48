//! Areas and links.

use super::Survey;

pub(super) fn areas(survey: &Survey<'_>) -> Option<f64> {
    Some(survey.areas().len() as f64)
}

pub(super) fn links(survey: &Survey<'_>) -> Option<f64> {
    Some(survey.areas().links().len() as f64)
}

pub(super) fn largest_area(survey: &Survey<'_>) -> Option<f64> {
    let cells = survey.areas().iter().map(|area| area.cells).max()?;
    survey.share_of_open(cells as f64)
}

/// The number of areas with this name, kind, tag or role.
pub(super) fn called(survey: &Survey<'_>, name: &str) -> f64 {
    let is_called = |area: &&crate::Area| {
        &*area.name == name || area.kind.name() == name || area.has_tag(name) || area.role.as_deref() == Some(name)
    };
    survey.areas().iter().filter(is_called).count() as f64
}
