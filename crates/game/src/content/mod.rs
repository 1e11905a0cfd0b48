//! The catalogue: creatures, items, drop tables, tile events, starting kits and settings, all read from text files.

mod creature;
mod effect;
mod item;
mod machine;
mod read;
mod settings;
mod verify;

use std::sync::{Arc, LazyLock};

use undercroft_mapgen::{ContentError, Label, SourceFile, TileInfo};

pub use creature::{Ability, CreatureKind, CreatureKindId, DropChance, HitEffect, Tactic, Trait};
pub use effect::{Effect, Status};
pub use item::{DropEntry, DropTable, ItemClass, ItemKind, ItemKindId};
pub use machine::{MachineEffect, MachineKind, Stage, Trigger};
pub use settings::{Blessing, Settings, StartingItem, StartingKit, TileEvent, TileRule};

/// The name and text of each content file that comes with the crate.
const FILES: [(&str, &str); 5] = [
    ("content/creatures.toml", include_str!("../../content/creatures.toml")),
    ("content/items.toml", include_str!("../../content/items.toml")),
    ("content/machines.toml", include_str!("../../content/machines.toml")),
    ("content/tables.toml", include_str!("../../content/tables.toml")),
    ("content/settings.toml", include_str!("../../content/settings.toml")),
];

/// The name of the creature that the player controls.
const HERO: &str = "hero";

/// Everything a game is made of besides its levels. Immutable and shared.
///
/// ```
/// use undercroft_game::GameContent;
/// let content = GameContent::standard();
/// let (_, rat) = content.creature_named("rat").unwrap();
/// assert!(rat.hit_points > 0);
/// assert!(content.item_named("health-potion").is_some());
/// ```
#[derive(Clone, Debug)]
pub struct GameContent {
    creatures: Vec<CreatureKind>,
    items: Vec<ItemKind>,
    tables: Vec<DropTable>,
    tiles: Vec<TileRule>,
    events: Vec<TileEvent>,
    kits: Vec<StartingKit>,
    blessings: Vec<Blessing>,
    machines: Vec<MachineKind>,
    settings: Settings,
    hero: CreatureKindId,
    fingerprint: u64,
}

impl GameContent {
    /// The content that comes with the crate.
    #[must_use]
    pub fn standard() -> Arc<Self> {
        static STANDARD: LazyLock<Arc<GameContent>> = LazyLock::new(|| {
            // The files are embedded, and every test reads them.
            Arc::new(GameContent::with(&[]).unwrap_or_else(|error| panic!("{error}")))
        });
        STANDARD.clone()
    }

    /// The content that comes with the crate, extended by these files. An entry replaces an earlier one of the same name.
    ///
    /// ```
    /// use undercroft_game::GameContent;
    /// use undercroft_mapgen::SourceFile;
    /// let text = r##"
    ///     [[creature]]
    ///     name = "snail"
    ///     glyph = "s"
    ///     colour = "#a0a060"
    ///     description = "It is in no hurry."
    ///     hit-points = 3
    ///     attack = 1
    ///     speed = 20
    ///     tactics = ["hunt"]
    ///     abilities = ["attack"]
    /// "##;
    /// let content = GameContent::with(&[SourceFile::new("snail.toml", text)])?;
    /// assert!(content.creature_named("snail").is_some());
    /// let error = GameContent::with(&[SourceFile::new("snail.toml", &text.replace("speed", "sped"))]).unwrap_err();
    /// assert_eq!(error.to_string(), "snail.toml:9:5: unknown field `sped`; did you mean `speed`?");
    /// # Ok::<(), undercroft_mapgen::ContentError>(())
    /// ```
    ///
    /// # Errors
    /// If a file is invalid, with the place of the first problem and a remedy.
    pub fn with(sources: &[SourceFile<'_>]) -> Result<Self, ContentError> {
        let ours = FILES.iter().map(|(name, text)| SourceFile::new(name, text));
        let all: Vec<SourceFile<'_>> = ours.chain(sources.iter().copied()).collect();
        read::read(&all)
    }

    /// The content for a game whose recipes, plans and so on come from files with these texts. The texts become part of the
    /// [fingerprint](GameContent::fingerprint).
    #[must_use]
    pub fn with_maps<'a>(mut self, texts: impl IntoIterator<Item = &'a str>) -> Self {
        self.fingerprint = texts.into_iter().fold(self.fingerprint, hash_in);
        self
    }

    /// Every kind of creature with its id.
    pub fn creatures(&self) -> impl Iterator<Item = (CreatureKindId, &CreatureKind)> {
        self.creatures.iter().enumerate().map(|(index, kind)| (CreatureKindId(index as u16), kind))
    }

    /// Every kind of item with its id.
    pub fn items(&self) -> impl Iterator<Item = (ItemKindId, &ItemKind)> {
        self.items.iter().enumerate().map(|(index, kind)| (ItemKindId(index as u16), kind))
    }

    /// The creature kind with this id.
    ///
    /// # Panics
    /// If the id belongs to other content.
    #[must_use]
    pub fn creature(&self, id: CreatureKindId) -> &CreatureKind {
        &self.creatures[usize::from(id.0)]
    }

    /// The item kind with this id.
    ///
    /// # Panics
    /// If the id belongs to other content.
    #[must_use]
    pub fn item(&self, id: ItemKindId) -> &ItemKind {
        &self.items[usize::from(id.0)]
    }

    pub(crate) fn knows_creature(&self, id: CreatureKindId) -> bool {
        usize::from(id.0) < self.creatures.len()
    }

    pub(crate) fn knows_item(&self, id: ItemKindId) -> bool {
        usize::from(id.0) < self.items.len()
    }

    /// The creature kind with this name. Spaces and hyphens are interchangeable.
    #[must_use]
    pub fn creature_named(&self, name: &str) -> Option<(CreatureKindId, &CreatureKind)> {
        self.creatures().find(|(_, kind)| same_name(&kind.name, name))
    }

    /// The item kind with this name. Spaces and hyphens are interchangeable.
    #[must_use]
    pub fn item_named(&self, name: &str) -> Option<(ItemKindId, &ItemKind)> {
        self.items().find(|(_, kind)| same_name(&kind.name, name))
    }

    /// The machine with this name, and its index.
    #[must_use]
    pub fn machine_named(&self, name: &str) -> Option<(usize, &MachineKind)> {
        self.machines.iter().enumerate().find(|(_, kind)| same_name(&kind.name, name))
    }

    pub(crate) fn machine(&self, index: usize) -> &MachineKind {
        &self.machines[index]
    }

    /// The drop table with this name.
    #[must_use]
    pub fn table_named(&self, name: &str) -> Option<&DropTable> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// The rules for a tile beyond what its tileset says. The rules for its roles apply as well.
    #[must_use]
    pub fn tile_rule(&self, tile: &TileInfo) -> Option<&TileRule> {
        self.tiles.iter().find(|rule| tile.answers_to(&rule.name))
    }

    /// The tile event with this name.
    #[must_use]
    pub fn event_named(&self, name: &str) -> Option<&TileEvent> {
        self.events.iter().find(|event| event.name == name)
    }

    /// What stepping on a tile does: its rule decides, or else its tileset.
    #[must_use]
    pub fn event_of(&self, tile: &TileInfo) -> Option<&TileEvent> {
        let rule = self.tile_rule(tile).and_then(|rule| rule.on_enter.as_deref());
        self.event_named(rule.or(tile.on_enter.as_deref())?)
    }

    /// What the hero of a plan starts with.
    #[must_use]
    pub fn starting_kit(&self, plan: &str) -> &[StartingItem] {
        let named = |name: &str| self.kits.iter().find(|kit| kit.plan == name);
        named(plan).or_else(|| named("default")).map_or(&[], |kit| &kit.items)
    }

    /// What altars sell.
    #[must_use]
    pub fn blessings(&self) -> &[Blessing] {
        &self.blessings
    }

    /// The numbers behind the rules.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The kind of creature that the player controls.
    #[must_use]
    pub const fn hero(&self) -> CreatureKindId {
        self.hero
    }

    /// A hash of all content files. Saves and replays only work with the content they were made with.
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

/// Whether two names are the same apart from hyphens: recipes write `health-potion`, people `health potion`.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    let plain = |letter: u8| if matches!(letter, b'-' | b'_') { b' ' } else { letter };
    a.len() == b.len() && a.bytes().zip(b.bytes()).all(|(a, b)| plain(a) == plain(b))
}

fn fingerprint(sources: &[SourceFile<'_>]) -> u64 {
    sources.iter().map(|source| source.text).fold(0, hash_in)
}

fn hash_in(hash: u64, text: &str) -> u64 {
    (hash.rotate_left(7) ^ text.key()).key()
}
