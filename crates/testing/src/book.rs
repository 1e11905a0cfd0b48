//! Compiles and runs the programs in the book.

macro_rules! chapters {
    ($($name:ident = $path:literal),* $(,)?) => {
        $( #[cfg(doctest)] #[doc = include_str!(concat!("../../../docs/book/src/", $path))] struct $name; )*
    };
}

chapters! {
    FirstLevel = "first-level.md",
    OwnRecipe = "recipe.md",
    Tileset = "tileset.md",
    Plan = "plan.md",
    ComingFrom = "coming-from.md",
}
