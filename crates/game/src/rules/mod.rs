//! The rules: what actions do, what others do, and what time does. Each file adds its verbs to a [`turn::Turn`].

pub(crate) mod combat;
mod conditions;
mod effects;
mod enter;
mod growth;
mod hunger;
mod kick;
mod look;
mod minds;
mod pack;
mod people;
mod stairs;
mod trade;
pub(crate) mod turn;
mod using;
mod walk;
