//! Parses vault files, with the position of every error.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use undercroft_grid::Point;

use super::{Free, Terrain, Vault, Vaults};
use crate::content::{Content, ContentError, SourceFile};
use crate::drawing::{Drawing, Legend, Place, Problem};
use crate::{BadDepths, Depths, LegendEntry, Tileset};

/// A vault as written in a file.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct VaultFile {
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) description: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) tags: Vec<String>,
    #[serde(default = "default_weight")]
    pub(super) weight: u32,
    #[serde(default = "yes")]
    pub(super) rotate: bool,
    #[serde(default = "yes")]
    pub(super) reflect: bool,
    #[serde(default)]
    pub(super) place: Terrain,
    #[serde(default)]
    pub(super) depth: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) depths: Option<String>,
    #[serde(default)]
    pub(super) free: Free,
    pub(super) map: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) legend: BTreeMap<char, LegendEntry>,
}

const fn default_weight() -> u32 {
    10
}

const fn yes() -> bool {
    true
}

impl Vault {
    /// Parses a vault from the text of a TOML file.
    ///
    /// # Errors
    /// If the text is not a valid vault. The error says where the problem is and how to fix it.
    pub fn parse(source: SourceFile<'_>) -> Result<Self, ContentError> {
        Self::parse_with(source, &Tileset::standard())
    }

    /// Parses a vault that uses a tileset other than the standard one.
    ///
    /// # Errors
    /// As for [`Vault::parse`].
    pub fn parse_with(source: SourceFile<'_>, tileset: &Tileset) -> Result<Self, ContentError> {
        let file: VaultFile = source.read_toml()?;
        let error = |problem: Problem| source.error(span(source.text, problem.place).unwrap_or(0..0), problem.what);
        Self::checked(file, tileset).map_err(error)
    }

    /// Parses a vault. If `content` lists the names of creatures or items, the vault may use only those.
    ///
    /// # Errors
    /// As for [`Vault::parse`].
    pub fn parse_for(source: SourceFile<'_>, content: &Content) -> Result<Self, ContentError> {
        let vault = Self::parse_with(source, content.tiles())?;
        for (glyph, entry) in vault.legend() {
            for (class, name) in entry.spawn_names() {
                let place = || span(source.text, Place::Legend(glyph)).unwrap_or(0..0);
                content.check_spawn(&class, name).map_err(|problem| source.error(place(), problem))?;
            }
        }
        Ok(vault)
    }

    fn checked(file: VaultFile, tileset: &Tileset) -> Result<Self, Problem> {
        if file.name.is_empty() {
            return Err(Problem::new(Place::Key("name"), "the name is empty"));
        }
        if file.weight > 1_000_000 {
            return Err(Problem::new(Place::Key("weight"), "the weight must be a number from 0 to 1000000"));
        }
        if let Some(depths) = &file.depths {
            let depths: Depths =
                depths.parse().map_err(|error: BadDepths| Problem::new(Place::Key("depths"), error.to_string()))?;
            if file.depth > 0 && file.depth != depths.first {
                return Err(Problem::new(
                    Place::Key("depth"),
                    "`depths` already says where it appears; leave out `depth`",
                ));
            }
        }
        let legend: &Legend = &file.legend;
        let (drawing, corner) = Drawing::read(&file.map, legend, tileset)?;
        let vault = Self { file: Arc::new(file), drawing };
        vault.check_shape(corner)?;
        Ok(vault)
    }
}

/// The most vaults that a step of a recipe defines. There are fewer than two hundred built-in ones.
const MOST_OWN: usize = 1_000;

/// Errors in vaults inside other files, such as recipes, give their position in words.
impl Vaults {
    pub(crate) fn read<'de, D: Deserializer<'de>>(value: D, tileset: &Tileset) -> Result<Self, D::Error> {
        let vault = |file: VaultFile| {
            let name = file.name.clone();
            Vault::checked(file, tileset).map_err(|problem| de::Error::custom(format!("vault `{name}`: {problem}")))
        };
        let files: Vec<VaultFile> = Vec::deserialize(value)?;
        if files.len() > MOST_OWN {
            let problem = format!("{} vaults are too many: a step has at most {MOST_OWN} of its own", files.len());
            return Err(de::Error::custom(problem));
        }
        files.into_iter().map(vault).collect::<Result<Vec<_>, _>>().map(Self)
    }
}

/// Writes the vault as its file has it.
impl Serialize for Vault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.file.serialize(serializer)
    }
}

/// The span of a position in the text of a vault file.
fn span(text: &str, place: Place) -> Option<Range<usize>> {
    let file = DeTable::parse(text).ok()?;
    let value = |key: &str| file.get_ref().iter().find(|(name, _)| name.as_ref() == key).map(|(_, value)| value);
    match place {
        Place::Key(key) => value(key).map(Spanned::span),
        Place::Cell(at) => Some(cell_in(text, value("map")?.span(), at)),
        Place::Legend(glyph) => {
            let DeValue::Table(legend) = value("legend")?.as_ref() else { return None };
            legend.iter().find(|(name, _)| name.as_ref().chars().eq([glyph])).map(|(_, entry)| entry.span())
        }
    }
}

/// The position of a map cell in the file, given the span of the map's string with its quotes.
fn cell_in(text: &str, map: Range<usize>, at: Point) -> Range<usize> {
    let whole = text.get(map.clone()).unwrap_or_default();
    let quotes = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quotes| whole.starts_with(quotes));
    let mut first = quotes.map_or(0, str::len);
    // TOML drops a line break right after three quotes.
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
    fn a_step_with_a_hundred_thousand_vaults_of_its_own_is_refused() {
        let head = "name = 'x'\ndescription = 'x'\n[[step]]\ndo = 'fill'\n[[step]]\ndo = 'stamp'\n";
        let text = head.to_owned() + &"[[step.vault]]\nname = 'v'\nmap = '.'\n".repeat(100_000);
        let error = crate::Recipe::parse(SourceFile::new("x.toml", &text), crate::Content::standard());
        let error = error.map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("100000 vaults are too many: a step has at most 1000 of its own"), "{error}");
    }

    #[test]
    fn errors_give_the_position_and_the_remedy() {
        assert_eq!(
            error("name = 'x'\nrotat = true\nmap = '#'"),
            "v.toml:2:1: unknown field `rotat`; did you mean `rotate`?"
        );
        assert_eq!(error("name = 'x'"), "v.toml:1:1: missing field `map`");
        assert_eq!(
            error("name = 'x'\nmap = '''\n#+#\n#T#\n###'''\n[legend]\n'T' = 'tre'"),
            "v.toml:7:7: no tile is called `tre`; did you mean `tree`?"
        );
        assert_eq!(
            error("name = 'x'\nmap = '''\n#+#\n#.k\n###'''"),
            "v.toml:4:3: `k` is neither in the legend nor the glyph of a tile; add it to `[legend]`"
        );
        assert_eq!(
            error("name = 'x'\nmap = '''\n#+#\n#.#\n###'''\n[legend]\n'T' = 'tree'"),
            "v.toml:7:7: the map does not use this glyph"
        );
        assert!(error("name = 'x'\nmap = '#'\nplace = 'rok'").starts_with("v.toml:3:9: "));
        assert_eq!(
            error("name = 'x'\nmap = '#'\ndepths = '8-3'"),
            "v.toml:3:10: `8-3` runs upwards: write the smaller depth first"
        );
        assert!(
            error("name = 'x'\nmap = '#'\ndepth = 2\ndepths = '3-8'").starts_with("v.toml:3:9: `depths` already says")
        );
        assert!(error("name = 'x'\nmap = '#'\nweight = -1").starts_with("v.toml:3:10: "));
        assert!(error("name = 'x'\nmap = '+'\n[legend]\n'+' = { tle = 'door' }").starts_with("v.toml:4:"));
        assert!(error("name = 'x'\nmap = ['#']").starts_with("v.toml:2:7: "));
        assert!(error("name = 'x\nmap").starts_with("v.toml:"));
        assert!(error("\0\u{1}").starts_with("v.toml:1:"));
        assert!(error("").starts_with("v.toml:1:1"));
    }

    #[test]
    fn every_vault_reads_back_as_it_was_written() {
        for vault in Vault::all() {
            let written = toml::to_string(vault).expect("a vault can be written");
            let again = Vault::parse(SourceFile::new("again.toml", &written));
            assert_eq!(again.as_ref(), Ok(vault), "{written}");
        }
    }
}
