//! Plan files: TOML, checked as a whole before use.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;
use undercroft_grid::{Grid, Point};

use super::depths::Depths;
use super::plan::{Goal, GroundSource, Plan, Stretch};
use super::table::{Table, TableEntry};
use crate::content::{ContentError, SourceFile};
use crate::suggest::did_you_mean;
use crate::{Chance, Draft, Metadata, Recipe, Registry, Seed, Tile, Tileset, checks};

/// The name and text of each embedded plan, in the order of `undercroft list`.
const PLANS: &[(&str, &str)] = &[
    ("undercroft", include_str!("../../content/plans/undercroft.toml")),
    ("two-caves", include_str!("../../content/plans/two-caves.toml")),
    ("endless", include_str!("../../content/plans/endless.toml")),
    ("rooms-and-halls", include_str!("../../content/plans/rooms-and-halls.toml")),
    ("kobolds", include_str!("../../content/plans/kobolds.toml")),
];

/// The name of the table that spawns nothing.
const NOTHING: &str = "nothing";

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PlanFile {
    name: String,
    description: String,
    levels: Spanned<Levels>,
    #[serde(default)]
    start: [i32; 2],
    #[serde(default)]
    abilities: Vec<String>,
    goal: Option<GoalFile>,
    stretch: Vec<Spanned<StretchFile>>,
    #[serde(default)]
    tables: BTreeMap<String, Spanned<TableFile>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Levels {
    Count(u32),
    Word(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct GoalFile {
    item: String,
    depth: Spanned<u32>,
    #[serde(default)]
    bring_out: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct StretchFile {
    depths: Spanned<Depths>,
    recipe: Option<Spanned<OneOrMore>>,
    #[serde(default)]
    endless: bool,
    size: Option<Spanned<String>>,
    #[serde(default)]
    set: Vec<Spanned<String>>,
    map: Option<Spanned<String>>,
    #[serde(default)]
    legend: BTreeMap<String, String>,
    stairs: Option<Spanned<u32>>,
    creatures: Option<Spanned<OneOrMore>>,
    items: Option<Spanned<OneOrMore>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn as_slice(&self) -> &[String] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::More(more) => more,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TableFile {
    chance: Spanned<f64>,
    kinds: Vec<KindFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct KindFile {
    kind: String,
    #[serde(default = "one")]
    weight: u32,
    depths: Option<Depths>,
}

const fn one() -> u32 {
    1
}

impl Plan {
    /// An embedded plan, by name.
    ///
    /// # Errors
    /// If there is no such plan: the error suggests the nearest name.
    pub fn named(name: &str) -> Result<Self, ContentError> {
        let Some((_, text)) = PLANS.iter().find(|(known, _)| *known == name) else {
            let problem = format!("there is no plan `{name}`; {}", did_you_mean(name, Self::names()));
            return Err(ContentError { file: "plans".into(), line: 1, column: 1, problem });
        };
        Self::parse(SourceFile::new(&format!("plans/{name}.toml"), text), Registry::standard(), &|_| None)
    }

    /// The names of the embedded plans.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        PLANS.iter().map(|(name, _)| *name)
    }

    /// Reads a plan from the text of a TOML file. `read` is called with the path of each map, and of each recipe that is
    /// not embedded.
    ///
    /// # Errors
    /// If the text is not a valid plan: the error names the place.
    pub fn parse(
        source: SourceFile<'_>,
        registry: &Registry,
        read: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ContentError> {
        let file: PlanFile = source.deserialize()?;
        let reader = Reader { source, registry, read, tables: &file.tables };
        let levels = match file.levels.as_ref() {
            Levels::Count(count) if *count > 0 => Some(*count),
            Levels::Word(word) if word == "endless" => None,
            _ => {
                let problem = "levels: write a number, or \"endless\"";
                return Err(source.error(file.levels.span(), problem));
            }
        };
        let mut stretches = Vec::new();
        for stretch in &file.stretch {
            stretches.push(reader.stretch(stretch)?);
        }
        let end = file.levels.span();
        check_cover(&source, &file.stretch, levels, end)?;
        check_room_for_stairs(&source, &file.stretch, &stretches)?;
        check_tables_are_used(&source, &file)?;
        let goal = file.goal.map(|goal| {
            let depth = *goal.depth.as_ref();
            if levels.is_some_and(|levels| depth >= levels) {
                return Err(source.error(goal.depth.span(), format!("goal: there is no depth {depth}")));
            }
            Ok(Goal { item: goal.item.into(), depth, bring_out: goal.bring_out })
        });
        let goal = goal.transpose()?;
        Ok(Self {
            name: file.name.into(),
            description: file.description,
            levels,
            start: Point::new(file.start[0], file.start[1]),
            goal,
            abilities: file.abilities,
            stretches,
        })
    }
}

struct Reader<'a> {
    source: SourceFile<'a>,
    registry: &'a Registry,
    read: &'a dyn Fn(&str) -> Option<String>,
    tables: &'a BTreeMap<String, Spanned<TableFile>>,
}

impl Reader<'_> {
    fn stretch(&self, spanned: &Spanned<StretchFile>) -> Result<Stretch, ContentError> {
        let file = spanned.as_ref();
        let depths = *file.depths.as_ref();
        let grounds = match (&file.recipe, &file.map) {
            (Some(recipes), None) => {
                let names = recipes.as_ref().as_slice().iter();
                names.map(|name| self.ground(file, name, recipes.span())).collect::<Result<Vec<_>, _>>()?
            }
            (None, Some(map)) => vec![GroundSource::Drawn(Arc::new(self.map(file, map)?))],
            _ => return Err(self.source.error(spanned.span(), "a stretch needs either a `recipe` or a `map`")),
        };
        if grounds.is_empty() {
            return Err(self.source.error(spanned.span(), "the list of recipes is empty"));
        }
        let stairs = file.stairs.as_ref().map_or(1, |stairs| *stairs.as_ref());
        if let Some(place) = file.stairs.as_ref().filter(|_| !(1..=64).contains(&stairs)) {
            return Err(self.source.error(place.span(), format!("stairs: {stairs} is not a number from 1 to 64")));
        }
        Ok(Stretch {
            depths,
            grounds,
            stairs,
            creatures: self.tables(file.creatures.as_ref(), depths)?,
            items: self.tables(file.items.as_ref(), depths)?,
        })
    }

    fn ground(&self, file: &StretchFile, name: &str, place: Range<usize>) -> Result<GroundSource, ContentError> {
        let bad = |span: Range<usize>, problem: String| self.source.error(span, problem);
        let mut recipe = match Recipe::named(name) {
            Ok(recipe) => recipe,
            Err(unknown) => match (self.read)(name) {
                Some(text) => Recipe::parse(SourceFile::new(name, &text), self.registry)?,
                None => return Err(bad(place.clone(), unknown.to_string())),
            },
        };
        if let Some(size) = &file.size {
            let sides = size.as_ref().split_once('x');
            let sides = sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
            let Some((width, height)) = sides else {
                return Err(bad(size.span(), "a size is written \"WIDTHxHEIGHT\", as in \"80x50\"".into()));
            };
            recipe = recipe.sized(width, height);
        }
        for setting in &file.set {
            let set = recipe.set(setting.as_ref());
            recipe = set.map_err(|error| bad(setting.span(), error.to_string()))?;
        }
        recipe.validate().map_err(|error| bad(place.clone(), error.to_string()))?;
        if !file.endless {
            recipe.validate_for_plan(false).map_err(|error| bad(place.clone(), error.to_string()))?;
            return Ok(GroundSource::Bounded(Arc::new(recipe)));
        }
        let steps = recipe.local_steps().map_err(|error| bad(place.clone(), error.to_string()))?;
        Ok(GroundSource::Endless(Arc::new(recipe), Arc::new(steps)))
    }

    /// A level drawn by hand in the glyphs of the tileset and the legend, with `.` for floor and `@` for the start.
    fn map(&self, file: &StretchFile, map: &Spanned<String>) -> Result<Draft, ContentError> {
        let bad = |problem: String| Err(self.source.error(map.span(), problem));
        let tileset = Tileset::standard();
        let text = (self.read)(map.as_ref()).unwrap_or_else(|| map.as_ref().clone());
        let glyphs = Grid::parse(&text, |glyph| glyph);
        let mut draft = Draft::new(glyphs.size(), tileset.clone());
        draft.metadata = Metadata { recipe: "map".into(), seed: Seed::from(0), depth: 0 };
        for (at, glyph) in glyphs.iter() {
            let named = file.legend.get(&glyph.to_string());
            let tile = match (named, glyph) {
                (Some(name), _) => tileset.id(name).ok_or_else(|| tileset.unknown(name)),
                (None, '@' | '.') => Ok(Tile::FLOOR),
                (None, glyph) => {
                    let known = tileset.iter().find(|(_, tile)| tile.glyph == *glyph).map(|(id, _)| id);
                    known.ok_or_else(|| format!("the legend does not explain `{glyph}` at {at}"))
                }
            };
            match tile {
                Ok(tile) => draft.set(at, tile),
                Err(problem) => return bad(problem),
            }
            match draft.info(at).name.as_str() {
                "door" => draft.doors.push(at),
                "stairs-up" | "stairs-down" => {
                    return bad(format!("stairs at {at}: leave them out, the dungeon places its own"));
                }
                _ => {}
            }
            if *glyph == '@' && named.is_none() {
                draft.start = Some(at);
            }
        }
        match checks::judge_ground(&draft) {
            Ok(()) => Ok(draft),
            Err(veto) => bad(format!("the map breaks a promise: {veto}")),
        }
    }

    fn tables(
        &self,
        names: Option<&Spanned<OneOrMore>>,
        depths: Depths,
    ) -> Result<Option<Vec<Arc<Table>>>, ContentError> {
        let Some(names) = names else { return Ok(None) };
        let mut tables = Vec::new();
        for name in names.as_ref().as_slice().iter().filter(|name| *name != NOTHING) {
            let Some(file) = self.tables.get(name) else {
                let known = self.tables.keys().map(String::as_str).chain([NOTHING]);
                let problem = format!("there is no table `{}`; {}", name, did_you_mean(name, known));
                return Err(self.source.error(names.span(), problem));
            };
            let table = self.table(file.as_ref())?;
            if !rolls_somewhere(&table, depths) {
                let problem = format!("table `{name}` never spawns anything at depths {depths}");
                return Err(self.source.error(names.span(), problem));
            }
            tables.push(Arc::new(table));
        }
        Ok(Some(tables))
    }

    fn table(&self, file: &TableFile) -> Result<Table, ContentError> {
        let share = *file.chance.as_ref();
        let Some(chance) = Chance::new(share) else {
            return Err(self.source.error(file.chance.span(), format!("chance: {share} is not a number from 0 to 1")));
        };
        let entry = |kind: &KindFile| TableEntry {
            kind: kind.kind.as_str().into(),
            weight: kind.weight,
            depths: kind.depths.unwrap_or(Depths::ALL),
        };
        Ok(Table { chance, entries: file.kinds.iter().map(entry).collect() })
    }
}

/// Whether a table spawns anything at some depth of a range. It is enough to look where an entry begins.
fn rolls_somewhere(table: &Table, depths: Depths) -> bool {
    let begins = table.entries.iter().map(|entry| entry.depths.first.max(depths.first));
    begins.chain([depths.first]).filter(|depth| depths.contains(*depth)).any(|depth| table.can_roll_at(depth))
}

/// Checks that every depth belongs to exactly one stretch.
fn check_cover(
    source: &SourceFile<'_>,
    stretches: &[Spanned<StretchFile>],
    levels: Option<u32>,
    end: Range<usize>,
) -> Result<(), ContentError> {
    let mut covered: Vec<(&Spanned<Depths>, Depths)> =
        stretches.iter().map(|stretch| (&stretch.as_ref().depths, *stretch.as_ref().depths.as_ref())).collect();
    covered.sort_by_key(|(_, depths)| depths.first);
    let mut next = Some(0);
    for (place, depths) in &covered {
        match next {
            Some(expected) if depths.first > expected => {
                return Err(source.error(place.span(), format!("no stretch has depth {expected}")));
            }
            Some(expected) if depths.first == expected => {}
            _ => return Err(source.error(place.span(), format!("depth {} is in two stretches", depths.first))),
        }
        next = depths.last.map(|last| last.saturating_add(1));
    }
    match (next, levels) {
        (None, _) => Ok(()),
        (Some(next), Some(levels)) if next >= levels => Ok(()),
        (Some(next), _) => Err(source.error(end, format!("no stretch has depth {next}"))),
    }
}

/// Checks that levels one below the other share enough cells inside their borders for stairs.
fn check_room_for_stairs(
    source: &SourceFile<'_>,
    files: &[Spanned<StretchFile>],
    stretches: &[Stretch],
) -> Result<(), ContentError> {
    for above in stretches {
        for (below, file) in stretches.iter().zip(files) {
            let is_next = above.depths.last.is_some_and(|last| last.checked_add(1) == Some(below.depths.first));
            let has_room = |ground: &GroundSource| below.grounds.iter().all(|other| ground.has_room_for_stairs(other));
            if (is_next || above.depths == below.depths) && !above.grounds.iter().all(has_room) {
                let problem = "the levels share fewer than 4 cells inside their borders, too few for stairs";
                return Err(source.error(file.as_ref().depths.span(), problem));
            }
        }
    }
    Ok(())
}

fn check_tables_are_used(source: &SourceFile<'_>, file: &PlanFile) -> Result<(), ContentError> {
    let used = |name: &str| {
        let mut lists = file.stretch.iter().flat_map(|stretch| [&stretch.as_ref().creatures, &stretch.as_ref().items]);
        lists.any(|list| list.iter().flat_map(|list| list.as_ref().as_slice()).any(|used| used == name))
    };
    match file.tables.iter().find(|(name, _)| !used(name)) {
        Some((name, place)) => Err(source.error(place.span(), format!("no stretch uses the table `{name}`"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Plan, ContentError> {
        Plan::parse(SourceFile::new("x.toml", text), Registry::standard(), &|_| None)
    }

    fn error(levels: &str, rest: &str) -> String {
        let text = format!("name = \"x\"\ndescription = \"x\"\nlevels = {levels}\n{rest}");
        parse(&text).map(|_| ()).expect_err("the plan was accepted").to_string()
    }

    #[test]
    fn every_embedded_plan_is_valid_under_its_name() {
        for (name, _) in PLANS {
            let plan = Plan::named(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(plan.name(), *name);
            assert!(!plan.description().is_empty(), "{name} does not say what it is");
        }
    }

    #[test]
    fn gaps_and_overlaps_of_depths_are_refused() {
        let stretch = |depths: &str| format!("[[stretch]]\ndepths = \"{depths}\"\nrecipe = \"caves\"\n");
        assert_eq!(error("3", &stretch("1-2")), "x.toml:5:10: no stretch has depth 0");
        assert_eq!(error("3", &(stretch("0") + &stretch("2"))), "x.toml:8:10: no stretch has depth 1");
        assert_eq!(error("3", &(stretch("0-1") + &stretch("1-2"))), "x.toml:8:10: depth 1 is in two stretches");
        assert_eq!(error("3", &stretch("0-1")), "x.toml:3:10: no stretch has depth 2");
        assert_eq!(error("\"endless\"", &stretch("0-9")), "x.toml:3:10: no stretch has depth 10");
    }

    #[test]
    fn unknown_names_and_useless_tables_are_refused() {
        let stretch = "[[stretch]]\ndepths = \"0-2\"\n";
        assert!(error("3", &format!("{stretch}recipe = \"cavse\"\n")).contains("did you mean `caves`?"));
        assert!(error("3", stretch).contains("either a `recipe` or a `map`"));
        let rats = "[tables.rats]\nchance = 0.01\nkinds = [{ kind = \"rat\", depths = \"5..\" }]\n";
        let with = |name: &str| format!("{stretch}recipe = \"caves\"\ncreatures = \"{name}\"\n{rats}");
        assert!(error("3", &with("rast")).contains("there is no table `rast`; did you mean `rats`?"));
        assert!(error("3", &with("rats")).contains("never spawns anything at depths 0-2"));
        assert!(error("3", &with("nothing")).contains("no stretch uses the table `rats`"));
        assert!(error("0", &format!("{stretch}recipe = \"caves\"\n")).starts_with("x.toml:3:10: levels"));
    }

    #[test]
    fn levels_too_small_for_stairs_are_refused() {
        let stretch = |depths: &str, size: &str| {
            format!("[[stretch]]\ndepths = \"{depths}\"\nrecipe = \"caves\"\nsize = \"{size}\"\n")
        };
        let good = stretch("0", "9x6") + &stretch("1-2", "6x9");
        parse(&format!("name = \"x\"\ndescription = \"x\"\nlevels = 3\n{good}")).unwrap();
        assert!(error("3", &(stretch("0", "9x3") + &stretch("1-2", "3x9"))).contains("x.toml:9:10: the levels share"));
    }

    #[test]
    fn a_map_that_breaks_a_promise_is_refused() {
        let map = |map: &str| format!("[[stretch]]\ndepths = \"0\"\nmap = \"\"\"\n{map}\"\"\"\n");
        assert!(error("1", &map("#####\n#...#\n##.##\n")).contains("border"));
        assert!(error("1", &map("#####\n#.#.#\n#####\n")).contains("2 components"));
        assert!(error("1", &map("#####\n#.Z.#\n#####\n")).contains("explain `Z`"));
        assert!(error("1", &map("#####\n#.>.#\n#####\n")).contains("leave them out"));
    }
}
