//! Finds the valid values of a parameter by trying them on the recipe, and the next value up or down.
//!
//! Whether a value is valid depends on other parameters: the smallest room must not be larger than the largest. So the
//! range contains what the recipe accepts while everything else stays as it is.

use toml::Value;

use super::Tunable;
use crate::Recipe;

/// The whole numbers farthest from 0 to try.
const MOST: i64 = u32::MAX as i64;
/// The other numbers farthest from 0 to try.
const MOST_REAL: f64 = 1e9;

/// The valid values of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterRange {
    /// Whole numbers.
    Whole(i64, i64),
    /// Numbers with decimals.
    Real(f64, f64),
    /// One of these, as a user would type them.
    Choice(Vec<String>),
    /// Any value.
    Free,
}

impl ParameterRange {
    /// The valid values of a parameter of a recipe.
    #[must_use]
    pub fn of(recipe: &Recipe, parameter: &Tunable) -> Self {
        let accepts = |value: &str| recipe.tuned(&parameter.path, value).is_ok();
        match &parameter.value {
            Some(Value::Integer(now)) => {
                let accepts = |value: i64| accepts(&value.to_string());
                Self::Whole(farthest(*now, -MOST, accepts), farthest(*now, MOST, accepts))
            }
            Some(Value::Float(now)) => {
                let accepts = |value: f64| accepts(&real(value));
                Self::Real(farthest_real(*now, -MOST_REAL, accepts), farthest_real(*now, MOST_REAL, accepts))
            }
            Some(Value::Boolean(_)) => Self::Choice(vec!["false".into(), "true".into()]),
            Some(Value::String(now)) => {
                let mut words = words(recipe, parameter);
                words.retain(|word| accepts(word));
                // If any word is accepted, a list would be misleading.
                match accepts("no such word") || !words.contains(&Tunable::written(&Value::from(now.as_str()))) {
                    true => Self::Free,
                    false => Self::Choice(words),
                }
            }
            _ => Self::Free,
        }
    }

    /// A description: "0 to 1".
    #[must_use]
    pub fn text(&self) -> String {
        let between = |low: Option<String>, high: Option<String>| match (low, high) {
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("{low} or more"),
            (None, Some(high)) => format!("{high} or less"),
            (None, None) => "any number".into(),
        };
        match self {
            Self::Whole(low, high) => {
                let known = |value: &i64| (value.abs() < MOST).then(|| value.to_string());
                between(known(low), known(high))
            }
            Self::Real(low, high) => {
                let known = |value: &f64| (value.abs() < MOST_REAL).then(|| short(*value));
                between(known(low), known(high))
            }
            Self::Choice(words) => {
                let names: Vec<&str> = words.iter().map(|word| if word == "\"\"" { "none" } else { word }).collect();
                names.join(", ")
            }
            Self::Free => "any value".into(),
        }
    }

    /// The value some small steps away, or the end of the range if that is nearer. From the end it goes one step
    /// beyond, so that the recipe refuses it and says why.
    #[must_use]
    pub fn next(&self, now: &Value, steps: i64) -> Option<String> {
        match (self, now) {
            (Self::Whole(low, high), Value::Integer(now)) => {
                let next = now.saturating_add(steps);
                let limit = if steps > 0 { high } else { low };
                Some(if now == limit { next } else { next.clamp(*low, *high) }.to_string())
            }
            (Self::Real(low, high), Value::Float(now)) => {
                let next = stepped(*now, steps);
                let limit = if steps > 0 { high } else { low };
                Some(real(if (now - limit).abs() < 1e-9 { next } else { next.clamp(*low, *high) }))
            }
            (Self::Choice(words), now) => {
                let at = words.iter().position(|word| *word == Tunable::written(now)).unwrap_or(0);
                let count = words.len() as i64;
                let next = (at as i64 + steps.signum()).rem_euclid(count.max(1));
                words.get(next as usize).cloned()
            }
            _ => None,
        }
    }
}

/// The words worth trying: the names of tiles, and the words that the documentation puts in backquotes.
fn words(recipe: &Recipe, parameter: &Tunable) -> Vec<String> {
    let mut words: Vec<String> = parameter.doc.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    words.extend(recipe.tiles().iter().map(|(_, tile)| tile.name.clone()));
    words.extend(parameter.value.as_ref().and_then(Value::as_str).map(str::to_owned));
    words.push(String::new());
    let mut unique: Vec<String> = Vec::new();
    for word in words.into_iter().map(|word| Tunable::written(&Value::from(word))) {
        if !unique.contains(&word) {
            unique.push(word);
        }
    }
    unique
}

/// The accepted value nearest to the limit, found by bisection.
fn farthest(good: i64, limit: i64, accepts: impl Fn(i64) -> bool) -> i64 {
    if accepts(limit) {
        return limit;
    }
    let (mut good, mut bad) = (good, limit);
    while good.abs_diff(bad) > 1 {
        let middle = good + (bad - good) / 2;
        if accepts(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

fn farthest_real(good: f64, limit: f64, accepts: impl Fn(f64) -> bool) -> f64 {
    if accepts(limit) {
        return limit;
    }
    // Most ranges end exactly at one of these.
    for end in [0.0, 1.0, 100.0] {
        let beyond = if limit > good { end + 1e-6 } else { end - 1e-6 };
        if (limit > good) == (end >= good) && accepts(end) && !accepts(beyond) {
            return end;
        }
    }
    let (mut good, mut bad) = (good, limit);
    for _ in 0..60 {
        let middle = f64::midpoint(good, bad);
        if accepts(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    // A short number is better, if it is accepted.
    let round = short(good).parse().unwrap_or(good);
    if accepts(round) { round } else { good }
}

/// Some steps away, in clean decimals: hundredths around 1, larger steps for larger numbers and smaller for smaller ones.
fn stepped(now: f64, steps: i64) -> f64 {
    let decimals = match now.abs() {
        small if small > 0.0 && small < 0.01 => 4,
        small if small > 0.0 && small < 0.1 => 3,
        middle if middle <= 2.0 => 2,
        _ => 1,
    };
    let scale = 10_f64.powi(decimals);
    (now * scale + steps as f64).round() / scale
}

/// A number that TOML reads as one with decimals.
fn real(value: f64) -> String {
    Value::Float(value).to_string()
}

/// A number without trailing zeros.
fn short(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(recipe: &str, path: &str) -> (ParameterRange, Value) {
        let recipe = Recipe::named(recipe).unwrap();
        let parameter = recipe.tunables().into_iter().find(|known| known.path == path).unwrap();
        (ParameterRange::of(&recipe, &parameter), parameter.value.unwrap())
    }

    #[test]
    fn ranges_depend_on_the_rest_of_the_recipe() {
        for (recipe, path, expected) in [
            ("caves", "scatter.chance", "0 to 1"),
            ("rooms", "rooms.min-side", "1 to 16"),
            ("vaults", "start.at", "any-room"),
            ("vaults", "stamp in rock.repeat", "false, true"),
        ] {
            let text = range(recipe, path).0.text();
            assert!(text.starts_with(expected) || text.contains(expected), "{recipe}, {path}: {text}");
        }
        let ParameterRange::Choice(tiles) = range("caves", "scatter.tile").0 else { panic!("tiles can be chosen") };
        assert!(tiles.contains(&"floor".to_owned()) && tiles.contains(&"grass".to_owned()), "{tiles:?}");
    }

    #[test]
    fn both_ends_of_every_range_are_accepted_and_nothing_beyond_them() {
        for name in Recipe::names() {
            let recipe = Recipe::named(name).unwrap();
            for parameter in recipe.tunables() {
                let accepts = |value: String| recipe.tuned(&parameter.path, &value).is_ok();
                let path = format!("{name}, {}", parameter.path);
                match ParameterRange::of(&recipe, &parameter) {
                    ParameterRange::Whole(low, high) => {
                        assert!(accepts(low.to_string()) && accepts(high.to_string()), "{path}: {low} to {high}");
                        assert!(low == -MOST || !accepts((low - 1).to_string()), "{path}: {low}");
                        assert!(high == MOST || !accepts((high + 1).to_string()), "{path}: {high}");
                    }
                    ParameterRange::Real(low, high) => {
                        assert!(accepts(real(low)) && accepts(real(high)), "{path}: {low} to {high}");
                    }
                    ParameterRange::Choice(words) => {
                        assert!(words.iter().all(|word| accepts(word.clone())), "{path}: {words:?}");
                        assert!(words.contains(&parameter.typed()), "{path}: {words:?}");
                    }
                    ParameterRange::Free => {}
                }
            }
        }
    }

    #[test]
    fn steps_are_clean_decimals_and_stop_at_the_end() {
        let (chance, now) = range("caves", "scatter.chance");
        assert_eq!(chance.next(&now, 1).unwrap(), "0.51");
        assert_eq!(chance.next(&now, -10).unwrap(), "0.4");
        assert_eq!(chance.next(&Value::Float(0.95), 10).unwrap(), "1.0");
        assert_eq!(chance.next(&Value::Float(1.0), 1).unwrap(), "1.01", "beyond the end, to be refused with a reason");
        let (passes, now) = range("caves", "smooth.passes");
        assert_eq!(passes.next(&now, 10).unwrap(), "18");
        assert_eq!(passes.next(&now, -10).unwrap(), "0");
        let choice = ParameterRange::Choice(vec!["a".into(), "b".into()]);
        assert_eq!(choice.next(&Value::from("b"), 10).unwrap(), "a", "it wraps around");
        assert_eq!(ParameterRange::Free.next(&Value::from("b"), 1), None);
    }
}
