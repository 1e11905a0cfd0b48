//! Runs the command as a person or a script would, and judges what comes out.
//!
//! All of these tests are one binary: linking it once is far quicker than linking one for each file.

mod animate;
mod bad_input;
mod book;
mod command;
mod common;
mod content;
mod export;
#[cfg(unix)]
mod interrupt;
mod measure;
mod parquet;
mod parts;
mod promises;
mod simulate;
mod studio;
#[cfg(unix)]
mod terminal;
mod tilesets;
