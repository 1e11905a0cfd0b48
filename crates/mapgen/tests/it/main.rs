//! The generator seen from outside: finished levels, judged by a checker of their own.
//!
//! All of these tests are one binary, because linking one is far quicker than linking one for each file. Those that
//! take minutes run on request: `cargo test --release -p undercroft-mapgen --test it -- --ignored`.

mod areas;
mod content;
mod custom_step;
mod dungeon;
mod endless;
mod figures;
mod golden;
mod halls;
mod kept;
mod observers;
mod parallel;
mod requirements;
mod rooms;
#[cfg(feature = "serde")]
mod saves;
mod terrain;
mod tilesets;
mod vaults;
