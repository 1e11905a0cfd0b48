//! A crawl over five depths with its own tiles and step, saved and loaded, with no dependency but this crate:
//! `cargo run -p undercroft-mapgen --example jam`.

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
    /// Grows crystals on open ground.
    struct GrowCrystals = "grow-crystals" {
        /// One open cell in this many has a crystal.
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

/// Everything a save needs, because the seed determines the levels. With the feature `serde`, it could hold whole
/// levels.
#[derive(Debug, PartialEq)]
struct Save {
    depth: u32,
    seed: Seed,
}

impl Save {
    fn write(&self) -> String {
        format!("{}\n{}", self.depth, self.seed)
    }

    fn read(text: &str) -> Option<Self> {
        let (depth, seed) = text.split_once('\n')?;
        Some(Self { depth: depth.parse().ok()?, seed: seed.into() })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tiles = std::sync::Arc::new(Tileset::parse(SourceFile::new("mine.toml", TILES))?);
    let mine = Recipe::new(60, 30).tileset(tiles).scatter(0.5).smooth(8).connect().then(GrowCrystals::default());
    let plan = Plan::new("mine").levels(0..5, mine.start().stairs()).creatures(1.., Table::one_in(90).with("mole", 1));
    let plan = plan.build()?;

    // Go down to the last level. Save and load the game at each depth, here without a file.
    let mut save = Save { depth: 0, seed: Seed::random() };
    let mut arrival = None;
    loop {
        let dungeon = Dungeon::new(plan.clone(), &save.seed);
        let Floor::Bounded(level) = dungeon.level(save.depth)? else { return Err("a mine has walls".into()) };
        assert_eq!(level.stairs_to(StairKind::Up), arrival, "the stairs of two levels meet");
        arrival = level.stairs_to(StairKind::Down);
        if arrival.is_none() {
            println!("seed {}, depth {}\n{level}", save.seed, save.depth);
            return Ok(());
        }
        save.depth += 1;
        save = Save::read(&save.write()).ok_or("the save is damaged")?;
    }
}
