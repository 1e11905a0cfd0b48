//! Random recipes and random plans, judged from outside: whatever `check` accepts makes valid levels. Also checks that
//! the table in docs/tutorials.md names tests that exist.
//!
//! A small sample runs with every `cargo test`. The promises rest on the long run, which docs/promises.md reports:
//!
//! ```text
//! cargo test --release -p undercroft-testing --test it -- --ignored --nocapture
//! ```

mod missions;
mod parameters;
mod plans;
mod recipes;
mod tutorials;

use undercroft_mapgen::Draft;
use undercroft_testing::PlainLevel;

/// What any reader of the JSON sees of a level or window.
fn seen_from_outside(draft: &Draft) -> PlainLevel {
    let mut json = Vec::new();
    undercroft_export::json::write(draft, &mut json).expect("memory can be written to");
    let json = std::str::from_utf8(&json).expect("JSON is text");
    PlainLevel::from_json(json).unwrap_or_else(|problem| panic!("{problem}"))
}

/// A number that the environment gives to a long run.
fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a whole number"))
}
