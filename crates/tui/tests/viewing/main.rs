//! The viewer, driven by keys and the mouse over a buffer.

mod changing;
mod common;
mod random;
mod showing;
mod stepping;
