//! What a mission asks of the player: how often they come back, what they can leave out, what they must dare.

use undercroft_grid::{Distances, Neighbours, Point};

use super::Survey;
use crate::Class;
use crate::mission::Mission;

/// How near to a creature a path must lead to be dangerous.
const NEAR: u32 = 3;

pub(super) fn backtracking(survey: &Survey<'_>) -> Option<f64> {
    let entered = areas_entered(survey)?;
    let again = (0..entered.len()).filter(|index| entered[..*index].contains(&entered[*index])).count();
    (!entered.is_empty()).then(|| again as f64 / entered.len() as f64)
}

pub(super) fn optional(survey: &Survey<'_>) -> Option<f64> {
    let entered = areas_entered(survey)?;
    let left_out = survey.areas().iter().filter(|area| !entered.contains(&area.id)).map(|area| area.cells);
    survey.share_of_open(left_out.sum::<usize>() as f64)
}

pub(super) fn dared_rewards(survey: &Survey<'_>) -> Option<f64> {
    let (draft, from_start) = (survey.draft(), survey.distances_from_start()?);
    let rewards = &draft.mission.as_ref()?.rewards;
    let creatures: Vec<Point> =
        draft.spawns.iter().filter(|spawn| spawn.class == Class::Creature).map(|spawn| spawn.at).collect();
    let is_dared = |reward: &&Point| {
        let mut path = from_start.descend(**reward).into_iter();
        path.any(|at| creatures.iter().any(|creature| creature.chebyshev(at) <= NEAR))
    };
    let dared = rewards.iter().filter(is_dared).count();
    (!rewards.is_empty()).then(|| dared as f64 / rewards.len() as f64)
}

/// The areas along the walkthrough, in order. An area that is left and entered again is listed again.
fn areas_entered(survey: &Survey<'_>) -> Option<Vec<u32>> {
    let mission = survey.draft().mission.as_deref()?;
    let mut entered: Vec<u32> =
        route(survey, mission)?.into_iter().filter_map(|at| Some(survey.areas().at(at)?.id)).collect();
    entered.dedup();
    Some(entered)
}

/// The cells that a player walks over who follows the walkthrough, always by the shortest path.
fn route(survey: &Survey<'_>, mission: &Mission) -> Option<Vec<Point>> {
    let draft = survey.draft();
    let mut ground = survey.open().clone();
    mission.barriers().for_each(|at| _ = ground.remove(at));
    mission.gates.iter().filter(|gate| gate.open).for_each(|gate| _ = ground.insert(gate.at));
    let mut at = draft.arrival()?;
    let mut route = vec![at];
    for deed in &mission.walkthrough {
        let ledge = mission.drops.iter().find(|ledge| ledge.at == deed.at);
        if matches!(&*deed.deed, "open" | "find") {
            ground.insert(deed.at);
        }
        let target = ledge.map_or(deed.at, |ledge| ledge.from);
        let distances = Distances::from(&ground, [target], Neighbours::Four);
        distances.get(at)?;
        route.extend(distances.descend(at));
        at = target;
        if let Some(ledge) = ledge {
            route.extend([ledge.at, ledge.to]);
            at = ledge.to;
        }
        let pulled = mission.switches.iter().filter(|switch| &*deed.deed == "pull" && switch.at == deed.at);
        for gate in mission.gates.iter().filter(|gate| pulled.clone().any(|switch| switch.toggles.contains(&gate.id))) {
            if !ground.insert(gate.at) {
                ground.remove(gate.at);
            }
        }
    }
    Some(route)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::mission::{Deed, Lock};
    use crate::steps::Furnish;
    use crate::{Draft, Metric, Recipe, Rect, Spawn};

    /// Three rooms in a row, and one off the path. The start is in the middle, the key on the left, the goal on the right.
    fn three_rooms() -> Draft {
        let mut draft = Draft::parse(
            "#################
             #...###...###...#
             #...............#
             #...###...###...#
             #######.#########
             ######...########
             ######...########
             #################",
        );
        draft.start = Some(Point::new(8, 1));
        draft.rooms = [(1, 1), (7, 1), (13, 1)].map(|(x, y)| Rect::new(x, y, 3, 3)).to_vec();
        draft.rooms.push(Rect::new(6, 5, 3, 2));
        let mut mission = Mission::to("by hand", Point::new(15, 1));
        let lock = Point::new(11, 2);
        mission.locks.push(Lock { id: "lock 1".into(), at: lock, needs: "red".into(), key_depth: None });
        let deed = |deed: &str, at: Point| Deed { deed: deed.into(), what: None, at };
        mission.walkthrough.splice(0..0, [deed("take", Point::new(1, 3)), deed("open", lock)]);
        mission.rewards = vec![Point::new(6, 6), Point::new(1, 1)];
        draft.spawns.push(Spawn::new("rat", Class::Creature, Point::new(8, 6)));
        draft.mission = Some(Arc::new(mission));
        draft
    }

    #[test]
    fn coming_back_with_the_key_counts_and_rooms_off_the_way_are_optional() {
        let draft = three_rooms();
        let survey = Survey::of_draft(&draft);
        let entered = areas_entered(&survey).expect("there is a mission");
        // Middle, passage, left, passage, middle, right: two are entered again. The lock divides the passage on the right
        // between the rooms.
        assert_eq!(entered.len(), 6, "{entered:?}\n{draft}");
        assert_eq!(Metric::Backtracking.measure(&survey), Some(2.0 / 6.0), "{draft}");
        let open = draft.open().count() as f64;
        let off_the_way = survey.areas().iter().filter(|area| area.bounds.y >= 4).map(|area| area.cells).sum::<usize>();
        assert_eq!(Metric::Optional.measure(&survey), Some(off_the_way as f64 / open), "{draft}");
        assert_eq!(Metric::DaredRewards.measure(&survey), Some(0.5), "{draft}");
    }

    #[test]
    fn every_walkthrough_can_be_walked_and_levels_without_a_mission_have_no_value() {
        let halls = Recipe::named("halls").unwrap();
        let plain = halls.build(1).unwrap();
        assert_eq!(Metric::Backtracking.measure(&Survey::of(&plain)), None);
        for seed in 0..60 {
            let level = halls.clone().then(Furnish::default()).build(seed).unwrap();
            let survey = Survey::of(&level);
            let value = Metric::Backtracking.measure(&survey);
            assert_eq!(value.is_some(), level.mission().is_some(), "seed {seed}\n{level}");
        }
    }
}
