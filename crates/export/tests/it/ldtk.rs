//! Projects for LDtk, read by the crate `ldtk2`, which was made from LDtk's published schema.

use std::collections::HashSet;

use ldtk2::{LayerInstance, Ldtk, Level, Type, WorldLayout};
use serde_json::Value;
use undercroft_export::{ArtSheet, ldtk};
use undercroft_mapgen::{Areas, Draft, Dungeon, Floor, Mission, Plan, Size, SourceFile, Spawn, Tileset};

fn read(levels: &[&Draft], plan: Option<&str>) -> Ldtk {
    let sheet = ArtSheet::of_glyphs("tiles", levels.iter().copied());
    let mut file = Vec::new();
    ldtk::write(levels, &sheet, plan, &mut file).unwrap();
    let project = Ldtk::from_str(String::from_utf8(file.clone()).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", levels[0].metadata.recipe));
    check_keys(&serde_json::from_slice(&file).unwrap(), &serde_json::to_value(&project).unwrap(), "project");
    project
}

/// Keys that the schema's types do not know would be lost. None of ours is.
fn check_keys(ours: &Value, known: &Value, path: &str) {
    match (ours, known) {
        (Value::Object(ours), Value::Object(known)) => {
            for (key, value) in ours.iter().filter(|(key, value)| *key != "__header__" && !value.is_null()) {
                let known = known.get(key).unwrap_or_else(|| panic!("{path} has no `{key}` in the schema"));
                check_keys(value, known, &format!("{path}.{key}"));
            }
        }
        (Value::Array(ours), Value::Array(known)) => {
            assert_eq!(ours.len(), known.len(), "{path}");
            ours.iter().zip(known).for_each(|(ours, known)| check_keys(ours, known, path));
        }
        (Value::Number(ours), Value::Number(known)) => assert_eq!(ours.as_f64(), known.as_f64(), "{path}"),
        _ => assert_eq!(ours, known, "{path}"),
    }
}

fn layer<'a>(level: &'a Level, name: &str) -> &'a LayerInstance {
    level.layer_instances.as_ref().unwrap().iter().find(|layer| layer.identifier == name).unwrap()
}

fn check(draft: &Draft, level: &Level, project: &Ldtk) {
    let name = &draft.metadata.recipe;
    assert_eq!((level.px_wid, level.px_hei), (i64::from(draft.size().width) * 16, i64::from(draft.size().height) * 16));
    assert_eq!(level.world_depth, -i64::from(draft.metadata.depth));
    let terrain = layer(level, "Terrain");
    let ids: Vec<i64> = draft.tiles().as_slice().iter().map(|tile| i64::from(tile.0) + 1).collect();
    assert_eq!(terrain.int_grid_csv, ids, "{name}");
    let tiles = &layer(level, "Tiles").grid_tiles;
    assert_eq!(tiles.len(), ids.len());
    let columns = project.defs.tilesets[0].c_wid;
    for (index, tile) in tiles.iter().enumerate() {
        let at = [index as i64 % i64::from(draft.size().width), index as i64 / i64::from(draft.size().width)];
        assert_eq!(tile.px, at.map(|place| place * 16));
        assert_eq!(tile.src, [tile.t % columns * 16, tile.t / columns * 16]);
    }
    let things = &layer(level, "Things").entity_instances;
    let count = |kind: &str| things.iter().filter(|thing| thing.identifier == kind).count();
    assert_eq!(count("Stairs"), draft.stairs.len(), "{name}");
    assert_eq!(count("Door"), draft.doors.len(), "{name}");
    assert_eq!(count("Creature") + count("Item") + count("Thing"), draft.spawns.len(), "{name}");
    assert_eq!(count("Start"), usize::from(draft.start.is_some()), "{name}");
    for (thing, spawn) in
        things.iter().filter(|thing| ["Creature", "Item", "Thing"].contains(&&*thing.identifier)).zip(&draft.spawns)
    {
        assert_eq!(thing.grid, [i64::from(spawn.at.x), i64::from(spawn.at.y)]);
        assert_eq!(thing.field_instances[0].value, Some((&*spawn.kind).into()));
    }
    assert_eq!(layer(level, "Rooms").entity_instances.len(), draft.rooms.len(), "{name}");
    let entities = &layer(level, "Areas").entity_instances;
    let count = |kind: &str| entities.iter().filter(|entity| entity.identifier == kind).count();
    let areas = Areas::of(draft);
    assert_eq!((count("Area"), count("Link")), (areas.len(), areas.links().len()), "{name}");
    for (area, entity) in areas.iter().zip(entities) {
        assert_eq!(entity.field_instances[0].value, Some((&*area.name).into()), "{name}");
        assert_eq!(
            (entity.width, entity.height),
            (i64::from(area.bounds.width) * 16, i64::from(area.bounds.height) * 16)
        );
    }
    let deeds = |mission: &Mission| mission.walkthrough.len();
    let is_deed = |entity: &&ldtk2::EntityInstance| entity.field_instances[0].value == Some("deed".into());
    let told = entities.iter().filter(|entity| entity.identifier == "Mission").filter(is_deed).count();
    assert_eq!(told, draft.mission.as_deref().map_or(0, deeds), "{name}");
    let seed = level.field_instances.iter().find(|field| field.identifier == "seed").unwrap();
    assert_eq!(seed.value, Some(draft.metadata.seed.to_string().into()));
}

/// All numbers and identifiers that must be unique are unique, and every reference has a target.
fn check_references(project: &Ldtk) {
    let defs = &project.defs;
    let mut uids = HashSet::new();
    let fields = defs.entities.iter().flat_map(|entity| &entity.field_defs).chain(&defs.level_fields);
    let all = fields
        .map(|field| field.uid)
        .chain(defs.entities.iter().map(|entity| entity.uid))
        .chain(defs.layers.iter().map(|layer| layer.uid))
        .chain(defs.tilesets.iter().map(|tileset| tileset.uid))
        .chain(project.levels.iter().map(|level| level.uid));
    for uid in all {
        assert!(uids.insert(uid), "uid {uid} occurs twice");
        assert!(uid < project.next_uid);
    }
    let mut iids = HashSet::new();
    let mut names = HashSet::new();
    for level in &project.levels {
        assert!(iids.insert(&level.iid) && names.insert(&level.identifier));
        for field in &level.field_instances {
            assert!(
                defs.level_fields
                    .iter()
                    .any(|known| known.uid == field.def_uid && known.identifier == field.identifier)
            );
        }
        let layers = level.layer_instances.as_ref().unwrap();
        assert_eq!(
            layers.iter().map(|layer| layer.layer_def_uid).collect::<Vec<_>>(),
            defs.layers.iter().map(|layer| layer.uid).collect::<Vec<_>>()
        );
        for layer in layers {
            assert!(iids.insert(&layer.iid));
            assert_eq!(layer.level_id, level.uid);
            for entity in &layer.entity_instances {
                assert!(iids.insert(&entity.iid), "{} of {}", entity.identifier, level.identifier);
                let known = defs.entities.iter().find(|known| known.uid == entity.def_uid).unwrap();
                assert_eq!(known.identifier, entity.identifier);
                assert_eq!(known.field_defs.len(), entity.field_instances.len());
            }
        }
    }
    for level in &project.levels {
        assert!(level.neighbours.iter().all(|neighbour| iids.contains(&neighbour.level_iid)));
    }
    let values: Vec<i64> = defs
        .layers
        .iter()
        .filter(|layer| matches!(layer.purple_type, Type::IntGrid))
        .flat_map(|layer| &layer.int_grid_values)
        .map(|value| value.value)
        .collect();
    assert_eq!(values, (1..=values.len() as i64).collect::<Vec<_>>());
}

#[test]
fn every_level_reads_back() {
    for (plan, draft) in crate::levels::all() {
        let project = read(&[&draft], plan.as_deref());
        assert_eq!(project.levels.len(), 1);
        check(&draft, &project.levels[0], &project);
        check_references(&project);
    }
}

#[test]
fn a_plan_exports_as_one_world_with_stacked_levels() {
    for (name, drafts) in crate::levels::of_plans() {
        let all: Vec<&Draft> = drafts.iter().collect();
        let project = read(&all, Some(&name));
        assert!(matches!(project.world_layout, Some(WorldLayout::Free)));
        assert_eq!(project.levels.len(), drafts.len());
        for (draft, level) in drafts.iter().zip(&project.levels) {
            check(draft, level, &project);
            assert_eq!(level.identifier, format!("Depth_{}", draft.metadata.depth));
            assert_eq!(level.world_x, i64::from(draft.origin.x) * 16);
        }
        check_references(&project);
    }
}

#[test]
fn stairs_line_up_and_neighbours_are_listed() {
    let dungeon = Dungeon::new(Plan::named("two-caves").unwrap(), 3);
    let drafts = [0, 1].map(|depth| match dungeon.level(depth).unwrap() {
        Floor::Bounded(level) => level.to_draft(),
        Floor::Endless(_) => unreachable!("both are bounded"),
    });
    let project = read(&[&drafts[0], &drafts[1]], Some("two-caves"));
    let stairs = |level: &Level, leads: &str| {
        let all = &layer(level, "Things").entity_instances;
        let is_there = |thing: &&ldtk2::EntityInstance| {
            thing.identifier == "Stairs" && thing.field_instances[0].value == Some(leads.into())
        };
        all.iter().filter(is_there).map(|thing| (thing.world_x, thing.world_y)).collect::<HashSet<_>>()
    };
    let [upper, lower] = &project.levels[..] else { panic!("two levels") };
    assert!(!stairs(upper, "down").is_empty());
    assert_eq!(stairs(upper, "down"), stairs(lower, "up"));
    assert_eq!((&*upper.neighbours[0].dir, &upper.neighbours[0].level_iid), ("<", &lower.iid));
    assert_eq!((&*lower.neighbours[0].dir, &lower.neighbours[0].level_iid), (">", &upper.iid));
}

#[test]
fn levels_of_the_same_depth_are_side_by_side() {
    let drafts = crate::levels::of_recipes();
    let all: Vec<&Draft> = drafts.iter().collect();
    let project = read(&all, None);
    check_references(&project);
    for (index, level) in project.levels.iter().enumerate() {
        for other in &project.levels[..index] {
            assert!(other.world_x + other.px_wid <= level.world_x, "{} and {}", other.identifier, level.identifier);
        }
    }
}

#[test]
fn projects_too_large_for_the_editor_are_refused() {
    let draft = Draft::parse("#.");
    let text = "image = \"x.png\"\ntile-size = [16, 24]\nother = 0";
    let tall =
        ArtSheet::parse(SourceFile::new("x.toml", text), &Tileset::standard(), |_| Ok(Size::new(64, 48))).unwrap();
    let error = ldtk::write(&[&draft], &tall, None, &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("square"), "{error}");
    let sheet = ArtSheet::of_glyphs("tiles", [&draft]);
    let error = ldtk::write(&vec![&draft; 1_001], &sheet, None, &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("at most 1000"), "{error}");
    let large = Draft::new(Size::new(3_000, 3_000), Tileset::standard());
    let error = ldtk::write(&[&large], &sheet, None, &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("--window"), "{error}");
}

#[test]
fn a_spawn_of_any_class_keeps_its_class_and_properties() {
    let mut draft = Draft::parse("###\n#.#\n###");
    draft.spawns.push(Spawn::new("snare", "trap", (1, 1)).with("damage", 3).with("hidden", true));
    let project = read(&[&draft], None);
    let snare = &layer(&project.levels[0], "Things").entity_instances[0];
    let value = |name: &str| snare.field_instances.iter().find(|field| field.identifier == name).unwrap().value.clone();
    assert_eq!(snare.identifier, "Thing");
    assert_eq!((value("kind"), value("class")), (Some("snare".into()), Some("trap".into())));
    assert_eq!(value("properties"), Some(r#"{"damage":3,"hidden":true}"#.into()));
}
