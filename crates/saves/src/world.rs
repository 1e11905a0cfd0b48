//! What a game is played in.

use std::fmt;
use std::sync::Arc;

use undercroft_game::Content;
use undercroft_mapgen::{Plan, Seed};

/// How plans are found: by what a player types, a name or a path.
pub type FindPlan = dyn Fn(&str) -> Result<Plan, String> + Send + Sync;

/// What a game is played in: the content, and how plans are found.
#[derive(Clone)]
pub struct World {
    /// The catalogue.
    pub content: Arc<Content>,
    /// Gives the plan of a name or a path, or the reason why there is none.
    pub find_plan: Arc<FindPlan>,
}

impl World {
    /// What comes with the game: its own content and plans.
    ///
    /// ```
    /// use undercroft_saves::World;
    /// let world = World::standard();
    /// assert!((world.find_plan)("kobolds").is_ok());
    /// assert!((world.find_plan)("cobolds").unwrap_err().contains("kobolds"));
    /// ```
    #[must_use]
    pub fn standard() -> Self {
        let find_plan = |name: &str| Plan::named(name).map_err(|error| error.to_string());
        Self { content: Content::standard(), find_plan: Arc::new(find_plan) }
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("content", &self.content.fingerprint()).finish_non_exhaustive()
    }
}

/// A new game.
#[derive(Clone, Debug)]
pub struct Setting {
    /// What it is played in.
    pub world: World,
    /// The plan, as [`World::find_plan`] takes it. It is asked again when the game is resumed: a path should be whole.
    pub plan: String,
    /// The seed.
    pub seed: Seed,
}
