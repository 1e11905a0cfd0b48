//! A game: its fixed inputs, its state, and what is derived from both.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::{Class, Dungeon, DungeonError, Plan, Seed};

use crate::action::Action;
use crate::content::{Ability, GameContent};
use crate::event::Event;
use crate::hash::StableHasher;
use crate::invariants::InvariantError;
use crate::level::active_level::ActiveLevel;
use crate::outcome::Outcome;
use crate::state::State;
use crate::view::View;

/// A game of a plan and a seed. The same content, plan, seed and actions give the same game on every machine.
///
/// ```
/// use undercroft_game::{Action, Direction, Game, GameContent};
/// use undercroft_mapgen::Plan;
/// let start = || Game::new(GameContent::standard(), Plan::named("two-caves").unwrap(), "moss").unwrap();
/// let (mut one, mut other) = (start(), start());
/// for direction in Direction::ALL {
///     one.act(Action::Walk(direction));
///     other.act(Action::Walk(direction));
/// }
/// assert_eq!(one.hash(), other.hash());
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) content: Arc<GameContent>,
    pub(crate) dungeon: Arc<Dungeon>,
    /// The abilities of this plan's hero.
    pub(crate) abilities: Vec<Ability>,
    /// The exit from the top level, if the plan has one.
    pub(crate) exit: Option<Point>,
    pub(crate) state: State,
    pub(crate) level: ActiveLevel,
}

/// Why a game cannot be started or resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The plan names a creature or an item that the content lacks.
    #[error("plan `{plan}`: no {class} is called `{kind}`; {suggestion}", class = class.name())]
    UnknownKind {
        /// The plan's name.
        plan: String,
        /// Whether it is a creature or an item.
        class: Class,
        /// The name.
        kind: String,
        /// The closest known name.
        suggestion: String,
    },
    /// The plan gives the hero an unknown ability.
    #[error("plan `{plan}`: `{ability}` is not an ability; {suggestion}")]
    UnknownAbility {
        /// The plan's name.
        plan: String,
        /// The unknown ability.
        ability: String,
        /// The closest known ability.
        suggestion: String,
    },
    /// A level cannot be generated.
    #[error(transparent)]
    Dungeon(#[from] DungeonError),
    /// The state belongs to another game.
    #[error("this state belongs to another game: {0}")]
    OtherGame(String),
    /// The state is inconsistent.
    #[error("this state is inconsistent: {0}")]
    Inconsistent(#[from] InvariantError),
}

impl Game {
    /// Starts a game.
    ///
    /// # Errors
    /// If the plan names kinds or abilities that the content lacks, or its first level cannot be generated.
    pub fn new(
        content: impl Into<Arc<GameContent>>,
        plan: impl Into<Arc<Plan>>,
        seed: impl Into<Seed>,
    ) -> Result<Self, GameError> {
        crate::start::start(content.into(), Dungeon::new(plan.into(), seed.into()))
    }

    /// Resumes a game from a checkpoint.
    ///
    /// # Errors
    /// If the state does not belong to this content, plan and seed, or is inconsistent.
    pub fn resume(
        content: impl Into<Arc<GameContent>>,
        plan: impl Into<Arc<Plan>>,
        seed: impl Into<Seed>,
        state: State,
    ) -> Result<Self, GameError> {
        crate::start::resume(content.into(), Dungeon::new(plan.into(), seed.into()), state)
    }

    /// Resumes this game from another of its states.
    ///
    /// # Errors
    /// As [`Game::resume`].
    pub fn with_state(&self, state: State) -> Result<Self, GameError> {
        crate::start::resume(self.content.clone(), self.dungeon.clone(), state)
    }

    /// Starts the dice elsewhere, before the first action: the levels are the same, but the luck differs. With 0, the game
    /// stays as it is. A replay of such a game begins with its [state](Game::state).
    ///
    /// ```
    /// use undercroft_game::{Game, GameContent};
    /// use undercroft_mapgen::Plan;
    /// let plan = Plan::named("two-caves").unwrap();
    /// let game = Game::new(GameContent::standard(), plan, 7)?;
    /// assert_eq!(game.clone().with_luck(0).hash(), game.hash());
    /// assert_ne!(game.clone().with_luck(1).hash(), game.hash());
    /// # Ok::<(), undercroft_game::GameError>(())
    /// ```
    #[must_use]
    pub fn with_luck(mut self, luck: u32) -> Self {
        // Each value of luck reserves more rolls than a game ever makes.
        self.state.rolls += u64::from(luck) << 24;
        self
    }

    /// Performs one action, then lets everyone else act until it is the hero's turn again. Returns what happened, in
    /// order. An impossible action takes no time and yields only [`Event::Refused`].
    pub fn act(&mut self, action: Action) -> Vec<Event> {
        let mut events = Vec::new();
        self.turn(&mut events).act(action);
        events
    }

    /// Everything a checkpoint has to store.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// What the hero sees and knows.
    #[must_use]
    pub const fn view(&self) -> View<'_> {
        View { game: self }
    }

    /// How the game ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.state.outcome.as_ref()
    }

    /// A hash of the whole state, the same on every machine.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hasher = StableHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        self.dungeon.plan()
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> &Seed {
        self.dungeon.seed()
    }

    /// The content.
    #[must_use]
    pub const fn content(&self) -> &Arc<GameContent> {
        &self.content
    }

    /// The exit from the dungeon, if it is on the hero's level.
    pub(crate) fn exit_here(&self) -> Option<Point> {
        self.exit.filter(|_| self.state.depth == 0)
    }
}
