//! Games on disk: resumed, damaged, killed, from other versions, and very long.

mod damage;
mod helpers;
mod killing;
mod loading;
mod resuming;
mod scores;
mod versions;
