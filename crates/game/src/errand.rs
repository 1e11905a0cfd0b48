//! Errands: travelling, exploring and resting, action by action, until danger comes into sight.

use std::collections::BTreeSet;

use undercroft_grid::Point;

use crate::action::Action;
use crate::game::Game;
use crate::state::CreatureId;

/// Something that takes many actions. A front end asks it for the next action until it stops; replays hold only the
/// actions.
///
/// ```
/// use undercroft_game::{Content, Errand, Game};
/// use undercroft_mapgen::Plan;
/// let mut game = Game::new(Content::standard(), Plan::named("two-caves")?, 3)?;
/// let mut errand = Errand::explore(&game);
/// while let Ok(action) = errand.next(&game) {
///     game.act(action);
/// }
/// assert!(game.view().turn() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Errand {
    what: What,
    /// Who was in sight when it began: only others interrupt it.
    known: BTreeSet<CreatureId>,
    hit_points: i32,
    depth: u32,
}

#[derive(Clone, Debug)]
enum What {
    Travel(Point),
    Explore,
    Rest,
}

/// Why an errand stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It is done.
    Done,
    /// Danger came into sight.
    Danger(CreatureId),
    /// The hero was hurt.
    Hurt,
    /// No way is known.
    NoWay,
    /// It makes no sense now: resting while danger is in sight.
    NotNow,
}

impl Errand {
    fn new(game: &Game, what: What) -> Self {
        let known = dangers(game).collect();
        let view = game.view();
        Self { what, known, hit_points: view.stats().hit_points, depth: view.depth() }
    }

    /// Goes to a cell that the hero knows.
    #[must_use]
    pub fn travel(game: &Game, to: Point) -> Self {
        Self::new(game, What::Travel(to))
    }

    /// Looks at everything that can be reached, and picks up what can be carried.
    #[must_use]
    pub fn explore(game: &Game) -> Self {
        Self::new(game, What::Explore)
    }

    /// Waits until all hit points are back and nothing bad lasts.
    #[must_use]
    pub fn rest(game: &Game) -> Self {
        Self::new(game, What::Rest)
    }

    /// The next action.
    ///
    /// # Errors
    /// Why there is none.
    pub fn next(&mut self, game: &Game) -> Result<Action, Stop> {
        let view = game.view();
        if game.outcome().is_some() || view.depth() != self.depth {
            return Err(Stop::Done);
        }
        if let Some(danger) = dangers(game).find(|id| !self.known.contains(id)) {
            return Err(Stop::Danger(danger));
        }
        let now = view.stats().hit_points;
        if now < self.hit_points {
            return Err(Stop::Hurt);
        }
        self.hit_points = now;
        match self.what {
            What::Travel(_) | What::Explore => Err(Stop::Done),
            What::Rest => Err(Stop::Done),
        }
    }
}

/// The dangerous creatures in sight.
fn dangers(game: &Game) -> impl Iterator<Item = CreatureId> {
    let seen = game.view().creatures().into_iter().filter(crate::view::Sighting::is_danger);
    seen.map(|sighting| sighting.creature.id)
}
