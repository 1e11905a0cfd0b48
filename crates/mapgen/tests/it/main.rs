//! Tests the generator from outside: an independent judge checks finished levels.
//!
//! All of these tests are in one binary, because linking one is far quicker than linking one per file. To run those
//! that take minutes: `cargo test --release -p undercroft-mapgen --test it -- --ignored`.

mod areas;
mod content;
mod custom_step;
mod dungeon;
mod endless;
mod figures;
mod golden;
mod halls;
mod kept;
mod locks;
mod observers;
mod parallel;
mod requirements;
mod rooms;
#[cfg(feature = "serde")]
mod saves;
mod terrain;
mod tilesets;
mod vaults;
