//! How the bot uses the ground: it kicks enemies into pits and walls, stands in narrow places, and steps back from danger.

use undercroft_grid::Point;

use crate::action::Direction;
use crate::content::{Ability, Effect, Tactic, Trait};
use crate::game::Game;
use crate::view::Sighting;

/// How far the bot goes to find a better place to stand.
const RETREAT: usize = 4;

/// What lies behind a creature, in the direction of a kick.
enum Behind {
    /// Free ground. The creature would slide this many cells.
    Room(u32),
    /// A pit or lava.
    Hazard,
    /// Something solid. The creature would crash into it with this many cells of the kick unspent.
    Obstacle(u32),
}

/// Whether kicking an adjacent creature is better than hitting it: into a pit, hard against a wall, or out of reach if it
/// is slow to come back.
pub(super) fn is_kick_better(game: &Game, foe: &Sighting<'_>, direction: Direction) -> bool {
    let view = game.view();
    if !view.abilities().contains(&Ability::Kick) || foe.kind.has_trait(Trait::Steadfast) {
        return false;
    }
    let odds = view.odds_against(foe);
    if odds.hits_for(foe.creature.hit_points) <= 1 {
        return false;
    }
    match behind(game, foe, direction) {
        Behind::Hazard => !foe.kind.has_trait(Trait::Fly),
        Behind::Obstacle(left) => {
            let crash = (view.content().settings().crash_damage * left) as i32;
            odds.damage / 2 + (crash + 1) / 2 > odds.damage + 1
        }
        Behind::Room(cells) => {
            let others = view.creatures().iter().filter(|other| other.is_threat() && other.distance <= 2).count();
            let shoots =
                foe.kind.tactics.iter().any(|tactic| matches!(tactic, Tactic::Shoot { .. } | Tactic::Charge(_)));
            cells >= 2 && foe.kind.speed * 10 <= view.stats().speed * 7 && others == 1 && !shoots
        }
    }
}

/// How many cells a kick would push an adjacent creature.
pub(super) fn room_behind(game: &Game, foe: &Sighting<'_>, direction: Direction) -> u32 {
    let cannot = !game.abilities.contains(&Ability::Kick) || foe.kind.has_trait(Trait::Steadfast);
    match behind(game, foe, direction) {
        _ if cannot => 0,
        Behind::Room(cells) => cells,
        Behind::Hazard => 3,
        Behind::Obstacle(left) => game.content.settings().kick_distance - left,
    }
}

fn behind(game: &Game, foe: &Sighting<'_>, direction: Direction) -> Behind {
    let distance = game.content.settings().kick_distance;
    let mut at = foe.creature.at;
    for done in 0..distance {
        let next = at + direction.offset();
        let flags = game.level.flags(next);
        let squeezes = game.level.squeezes(at, direction, false);
        if !squeezes && (flags.pit || burns(game, next)) && game.view().sees(next) {
            return Behind::Hazard;
        }
        if squeezes || !flags.is_floor() || game.level.is_occupied(next) {
            // Water stops a pushed creature without hurting it.
            return if flags.flyable && !flags.walkable {
                Behind::Room(done)
            } else {
                Behind::Obstacle(distance - done)
            };
        }
        at = next;
    }
    Behind::Room(distance)
}

fn burns(game: &Game, at: Point) -> bool {
    let info = game.level.tileset.get(game.level.tile(at));
    let event = info.and_then(|info| game.content.event_of(info));
    event.is_some_and(|event| event.effects.iter().any(|effect| matches!(effect, Effect::Burn(_))))
}

/// A step to a free cell farther away from a place.
pub(super) fn step_away(game: &Game, here: Point, from: Point) -> Option<Direction> {
    Direction::STRAIGHT_FIRST.into_iter().find(|direction| {
        let to = here + direction.offset();
        is_free(game, to) && to.chebyshev(from) > here.chebyshev(from) && !game.level.squeezes(here, *direction, false)
    })
}

/// A step towards a nearby cell where fewer enemies can surround the hero, if there is time to get there.
pub(super) fn retreat(game: &Game, awake: &[Sighting<'_>]) -> Option<crate::Action> {
    let here = game.view().at();
    let shoots = |foe: &Sighting<'_>| foe.kind.tactics.iter().any(|tactic| matches!(tactic, Tactic::Shoot { .. }));
    let nearest = awake.iter().map(|foe| foe.distance).min()?;
    if nearest <= 1 || awake.iter().any(shoots) || exposure(game, here) <= 2 {
        return None;
    }
    let mut reached: Vec<(Point, Direction)> = Vec::new();
    let mut edge: Vec<(Point, Option<Direction>)> = vec![(here, None)];
    for steps in 1..=RETREAT.min(nearest as usize - 1) {
        for (at, first) in std::mem::take(&mut edge) {
            for direction in Direction::STRAIGHT_FIRST {
                let to = at + direction.offset();
                let seen = to == here || reached.iter().any(|(known, _)| *known == to);
                if seen || !is_free(game, to) || game.level.squeezes(at, direction, false) {
                    continue;
                }
                let nearer = awake.iter().any(|foe| foe.creature.at.chebyshev(to) <= steps as u32);
                if !nearer {
                    let first = first.unwrap_or(direction);
                    reached.push((to, first));
                    edge.push((to, Some(first)));
                }
            }
        }
    }
    let (best, first) = reached.into_iter().min_by_key(|(at, _)| exposure(game, *at))?;
    (exposure(game, best) + 2 <= exposure(game, here)).then_some(crate::Action::Walk(first))
}

/// The number of cells from which the hero could be attacked in melee.
fn exposure(game: &Game, at: Point) -> usize {
    at.eight().filter(|near| game.level.flags(*near).is_floor()).count()
}

fn is_free(game: &Game, at: Point) -> bool {
    game.view().sees(at) && game.level.flags(at).is_floor() && !game.level.is_occupied(at)
}
