//! For who plays: ways over what the hero knows, errands of many actions, and a player without a screen.

pub(crate) mod bot;
pub(crate) mod errand;
pub(crate) mod route;
