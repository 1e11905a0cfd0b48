//! Reads content files: any of them may have any of the paragraphs; a later one replaces an earlier one of the same name.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use undercroft_mapgen::{ContentError, SourceFile};

use super::verify::verify;
use super::{
    Blessing, Content, CreatureKind, CreatureKindId, DropTable, HERO, ItemKind, Kit, Settings, TileEvent, TileRule,
    fingerprint, same_name,
};

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    #[serde(default)]
    creature: Vec<Spanned<CreatureKind>>,
    #[serde(default)]
    item: Vec<Spanned<ItemKind>>,
    #[serde(default)]
    table: Vec<Spanned<DropTable>>,
    #[serde(default)]
    tile: Vec<Spanned<TileRule>>,
    #[serde(default)]
    event: Vec<Spanned<TileEvent>>,
    #[serde(default)]
    kit: Vec<Spanned<Kit>>,
    #[serde(default)]
    blessing: Vec<Spanned<Blessing>>,
    settings: Option<Settings>,
}

/// A paragraph of a content file, and where it stands.
pub(super) struct Paragraph<'a, T> {
    pub(super) value: T,
    source: SourceFile<'a>,
    start: usize,
}

impl<T> Paragraph<'_, T> {
    /// An error at the place where the paragraph has this text in quotes, or at its beginning.
    pub(super) fn error(&self, quoted: &str, problem: impl Into<String>) -> ContentError {
        self.source.error(self.place(&format!("\"{quoted}\"")), problem)
    }

    /// An error at the place where the paragraph has this key, or at its beginning.
    pub(super) fn error_at_key(&self, key: &str, problem: impl Into<String>) -> ContentError {
        self.source.error(self.place(&format!("\n{key}")), problem)
    }

    fn place(&self, text: &str) -> Range<usize> {
        let rest = self.source.text.get(self.start..).unwrap_or_default();
        // The paragraph ends where the next begins.
        let end = rest.get(2..).and_then(|rest| rest.find("\n[")).map_or(rest.len(), |end| end + 2);
        let offset = rest[..end].find(text).map_or(0, |found| found + usize::from(text.starts_with('\n')));
        self.start + offset..self.start + offset
    }
}

/// All paragraphs of all files.
#[derive(Default)]
pub(super) struct Paragraphs<'a> {
    pub(super) creatures: Vec<Paragraph<'a, CreatureKind>>,
    pub(super) items: Vec<Paragraph<'a, ItemKind>>,
    pub(super) tables: Vec<Paragraph<'a, DropTable>>,
    pub(super) tiles: Vec<Paragraph<'a, TileRule>>,
    pub(super) events: Vec<Paragraph<'a, TileEvent>>,
    pub(super) kits: Vec<Paragraph<'a, Kit>>,
    pub(super) blessings: Vec<Paragraph<'a, Blessing>>,
}

/// Reads and verifies all files.
pub(super) fn read(sources: &[SourceFile<'_>]) -> Result<Content, ContentError> {
    let mut all = Paragraphs::default();
    let mut settings = Settings::default();
    for source in sources {
        let file: File = toml::from_str(source.text).map_err(|error| source.explained(&error))?;
        add(&mut all.creatures, *source, file.creature, |kind| &kind.name)?;
        add(&mut all.items, *source, file.item, |kind| &kind.name)?;
        add(&mut all.tables, *source, file.table, |table| &table.name)?;
        add(&mut all.tiles, *source, file.tile, |rule| &rule.name)?;
        add(&mut all.events, *source, file.event, |event| &event.name)?;
        add(&mut all.kits, *source, file.kit, |kit| &kit.plan)?;
        add(&mut all.blessings, *source, file.blessing, |blessing| &blessing.name)?;
        settings = file.settings.unwrap_or(settings);
    }
    verify(&all)?;
    let hero = all.creatures.iter().position(|kind| kind.value.name == HERO);
    let Some(hero) = hero else {
        let file = sources.last().map_or("content", |source| source.name).into();
        return Err(ContentError { file, line: 1, column: 1, problem: format!("no creature is called `{HERO}`") });
    };
    Ok(Content {
        creatures: values(all.creatures),
        items: values(all.items),
        tables: values(all.tables),
        tiles: values(all.tiles),
        events: values(all.events),
        kits: values(all.kits),
        blessings: values(all.blessings),
        settings,
        hero: CreatureKindId(hero as u16),
        fingerprint: fingerprint(sources),
    })
}

fn values<T>(paragraphs: Vec<Paragraph<'_, T>>) -> Vec<T> {
    paragraphs.into_iter().map(|paragraph| paragraph.value).collect()
}

fn add<'a, T>(
    all: &mut Vec<Paragraph<'a, T>>,
    source: SourceFile<'a>,
    new: Vec<Spanned<T>>,
    name: impl Fn(&T) -> &String,
) -> Result<(), ContentError> {
    for spanned in new {
        let start = spanned.span().start;
        let paragraph = Paragraph { value: spanned.into_inner(), source, start };
        let found = all.iter().position(|known| same_name(name(&known.value), name(&paragraph.value)));
        match found {
            Some(index) if std::ptr::eq(all[index].source.text, source.text) => {
                let name = name(&paragraph.value).clone();
                return Err(paragraph.error(&name, format!("there is one called `{name}` in this file already")));
            }
            Some(index) => all[index] = paragraph,
            None => all.push(paragraph),
        }
        if all.len() > usize::from(u16::MAX) {
            return Err(source.error(start..start, format!("there are more than {} of them", u16::MAX)));
        }
    }
    Ok(())
}
