//! Vaults and mirrored maps: they are intact and reachable, and so is the rest of the level.

use std::collections::BTreeSet;

use proptest::prelude::*;
use undercroft_mapgen::steps::{Halls, Mirror, Rooms, Stamp, Start};
use undercroft_mapgen::{
    BuildError, Class, Content, Draft, Dungeon, Floor, Level, Mission, Plan, Point, Recipe, Rect, SourceFile,
    StampedVault, Terrain, Vault,
};
use undercroft_testing::assert_keeps_promises;

/// Checks that the judge accepts the level, and that every vault is on the map as it was drawn.
#[track_caller]
fn assert_good(level: &Level) {
    assert_keeps_promises(level.as_draft());
    for vault in level.vaults() {
        assert!(is_intact(level.as_draft(), vault), "`{}` at {:?} is damaged\n{level}", vault.name, vault.area);
    }
}

/// Whether the vault is on the map as it was drawn, in one of its orientations. Entrances may be walled up or have
/// doors hung in them, and stairs may stand in it.
pub(crate) fn is_intact(level: &Draft, stamped: &StampedVault) -> bool {
    let vault = Vault::named(&stamped.name).expect("only built-in vaults are stamped here");
    let as_drawn = |turned: &Vault| {
        turned.size() == stamped.area.size()
            && turned.size().points().all(|at| {
                let Some(entry) = turned.entry_at(at) else { return true };
                let there = level.info(stamped.area.min() + at);
                let on_edge = at.four().any(|near| turned.entry_at(near).is_none());
                entry.tiles.contains(&there.name)
                    || (on_edge && ["wall", "door"].contains(&there.name.as_str()))
                    || there.name.starts_with("stairs-")
                    || (there.walkable
                        && level.mission.as_ref().is_some_and(|mission| stands_on(mission, stamped.area.min() + at)))
            })
    };
    vault.orientations().iter().any(as_drawn)
}

/// Whether a mission has put a door or a lever on the cell.
fn stands_on(mission: &Mission, at: Point) -> bool {
    mission.barriers().chain(mission.switches.iter().map(|switch| switch.at)).any(|taken| taken == at)
}

fn rooms(width: u32, height: u32) -> Recipe {
    Recipe::new(width, height).then(Rooms::default()).then(Halls::default())
}

#[test]
fn odd_sizes_give_good_levels() {
    let recipe = Recipe::named("vaults").unwrap();
    let mut built = 0;
    for (width, height) in [(5, 5), (6, 9), (9, 6), (13, 7), (20, 20), (31, 17), (47, 46), (80, 50), (120, 90), (3, 60)]
    {
        for seed in 0..12 {
            let what = format!("{width}x{height}, seed {seed}");
            match recipe.clone().sized(width, height).build_at(seed, 1 + seed as u32 % 4) {
                Ok(level) => {
                    assert_good(&level);
                    built += 1;
                }
                Err(BuildError::BadSize { .. } | BuildError::OutOfAttempts { .. }) if width * height < 120 => {}
                Err(BuildError::BadSize { .. }) if width < 6 => {}
                Err(error) => panic!("{what}: {error}"),
            }
        }
    }
    assert!(built > 80, "only {built} levels were built");
}

#[test]
#[ignore = "minutes"]
fn two_thousand_levels_with_vaults_are_good_and_rarely_vetoed() {
    let recipe = Recipe::named("vaults").unwrap();
    let (mut drafts, mut vaults) = (0, 0);
    for seed in 0..2_000 {
        let level = recipe.build_at(seed, 1 + seed as u32 % 5).unwrap_or_else(|error| panic!("{error}"));
        assert_good(&level);
        drafts += level.attempts();
        vaults += level.vaults().len();
    }
    println!("{drafts} drafts for 2000 levels, {} vaults a level", vaults as f64 / 2_000.0);
    assert!(drafts < 2_100, "{} of {drafts} drafts were vetoed", drafts - 2_000);
}

#[test]
fn every_vault_finds_a_place() {
    for vault in Vault::all() {
        let mut found = 0;
        let depth = vault.depth().max(9);
        for seed in 0..20 {
            let stamp = Stamp::default().names(vec![vault.name().into()]).fewest(1).most(1).reach(12);
            let level = rooms(80, 50).then(stamp).build_at(seed, depth).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(level.attempts(), 1, "`{}`, seed {seed}: a draft was vetoed", vault.name());
            assert_good(&level);
            found += level.vaults().len();
        }
        assert!(found >= 10, "`{}` was found on {found} of 20 levels", vault.name());
    }
}

#[test]
fn stamping_never_disconnects_caves() {
    let stamp = Stamp::default().place("open").fewest(30).most(30).repeat(true);
    let caves = Recipe::new(90, 60).scatter(0.55).smooth(4).connect();
    let mut stamped = 0;
    for seed in 0..10 {
        let level = caves.clone().then(stamp.clone()).build(seed).unwrap();
        assert_eq!(level.attempts(), 1, "seed {seed}: the draft was vetoed");
        assert_good(&level);
        stamped += level.vaults().len();
    }
    assert!(stamped > 100, "{stamped} vaults on ten caves");
}

#[test]
fn vaults_stand_on_the_terrain_they_are_made_for() {
    for seed in 0..10 {
        let before = rooms(100, 60).build(seed).unwrap();
        let stamp = Stamp::default().fewest(20).most(20);
        let level = rooms(100, 60).then(stamp).build(seed).unwrap();
        assert_good(&level);
        for vault in level.vaults() {
            let ground = Vault::named(&vault.name).unwrap().terrain();
            let open = vault.area.points().filter(|at| before.is_open(*at)).count();
            match ground {
                // The bounds of a vault in rock may include cells that the vault leaves unchanged.
                Terrain::Rock => assert!(open * 2 < vault.area.area(), "{level}"),
                Terrain::Open => assert_eq!(open, vault.area.area(), "{level}"),
                _ => {}
            }
        }
    }
}

#[test]
fn the_required_number_of_vaults_is_stamped() {
    for count in [0, 1, 5] {
        let stamp = Stamp::default().fewest(count).most(count);
        let level = rooms(120, 80).then(stamp).build(3).unwrap();
        assert_eq!(level.vaults().len(), count as usize, "{level}");
        let names: BTreeSet<&str> = level.vaults().iter().map(|vault| &*vault.name).collect();
        assert_eq!(names.len(), count as usize, "no vault is repeated: {names:?}");
    }
    let pools = Stamp::default().names(vec!["fountain".into()]).fewest(9).most(9);
    let hall = Recipe::new(60, 40).fill("floor").border();
    assert_eq!(hall.clone().then(pools.clone()).build(1).unwrap().vaults().len(), 1);
    assert_eq!(hall.clone().then(pools.clone().repeat(true)).build(1).unwrap().vaults().len(), 9);
    let per = pools.per(600).fewest(1).most(1);
    assert_eq!(hall.then(per).build(1).unwrap().vaults().len(), 4, "2400 cells are four times 600");
}

#[test]
fn vaults_appear_only_from_their_depth_down() {
    let stamp = Stamp::default().names(vec!["lava-bridge".into()]).fewest(1).most(1);
    let recipe = rooms(80, 50).then(stamp);
    assert_eq!(recipe.build_at(1, 2).unwrap().vaults().len(), 0);
    assert_eq!(recipe.build_at(1, 3).unwrap().vaults().len(), 1);
}

#[test]
fn a_vault_that_fits_nowhere_is_left_out_unless_required() {
    let rotunda = Stamp::default().names(vec!["rotunda".into()]).fewest(1).most(1);
    let hall = Recipe::new(20, 20).fill("floor").border().attempts(3);
    assert_eq!(hall.clone().then(rotunda.clone()).build(1).unwrap().vaults(), []);
    let error = hall.clone().then(rotunda.clone().required(true)).build(1).unwrap_err().to_string();
    assert!(error.ends_with("the last failed on stamp: 0 vaults fit where at least 1 are required"), "{error}");
    let small = hall.sized(14, 20).then(rotunda.required(true)).build(1).unwrap_err().to_string();
    assert_eq!(small, "recipe `unnamed`: 14x20 is too small for step `stamp`: it must be at least 17x17");
}

#[test]
fn invalid_parameters_are_refused() {
    let error = |stamp: Stamp| rooms(40, 30).then(stamp).build(1).unwrap_err().to_string();
    let named = |name: &str| Stamp::default().names(vec![name.into()]);
    assert!(error(named("shrin")).ends_with("names: no vault is called `shrin`; did you mean `shrine`?"));
    let tagged = Stamp::default().tags(vec!["tresury".into()]);
    assert!(error(tagged).ends_with("tags: no vault has the tag `tresury`; did you mean `treasury`?"));
    assert!(error(Stamp::default().place("air")).contains("`air` is not one of"));
    assert!(error(Stamp::default().fewest(5).most(2)).contains("5 is above `most`"));
    assert!(error(named("fountain").place("rock")).contains("no vault of these names"));
}

#[test]
fn a_recipe_can_have_its_own_vaults() {
    let text = r#"
name = "x"
description = "x"
size = "40x20"
[[step]]
do = "rooms"
[[step]]
do = "halls"
[[step]]
do = "stamp"
fewest = 1
most = 1
[[step.vault]]
name = "altar"
map = '''
#####
#._k#
##+##
'''
legend = { k = { creature = "rat" } }
"#;
    let parse = |text: &str| Recipe::parse(SourceFile::new("x.toml", text), Content::standard());
    let recipe = parse(text).unwrap();
    let level = recipe.build(4).unwrap();
    assert_eq!((&*level.vaults()[0].name, &level.spawns()[0].class), ("altar", &Class::Creature), "{level}");
    let written = recipe.to_toml();
    assert_eq!(parse(&written).unwrap().build(4).unwrap().fingerprint(), level.fingerprint(), "{written}");
    let error = parse(&text.replace("##+##", "#####")).unwrap_err().to_string();
    assert!(error.starts_with("x.toml:1"), "{error}");
    assert!(error.ends_with("vault `altar`: a vault in rock needs an entrance, such as a door, on its edge"));
}

#[test]
fn mirrored_levels_are_symmetric() {
    for (sides, odd) in [("left-right", 0), ("top-bottom", 1), ("both", 0), ("both", 1)] {
        for seed in 0..10 {
            let (width, height) = (40 + odd, 24 + odd);
            let mirror = Mirror::default().sides(sides);
            let mut folded = None;
            let recipe = rooms(width, height).then(Stamp::default()).then(mirror).connect().then(Start::default());
            let level = recipe.watch(seed, 1, &mut |stage| {
                if stage.label == Some("mirror") {
                    folded = Some(stage.draft.clone());
                }
            });
            assert!(level.is_ok(), "{sides}, seed {seed}: {}", level.unwrap_err());
            assert_symmetric(&folded.expect("the step was observed"), sides);
        }
    }
}

fn assert_symmetric(draft: &Draft, sides: &str) {
    let size = draft.size();
    let image = |at: Point| match sides {
        "top-bottom" => Point::new(at.x, size.height as i32 - 1 - at.y),
        _ => Point::new(size.width as i32 - 1 - at.x, at.y),
    };
    for at in size.points() {
        assert_eq!(draft.tile(at), draft.tile(image(at)), "{at}\n{draft}");
    }
    let doors: BTreeSet<Point> = draft.doors.iter().copied().collect();
    assert_eq!(doors.len(), draft.doors.len(), "a door is listed twice\n{draft}");
    assert!(doors.iter().all(|at| doors.contains(&image(*at))), "{draft}");
    for room in &draft.rooms {
        let corner = Point::new(room.right() - 1, room.bottom() - 1);
        assert!(draft.rooms.contains(&Rect::spanning(image(room.min()), image(corner))), "{room:?}\n{draft}");
    }
}

#[test]
#[ignore = "sixteen million cells take a while"]
fn thousands_of_vaults_fit_on_a_large_map() {
    let stamp = Stamp::default().per(4_000);
    let wide = Recipe::new(4_096, 4_096).then(Rooms::default().attempts(60_000));
    let level = wide.then(Halls::default().join("nearest")).then(stamp).build(1).unwrap();
    assert!(level.vaults().len() > 5_000, "{} vaults", level.vaults().len());
}

#[test]
fn a_door_whose_wall_a_later_vault_opens_becomes_floor() {
    let text = "name = 'x'\nplace = 'rock'\nfree = 'any'\nmap = \"\"\"\nO_kk#k\n.~.O_\n _ O+O\n\"\"\"\n\
                [legend]\nk = { creature = 'rat', chance = 0.5 }";
    let vault = Vault::parse(SourceFile::new("x.toml", text)).unwrap();
    let stamp = Stamp::default().vault(vec![vault]).fewest(3).most(3).repeat(true);
    rooms(40, 30).then(stamp).attempts(1).build(75).unwrap();
}

proptest! {
    #[test]
    fn any_drawing_is_refused_or_can_be_stamped_safely(
        lines in prop::collection::vec("[#.+~O_ k]{1,7}", 1..6),
        ground in prop::sample::select(vec!["rock", "open", "either"]),
        free in prop::sample::select(vec!["all", "any"]),
        seed in 0_u64..1_000,
    ) {
        let map = lines.join("\n");
        let legend = if map.contains('k') { "[legend]\nk = { creature = 'rat', chance = 0.5 }" } else { "" };
        let text = format!("name = 'x'\nplace = '{ground}'\nfree = '{free}'\nmap = '''\n{map}\n'''\n{legend}");
        match Vault::parse(SourceFile::new("x.toml", &text)) {
            Err(error) => prop_assert!(error.line > 0 && error.column > 0, "{}", error),
            Ok(vault) => {
                let stamp = Stamp::default().vault(vec![vault]).fewest(3).most(3).repeat(true);
                let recipe = rooms(40, 30).then(stamp).attempts(1);
                let level = recipe.build(seed);
                prop_assert!(level.is_ok(), "{}\n{map}", level.unwrap_err());
            }
        }
    }

    #[test]
    fn the_parser_never_panics(text in "\\PC{0,40}", map in "[ -~\\n]{0,40}") {
        let _ = Vault::parse(SourceFile::new("x.toml", &text));
        let _ = Vault::parse(SourceFile::new("x.toml", &format!("name = 'x'\nmap = '''\n{map}'''")));
    }
}

const NICHE: &str = r#"
[[step.vault]]
name = "niche"
weight = 0
map = """
#####
#...#
##+##
"""
"#;

const LONG_HALL: &str = r#"
[[step.vault]]
name = "hall"
map = """
##################
#................#
########+#########
"""
"#;

/// A recipe with rooms and a step `stamp`, if it is valid.
fn stamping(size: &str, parameters: &str) -> Result<Recipe, String> {
    let head = "name = 'x'\ndescription = 'x'\n";
    let steps = "[[step]]\ndo = 'rooms'\n[[step]]\ndo = 'halls'\n[[step]]\ndo = 'stamp'\n";
    let text = format!("{head}size = '{size}'\n{steps}{parameters}");
    let recipe = Recipe::parse(SourceFile::new("x.toml", &text), Content::standard());
    let recipe = recipe.map_err(|error| error.to_string())?;
    recipe.validate().map_err(|error| error.to_string())?;
    Ok(recipe)
}

#[test]
fn a_recipe_stamps_its_own_vaults_and_those_it_names() {
    for filter in ["names = ['crypt']", "tags = ['arena']"] {
        let recipe = stamping("80x50", &format!("{filter}\nfewest = 3\nmost = 3\nrepeat = true\n{NICHE}")).unwrap();
        let mut stamped: Vec<String> = Vec::new();
        for seed in 0..20 {
            let level = recipe.build_at(seed, 9).unwrap();
            stamped.extend(level.vaults().iter().map(|vault| vault.name.to_string()));
        }
        assert!(stamped.iter().any(|name| name == "niche"), "{filter}: {stamped:?}");
        assert!(stamped.iter().any(|name| name != "niche"), "{filter}: {stamped:?}");
    }
}

#[test]
fn a_vault_that_never_fits_is_refused_and_one_for_greater_depths_gets_a_remark() {
    assert!(stamping("40x20", LONG_HALL).is_ok());
    assert!(stamping("12x20", LONG_HALL).is_ok(), "it fits when turned");
    let error = stamping("19x19", LONG_HALL).unwrap_err();
    assert!(error.ends_with("vault: `hall` is 18x3, which never fits on a level of 19x19"), "{error}");

    let deep = Vault::all().iter().find(|vault| vault.depth() > 1).expect("a vault for greater depths");
    let recipe = stamping("80x50", &format!("names = ['{}']\n", deep.name())).unwrap();
    let remarks = |depth| recipe.steps().flat_map(|(_, step)| step.remarks(depth)).collect::<Vec<_>>();
    assert_eq!(remarks(1), [format!("vault `{}` appears only from depth {} on", deep.name(), deep.depth())]);
    assert!(remarks(deep.depth()).is_empty());
}

#[test]
fn nothing_spawns_in_the_hidden_doors_of_a_vault() {
    // Hidden doors count as walkable. Tables fill the first plan's levels, and missions the second's.
    for (plan, first, depth) in [("kobolds", 100_179, 2), ("undercroft", 100_956, 7)] {
        let levels = (first..first + 100).map(|seed| {
            let dungeon = Dungeon::new(Plan::named(plan).unwrap(), seed);
            let Floor::Bounded(level) = dungeon.level(depth).unwrap() else { panic!("the keep is bounded") };
            level
        });
        let is_hidden = |level: &Level, at| level.info(at).name == "secret-door";
        let with_hidden = levels.filter(|level| level.size().points().any(|at| is_hidden(level, at))).take(5);
        let with_hidden: Vec<_> = with_hidden.collect();
        assert_eq!(with_hidden.len(), 5, "fewer than five levels of {plan} have hidden doors");
        for level in with_hidden {
            for spawn in level.spawns() {
                let tile = &level.info(spawn.at).name;
                assert!(!tile.ends_with("door") && !tile.ends_with("gate"), "{} in a {tile}\n{level}", spawn.kind);
            }
        }
    }
}

/// Levels of a recipe that reserves a vault of its own, and then grows rooms around it.
fn levels_with(vault: &str, more: &str) -> impl Iterator<Item = Level> {
    let text = format!(
        "name = 'x'\ndescription = 'x'\nsize = '60x40'\n[[step]]\ndo = 'reserve'\nfewest = 1\nmost = 1\nrequired = true\n\
         [[step.vault]]\nname = 'own'\n{vault}\n[[step]]\ndo = 'accrete'\n[[step]]\ndo = 'stairs'\n{more}"
    );
    let recipe = Recipe::parse(SourceFile::new("x.toml", &text), Content::standard());
    let recipe = recipe.unwrap_or_else(|error| panic!("{error}\n{text}"));
    (0..40).map(move |seed| recipe.build_at(seed, 1 + seed as u32 % 9).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn a_vault_has_one_of_its_variants() {
    let vault = "map = '''\n#####\n#._.#\n##+##'''\n[[step.vault.variant]]\nmap = '''\n#######\n#.s_s.#\n#.....#\n###+###'''\n\
                 legend = { s = 'statue' }";
    let mut seen = BTreeSet::new();
    for level in levels_with(vault, "") {
        assert_keeps_promises(level.as_draft());
        let statues = level.size().points().filter(|at| level.info(*at).name == "statue").count();
        let sides = level.vaults()[0].area.size();
        seen.insert((statues, sides.width.max(sides.height)));
    }
    assert_eq!(seen, BTreeSet::from([(0, 5), (2, 7)]));
}

#[test]
fn what_a_vault_holds_depends_on_the_depth() {
    let vault = "map = '''\n#####\n#.c.#\n##+##'''\nlegend = { c = { creature = { rat = 2, ogre = 6 } } }";
    let mut kinds = BTreeSet::new();
    for level in levels_with(vault, "") {
        let depth = level.metadata().depth;
        let kind = level.spawns().first().map(|spawn| spawn.kind.to_string());
        assert!(
            kind.is_some() == (depth >= 2) && (depth >= 6 || kind.as_deref() != Some("ogre")),
            "depth {depth}: {kind:?}"
        );
        kinds.extend(kind);
    }
    assert_eq!(kinds.len(), 2, "{kinds:?}");
}

#[test]
fn a_smaller_vault_stands_inside_a_larger_one_and_both_are_kept() {
    let nest = "#########\n#.......#\n#.vvvvv.#\n#.vvvvv.#\n#.vvvvv.#\n#.......#\n####+####";
    let vault = format!("map = '''\n{nest}'''\nlegend = {{ v = {{ vault = 'bones' }} }}\n");
    let text = |tag: &str| {
        format!(
            "name = 'x'\ndescription = 'x'\nsize = '60x40'\n[[step]]\ndo = 'reserve'\nfewest = 1\nmost = 1\nrequired = true\n\
             [[step.vault]]\nname = 'own'\n{}\n[[step]]\ndo = 'accrete'\n[[step]]\ndo = 'lakes'\n[[step]]\ndo = 'stairs'\n",
            vault.replace("bones", tag)
        )
    };
    let content = Content::from_files([(
        "vaults/pile.toml",
        "name = 'pile'\ndescription = 'x'\ntags = ['bones']\nplace = 'open'\nmap = '''\n.O.\nO.O'''\n",
    )])
    .unwrap();
    let recipe = |tag: &str| Recipe::parse(SourceFile::new("x.toml", &text(tag)), &content);
    let (mut built, recipe_with) = (0, recipe("bones").unwrap());
    for seed in 0..30 {
        let level = recipe_with.build(seed).unwrap();
        assert_keeps_promises(level.as_draft());
        let names: Vec<&str> = level.vaults().iter().map(|vault| &*vault.name).collect();
        assert_eq!(names, ["pile", "own"], "{level}");
        let [pile, own] = level.vaults() else { panic!() };
        assert!(own.area.encloses(pile.area.grown(2)), "{level}");
        let pillars = pile.area.points().filter(|at| level.info(*at).name == "pillar").count();
        assert_eq!(pillars, 3, "{level}");
        let areas = level.areas();
        built += usize::from(areas.iter().any(|area| &*area.name == "pile"));
    }
    assert!(built > 20, "{built} of 30 piles are areas of their own");
    let error = recipe("bonse").map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("has the name or tag `bonse`; did you mean `bones`?"), "{error}");
    for (cells, drawn, reason) in [
        // A wall beside the cells of the smaller vault, and one that also closes the only door.
        ("#.vvvvv.#", "##vvvvv.#", "walkable cells all around it"),
        ("#.......#\n####", "#########\n####", "cannot be reached from the edge"),
    ] {
        let blocked = text("bones").replacen(cells, drawn, 1);
        let error = Recipe::parse(SourceFile::new("x.toml", &blocked), &content).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}
