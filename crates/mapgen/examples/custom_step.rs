//! A custom step, vault and check, used from a recipe file and from Rust: `cargo run --example custom_step`.

use undercroft_mapgen::steps::{Halls, Rooms, Stairs, Stamp};
use undercroft_mapgen::{
    BadParameter, BitGrid, Chance, Check, Content, Draft, Fact, Point, Reach, Recipe, SourceFile, Step, Stream,
    Tileset, Vault, Veto, require, step,
};

step! {
    /// Grows moss along walls.
    pub struct GrowMoss = "grow moss" {
        /// How many of a cell's eight neighbours must be walls for it to be damp.
        pub walls: u32 = 3,
        /// The share of damp cells where moss grows.
        pub share: f64 = 0.5,
    }
}

impl Step for GrowMoss {
    // A cell depends only on its neighbours and its own random roll, so the step works on endless levels too.
    fn reach(&self) -> Reach {
        Reach::Cells(1)
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("walls", self.walls, 1..=8)?;
        require::share("share", self.share)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let (floor, moss) = (draft.named("floor")?, draft.named("moss")?);
        let share = Chance::clamped(self.share);
        let walls_around = |at: Point| at.eight().filter(|near| !draft.is_open(*near)).count();
        let mossy = BitGrid::from_fn(draft.size(), |at| {
            draft.tile(at) == floor && walls_around(at) >= self.walls as usize && share.hits(stream.at(draft.world(at)))
        });
        draft.paint(mossy, moss);
        Ok(())
    }
}

/// A custom check: every level must have the wishing well.
#[derive(Debug)]
struct HasTheWell;

impl Check for HasTheWell {
    fn name(&self) -> &str {
        "has the well"
    }

    fn judge(&self, draft: &Draft) -> Result<(), Veto> {
        match draft.vaults.iter().any(|vault| &*vault.name == "wishing-well") {
            true => Ok(()),
            false => Err(Veto::new("has the well", "there is no wishing well")),
        }
    }
}

const WELL: &str = r#"
name = "wishing-well"
description = "A well. Coins glitter in it."
tags = ["pool"]
place = "either"
map = '''
#######
#O...O#
#..~..#
+.~W~.+
#..~..#
#O.i.O#
#######
'''
[legend]
"W" = "water"
"i" = { item = "copper coin", tile = "moss" }
"#;

const DAMP_ROOMS: &str = r#"
name = "damp rooms"
description = "Rooms with moss in every corner."
size = "60x24"

[[step]]
do = "rooms"
attempts = 20
max-side = 9

[[step]]
do = "halls"

[[step]]
do = "stamp"
fewest = 1
most = 2

# A vault can stand in the recipe that uses it.
[[step.vault]]
name = "altar"
map = '''
#####
#._.#
##+##
'''

[[step]]
do = "grow moss"
walls = 2

[[step]]
do = "stairs"
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // From a file: register the step, so that the recipe can name it.
    let mut content = Content::default();
    content.register::<GrowMoss>();
    let recipe = Recipe::parse(SourceFile::new("damp-rooms.toml", DAMP_ROOMS), &content)?;
    println!("{}\n{}", recipe.description(), recipe.build(7)?);

    // Errors point at the line and column.
    let typo = DAMP_ROOMS.replace("walls = 2", "wals = 2");
    if let Err(error) = Recipe::parse(SourceFile::new("damp-rooms.toml", &typo), &content) {
        println!("{error}\n");
    }

    // In Rust, nothing needs to be registered.
    let well = Vault::parse(SourceFile::new("wishing-well.toml", WELL))?;
    let recipe = Recipe::new(60, 24)
        .called("rooms around a well")
        .then(Rooms::default().attempts(12))
        .then(Halls::default())
        .then(Stamp::default().fewest(1).most(1).vault(vec![well]))
        .then(GrowMoss::default().share(0.8))
        .then(Stairs::default())
        .check(HasTheWell);
    println!("{}", recipe.build("a coin for your thoughts")?);
    Ok(())
}
