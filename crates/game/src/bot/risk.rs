//! Estimates what a fight would cost, from the odds that the screen shows.

use crate::content::{Effect, Status};
use crate::view::{Sighting, View};

/// The hit points that a fight against several creatures should cost, if the hero kills them one after another and each
/// strikes until it is dead.
pub(super) fn expected_loss(view: View<'_>, foes: &[Sighting<'_>]) -> i32 {
    let mut duels: Vec<(f64, f64)> = foes.iter().map(|foe| duel(view, foe)).collect();
    // The quickest kills first, as the bot does.
    duels.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut time = 0.0;
    let mut loss = 0.0;
    for (turns, damage) in duels {
        time += turns;
        loss += time * damage;
    }
    loss as i32
}

/// The turns it takes to kill a creature, and what it costs in each of them.
fn duel(view: View<'_>, foe: &Sighting<'_>) -> (f64, f64) {
    let (yours, its) = (view.odds_against(foe), view.odds_for(foe));
    let turns = f64::from(yours.hits_for(foe.creature.hit_points) * 100) / f64::from(yours.chance.max(1));
    let speed = f64::from(foe.kind.speed) / f64::from(view.stats().speed.max(1));
    let poison: f64 = foe.kind.on_hit.iter().map(|hit| f64::from(hit.chance) / 100.0 * lingering(&hit.effect)).sum();
    let damage = f64::from(its.chance) / 100.0 * (f64::from(its.damage) + poison);
    let is_distracted = [Status::Afraid, Status::Stunned].iter().any(|status| foe.creature.is(*status));
    (turns, if is_distracted { 0.0 } else { damage * speed })
}

/// What a side effect costs over time.
fn lingering(effect: &Effect) -> f64 {
    match effect {
        Effect::Inflict { status: Status::Poisoned, rounds } => f64::from(*rounds),
        Effect::Inflict { status: Status::Burning, rounds } => 2.0 * f64::from(*rounds),
        _ => 0.0,
    }
}
