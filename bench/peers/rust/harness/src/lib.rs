//! What all programs of the benchmark share: tasks, maps, the clock and the protocol.
//!
//! A program is a table of [`System`]s and a call of [`run`]. It is given a task and prints one line of JSON for each
//! of its systems that can do it.

mod clock;
mod map;
mod output;
mod protocol;
mod task;

pub use clock::Clock;
pub use map::{Map, random_words};
pub use output::Output;
pub use protocol::{Sampler, System, run};
pub use task::Task;
