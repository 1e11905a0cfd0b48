//! Building blocks that Undercroft's own crates share. They are not part of the public API and may change in any release.

pub mod parallel;
pub mod simd;

pub use crate::components::Fragment;
pub use crate::flood::cells_farther_than;
