//! Which values a parameter can have, found by asking the recipe; and the next value up or down.
//!
//! Steps say whether their parameters make sense as they stand together: that the smallest room is not above the largest,
//! and fits into the map. So the range is what the recipe accepts now, with all else as it is.

use toml::Value;
use undercroft_mapgen::Recipe;

use super::subject::{Parameter, Subject, typed};

/// No whole number of a recipe is farther from 0.
const MOST: i64 = u32::MAX as i64;
/// No other number is.
const MOST_REAL: f64 = 1e9;

/// Which values a parameter can have.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Range {
    /// Whole numbers.
    Whole(i64, i64),
    /// Other numbers.
    Real(f64, f64),
    /// One of these, as one types them.
    Choice(Vec<String>),
    /// What only a person can think of.
    Free,
}

impl Range {
    /// The values that a parameter of a recipe can have.
    pub(super) fn of(subject: &Subject, parameter: &Parameter) -> Self {
        let accepts = |value: &str| subject.with(&parameter.path, value).is_ok();
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
                let mut words = words(subject, parameter);
                words.retain(|word| accepts(word));
                // Where anything goes, a list would only pretend to know.
                match accepts("no such word") || !words.contains(&typed(&Value::from(now.as_str()))) {
                    true => Self::Free,
                    false => Self::Choice(words),
                }
            }
            _ => Self::Free,
        }
    }

    /// What it is, in words.
    pub(super) fn text(&self) -> String {
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
            Self::Free => "typed as in a recipe file".into(),
        }
    }

    /// The next value, so many small steps away; at most as far as the range goes, unless it is there already.
    pub(super) fn next(&self, now: &Value, steps: i64) -> Option<String> {
        match (self, now) {
            (Self::Whole(low, high), Value::Integer(now)) => {
                let next = now.saturating_add(steps);
                let limit = if steps > 0 { *high } else { *low };
                let beyond = if steps > 0 { next > limit } else { next < limit };
                Some(if beyond && *now != limit { limit } else { next }.to_string())
            }
            (Self::Real(low, high), Value::Float(now)) => {
                let next = stepped(*now, steps);
                let limit = if steps > 0 { *high } else { *low };
                let beyond = if steps > 0 { next > limit } else { next < limit };
                let is_there = (now - limit).abs() < 1e-9;
                Some(real(if beyond && !is_there { limit } else { next }))
            }
            (Self::Choice(words), now) => {
                let at = words.iter().position(|word| *word == typed(now)).unwrap_or(0);
                let count = words.len() as i64;
                let next = (at as i64 + steps.signum()).rem_euclid(count.max(1));
                words.get(next as usize).cloned()
            }
            _ => None,
        }
    }
}

/// The words that a parameter may have: the names of tiles, and what its documentation sets in backquotes.
fn words(subject: &Subject, parameter: &Parameter) -> Vec<String> {
    let tiles = |recipe: &Recipe| recipe.tiles().iter().map(|(_, tile)| tile.name.clone()).collect::<Vec<_>>();
    let mut words: Vec<String> = parameter.doc.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    if let Subject::Recipe { changed, .. } = subject {
        words.extend(tiles(changed));
    }
    words.extend(parameter.value.as_ref().and_then(Value::as_str).map(str::to_owned));
    words.push(String::new());
    let mut unlike: Vec<String> = Vec::new();
    for word in words.into_iter().map(|word| typed(&Value::from(word))) {
        if !unlike.contains(&word) {
            unlike.push(word);
        }
    }
    unlike
}

/// The accepted value nearest to the limit, where all between it and a good one are accepted, too.
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
    // Most ranges end at one of these, and where one is accepted and what is just beyond is not, it is the end exactly.
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
    // A number as a person would write it, where that is as good.
    let round = short(good).parse().unwrap_or(good);
    if accepts(round) { round } else { good }
}

/// So many steps of a hundredth, or of a tenth or a thousandth of larger and smaller numbers, in clean decimals.
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

/// A number that is read as one with decimals.
fn real(value: f64) -> String {
    Value::Float(value).to_string()
}

/// A number in few digits.
fn short(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(recipe: &str, path: &str) -> (Range, Value) {
        let subject = Subject::recipe(Recipe::named(recipe).unwrap());
        let parameter = subject.parameters().into_iter().find(|known| known.path == path).unwrap();
        (Range::of(&subject, &parameter), parameter.value.unwrap())
    }

    #[test]
    fn ranges_are_what_the_recipe_accepts_as_it_stands() {
        for (recipe, path, expected) in [
            ("caves", "scatter.chance", "0 to 1"),
            ("rooms", "rooms.min-side", "1 to 16"),
            ("vaults", "start.at", "any-room"),
            ("vaults", "stamp in rock.repeat", "false, true"),
        ] {
            let text = range(recipe, path).0.text();
            assert!(text.starts_with(expected) || text.contains(expected), "{recipe}, {path}: {text}");
        }
        let Range::Choice(tiles) = range("caves", "scatter.tile").0 else { panic!("tiles can be chosen") };
        assert!(tiles.contains(&"floor".to_owned()) && tiles.contains(&"grass".to_owned()), "{tiles:?}");
    }

    #[test]
    fn every_end_of_a_range_is_accepted_and_what_is_beyond_is_not() {
        for name in Recipe::names() {
            let subject = Subject::recipe(Recipe::named(name).unwrap());
            for parameter in subject.parameters() {
                let accepts = |value: String| subject.with(&parameter.path, &value).is_ok();
                let path = format!("{name}, {}", parameter.path);
                match Range::of(&subject, &parameter) {
                    Range::Whole(low, high) => {
                        assert!(accepts(low.to_string()) && accepts(high.to_string()), "{path}: {low} to {high}");
                        assert!(low == -MOST || !accepts((low - 1).to_string()), "{path}: {low}");
                        assert!(high == MOST || !accepts((high + 1).to_string()), "{path}: {high}");
                    }
                    Range::Real(low, high) => {
                        assert!(accepts(real(low)) && accepts(real(high)), "{path}: {low} to {high}");
                    }
                    Range::Choice(words) => {
                        assert!(words.iter().all(|word| accepts(word.clone())), "{path}: {words:?}");
                        assert!(words.contains(&parameter.typed()), "{path}: {words:?}");
                    }
                    Range::Free => {}
                }
            }
        }
    }

    #[test]
    fn steps_are_clean_and_stop_at_the_end() {
        let (chance, now) = range("caves", "scatter.chance");
        assert_eq!(chance.next(&now, 1).unwrap(), "0.51");
        assert_eq!(chance.next(&now, -10).unwrap(), "0.4");
        assert_eq!(chance.next(&Value::Float(0.95), 10).unwrap(), "1.0");
        assert_eq!(chance.next(&Value::Float(1.0), 1).unwrap(), "1.01", "it is refused with a reason");
        let (passes, now) = range("caves", "smooth.passes");
        assert_eq!(passes.next(&now, 10).unwrap(), "18");
        assert_eq!(passes.next(&now, -10).unwrap(), "0");
        let choice = Range::Choice(vec!["a".into(), "b".into()]);
        assert_eq!(choice.next(&Value::from("b"), 10).unwrap(), "a", "it goes around");
        assert_eq!(Range::Free.next(&Value::from("b"), 1), None);
    }
}
