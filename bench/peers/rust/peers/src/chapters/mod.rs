//! Plain ports of the algorithms of the four source chapters, in the data structures that they use.
//!
//! Written anew from what the chapters describe; none of their lines is here.

pub(crate) mod dungen;
pub(crate) mod prism;
pub(crate) mod racket;
pub(crate) mod zircon;
