//! Content lookup by name: built in, from files, and from Rust.

use std::sync::Arc;

use undercroft_mapgen::{Class, Content, ContentKind, Dungeon, Floor, Level, LookupError, Recipe, SourceFile};

const DEN: &str = "name = 'den'\ndescription = 'A small cave.'\nsize = '30x20'\n\
    [[step]]\ndo = 'scatter'\n[[step]]\ndo = 'smooth'\n[[step]]\ndo = 'connect'\n";
const NICHE: &str = "name = 'niche'\nmap = '''\n#####\n#._.#\n##+##\n'''\n";

fn with(files: &[(&str, &str)]) -> Content {
    Content::from_files(files.iter().copied()).unwrap_or_else(|error| panic!("{error}"))
}

/// The first level of a plan.
fn bounded(content: &Content, plan: &str) -> Arc<Level> {
    let plan = content.plan(plan).unwrap_or_else(|error| panic!("{error}"));
    let Ok(Floor::Bounded(level)) = Dungeon::new(plan, 7).level(0) else { panic!("the level is not bounded") };
    level
}

#[test]
fn everything_built_in_is_found_under_its_name() {
    let content = Content::standard();
    for name in content.names(ContentKind::Recipe) {
        assert_eq!(content.recipe(name).unwrap().name(), name);
    }
    for name in content.names(ContentKind::Plan) {
        assert_eq!(content.plan(name).unwrap().name(), name);
    }
    for name in content.names(ContentKind::Vault) {
        assert_eq!(content.vault(name).unwrap().name(), name);
    }
    for name in content.names(ContentKind::Tileset) {
        content.tileset(name).unwrap();
    }
}

#[test]
fn a_file_overrides_built_in_content_of_the_same_name() {
    let text = DEN.replace("'den'", "'caves'");
    let content = with(&[("recipes/caves.toml", &text)]);
    assert_eq!(content.recipe("caves").unwrap().size().to_string(), "30x20");
    let names = content.names(ContentKind::Recipe);
    assert_eq!(names.iter().filter(|name| **name == "caves").count(), 1);
    // A built-in plan uses the file too: this cave has more rock.
    let rocky = text.replace("scatter'", "scatter'\nchance = 0.8");
    let open = |files: &[(&str, &str)]| bounded(&with(files), "two-caves").open().count();
    assert_ne!(open(&[]), open(&[("caves.toml", &rocky)]));
}

#[test]
fn a_vault_file_is_stamped_and_replaces_the_built_in_one() {
    let recipe = "name = 'x'\ndescription = 'x'\nsize = '40x30'\n[[step]]\ndo = 'rooms'\n[[step]]\ndo = 'halls'\n\
        [[step]]\ndo = 'stamp'\nnames = ['niche']\nfewest = 1\nrequired = true\n";
    let unknown = Recipe::parse(SourceFile::new("x.toml", recipe), Content::standard()).unwrap_err();
    assert!(unknown.to_string().contains("no vault is called `niche`"), "{unknown}");
    let content = with(&[("vaults/niche.toml", NICHE)]);
    let recipe = Recipe::parse(SourceFile::new("x.toml", recipe), &content).unwrap();
    let level = recipe.build(1).unwrap();
    assert_eq!(&*level.vaults()[0].name, "niche");
    // A setting can name it as well.
    recipe.set("stamp.names=['niche', 'crypt']").unwrap();

    let mine = NICHE.replace("'niche'", "'treasury'");
    let content = with(&[("vaults/treasury.toml", &mine)]);
    assert_eq!(content.vault("treasury").unwrap().size().to_string(), "5x3");
    assert_eq!(content.vaults().unwrap().iter().filter(|vault| vault.name() == "treasury").count(), 1);
}

#[test]
fn a_plan_can_use_a_recipe_written_in_rust() {
    let plan = "name = 'p'\ndescription = 'p'\nlevels = 2\n[[stretch]]\ndepths = '0'\nrecipe = 'mine'\n\
        [[stretch]]\ndepths = '1'\nrecipe = 'caves'\n";
    let mut content = with(&[("plans/p.toml", plan)]);
    let error = content.plan("p").unwrap_err();
    assert!(error.to_string().starts_with("plans/p.toml:6:10: no recipe is called `mine`"), "{error}");
    content.add_recipe("mine", Recipe::new(33, 22).scatter(0.5).smooth(4).connect());
    let level = bounded(&content, "p");
    assert_eq!(level.size().to_string(), "33x22");
    assert_eq!(&*level.metadata().recipe, "mine");
}

#[test]
fn a_plan_finds_its_map_beside_it() {
    let plan = "name = 'p'\ndescription = 'p'\nlevels = 1\n[[stretch]]\ndepths = '0'\nmap = 'yard.txt'\n";
    let content = with(&[("my/plans/p.toml", plan), ("my/plans/yard.txt", "######\n#@...#\n#....#\n######\n")]);
    assert_eq!(bounded(&content, "p").size().to_string(), "6x4");
}

#[test]
fn two_files_of_one_name_are_refused_but_a_file_may_be_added_again() {
    let mut content = with(&[("recipes/den.toml", DEN)]);
    let error = content.add(SourceFile::new("recipes/copy.toml", DEN)).unwrap_err();
    assert_eq!(error.to_string(), "recipes/copy.toml:1:8: recipes/den.toml already has a recipe called `den`");
    content.add(SourceFile::new("recipes/den.toml", &DEN.replace("30x20", "31x20"))).unwrap();
    assert_eq!(content.recipe("den").unwrap().size().to_string(), "31x20");
    content.remove("recipes/den.toml");
    assert!(matches!(content.recipe("den"), Err(LookupError::Unknown { .. })));
}

#[test]
fn errors_in_a_file_are_reported_when_it_is_looked_up() {
    let content = with(&[("recipes/den.toml", &DEN.replace("smooth", "smoth"))]);
    let error = content.recipe("den").unwrap_err();
    assert_eq!(error.to_string(), "recipes/den.toml:7:6: no step is called `smoth`; did you mean `smooth`?");
    let error = content.recipe("dem").unwrap_err();
    assert_eq!(error.to_string(), "no recipe is called `dem`; did you mean `den`?");
}

#[test]
fn listed_names_are_checked_wherever_something_spawns() {
    let recipe = |step: &str| format!("name = 'x'\ndescription = 'x'\n[[step]]\ndo = 'rooms'\n[[step]]\n{step}\n");
    let drawn = "map = '''\n#####\n#.z.#\n##+##\n'''\nlegend = { z = { creature = 'zombi' } }";
    let steps = [
        ("do = 'spawn'\nkinds = { zombi = 3 }".to_owned(), "7:9: spawn: kinds: "),
        (format!("do = 'paste'\n{drawn}"), "12:10: paste: legend: "),
        (format!("do = 'stamp'\n[[step.vault]]\nname = 'v'\n{drawn}"), ""),
    ];
    let mut content = Content::default();
    for (step, _) in &steps {
        Recipe::parse(SourceFile::new("x.toml", &recipe(step)), &content).unwrap();
    }
    content.name_spawns(Class::Creature, ["rat", "zombie"]);
    for (step, place) in &steps {
        let error = Recipe::parse(SourceFile::new("x.toml", &recipe(step)), &content).unwrap_err().to_string();
        assert!(error.starts_with(&format!("x.toml:{place}")), "{error}");
        assert!(error.ends_with("no creature is called `zombi`; did you mean `zombie`?"), "{error}");
    }
    // Spaces and hyphens are interchangeable, and other classes stay free.
    content.name_spawns(Class::Creature, ["giant rat"]);
    for step in ["do = 'spawn'\nkinds = { giant-rat = 3 }", "do = 'spawn'\nclass = 'item'\nkinds = { zombi = 3 }"] {
        Recipe::parse(SourceFile::new("x.toml", &recipe(step)), &content).unwrap();
    }
}

/// A custom mission, and a recipe that names it.
const MISSION: (&str, &str) = (
    "missions/cellar-key.toml",
    "name = 'cellar-key'\ndescription = 'One lock.'\nholds = ['key green']\n\
     [[region]]\nname = 'cellar'\nlinks = ['locked green']\nholds = ['goal']\n",
);
const MANOR: (&str, &str) = (
    "recipes/manor.toml",
    "name = 'manor'\ndescription = 'A manor.'\n[[step]]\ndo = 'accrete'\n[[step]]\ndo = 'stairs'\n\
     [[step]]\ndo = 'furnish'\nmissions = ['cellar-key']\nrequired = true\n",
);

#[test]
fn a_mission_of_ones_own_is_found_by_name_and_laid_over_levels() {
    let content = Content::from_files([MANOR, MISSION]).unwrap();
    assert!(content.names(ContentKind::Mission).contains(&"cellar-key"));
    let level = content.recipe("manor").unwrap().build(3).unwrap();
    let mission = level.mission().unwrap_or_else(|| panic!("no mission\n{level}"));
    assert_eq!((&*mission.pattern, &*mission.keys[0].id), ("cellar-key", "green"), "{level}");
    assert!(level.spawns().iter().any(|spawn| &*spawn.kind == "green key"), "{level}");
    let unknown = Content::from_files([MANOR]).unwrap().recipe("manor").unwrap_err().to_string();
    assert!(
        unknown.contains("recipes/manor.toml:9:12: furnish: missions: no mission is called `cellar-key`"),
        "{unknown}"
    );
}

#[test]
fn the_keys_of_a_mission_must_be_items_of_the_game() {
    let mut content = Content::from_files([MANOR, MISSION]).unwrap();
    content.name_spawns(Class::Item, ["red key", "greed key"]);
    let error = content.mission("cellar-key").unwrap_err().to_string();
    assert_eq!(error, "missions/cellar-key.toml:3:11: no item is called `green key`; did you mean `greed key`?");
    assert_eq!(content.recipe("manor").unwrap_err().to_string(), error);
}
