//! The origin of a level as properties that map editors show.

use undercroft_mapgen::{Draft, GENERATOR_VERSION, Property};

/// The program that wrote the file.
pub(crate) const GENERATOR: &str = concat!("undercroft ", env!("CARGO_PKG_VERSION"));

/// Everything known about a level's origin, always in the same order.
pub(crate) fn properties(draft: &Draft, plan: Option<&str>) -> Vec<(&'static str, Property)> {
    let text = |text: &str| Property::Text(text.into());
    let mut all = vec![
        ("generator", text(GENERATOR)),
        ("generator_version", Property::Integer(i64::from(GENERATOR_VERSION))),
        ("recipe", text(&draft.metadata.recipe)),
    ];
    all.extend(plan.map(|plan| ("plan", text(plan))));
    all.extend([
        // A seed may be any text.
        ("seed", text(&draft.metadata.seed.to_string())),
        ("depth", Property::Integer(i64::from(draft.metadata.depth))),
        ("origin_x", Property::Integer(i64::from(draft.origin.x))),
        ("origin_y", Property::Integer(i64::from(draft.origin.y))),
        ("endless", Property::Flag(draft.endless)),
    ]);
    all
}
