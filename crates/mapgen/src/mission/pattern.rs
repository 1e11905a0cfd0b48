//! Patterns: the outlines of missions, read from text files.

mod checks;

use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::solve::{self, Move, Proof};
use crate::content::{Content, ContentError, SourceFile};
use crate::suggest::did_you_mean;
use crate::{BadParameter, Class};

/// The most regions in a pattern besides the start's, and the most keys and levers.
const MOST: usize = 8;
/// The name of the region where the player arrives.
const START: &str = "start";

/// The outline of a mission: regions of a level, the links between them, and what they hold.
///
/// ```toml
/// name = "lock-before-key"
/// description = "A locked door bars the way to the goal, and its key lies somewhere else."
/// holds = ["key red"]          # what the start's region holds
///
/// [[region]]
/// name = "sanctum"
/// from = "start"               # the region it is entered from
/// links = ["locked red"]       # one or two links between the two regions; the first is nearer to the start
/// holds = ["goal"]
/// ```
///
/// | link | meaning |
/// |---|---|
/// | `open` | an open passage |
/// | `guarded` | a passage with a guard |
/// | `locked KEY` | a door that needs the key |
/// | `secret` | a hidden door that must be found |
/// | `gate LEVER` | a gate that the lever opens and closes |
/// | `drop` | a ledge: a way in, but not out |
/// | `climb-down` | a ledge facing the other way: a way out, but not in |
///
/// A region holds any of `goal`, `key NAME`, `lever NAME`, `reward` and `guard`. Keys in `used-up` open one lock only.
///
/// Parsing proves the pattern sound: the goal can be reached, whatever the player does first.
///
/// ```
/// use undercroft_mapgen::{Pattern, SourceFile};
/// let text = "name = 'x'\ndescription = 'x'\n[[region]]\nname = 'a'\nlinks = ['locked red']\nholds = ['key red', 'goal']\n";
/// let error = Pattern::parse(SourceFile::new("x.toml", text)).unwrap_err();
/// assert_eq!(error.to_string(), "x.toml:5:9: the goal cannot be reached: `key red` lies behind its own lock");
/// # Ok::<(), undercroft_mapgen::ContentError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    name: String,
    description: String,
    used_up: Vec<String>,
    pub(super) regions: Vec<Region>,
    /// The item of each key.
    key_items: Vec<String>,
    proof: Proof,
    /// The file it was read from, for saving.
    #[cfg(feature = "serde")]
    text: Arc<str>,
}

/// A pattern as written in a file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PatternFile {
    name: Spanned<String>,
    description: String,
    #[serde(default)]
    used_up: Vec<Spanned<String>>,
    #[serde(default)]
    holds: Vec<Spanned<String>>,
    region: Vec<RegionFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RegionFile {
    name: Spanned<String>,
    from: Option<Spanned<String>>,
    links: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    holds: Vec<Spanned<String>>,
}

/// A region of a pattern. The first is the start's region, which has no links of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) name: String,
    /// The region it is entered from, which has a smaller index.
    pub(crate) from: usize,
    pub(crate) links: Vec<LinkRule>,
    pub(crate) holds: Vec<Holding>,
}

/// A link between two regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LinkRule {
    Open,
    Guarded,
    Locked(Arc<str>),
    Secret,
    Gate(Arc<str>),
    Drop,
    ClimbDown,
}

/// Something that a region holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Holding {
    Goal,
    Key(Arc<str>),
    Lever(Arc<str>),
    Reward,
    Guard,
}

impl Holding {
    /// The role of an area that holds it.
    pub(crate) const fn role(&self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Key(_) => "key",
            Self::Lever(_) => "switch",
            Self::Reward => "reward",
            Self::Guard => "guard",
        }
    }
}

impl Pattern {
    /// Parses a pattern from the text of a TOML file.
    ///
    /// # Errors
    /// If the text is not a valid pattern, or its mission could not be finished. The error says where the problem is
    /// and how to fix it.
    pub fn parse(source: SourceFile<'_>) -> Result<Self, ContentError> {
        let file: PatternFile = source.read_toml()?;
        if file.name.get_ref().is_empty() {
            return Err(source.error(file.name.span(), "the name is empty"));
        }
        if file.region.is_empty() || file.region.len() > MOST {
            return Err(source.error(0..0, format!("a pattern has 1 to {MOST} regions besides the start's")));
        }
        let regions = regions(source, &file)?;
        checks::names(source, &file, &regions)?;
        let mut pattern = Self {
            name: file.name.get_ref().clone(),
            description: file.description.clone(),
            used_up: file.used_up.iter().map(|key| key.get_ref().clone()).collect(),
            regions,
            key_items: Vec::new(),
            proof: Proof::default(),
            #[cfg(feature = "serde")]
            text: source.text.into(),
        };
        pattern.key_items = pattern.keys().map(|key| key_item(key)).collect();
        pattern.proof = solve::prove(&pattern).map_err(|flaw| {
            let region = flaw.region.checked_sub(1).and_then(|region| file.region.get(region));
            source.error(region.map_or(0..0, |region| region.links.span()), flaw.problem)
        })?;
        Ok(pattern)
    }

    /// Parses a pattern. If `content` lists the names of items, the pattern's keys must be among them: the key `red` is
    /// the item `red key`.
    ///
    /// # Errors
    /// As for [`Pattern::parse`].
    pub fn parse_for(source: SourceFile<'_>, content: &Content) -> Result<Self, ContentError> {
        let pattern = Self::parse(source)?;
        for (key, item) in pattern.keys().zip(&pattern.key_items) {
            content.check_spawn(&Class::Item, item).map_err(|problem| {
                let place = source.text.find(&format!("key {key}")).unwrap_or(0);
                source.error(place..place, problem)
            })?;
        }
        Ok(pattern)
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description in one sentence.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The built-in patterns.
    #[must_use]
    pub fn all() -> &'static [Self] {
        super::embedded::all()
    }

    /// The built-in patterns, shared.
    pub(crate) fn standard() -> Arc<[Self]> {
        super::embedded::all().clone()
    }

    /// The patterns with some names; if there are no names, all of them.
    pub(crate) fn chosen<'a>(known: &'a [Self], names: &'a [String]) -> impl Iterator<Item = &'a Self> {
        known.iter().filter(|pattern| names.is_empty() || names.contains(&pattern.name))
    }

    /// Checks the parameter `missions` of a step: every name is that of a known pattern.
    pub(crate) fn check_names(known: &[Self], names: &[String]) -> Result<(), BadParameter> {
        let known: Vec<&str> = known.iter().map(Self::name).collect();
        match names.iter().find(|name| !known.contains(&name.as_str())) {
            Some(name) => {
                let problem = format!("no mission is called `{name}`; {}", did_you_mean(name, known));
                Err(BadParameter::new("missions", problem))
            }
            None => Ok(()),
        }
    }

    /// The text of the file it was read from.
    #[cfg(feature = "serde")]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The items that serve as its keys, such as `red key`.
    pub(crate) fn key_items(&self) -> impl Iterator<Item = &str> {
        self.key_items.iter().map(String::as_str)
    }

    pub(crate) fn regions(&self) -> &[Region] {
        &self.regions
    }

    pub(crate) fn holdings(&self) -> impl Iterator<Item = &Holding> {
        self.regions.iter().flat_map(|region| &region.holds)
    }

    /// The names of the keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &Arc<str>> {
        self.holdings().filter_map(|held| if let Holding::Key(name) = held { Some(name) } else { None })
    }

    /// Whether the goal cannot be reached without a key.
    pub(crate) fn requires(&self, key: &str) -> bool {
        self.proof.required.iter().any(|required| **required == *key)
    }

    /// The fewest moves to the goal.
    pub(crate) fn walkthrough(&self) -> &[Move] {
        &self.proof.walkthrough
    }

    pub(crate) fn is_used_up(&self, key: &str) -> bool {
        self.used_up.iter().any(|used| used == key)
    }

    /// The region that holds the goal.
    pub(crate) fn goal(&self) -> usize {
        self.regions.iter().position(|region| region.holds.contains(&Holding::Goal)).unwrap_or(0)
    }

    /// Whether the region or one that is entered from it holds the goal.
    pub(crate) fn leads_to_goal(&self, region: usize) -> bool {
        let mut at = self.goal();
        while at != region && at != 0 {
            at = self.regions[at].from;
        }
        at == region
    }
}

/// The item that serves as a key.
pub(crate) fn key_item(key: &str) -> String {
    format!("{key} key")
}

/// The regions of a file, the start's first.
fn regions(source: SourceFile<'_>, file: &PatternFile) -> Result<Vec<Region>, ContentError> {
    let start = Region { name: START.into(), from: 0, links: Vec::new(), holds: holdings(source, &file.holds)? };
    let mut regions = vec![start];
    for region in &file.region {
        let names: Vec<&str> = regions.iter().map(|region| region.name.as_str()).collect();
        let from = region.from.as_ref().map_or(START, |from| from.get_ref());
        let Some(from) = names.iter().position(|name| *name == from) else {
            let span = region.from.as_ref().map_or(0..0, Spanned::span);
            let suggestion = did_you_mean(from, names);
            return Err(source.error(span, format!("no earlier region is called `{from}`; {suggestion}")));
        };
        if names.contains(&region.name.get_ref().as_str()) {
            return Err(source.error(region.name.span(), "another region has this name"));
        }
        if !(1..=2).contains(&region.links.get_ref().len()) {
            return Err(source.error(region.links.span(), "a region has one or two links"));
        }
        let links = region.links.get_ref().iter().map(|link| link_rule(source, link)).collect::<Result<_, _>>()?;
        regions.push(Region {
            name: region.name.get_ref().clone(),
            from,
            links,
            holds: holdings(source, &region.holds)?,
        });
    }
    Ok(regions)
}

fn holdings(source: SourceFile<'_>, words: &[Spanned<String>]) -> Result<Vec<Holding>, ContentError> {
    let holding = |word: &Spanned<String>| match word.get_ref().split_once(' ') {
        None if word.get_ref() == "goal" => Ok(Holding::Goal),
        None if word.get_ref() == "reward" => Ok(Holding::Reward),
        None if word.get_ref() == "guard" => Ok(Holding::Guard),
        Some(("key", name)) if !name.trim().is_empty() => Ok(Holding::Key(name.into())),
        Some(("lever", name)) if !name.trim().is_empty() => Ok(Holding::Lever(name.into())),
        _ => Err(source.error(word.span(), "a region holds `goal`, `key NAME`, `lever NAME`, `reward` or `guard`")),
    };
    words.iter().map(holding).collect()
}

fn link_rule(source: SourceFile<'_>, word: &Spanned<String>) -> Result<LinkRule, ContentError> {
    Ok(match word.get_ref().split_once(' ') {
        None if word.get_ref() == "open" => LinkRule::Open,
        None if word.get_ref() == "guarded" => LinkRule::Guarded,
        None if word.get_ref() == "secret" => LinkRule::Secret,
        None if word.get_ref() == "drop" => LinkRule::Drop,
        None if word.get_ref() == "climb-down" => LinkRule::ClimbDown,
        Some(("locked", key)) => LinkRule::Locked(key.into()),
        Some(("gate", lever)) => LinkRule::Gate(lever.into()),
        _ => {
            let known = "a link is `open`, `guarded`, `locked KEY`, `secret`, `gate LEVER`, `drop` or `climb-down`";
            return Err(source.error(word.span(), known));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error of a pattern with these regions.
    fn refusal(regions: &str) -> String {
        let text = format!("name = 'x'\ndescription = 'X.'\n{regions}");
        Pattern::parse(SourceFile::new("x.toml", &text)).expect_err("the pattern is refused").to_string()
    }

    fn region(name: &str, links: &str, holds: &str) -> String {
        format!("[[region]]\nname = '{name}'\nlinks = [{links}]\nholds = [{holds}]\n")
    }

    #[test]
    fn a_pattern_that_cannot_be_finished_is_refused_with_its_line_and_the_shortest_reason() {
        let goal = region("b", "'open'", "'goal'");
        for (regions, expected) in [
            (region("a", "'locked red'", "'goal'"), "x.toml:5:10: a lock without a key: no region holds `key red`"),
            (region("a", "'gate back'", "'goal'"), "x.toml:5:10: a gate without a lever: no region holds `lever back`"),
            (region("a", "'open'", "'goal', 'key red'"), "x.toml:6:18: a key without a lock: no link is `locked red`"),
            (
                region("a", "'locked red'", "'goal', 'key red'"),
                "x.toml:5:9: the goal cannot be reached: `key red` lies behind its own lock",
            ),
            (
                region("a", "'locked red'", "'key blue'") + &region("b", "'locked blue'", "'key red', 'goal'"),
                "x.toml:9:9: the goal cannot be reached: a cycle of keys: `key blue` lies behind `locked red`, and \
                 `key red` lies behind `locked blue`",
            ),
            (
                region("a", "'climb-down'", "'goal'"),
                "x.toml:5:9: the goal cannot be reached: nothing lets a player into `a`",
            ),
            (
                region("a", "'open'", "'reward'"),
                "x.toml:1:1: no region holds the goal; add \"goal\" to the `holds` of one region",
            ),
            (goal.clone() + &region("c", "'open'", "'goal'"), "x.toml:10:10: another region already holds the goal"),
            (
                goal.clone() + &region("c", "'open'", ""),
                "x.toml:8:8: a loose end: region `c` holds nothing and leads nowhere",
            ),
            (
                goal.clone() + &region("pit", "'drop'", "'reward'"),
                "x.toml:9:9: a player can get stuck and never reach the goal: pass `drop` of `pit`",
            ),
        ] {
            assert_eq!(refusal(&regions), expected);
        }
    }

    #[test]
    fn a_pattern_with_too_many_states_is_refused_and_does_not_hang() {
        let keys: Vec<String> = (0..8).map(|number| format!("'key {number}'")).collect();
        let mut text = format!("holds = ['goal', {}]\n", keys.join(", "));
        for number in 0..8 {
            text += &region(&format!("r{number}"), &format!("'locked {number}', 'locked {number}'"), "'reward'");
        }
        assert!(refusal(&text).contains("too many to prove it"), "{}", refusal(&text));
    }
}
