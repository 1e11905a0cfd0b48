//! The definitions of a project: layers, entities, fields and tileset.

use serde_json::{Value, json};
use undercroft_mapgen::{Draft, Property, Tile};

use crate::ArtSheet;
use crate::metadata::properties;

pub(super) const TILESET: u32 = 1;
pub(super) const THINGS: u32 = 2;
pub(super) const ROOMS: u32 = 3;
pub(super) const TILES: u32 = 4;
pub(super) const TERRAIN: u32 = 5;
pub(super) const AREAS: u32 = 6;
/// The uid of the first level field.
pub(super) const LEVEL_FIELDS: u32 = 100;

/// A kind of entity.
#[derive(Clone, Copy)]
pub(super) struct EntityKind {
    pub(super) uid: u32,
    pub(super) name: &'static str,
    pub(super) colour: &'static str,
    /// The names of its fields; their uids count from ten times the entity's.
    pub(super) fields: &'static [&'static str],
    /// The tag of kinds with a layer of their own.
    pub(super) tag: Option<&'static str>,
}

pub(super) const START: EntityKind = EntityKind { uid: 20, name: "Start", colour: "#FFFFFF", fields: &[], tag: None };
pub(super) const STAIRS: EntityKind =
    EntityKind { uid: 21, name: "Stairs", colour: "#FFCD22", fields: &["leads"], tag: None };
pub(super) const DOOR: EntityKind =
    EntityKind { uid: 22, name: "Door", colour: "#C8823C", fields: &["tile"], tag: None };
pub(super) const CREATURE: EntityKind =
    EntityKind { uid: 23, name: "Creature", colour: "#FF7A66", fields: &["kind", "properties"], tag: None };
pub(super) const ITEM: EntityKind =
    EntityKind { uid: 24, name: "Item", colour: "#FFE066", fields: &["kind", "properties"], tag: None };
/// A spawn of one of the game's own classes.
pub(super) const THING: EntityKind =
    EntityKind { uid: 26, name: "Thing", colour: "#AE81FF", fields: &["kind", "properties", "class"], tag: None };
pub(super) const ROOM: EntityKind =
    EntityKind { uid: 25, name: "Room", colour: "#66D9EF", fields: &[], tag: Some("room") };
pub(super) const AREA: EntityKind = EntityKind {
    uid: 27,
    name: "Area",
    colour: "#91C96B",
    fields: &["name", "id", "kind", "role", "tags"],
    tag: Some("area"),
};
pub(super) const LINK: EntityKind = EntityKind {
    uid: 28,
    name: "Link",
    colour: "#D79EE0",
    fields: &["kind", "from", "to", "width"],
    tag: Some("area"),
};
/// A cell of the level's mission.
pub(super) const MISSION: EntityKind = EntityKind {
    uid: 29,
    name: "Mission",
    colour: "#F0F060",
    fields: &["part", "name", "properties"],
    tag: Some("area"),
};

pub(super) fn all(draft: Option<&Draft>, sheet: &ArtSheet, plan: Option<&str>) -> Value {
    let side = sheet.tile_size().width;
    let entities =
        [START, STAIRS, DOOR, CREATURE, ITEM, ROOM, THING, AREA, LINK, MISSION].map(|kind| entity(kind, side));
    let level_fields: Vec<Value> = draft
        .map(|draft| properties(draft, plan))
        .unwrap_or_default()
        .into_iter()
        .zip(LEVEL_FIELDS..)
        .map(|((name, value), uid)| field(uid, name, type_name(&value)))
        .collect();
    json!({
        "layers": [
            layer(THINGS, "Things", "Entities", side, &["room", "area"], json!([])),
            layer(AREAS, "Areas", "Entities", side, &[], json!([])),
            layer(ROOMS, "Rooms", "Entities", side, &[], json!([])),
            layer(TILES, "Tiles", "Tiles", side, &[], json!([])),
            layer(TERRAIN, "Terrain", "IntGrid", side, &[], values(draft)),
        ],
        "entities": entities,
        "tilesets": [tileset(sheet)],
        "enums": [],
        "externalEnums": [],
        "levelFields": level_fields,
    })
}

pub(super) const fn type_name(value: &Property) -> &'static str {
    match value {
        Property::Integer(_) => "Int",
        Property::Number(_) => "Float",
        Property::Flag(_) => "Bool",
        _ => "String",
    }
}

/// Replaces everything but letters and digits with an underscore.
pub(super) fn identifier(name: &str) -> String {
    name.chars().map(|character| if character.is_ascii_alphanumeric() { character } else { '_' }).collect()
}

/// The values of the terrain layer: tile id plus one, because 0 is empty.
fn values(draft: Option<&Draft>) -> Value {
    let tiles = draft.map(Draft::tileset);
    let value = |(Tile(id), info): (Tile, &undercroft_mapgen::TileInfo)| {
        // For walkable tiles the background dominates, for rock the glyph.
        let colour = if info.walkable { info.bg } else { info.fg };
        json!({
            "value": u32::from(id) + 1, "identifier": identifier(&info.name),
            "color": undercroft_mapgen::Colour { opacity: 255, ..colour }.to_string().to_uppercase(),
            "tile": null, "groupUid": 0,
        })
    };
    tiles.map(|tiles| tiles.iter().map(value).collect()).unwrap_or_default()
}

fn layer(uid: u32, name: &str, kind: &str, side: u32, excluded: &[&str], values: Value) -> Value {
    let tileset = (uid == TILES).then_some(TILESET);
    let required = match uid {
        ROOMS => vec!["room"],
        AREAS => vec!["area"],
        _ => Vec::new(),
    };
    json!({
        "__type": kind, "identifier": name, "type": kind, "uid": uid, "doc": null, "uiColor": null,
        "gridSize": side, "guideGridWid": 0, "guideGridHei": 0, "displayOpacity": 1, "inactiveOpacity": 0.6,
        "hideInList": false, "hideFieldsWhenInactive": true, "canSelectWhenInactive": true, "renderInWorldView": true,
        "pxOffsetX": 0, "pxOffsetY": 0, "parallaxFactorX": 0, "parallaxFactorY": 0, "parallaxScaling": true,
        "requiredTags": required, "excludedTags": excluded,
        "autoTilesKilledByOtherLayerUid": null, "uiFilterTags": [], "useAsyncRender": false,
        "intGridValues": values, "intGridValuesGroups": [], "autoRuleGroups": [], "autoSourceLayerDefUid": null,
        "tilesetDefUid": tileset, "tilePivotX": 0, "tilePivotY": 0, "biomeFieldUid": null,
    })
}

fn entity(kind: EntityKind, side: u32) -> Value {
    // Frames around cells, not things that stand on one.
    let is_frame = kind.uid == ROOM.uid || kind.uid == AREA.uid;
    let fields: Vec<Value> = (kind.uid * 10..).zip(kind.fields).map(|(uid, name)| field(uid, name, "String")).collect();
    json!({
        "identifier": kind.name, "uid": kind.uid, "tags": Vec::from_iter(kind.tag),
        "exportToToc": false, "allowOutOfBounds": false, "doc": null, "width": side, "height": side,
        "resizableX": is_frame, "resizableY": is_frame, "minWidth": null, "maxWidth": null, "minHeight": null,
        "maxHeight": null, "keepAspectRatio": false, "tileOpacity": 1, "fillOpacity": if is_frame { 0.08 } else { 0.3 },
        "lineOpacity": 1, "hollow": is_frame, "color": kind.colour, "renderMode": "Rectangle", "showName": !is_frame,
        "tilesetId": null, "tileRenderMode": "FitInside", "tileRect": null, "uiTileRect": null,
        "nineSliceBorders": [], "maxCount": 0, "limitScope": "PerLevel", "limitBehavior": "MoveLastOne",
        "pivotX": 0, "pivotY": 0, "fieldDefs": fields,
    })
}

fn field(uid: u32, name: &str, kind: &str) -> Value {
    let shown = if (LEVEL_FIELDS..LEVEL_FIELDS + 100).contains(&uid) { "Hidden" } else { "ValueOnly" };
    json!({
        "identifier": name, "doc": null, "__type": kind, "uid": uid, "type": format!("F_{kind}"), "isArray": false,
        "canBeNull": kind == "String", "arrayMinLength": null, "arrayMaxLength": null, "editorDisplayMode": shown,
        "editorDisplayScale": 1, "editorDisplayPos": "Above", "editorLinkStyle": "StraightArrow",
        "editorDisplayColor": null, "editorAlwaysShow": false, "editorShowInWorld": false,
        "editorCutLongValues": true, "editorTextSuffix": null, "editorTextPrefix": null, "useForSmartColor": false,
        "exportToToc": false, "searchable": false, "min": null, "max": null, "regex": null, "acceptFileTypes": null,
        "defaultOverride": null, "textLanguageMode": null, "symmetricalRef": false, "autoChainRef": true,
        "allowOutOfLevelRef": true, "allowedRefs": "OnlySame", "allowedRefsEntityUid": null, "allowedRefTags": [],
        "tilesetUid": null,
    })
}

fn tileset(sheet: &ArtSheet) -> Value {
    let name = identifier(sheet.name());
    json!({
        "__cWid": sheet.columns(), "__cHei": sheet.rows(),
        // Identifiers start with a capital letter.
        "identifier": format!("Tiles_{name}"), "uid": TILESET, "relPath": sheet.image(), "embedAtlas": null,
        "pxWid": sheet.image_size().width, "pxHei": sheet.image_size().height,
        "tileGridSize": sheet.tile_size().width, "spacing": sheet.spacing(), "padding": sheet.margin(),
        "tags": [], "tagsSourceEnumUid": null, "enumTags": [],
        "customData": sheet.named().into_iter().map(|(id, name)| json!({ "tileId": id, "data": name })).collect::<Vec<_>>(),
        "savedSelections": [], "cachedPixelData": null,
    })
}
