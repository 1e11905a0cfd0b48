//! What a record says about its game before the first action.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use undercroft_mapgen::{GENERATOR_VERSION, Seed};

use super::RULES_VERSION;
use super::error::RecoverError;
use super::recover::FindPlan;
use crate::content::GameContent;
use crate::game::Game;

/// What a record says about its game before the first action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Any number that distinguishes this game from others with the same plan and seed.
    pub id: u64,
    /// The program it was started with.
    pub made_by: String,
    /// The version of the rules.
    pub rules: u32,
    /// The version of the generator.
    pub generator: u32,
    /// The fingerprint of the content.
    pub content: u64,
    /// The plan's name or path.
    pub plan: String,
    /// The seed.
    pub seed: String,
    /// The hash of the game before the first action, which shows whether the plan has changed.
    pub start: u64,
    /// How many actions are missing at the start. If there are any, the record starts with the state after them.
    pub missing_actions: u64,
}

impl Header {
    /// The header of a new game. `plan` is the plan's name or path, `id` any number.
    #[must_use]
    pub fn new(id: u64, plan: &str, game: &Game) -> Self {
        Self {
            id,
            made_by: concat!("undercroft ", env!("CARGO_PKG_VERSION")).into(),
            rules: RULES_VERSION,
            generator: GENERATOR_VERSION,
            content: game.content().fingerprint(),
            plan: plan.into(),
            seed: game.seed().to_string(),
            start: game.hash(),
            missing_actions: 0,
        }
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> Seed {
        Seed::from(self.seed.as_str())
    }

    /// Checks that this program can play the game with this content.
    ///
    /// # Errors
    /// What differs, and which program the game was started with.
    pub fn check(&self, content: &GameContent) -> Result<(), RecoverError> {
        let reason = if self.rules != RULES_VERSION {
            format!("it was played with rules version {}; this program has version {RULES_VERSION}", self.rules)
        } else if self.generator != GENERATOR_VERSION {
            let theirs = self.generator;
            format!("it needs generator version {theirs}; this program has version {GENERATOR_VERSION}")
        } else if self.content != content.fingerprint() {
            "it was played with different content files".into()
        } else {
            return Ok(());
        };
        Err(RecoverError::OtherVersion(format!("{reason} (it was started with {})", self.made_by)))
    }

    /// The game before the first action.
    ///
    /// # Errors
    /// If the game has another version, its plan is not available or has changed, or it cannot be started.
    pub fn start(&self, content: &Arc<GameContent>, find_plan: &FindPlan<'_>) -> Result<Game, RecoverError> {
        self.check(content)?;
        let plan = find_plan(&self.plan)
            .map_err(|reason| RecoverError::Plan { plan: self.plan.clone(), reason: reason.to_string() })?;
        let game = Game::new(content.clone(), plan, self.seed())?;
        if game.hash() == self.start {
            return Ok(game);
        }
        Err(RecoverError::OtherVersion(format!("the plan `{}` has changed since the game was started", self.plan)))
    }
}
