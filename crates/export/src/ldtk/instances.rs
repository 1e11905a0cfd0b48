//! The levels of a project: layers, tiles and entities. Long lists are serialised as they are produced, cell by cell.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use undercroft_mapgen::{Areas, Class, Draft, Point, Property, Rect};

use super::definitions::{self as define, EntityKind};
use super::world::{Placed, unique};
use crate::ArtSheet;
use crate::appearance::START;
use crate::art::Terrain;
use crate::metadata::properties;
use crate::mission_parts::parts_of;

#[derive(Serialize)]
pub(super) struct Level<'a> {
    #[serde(flatten)]
    about: Value,
    #[serde(rename = "layerInstances")]
    layers: Vec<Layer<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Layer<'a> {
    #[serde(flatten)]
    about: Value,
    int_grid_csv: Ids<'a>,
    auto_layer_tiles: [(); 0],
    grid_tiles: Tiles<'a>,
    entity_instances: Vec<Value>,
}

/// The terrain: tile id plus one, row by row.
struct Ids<'a>(Option<&'a Draft>);

/// The picture of every cell.
struct Tiles<'a>(Option<(&'a Terrain<'a>, &'a Draft, &'a ArtSheet)>);

impl Serialize for Ids<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_seq(self.0.iter().flat_map(|draft| draft.tiles().as_slice()).map(|tile| u32::from(tile.0) + 1))
    }
}

#[derive(Serialize)]
struct TileInstance {
    px: [u32; 2],
    src: [u32; 2],
    f: u32,
    t: u32,
    d: [u32; 1],
    a: u32,
}

impl Serialize for Tiles<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some((terrain, draft, sheet)) = self.0 else {
            return serializer.collect_seq([(); 0]);
        };
        let side = sheet.tile_size().width;
        serializer.collect_seq((0..).zip(draft.size().points()).map(|(index, at)| {
            let picture = terrain.picture(at);
            let (x, y) = sheet.corner(picture);
            TileInstance {
                px: [at.x as u32 * side, at.y as u32 * side],
                src: [x, y],
                f: 0,
                t: picture,
                d: [index],
                a: 1,
            }
        }))
    }
}

pub(super) fn level<'a>(
    level: &Placed<'a>,
    all: &[Placed<'_>],
    terrain: &'a Terrain<'a>,
    sheet: &'a ArtSheet,
    plan: Option<&str>,
) -> Level<'a> {
    let (draft, side) = (level.draft, sheet.tile_size().width);
    let fields: Vec<Value> = properties(draft, plan)
        .into_iter()
        .zip(define::LEVEL_FIELDS..)
        .map(|((name, value), uid)| field(uid, name, value))
        .collect();
    let neighbours: Vec<Value> = all
        .iter()
        .filter_map(|other| {
            let direction = level.direction_of(other, i64::from(side))?;
            Some(json!({ "levelIid": unique(Some(other), "level"), "dir": direction }))
        })
        .collect();
    let about = json!({
        "identifier": level.name, "iid": unique(Some(level), "level"), "uid": level.uid,
        "worldX": level.corner.0, "worldY": level.corner.1, "worldDepth": level.height,
        "pxWid": draft.size().width * side, "pxHei": draft.size().height * side,
        "__bgColor": "#1E2320", "bgColor": null, "useAutoIdentifier": false, "bgRelPath": null, "bgPos": null,
        "bgPivotX": 0.5, "bgPivotY": 0.5, "__smartColor": "#8E918F", "__bgPos": null, "externalRelPath": null,
        "fieldInstances": fields, "__neighbours": neighbours,
    });
    let layer = |uid: u32, name: &str, kind: &str| Layer {
        about: layer_about(level, sheet, uid, name, kind),
        int_grid_csv: Ids((uid == define::TERRAIN).then_some(draft)),
        auto_layer_tiles: [],
        grid_tiles: Tiles((uid == define::TILES).then_some((terrain, draft, sheet))),
        entity_instances: match uid {
            define::THINGS => things(level, sheet),
            define::ROOMS => rooms(level, sheet),
            define::AREAS => areas(level, sheet),
            _ => Vec::new(),
        },
    };
    let layers = vec![
        layer(define::THINGS, "Things", "Entities"),
        layer(define::AREAS, "Areas", "Entities"),
        layer(define::ROOMS, "Rooms", "Entities"),
        layer(define::TILES, "Tiles", "Tiles"),
        layer(define::TERRAIN, "Terrain", "IntGrid"),
    ];
    Level { about, layers }
}

fn layer_about(level: &Placed<'_>, sheet: &ArtSheet, uid: u32, name: &str, kind: &str) -> Value {
    let size = level.draft.size();
    let has_tiles = uid == define::TILES;
    json!({
        "__identifier": name, "__type": kind, "__cWid": size.width, "__cHei": size.height,
        "__gridSize": sheet.tile_size().width, "__opacity": 1, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0,
        "__tilesetDefUid": has_tiles.then_some(define::TILESET), "__tilesetRelPath": has_tiles.then_some(sheet.image()),
        "iid": unique(Some(level), name), "levelId": level.uid, "layerDefUid": uid, "pxOffsetX": 0, "pxOffsetY": 0,
        "visible": true, "optionalRules": [], "overrideTilesetUid": null, "seed": 0,
    })
}

fn field(uid: u32, name: &str, value: Property) -> Value {
    let kind = define::type_name(&value);
    let value = json!(value);
    json!({
        "__identifier": name, "__type": kind, "__value": value, "__tile": null, "defUid": uid,
        "realEditorValues": [{ "id": format!("V_{kind}"), "params": [value] }],
    })
}

fn rooms(level: &Placed<'_>, sheet: &ArtSheet) -> Vec<Value> {
    (0..).zip(&level.draft.rooms).map(|(index, room)| entity(level, sheet, define::ROOM, *room, index, &[])).collect()
}

/// The areas, the links between them, and the mission.
fn areas(level: &Placed<'_>, sheet: &ArtSheet) -> Vec<Value> {
    let found = Areas::of(level.draft);
    let mut all: Vec<(EntityKind, Rect, Vec<String>)> = Vec::new();
    all.extend(found.iter().map(|area| {
        let role = area.role.as_deref().unwrap_or_default().to_owned();
        let values = [area.name.to_string(), area.id.to_string(), area.kind.to_string(), role, area.tags.join(", ")];
        (define::AREA, area.bounds, values.into())
    }));
    let cell = |at: Point| Rect::new(at.x, at.y, 1, 1);
    all.extend(found.links().iter().map(|link| {
        let [from, to] = link.between.map(|id| id.to_string());
        (define::LINK, cell(link.at), vec![link.kind.to_string(), from, to, link.width.to_string()])
    }));
    all.extend(level.draft.mission.iter().flat_map(|mission| parts_of(mission)).map(|part| {
        let properties: BTreeMap<_, _> = part.properties.into_iter().collect();
        let properties = if properties.is_empty() { String::new() } else { json!(properties).to_string() };
        (define::MISSION, cell(part.at), vec![part.class.to_owned(), part.name, properties])
    }));
    (0..).zip(all).map(|(index, (kind, area, values))| entity(level, sheet, kind, area, index, &values)).collect()
}

fn things(level: &Placed<'_>, sheet: &ArtSheet) -> Vec<Value> {
    let draft = level.draft;
    let mut all: Vec<(EntityKind, Point, Vec<String>)> = Vec::new();
    all.extend(draft.start.map(|at| (define::START, at, Vec::new())));
    all.extend(draft.stairs.iter().map(|stair| (define::STAIRS, stair.at, vec![stair.kind.name().into()])));
    let tile_name = |at: Point| draft.tileset().get(draft.tile(at)).map_or("door", |tile| tile.name.as_str());
    all.extend(draft.doors.iter().map(|at| (define::DOOR, *at, vec![tile_name(*at).into()])));
    all.extend(draft.spawns.iter().map(|spawn| {
        let kind = match spawn.class {
            Class::Creature => define::CREATURE,
            Class::Item => define::ITEM,
            Class::Other(_) => define::THING,
        };
        let properties = match spawn.properties.is_empty() {
            true => String::new(),
            false => json!(spawn.properties).to_string(),
        };
        (kind, spawn.at, vec![spawn.kind.to_string(), properties, spawn.class.to_string()])
    }));
    (0..)
        .zip(all)
        .map(|(index, (kind, at, values))| entity(level, sheet, kind, Rect::new(at.x, at.y, 1, 1), index, &values))
        .collect()
}

fn entity(level: &Placed<'_>, sheet: &ArtSheet, kind: EntityKind, area: Rect, index: u32, values: &[String]) -> Value {
    let side = i64::from(sheet.tile_size().width);
    let (x, y) = (i64::from(area.x) * side, i64::from(area.y) * side);
    let picture = sheet.thing(values.first().map_or(START, String::as_str)).filter(|_| kind.tag.is_none());
    let tile = picture.map(|index| {
        let (x, y) = sheet.corner(index);
        json!({ "tilesetUid": define::TILESET, "x": x, "y": y, "w": side, "h": side })
    });
    let fields: Vec<Value> = (kind.uid * 10..)
        .zip(kind.fields)
        .zip(values)
        .map(|((uid, name), value)| field(uid, name, value.as_str().into()))
        .collect();
    json!({
        "__identifier": kind.name, "__grid": [area.x, area.y], "__pivot": [0, 0], "__tags": Vec::from_iter(kind.tag), "__tile": tile,
        "__smartColor": kind.colour, "__worldX": level.corner.0 + x, "__worldY": level.corner.1 + y,
        "iid": unique(Some(level), &format!("{} {index}", kind.name)), "defUid": kind.uid, "px": [x, y],
        "width": i64::from(area.width) * side, "height": i64::from(area.height) * side, "fieldInstances": fields,
    })
}
