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

use std::time::{Duration, Instant};

use undercroft_mapgen::Draft;
use undercroft_testing::PlainLevel;

/// What any reader of the JSON sees of a level or window.
fn seen_from_outside(draft: &Draft) -> PlainLevel {
    let mut json = Vec::new();
    undercroft_export::json::write(draft, &mut json).expect("memory can be written to");
    let json = std::str::from_utf8(&json).expect("JSON is text");
    PlainLevel::from_json(json).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Tells how far a long run has come, and what takes long.
struct Progress {
    what: &'static str,
    number: u64,
    begun: Instant,
}

impl Progress {
    /// The longest that anything should take.
    const LONG: Duration = Duration::from_secs(5);

    fn of(what: &'static str, number: u64) -> Self {
        Self { what, number, begun: Instant::now() }
    }

    /// Prints a line for every thousand that are made, and each that took long.
    fn report(self, made: u64, text: &str) {
        let (Self { what, number, .. }, time) = (&self, self.begun.elapsed());
        if time > Self::LONG {
            println!("{what} {number} took {} s:\n{text}", time.as_secs());
        }
        if made.is_multiple_of(1_000) {
            println!("{what} {number}: {made} made");
        }
    }
}
