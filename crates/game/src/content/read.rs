//! Reads content files. Any file may hold any kind of entry; a later entry replaces an earlier one of the same name.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use undercroft_mapgen::{ContentError, SourceFile};

use super::verify::verify;
use super::{
    Blessing, CreatureKind, CreatureKindId, DropTable, GameContent, HERO, ItemKind, MachineKind, Settings, StartingKit,
    TileEvent, TileRule, fingerprint, same_name,
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
    starting_kit: Vec<Spanned<StartingKit>>,
    #[serde(default)]
    blessing: Vec<Spanned<Blessing>>,
    #[serde(default)]
    machine: Vec<Spanned<MachineKind>>,
    settings: Option<Settings>,
}

/// An entry of a content file, and where it is.
pub(super) struct Entry<'a, T> {
    pub(super) value: T,
    source: SourceFile<'a>,
    start: usize,
}

impl<T> Entry<'_, T> {
    /// An error at the place where the entry has this text in quotes, or else at its start.
    pub(super) fn error(&self, quoted: &str, problem: impl Into<String>) -> ContentError {
        self.source.error(self.find(&format!("\"{quoted}\"")), problem)
    }

    /// An error at the place where the entry has this key, or else at its start.
    pub(super) fn error_at_key(&self, key: &str, problem: impl Into<String>) -> ContentError {
        self.source.error(self.find(&format!("\n{key}")), problem)
    }

    fn find(&self, text: &str) -> Range<usize> {
        let rest = self.source.text.get(self.start..).unwrap_or_default();
        // The entry ends where the next one begins.
        let end = rest.get(2..).and_then(|rest| rest.find("\n[")).map_or(rest.len(), |end| end + 2);
        let offset = rest[..end].find(text).map_or(0, |found| found + usize::from(text.starts_with('\n')));
        self.start + offset..self.start + offset
    }
}

/// The entries of all files.
#[derive(Default)]
pub(super) struct Entries<'a> {
    pub(super) creatures: Vec<Entry<'a, CreatureKind>>,
    pub(super) items: Vec<Entry<'a, ItemKind>>,
    pub(super) tables: Vec<Entry<'a, DropTable>>,
    pub(super) tiles: Vec<Entry<'a, TileRule>>,
    pub(super) events: Vec<Entry<'a, TileEvent>>,
    pub(super) kits: Vec<Entry<'a, StartingKit>>,
    pub(super) blessings: Vec<Entry<'a, Blessing>>,
    pub(super) machines: Vec<Entry<'a, MachineKind>>,
}

/// Reads and verifies all files.
pub(super) fn read(sources: &[SourceFile<'_>]) -> Result<GameContent, ContentError> {
    let mut all = Entries::default();
    let mut settings = Settings::default();
    for source in sources {
        let file: File = source.read_toml()?;
        add(&mut all.creatures, *source, file.creature, |kind| &kind.name)?;
        add(&mut all.items, *source, file.item, |kind| &kind.name)?;
        add(&mut all.tables, *source, file.table, |table| &table.name)?;
        add(&mut all.tiles, *source, file.tile, |rule| &rule.name)?;
        add(&mut all.events, *source, file.event, |event| &event.name)?;
        add(&mut all.kits, *source, file.starting_kit, |kit| &kit.plan)?;
        add(&mut all.blessings, *source, file.blessing, |blessing| &blessing.name)?;
        add(&mut all.machines, *source, file.machine, |machine| &machine.name)?;
        settings = file.settings.unwrap_or(settings);
    }
    verify(&all)?;
    let hero = all.creatures.iter().position(|kind| kind.value.name == HERO);
    let Some(hero) = hero else {
        let file = sources.last().map_or("content", |source| source.name);
        return Err(SourceFile::new(file, "").error(0..0, format!("no creature is called `{HERO}`")));
    };
    Ok(GameContent {
        creatures: values(all.creatures),
        items: values(all.items),
        tables: values(all.tables),
        tiles: values(all.tiles),
        events: values(all.events),
        kits: values(all.kits),
        blessings: values(all.blessings),
        machines: values(all.machines),
        settings,
        hero: CreatureKindId(hero as u16),
        fingerprint: fingerprint(sources),
    })
}

fn values<T>(entries: Vec<Entry<'_, T>>) -> Vec<T> {
    entries.into_iter().map(|entry| entry.value).collect()
}

fn add<'a, T>(
    all: &mut Vec<Entry<'a, T>>,
    source: SourceFile<'a>,
    new: Vec<Spanned<T>>,
    name: impl Fn(&T) -> &String,
) -> Result<(), ContentError> {
    for spanned in new {
        let start = spanned.span().start;
        let entry = Entry { value: spanned.into_inner(), source, start };
        let found = all.iter().position(|known| same_name(name(&known.value), name(&entry.value)));
        match found {
            Some(index) if std::ptr::eq(all[index].source.text, source.text) => {
                let name = name(&entry.value);
                return Err(entry.error(name, format!("`{name}` is already defined in this file")));
            }
            Some(index) => all[index] = entry,
            None => all.push(entry),
        }
        if all.len() > usize::from(u16::MAX) {
            return Err(source.error(start..start, format!("too many entries: the limit is {}", u16::MAX)));
        }
    }
    Ok(())
}
