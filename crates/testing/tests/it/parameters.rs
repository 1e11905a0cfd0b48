//! The documented range of every parameter of every step, learnt from the steps' own error messages, and random values
//! from it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use undercroft_mapgen::{Content, Recipe, Registry, Rng, SourceFile, Tileset};

/// The values that a parameter takes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Values {
    /// Whole numbers.
    Whole(i64, i64),
    /// Numbers with decimals.
    Real(f64, f64),
    /// True or false.
    Switch,
    /// One of these words.
    Words(Vec<String>),
    /// The name of a tile, or sometimes nothing.
    Tile,
    /// A list of thresholds with their tiles.
    Bands,
    /// Anything else stays as it is.
    Other,
}

/// Values that no step accepts.
const TOO_LARGE: i64 = u32::MAX as i64;
const NO_WORD: &str = "no such word";

/// A parameter's default, and the values it takes.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) default: String,
    pub(crate) values: Values,
}

/// Step, parameter, and what is known about it.
static KNOWN: LazyLock<BTreeMap<&'static str, BTreeMap<String, Known>>> = LazyLock::new(|| {
    let steps = Registry::standard().iter();
    steps.map(|kind| (kind.name, parameters_of(kind.name))).collect()
});

/// What is known about the parameters of a step.
pub(crate) fn known(step: &str) -> &'static BTreeMap<String, Known> {
    &KNOWN[step]
}

fn parameters_of(step: &str) -> BTreeMap<String, Known> {
    let kind = Registry::standard().get(step).expect("the step is registered");
    let defaults = kind.defaults();
    let one = |(name, default): (&String, &_)| {
        let default = format!("{default}");
        let values = values(step, name, &default);
        (name.clone(), Known { default, values })
    };
    defaults.iter().map(one).collect()
}

fn values(step: &str, name: &str, default: &str) -> Values {
    // Two things cannot be learnt: whether vaults or missions are indispensable, and the notation of cellular automata.
    if matches!((step, name), ("stamp" | "reserve" | "furnish", "required")) {
        return Values::Other;
    }
    if default == "true" || default == "false" {
        return Values::Switch;
    }
    if default.parse::<i64>().is_ok() {
        return match refusal(step, name, &TOO_LARGE.to_string()).as_deref().and_then(range) {
            Some((low, high)) => Values::Whole(low as i64, high as i64),
            None => Values::Whole(0, 100),
        };
    }
    if default.parse::<f64>().is_ok() {
        let refusal = refusal(step, name, "1e9").unwrap_or_else(|| panic!("{step}.{name} has no upper limit"));
        let (low, high) = range(&refusal).unwrap_or_else(|| panic!("{step}.{name}: {refusal}"));
        return Values::Real(low, high);
    }
    if default.contains("above = ") {
        return Values::Bands;
    }
    match refusal(step, name, &format!("\"{NO_WORD}\"")) {
        Some(refusal) if refusal.contains("is not one of") => {
            Values::Words(refusal.split('`').skip(3).step_by(2).map(str::to_owned).collect())
        }
        Some(refusal) if refusal.contains("no tile is called") => Values::Tile,
        _ => Values::Other,
    }
}

/// Why a recipe with this value is refused.
fn refusal(step: &str, name: &str, value: &str) -> Option<String> {
    let text =
        format!("name = \"x\"\ndescription = \"x\"\nsize = \"60x40\"\n[[step]]\ndo = \"{step}\"\n{name} = {value}\n");
    let recipe = match Recipe::parse(SourceFile::new("x.toml", &text), Content::standard()) {
        Ok(recipe) => recipe,
        Err(error) => return Some(error.to_string()),
    };
    recipe.validate().err().map(|error| error.to_string())
}

/// The numbers in "9 is not a number from 1 to 8".
fn range(refusal: &str) -> Option<(f64, f64)> {
    let (low, high) = refusal.split("is not a number from ").nth(1)?.split_once(" to ")?;
    let high: String = high.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    Some((low.parse().ok()?, high.parse().ok()?))
}

/// A random value of a parameter, as a recipe file has it: often the default, sometimes an end of the range.
pub(crate) fn random_value(known: &Known, rng: &mut Rng) -> String {
    let share = |rng: &mut Rng| f64::from(rng.below(1_000_001)) / 1e6;
    match &known.values {
        _ if rng.below(3) == 0 => known.default.clone(),
        Values::Other => known.default.clone(),
        Values::Switch => (rng.below(2) == 0).to_string(),
        Values::Whole(low, high) => match rng.below(8) {
            0 => low.to_string(),
            1 => high.to_string(),
            // Small numbers are as likely as large ones, because designers choose them as often.
            _ => {
                let span = (*high - *low) as f64;
                let value = *low as f64 + ((span + 1.0).ln() * share(rng)).exp() - 1.0;
                (value as i64).clamp(*low, *high).to_string()
            }
        },
        Values::Real(low, high) => {
            // Mostly numbers up to 1, which is the highest value of most parameters.
            let top = if *high > 1.0 && rng.below(4) > 0 { 1.0 } else { *high };
            let value = match rng.below(8) {
                0 => *low,
                1 => *high,
                _ => low + (top - low) * share(rng),
            };
            format!("{value:?}")
        }
        Values::Words(words) => format!("{:?}", words[rng.below(words.len() as u32) as usize]),
        Values::Tile => format!("{:?}", random_tile(rng)),
        Values::Bands => {
            let mut bands: Vec<(f64, String)> = (0..rng.below(4))
                .map(|_| (share(rng), random_tile(rng)))
                .filter(|(_, tile)| !tile.is_empty())
                .collect();
            bands.sort_by(|a, b| b.0.total_cmp(&a.0));
            let bands = bands.iter().map(|(above, tile)| format!("{{ above = {above:?}, tile = {tile:?} }}"));
            format!("[{}]", bands.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The name of a tile that steps may paint; now and then nothing, or one that they may not.
fn random_tile(rng: &mut Rng) -> String {
    let tileset = Tileset::standard();
    let names: Vec<&str> = tileset.iter().map(|(_, tile)| tile.name.as_str()).collect();
    match rng.below(10) {
        0 => String::new(),
        1..=5 => ["wall", "floor", "water", "grass", "rubble"][rng.below(5) as usize].to_owned(),
        _ => names[rng.below(names.len() as u32) as usize].to_owned(),
    }
}

#[test]
fn the_ranges_that_error_messages_document_are_understood() {
    assert_eq!(known("smooth")["passes"].values, Values::Whole(0, 1_000));
    assert_eq!(known("scatter")["chance"].values, Values::Real(0.0, 1.0));
    assert_eq!(known("scatter")["tile"].values, Values::Tile);
    assert_eq!(known("stairs")["niche"].values, Values::Switch);
    assert_eq!(known("noise")["bands"].values, Values::Bands);
    assert_eq!(known("noise")["kind"].values, Values::Words(vec!["perlin".into(), "simplex".into()]));
    assert!(Registry::standard().iter().all(|kind| known(kind.name).len() <= kind.parameters.len()));
}
