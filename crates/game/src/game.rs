//! A game: what is fixed, its state, and what is worked out from both.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::{Class, Dungeon, DungeonError, Floor, Plan, Seed, did_you_mean};

use crate::action::Action;
use crate::content::{Content, Deed, same_name};
use crate::event::Event;
use crate::hash::StableHasher;
use crate::level::stage::Stage;
use crate::outcome::Outcome;
use crate::state::State;
use crate::view::View;

/// A game of a plan and a seed. The same content, plan, seed and actions give the same game, on every machine.
///
/// ```
/// use undercroft_game::{Action, Content, Direction, Game};
/// use undercroft_mapgen::Plan;
/// let start = || Game::new(Content::standard(), Plan::named("two-caves").unwrap(), "moss").unwrap();
/// let (mut one, mut other) = (start(), start());
/// for direction in Direction::ALL {
///     one.act(Action::Walk(direction));
///     other.act(Action::Walk(direction));
/// }
/// assert_eq!(one.hash(), other.hash());
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) content: Arc<Content>,
    pub(crate) dungeon: Arc<Dungeon>,
    /// What walking into things does for the hero of this plan.
    pub(crate) does: Vec<Deed>,
    /// Where the way out of the top level is, if the plan asks for one.
    pub(crate) exit: Option<Point>,
    pub(crate) state: State,
    pub(crate) stage: Stage,
}

/// Why a game cannot be started or resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The plan asks for a creature or an item that the content does not have.
    #[error("plan `{plan}` asks for the {class} `{kind}`, which is in no content file; {suggestion}", class = class.name())]
    UnknownKind {
        /// The plan's name.
        plan: String,
        /// Which catalogue.
        class: Class,
        /// The name.
        kind: String,
        /// The nearest name.
        suggestion: String,
    },
    /// The plan gives the hero an ability that there is not.
    #[error("plan `{plan}`: `{ability}` is not an ability; {suggestion}")]
    UnknownAbility {
        /// The plan's name.
        plan: String,
        /// The word.
        ability: String,
        /// The nearest word.
        suggestion: String,
    },
    /// A level cannot be made.
    #[error(transparent)]
    Dungeon(#[from] DungeonError),
    /// The state belongs to another content, plan or seed.
    #[error("this state is of another game: {0}")]
    OtherGame(String),
    /// The state breaks a rule.
    #[error("this state is broken: {0}")]
    Broken(String),
}

impl Game {
    /// Starts a game.
    ///
    /// # Errors
    /// Where the plan asks for kinds or abilities that the content does not have, or its first level cannot be made.
    pub fn new(
        content: impl Into<Arc<Content>>,
        plan: impl Into<Arc<Plan>>,
        seed: impl Into<Seed>,
    ) -> Result<Self, GameError> {
        let (content, plan, seed) = (content.into(), plan.into(), seed.into());
        let dungeon = Dungeon::new(plan, seed);
        let does = prepare(&content, dungeon.plan())?;
        let start = start_of(&dungeon)?;
        crate::start::start(content, dungeon, does, start)
    }

    /// Goes on from a checkpoint.
    ///
    /// # Errors
    /// Where the state is not one of this content, plan and seed, or makes no sense.
    pub fn resume(
        content: impl Into<Arc<Content>>,
        plan: impl Into<Arc<Plan>>,
        seed: impl Into<Seed>,
        state: State,
    ) -> Result<Self, GameError> {
        let (content, plan, seed) = (content.into(), plan.into(), seed.into());
        let dungeon = Dungeon::new(plan, seed);
        let does = prepare(&content, dungeon.plan())?;
        let start = start_of(&dungeon)?;
        crate::start::resume(content, dungeon, does, start, state)
    }

    /// Goes on from another state of this same game: of its content, plan and seed.
    ///
    /// # Errors
    /// As [`Game::resume`].
    pub(crate) fn resumed(&self, state: State) -> Result<Self, GameError> {
        let start = start_of(&self.dungeon)?;
        crate::start::resume(self.content.clone(), self.dungeon.clone(), self.does.clone(), start, state)
    }

    /// Does one action, and lets everybody else act until it is the hero's turn again. What happened comes back in order;
    /// an action that could not be done takes no time and gives an [`Event::Refused`] alone.
    pub fn act(&mut self, action: Action) -> Vec<Event> {
        let mut events = Vec::new();
        self.turn(&mut events).act(action);
        events
    }

    /// All that a checkpoint has to hold.
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

    /// A number that stands for the whole state: two games in the same state have the same, on every machine.
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

    /// The catalogue.
    #[must_use]
    pub const fn content(&self) -> &Arc<Content> {
        &self.content
    }

    /// The way out, on the level that has it.
    pub(crate) fn exit(&self) -> Option<Point> {
        self.exit.filter(|_| self.state.depth == 0)
    }
}

/// Checks a plan against the content; gives what walking into things does.
fn prepare(content: &Content, plan: &Plan) -> Result<Vec<Deed>, GameError> {
    for (class, kind) in plan.kinds() {
        let creatures: Vec<&str> = content.creatures().map(|(_, kind)| kind.name.as_str()).collect();
        let items: Vec<&str> = content.items().map(|(_, kind)| kind.name.as_str()).collect();
        let known = if class == Class::Creature { creatures } else { items };
        if !known.iter().any(|known| same_name(known, &kind)) {
            let suggestion = did_you_mean(&kind, known.iter().copied());
            return Err(GameError::UnknownKind { plan: plan.name().into(), class, kind: kind.to_string(), suggestion });
        }
    }
    if plan.abilities().is_empty() {
        return Ok(content.creature(content.hero()).does.clone());
    }
    let deed = |word: &String| {
        Deed::ALL.into_iter().find(|deed| deed.name() == word).ok_or_else(|| GameError::UnknownAbility {
            plan: plan.name().into(),
            ability: word.clone(),
            suggestion: did_you_mean(word, Deed::ALL.map(Deed::name)),
        })
    };
    plan.abilities().iter().map(deed).collect()
}

/// Where the hero begins.
fn start_of(dungeon: &Arc<Dungeon>) -> Result<Point, GameError> {
    Ok(match dungeon.level(0)? {
        Floor::Bounded(level) => level.world(level.start()),
        Floor::Endless(endless) => endless.start()?,
    })
}
