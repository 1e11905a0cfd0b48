//! How the bot fights.

use undercroft_grid::bresenham;

use crate::action::{Action, Direction, Slot};
use crate::content::{Condition, Effect, Habit, ItemClass};
use crate::game::Game;
use crate::helpers::errand::Way;
use crate::level::stage::Occupant;
use crate::state::Mind;
use crate::view::{Sighting, View};

use super::care::carried;

/// What to do about those in sight.
pub(super) fn now(game: &Game, way: &mut Way) -> Option<Action> {
    let view = game.view();
    let dangers: Vec<Sighting<'_>> = view.creatures().into_iter().filter(Sighting::is_danger).collect();
    let nearest = dangers.first()?;
    if let Some(action) = dodge(game, &dangers) {
        return Some(action);
    }
    if let Some(target) =
        dangers.iter().filter(|sighting| sighting.distance == 1).min_by_key(|it| it.creature.hit_points)
        && let Some(direction) = Direction::between(view.at(), target.creature.at)
        && !is_squeezed(game, direction)
    {
        if is_strong(game, target)
            && let Some(action) = zap(view, target)
        {
            return Some(action);
        }
        return Some(Action::Walk(direction));
    }
    if let Some(action) = dangers.iter().find_map(|target| shoot(game, target)) {
        return Some(action);
    }
    // What sleeps or cannot move is left alone; what hunts is met, the others come by themselves.
    let hunts = |sighting: &&Sighting<'_>| matches!(sighting.creature.mind, Mind::Hunting(_)) && !is_rooted(sighting);
    let hunter = dangers.iter().find(hunts)?;
    let shoots =
        |sighting: &Sighting<'_>| sighting.kind.habits.iter().any(|habit| matches!(habit, Habit::Shoot { .. }));
    if shoots(hunter) || nearest.distance > 1 && is_timid(hunter) {
        return approach(game, way, hunter);
    }
    if hunter.distance <= 2 {
        // Whoever comes the last step is hit first.
        return Some(Action::Wait);
    }
    approach(game, way, hunter)
}

fn approach(game: &Game, way: &mut Way, target: &Sighting<'_>) -> Option<Action> {
    let at = target.creature.at;
    way.forget();
    let step = way.step(game, |known| {
        let beside = at.eight().filter(|near| game.stage.occupant(*near) == Occupant::Nobody);
        let ways = beside.filter_map(|near| known.way_to_cell(near));
        ways.filter(|way| !way.is_empty()).min_by_key(Vec::len).filter(|way| way.len() < 20)
    });
    step.ok()
}

/// Steps away from what is about to burst.
fn dodge(game: &Game, dangers: &[Sighting<'_>]) -> Option<Action> {
    let here = game.view().at();
    let lit = dangers.iter().find(|sighting| sighting.creature.is(Condition::Lit) && sighting.distance <= 2)?;
    let bomb = lit.creature.at;
    let away = Direction::STRAIGHT_FIRST.into_iter().find(|direction| {
        let to = here + direction.offset();
        let ground = game.stage.ground(to);
        let free = ground.walkable && !ground.shut && game.stage.occupant(to) == Occupant::Nobody;
        free && to.chebyshev(bomb) > here.chebyshev(bomb) && !is_squeezed(game, *direction)
    });
    away.map(Action::Walk)
}

fn is_squeezed(game: &Game, direction: Direction) -> bool {
    let (here, offset) = (game.view().at(), direction.offset());
    let beside = [(offset.x, 0), (0, offset.y)].map(|(x, y)| here + undercroft_grid::Point::new(x, y));
    direction.is_diagonal() && !beside.iter().any(|at| game.stage.ground(*at).walkable)
}

fn is_rooted(sighting: &Sighting<'_>) -> bool {
    sighting.kind.habits.contains(&Habit::Guard(0))
}

fn is_timid(sighting: &Sighting<'_>) -> bool {
    sighting.kind.habits.iter().any(|habit| matches!(habit, Habit::Flee(_)))
}

fn is_strong(game: &Game, sighting: &Sighting<'_>) -> bool {
    let stats = game.view().stats();
    sighting.kind.attack - stats.defence >= 8 && sighting.creature.hit_points > 8
}

/// Throws or zaps from afar.
fn shoot(game: &Game, target: &Sighting<'_>) -> Option<Action> {
    let view = game.view();
    let at = target.creature.at;
    if target.distance < 2 || target.creature.mind == Mind::Sleeping && !is_strong(game, target) {
        return None;
    }
    let cells = bresenham(view.at(), at);
    let between = cells.get(1..cells.len() - 1).unwrap_or_default();
    let clear = between
        .iter()
        .all(|cell| game.stage.occupant(*cell) == Occupant::Nobody && game.stage.ground(*cell).transparent);
    if !clear {
        return None;
    }
    if is_strong(game, target)
        && let Some(action) = zap(view, target)
    {
        return Some(action);
    }
    let slot = carried(view, |kind| kind.class == ItemClass::Missile)?;
    (target.distance <= view.throwing_range().min(6)).then_some(Action::Throw { slot, at })
}

fn zap(view: View<'_>, target: &Sighting<'_>) -> Option<Action> {
    let bolts = |slot: &Slot| {
        let item = view.item_in(*slot)?;
        let kind = view.content().item(item.kind);
        let bolts = kind.effects.iter().any(|effect| matches!(effect, Effect::Bolt(_)));
        (bolts && item.charges > 0 && kind.range >= target.distance).then_some(*slot)
    };
    let slot = view.pack().find_map(|(slot, _)| bolts(&slot))?;
    Some(Action::Use { slot, at: Some(target.creature.at) })
}
