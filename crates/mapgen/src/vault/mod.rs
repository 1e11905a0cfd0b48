//! Vaults: small hand-drawn maps that are stamped on levels. [`Vault`] describes their files.

mod embedded;
mod file;
mod shape;

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use undercroft_grid::{Point, Size};

use file::VaultFile;
pub(crate) use shape::Entrance;

use crate::drawing::Drawing;
use crate::{BadParameter, Class, Depths, LegendEntry, Tileset};

/// The longest side of a vault.
pub(crate) const LONGEST_VAULT: u32 = 64;

/// A small hand-drawn map that the step [`Stamp`](crate::steps::Stamp) stamps on levels.
///
/// A vault is a TOML file with a drawing. A glyph stands for the tile with that glyph, `.` for floor, and a space
/// leaves the map unchanged. The legend can give glyphs another meaning: see [`LegendEntry`].
///
/// ```toml
/// name = "shrine"
/// description = "A small altar between two figures."
/// tags = ["shrine", "quiet"]
/// map = '''
///  #####
/// ##S_S##
/// #.....#
/// ###+###
/// '''
/// [legend]
/// "S" = "statue"
/// ```
///
/// | key | value | default |
/// |---|---|---|
/// | `name` | its name | required |
/// | `description` | what visitors read | empty |
/// | `tags` | the kinds of vault it belongs to | none |
/// | `weight` | how often it is chosen, relative to others; with 0, only by name | 10 |
/// | `rotate`, `reflect` | whether it may be turned and mirrored | true |
/// | `place` | the terrain it needs: `rock`, `open` or `either` | `rock` |
/// | `depths` | the depths where it appears: `3`, `3-8` or `3..` | all |
/// | `depth` | the shallowest depth where it appears; it also appears at all depths below | 0 |
/// | `free` | which entrances need open ground outside: `all`, or `any`, which walls up the others. A legend entry can decide for its glyph | `all` |
/// | `roles` | what a mission likes to put here: `goal`, `key`, `switch`, `reward` or `guard` | none |
/// | `map` | the drawing | required |
/// | `legend` | the glyphs with their own meaning | empty |
/// | `variant` | other drawings, each a `[[variant]]` with a `map` and what its `legend` adds | none |
///
/// Parsing checks that every walkable cell of a vault can be reached from its edge and that its doors stand between
/// walls, so stamping it cannot break a level.
///
/// ```
/// use undercroft_mapgen::{SourceFile, Vault};
/// let text = [
///     "name = 'niche'",
///     "map = '''",
///     "#####",
///     "#._.#",
///     "##+##",
///     "'''",
/// ];
/// let text = text.join("\n");
/// let niche = Vault::parse(SourceFile::new("niche.toml", &text))?;
/// assert_eq!(niche.orientations().len(), 4, "its mirror image looks the same");
///
/// let error = Vault::parse(SourceFile::new("niche.toml", &text.replace('_', "k"))).unwrap_err();
/// assert!(error.to_string().starts_with("niche.toml:4:3: `k` is neither in the legend"), "{error}");
/// # Ok::<(), undercroft_mapgen::ContentError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Vault {
    file: Arc<VaultFile>,
    drawing: Drawing,
    variants: Vec<Vault>,
    entrances: Computed<Vec<Entrance>>,
    turned: Computed<Vec<Vault>>,
}

/// What follows from the rest of a vault, computed once when it is first needed. So it makes no difference in comparisons, nor
/// in the description by which a saved recipe is compared.
#[derive(Clone)]
struct Computed<T>(Arc<OnceLock<T>>);

impl<T> fmt::Debug for Computed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")
    }
}

impl<T> Default for Computed<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> PartialEq for Computed<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The vaults of a recipe, drawn with its tiles.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Vaults(Vec<Vault>);

impl From<Vec<Vault>> for Vaults {
    fn from(vaults: Vec<Vault>) -> Self {
        Self(vaults)
    }
}

impl Deref for Vaults {
    type Target = [Vault];

    fn deref(&self) -> &[Vault] {
        &self.0
    }
}

/// The terrain that a vault needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Terrain {
    /// Solid rock. Tunnels are dug to its entrances.
    #[default]
    Rock,
    /// Open ground, with space to walk all around it.
    Open,
    /// Rock or open ground.
    Either,
}

/// Which entrances of a vault need open ground outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Free {
    /// All of them.
    #[default]
    All,
    /// Enough of them to reach the whole vault. The others are walled up if they face rock.
    Any,
}

impl Vault {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// What visitors read, in one line.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.file.description
    }

    /// The kinds of vault it belongs to.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.file.tags.iter().map(String::as_str)
    }

    /// Whether it has this tag.
    #[must_use]
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags().any(|known| known == tag)
    }

    /// How often it is chosen, relative to others.
    #[must_use]
    pub fn weight(&self) -> u32 {
        self.file.weight
    }

    /// The shallowest depth where it appears.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depths().first
    }

    /// The depths where it appears.
    ///
    /// ```
    /// use undercroft_mapgen::{SourceFile, Vault};
    /// let text = "name = 'niche'\ndepths = '3-8'\nmap = '''\n#####\n#._.#\n##+##\n'''";
    /// let niche = Vault::parse(SourceFile::new("niche.toml", text))?;
    /// assert!(niche.depths().contains(8) && !niche.depths().contains(9));
    /// # Ok::<(), undercroft_mapgen::ContentError>(())
    /// ```
    #[must_use]
    pub fn depths(&self) -> Depths {
        let written = self.file.depths.as_ref().and_then(|depths| depths.parse().ok());
        written.unwrap_or(Depths { first: self.file.depth, last: None })
    }

    /// The terrain it needs.
    #[must_use]
    pub fn terrain(&self) -> Terrain {
        self.file.place
    }

    /// Its width and height as drawn.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.drawing.size()
    }

    /// The drawing, as in its file.
    #[must_use]
    pub fn map(&self) -> &str {
        &self.file.map
    }

    /// The glyphs with their own meaning.
    pub fn legend(&self) -> impl Iterator<Item = (char, &LegendEntry)> {
        self.file.legend.iter().map(|(glyph, entry)| (*glyph, entry))
    }

    /// The cells on its edge through which it can be entered, row by row.
    ///
    /// ```
    /// use undercroft_mapgen::Vault;
    /// assert_eq!(Vault::named("treasury")?.doors().len(), 1);
    /// # Ok::<(), undercroft_mapgen::LookupError>(())
    /// ```
    #[must_use]
    pub fn doors(&self) -> Vec<Point> {
        self.entrances().iter().map(|entrance| entrance.at).collect()
    }

    /// What a cell becomes; `None` where the map stays unchanged.
    ///
    /// ```
    /// use undercroft_mapgen::{Point, Vault};
    /// let hall = Vault::named("pillared-hall")?;
    /// assert_eq!(hall.entry_at(Point::new(2, 2)).map(|cell| cell.tiles[0].as_str()), Some("pillar"));
    /// # Ok::<(), undercroft_mapgen::LookupError>(())
    /// ```
    #[must_use]
    pub fn entry_at(&self, at: Point) -> Option<&LegendEntry> {
        self.drawing.entry_at(at)
    }

    /// The vault and its variants, each turned and mirrored in every way the vault allows, without duplicates.
    ///
    /// ```
    /// use undercroft_mapgen::Vault;
    /// for vault in Vault::all() {
    ///     assert!([1, 2, 4, 8].contains(&vault.orientations().len()));
    /// }
    /// ```
    #[must_use]
    pub fn orientations(&self) -> Vec<Self> {
        self.turned().to_vec()
    }

    /// The vault in all orientations.
    pub(crate) fn turned(&self) -> &[Self] {
        self.turned.0.get_or_init(|| self.turn())
    }

    fn new(file: Arc<VaultFile>, drawing: Drawing) -> Self {
        let (entrances, turned) = (Computed::default(), Computed::default());
        Self { file, drawing, variants: Vec::new(), entrances, turned }
    }

    fn turn(&self) -> Vec<Self> {
        let mut drawings: Vec<Drawing> = Vec::new();
        let quarters = if self.file.rotate { 0..4 } else { 0..1 };
        for quarter in quarters {
            for &mirrored in if self.file.reflect { &[false, true][..] } else { &[false] } {
                let drawing = self.drawing.turned(quarter, mirrored);
                if !drawings.contains(&drawing) {
                    drawings.push(drawing);
                }
            }
        }
        let own = drawings.into_iter().map(|drawing| Self::new(self.file.clone(), drawing));
        own.chain(self.variants.iter().flat_map(Self::turn)).collect()
    }

    /// Its sizes in all orientations.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = Size> {
        self.drawings().flat_map(|drawing| {
            let Size { width, height } = drawing.size();
            [drawing.size()].into_iter().chain(self.file.rotate.then_some(Size::new(height, width)))
        })
    }

    /// The other drawings of the vault.
    #[must_use]
    pub fn variants(&self) -> &[Self] {
        &self.variants
    }

    /// What a mission likes to put here.
    #[must_use]
    pub fn roles(&self) -> &[String] {
        &self.file.roles
    }

    /// The names and tags of the vaults that are stamped inside it.
    pub(crate) fn nested(&self) -> impl Iterator<Item = &str> {
        self.drawings().flat_map(Drawing::entries).filter_map(|(entry, _)| entry.vault.as_deref())
    }

    /// Whether it may be stamped inside another vault, by this name or tag.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let is_simple = self.terrain() != Terrain::Rock && self.nested().next().is_none();
        is_simple && (self.name() == name || self.has_tag(name))
    }

    /// The drawings of the vault and of its variants, as in the file.
    fn drawings(&self) -> impl Iterator<Item = &Drawing> {
        [&self.drawing].into_iter().chain(self.variants.iter().map(|variant| &variant.drawing))
    }

    /// The names of everything it may spawn.
    pub(crate) fn spawn_names(&self) -> impl Iterator<Item = (Class, &str)> {
        self.drawings().flat_map(Drawing::entries).flat_map(|(entry, _)| entry.spawn_names())
    }

    pub(crate) const fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Checks a vault that was parsed with the standard tileset against another one.
    pub(crate) fn check_tiles(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        for (entry, open) in self.drawings().flat_map(Drawing::entries) {
            let (problem, missing_tile) = match entry.is_open(tileset) {
                Ok(same) if same == open => continue,
                Ok(_) => (format!("{:?} must{} be walkable", entry.tiles, if open { "" } else { " not" }), None),
                Err(error) => (error.to_string(), error.missing_tile().map(Into::into)),
            };
            let problem = BadParameter::new("vault", format!("`{}`: {problem}", self.name()));
            return Err(BadParameter { missing_tile, ..problem });
        }
        Ok(())
    }
}
