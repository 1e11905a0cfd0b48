//! How a game ends.

use serde::{Deserialize, Serialize};
use undercroft_mapgen::Plan;

use crate::content::{CreatureKindId, GameContent, ItemClass, ItemKindId};
use crate::game::Game;
use crate::grammar::{a_creature, an_item_kind};
use crate::rules::combat::worth;
use crate::state::State;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The hero reached the goal.
    Won(Summary),
    /// The hero died.
    Lost {
        /// Of what.
        cause: Cause,
        /// What the hero achieved.
        summary: Summary,
    },
}

impl Outcome {
    /// What the hero achieved.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        match self {
            Self::Won(summary) | Self::Lost { summary, .. } => summary,
        }
    }

    /// The score, by which finished games are ranked.
    #[must_use]
    pub const fn score(&self) -> u64 {
        self.summary().score
    }

    /// How the game ended, in a sentence or two.
    #[must_use]
    pub fn story(&self, plan: &Plan, content: &GameContent) -> String {
        let goal = plan.goal().and_then(|goal| Some((goal, content.item_named(&goal.item)?.1)));
        match (self, goal) {
            (Self::Won(_), Some((_, item))) if item.class == ItemClass::Gate => {
                format!("You step through the {} and into the daylight.", item.singular())
            }
            (Self::Won(_), Some((goal, item))) if goal.bring_out => {
                format!("You carry the {} out into the daylight.", item.singular())
            }
            (Self::Won(_), Some((goal, item))) if goal.count > 1 => format!("All the {} are yours.", item.plural()),
            (Self::Won(_), Some((_, item))) => format!("The {} is yours.", item.singular()),
            (Self::Won(_), None) => "You have done what you came to do.".into(),
            (Self::Lost { cause: Cause::Hunger, summary }, _) => format!("You starved on depth {}.", summary.depth),
            (Self::Lost { cause, summary }, _) => {
                format!("You were {} on depth {}.", cause.describe(content), summary.depth)
            }
        }
    }

    /// Whether the hero reached the goal.
    #[must_use]
    pub const fn is_won(&self) -> bool {
        matches!(self, Self::Won(_))
    }
}

/// A game in numbers.
///
/// The score is the sum of the value of everything the hero carries, its experience, and the points that the settings award
/// for each depth reached, for each depth below the goal and for winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Summary {
    /// The depth where it ended.
    pub depth: u32,
    /// The greatest depth reached.
    pub deepest: u32,
    /// The number of turns.
    pub turns: u64,
    /// The hero's experience level.
    pub level: u32,
    /// The number of creatures defeated.
    pub kills: u32,
    /// What the hero carried, in copper.
    pub wealth: u64,
    /// The score.
    pub score: u64,
}

impl Game {
    /// The game so far in numbers; once it has ended, the final numbers.
    ///
    /// ```
    /// use undercroft_game::{GameContent, Game};
    /// use undercroft_mapgen::Plan;
    /// let game = Game::new(GameContent::standard(), Plan::named("two-caves")?, 3)?;
    /// assert_eq!((game.summary().turns, game.summary().deepest), (0, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn summary(&self) -> Summary {
        match self.outcome() {
            Some(outcome) => *outcome.summary(),
            None => summary(&self.content, self.plan(), &self.state, false),
        }
    }
}

/// Summarises a state.
pub(crate) fn summary(content: &GameContent, plan: &Plan, state: &State, won: bool) -> Summary {
    let settings = content.settings();
    let wealth = worth(content, state.hero.pack.values());
    let below = plan.goal().map_or(0, |goal| state.deepest.saturating_sub(goal.depth));
    let depths = [(state.deepest, settings.score_depth), (below, settings.score_deep)];
    let depths = depths.map(|(depths, each)| u64::from(depths) * u64::from(each)).iter().sum();
    let won = if won { u64::from(settings.score_win) } else { 0 };
    let parts = [wealth, depths, won, u64::from(state.hero.experience)];
    Summary {
        depth: state.depth,
        deepest: state.deepest,
        turns: state.turn,
        level: state.hero.level,
        kills: state.kills.values().fold(0, |sum: u32, kills| sum.saturating_add(*kills)),
        wealth,
        score: parts.into_iter().fold(0, u64::saturating_add),
    }
}

/// What killed somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Cause {
    /// A creature's attack.
    Creature(CreatureKindId),
    /// The hero's attack.
    Hero,
    /// An item that was thrown, zapped or stepped on.
    Item(ItemKindId),
    /// The explosion of a creature.
    Blast(CreatureKindId),
    /// Poison.
    Poison,
    /// Fire or lava.
    Fire,
    /// Starvation.
    Hunger,
    /// A fall.
    Fall,
    /// Being pushed into an obstacle.
    Crash,
    /// Something else.
    Mishap,
}

impl Cause {
    /// The cause as the end of a sentence: "killed by a goblin".
    #[must_use]
    pub fn describe(self, content: &GameContent) -> String {
        match self {
            Self::Creature(kind) => format!("killed by {}", a_creature(content, kind)),
            Self::Hero => "killed by your own hand".into(),
            Self::Item(kind) => format!("killed by {}", an_item_kind(content.item(kind))),
            Self::Blast(kind) => format!("blown up by {}", a_creature(content, kind)),
            Self::Poison => "killed by poison".into(),
            Self::Fire => "burnt to death".into(),
            Self::Hunger => "starved to death".into(),
            Self::Fall => "killed by a fall".into(),
            Self::Crash => "crushed against the rock".into(),
            Self::Mishap => "killed by misfortune".into(),
        }
    }
}
