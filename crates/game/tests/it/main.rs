//! Whole games: played by the bot, by chance, and from states that were tampered with.

mod bot_games;
mod random_games;
mod tampered_states;
