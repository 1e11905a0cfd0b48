//! Checks that every lock has its key, every gate its lever, and that nothing is left over. Each error points at the line.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;

use super::{Holding, LinkRule, MOST, PatternFile, Region};
use crate::content::{ContentError, SourceFile};

/// Keys and locks, or levers and gates.
struct Pairs {
    /// What the regions hold, and the links that need it, as messages call them.
    names: [&'static str; 2],
    held: BTreeMap<Arc<str>, Vec<Range<usize>>>,
    needed: BTreeMap<Arc<str>, Range<usize>>,
}

pub(super) fn names(source: SourceFile<'_>, file: &PatternFile, regions: &[Region]) -> Result<(), ContentError> {
    let mut keys = Pairs { names: ["key", "lock"], held: BTreeMap::new(), needed: BTreeMap::new() };
    let mut levers = Pairs { names: ["lever", "gate"], held: BTreeMap::new(), needed: BTreeMap::new() };
    let mut goals: Vec<Range<usize>> = Vec::new();
    let held_words = std::iter::once(&file.holds).chain(file.region.iter().map(|region| &region.holds));
    for (region, words) in regions.iter().zip(held_words) {
        for (held, word) in region.holds.iter().zip(words) {
            match held {
                Holding::Goal => goals.push(word.span()),
                Holding::Key(name) => keys.held.entry(name.clone()).or_default().push(word.span()),
                Holding::Lever(name) => levers.held.entry(name.clone()).or_default().push(word.span()),
                Holding::Reward | Holding::Guard => {}
            }
        }
    }
    for (region, written) in regions[1..].iter().zip(&file.region) {
        for (link, word) in region.links.iter().zip(written.links.get_ref()) {
            match link {
                LinkRule::Locked(name) => _ = keys.needed.entry(name.clone()).or_insert(word.span()),
                LinkRule::Gate(name) => _ = levers.needed.entry(name.clone()).or_insert(word.span()),
                _ => {}
            }
        }
    }
    match goals.as_slice() {
        [_] => {}
        [] => return Err(source.error(0..0, "no region holds the goal; add \"goal\" to the `holds` of one region")),
        [_, second, ..] => return Err(source.error(second.clone(), "another region already holds the goal")),
    }
    keys.check(source)?;
    levers.check(source)?;
    if let Some(key) = file.used_up.iter().find(|key| !keys.held.contains_key(key.get_ref().as_str())) {
        return Err(source.error(key.span(), format!("no region holds `key {}`", key.get_ref())));
    }
    loose_ends(source, file, regions)
}

impl Pairs {
    fn check(&self, source: SourceFile<'_>) -> Result<(), ContentError> {
        let [held, needed] = self.names;
        let link = if held == "key" { "locked" } else { "gate" };
        if self.held.len() > MOST {
            let last = self.held.values().flatten().map(|span| span.start).max().unwrap_or(0);
            return Err(source.error(last..last, format!("a pattern has at most {MOST} {held}s")));
        }
        for (name, places) in &self.held {
            if let [_, second, ..] = places.as_slice() {
                return Err(source.error(second.clone(), format!("{held} `{name}` appears twice")));
            }
        }
        for (name, place) in &self.needed {
            if !self.held.contains_key(name) {
                let problem = format!("a {needed} without a {held}: no region holds `{held} {name}`");
                return Err(source.error(place.clone(), problem));
            }
        }
        for (name, places) in &self.held {
            if !self.needed.contains_key(name) {
                let place = places.first().cloned().unwrap_or_default();
                let problem = format!("a {held} without a {needed}: no link is `{link} {name}`");
                return Err(source.error(place, problem));
            }
        }
        Ok(())
    }
}

/// A region that holds nothing must at least lead somewhere.
fn loose_ends(source: SourceFile<'_>, file: &PatternFile, regions: &[Region]) -> Result<(), ContentError> {
    let is_loose = |index: usize| {
        regions[index].holds.is_empty() && !regions[index + 1..].iter().any(|region| region.from == index)
    };
    match (1..regions.len()).find(|index| is_loose(*index)) {
        Some(index) => {
            let problem = format!("a loose end: region `{}` holds nothing and leads nowhere", regions[index].name);
            Err(source.error(file.region.get(index - 1).map_or(0..0, |region| Spanned::span(&region.name)), problem))
        }
        None => Ok(()),
    }
}
