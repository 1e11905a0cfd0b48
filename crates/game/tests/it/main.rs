//! Whole games: played by the bot, at random, and from tampered states.

mod bot_games;
mod random_games;
mod tampered_states;
