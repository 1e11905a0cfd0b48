//! Maps for Tiled, read by the crate `tiled`, by an XML parser and as plain JSON.

use std::collections::HashMap;
use std::io::{Cursor, Error, ErrorKind, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;
use tiled::{LayerType, Loader, ObjectShape, PropertyValue, ResourceReader};
use undercroft_export::ArtSheet;
use undercroft_export::tiled::{TiledOptions, TilesetLocation, write_tmj, write_tmx, write_tsj, write_tsx};
use undercroft_mapgen::{Areas, Draft, GENERATOR_VERSION, Point, Recipe, Spawn};

/// Files that are only in memory.
struct Files(HashMap<PathBuf, Vec<u8>>);

impl ResourceReader for Files {
    type Resource = Cursor<Vec<u8>>;
    type Error = Error;

    fn read_from(&mut self, path: &Path) -> Result<Self::Resource, Error> {
        self.0.get(path).cloned().map(Cursor::new).ok_or_else(|| ErrorKind::NotFound.into())
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes);
    bytes
}

fn read(draft: &Draft, sheet: &ArtSheet, options: &TiledOptions) -> tiled::Map {
    let map = written(|out| write_tmx(draft, sheet, options, out).unwrap());
    let tileset = written(|out| write_tsx(draft, sheet, out).unwrap());
    let files = Files(HashMap::from([("map.tmx".into(), map), ("map.tsx".into(), tileset)]));
    Loader::with_reader(files)
        .load_tmx_map("map.tmx")
        .unwrap_or_else(|error| panic!("{}: {error}", draft.metadata.recipe))
}

/// The part of a text that XML can represent.
fn in_xml(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && !"\n\r\t".contains(c) { '\u{fffd}' } else { c }).collect()
}

fn check(draft: &Draft, plan: Option<&str>, map: &tiled::Map) {
    let name = &draft.metadata.recipe;
    assert_eq!((map.width, map.height), (draft.size().width, draft.size().height), "{name}");
    assert_eq!(map.properties["seed"], PropertyValue::StringValue(in_xml(&draft.metadata.seed.to_string())));
    assert_eq!(map.properties["recipe"], PropertyValue::StringValue(in_xml(name)));
    assert_eq!(map.properties["depth"], PropertyValue::IntValue(draft.metadata.depth as i32));
    assert_eq!(map.properties["origin_x"], PropertyValue::IntValue(draft.origin.x));
    assert_eq!(map.properties["generator_version"], PropertyValue::IntValue(GENERATOR_VERSION as i32));
    assert_eq!(map.properties.get("plan"), plan.map(|plan| PropertyValue::StringValue(plan.into())).as_ref());

    let layers: Vec<_> = map.layers().collect();
    let names: Vec<&str> = layers.iter().map(|layer| layer.name.as_str()).collect();
    let mission = draft.mission.as_ref().map(|_| "mission");
    let expected = ["terrain", "rooms", "doors", "stairs", "things", "areas", "links"].into_iter().chain(mission);
    assert_eq!(names, expected.collect::<Vec<_>>());
    let LayerType::Tiles(terrain) = layers[0].layer_type() else { panic!("{name}: terrain has no tiles") };
    for at in draft.size().points() {
        let tile = terrain.get_tile(at.x, at.y).unwrap_or_else(|| panic!("{name}: no tile at {at}"));
        let info = tile.get_tile().unwrap_or_else(|| panic!("{name}: tile {} is not described", tile.id()));
        assert_eq!(info.user_type, draft.info(at).name, "{name} at {at}");
        assert_eq!(info.properties["walkable"], PropertyValue::BoolValue(draft.is_open(at)), "{name} at {at}");
    }
    let objects = |index: usize| {
        let LayerType::Objects(layer) = layers[index].layer_type() else { panic!("{name}: no objects") };
        layer
            .objects()
            .map(|object| (object.name.clone(), object.x, object.y, object.shape.clone()))
            .collect::<Vec<_>>()
    };
    let rooms = objects(1);
    assert_eq!(rooms.len(), draft.rooms.len(), "{name}");
    for ((_, x, y, shape), room) in rooms.iter().zip(&draft.rooms) {
        assert_eq!((*x, *y), (room.x as f32 * 16.0, room.y as f32 * 16.0));
        let ObjectShape::Rect { width, height } = *shape else { panic!("{name}: a room is no rectangle") };
        assert_eq!((width, height), (room.width as f32 * 16.0, room.height as f32 * 16.0));
    }
    assert_eq!(objects(2).len(), draft.doors.len(), "{name}");
    assert_eq!(objects(3).len(), draft.stairs.len(), "{name}");
    let things = objects(4);
    let at = |at: Point| (at.x as f32 * 16.0, (at.y + 1) as f32 * 16.0);
    let spawns = draft.spawns.iter().map(|spawn| (spawn.kind.to_string(), at(spawn.at)));
    let expected: Vec<_> = spawns.chain(draft.start.map(|start| ("start".to_owned(), at(start)))).collect();
    assert_eq!(things.iter().map(|(name, x, y, _)| (name.clone(), (*x, *y))).collect::<Vec<_>>(), expected, "{name}");
}

#[test]
fn areas_links_and_the_mission_are_objects_with_all_that_an_engine_needs() {
    let draft = Recipe::named("stronghold").unwrap().build(1).unwrap().to_draft();
    let map = read(&draft, &ArtSheet::of_glyphs("map", [&draft]), &TiledOptions::default());
    let objects = |name: &str| {
        let layer = map.layers().find(|layer| layer.name == name).unwrap();
        let LayerType::Objects(layer) = layer.layer_type() else { panic!("{name} has no objects") };
        layer.objects().collect::<Vec<_>>()
    };
    let hidden: Vec<_> = map.layers().filter(|layer| !layer.visible).map(|layer| layer.name.clone()).collect();
    assert_eq!(hidden, ["areas", "links", "mission"], "their frames would cover the map");
    let areas = Areas::of(&draft);
    let (listed, links) = (objects("areas"), objects("links"));
    assert_eq!((listed.len(), links.len()), (areas.len(), areas.links().len()));
    for (area, object) in areas.iter().zip(&listed) {
        assert_eq!((object.name.as_str(), object.user_type.as_str()), (&*area.name, "area"));
        assert_eq!((object.x, object.y), (area.bounds.x as f32 * 16.0, area.bounds.y as f32 * 16.0));
        assert_eq!(object.properties["kind"], PropertyValue::StringValue(area.kind.to_string()));
        let role = area.role.as_deref().map(|role| PropertyValue::StringValue(role.into()));
        assert_eq!(object.properties.get("role"), role.as_ref());
    }
    for (link, object) in areas.links().iter().zip(&links) {
        assert_eq!((object.name.as_str(), object.user_type.as_str()), (link.kind.name(), "link"));
        assert_eq!(object.properties["to"], PropertyValue::IntValue(link.between[1] as i32));
    }
    let mission = draft.mission.as_ref().unwrap();
    let parts = objects("mission");
    let count = |class: &str| parts.iter().filter(|object| object.user_type == class).count();
    assert_eq!((count("key"), count("lock")), (mission.keys.len(), mission.locks.len()));
    assert_eq!((count("goal"), count("deed")), (1, mission.walkthrough.len()));
    let last = parts.last().unwrap();
    assert_eq!(last.properties["number"], PropertyValue::IntValue(mission.walkthrough.len() as i32));
}

#[test]
fn every_level_reads_back_as_tmx_with_its_tileset_inside_or_beside_it() {
    for (plan, draft) in crate::levels::all() {
        let sheet = ArtSheet::of_glyphs("map", [&draft]);
        for tileset in [TilesetLocation::Map, TilesetLocation::File("map.tsx".into())] {
            let options = TiledOptions { plan: plan.clone(), tileset };
            check(&draft, plan.as_deref(), &read(&draft, &sheet, &options));
        }
    }
}

#[test]
fn a_map_with_embedded_images_needs_no_other_file() {
    for (_, draft) in crate::levels::all() {
        let sheet = ArtSheet::of_glyphs("map", [&draft]);
        let options = TiledOptions { plan: None, tileset: TilesetLocation::MapWithImages };
        let text = String::from_utf8(written(|out| write_tmx(&draft, &sheet, &options, out).unwrap())).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        assert!(document.descendants().all(|node| node.attribute("source").is_none()));
        let images = document.descendants().filter(|node| node.has_tag_name("image")).count();
        assert!(images >= 2 * draft.tileset().iter().count(), "{images}");
    }
}

/// The numbers of a layer's pictures, in either encoding.
fn data(layer: &Value) -> Vec<u32> {
    match layer["data"].as_str() {
        None => layer["data"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as u32).collect(),
        Some(text) => {
            use base64::prelude::*;
            assert_eq!((&layer["encoding"], &layer["compression"]), (&"base64".into(), &"zlib".into()));
            let mut bytes = Vec::new();
            let packed = BASE64_STANDARD.decode(text).unwrap();
            flate2::read::ZlibDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
            bytes.chunks_exact(4).map(|number| u32::from_le_bytes(number.try_into().unwrap())).collect()
        }
    }
}

#[test]
fn tmj_and_tmx_agree() {
    for (plan, draft) in crate::levels::all() {
        let name = &draft.metadata.recipe;
        let sheet = ArtSheet::of_glyphs("map", [&draft]);
        let options = TiledOptions { plan, ..Default::default() };
        let json: Value =
            serde_json::from_slice(&written(|out| write_tmj(&draft, &sheet, &options, out).unwrap())).unwrap();
        let map = read(&draft, &sheet, &options);
        assert_eq!((&json["type"], &json["orientation"]), (&"map".into(), &"orthogonal".into()));
        assert_eq!(
            (json["width"].as_u64(), json["height"].as_u64()),
            (Some(map.width.into()), Some(map.height.into()))
        );
        let terrain = &json["layers"][0];
        let xml = map.get_layer(0).unwrap();
        let LayerType::Tiles(tiles) = xml.layer_type() else { panic!() };
        let numbers: Vec<u32> = draft.size().points().map(|at| tiles.get_tile(at.x, at.y).unwrap().id() + 1).collect();
        assert_eq!(data(terrain), numbers, "{name}");
        for (index, layer) in json["layers"].as_array().unwrap().iter().enumerate().skip(1) {
            let xml = map.get_layer(index).unwrap();
            let LayerType::Objects(objects) = xml.layer_type() else { panic!() };
            let listed = layer["objects"].as_array().unwrap();
            assert_eq!(listed.len(), objects.objects().len());
            for (object, other) in listed.iter().zip(objects.objects()) {
                assert_eq!(object["id"].as_u64(), Some(other.id().into()));
                assert_eq!(object["type"].as_str(), Some(other.user_type.as_str()));
                assert_eq!((object["x"].as_f64(), object["y"].as_f64()), (Some(other.x.into()), Some(other.y.into())));
                let picture = other.tile_data().map(|tile| u64::from(tile.id()) + 1);
                assert_eq!(object.get("gid").and_then(Value::as_u64), picture);
            }
        }
        let ids: Vec<u64> = json["layers"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|layer| layer["objects"].as_array())
            .flatten()
            .map(|object| object["id"].as_u64().unwrap())
            .collect();
        assert_eq!(ids, (1..json["nextobjectid"].as_u64().unwrap()).collect::<Vec<_>>(), "every object has its own id");
        let properties: HashMap<&str, &Value> = json["properties"]
            .as_array()
            .unwrap()
            .iter()
            .map(|property| (property["name"].as_str().unwrap(), &property["value"]))
            .collect();
        assert_eq!(properties.len(), map.properties.len());
        assert_eq!(properties["seed"].as_str(), Some(draft.metadata.seed.to_string().as_str()));

        let alone: Value = serde_json::from_slice(&written(|out| write_tsj(&draft, &sheet, out).unwrap())).unwrap();
        assert_eq!(alone["type"], "tileset");
        for (key, value) in json["tilesets"][0].as_object().unwrap() {
            assert!(key == "firstgid" || alone[key] == *value, "{key}");
        }
    }
}

#[test]
fn a_spawn_of_any_class_keeps_its_class_and_properties() {
    let mut draft = Draft::parse("###\n#.#\n###");
    let snare = Spawn::new("snare", "trap", (1, 1));
    draft.spawns.push(snare.with("damage", 3).with("share", 0.5).with("hidden", true).with("says", "click"));
    let sheet = ArtSheet::of_glyphs("tiles", [&draft]);
    let map = read(&draft, &sheet, &TiledOptions::default());
    let things = map.layers().find(|layer| layer.name == "things").unwrap();
    let LayerType::Objects(things) = things.layer_type() else { panic!("things are not objects") };
    let object = things.objects().next().unwrap();
    assert_eq!((object.name.as_str(), object.user_type.as_str()), ("snare", "trap"));
    let expected = [
        ("damage", PropertyValue::IntValue(3)),
        ("hidden", PropertyValue::BoolValue(true)),
        ("says", PropertyValue::StringValue("click".into())),
        ("share", PropertyValue::FloatValue(0.5)),
    ];
    assert_eq!(object.properties, expected.map(|(key, value)| (key.to_owned(), value)).into());
    let tmj = written(|out| write_tmj(&draft, &sheet, &TiledOptions::default(), out).unwrap());
    let tmj: Value = serde_json::from_slice(&tmj).unwrap();
    let layers = tmj["layers"].as_array().unwrap();
    let object = &layers.iter().find(|layer| layer["name"] == "things").unwrap()["objects"][0];
    assert_eq!(object["properties"][3], serde_json::json!({ "name": "share", "type": "float", "value": 0.5 }));
}
