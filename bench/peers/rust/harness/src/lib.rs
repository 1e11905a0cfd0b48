//! What all programs of the bench share: tasks, maps, the clock and the protocol.
//!
//! A program is a table of [`System`]s and a call of [`run`]. It is told a task, and prints a line of JSON for each
//! of its systems that can do the task.

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
