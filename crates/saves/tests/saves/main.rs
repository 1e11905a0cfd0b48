//! Games on disk: gone on with, damaged, killed, of other versions, and very long.

mod common;
mod damage;
mod going_on;
mod killing;
mod loading;
mod versions;
