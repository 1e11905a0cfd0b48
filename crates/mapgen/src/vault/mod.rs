//! Vaults: small pieces of map drawn by hand, to be stamped on levels. Their files are described at [`Vault`].

mod embedded;
mod file;
mod shape;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use undercroft_grid::{Point, Size};

pub use embedded::UnknownVault;
use file::VaultFile;
pub(crate) use shape::Entrance;

use crate::drawing::Drawing;
use crate::{BadParameter, LegendEntry, Tileset};

/// The longest side that a vault may have.
pub(crate) const LONGEST_VAULT: u32 = 64;

/// A small piece of map drawn by hand, to be stamped on levels by the step [`Stamp`](crate::steps::Stamp).
///
/// A vault is a TOML file with a drawing. A glyph that the legend does not have means the tile that is drawn so, `.` the
/// floor; a blank leaves the map as it is. [`LegendEntry`] tells what else a legend can say.
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
/// | key | entry | if left out |
/// |---|---|---|
/// | `name` | what it is called | |
/// | `description` | what one sees there | |
/// | `tags` | what kinds of vault it counts as | none |
/// | `weight` | how likely it is chosen, compared with others; with 0 only by name | 10 |
/// | `rotate`, `reflect` | whether it may be turned, and mirrored | both |
/// | `place` | `rock`, `open` ground, or `either` | `rock` |
/// | `depth` | the shallowest depth that it is found at | 0 |
/// | `free` | which open cells on its edge must have open ground before them: `all`, or `any`, so that the others are walled up where there is none. The legend can say so for a glyph | `all` |
/// | `map`, `legend` | the drawing, and what its glyphs mean | |
///
/// All of a vault must be reachable from its edge, and its doors must stand between two of its walls: reading it checks
/// that, so that stamping it cannot break a level.
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
/// assert_eq!(niche.orientations().len(), 4, "mirrored, it looks the same");
///
/// let error = Vault::parse(SourceFile::new("niche.toml", &text.replace('_', "k"))).unwrap_err();
/// assert!(error.to_string().starts_with("niche.toml:4:3: `k` is not in the legend"), "{error}");
/// # Ok::<(), undercroft_mapgen::ContentError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "VaultFile", into = "VaultFile")]
pub struct Vault {
    file: Arc<VaultFile>,
    drawing: Drawing,
}

/// What ground a vault is made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    /// Solid rock, into which it is cut; ways are dug to its entrances.
    #[default]
    Rock,
    /// Open ground, with a way to walk all around it.
    Open,
    /// The one or the other.
    Either,
}

/// Which of the open cells on a vault's edge must have open ground before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Free {
    /// All of them.
    #[default]
    All,
    /// As many as are needed to reach all of the vault; the others are walled up where there is none.
    Any,
}

impl Vault {
    /// What the vault is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// What one sees there, in a line.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.file.description
    }

    /// What kinds of vault it counts as.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.file.tags.iter().map(String::as_str)
    }

    /// Whether it counts as that kind of vault.
    #[must_use]
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags().any(|known| known == tag)
    }

    /// How likely it is chosen, compared with others.
    #[must_use]
    pub fn weight(&self) -> u32 {
        self.file.weight
    }

    /// The shallowest depth that it is found at.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.file.depth
    }

    /// What ground it is made for.
    #[must_use]
    pub fn terrain(&self) -> Terrain {
        self.file.place
    }

    /// How wide and high it is.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.drawing.size()
    }

    /// What a cell of the vault shall become; `None` where the map stays as it is.
    ///
    /// ```
    /// use undercroft_mapgen::{Point, Vault};
    /// let hall = Vault::named("pillared-hall")?;
    /// assert_eq!(hall.entry_at(Point::new(2, 2)).map(|cell| cell.tiles[0].as_str()), Some("pillar"));
    /// # Ok::<(), undercroft_mapgen::UnknownVault>(())
    /// ```
    #[must_use]
    pub fn entry_at(&self, at: Point) -> Option<&LegendEntry> {
        self.drawing.entry_at(at)
    }

    /// The vault in all ways that it may be turned and mirrored, each only once.
    ///
    /// ```
    /// use undercroft_mapgen::Vault;
    /// for vault in Vault::all() {
    ///     assert!([1, 2, 4, 8].contains(&vault.orientations().len()));
    /// }
    /// ```
    #[must_use]
    pub fn orientations(&self) -> Vec<Self> {
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
        drawings.into_iter().map(|drawing| Self { file: self.file.clone(), drawing }).collect()
    }

    /// How wide and high it is in any of its orientations.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = Size> {
        let Size { width, height } = self.size();
        [self.size()].into_iter().chain(self.file.rotate.then_some(Size::new(height, width)))
    }

    pub(crate) const fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Whether the vault, which was read with the standard tiles, is as well made of these.
    pub(crate) fn check_tiles(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        for (entry, open) in self.drawing.entries() {
            let problem = match entry.is_open(tileset) {
                Ok(same) if same == open => continue,
                Ok(_) => format!("one can{} stand on {:?} here", if open { "not" } else { "" }, entry.tiles),
                Err(problem) => problem,
            };
            return Err(BadParameter::new("vault", format!("`{}`: {problem}", self.name())));
        }
        Ok(())
    }
}
