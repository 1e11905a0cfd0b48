//! A step defined outside the crate works like a built-in one: it needs no other dependency, and keeps its parameters
//! when a recipe is saved or changed.

use undercroft_mapgen::{Content, Draft, Recipe, Rect, SourceFile, Step, Stream, Veto, step};

step! {
    /// Floods the lowest rows.
    struct Flood = "flood" {
        /// The number of rows.
        row_count: u32 = 3,
        /// The tile to flood them with.
        tile: String = "water".into(),
    }
}

impl Step for Flood {
    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        let (tile, size) = (draft.named(&self.tile)?, draft.size());
        let dry = size.height.saturating_sub(self.row_count);
        draft.fill(Rect::new(0, dry as i32, size.width, size.height - dry), tile);
        Ok(())
    }
}

fn flooded() -> Recipe {
    Recipe::new(5, 8).called("flooded").fill("floor").then(Flood::default().row_count(4).tile("lava")).border()
}

/// The rows of lava inside the border.
fn depth_of(recipe: &Recipe) -> usize {
    let level = recipe.build(1).unwrap();
    let lava = level.tileset()[level.as_draft().named("lava").unwrap()].glyph;
    level.to_string().lines().filter(|row| row.contains(lava)).count()
}

#[test]
fn a_custom_step_keeps_its_other_parameters_when_one_is_set() {
    assert_eq!(depth_of(&flooded()), 3);
    assert_eq!(depth_of(&flooded().set("flood.row-count=5").unwrap()), 4);
    let error = flooded().set("flood.row-cuont=5").unwrap_err().to_string();
    assert_eq!(error, "flood.row-cuont=5: `flood` has no parameter `row-cuont`; did you mean `row-count`?");
    assert!(flooded().set("flood.row-count=many").is_err());
}

#[test]
fn a_custom_step_keeps_its_parameters_when_its_recipe_is_written_and_read() {
    let written = flooded().to_toml();
    assert!(written.contains("row-count = 4\ntile = \"lava\""), "{written}");
    let mut content = Content::default();
    content.register::<Flood>();
    let read = Recipe::parse(SourceFile::new("flooded.toml", &written), &content).unwrap();
    assert_eq!(read.to_toml(), written);
    assert_eq!(depth_of(&read), 3);
}
