//! How the bot fights: using the terrain, from a distance, with whatever it carries, and hand to hand.

use super::care::{carried, health};
use super::risk::expected_loss;
use super::terrain;
use crate::action::{Action, Direction};
use crate::autopilot::PathFollower;
use crate::content::{Effect, ItemClass, ItemKind, Status, Tactic};
use crate::game::Game;
use crate::state::Behaviour;
use crate::view::{Sighting, View};

/// The share of its hit points, in percent, that the bot risks in a fight it could avoid.
const FAIR_RISK: i32 = 40;
/// At this risk and above, the bot uses what it has been saving.
const GRAVE_RISK: i32 = 55;

/// What to do about the threats in sight. Without `seek`, the bot strikes only adjacent creatures; when `bold`, it also wakes
/// sleepers that it would otherwise leave alone.
pub(super) fn fight(game: &Game, path: &mut PathFollower, seek: bool, bold: bool) -> Option<Action> {
    let view = game.view();
    let threats = threats(view);
    let awake: Vec<Sighting<'_>> = threats.iter().filter(|foe| foe.creature.is_hunting()).copied().collect();
    let risk = expected_loss(view, &awake) * 100 / view.stats().hit_points.max(1);
    dodge(game, &threats)
        .or_else(|| if risk >= GRAVE_RISK { prepare(view, &awake) } else { None })
        .or_else(|| strike(game, &threats, risk, bold))
        .or_else(|| threats.iter().find_map(|target| shoot(game, target, risk)))
        .or_else(|| if seek && awake.len() > 1 { terrain::retreat(game, &awake) } else { None })
        .or_else(|| if seek { close_in(game, path, &threats, &awake, bold) } else { None })
}

/// Walks into the nearest enemy and does nothing else: the baseline that shows what decisions are worth.
pub(super) fn bump(game: &Game, path: &mut PathFollower, seek: bool) -> Option<Action> {
    let view = game.view();
    let threats = threats(view);
    let adjacent = threats.iter().find(|foe| foe.distance == 1);
    if let Some(direction) = adjacent.and_then(|foe| towards(game, foe)) {
        return Some(Action::Walk(direction));
    }
    let hunter = threats.iter().find(|foe| seek && foe.creature.is_hunting() && !foe.kind.is_rooted())?;
    approach(game, path, hunter)
}

fn threats(view: View<'_>) -> Vec<Sighting<'_>> {
    view.creatures().into_iter().filter(Sighting::is_threat).collect()
}

/// The direction of an adjacent creature, unless a corner is in the way.
fn towards(game: &Game, foe: &Sighting<'_>) -> Option<Direction> {
    let here = game.view().at();
    Direction::between(here, foe.creature.at).filter(|direction| !game.level.squeezes(here, *direction, false))
}

/// Kicks or attacks the adjacent creature that would die soonest. Leaves dangerous sleepers alone, unless the bot is bold.
fn strike(game: &Game, threats: &[Sighting<'_>], risk: i32, bold: bool) -> Option<Action> {
    let view = game.view();
    let is_worth_it = |foe: &&Sighting<'_>| foe.creature.is_hunting() || bold || is_fair(view, foe);
    let adjacent: Vec<_> = threats.iter().filter(|foe| foe.distance == 1).filter(is_worth_it).collect();
    let reachable = || adjacent.iter().filter_map(|foe| Some((*foe, towards(game, foe)?)));
    if let Some((_, direction)) = reachable().find(|(foe, direction)| terrain::is_kick_better(game, foe, *direction)) {
        return Some(Action::Kick(direction));
    }
    let (target, direction) =
        reachable().min_by_key(|(foe, _)| view.odds_against(foe).hits_for(foe.creature.hit_points))?;
    let zap = if risk >= FAIR_RISK { zap(view, target) } else { None };
    Some(zap.unwrap_or(Action::Walk(direction)))
}

/// Whether attacking a creature that has not noticed the hero is worth the risk.
fn is_fair(view: View<'_>, foe: &Sighting<'_>) -> bool {
    expected_loss(view, &[*foe]) * 100 <= view.stats().hit_points * FAIR_RISK
}

/// Goes to meet hunters, and sneaks up on sleepers that are no great risk.
fn close_in(
    game: &Game,
    path: &mut PathFollower,
    threats: &[Sighting<'_>],
    awake: &[Sighting<'_>],
    bold: bool,
) -> Option<Action> {
    let view = game.view();
    let Some(hunter) = awake.iter().find(|foe| !foe.kind.is_rooted()) else {
        let unaware =
            threats.iter().find(|foe| !foe.kind.is_rooted() && foe.distance <= 7 && (bold || is_fair(view, foe)))?;
        return if health(view) >= 60 { approach(game, path, unaware) } else { None };
    };
    let has_tactic = |wanted: fn(&Tactic) -> bool| hunter.kind.tactics.iter().any(wanted);
    let shoots = has_tactic(|tactic| matches!(tactic, Tactic::Shoot { .. }));
    let flees = has_tactic(|tactic| matches!(tactic, Tactic::Flee(_)));
    let guards = has_tactic(|tactic| matches!(tactic, Tactic::Guard(_)));
    if hunter.distance > 2 || shoots || guards || flees && threats[0].distance > 1 {
        return approach(game, path, hunter);
    }
    // Whichever side takes the last step is hit first.
    Some(Action::Wait)
}

fn approach(game: &Game, path: &mut PathFollower, target: &Sighting<'_>) -> Option<Action> {
    path.clear();
    let step = path.step(game, |map| {
        let beside = target.creature.at.eight().filter(|near| !game.level.is_occupied(*near));
        map.path_to_nearest(&map.cells(beside)).filter(|path| !path.is_empty() && path.len() < 20)
    });
    step.ok()
}

/// Kicks a creature that is about to explode, or steps away from it.
fn dodge(game: &Game, threats: &[Sighting<'_>]) -> Option<Action> {
    let here = game.view().at();
    let lit = threats.iter().find(|sighting| sighting.creature.is(Status::Lit) && sighting.distance <= 2)?;
    if lit.distance == 1
        && let Some(direction) = towards(game, lit).filter(|direction| terrain::room_behind(game, lit, *direction) >= 2)
    {
        return Some(Action::Kick(direction));
    }
    terrain::step_away(game, here, lit.creature.at).map(Action::Walk)
}

/// Prepares for a fight that may go badly: first anything that makes the hero faster or tougher, then anything that
/// frightens the enemy.
fn prepare(view: View<'_>, awake: &[Sighting<'_>]) -> Option<Action> {
    if !awake.iter().any(|foe| foe.distance <= 4) {
        return None;
    }
    let lacks = |status: Status| !view.statuses().iter().any(|(known, _)| *known == status);
    let helps = |kind: &ItemKind| {
        let inflicts = |effect: &Effect| match effect {
            Effect::Inflict { status: status @ (Status::Hasted | Status::Shielded), .. } => lacks(*status),
            _ => false,
        };
        kind.class == ItemClass::Potion && kind.effects.iter().any(inflicts)
    };
    let is_near = |foe: &&Sighting<'_>| foe.distance <= 2 && !foe.creature.is(Status::Afraid);
    let scares = |kind: &ItemKind| kind.effects.iter().any(|effect| matches!(effect, Effect::Daunt { .. }));
    let scare = || if awake.iter().filter(is_near).count() > 0 { carried(view, scares) } else { None };
    carried(view, helps).or_else(scare).map(|slot| Action::Use { slot, at: None })
}

/// Throws or zaps something from afar.
fn shoot(game: &Game, target: &Sighting<'_>, risk: i32) -> Option<Action> {
    let (view, at) = (game.view(), target.creature.at);
    let asleep = target.creature.behaviour == Behaviour::Sleeping;
    let harmless = target.kind.is_rooted() && target.distance > 1;
    if target.distance < 2 || asleep || harmless || !game.level.has_clear_shot(view.at(), at) {
        return None;
    }
    let zap = if risk >= FAIR_RISK { zap(view, target) } else { None };
    zap.or_else(|| {
        let in_range = target.distance <= view.throwing_range().min(6);
        let precious = |kind: &ItemKind| kind.breaks;
        let slot = carried(view, |kind| kind.class == ItemClass::Missile && (risk >= FAIR_RISK || !precious(kind)))?;
        in_range.then_some(Action::Throw { slot, at })
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
