//! The level that the page requests.

use std::borrow::Cow;

use serde::Deserialize;
use undercroft_mapgen::{Content, Recipe, Seed, SourceFile};

use crate::Problem;

/// A level of a recipe or a plan, with the options of `undercroft generate`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct LevelRequest {
    /// The name of a recipe.
    pub recipe: String,
    /// The text of a recipe, instead of a name.
    pub toml: Option<String>,
    /// The name of a plan, instead of a recipe.
    pub plan: Option<String>,
    /// The text of a plan, instead of a name.
    pub plan_toml: Option<String>,
    /// Settings, as in `scatter.chance=0.45`.
    pub settings: Vec<String>,
    /// The size, as in `80x50`; otherwise the recipe's own.
    pub size: Option<String>,
    /// A number or any text.
    pub seed: String,
    /// The depth; by default 1 for recipes and 0 for plans.
    pub depth: Option<u32>,
    /// Whether the recipe's level is endless.
    pub endless: bool,
    /// Content files for this level only, as path and text.
    pub files: Vec<(String, String)>,
}

impl LevelRequest {
    /// The level of a recipe for a seed.
    #[must_use]
    pub fn of(recipe: &str, seed: &str) -> Self {
        Self { recipe: recipe.into(), seed: seed.into(), ..Self::default() }
    }

    /// Whether the level is a plan's.
    #[must_use]
    pub const fn is_plan(&self) -> bool {
        self.plan.is_some() || self.plan_toml.is_some()
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> Seed {
        Seed::from(self.seed.as_str())
    }

    /// The depth, or that of the first level.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth.unwrap_or(u32::from(!self.is_plan()))
    }

    /// The content with the files of the request.
    ///
    /// # Errors
    /// If two files have the same kind and name.
    pub fn content<'a>(&self, content: &'a Content) -> Result<Cow<'a, Content>, Problem> {
        if self.files.is_empty() {
            return Ok(Cow::Borrowed(content));
        }
        let mut content = content.clone();
        for (path, text) in &self.files {
            content.add(SourceFile::new(path, text))?;
        }
        Ok(Cow::Owned(content))
    }

    /// The recipe with its size and settings.
    ///
    /// # Errors
    /// If the text, the size or a setting is invalid.
    pub fn recipe(&self, content: &Content) -> Result<Recipe, Problem> {
        let recipe = match &self.toml {
            Some(text) => Recipe::parse(SourceFile::new("recipe.toml", text), content)?,
            None => content.recipe(&self.recipe)?,
        };
        let recipe = recipe.set_all(&self.settings)?;
        let recipe = match &self.size {
            Some(size) => {
                let sides = size.split_once('x').and_then(|(width, height)| {
                    Some((width.trim().parse::<u32>().ok()?, height.trim().parse::<u32>().ok()?))
                });
                let (width, height) = sides.ok_or_else(|| {
                    Problem::new(format!("invalid size `{size}`: expected WIDTHxHEIGHT, as in 80x50"))
                })?;
                recipe.sized(width, height)
            }
            None => recipe,
        };
        recipe.validate()?;
        Ok(recipe)
    }
}
