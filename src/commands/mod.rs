//! One file for each command.

pub(crate) mod animate;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod diagnose;
pub(crate) mod explain;
pub(crate) mod gallery;
pub(crate) mod generate;
pub(crate) mod inspect;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod search;
pub(crate) mod simulate;
pub(crate) mod stats;
pub(crate) mod studio;
pub(crate) mod view;
pub(crate) mod welcome;
