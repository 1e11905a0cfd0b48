//! The built-in recipes.

use crate::{Content, LookupError, Recipe};

/// The name and text of each recipe, in the order in which `list` shows them.
const RECIPES: &[(&str, &str)] = &[
    ("halls", include_str!("../../content/recipes/halls.toml")),
    ("caves", include_str!("../../content/recipes/caves.toml")),
    ("grotto", include_str!("../../content/recipes/grotto.toml")),
    ("rooms", include_str!("../../content/recipes/rooms.toml")),
    ("caverns", include_str!("../../content/recipes/caverns.toml")),
    ("shallow-cave", include_str!("../../content/recipes/shallow-cave.toml")),
    ("deep-cave", include_str!("../../content/recipes/deep-cave.toml")),
    ("surface", include_str!("../../content/recipes/surface.toml")),
    ("bsp", include_str!("../../content/recipes/bsp.toml")),
    ("maze", include_str!("../../content/recipes/maze.toml")),
    ("burrow", include_str!("../../content/recipes/burrow.toml")),
    ("hive", include_str!("../../content/recipes/hive.toml")),
    ("crystal", include_str!("../../content/recipes/crystal.toml")),
    ("vaults", include_str!("../../content/recipes/vaults.toml")),
    ("keep", include_str!("../../content/recipes/keep.toml")),
    ("rift", include_str!("../../content/recipes/rift.toml")),
    ("stronghold", include_str!("../../content/recipes/stronghold.toml")),
    ("citadel", include_str!("../../content/recipes/citadel.toml")),
    ("halls-endless", include_str!("../../content/recipes/halls-endless.toml")),
];

impl Recipe {
    /// The built-in recipe of this name. [`Content::recipe`] also finds your own.
    ///
    /// ```
    /// use undercroft_mapgen::Recipe;
    /// assert!(Recipe::named("caves").is_ok());
    /// let error = Recipe::named("cavse").unwrap_err();
    /// assert_eq!(error.to_string(), "no recipe is called `cavse`; did you mean `caves`?");
    /// ```
    ///
    /// # Errors
    /// If there is no such recipe; the error suggests the nearest name.
    pub fn named(name: &str) -> Result<Self, LookupError> {
        Content::standard().recipe(name)
    }

    /// The names of all built-in recipes.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        RECIPES.iter().map(|(name, _)| *name)
    }

    /// The text of a built-in recipe, as a starting point for your own.
    #[must_use]
    pub fn embedded_text(name: &str) -> Option<&'static str> {
        RECIPES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_recipe_is_valid_under_its_name() {
        for (name, _) in RECIPES {
            let recipe = Recipe::named(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(recipe.name(), *name);
            assert!(!recipe.description().is_empty(), "{name} has no description");
            recipe.validate().unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}
