//! What a record says of its game before the first action.

use serde::{Deserialize, Serialize};
use undercroft_mapgen::{GENERATOR_VERSION, Plan, Seed};

use super::error::RecoverError;
use super::{FORMAT_VERSION, RULES_VERSION};
use crate::content::Content;
use crate::game::Game;

/// What a record says of its game before the first action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// What tells this game from others of the same plan and seed: any number.
    pub id: u64,
    /// The program that it was begun with.
    pub made_by: String,
    /// The version of the rules.
    pub rules: u32,
    /// The version of the generator.
    pub generator: u32,
    /// The fingerprint of the content.
    pub content: u64,
    /// What the plan is found by: its name, or a path.
    pub plan: String,
    /// The seed, as it is typed.
    pub seed: String,
    /// The hash of the game before the first action: a plan's file that has changed is noticed by it.
    pub start: u64,
    /// How many actions are missing. Where there are any, the record begins with the state after them.
    pub lost: u64,
}

impl Header {
    /// The header of a game that begins; `plan` is what the plan is found by, `id` any number.
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
            lost: 0,
        }
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> Seed {
        Seed::from(self.seed.as_str())
    }

    /// Whether the game can be gone on with by this program and content.
    ///
    /// # Errors
    /// What is another, and which program to use.
    pub fn check(&self, content: &Content) -> Result<(), RecoverError> {
        let other = |what: String| {
            let program = &self.made_by;
            Err(RecoverError::OtherVersion(format!(
                "{what}; it was begun with {program} (save format {FORMAT_VERSION})"
            )))
        };
        if self.rules != RULES_VERSION {
            return other(format!(
                "it was played by version {} of the rules, and these are {RULES_VERSION}",
                self.rules
            ));
        }
        if self.generator != GENERATOR_VERSION {
            let theirs = self.generator;
            return other(format!("its dungeon is of generator version {theirs}, and this one is {GENERATOR_VERSION}"));
        }
        if self.content != content.fingerprint() {
            return other("it was played with other content files (creatures, items, tables or settings)".into());
        }
        Ok(())
    }

    /// The game before the first action, in a plan that was found.
    ///
    /// # Errors
    /// Where the game is of another version, cannot be made, or the plan has changed.
    pub fn start(&self, content: &std::sync::Arc<Content>, plan: Plan) -> Result<Game, RecoverError> {
        self.check(content)?;
        let game = Game::new(content.clone(), plan, self.seed())?;
        if game.hash() == self.start {
            return Ok(game);
        }
        Err(RecoverError::OtherVersion(format!("the plan `{}` has changed since the game was begun", self.plan)))
    }
}
