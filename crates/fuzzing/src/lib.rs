//! The bodies of the fuzz targets: each takes any bytes and panics if something breaks.
//!
//! `fuzz/` runs them with cargo-fuzz, and the tests of this crate replay the inputs in `fuzz/corpus/`. Sizes are limited so
//! that one run takes milliseconds; whatever can be refused is refused by the parsers, with their own limits.

mod actions;
mod art;
mod condition;
mod game_content;
mod journal;
mod keys;
mod link;
mod map;
mod mission;
mod pins;
mod plan;
mod recipe;
mod tileset;
mod vault;

/// A target: its name, and what to do with any bytes.
pub type Target = (&'static str, fn(&[u8]));

/// Every target, in the order in which `fuzz/run` runs them.
pub const TARGETS: [Target; 18] = [
    ("recipe", recipe::recipe),
    ("setting", recipe::setting),
    ("plan", plan::plan),
    ("mission", mission::mission),
    ("vault", vault::vault),
    ("tileset", tileset::tileset),
    ("art", art::art),
    ("image", art::image),
    ("condition", condition::condition),
    ("place", condition::place),
    ("chord", keys::chord),
    ("settings", keys::settings),
    ("link", link::link),
    ("map", map::map),
    ("pins", pins::pins),
    ("content", game_content::content),
    ("journal", journal::journal),
    ("actions", actions::actions),
];

/// Runs a target by its name.
///
/// # Panics
/// If there is no such target, or it finds something broken.
pub fn run(name: &str, data: &[u8]) {
    let (_, body) = TARGETS.iter().find(|(known, _)| *known == name).expect("the name of a target");
    body(data);
}

/// The bytes as text. Other files are refused before anything parses them.
fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}
