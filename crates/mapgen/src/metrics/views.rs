//! What a player sees who walks from the start to the stairs by the shortest path.
//!
//! ```text
//! ########
//! #@.+.o>#        The door reveals half of the walkable cells. From there on, the ogre is in view.
//! ########
//! ```

use undercroft_grid::{BitGrid, FieldOfView, Point};

use super::Survey;
use crate::{AreaKind, Class};

/// The views from the cells of a path, from the start on.
#[derive(Debug)]
pub(super) struct Views {
    /// The number of cells in view from each cell of the path.
    in_view: Vec<usize>,
    /// The number of walkable cells that each brings into view for the first time.
    revealed: Vec<usize>,
    /// Whether a creature is in view from each.
    creatures: Vec<bool>,
    /// The walkable cells that come into view.
    seen: BitGrid,
}

impl Views {
    pub(super) fn of(survey: &Survey<'_>) -> Option<Self> {
        let path = survey.path()?;
        let (draft, clear) = (survey.draft(), survey.draft().transparent());
        let creatures: Vec<_> = draft.spawns.iter().filter(|spawn| spawn.class == Class::Creature).collect();
        let mut views = Self {
            in_view: Vec::with_capacity(path.len()),
            revealed: Vec::with_capacity(path.len()),
            creatures: Vec::with_capacity(path.len()),
            seen: BitGrid::new(clear.size()),
        };
        for at in path.iter().rev() {
            let view = FieldOfView::from(&clear, *at, None);
            let is_new = |near: &Point| survey.open().contains(*near) && views.seen.insert(*near);
            views.revealed.push(view.points().filter(is_new).count());
            views.in_view.push(view.count());
            views.creatures.push(creatures.iter().any(|creature| view.sees(creature.at)));
        }
        Some(views)
    }
}

pub(super) fn path_view(survey: &Survey<'_>) -> Option<f64> {
    let in_view = &survey.views()?.in_view;
    Some(in_view.iter().sum::<usize>() as f64 / in_view.len() as f64)
}

pub(super) fn revealed(survey: &Survey<'_>) -> Option<f64> {
    survey.share_of_open(survey.views()?.seen.count() as f64)
}

pub(super) fn revelation(survey: &Survey<'_>) -> Option<f64> {
    let largest = survey.views()?.revealed.iter().skip(1).max()?;
    survey.share_of_open(*largest as f64)
}

pub(super) fn landmarks(survey: &Survey<'_>) -> Option<f64> {
    let seen = &survey.views()?.seen;
    let areas = survey.areas();
    let is_landmark = |kind: AreaKind| matches!(kind, AreaKind::Vault | AreaKind::Lake | AreaKind::Clearing);
    let in_view = areas
        .iter()
        .filter(|area| is_landmark(area.kind) || area.has_tag("great"))
        .filter(|area| areas.cells(area.id).any(|at| seen.contains(at)));
    Some(in_view.count() as f64)
}

pub(super) fn tension(survey: &Survey<'_>) -> Option<f64> {
    let creatures = &survey.views()?.creatures;
    Some(creatures.iter().filter(|in_view| **in_view).count() as f64 / creatures.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draft, Metric, Rect, Spawn, StairKind, StampedVault};

    fn corridor(stairs: i32) -> Draft {
        let mut draft = Draft::parse("########\n#..+...#\n########");
        draft.start = Some(Point::new(1, 1));
        draft.put_stairs(StairKind::Down, Point::new(stairs, 1)).unwrap();
        draft.spawns.push(Spawn::new("ogre", Class::Creature, Point::new(5, 1)));
        let crypt =
            StampedVault { name: "crypt".into(), area: Rect::new(4, 0, 4, 3), tags: [].into(), roles: [].into() };
        draft.vaults.push(crypt);
        draft
    }

    fn measured<const N: usize>(draft: &Draft, metrics: [Metric; N]) -> [Option<f64>; N] {
        let survey = Survey::of_draft(draft);
        metrics.map(|metric| metric.measure(&survey))
    }

    #[test]
    fn a_door_hides_what_is_behind_it_until_the_path_reaches_it() {
        let metrics = [Metric::Revealed, Metric::Revelation, Metric::Landmarks, Metric::Tension];
        assert_eq!(measured(&corridor(6), metrics), [1.0, 3.0 / 6.0, 1.0, 4.0 / 6.0].map(Some));
        assert_eq!(measured(&corridor(2), metrics), [3.0 / 6.0, 0.0, 0.0, 0.0].map(Some));
    }

    #[test]
    fn all_of_a_closet_is_in_view_with_its_walls() {
        let mut closet = Draft::parse("#####\n#...#\n#####");
        closet.start = Some(Point::new(1, 1));
        assert_eq!(measured(&closet, [Metric::PathView, Metric::Tension]), [None, None]);
        closet.put_stairs(StairKind::Down, Point::new(3, 1)).unwrap();
        assert_eq!(measured(&closet, [Metric::PathView, Metric::Tension]), [Some(15.0), Some(0.0)]);
    }
}
