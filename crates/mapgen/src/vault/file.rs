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
use crate::suggest::did_you_mean;
use crate::{BadDepths, Depths, Tileset};

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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) roles: Vec<String>,
    pub(super) map: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) legend: Legend,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) variant: Vec<VariantFile>,
}

/// Another drawing of the same vault.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct VariantFile {
    map: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    legend: Legend,
}

/// The drawing that a problem is in: a variant, or the vault's own.
type Which = Option<usize>;

/// The most variants of a vault.
const MOST_VARIANTS: usize = 100;

/// The roles in a mission that a vault may be made for.
const ROLES: [&str; 5] = ["goal", "key", "switch", "reward", "guard"];

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
        let error = |(which, problem): (Which, Problem)| {
            source.error(span(source.text, which, problem.place).unwrap_or(0..0), problem.what)
        };
        Self::checked(file, tileset).map_err(error)
    }

    /// Parses a vault. If `content` lists the names of creatures or items, the vault may use only those.
    ///
    /// # Errors
    /// As for [`Vault::parse`].
    pub fn parse_for(source: SourceFile<'_>, content: &Content) -> Result<Self, ContentError> {
        let vault = Self::parse_with(source, content.tiles())?;
        let variants = (0..).zip(&vault.file.variant).map(|(index, variant)| (Some(index), &variant.legend));
        let legends = [(None, &vault.file.legend)].into_iter().chain(variants);
        let entries =
            legends.flat_map(|(which, legend)| legend.iter().map(move |(glyph, entry)| (which, glyph, entry)));
        for (which, glyph, entry) in entries {
            for (class, name) in entry.spawn_names() {
                let place = || span(source.text, which, Place::Legend(*glyph)).unwrap_or(0..0);
                content.check_spawn(&class, name).map_err(|problem| source.error(place(), problem))?;
            }
        }
        Ok(vault)
    }

    fn checked(file: VaultFile, tileset: &Tileset) -> Result<Self, (Which, Problem)> {
        let at_key = |key: &'static str, what: String| (None, Problem::new(Place::Key(key), what));
        if file.name.is_empty() {
            return Err(at_key("name", "the name is empty".into()));
        }
        if file.weight > 1_000_000 {
            return Err(at_key("weight", "the weight must be a number from 0 to 1000000".into()));
        }
        if let Some(depths) = &file.depths {
            let depths: Depths = depths.parse().map_err(|error: BadDepths| at_key("depths", error.to_string()))?;
            if file.depth > 0 && file.depth != depths.first {
                return Err(at_key("depth", "`depths` already says where it appears; leave out `depth`".into()));
            }
        }
        if let Some(role) = file.roles.iter().find(|role| !ROLES.contains(&role.as_str())) {
            return Err(at_key("roles", format!("`{role}` is not a role; {}", did_you_mean(role, ROLES))));
        }
        if file.variant.is_empty() {
            return Self::drawn(file, tileset).map_err(|problem| (None, problem));
        }
        if file.variant.len() > MOST_VARIANTS {
            let what = format!("{} variants are too many: a vault has at most {MOST_VARIANTS}", file.variant.len());
            return Err(at_key("variant", what));
        }
        let maps = || file.variant.iter().map(|variant| &variant.map).chain([&file.map]);
        if let Some(glyph) = file.legend.keys().find(|glyph| !maps().any(|map| map.contains(**glyph))) {
            return Err((None, Problem::new(Place::Legend(*glyph), "no map uses this glyph")));
        }
        let drawn = |which: Which, map: &str, own: &Legend| {
            // Each drawing has what it uses of the common legend.
            let mut legend = file.legend.clone();
            legend.retain(|glyph, _| map.contains(*glyph));
            legend.extend(own.clone());
            let file = VaultFile { map: map.into(), legend, variant: Vec::new(), ..file.clone() };
            Self::drawn(file, tileset).map_err(|problem| (which, problem))
        };
        let main = drawn(None, &file.map, &Legend::new())?;
        let variants = file.variant.iter().enumerate();
        let variants = variants.map(|(index, variant)| drawn(Some(index), &variant.map, &variant.legend));
        let variants = variants.collect::<Result<Vec<_>, _>>()?;
        Ok(Self { variants, ..Self::new(Arc::new(file), main.drawing) })
    }

    /// The vault of a file without variants.
    fn drawn(file: VaultFile, tileset: &Tileset) -> Result<Self, Problem> {
        let (drawing, corner) = Drawing::read(&file.map, &file.legend, tileset)?;
        let vault = Self::new(Arc::new(file), drawing);
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
            Vault::checked(file, tileset).map_err(|(which, problem)| {
                let which = which.map_or_else(String::new, |index| format!("variant {}: ", index + 1));
                de::Error::custom(format!("vault `{name}`: {which}{problem}"))
            })
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
fn span(text: &str, which: Which, place: Place) -> Option<Range<usize>> {
    let file = DeTable::parse(text).ok()?;
    let table = match which {
        None => file.get_ref(),
        Some(index) => {
            let DeValue::Array(variants) = file.get_ref().get("variant")?.as_ref() else { return None };
            let DeValue::Table(variant) = variants.get(index)?.as_ref() else { return None };
            variant
        }
    };
    let value = |key: &str| table.iter().find(|(name, _)| name.as_ref() == key).map(|(_, value)| value);
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
    fn errors_in_variants_have_their_own_position() {
        let head = "name = 'x'\nmap = '''\n#+#\n#s#\n###'''\n[legend]\ns = 'floor'\n";
        let with = |variant: &str| Vault::parse(SourceFile::new("v.toml", &format!("{head}{variant}")));
        let text = |variant: &str| with(variant).map(|_| ()).expect_err(variant).to_string();
        assert_eq!(with("[[variant]]\nmap = '''\n#+#\n#.#\n#s#\n###'''\n").unwrap().orientations().len(), 8);
        assert_eq!(
            text("[[variant]]\nmap = '''\n#+#\n#k#\n###'''"),
            "v.toml:11:2: `k` is neither in the legend nor the glyph of a tile; add it to `[legend]`"
        );
        assert_eq!(
            text("[[variant]]\nmap = '###'"),
            "v.toml:9:7: a vault in rock needs an entrance, such as a door, on its edge"
        );
        assert!(text("[[variant]]\nmap = '.'\nlegend = { q = 'floor' }").starts_with("v.toml:10:"));
        let unused = "name = 'x'\nmap = '.'\nlegend = { s = 'floor' }\n[[variant]]\nmap = '.'";
        assert!(error(unused).contains("no map uses this glyph"), "{}", error(unused));
        let many = format!("name = 'x'\nmap = '.'\n{}", "[[variant]]\nmap = '.'\n".repeat(101));
        assert!(error(&many).contains("101 variants are too many: a vault has at most 100"), "{}", error(&many));
        assert!(error("name = 'x'\nroles = ['rewards']\nmap = '.'").contains("did you mean `reward`"));
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
