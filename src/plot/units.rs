//! The units of metrics, for the axes of plots.

use undercroft_mapgen::Metric;

/// The name and the unit of a metric.
pub(super) fn axis(metric: Metric) -> String {
    match (metric.name(), of(metric)) {
        (name, unit) if name == unit => name.to_owned(),
        (name, unit) => format!("{name} ({unit})"),
    }
}

pub(super) const fn of(metric: Metric) -> &'static str {
    match metric {
        Metric::Open | Metric::Symmetry => "share of all cells",
        Metric::Corridors | Metric::Chokepoints => "share of open cells",
        Metric::Winding => "share of corridor cells",
        Metric::Openness => "share of neighbours",
        Metric::RoomArea | Metric::LargestRoom | Metric::DeadEnds | Metric::Sight => "cells",
        Metric::Path | Metric::Longest | Metric::Farthest | Metric::OffPath => "steps",
        Metric::Detour => "times the direct distance",
        Metric::CreatureDensity | Metric::ItemDensity => "per 100 open cells",
        Metric::Attempts => "drafts",
        _ => metric.name(),
    }
}
