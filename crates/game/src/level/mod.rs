//! Levels as the rules see them: the stage around the hero, what lies there, what is remembered, and the ways over it.

pub(crate) mod calling;
pub(crate) mod chase;
pub(crate) mod loot;
pub(crate) mod memory;
pub(crate) mod rings;
pub(crate) mod stage;
pub(crate) mod strangers;
