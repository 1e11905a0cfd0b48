//! What is in sight, in words: for players who cannot see the map, and for lists of places to travel to.
//!
//! ```text
//! a rat, 3 steps north-east, asleep
//! 2 copper coins, 5 steps west
//! stairs leading down, 12 steps south
//! ```

use undercroft_grid::Point;
use undercroft_mapgen::StairKind;

use super::{Sighting, View};
use crate::action::Direction;
use crate::grammar::{a_creature, an_item, list, with_article};
use crate::level::tile_flags::{Barrier, TileFlags};
use crate::state::Behaviour;

/// Something in sight, in words. Stairs count as long as the hero remembers them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InSight {
    /// What it is, its direction and distance from the hero, and what it is doing.
    pub text: String,
    /// Where it is.
    pub at: Point,
}

impl View<'_> {
    /// What is in sight, in words: enemies, other creatures, items, stairs and special ground, each sorted from nearest to
    /// farthest.
    #[must_use]
    pub fn in_sight(&self) -> Vec<InSight> {
        let creatures = self.creatures();
        let (hostile, peaceful): (Vec<_>, Vec<_>) = creatures.iter().partition(|sighting| sighting.is_threat());
        let creatures = hostile.into_iter().chain(peaceful).map(|sighting: &Sighting<'_>| {
            let name = a_creature(self.content(), sighting.creature.kind);
            self.line(&name, sighting.creature.at, &states(sighting))
        });
        let items = self.items().into_iter().map(|(at, pile)| {
            let names: Vec<String> = pile.iter().rev().map(|item| an_item(self.content(), item)).collect();
            self.line(&list(&names), at, &[])
        });
        let stairs = [(StairKind::Down, "stairs leading down"), (StairKind::Up, "stairs leading up")];
        let stairs = stairs.into_iter().flat_map(|(kind, name)| {
            let out_of_sight = |at: Point| if self.sees(at) { vec![] } else { vec!["out of sight".to_owned()] };
            self.stairs(kind).into_iter().map(move |at| self.line(name, at, &out_of_sight(at)))
        });
        creatures.chain(items).chain(stairs).chain(self.ground()).collect()
    }

    /// The state of the hero, in words.
    #[must_use]
    pub fn state_in_words(&self) -> String {
        let stats = self.stats();
        let mut text = format!(
            "Depth {}, turn {}. You have {} of {} hit points.",
            self.depth(),
            self.turn(),
            stats.hit_points.max(0),
            stats.max_hit_points
        );
        let mut states: Vec<String> = self.statuses().iter().map(|(status, _)| status.name().to_owned()).collect();
        if stats.hunger != super::Hunger::Fed {
            states.push(stats.hunger.name().to_owned());
        }
        if !states.is_empty() {
            text += &format!(" You are {}.", list(&states));
        }
        let open: Vec<String> = self.open_directions().map(|direction| direction.name().to_owned()).collect();
        text += &match open.len() {
            0 => " You cannot walk in any direction.".to_owned(),
            8 => " You can walk in every direction.".to_owned(),
            _ => format!(" You can walk {}.", list(&open)),
        };
        text
    }

    /// The directions in which the next cell can be walked on, as far as the hero can see.
    fn open_directions(&self) -> impl Iterator<Item = Direction> {
        let (here, level) = (self.at(), &self.game.level);
        Direction::ALL.into_iter().filter(move |direction| {
            level.flags(here + direction.offset()).walkable && !level.squeezes(here, *direction, false)
        })
    }

    /// The special ground in sight: doors, and the nearest tile of each kind that affects those who enter it.
    fn ground(&self) -> Vec<InSight> {
        let (level, here) = (&self.game.level, self.at());
        let mut cells: Vec<(Point, String)> =
            level.visible_cells().filter(|at| *at != here).filter_map(|at| Some((at, self.ground_name(at)?))).collect();
        cells.sort_by_key(|(at, _)| (here.chebyshev(*at), *at));
        let mut named: Vec<String> = Vec::new();
        cells.retain(|(_, name)| {
            let is_new = !named.contains(name);
            named.push(name.clone());
            is_new || name.ends_with("door")
        });
        cells.iter().map(|(at, name)| self.line(name, *at, &[])).collect()
    }

    /// The name of a cell's ground; `None` for plain ground and rock, and for stairs, which are listed anyway.
    fn ground_name(&self, at: Point) -> Option<String> {
        let tile = self.game.level.tile(at);
        let (flags, info) = (self.game.level.flags_of(tile), self.tile_info(tile));
        if self.stairs_of(tile).is_some() {
            return None;
        }
        if flags.closed {
            return Some("a closed door".into());
        }
        if info.answers_to("open-door") {
            return Some("an open door".into());
        }
        if let Some(name) = fixture(flags) {
            return Some(name.into());
        }
        let is_special = flags.altar || flags.pit || (!flags.walkable && flags.flyable);
        is_special.then(|| match info.name.as_str() {
            name @ ("water" | "lava") => name.to_owned(),
            name => with_article(&name.replace('-', " ")),
        })
    }

    fn line(&self, name: &str, at: Point, states: &[String]) -> InSight {
        let mut phrases = vec![name.to_owned(), self.where_is(at)];
        phrases.extend_from_slice(states);
        InSight { text: phrases.join(", "), at }
    }

    /// "3 steps north-east"
    fn where_is(&self, at: Point) -> String {
        let steps = self.at().chebyshev(at);
        match Direction::between(self.at(), at) {
            None => "here".into(),
            Some(direction) => format!("{steps} step{} {}", if steps == 1 { "" } else { "s" }, direction.name()),
        }
    }
}

/// The name of a barrier, or of something that belongs to one. A secret door has none.
const fn fixture(flags: TileFlags) -> Option<&'static str> {
    match flags.barrier {
        Some(Barrier::Lock) => Some("a locked door"),
        Some(Barrier::Gate) => Some("a gate"),
        _ if flags.lever => Some("a lever"),
        _ if flags.ledge => Some("a ledge"),
        _ if flags.cage => Some("a cage"),
        _ => None,
    }
}

/// What a creature is doing.
pub(super) fn behaviour(sighting: &Sighting<'_>) -> &'static str {
    match sighting.creature.behaviour {
        _ if sighting.kind.peaceful => "peaceful",
        Behaviour::Sleeping => "asleep",
        Behaviour::Hunting(_) if sighting.is_fleeing() => "fleeing",
        Behaviour::Hunting(_) => "hunting you",
        Behaviour::Idle | Behaviour::Lurking => "unaware of you",
    }
}

/// What a creature is doing, and its condition.
fn states(sighting: &Sighting<'_>) -> Vec<String> {
    let (creature, kind) = (sighting.creature, sighting.kind);
    let hurt = match creature.hit_points * 4 / kind.hit_points.max(1) {
        4.. => None,
        2..=3 => Some("wounded"),
        _ => Some("badly wounded"),
    };
    let statuses = creature.statuses.iter().map(|(status, _)| status.name());
    std::iter::once(behaviour(sighting)).chain(hurt).chain(statuses).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use crate::state::Behaviour;
    use crate::tests::scene;

    #[test]
    fn what_is_in_sight_is_told_with_direction_distance_and_state() {
        let mut scene = scene("##########\n#@....+..#\n#.....#..#\n#........#\n#...g....#\n##########");
        scene.game.state.creatures[0].behaviour = Behaviour::Sleeping;
        scene.put("copper coin", 2, 4, 1);
        scene.put("dagger", 1, 1, 1);
        let lines: Vec<String> = scene.game.view().in_sight().into_iter().map(|line| line.text).collect();
        let expected = ["a goblin, 3 steps south-east, asleep", "a dagger, here", "2 copper coins, 3 steps east"];
        assert_eq!(lines[..3], expected, "{lines:?}");
        assert!(lines.contains(&"a closed door, 5 steps east".to_owned()), "{lines:?}");
    }

    #[test]
    fn the_state_of_the_hero_is_told_with_where_to_walk() {
        let scene = scene("#####\n#@..#\n#####");
        let words = scene.game.view().state_in_words();
        assert_eq!(words, "Depth 0, turn 0. You have 100 of 100 hit points. You can walk east.");
    }
}
