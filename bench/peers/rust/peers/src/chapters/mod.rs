//! Plain ports of the algorithms of the four source chapters, in the data structures they use.
//!
//! Written from the chapters' descriptions; none of their code is here.

pub(crate) mod dungen;
pub(crate) mod prism;
pub(crate) mod racket;
pub(crate) mod zircon;
