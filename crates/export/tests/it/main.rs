//! Every export, read back by something that is not ours.

mod formats;
mod json;
mod ldtk;
mod levels;
mod pictures;
mod tiled;
mod tileset;
