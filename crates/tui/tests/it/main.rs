//! The game and the viewer, driven by input over a buffer. One binary, because linking takes most of the time.

mod helpers;
mod layout;
mod playing;
mod random_input;
mod screens;
mod snapshots;
mod viewer_parameters;
mod viewer_screen;
mod viewer_steps;
mod words_only;
