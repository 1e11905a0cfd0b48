//! The daily dungeon: the same for everyone on the same day.

use undercroft_mapgen::Seed;

/// The plan of the daily dungeon.
pub const DAILY_PLAN: &str = "undercroft";

const DAILY: &str = "daily ";

/// The seed of the daily dungeon. The date is any text, usually `2026-11-17`.
///
/// ```
/// use undercroft_game::daily_seed;
/// assert_eq!(daily_seed("2026-11-17").to_string(), "daily 2026-11-17");
/// ```
#[must_use]
pub fn daily_seed(date: &str) -> Seed {
    Seed::from(format!("{DAILY}{date}").as_str())
}

/// The date of a game, if it is a daily dungeon.
///
/// ```
/// use undercroft_game::{DAILY_PLAN, daily_date};
/// assert_eq!(daily_date(DAILY_PLAN, "daily 2026-11-17"), Some("2026-11-17"));
/// assert_eq!(daily_date("kobolds", "daily 2026-11-17"), None);
/// ```
#[must_use]
pub fn daily_date<'a>(plan: &str, seed: &'a str) -> Option<&'a str> {
    seed.strip_prefix(DAILY).filter(|_| plan == DAILY_PLAN)
}
