//! The game's content files: creatures, items, machines, tables and settings.

use std::sync::{Arc, LazyLock};

use undercroft_game::{Bot, Game, GameContent};
use undercroft_mapgen::{Plan, SourceFile};

use crate::text;

/// How many turns to play.
const TURNS: u64 = 20;

/// A content file: if it is accepted, some turns can be played with it.
pub(crate) fn content(data: &[u8]) {
    static PLAN: LazyLock<Arc<Plan>> = LazyLock::new(|| Arc::new(Plan::named("two-caves").expect("a built-in plan")));
    let Some(text) = text(data) else { return };
    let Ok(content) = GameContent::with(&[SourceFile::new("content.toml", text)]) else { return };
    // The plan may name what the file has made unplayable; the error says so.
    let Ok(mut game) = Game::new(content, PLAN.clone(), 1) else { return };
    Bot::new().play(&mut game, TURNS, |game, _| {
        game.check().unwrap_or_else(|problem| panic!("{problem}\n{game}"));
    });
}
