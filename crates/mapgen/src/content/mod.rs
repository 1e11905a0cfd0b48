//! Content: everything that files refer to by name. It consists of the built-in recipes, plans, vaults, tilesets,
//! missions and steps, and your own.

mod kind;
mod lookup;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

pub use kind::ContentKind;
pub use lookup::LookupError;
pub(crate) use source::plain_words;
pub use source::{ContentError, SourceFile};

use crate::step::Parameters;
use crate::{Class, Plan, Recipe, Registry, Tileset};

/// Everything that can be looked up by name: steps, recipes, plans, vaults, tilesets and missions. Your own content is
/// added to the built-in content, and replaces anything of the same name.
///
/// The crate opens no files. Pass it their text, from [`include_str!`], an archive or wherever your game keeps it.
///
/// ```
/// use undercroft_mapgen::{Content, Recipe};
///
/// let mut content = Content::from_files([
///     (
///         "recipes/den.toml",
///         r#"
///             name = "den"
///             description = "A small cave."
///             size = "30x20"
///             [[step]]
///             do = "scatter"
///             [[step]]
///             do = "smooth"
///             [[step]]
///             do = "connect"
///         "#,
///     ),
///     (
///         "plans/lair.toml",
///         r#"
///             name = "lair"
///             description = "A den above a cellar."
///             levels = 2
///             [[stretch]]
///             depths = "0"
///             recipe = "den"
///             [[stretch]]
///             depths = "1"
///             recipe = "cellar"
///         "#,
///     ),
/// ])?;
/// // Plans can use a recipe written in Rust like any other.
/// content.add_recipe("cellar", Recipe::new(40, 20).rooms(100).halls("nearest").stairs());
///
/// let plan = content.plan("lair")?;
/// assert_eq!(plan.levels(), Some(2));
/// assert_eq!(content.recipe("caves")?.name(), "caves", "built in");
/// # Ok::<(), undercroft_mapgen::LookupError>(())
/// ```
///
/// Creatures and items can have any name, because they belong to your game. Once you list their names with
/// [`Content::name_spawns`], a recipe or plan that names any other is refused.
#[derive(Clone, Debug)]
pub struct Content {
    registry: Registry,
    /// The tileset of all levels.
    tiles: Arc<Tileset>,
    /// What was added, by kind and name.
    own: BTreeMap<(ContentKind, String), Own>,
    /// Other text that plans may refer to, such as drawn maps, by path.
    texts: BTreeMap<String, String>,
    /// The names of spawns, for the classes that were listed.
    spawns: BTreeMap<String, BTreeSet<String>>,
}

/// Something that was added to the built-in content.
#[derive(Clone, Debug)]
enum Own {
    File { path: String, text: String },
    Recipe(Box<Recipe>),
    Plan(Box<Plan>),
}

static STANDARD: LazyLock<Content> = LazyLock::new(Content::default);

impl Default for Content {
    /// The built-in content, to add to.
    fn default() -> Self {
        Self {
            registry: Registry::standard().clone(),
            tiles: Tileset::standard(),
            own: BTreeMap::new(),
            texts: BTreeMap::new(),
            spawns: BTreeMap::new(),
        }
    }
}

impl Content {
    /// The built-in content.
    #[must_use]
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// The built-in content and these files, given as path and text.
    ///
    /// # Errors
    /// As for [`Content::add`].
    pub fn from_files<P: AsRef<str>, T: AsRef<str>>(
        files: impl IntoIterator<Item = (P, T)>,
    ) -> Result<Self, ContentError> {
        let mut content = Self::default();
        for (path, text) in files {
            content.add(SourceFile::new(path.as_ref(), text.as_ref()))?;
        }
        Ok(content)
    }

    /// Adds a recipe, plan, vault, tileset or mission under its name. The folder in the path decides which it is
    /// (`recipes/`, `plans/`, `vaults/`, `tilesets/` or `missions/`), or else the file's keys. A tileset is named after its file, anything else
    /// by its `name`. Other text, such as drawn maps, is kept for plans that refer to it.
    ///
    /// The file is parsed when it is looked up, since it may refer to files that are added later. Adding the same path
    /// again replaces it.
    ///
    /// # Errors
    /// If another file that was added has the same kind and name.
    pub fn add(&mut self, file: SourceFile<'_>) -> Result<(), ContentError> {
        self.remove(file.name);
        let Some(kind) = ContentKind::of(file) else {
            self.texts.insert(file.name.to_owned(), file.text.to_owned());
            return Ok(());
        };
        let (name, span) = kind.name_in(file);
        if let Some(Own::File { path, .. }) = self.own.get(&(kind, name.clone())) {
            return Err(file.error(span, format!("{path} already has a {kind} called `{name}`")));
        }
        let (path, text) = (file.name.to_owned(), file.text.to_owned());
        self.own.insert((kind, name), Own::File { path, text });
        Ok(())
    }

    /// Removes the file that was added under this path, if there is one.
    pub fn remove(&mut self, path: &str) {
        self.texts.remove(path);
        self.own.retain(|_, own| !matches!(own, Own::File { path: known, .. } if known == path));
    }

    /// Adds a recipe under a name, for plans and lookups.
    pub fn add_recipe(&mut self, name: &str, recipe: Recipe) {
        self.own.insert((ContentKind::Recipe, name.into()), Own::Recipe(Box::new(recipe.called(name))));
    }

    /// Adds a plan under its name.
    pub fn add_plan(&mut self, plan: Plan) {
        self.own.insert((ContentKind::Plan, plan.name().into()), Own::Plan(Box::new(plan)));
    }

    /// Adds a step, so that recipe files can name it. It replaces any step of the same name.
    pub fn register<T: Parameters>(&mut self) {
        self.registry.register::<T>();
    }

    /// The steps that recipe files can name.
    #[must_use]
    pub const fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Uses these tiles for all levels. From now on, recipes, plans and vaults are read with them, and the error for an
    /// unknown tile gives its position and the nearest name.
    ///
    /// A recipe that was built in Rust keeps its own tileset if it has one.
    ///
    /// ```
    /// use undercroft_mapgen::{Content, Recipe, SourceFile};
    /// let mut content = Content::from_files([("tilesets/mine.toml", r##"
    ///     tile = [
    ///         { name = "granite", glyph = "▓", fg = "#8a8782", bg = "#4a4844" },
    ///         { name = "dirt", glyph = ".", fg = "#8b6b43", bg = "#2a1f14", walkable = true, transparent = true },
    ///     ]
    /// "##)])?;
    /// content.use_tileset(content.tileset("mine")?);
    ///
    /// let text = "name = 'den'\ndescription = 'A den.'\n[[step]]\ndo = 'fill'\ntile = 'drit'\n";
    /// let error = Recipe::parse(SourceFile::new("den.toml", text), &content).unwrap_err();
    /// assert_eq!(error.to_string(), "den.toml:5:8: fill: tile: no tile is called `drit`; did you mean `dirt`?");
    /// # Ok::<(), undercroft_mapgen::LookupError>(())
    /// ```
    pub fn use_tileset(&mut self, tileset: Arc<Tileset>) {
        self.tiles = tileset;
    }

    /// The tileset of all levels.
    #[must_use]
    pub const fn tiles(&self) -> &Arc<Tileset> {
        &self.tiles
    }

    /// Lists the names of all things of a class. From then on, a recipe or plan that spawns any other is refused.
    ///
    /// ```
    /// use undercroft_mapgen::{Class, Content, Recipe, SourceFile};
    /// let text = "name = 'x'\ndescription = 'x'\n[[step]]\ndo = 'fill'\n[[step]]\ndo = 'spawn'\nkinds = { zombi = 3 }\n";
    /// let file = SourceFile::new("x.toml", text);
    /// let mut content = Content::default();
    /// assert!(Recipe::parse(file, &content).is_ok());
    /// content.name_spawns(Class::Creature, ["rat", "zombie"]);
    /// let error = Recipe::parse(file, &content).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "x.toml:7:9: spawn: kinds: no creature is called `zombi`; did you mean `zombie`?"
    /// );
    /// ```
    pub fn name_spawns<N: Into<String>>(&mut self, class: Class, names: impl IntoIterator<Item = N>) {
        self.spawns.entry(class.name().to_owned()).or_default().extend(names.into_iter().map(Into::into));
    }
}
