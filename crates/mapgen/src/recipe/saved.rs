//! Recipes as serde saves them inside a plan: the text of their files, with the tiles, vaults and missions that it refers to.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Entry, Recipe};
use crate::{Content, ContentError, Pattern, Registry, SourceFile, Tileset, Vault};

/// The saved form of a recipe.
#[derive(Deserialize, Serialize)]
#[serde(rename = "Recipe")]
pub(crate) struct SavedRecipe {
    /// The text of its file.
    text: String,
    /// `None` for the standard tileset.
    tileset: Option<Arc<Tileset>>,
    /// The texts of the vault files that are not built in.
    vaults: Vec<String>,
    /// The texts of the mission files that are not built in.
    #[serde(default)]
    missions: Vec<String>,
}

impl SavedRecipe {
    /// Saves a recipe so that exactly the same one is loaded, or says what cannot be saved.
    pub(crate) fn of(recipe: &Recipe) -> Result<Self, String> {
        let problem = |what: String| Err(format!("recipe `{}`: {what}", recipe.name));
        // Each requirement is also a check.
        if recipe.checks.len() > recipe.requirements.len() {
            return problem("its checks are code, which cannot be saved".into());
        }
        let is_known =
            |entry: &Entry| entry.step.kind().is_some_and(|kind| Registry::standard().get(kind.name).is_some());
        if let Some(entry) = recipe.steps.iter().find(|entry| !is_known(entry)) {
            return problem(format!("the step `{}` is code, which cannot be saved", entry.label));
        }
        let is_standard = *recipe.tileset == *Tileset::standard();
        let tileset = (!is_standard).then(|| recipe.tileset.clone());
        let saved =
            Self { text: recipe.to_toml(), tileset, vaults: own_vaults(recipe)?, missions: own_missions(recipe) };
        let loaded = saved.load().map_err(|error| error.to_string())?;
        // Steps cannot be compared, but their descriptions show everything they contain.
        let differs = |(one, other): &(&Entry, &Entry)| format!("{one:?}") != format!("{other:?}");
        match recipe.steps.iter().zip(&loaded.steps).find(differs) {
            Some((entry, _)) => {
                problem(format!("the step `{}` was made with content that is not saved with it", entry.label))
            }
            None => Ok(saved),
        }
    }

    /// Reads the recipe.
    pub(crate) fn load(&self) -> Result<Recipe, ContentError> {
        let tileset = self.tileset.clone().unwrap_or_else(Tileset::standard);
        let mut content = Content::default();
        content.use_tileset(tileset.clone());
        for (number, vault) in self.vaults.iter().enumerate() {
            content.add(SourceFile::new(&format!("vaults/{number}.toml"), vault))?;
        }
        for (number, mission) in self.missions.iter().enumerate() {
            content.add(SourceFile::new(&format!("missions/{number}.toml"), mission))?;
        }
        Recipe::parse_in(SourceFile::new("recipe", &self.text), &content, &tileset)
    }
}

/// The texts of all vaults that the steps may choose from, except built-in ones, without duplicates.
fn own_vaults(recipe: &Recipe) -> Result<Vec<String>, String> {
    let mut own: Vec<&Vault> = Vec::new();
    for vault in recipe.steps.iter().flat_map(|entry| entry.step.vaults()) {
        if !Vault::all().contains(vault) && !own.contains(&vault) {
            own.push(vault);
        }
    }
    own.into_iter().map(|vault| toml::to_string(vault).map_err(|error| error.to_string())).collect()
}

/// The texts of all mission patterns that the steps may choose from, except built-in ones, without duplicates.
fn own_missions(recipe: &Recipe) -> Vec<String> {
    let mut own: Vec<String> = Vec::new();
    for pattern in recipe.steps.iter().flat_map(|entry| entry.step.patterns()) {
        if !Pattern::all().contains(pattern) && !own.iter().any(|text| text == pattern.text()) {
            own.push(pattern.text().into());
        }
    }
    own
}
