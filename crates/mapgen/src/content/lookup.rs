//! Looks content up by name.

use std::sync::Arc;

use super::{Content, ContentError, ContentKind, Own, SourceFile};
use crate::suggest::did_you_mean;
use crate::{BadParameter, Class, Pattern, Plan, Recipe, Tileset, Vault};

/// Why a lookup failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// Nothing has this name.
    #[error("no {kind} is called `{name}`; {suggestion}")]
    Unknown {
        /// The kind of content.
        kind: ContentKind,
        /// The name given.
        name: String,
        /// The closest known name, or all of them.
        suggestion: String,
    },
    /// Its file has an error.
    #[error(transparent)]
    Content(#[from] ContentError),
}

impl Content {
    /// The names of all content of a kind: the built-in ones, then your own.
    #[must_use]
    pub fn names(&self, kind: ContentKind) -> Vec<&str> {
        let mut names: Vec<&str> = match kind {
            ContentKind::Recipe => Recipe::names().collect(),
            ContentKind::Plan => Plan::names().collect(),
            ContentKind::Vault => Vault::all().iter().map(Vault::name).collect(),
            ContentKind::Tileset => Tileset::names().collect(),
            ContentKind::Mission => Pattern::all().iter().map(Pattern::name).collect(),
        };
        for (_, name) in self.own.keys().filter(|(known, _)| *known == kind) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// The path of the file that something was added from; `None` if it is built in or was made in Rust.
    #[must_use]
    pub fn path(&self, kind: ContentKind, name: &str) -> Option<&str> {
        match self.own.get(&(kind, name.to_owned())) {
            Some(Own::File { path, .. }) => Some(path),
            _ => None,
        }
    }

    /// The recipe with this name.
    ///
    /// # Errors
    /// If there is none, or its file has an error.
    pub fn recipe(&self, name: &str) -> Result<Recipe, LookupError> {
        match self.own.get(&(ContentKind::Recipe, name.to_owned())) {
            Some(Own::Recipe(recipe)) => {
                let recipe = Recipe::clone(recipe).with_content(self)?;
                let chosen = *recipe.tiles() != Tileset::standard();
                Ok(if chosen { recipe } else { recipe.tileset(self.tiles.clone()) })
            }
            Some(Own::File { path, text }) => Ok(Recipe::parse(SourceFile::new(path, text), self)?),
            _ => {
                let text = Recipe::embedded_text(name).ok_or_else(|| self.unknown(ContentKind::Recipe, name))?;
                let file = format!("recipes/{name}.toml");
                let recipe = Recipe::parse_in(SourceFile::new(&file, text), self, &Tileset::standard())?;
                Ok(recipe.tileset(self.tiles.clone()))
            }
        }
    }

    /// The plan with this name.
    ///
    /// # Errors
    /// If there is none, or if its file or one that it refers to has an error.
    pub fn plan(&self, name: &str) -> Result<Plan, LookupError> {
        match self.own.get(&(ContentKind::Plan, name.to_owned())) {
            Some(Own::Plan(plan)) => Ok(Plan::clone(plan)),
            Some(Own::File { path, text }) => Ok(Plan::parse(SourceFile::new(path, text), self)?),
            _ => {
                let text = Plan::embedded_text(name).ok_or_else(|| self.unknown(ContentKind::Plan, name))?;
                Ok(Plan::parse(SourceFile::new(&format!("plans/{name}.toml"), text), self)?)
            }
        }
    }

    /// The vault with this name.
    ///
    /// # Errors
    /// If there is none, or its file has an error.
    pub fn vault(&self, name: &str) -> Result<Vault, LookupError> {
        if let Some(vault) = self.own_vault(name) {
            return Ok(vault?);
        }
        let builtin = Vault::all().iter().find(|vault| vault.name() == name);
        builtin.cloned().ok_or_else(|| self.unknown(ContentKind::Vault, name))
    }

    /// The tileset with this name. `standard` is the built-in one.
    ///
    /// # Errors
    /// If there is none, or its file has an error.
    pub fn tileset(&self, name: &str) -> Result<Arc<Tileset>, LookupError> {
        match self.own.get(&(ContentKind::Tileset, name.to_owned())) {
            Some(Own::File { path, text }) => Ok(Arc::new(Tileset::parse(SourceFile::new(path, text))?)),
            _ if Tileset::names().any(|known| known == name) => Ok(Tileset::standard()),
            _ => Err(self.unknown(ContentKind::Tileset, name)),
        }
    }

    /// All vaults. Your own replace built-in ones of the same name.
    ///
    /// # Errors
    /// The first error in a vault file.
    pub fn vaults(&self) -> Result<Arc<[Vault]>, ContentError> {
        if !self.own.keys().any(|(kind, _)| *kind == ContentKind::Vault) {
            return Ok(Vault::standard());
        }
        let vault = |name: &str| {
            let builtin = || Vault::all().iter().find(|vault| vault.name() == name).cloned().map(Ok);
            self.own_vault(name).or_else(builtin)
        };
        self.names(ContentKind::Vault).into_iter().filter_map(vault).collect()
    }

    /// The mission pattern with this name.
    ///
    /// # Errors
    /// If there is none, or its file has an error.
    pub fn mission(&self, name: &str) -> Result<Pattern, LookupError> {
        if let Some(pattern) = self.own_mission(name) {
            return Ok(pattern?);
        }
        let builtin = Pattern::all().iter().find(|pattern| pattern.name() == name);
        builtin.cloned().ok_or_else(|| self.unknown(ContentKind::Mission, name))
    }

    /// All mission patterns. Your own replace built-in ones of the same name.
    ///
    /// # Errors
    /// The first error in a mission file.
    pub fn missions(&self) -> Result<Arc<[Pattern]>, ContentError> {
        if !self.own.keys().any(|(kind, _)| *kind == ContentKind::Mission) {
            return Ok(Pattern::standard());
        }
        let pattern = |name: &str| {
            let builtin = || Pattern::all().iter().find(|pattern| pattern.name() == name).cloned().map(Ok);
            self.own_mission(name).or_else(builtin)
        };
        self.names(ContentKind::Mission).into_iter().filter_map(pattern).collect()
    }

    /// The text of a file that a plan refers to, by its path relative to the plan's folder or to the content's.
    pub(crate) fn text(&self, from: &str, path: &str) -> Option<&str> {
        let folder = from.rfind(['/', '\\']).map_or("", |end| &from[..=end]);
        let beside = self.texts.get(&format!("{folder}{path}"));
        beside.or_else(|| self.texts.get(path)).map(String::as_str)
    }

    /// Checks the name of a spawn of some class in a recipe or plan.
    pub(crate) fn check_spawn(&self, class: &Class, name: &str) -> Result<(), String> {
        let Some(known) = self.spawns.get(class.name()) else { return Ok(()) };
        if known.iter().any(|known| same_name(known, name)) {
            return Ok(());
        }
        let suggestion = did_you_mean(name, known.iter().map(String::as_str));
        Err(format!("no {} is called `{name}`; {suggestion}", class.name()))
    }

    /// Checks the names of all creatures and items that a step can spawn.
    pub(crate) fn check_spawns<'a>(
        &self,
        names: impl IntoIterator<Item = (&'static str, Class, &'a str)>,
    ) -> Result<(), BadParameter> {
        names.into_iter().try_for_each(|(parameter, class, name)| {
            self.check_spawn(&class, name).map_err(|problem| BadParameter::new(parameter, problem))
        })
    }

    fn own_vault(&self, name: &str) -> Option<Result<Vault, ContentError>> {
        match self.own.get(&(ContentKind::Vault, name.to_owned())) {
            Some(Own::File { path, text }) => Some(Vault::parse_for(SourceFile::new(path, text), self)),
            _ => None,
        }
    }

    fn own_mission(&self, name: &str) -> Option<Result<Pattern, ContentError>> {
        match self.own.get(&(ContentKind::Mission, name.to_owned())) {
            Some(Own::File { path, text }) => Some(Pattern::parse_for(SourceFile::new(path, text), self)),
            _ => None,
        }
    }

    fn unknown(&self, kind: ContentKind, name: &str) -> LookupError {
        let suggestion = did_you_mean(name, self.names(kind));
        LookupError::Unknown { kind, name: name.into(), suggestion }
    }
}

/// Whether two names are the same apart from hyphens: recipes write `health-potion`, people `health potion`.
fn same_name(a: &str, b: &str) -> bool {
    let plain = |letter: char| if matches!(letter, '-' | '_') { ' ' } else { letter };
    a.chars().map(plain).eq(b.chars().map(plain))
}
