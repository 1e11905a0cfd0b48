//! Parameter checks that many steps share.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::BadParameter;
use crate::Tileset;
use crate::tile::Fixture;

/// A chance or share must be a number from 0 to 1.
///
/// # Errors
/// If it is not.
pub fn share(parameter: &str, value: f64) -> Result<(), BadParameter> {
    within(parameter, value, 0.0..=1.0)
}

/// A number must lie within a range.
///
/// # Errors
/// If it does not.
pub fn within<T: PartialOrd + Display>(
    parameter: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), BadParameter> {
    let (low, high) = (range.start(), range.end());
    require(range.contains(&value), parameter, || format!("{value} is not a number from {low} to {high}"))
}

/// A minimum must not exceed its maximum.
///
/// # Errors
/// If it does.
pub fn ordered<T: PartialOrd + Display>(
    (low_name, low): (&str, T),
    (high_name, high): (&str, T),
) -> Result<(), BadParameter> {
    require(low <= high, low_name, || format!("{low} is above `{high_name}`, which is {high}"))
}

/// A word must be one of the parameter's valid values.
///
/// # Errors
/// If it is not; the error lists them.
pub fn one_of(parameter: &str, value: &str, known: &[&str]) -> Result<(), BadParameter> {
    let names = || known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    require(known.contains(&value), parameter, || format!("`{value}` is not one of {}", names()))
}

/// The tileset must have the tile.
///
/// # Errors
/// If it does not; the error suggests the nearest name.
pub fn known_tile(parameter: &str, name: &str, tileset: &Tileset) -> Result<(), BadParameter> {
    match tileset.id_or_floor(name) {
        Some(_) => Ok(()),
        None => Err(BadParameter::missing_tile(parameter, name, tileset)),
    }
}

/// The tileset must have the tile, and steps must be free to paint it. Doors and stairs are also kept in lists, so
/// only their own steps may place them.
///
/// # Errors
/// If it does not exist, or is a door or stairs.
pub fn tile(parameter: &str, name: &str, tileset: &Tileset) -> Result<(), BadParameter> {
    known_tile(parameter, name, tileset)?;
    let step = match fixture(name, tileset) {
        None => return Ok(()),
        Some(Fixture::Door) => "doors",
        Some(Fixture::Stairs(_)) => "stairs",
    };
    Err(BadParameter::new(parameter, format!("only the step `{step}` can place `{name}`")))
}

/// The tileset must have the tile, and it must be a door.
pub(crate) fn door(parameter: &str, name: &str, tileset: &Tileset) -> Result<(), BadParameter> {
    known_tile(parameter, name, tileset)?;
    let is_door = fixture(name, tileset) == Some(Fixture::Door);
    require(is_door, parameter, || format!("`{name}` is not a door: use `door` or `open-door`"))
}

fn fixture(name: &str, tileset: &Tileset) -> Option<Fixture> {
    tileset.id_or_floor(name).and_then(|tile| tileset.fixture(tile))
}

/// The tileset must have the tile, unless the name is empty.
///
/// # Errors
/// As for [`tile`].
pub fn optional_tile(parameter: &str, name: &str, tileset: &Tileset) -> Result<(), BadParameter> {
    if name.is_empty() { Ok(()) } else { tile(parameter, name, tileset) }
}

/// The tileset must have the tile, and it must be walkable.
///
/// # Errors
/// If it is not.
pub fn walkable(parameter: &str, name: &str, tileset: &Tileset) -> Result<(), BadParameter> {
    tile(parameter, name, tileset)?;
    let is_walkable = tileset.id_or_floor(name).is_some_and(|tile| tileset.is_walkable(tile));
    require(is_walkable, parameter, || format!("`{name}` is not walkable"))
}

fn require(holds: bool, parameter: &str, problem: impl FnOnce() -> String) -> Result<(), BadParameter> {
    if holds { Ok(()) } else { Err(BadParameter::new(parameter, problem())) }
}
