//! Plan files: TOML, checked as a whole before use.

mod checks;
mod format;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use undercroft_grid::{Grid, Point};

use self::checks::{check_counts, check_tables_are_used, place};
use self::format::{Levels, OneOrMore, PlanFile, StretchFile, TableFile};
use super::depths::Depths;
use super::locks::StairLock;
use super::plan::{Difficulty, Goal, GroundSource, Plan, Rule, SpawnSource, StairUse, Stretch};
use super::plan_error::{PlanError, validate};
use super::table::{Table, TableEntry};
use crate::content::{Content, ContentError, LookupError, SourceFile};
use crate::drawing::LONGEST_DRAWING;
use crate::suggest::did_you_mean;
use crate::{Chance, Class, Draft, Metadata, MissingTiles, Recipe, Seed, StairKind, Tile};

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

impl Plan {
    /// The built-in plan of this name. [`Content::plan`] also finds your own.
    ///
    /// # Errors
    /// If there is no such plan: the error suggests the nearest name.
    pub fn named(name: &str) -> Result<Self, LookupError> {
        Content::standard().plan(name)
    }

    /// The names of the embedded plans.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        PLANS.iter().map(|(name, _)| *name)
    }

    /// The text of a built-in plan, as a starting point for your own.
    #[must_use]
    pub fn embedded_text(name: &str) -> Option<&'static str> {
        PLANS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    /// Reads a plan from the text of a TOML file. The recipes that it names come from `content`, and so do its maps, by
    /// path.
    ///
    /// ```
    /// use undercroft_mapgen::{Content, Plan, SourceFile};
    /// let text = r#"
    ///     name = "mine"
    ///     description = "A meadow above three levels of caves."
    ///     levels = 4
    ///
    ///     [[stretch]]
    ///     depths = "0"
    ///     recipe = "surface"
    ///     endless = true
    ///
    ///     [[stretch]]
    ///     depths = "1-3"
    ///     recipe = "caves"
    ///     size = "60x40"
    /// "#;
    /// let plan = Plan::parse(SourceFile::new("mine.toml", text), Content::standard())?;
    /// assert_eq!(plan.levels(), Some(4));
    /// # Ok::<(), undercroft_mapgen::ContentError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a valid plan. The error says where the problem is and how to fix it.
    pub fn parse(source: SourceFile<'_>, content: &Content) -> Result<Self, ContentError> {
        Self::parse_with(source, content, &|path| content.text(source.name, path).map(Into::into))
    }

    /// Reads a plan as [`Plan::parse`] does. `read` is called with the path of each map, and of each recipe that
    /// `content` does not have.
    ///
    /// # Errors
    /// As for [`Plan::parse`].
    pub fn parse_with(
        source: SourceFile<'_>,
        content: &Content,
        read: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ContentError> {
        let file: PlanFile = source.read_toml()?;
        check_counts(&source, &file)?;
        let reader = Reader { source, content, read, tables: &file.tables };
        reader.check_tiles(&file.stretch)?;
        let levels = match file.levels.as_ref() {
            Levels::Count(count) if *count > 0 => Some(*count),
            Levels::Word(word) if word == "endless" => None,
            _ => return Err(source.error(file.levels.span(), "levels: write a number, or \"endless\"")),
        };
        let stretches: Vec<Stretch> = file.stretch.iter().map(|file| reader.stretch(file)).collect::<Result<_, _>>()?;
        let mut rules = Vec::new();
        for stretch in file.stretch.iter().map(Spanned::as_ref) {
            for (class, names) in stretch.tables() {
                reader.tables(&class, names, *stretch.depths.as_ref(), &mut rules)?;
            }
        }
        if let Some(goal) = &file.goal {
            let checked = content.check_spawn(&Class::Item, &goal.as_ref().item);
            let carrier = goal.as_ref().carried_by.as_deref();
            let checked =
                checked.and_then(|()| carrier.map_or(Ok(()), |carrier| content.check_spawn(&Class::Creature, carrier)));
            checked.map_err(|problem| source.error(goal.span(), format!("goal: {problem}")))?;
        }
        for lock in &file.lock {
            let checked = content.check_spawn(&Class::Item, &lock.as_ref().item());
            checked.map_err(|problem| source.error(lock.span(), format!("lock: {problem}")))?;
        }
        let plan = Self {
            name: file.name.as_str().into(),
            description: file.description.clone(),
            difficulty: file.difficulty,
            levels,
            start: Point::new(file.start[0], file.start[1]),
            goal: file.goal.as_ref().map(|goal| goal.as_ref().clone()),
            abilities: file.abilities.clone(),
            stair_use: file.stairs,
            stretches,
            rules,
            locks: file.lock.iter().map(|lock| lock.as_ref().clone()).collect(),
        };
        validate(&plan).map_err(|error| place(&source, &file, &error))?;
        check_tables_are_used(&source, &file)?;
        Ok(plan)
    }
}

struct Reader<'a> {
    source: SourceFile<'a>,
    content: &'a Content,
    read: &'a dyn Fn(&str) -> Option<String>,
    tables: &'a BTreeMap<String, Spanned<TableFile>>,
}

impl Reader<'_> {
    /// Checks that the tileset has every tile that the built-in recipes and the stairs need; the error names all
    /// missing tiles.
    fn check_tiles(&self, stretches: &[Spanned<StretchFile>]) -> Result<(), ContentError> {
        let stairs = [StairKind::Up, StairKind::Down].map(|kind| kind.tile_name().to_owned());
        let mut missing: Vec<String> =
            stairs.into_iter().filter(|name| self.content.tiles().id(name).is_none()).collect();
        let recipes = stretches.iter().filter_map(|stretch| stretch.as_ref().recipe.as_ref());
        for name in recipes.flat_map(|recipes| recipes.as_ref().as_slice()) {
            let lacks = self.content.recipe(name).ok().and_then(|recipe| recipe.missing_tiles());
            missing.extend(lacks.iter().flat_map(MissingTiles::names).map(str::to_owned));
        }
        match MissingTiles::of(missing) {
            Some(missing) => Err(self.source.error(0..0, missing.to_string())),
            None => Ok(()),
        }
    }

    /// The text of a file beside the plan, if there is one. An untrusted plan must not read files elsewhere.
    fn beside(&self, path: &str, place: &Range<usize>) -> Result<Option<String>, ContentError> {
        let is_path = !path.contains('\n');
        let mut parts = path.split(['/', '\\']);
        if is_path && (path.starts_with(['/', '\\']) || path.contains(':') || parts.any(|part| part == "..")) {
            let problem = format!("`{path}` is outside the folder of the plan; put a copy beside the plan");
            return Err(self.source.error(place.clone(), problem));
        }
        Ok(if is_path { (self.read)(path) } else { None })
    }

    /// A recipe by name or path.
    fn recipe(&self, name: &str, place: &Range<usize>) -> Result<Recipe, ContentError> {
        match self.content.recipe(name) {
            Ok(recipe) => Ok(recipe),
            Err(LookupError::Content(error)) => Err(error),
            Err(unknown) => match self.beside(name, place)? {
                Some(text) => Recipe::parse(SourceFile::new(name, &text), self.content),
                None => Err(self.source.error(place.clone(), unknown.to_string())),
            },
        }
    }

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
        let stairs = file.stairs.as_ref().map_or(1, |stairs| *stairs.as_ref());
        if let Some(path) = &file.path {
            self.check_path(file, path)?;
        }
        let path = file.path.as_ref().map(|path| path.as_ref().as_str().into());
        Ok(Stretch { depths, grounds, stairs, path })
    }

    fn check_path(&self, file: &StretchFile, path: &Spanned<String>) -> Result<(), ContentError> {
        let bad = |problem: String| Err(self.source.error(path.span(), format!("path: {problem}")));
        let tileset = self.content.tiles();
        match tileset.id_or_floor(path.as_ref()) {
            _ if !file.endless => bad("only endless levels have a path; set `endless = true`".into()),
            None => bad(tileset.unknown(path.as_ref())),
            Some(tile) if !tileset[tile].walkable => bad(format!("`{}` is not walkable", path.as_ref())),
            Some(_) => Ok(()),
        }
    }

    fn ground(&self, file: &StretchFile, name: &str, place: Range<usize>) -> Result<GroundSource, ContentError> {
        let bad = |span: Range<usize>, problem: String| self.source.error(span, problem);
        let mut recipe = self.recipe(name, &place)?;
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
        let ground = if file.endless { GroundSource::endless(recipe) } else { GroundSource::bounded(recipe) };
        ground.map_err(|error| bad(place, error.to_string()))
    }

    /// A hand-drawn level, in the glyphs of the tileset and the legend, with `.` for floor and `@` for the start.
    fn map(&self, file: &StretchFile, map: &Spanned<String>) -> Result<Draft, ContentError> {
        let bad = |problem: String| Err(self.source.error(map.span(), problem));
        let tileset = self.content.tiles();
        let text = self.beside(map.as_ref(), &map.span())?.unwrap_or_else(|| map.as_ref().clone());
        // Short lines are padded, so a small text can describe a huge map.
        let (width, height) = (text.lines().map(|line| line.chars().count()).max().unwrap_or(0), text.lines().count());
        if width.max(height) > LONGEST_DRAWING as usize {
            return bad(format!("the map is {width}x{height}; its sides can be at most {LONGEST_DRAWING}"));
        }
        let glyphs = Grid::parse(&text, |glyph| glyph);
        let mut draft = Draft::new(glyphs.size(), tileset.clone());
        draft.metadata = Metadata { recipe: "map".into(), seed: Seed::from(0), depth: 0 };
        for (at, glyph) in glyphs.iter() {
            let named = file.legend.get(&glyph.to_string());
            let tile = match (named, glyph) {
                (Some(name), _) => tileset.id_or_floor(name).ok_or_else(|| tileset.unknown(name)),
                (None, '@') => Ok(Tile::FLOOR),
                (None, glyph) => {
                    let known = tileset.drawn_as(*glyph);
                    known.ok_or_else(|| format!("the legend does not explain `{glyph}` at {at}"))
                }
            };
            match tile {
                Ok(tile) => draft.set(at, tile),
                Err(problem) => return bad(problem),
            }
            draft.list_fixture(at);
            if *glyph == '@' && named.is_none() {
                draft.start = Some(at);
            }
        }
        match crate::checks::judge_ground(&draft) {
            Ok(()) => Ok(draft),
            Err(veto) => bad(format!("the map fails a check: {veto}")),
        }
    }

    /// The rules of one class at some depths.
    fn tables(
        &self,
        class: &Class,
        names: &Spanned<OneOrMore>,
        depths: Depths,
        rules: &mut Vec<Rule>,
    ) -> Result<(), ContentError> {
        for name in names.as_ref().as_slice() {
            let mut source = SpawnSource::Nothing;
            if name != NOTHING {
                let Some(file) = self.tables.get(name) else {
                    let known = self.tables.keys().map(String::as_str).chain([NOTHING]);
                    let problem = format!("there is no table `{}`; {}", name, did_you_mean(name, known));
                    return Err(self.source.error(names.span(), problem));
                };
                let table = self.table(class, file.as_ref())?;
                if !table.can_spawn(depths) {
                    let problem = format!("table `{name}` never spawns anything at depths {depths}");
                    return Err(self.source.error(names.span(), problem));
                }
                source = SpawnSource::Table(Arc::new(table));
            }
            rules.push(Rule { depths, class: Some(class.clone()), source });
        }
        Ok(())
    }

    fn table(&self, class: &Class, file: &TableFile) -> Result<Table, ContentError> {
        let share = *file.chance.as_ref();
        let Some(chance) = Chance::new(share) else {
            return Err(self.source.error(file.chance.span(), format!("chance: {share} is not a number from 0 to 1")));
        };
        let entry = |entry: &Spanned<TableEntry>| {
            let checked = self.content.check_spawn(class, &entry.as_ref().kind);
            checked.map_err(|problem| self.source.error(entry.span(), problem))?;
            Ok(entry.as_ref().clone())
        };
        Ok(Table { chance, fade: file.fade, entries: file.kinds.iter().map(entry).collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Plan, ContentError> {
        Plan::parse(SourceFile::new("x.toml", text), Content::standard())
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
            assert!(!plan.description().is_empty(), "{name} has no description");
        }
    }

    #[test]
    fn a_map_of_one_long_line_and_many_short_ones_is_refused_before_it_takes_memory() {
        let map = format!("{}\n{}", "#".repeat(200_000), "#\n".repeat(200_000));
        let problem = error("1", &format!("[[stretch]]\ndepths = \"0\"\nmap = \"\"\"\n{map}\"\"\"\n"));
        assert!(problem.contains("the map is 200000x200001; its sides can be at most 4096"), "{problem}");
    }

    #[test]
    fn a_plan_with_a_million_recipes_tables_settings_or_kinds_is_refused() {
        let stretch = "[[stretch]]\ndepths = \"0\"\n";
        let list = |word: &str| format!("[{}]\n", format!("\"{word}\",").repeat(1_001));
        for (rest, what) in [
            (stretch.repeat(1_001), "stretches in a plan: at most 1000"),
            (format!("{stretch}recipe = {}", list("caves")), "recipes in a plan: at most 1000"),
            (format!("{stretch}recipe = {}", list("caves")).repeat(2), "recipes in a plan: at most 1000"),
            (format!("{stretch}creatures = {}", list("nothing")), "tables in the stretches of a plan: at most 1000"),
            (format!("{stretch}set = {}", list("scatter.chance=0.4")), "settings in a stretch: at most 100"),
            (
                format!("{stretch}[tables.t]\nchance = 0.1\nkinds = [{}]\n", "{ kind = \"rat\" },".repeat(1_001)),
                "kinds in a table: at most 1000",
            ),
            (
                format!("{}{stretch}", "[[lock]]\nkey = \"red\"\nkey-depth = 0\ndepth = 1\n".repeat(1_001)),
                "locks in a plan: at most 1000",
            ),
        ] {
            let problem = error("1", &rest);
            assert!(problem.contains(&format!("too many {what}")), "{problem}");
        }
    }

    #[test]
    fn gaps_and_overlaps_of_depths_are_refused() {
        let stretch = |depths: &str| format!("[[stretch]]\ndepths = \"{depths}\"\nrecipe = \"caves\"\n");
        assert_eq!(
            error("3", &stretch("1-2")),
            "x.toml:5:10: no levels have depth 0: depths start at 0 and must have no gap"
        );
        assert_eq!(
            error("3", &(stretch("0") + &stretch("2"))),
            "x.toml:8:10: no levels have depth 1: depths start at 0 and must have no gap"
        );
        assert_eq!(
            error("3", &(stretch("0-1") + &stretch("1-2"))),
            "x.toml:8:10: depth 1 has two kinds of levels: start 1-2 below the others"
        );
        assert_eq!(
            error("3", &stretch("0-1")),
            "x.toml:3:10: no levels have depth 2: depths start at 0 and must have no gap"
        );
        assert_eq!(
            error("\"endless\"", &stretch("0-9")),
            "x.toml:3:10: no levels have depth 10: depths start at 0 and must have no gap"
        );
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
        assert!(
            error("3", &(stretch("0", "9x3") + &stretch("1-2", "3x9")))
                .contains("x.toml:9:10: stairs need at least 4 cells")
        );
    }

    #[test]
    fn a_map_that_breaks_a_promise_is_refused() {
        let map = |map: &str| format!("[[stretch]]\ndepths = \"0\"\nmap = \"\"\"\n{map}\"\"\"\n");
        assert!(error("1", &map("#####\n#...#\n##.##\n")).contains("border"));
        assert!(error("1", &map("#####\n#.#.#\n#####\n")).contains("2 components"));
        assert!(error("1", &map("#####\n#.Z.#\n#####\n")).contains("explain `Z`"));
        assert!(error("1", &map("#####\n#.>.#\n#####\n")).contains("leave them out"));
    }

    #[test]
    fn a_plan_cannot_name_files_outside_its_folder() {
        for path in ["/etc/passwd", "../secret.txt", "maps/../../secret.txt", "..\\\\secret.txt", "C:/secret.txt"] {
            let map = format!("[[stretch]]\ndepths = \"0\"\nmap = \"{path}\"\n");
            assert!(error("1", &map).contains("outside the folder of the plan"), "{path}");
            let recipe = format!("[[stretch]]\ndepths = \"0\"\nrecipe = \"{path}\"\n");
            assert!(error("1", &recipe).contains("outside the folder of the plan"), "{path}");
        }
    }
}
