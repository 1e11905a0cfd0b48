//! Patterns: the outlines of missions, read from text files.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::solve::{self, Move, Proof};
use crate::content::{ContentError, SourceFile};
use crate::suggest::did_you_mean;

/// The most regions in a pattern, and the most keys and levers.
const MOST: usize = 8;

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
/// assert_eq!(error.to_string(), "x.toml:1:1: the goal cannot be reached");
/// # Ok::<(), undercroft_mapgen::ContentError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    file: Arc<PatternFile>,
    pub(super) regions: Vec<Region>,
    proof: Proof,
}

/// A pattern as written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PatternFile {
    name: String,
    description: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    used_up: Vec<Spanned<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holds: Vec<Spanned<String>>,
    region: Vec<RegionFile>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RegionFile {
    name: Spanned<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Spanned<String>>,
    links: Spanned<Vec<Spanned<String>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holds: Vec<Spanned<String>>,
}

/// A region of a pattern. The first is the start's region, which has no links of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Region {
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

impl Pattern {
    /// Parses a pattern from the text of a TOML file.
    ///
    /// # Errors
    /// If the text is not a valid pattern, or its mission could not be finished. The error says where the problem is
    /// and how to fix it.
    pub fn parse(source: SourceFile<'_>) -> Result<Self, ContentError> {
        let file: PatternFile = source.read_toml()?;
        let mut regions = vec![Region { from: 0, links: Vec::new(), holds: holdings(source, &file.holds)? }];
        let mut names: Vec<&str> = vec!["start"];
        if file.region.is_empty() || file.region.len() > MOST {
            return Err(source.error(0..0, format!("a pattern has 1 to {MOST} regions besides the start's")));
        }
        for region in &file.region {
            let from = region.from.as_ref().map_or("start", |from| from.get_ref());
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
            regions.push(Region { from, links, holds: holdings(source, &region.holds)? });
            names.push(region.name.get_ref());
        }
        let mut pattern = Self { regions, file: Arc::new(file), proof: Proof::default() };
        pattern.check_names(source)?;
        pattern.proof = solve::prove(&pattern).map_err(|problem| source.error(0..0, problem))?;
        Ok(pattern)
    }

    /// Checks that every key and lever is in exactly one place, and that every lock and gate has its key or lever.
    fn check_names(&self, source: SourceFile<'_>) -> Result<(), ContentError> {
        let error = |problem: String| Err(source.error(0..0, problem));
        let goals = self.holdings().filter(|held| **held == Holding::Goal).count();
        if goals != 1 {
            return error(format!("{goals} regions hold the goal; exactly one must"));
        }
        let (keys, levers): (Vec<_>, Vec<_>) = (self.keys().collect(), self.levers().collect());
        for (names, what) in [(&keys, "key"), (&levers, "lever")] {
            if names.len() > MOST {
                return error(format!("a pattern has at most {MOST} {what}s"));
            }
            if let Some((_, twice)) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
                return error(format!("{what} `{twice}` appears twice"));
            }
        }
        let links = || self.regions.iter().flat_map(|region| &region.links);
        for link in links() {
            match link {
                LinkRule::Locked(key) if !keys.contains(&key) => {
                    return error(format!("a lock without a key: no region holds `key {key}`"));
                }
                LinkRule::Gate(lever) if !levers.contains(&lever) => {
                    return error(format!("a gate without a lever: no region holds `lever {lever}`"));
                }
                _ => {}
            }
        }
        for key in keys {
            if !links().any(|link| *link == LinkRule::Locked(key.clone())) {
                return error(format!("a key without a lock: no link is `locked {key}`"));
            }
        }
        for lever in levers {
            if !links().any(|link| *link == LinkRule::Gate(lever.clone())) {
                return error(format!("a lever without a gate: no link is `gate {lever}`"));
            }
        }
        match self.file.used_up.iter().find(|key| !self.keys().any(|known| **known == *key.get_ref().as_str())) {
            Some(key) => Err(source.error(key.span(), format!("no region holds `key {}`", key.get_ref()))),
            None => Ok(()),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// A description in one sentence.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.file.description
    }

    /// The built-in patterns.
    #[must_use]
    pub fn all() -> &'static [Self] {
        super::embedded::all()
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

    /// The names of the levers.
    pub(crate) fn levers(&self) -> impl Iterator<Item = &Arc<str>> {
        self.holdings().filter_map(|held| if let Holding::Lever(name) = held { Some(name) } else { None })
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
        self.file.used_up.iter().any(|used| used.get_ref() == key)
    }

    /// Whether the region or one that is entered from it holds the goal.
    pub(crate) fn leads_to_goal(&self, region: usize) -> bool {
        let mut at = self.regions.iter().position(|region| region.holds.contains(&Holding::Goal)).unwrap_or(0);
        while at != region && at != 0 {
            at = self.regions[at].from;
        }
        at == region
    }
}

fn holdings(source: SourceFile<'_>, words: &[Spanned<String>]) -> Result<Vec<Holding>, ContentError> {
    let holding = |word: &Spanned<String>| match word.get_ref().split_once(' ') {
        None if word.get_ref() == "goal" => Ok(Holding::Goal),
        None if word.get_ref() == "reward" => Ok(Holding::Reward),
        None if word.get_ref() == "guard" => Ok(Holding::Guard),
        Some(("key", name)) => Ok(Holding::Key(name.into())),
        Some(("lever", name)) => Ok(Holding::Lever(name.into())),
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
