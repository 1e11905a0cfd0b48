//! Doors, creatures and items.

use undercroft_grid::{Distances, Neighbours};

use super::Survey;
use crate::Class;

pub(super) fn doors(survey: &Survey<'_>) -> Option<f64> {
    Some(survey.draft().doors.len() as f64)
}

fn count(survey: &Survey<'_>, class: &Class) -> f64 {
    survey.draft().spawns.iter().filter(|spawn| spawn.class == *class).count() as f64
}

pub(super) fn creatures(survey: &Survey<'_>) -> Option<f64> {
    Some(count(survey, &Class::Creature))
}

pub(super) fn items(survey: &Survey<'_>) -> Option<f64> {
    Some(count(survey, &Class::Item))
}

pub(super) fn creature_density(survey: &Survey<'_>) -> Option<f64> {
    survey.share_of_open(100.0 * count(survey, &Class::Creature))
}

pub(super) fn item_density(survey: &Survey<'_>) -> Option<f64> {
    survey.share_of_open(100.0 * count(survey, &Class::Item))
}

pub(super) fn off_path(survey: &Survey<'_>) -> Option<f64> {
    let from_path = Distances::from(survey.open(), survey.path()?.iter().copied(), Neighbours::Four);
    let steps: Vec<f64> =
        survey.draft().spawns.iter().filter_map(|spawn| from_path.get(spawn.at)).map(f64::from).collect();
    (!steps.is_empty()).then(|| steps.iter().sum::<f64>() / steps.len() as f64)
}
