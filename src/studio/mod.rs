//! The server behind `undercroft studio`: the built pages and the content folder, for this computer's browser only.
//!
//! It listens on the loopback address. Each request must name that address as its host, come from no other site, and carry
//! the token of the address that was opened. Nothing outside the two folders is read, and only what the user saves is
//! written.

mod http;
mod server;
mod site;

pub(crate) use server::Server;
pub(crate) use site::Site;
