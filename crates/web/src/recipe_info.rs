//! A recipe as the page shows it: its steps with their parameters, and the values that each parameter can have.

use serde::Serialize;
use toml::{Table, Value};
use undercroft_mapgen::{Content, ParameterRange, Recipe, SourceFile, Tunable};

use crate::Problem;
use crate::recipe_text::{Edit, RecipeText};

/// A recipe as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecipeInfo {
    name: String,
    description: String,
    width: u32,
    height: u32,
    can_be_endless: bool,
    requirements: Vec<String>,
    steps: Vec<StepInfo>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct StepInfo {
    kind: String,
    label: String,
    is_off: bool,
    /// The line of its heading in the file, from 1.
    line: usize,
    parameters: Vec<ParameterInfo>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ParameterInfo {
    /// As settings name it: `smooth.passes`.
    path: String,
    name: String,
    doc: String,
    /// Absent if it has none, like an option that is not set.
    value: Option<Value>,
    /// As it is written in the file.
    written: String,
    is_default: bool,
    /// Whether it is a number with decimals.
    is_real: bool,
}

/// The values that a parameter can have.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RangeInfo {
    path: String,
    /// `whole`, `real`, `choice` or `free`.
    kind: &'static str,
    least: Option<f64>,
    most: Option<f64>,
    choices: Vec<String>,
    text: String,
}

/// Reads a recipe file.
///
/// # Errors
/// If it is not a recipe, with the place.
pub(crate) fn describe(text: &str, content: &Content) -> Result<RecipeInfo, Problem> {
    let recipe = Recipe::parse(SourceFile::new("recipe.toml", text), content)?;
    let tunables = recipe.tunables();
    let mut running = recipe.steps().enumerate();
    let written = RecipeText::parse(text).steps();
    let mut steps = Vec::new();
    for step in &written {
        if step.is_off {
            steps.push(StepInfo::switched_off(&step.text, step.line));
        } else if let Some((index, (label, kind))) = running.next() {
            steps.push(StepInfo::running(index, label, kind.name(), step.line, &tunables, content));
        }
    }
    // A file may list its steps in an array instead of under headings.
    steps.extend(
        running.map(|(index, (label, kind))| StepInfo::running(index, label, kind.name(), 1, &tunables, content)),
    );
    Ok(RecipeInfo {
        name: recipe.name().to_owned(),
        description: recipe.description().to_owned(),
        width: recipe.size().width,
        height: recipe.size().height,
        can_be_endless: recipe.can_be_endless(),
        requirements: recipe
            .requirements()
            .iter()
            .map(|requirement| format!("{} = {}", requirement.metric.name(), requirement.range()))
            .collect(),
        steps,
    })
}

/// The values that each parameter of a recipe can have while the others stay as they are.
///
/// # Errors
/// If it is not a recipe.
pub(crate) fn ranges(text: &str, content: &Content) -> Result<Vec<RangeInfo>, Problem> {
    let recipe = Recipe::parse(SourceFile::new("recipe.toml", text), content)?;
    let tunables = recipe.tunables();
    Ok(tunables.iter().map(|known| RangeInfo::new(&known.path, &ParameterRange::of(&recipe, known))).collect())
}

/// The file with a change.
///
/// # Errors
/// If there is no such step.
pub(crate) fn edited(text: &str, edit: &Edit, content: &Content) -> Result<String, Problem> {
    let mut document = RecipeText::parse(text);
    if document.steps().is_empty()
        && let Ok(recipe) = Recipe::parse(SourceFile::new("recipe.toml", text), content)
    {
        document = RecipeText::parse(&recipe.to_toml());
    }
    document.edited(edit)
}

impl StepInfo {
    fn running(index: usize, label: &str, kind: &str, line: usize, tunables: &[Tunable], content: &Content) -> Self {
        let defaults = content.registry().get(kind).map(undercroft_mapgen::StepKind::defaults).unwrap_or_default();
        let own = tunables.iter().filter(|known| known.step == Some(index));
        Self {
            kind: kind.into(),
            label: label.into(),
            is_off: false,
            line,
            parameters: own.map(|known| ParameterInfo::new(known, &defaults)).collect(),
        }
    }

    fn switched_off(text: &str, line: usize) -> Self {
        let table = text.replacen("[[step]]", "", 1).replace("[step.", "[").parse::<Table>().unwrap_or_default();
        let word = |key: &str| table.get(key).and_then(Value::as_str).map(str::to_owned);
        let kind = word("do").unwrap_or_else(|| "step".into());
        Self { label: word("as").unwrap_or_else(|| kind.clone()), kind, is_off: true, line, parameters: Vec::new() }
    }
}

impl ParameterInfo {
    fn new(known: &Tunable, defaults: &Table) -> Self {
        Self {
            path: known.path.clone(),
            name: known.name.clone(),
            doc: known.doc.clone(),
            written: known.value.as_ref().map(Value::to_string).unwrap_or_default(),
            is_default: known.value.as_ref() == defaults.get(&known.name),
            is_real: matches!(known.value, Some(Value::Float(_))),
            value: known.value.clone(),
        }
    }
}

impl RangeInfo {
    fn new(path: &str, range: &ParameterRange) -> Self {
        let (kind, least, most, choices) = match range {
            ParameterRange::Whole(least, most) => ("whole", Some(*least as f64), Some(*most as f64), Vec::new()),
            ParameterRange::Real(least, most) => ("real", Some(*least), Some(*most), Vec::new()),
            // Typed settings write an empty choice as a pair of quotes.
            ParameterRange::Choice(words) => {
                ("choice", None, None, words.iter().map(|word| word.trim_matches('"').to_owned()).collect())
            }
            ParameterRange::Free => ("free", None, None, Vec::new()),
        };
        Self { path: path.into(), kind, least, most, choices, text: range.text() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_recipe_is_described_with_ranges_for_all_its_parameters() {
        let content = Content::standard();
        for name in Recipe::names() {
            let text = Recipe::embedded_text(name).unwrap();
            let info = describe(text, content).unwrap();
            let recipe = Recipe::named(name).unwrap();
            assert_eq!(info.steps.len(), recipe.steps().count(), "{name}");
            let parameters: usize = info.steps.iter().map(|step| step.parameters.len()).sum();
            assert_eq!(ranges(text, content).unwrap().len(), parameters + 2, "{name}: with width and height");
        }
    }

    #[test]
    fn the_share_of_wilds_can_be_moved_from_0_to_1() {
        let ranges = ranges(Recipe::embedded_text("keep").unwrap(), Content::standard()).unwrap();
        let wilds = ranges.iter().find(|range| range.path == "accrete.wilds").unwrap();
        assert_eq!((wilds.least, wilds.most), (Some(0.0), Some(1.0)), "{}", wilds.text);
    }

    #[test]
    fn a_list_of_steps_in_one_line_can_be_edited_too() {
        let text = "name = 'x'\ndescription = 'x'\nstep = [{ do = 'scatter', chance = 0.4 }, { do = 'connect' }]\n";
        let edit = Edit::Set { step: 0, parameter: "chance".into(), value: Some("0.6".into()) };
        let changed = edited(text, &edit, Content::standard()).unwrap();
        assert!(changed.contains("chance = 0.6"), "{changed}");
        assert_eq!(describe(&changed, Content::standard()).unwrap().steps.len(), 2);
    }

    #[test]
    fn a_step_that_is_off_keeps_its_name_and_place() {
        let text =
            "name = 'x'\ndescription = 'x'\n#~ [[step]]\n#~ do = 'scatter'\n#~ as = 'first'\n[[step]]\ndo = 'fill'\n";
        let info = describe(text, Content::standard()).unwrap();
        assert_eq!(
            info.steps.iter().map(|step| (step.label.as_str(), step.is_off, step.line)).collect::<Vec<_>>(),
            [("first", true, 3), ("fill", false, 6)]
        );
    }
}
