//! Vault files: TOML, read with the places of all errors.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue};
use undercroft_grid::Point;

use super::{Free, Terrain, Vault};
use crate::content::{ContentError, SourceFile};
use crate::drawing::{Drawing, Legend, Place, Problem};
use crate::suggest::did_you_mean;
use crate::{LegendEntry, Tileset};

/// The keys of a vault file.
const KEYS: [&str; 10] =
    ["name", "description", "tags", "weight", "rotate", "reflect", "place", "depth", "free", "map"];

/// A vault as it stands in a file.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct VaultFile {
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) description: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) tags: Vec<String>,
    #[serde(default = "usual_weight")]
    pub(super) weight: u32,
    #[serde(default = "yes")]
    pub(super) rotate: bool,
    #[serde(default = "yes")]
    pub(super) reflect: bool,
    #[serde(default)]
    pub(super) place: Terrain,
    #[serde(default)]
    pub(super) depth: u32,
    #[serde(default)]
    pub(super) free: Free,
    pub(super) map: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) legend: BTreeMap<char, LegendEntry>,
}

const fn usual_weight() -> u32 {
    10
}

const fn yes() -> bool {
    true
}

impl Vault {
    /// Reads a vault from a TOML file's text.
    ///
    /// # Errors
    /// Where the text is no vault, or one that nobody could walk into: the error tells the place and what would be right.
    pub fn parse(source: SourceFile<'_>) -> Result<Self, ContentError> {
        Self::parse_with(source, &Tileset::standard())
    }

    /// Reads a vault that is made of other tiles than the standard ones.
    ///
    /// # Errors
    /// As [`Vault::parse`].
    pub fn parse_with(source: SourceFile<'_>, tileset: &Tileset) -> Result<Self, ContentError> {
        let places = Places::of(source)?;
        let file: VaultFile = source.deserialize()?;
        Self::checked(file, tileset).map_err(|problem| places.error(source, &problem))
    }

    fn checked(file: VaultFile, tileset: &Tileset) -> Result<Self, Problem> {
        if file.name.is_empty() {
            return Err(Problem::new(Place::Key("name"), "the vault needs a name"));
        }
        if file.weight > 1_000_000 {
            return Err(Problem::new(Place::Key("weight"), "a weight is a number from 0 to 1000000"));
        }
        let legend: &Legend = &file.legend;
        let (drawing, corner) = Drawing::read(&file.map, legend, tileset)?;
        let vault = Self { file: Arc::new(file), drawing };
        vault.check_shape(corner)?;
        Ok(vault)
    }
}

/// A vault inside another file, such as a recipe: its errors can only be told in words.
impl TryFrom<VaultFile> for Vault {
    type Error = String;

    fn try_from(file: VaultFile) -> Result<Self, String> {
        let name = file.name.clone();
        let told = |problem: Problem| format!("vault `{name}`: {}", problem.in_words());
        Self::checked(file, &Tileset::standard()).map_err(told)
    }
}

impl From<Vault> for VaultFile {
    fn from(vault: Vault) -> Self {
        Self::clone(&vault.file)
    }
}

/// Where in a file the values are.
struct Places {
    keys: BTreeMap<String, Range<usize>>,
    legend: BTreeMap<char, Range<usize>>,
}

impl Places {
    /// Finds the values of a file, and keys that no vault has.
    fn of(source: SourceFile<'_>) -> Result<Self, ContentError> {
        let file = DeTable::parse(source.text).map_err(|error| source.toml_error(&error))?;
        let mut places = Self { keys: BTreeMap::new(), legend: BTreeMap::new() };
        for (key, value) in file.get_ref() {
            let name: &str = key.as_ref();
            if let (DeValue::Table(legend), "legend") = (value.as_ref(), name) {
                for (glyph, meaning) in legend {
                    let glyph: &str = glyph.as_ref();
                    places.legend.extend(glyph.chars().map(|glyph| (glyph, meaning.span())));
                }
            } else if KEYS.contains(&name) {
                places.keys.insert(name.to_owned(), value.span());
            } else if name != "legend" {
                let known = KEYS.into_iter().chain(["legend"]);
                let problem = format!("a vault has no `{name}`; {}", did_you_mean(name, known));
                return Err(source.error(key.span(), problem));
            }
        }
        if let Some(missing) = ["name", "map"].into_iter().find(|key| !places.keys.contains_key(*key)) {
            let example = if missing == "map" { "'''…'''" } else { "\"…\"" };
            return Err(source.error(0..0, format!("the vault has no `{missing}`; add `{missing} = {example}`")));
        }
        Ok(places)
    }

    fn error(&self, source: SourceFile<'_>, problem: &Problem) -> ContentError {
        let key = |key: &str| self.keys.get(key).cloned().unwrap_or(0..0);
        let span = match problem.place {
            Place::Key(name) => key(name),
            Place::Legend(glyph) => self.legend.get(&glyph).cloned().unwrap_or(0..0),
            Place::Cell(at) => cell_in(source.text, key("map"), at),
        };
        source.error(span, problem.what.as_str())
    }
}

/// Where in a file a cell of the map is, given the place of the map's string with its quotes.
fn cell_in(text: &str, map: Range<usize>, at: Point) -> Range<usize> {
    let whole = text.get(map.clone()).unwrap_or_default();
    let quotes = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quotes| whole.starts_with(quotes));
    let mut first = quotes.map_or(0, str::len);
    // A line break right after three quotes is no part of the string.
    if first == 3 {
        let breaks = ["\r\n", "\n"].into_iter().find(|end| whole[first..].starts_with(end));
        first += breaks.map_or(0, str::len);
    }
    let inside = &whole[first..];
    let line = inside.split_inclusive('\n').take(at.y as usize).map(str::len).sum::<usize>();
    let column = inside[line..].chars().take(at.x as usize).map(char::len_utf8).sum::<usize>();
    let start = map.start + first + line + column;
    start..start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let text = text.replace("    ", "");
        match Vault::parse(SourceFile::new("v.toml", &text)) {
            Ok(_) => panic!("the vault was accepted:\n{text}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn errors_tell_the_place_and_the_remedy() {
        assert_eq!(
            error("name = 'x'\nrotat = true\nmap = '#'"),
            "v.toml:2:1: a vault has no `rotat`; did you mean `rotate`?"
        );
        assert_eq!(error("name = 'x'"), "v.toml:1:1: the vault has no `map`; add `map = '''…'''`");
        assert_eq!(
            error("name = 'x'\nmap = '''\n#+#\n#T#\n###'''\n[legend]\n'T' = 'tre'"),
            "v.toml:7:7: no tile is called `tre`; did you mean `tree`?"
        );
        assert_eq!(
            error("name = 'x'\nmap = '''\n#+#\n#.k\n###'''"),
            "v.toml:4:3: `k` is not in the legend, and no tile is drawn so; add it to `[legend]`"
        );
        assert_eq!(
            error("name = 'x'\nmap = '''\n#+#\n#.#\n###'''\n[legend]\n'T' = 'tree'"),
            "v.toml:7:7: the map does not have this glyph"
        );
        assert!(error("name = 'x'\nmap = '#'\nplace = 'rok'").starts_with("v.toml:3:9: "));
        assert!(error("name = 'x'\nmap = '#'\nweight = -1").starts_with("v.toml:3:10: "));
        assert!(error("name = 'x'\nmap = '+'\n[legend]\n'+' = { tle = 'door' }").starts_with("v.toml:4:"));
        assert!(error("name = 'x'\nmap = ['#']").starts_with("v.toml:2:7: "));
        assert!(error("name = 'x\nmap").starts_with("v.toml:"));
        assert!(error("\0\u{1}").starts_with("v.toml:1:"));
        assert!(error("").starts_with("v.toml:1:1"));
    }

    #[test]
    fn a_vault_in_another_file_reads_back() {
        for vault in Vault::all() {
            let written = toml::to_string(vault).expect("a vault can be written");
            let again: Vault = toml::from_str(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again, *vault, "{written}");
        }
    }
}
