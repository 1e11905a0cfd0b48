//! Builds plans in Rust. Built plans can express the same things as plan files, and pass the same checks.

use std::sync::Arc;

use undercroft_grid::Point;

use super::depths::Depths;
use super::locks::StairLock;
use super::plan::{Difficulty, Goal, GroundSource, Plan, Rule, SpawnSource, StairUse, Stretch};
use super::plan_error::{PlanError, validate};
use super::table::Table;
use crate::steps::SpawnsBy;
use crate::{Actor, BuilderError, Class, Draft, MapBuilder, Recipe, Step, Stream, checks};

/// Builds a [`Plan`], step by step. The first error is returned by [`build`](Self::build).
///
/// ```
/// use undercroft_mapgen::{Dungeon, Floor, Goal, Plan, Recipe, Table};
///
/// let crypt = Plan::new("crypt")
///     .description("Two caves above a maze of tombs.")
///     .levels(0..=1, Recipe::new(60, 40).caves())
///     .levels(2.., Recipe::named("maze")?.sized(41, 31))
///     .creatures(0..=1, Table::one_in(100).with("rat", 3).with("bat", 1))
///     .items(.., Table::one_in(200).with("candle", 1))
///     .goal(Goal::new("crown", 5))
///     .build()?;
/// let dungeon = Dungeon::new(crypt, 42);
/// let Floor::Bounded(tombs) = dungeon.level(5)? else { unreachable!() };
/// assert!(tombs.spawns().iter().any(|spawn| &*spawn.kind == "crown"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The ranges determine the number of levels: an open-ended range makes the dungeon bottomless.
#[derive(Clone, Debug)]
#[must_use]
pub struct PlanBuilder {
    plan: Plan,
    error: Option<PlanError>,
}

/// What levels are made from: a recipe, several recipes of which each depth picks one at random, or a map built in
/// code.
#[derive(Clone, Debug)]
pub struct LevelSource(Source);

#[derive(Clone, Debug)]
enum Source {
    Recipes(Vec<Recipe>),
    Map(Box<Result<Draft, BuilderError>>),
}

impl From<Recipe> for LevelSource {
    fn from(recipe: Recipe) -> Self {
        Self(Source::Recipes(vec![recipe]))
    }
}

impl From<Vec<Recipe>> for LevelSource {
    fn from(recipes: Vec<Recipe>) -> Self {
        Self(Source::Recipes(recipes))
    }
}

impl<const N: usize> From<[Recipe; N]> for LevelSource {
    fn from(recipes: [Recipe; N]) -> Self {
        Self(Source::Recipes(recipes.into()))
    }
}

/// The dungeon places its own stairs, so the map must have none.
impl From<&MapBuilder> for LevelSource {
    fn from(map: &MapBuilder) -> Self {
        Self(Source::Map(Box::new(map.build())))
    }
}

impl From<MapBuilder> for LevelSource {
    fn from(map: MapBuilder) -> Self {
        (&map).into()
    }
}

impl Plan {
    /// Begins a plan. See [`PlanBuilder`].
    #[expect(clippy::new_ret_no_self, reason = "plans are built like recipes, and are valid once finished")]
    pub fn new(name: &str) -> PlanBuilder {
        PlanBuilder {
            plan: Self {
                name: name.into(),
                description: String::new(),
                difficulty: None,
                levels: Some(0),
                start: Point::new(0, 0),
                goal: None,
                abilities: None,
                stair_use: StairUse::default(),
                stretches: Vec::new(),
                rules: Vec::new(),
                locks: Vec::new(),
            },
            error: None,
        }
    }
}

impl PlanBuilder {
    /// A description of the dungeon in one sentence.
    pub fn description(mut self, text: &str) -> Self {
        self.plan.description = text.into();
        self
    }

    /// How hard it is for a player who knows the rules.
    pub const fn difficulty(mut self, difficulty: Difficulty) -> Self {
        self.plan.difficulty = Some(difficulty);
        self
    }

    /// Locks the stairs down from a depth. Their key lies on a level above.
    pub fn lock(mut self, lock: StairLock) -> Self {
        self.plan.locks.push(lock);
        self
    }

    /// Sets the levels of some depths, each with a border: `levels(0..=3, recipe)`, `levels(7, map)`,
    /// `levels(4.., [one, other])`. The top is depth 0.
    pub fn levels(self, depths: impl Into<Depths>, source: impl Into<LevelSource>) -> Self {
        self.stretch(depths.into(), source.into(), GroundSource::bounded)
    }

    /// Sets the levels of some depths, all of them endless.
    pub fn endless(self, depths: impl Into<Depths>, source: impl Into<LevelSource>) -> Self {
        self.stretch(depths.into(), source.into(), GroundSource::endless)
    }

    /// Joins each bounded level of the last [`levels`](Self::levels) to the next with this many pairs of stairs.
    /// Between endless levels, each chunk has one.
    pub fn stairs(mut self, count: u32) -> Self {
        if let Some(stretch) = self.plan.stretches.last_mut() {
            stretch.stairs = count;
        }
        self
    }

    /// Lays a path of this tile from the player's start on the last [`endless`](Self::endless) levels to the stairs
    /// down.
    pub fn path(mut self, tile: &str) -> Self {
        if let Some(stretch) = self.plan.stretches.last_mut() {
            stretch.path = Some(tile.into());
        }
        self
    }

    /// Spawns creatures from a table at some depths, instead of those that the recipes place. With [`Table::nothing`],
    /// a depth has none.
    pub fn creatures(self, depths: impl Into<Depths>, table: Table) -> Self {
        self.spawns(depths, Class::Creature, table)
    }

    /// Spawns items from a table at some depths, instead of those that the recipes place.
    pub fn items(self, depths: impl Into<Depths>, table: Table) -> Self {
        self.spawns(depths, Class::Item, table)
    }

    /// Spawns things of any class from a table at some depths, instead of those of that class that the recipes place.
    pub fn spawns(self, depths: impl Into<Depths>, class: impl Into<Class>, table: Table) -> Self {
        let source = if table.entries.is_empty() { SpawnSource::Nothing } else { SpawnSource::Table(Arc::new(table)) };
        self.rule(depths.into(), Some(class.into()), source)
    }

    /// Spawns the creatures that a function names for each free cell. See [`Recipe::creatures_by`].
    pub fn creatures_by<K: AsRef<str>>(
        self,
        depths: impl Into<Depths>,
        kind_at: impl Fn(Stream, i32, i32) -> Option<K> + Send + Sync + 'static,
    ) -> Self {
        self.by(depths.into(), SpawnsBy::of_class(Class::Creature, kind_at))
    }

    /// Spawns the items that a function names for each free cell. See [`Recipe::items_by`].
    pub fn items_by<K: AsRef<str>>(
        self,
        depths: impl Into<Depths>,
        kind_at: impl Fn(Stream, i32, i32) -> Option<K> + Send + Sync + 'static,
    ) -> Self {
        self.by(depths.into(), SpawnsBy::of_class(Class::Item, kind_at))
    }

    /// Spawns what a function returns for each free cell, in addition to everything else. See [`Recipe::spawns_by`].
    pub fn spawns_by(
        self,
        depths: impl Into<Depths>,
        actor_at: impl Fn(Stream, i32, i32) -> Option<Actor> + Send + Sync + 'static,
    ) -> Self {
        self.by(depths.into(), SpawnsBy::new(actor_at))
    }

    /// How the game is won.
    pub fn goal(mut self, goal: Goal) -> Self {
        self.plan.goal = Some(goal);
        self
    }

    /// Sets the player's abilities, in order of preference where several apply. By default the game decides.
    pub fn abilities<A: Into<String>>(mut self, abilities: impl IntoIterator<Item = A>) -> Self {
        self.plan.abilities = Some(abilities.into_iter().map(Into::into).collect());
        self
    }

    /// How the player takes stairs.
    pub const fn stair_use(mut self, stair_use: StairUse) -> Self {
        self.plan.stair_use = stair_use;
        self
    }

    /// Where the player begins on an endless top level: on the nearest free cell.
    pub fn start(mut self, at: impl Into<Point>) -> Self {
        self.plan.start = at.into();
        self
    }

    /// The finished plan.
    ///
    /// # Errors
    /// The first mistake, and how to fix it: a depth without levels or with two kinds of levels, a recipe that is
    /// invalid or cannot be used here, a goal below the last level, a table that never spawns anything.
    pub fn build(mut self) -> Result<Plan, PlanError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let ends = self.plan.stretches.iter().map(|stretch| stretch.depths.last.map(|last| last.saturating_add(1)));
        // A plan without levels needs one at the top.
        self.plan.levels = ends.collect::<Option<Vec<u32>>>().map(|ends| ends.into_iter().max().unwrap_or(1));
        validate(&self.plan)?;
        Ok(self.plan)
    }

    fn stretch(
        mut self,
        depths: Depths,
        source: LevelSource,
        ground: impl Fn(Recipe) -> Result<GroundSource, crate::BuildError>,
    ) -> Self {
        let grounds = match source.0 {
            Source::Recipes(recipes) => {
                let grounds: Result<Vec<GroundSource>, _> = recipes.into_iter().map(ground).collect();
                grounds.map_err(|error| PlanError::Recipe { depths, error: Box::new(error) })
            }
            Source::Map(map) => {
                let drawn = (*map).and_then(drawn).map(|draft| vec![GroundSource::Drawn(Arc::new(draft))]);
                drawn.map_err(|error| PlanError::Map { depths, error })
            }
        };
        match grounds {
            Ok(grounds) => self.plan.stretches.push(Stretch { depths, grounds, stairs: 1, path: None }),
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
        self
    }

    fn by(self, depths: Depths, step: SpawnsBy) -> Self {
        let class = step.spawns();
        self.rule(depths, class, SpawnSource::Step(Arc::new(step)))
    }

    fn rule(mut self, depths: Depths, class: Option<Class>, source: SpawnSource) -> Self {
        self.plan.rules.push(Rule { depths, class, source });
        self
    }
}

/// Turns a map built in code into the ground of a level.
fn drawn(mut draft: Draft) -> Result<Draft, BuilderError> {
    // All levels count their cells from the same corner.
    draft.origin = Point::new(0, 0);
    checks::judge_ground(&draft)?;
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chance, Content, Dungeon, Floor, Rect, SourceFile, StairKind, TableEntry};

    fn caves() -> Recipe {
        Recipe::new(40, 30).caves()
    }

    #[test]
    fn a_built_plan_and_a_plan_file_give_the_same_dungeon() {
        let text = "name = \"x\"\ndescription = \"y\"\nlevels = 6\nabilities = [\"open\"]\nstairs = \"step\"\n\
                    [goal]\nitem = \"crown\"\ndepth = 5\n\
                    [[stretch]]\ndepths = \"0\"\nrecipe = \"surface\"\nendless = true\ncreatures = \"nothing\"\n\
                    [[stretch]]\ndepths = \"1-3\"\nrecipe = [\"caves\", \"rooms\"]\nsize = \"60x40\"\nstairs = 2\n\
                    creatures = \"vermin\"\nitems = \"finds\"\nspawns = { trap = \"traps\" }\n\
                    [[stretch]]\ndepths = \"4\"\nmap = \"\"\"\n##########\n#........#\n#........#\n##########\n\"\"\"\n\
                    [[stretch]]\ndepths = \"5\"\nrecipe = \"shallow-cave\"\n\
                    [tables.vermin]\nchance = 0.01\nkinds = [{ kind = \"rat\", weight = 3 }, { kind = \"bat\", depths = \"2..\" }]\n\
                    [tables.finds]\nchance = 0.005\nkinds = [{ kind = \"club\" }]\n\
                    [tables.traps]\nchance = 0.005\nkinds = [{ kind = \"snare\", properties = { damage = 3 } }]\n";
        let file = Plan::parse(SourceFile::new("x.toml", text), Content::standard()).unwrap();
        let named = |name: &str| Recipe::named(name).unwrap();
        let table = |share: f64| Table::new(Chance::new(share).unwrap());
        let bat = TableEntry { depths: (2..).into(), ..TableEntry::new("bat") };
        let mut map = MapBuilder::new();
        map.called("map").rectangle(Rect::new(0, 0, 8, 2), "floor").padding(1, "wall");
        let built = Plan::new("x")
            .description("y")
            .abilities(["open"])
            .stair_use(StairUse::Step)
            .goal(Goal::new("crown", 5))
            .endless(0, named("surface"))
            .creatures(0, Table::nothing())
            .levels(1..=3, [named("caves").sized(60, 40), named("rooms").sized(60, 40)])
            .stairs(2)
            .creatures(1..4, table(0.01).with("rat", 3).with_entry(bat))
            .items(1..4, table(0.005).with("club", 1))
            .spawns(1..4, "trap", table(0.005).with_entry(TableEntry::new("snare").with("damage", 3)))
            .levels(4, map)
            .levels(5, named("shallow-cave"))
            .build()
            .unwrap();
        assert_eq!((built.name(), built.description(), built.levels()), ("x", "y", Some(6)));
        assert_eq!((built.abilities(), built.stair_use()), (file.abilities(), file.stair_use()));
        assert_eq!((built.kinds(), built.outline()), (file.kinds(), file.outline()));
        for seed in 0..8 {
            let (built, file) = (Dungeon::new(built.clone(), seed), Dungeon::new(file.clone(), seed));
            for depth in 0..6 {
                let window = |dungeon: &Arc<Dungeon>| {
                    let draft = dungeon.level(depth).unwrap().window(Rect::new(0, 0, 64, 44)).unwrap();
                    (draft.to_string(), draft.spawns, draft.stairs)
                };
                assert_eq!(window(&built), window(&file), "seed {seed}, depth {depth}");
            }
        }
    }

    #[test]
    fn a_recipe_with_steps_of_its_own_serves_any_depth() {
        let altar = |_, x, y| if (x, y) == (20, 15) { "altar" } else { "floor" };
        let marked = Recipe::new(40, 30).tiles_by(altar).border().start().stairs();
        let plan = Plan::new("x").levels(0..=1, caves()).levels(2.., marked).build().unwrap();
        for depth in [2, 3, 9] {
            let Floor::Bounded(level) = Dungeon::new(plan.clone(), 1).level(depth).unwrap() else { unreachable!() };
            assert_eq!(level.info(Point::new(20, 15)).name, "altar", "{level}");
            assert!(level.stairs_to(StairKind::Up).is_some());
        }
    }

    #[test]
    fn mistakes_are_reported_with_their_remedy() {
        let error = |plan: PlanBuilder| plan.build().expect_err("the plan was accepted").to_string();
        let plan = || Plan::new("x").levels(0..=3, caves());
        assert_eq!(error(Plan::new("x")), "no levels have depth 0: depths start at 0 and must have no gap");
        assert!(error(Plan::new("x").levels(1..=4, caves())).starts_with("no levels have depth 0"));
        assert!(error(plan().levels(5.., caves())).starts_with("no levels have depth 4"));
        assert!(error(plan().levels(3.., caves())).starts_with("depth 3 has two kinds of levels"));
        assert!(error(plan().levels(9..9, caves())).starts_with("a range of depths is empty"));
        assert!(error(plan().levels(4, Vec::<Recipe>::new())).starts_with("depths 4 have no recipe"));
        assert!(error(plan().stairs(65)).starts_with("stairs: 65 is not a number from 1 to 64"));
        assert!(error(plan().levels(4, caves().sized(5, 3))).starts_with("stairs need at least 4 cells"));
        assert_eq!(error(plan().goal(Goal::new("crown", 4))), "goal: there is no depth 4");
        assert!(error(plan().items(.., Table::one_in(9).with("club", 0))).contains("never spawns anything"));
        let entry = TableEntry::new("club").with("mass", f64::NAN);
        assert!(error(plan().items(.., Table::one_in(9).with_entry(entry))).contains("write a finite number"));
        assert!(error(plan().levels(4, caves().smooth(9_999))).starts_with("depths 4: recipe"));
        assert!(error(plan().endless(4, Recipe::named("maze").unwrap())).contains("cannot be endless"));
        let mut map = MapBuilder::new();
        map.set(0, 0, "flor");
        assert!(error(plan().levels(4, &map)).contains("did you mean `floor`?"));
        let mut map = MapBuilder::new();
        map.rectangle(Rect::new(0, 0, 5, 5), "floor").stairs(StairKind::Down, (1, 1)).padding(1, "wall");
        assert!(error(plan().levels(4, &map)).contains("leave them out"));
    }
}
