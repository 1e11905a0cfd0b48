//! Errands: travelling, exploring and resting, action by action, until danger comes into sight.

use std::collections::BTreeSet;

use undercroft_grid::Point;

use crate::action::{Action, Direction};
use crate::content::{Condition, ItemClass};
use crate::game::Game;
use crate::helpers::route::{Known, far_way, is_in_the_way};
use crate::state::{CreatureId, Item};
use crate::view::{Hunger, Sighting};

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
    way: Way,
}

#[derive(Clone, Copy, Debug)]
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
    /// It makes no sense now: resting while danger is in sight, or hungry.
    NotNow,
}

impl Errand {
    fn new(game: &Game, what: What) -> Self {
        let known = dangers(game).collect();
        let view = game.view();
        Self { what, known, hit_points: view.stats().hit_points, depth: view.depth(), way: Way::default() }
    }

    /// Goes to a cell that the hero knows.
    #[must_use]
    pub fn travel(game: &Game, to: Point) -> Self {
        Self::new(game, What::Travel(to))
    }

    /// Looks at everything that can be reached, picks up what can be carried and opens what is not locked.
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
            What::Travel(to) if to == view.at() => Err(Stop::Done),
            What::Travel(to) => self.way.step(game, |known| known.way_to_cell(to).or_else(|| far_way(game, to))),
            What::Explore => explore(game, &mut self.way),
            What::Rest => rest(game),
        }
    }
}

/// A way that is followed as long as it stays good.
#[derive(Clone, Debug, Default)]
pub(crate) struct Way {
    /// What is left of it, the next cell last.
    left: Vec<Point>,
    /// The action that was asked for last, and where the hero stood: asking again at the same place means that it failed.
    asked: Option<(Point, Point)>,
    fails: u32,
}

impl Way {
    /// The next step of the way, or of a new one where it is no longer good.
    pub(crate) fn step(
        &mut self,
        game: &Game,
        find: impl FnOnce(&Known<'_>) -> Option<Vec<Point>>,
    ) -> Result<Action, Stop> {
        let here = game.view().at();
        if self.left.last() == Some(&here) {
            self.left.pop();
        }
        let is_good = self.left.last().is_some_and(|next| next.chebyshev(here) == 1 && is_believed_open(game, *next));
        if !is_good {
            self.left = find(&Known::of(game)).ok_or(Stop::NoWay)?;
            self.left.reverse();
        }
        let Some(next) = self.left.last().copied() else { return Err(Stop::Done) };
        if self.asked == Some((here, next)) {
            // Opening a door takes a turn without moving; more than that means that something is wrong.
            self.fails += 1;
            if self.fails > 3 {
                self.forget();
                return Err(Stop::NoWay);
            }
        } else {
            self.fails = 0;
        }
        self.asked = Some((here, next));
        Direction::between(here, next).map(Action::Walk).ok_or(Stop::NoWay)
    }

    /// Whether there is nothing left of it.
    pub(crate) const fn is_done(&self) -> bool {
        self.left.is_empty()
    }

    /// Where it leads.
    pub(crate) fn end(&self) -> Option<Point> {
        self.left.first().copied()
    }

    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }
}

fn is_believed_open(game: &Game, at: Point) -> bool {
    let cell = game.view().cell(at);
    if is_in_the_way(game, at) {
        return false;
    }
    let is_trap = |kind| game.content.item(kind).class == ItemClass::Trap;
    cell.tile().is_some_and(|tile| game.stage.ground_of(tile).walkable) && !cell.item().is_some_and(is_trap)
}

/// The next action of exploring.
pub(crate) fn explore(game: &Game, way: &mut Way) -> Result<Action, Stop> {
    if let Some(action) = use_of_here(game) {
        way.forget();
        return Ok(action);
    }
    // What was worth going to may be known by now: then the way is not good any more.
    if way.end().is_some_and(|end| !is_worth_going(game, end)) {
        way.forget();
    }
    let step = way.step(game, |known| {
        let mut targets = known.frontier();
        targets.unite(&known.things(|kind| is_wanted(game, kind)));
        if let Some(local) = game.stage.local(game.view().at()) {
            targets.remove(local);
        }
        known.way_to(&targets)
    });
    match step {
        Err(Stop::NoWay) if way.is_done() => Err(Stop::Done),
        other => other,
    }
}

fn is_worth_going(game: &Game, at: Point) -> bool {
    let view = game.view();
    let unseen = |near: Point| !view.knows(near) && view.bounds().is_none_or(|bounds| bounds.contains(near));
    at.eight().any(unseen) || view.cell(at).item().is_some_and(|kind| is_wanted(game, kind))
}

/// What can be done with what lies where the hero stands.
pub(crate) fn use_of_here(game: &Game) -> Option<Action> {
    let here = game.view().at();
    let wanted = |item: &Item| is_wanted(game, item.kind);
    let pile = game.stage.pile(here);
    if crate::level::memory::was_left(&game.state, here) {
        return None;
    }
    if pile.iter().any(|item| wanted(item) && game.content.item(item.kind).class == ItemClass::Chest) {
        return Some(Action::Interact);
    }
    pile.iter().any(wanted).then_some(Action::PickUp)
}

/// Whether exploring goes for a thing: what fits into the pack, and chests that the hero can open.
fn is_wanted(game: &Game, kind: crate::content::ItemKindId) -> bool {
    let info = game.content.item(kind);
    let pack = &game.state.hero.pack;
    match info.class {
        ItemClass::Trap => false,
        ItemClass::Chest => info.key.as_deref().is_none_or(|key| {
            let key = game.content.item_named(key).map(|(id, _)| id);
            pack.values().any(|item| Some(item.kind) == key)
        }),
        class => {
            let has_one = pack.values().any(|item| item.kind == kind);
            let has_room = pack.len() < usize::from(crate::action::Slot::COUNT);
            // One club is enough; potions never are.
            if class.is_equipment() { has_room && !has_one } else { has_room || has_one && class.stacks() }
        }
    }
}

fn rest(game: &Game) -> Result<Action, Stop> {
    let view = game.view();
    let stats = view.stats();
    let lasting = view.conditions().iter().any(|(condition, _)| condition.is_harmful() && *condition != Condition::Lit);
    if stats.hit_points >= stats.most_hit_points && !lasting {
        return Err(Stop::Done);
    }
    if dangers(game).next().is_some() || stats.hunger >= Hunger::Weak {
        return Err(Stop::NotNow);
    }
    Ok(Action::Wait)
}

/// The dangerous creatures in sight.
fn dangers(game: &Game) -> impl Iterator<Item = CreatureId> {
    let seen = game.view().creatures().into_iter().filter(Sighting::is_danger);
    seen.map(|sighting| sighting.creature.id)
}
