//! How the bot fights.

use super::care::carried;
use crate::action::{Action, Direction};
use crate::autopilot::PathFollower;
use crate::content::{Effect, ItemClass, Status, Tactic};
use crate::game::Game;
use crate::state::Behaviour;
use crate::view::{Sighting, View};

/// What to do about the threats in sight.
pub(super) fn fight(game: &Game, path: &mut PathFollower) -> Option<Action> {
    let view = game.view();
    let threats: Vec<Sighting<'_>> = view.creatures().into_iter().filter(Sighting::is_threat).collect();
    let nearest = threats.first()?;
    if let Some(action) = dodge(game, &threats) {
        return Some(action);
    }
    let adjacent = threats.iter().filter(|sighting| sighting.distance == 1);
    if let Some(target) = adjacent.min_by_key(|sighting| sighting.creature.hit_points)
        && let Some(direction) = Direction::between(view.at(), target.creature.at)
        && !game.level.squeezes(view.at(), direction, false)
    {
        let zap = if is_strong(view, target) { zap(view, target) } else { None };
        return Some(zap.unwrap_or(Action::Walk(direction)));
    }
    if let Some(action) = threats.iter().find_map(|target| shoot(game, target)) {
        return Some(action);
    }
    // Sleepers and the rooted are left alone. Hunters are met; the others come by themselves.
    let hunter = threats.iter().find(|sighting| sighting.creature.is_hunting() && !sighting.kind.is_rooted())?;
    let has_tactic = |wanted: fn(&Tactic) -> bool| hunter.kind.tactics.iter().any(wanted);
    let shoots = has_tactic(|tactic| matches!(tactic, Tactic::Shoot { .. }));
    let flees = has_tactic(|tactic| matches!(tactic, Tactic::Flee(_)));
    if hunter.distance > 2 || shoots || flees && nearest.distance > 1 {
        return approach(game, path, hunter);
    }
    // Whoever takes the last step is hit first.
    Some(Action::Wait)
}

fn approach(game: &Game, path: &mut PathFollower, target: &Sighting<'_>) -> Option<Action> {
    path.clear();
    let step = path.step(game, |map| {
        let beside = target.creature.at.eight().filter(|near| !game.level.is_occupied(*near));
        let paths = beside.filter_map(|near| map.short_path_to(near)).filter(|path| !path.is_empty());
        paths.min_by_key(Vec::len).filter(|path| path.len() < 20)
    });
    step.ok()
}

/// Steps away from a creature that is about to explode.
fn dodge(game: &Game, threats: &[Sighting<'_>]) -> Option<Action> {
    let here = game.view().at();
    let lit = threats.iter().find(|sighting| sighting.creature.is(Status::Lit) && sighting.distance <= 2)?;
    let bomb = lit.creature.at;
    let away = Direction::STRAIGHT_FIRST.into_iter().find(|direction| {
        let to = here + direction.offset();
        let free = game.level.flags(to).is_floor() && !game.level.is_occupied(to);
        free && to.chebyshev(bomb) > here.chebyshev(bomb) && !game.level.squeezes(here, *direction, false)
    });
    away.map(Action::Walk)
}

fn is_strong(view: View<'_>, sighting: &Sighting<'_>) -> bool {
    sighting.kind.attack - view.stats().defence >= 8 && sighting.creature.hit_points > 8
}

/// Throws or zaps something from afar.
fn shoot(game: &Game, target: &Sighting<'_>) -> Option<Action> {
    let (view, at, strong) = (game.view(), target.creature.at, is_strong(game.view(), target));
    let asleep = target.creature.behaviour == Behaviour::Sleeping;
    if target.distance < 2 || asleep && !strong || !game.level.has_clear_shot(view.at(), at) {
        return None;
    }
    let zap = if strong { zap(view, target) } else { None };
    zap.or_else(|| {
        let slot = carried(view, |kind| kind.class == ItemClass::Missile)?;
        (target.distance <= view.throwing_range().min(6)).then_some(Action::Throw { slot, at })
    })
}

/// Zaps a wand that shoots bolts.
fn zap(view: View<'_>, target: &Sighting<'_>) -> Option<Action> {
    let (slot, _) = view.pack().find(|(_, item)| {
        let kind = view.content().item(item.kind);
        let bolts = kind.effects.iter().any(|effect| matches!(effect, Effect::Bolt(_)));
        bolts && item.charges > 0 && kind.range >= target.distance
    })?;
    Some(Action::Use { slot, at: Some(target.creature.at) })
}
