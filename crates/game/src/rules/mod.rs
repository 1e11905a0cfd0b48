//! The rules: the hero's actions, the creatures' behaviour, and the passing of time. Each file adds methods to
//! [`turn::Turn`].

mod ai;
pub(crate) mod barriers;
pub(crate) mod combat;
mod effects;
mod enter;
mod experience;
mod goal;
mod hunger;
mod inventory;
mod kick;
mod look;
mod machines;
mod populate;
mod search;
mod stairs;
mod statuses;
mod trade;
pub(crate) mod turn;
mod use_item;
mod walk;
