//! What games are played with.

use std::fmt;
use std::sync::Arc;

use undercroft_game::GameContent;
use undercroft_mapgen::{Plan, Seed};

/// Finds a plan by its name or path.
pub type FindPlan = dyn Fn(&str) -> Result<Plan, Box<dyn std::error::Error + Send + Sync>> + Send + Sync;

/// What games are played with: the content and the plans.
#[derive(Clone)]
pub struct Resources {
    /// The content.
    pub content: Arc<GameContent>,
    /// The names of the plans to offer.
    pub plans: Vec<String>,
    /// Finds a plan by its name or path.
    pub find_plan: Arc<FindPlan>,
}

impl Resources {
    /// The content and the plans that come with the game.
    ///
    /// ```
    /// use undercroft_saves::Resources;
    /// let resources = Resources::standard();
    /// assert!((resources.find_plan)("kobolds").is_ok());
    /// assert!((resources.find_plan)("cobolds").unwrap_err().to_string().contains("kobolds"));
    /// ```
    #[must_use]
    pub fn standard() -> Self {
        let find_plan = |name: &str| Ok(Plan::named(name)?);
        let plans = Plan::names().map(Into::into).collect();
        Self { content: GameContent::standard(), plans, find_plan: Arc::new(find_plan) }
    }
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resources").field("content", &self.content.fingerprint()).finish_non_exhaustive()
    }
}

/// A game to start.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// What it is played with.
    pub resources: Resources,
    /// The plan, for [`Resources::find_plan`]. Resuming looks it up again, so a path should be absolute.
    pub plan: String,
    /// The seed.
    pub seed: Seed,
}
