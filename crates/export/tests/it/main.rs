//! Every export, read back by independent code.

mod formats;
mod json;
mod ldtk;
mod levels;
mod pictures;
mod tiled;
mod tileset;
