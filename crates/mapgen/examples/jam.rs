//! A crawl over five depths with tiles and a step of its own, saved and loaded:
//! `cargo run -p undercroft-mapgen --features serde --example jam`.

use undercroft_mapgen::{
    Draft, Dungeon, Floor, Plan, Recipe, Seed, SourceFile, StairKind, Step, Stream, Table, Tileset, Veto, step,
};

/// The first two tiles are the wall and the floor of every recipe.
const TILES: &str = r##"
[[tile]]
name = "granite"
glyph = "#"
fg = "#807868"
bg = "#302c28"

[[tile]]
name = "dirt"
glyph = "."
fg = "#a08858"
bg = "#302c28"
walkable = true
transparent = true

[[tile]]
name = "crystal"
glyph = "*"
fg = "#80e0ff"
bg = "#302c28"
walkable = true
transparent = true

[[tile]]
name = "stairs-up"
glyph = "<"
fg = "#ffffff"
bg = "#302c28"
walkable = true
transparent = true

[[tile]]
name = "stairs-down"
glyph = ">"
fg = "#ffffff"
bg = "#302c28"
walkable = true
transparent = true
"##;

step! {
    /// Grows crystals where the floor is damp.
    struct GrowCrystals = "grow-crystals" {
        /// One cell in so many has a crystal.
        one_in: u64 = 20,
    }
}

impl Step for GrowCrystals {
    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let crystal = draft.named("crystal")?;
        let grown: Vec<_> = draft.open().points().filter(|at| stream.at(*at).is_multiple_of(self.one_in)).collect();
        grown.into_iter().for_each(|at| draft.set(at, crystal));
        Ok(())
    }
}

/// All that a save needs: the levels follow from the seed.
#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Save {
    seed: Seed,
    depth: u32,
    hero: (i32, i32),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tiles = std::sync::Arc::new(Tileset::parse(SourceFile::new("mine.toml", TILES))?);
    let mine = Recipe::new(60, 30).tileset(tiles).scatter(0.5).smooth(8).connect().then(GrowCrystals::default());
    let plan = Plan::new("mine").levels(0..5, mine.start().stairs()).creatures(1.., Table::one_in(90).with("mole", 1));
    let plan = plan.build()?;

    let mut save = Save { seed: Seed::random(), depth: 0, hero: (0, 0) };
    while save.depth < 4 {
        let Floor::Bounded(level) = Dungeon::new(plan.clone(), &save.seed).level(save.depth)? else { break };
        let stairs = level.stairs_to(StairKind::Down).ok_or("there are no stairs")?;
        save = Save { depth: save.depth + 1, hero: (stairs.x, stairs.y), ..save };
        // Written to a file and read again, here without the file.
        save = toml::from_str(&toml::to_string(&save)?)?;
    }
    let Floor::Bounded(level) = Dungeon::new(plan, &save.seed).level(save.depth)? else { return Ok(()) };
    println!("seed {}, depth {}\n{level}", save.seed, save.depth);
    assert_eq!(level.stairs_to(StairKind::Up), Some(save.hero.into()));
    Ok(())
}
