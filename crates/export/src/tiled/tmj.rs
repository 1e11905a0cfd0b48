//! `tmj` and `tsj`: Tiled's JSON formats.

use std::io::Write;

use serde_json::{Value, json};
use undercroft_mapgen::{Draft, Property};

use super::objects::{self, Object};
use super::{FIRST, FORMAT_VERSION, LayerData, TiledOptions, TilesetLocation, picture_infos};
use crate::ArtSheet;
use crate::error::ExportError;
use crate::metadata::properties;

/// Writes a level as a Tiled map in JSON. The image is always a separate file.
///
/// # Errors
/// If the sheet lacks a tile of the level, or if writing fails.
pub fn write_tmj(
    draft: &Draft,
    sheet: &ArtSheet,
    options: &TiledOptions,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    let (size, tile) = (draft.size(), sheet.tile_size());
    let mut terrain = json!({
        "type": "tilelayer", "id": 1, "name": "terrain", "visible": true, "opacity": 1,
        "x": 0, "y": 0, "width": size.width, "height": size.height,
    });
    match LayerData::of(draft, sheet)? {
        LayerData::Plain(rows) => terrain["data"] = rows.concat().into(),
        LayerData::Compressed(data) => {
            terrain["encoding"] = "base64".into();
            terrain["compression"] = "zlib".into();
            terrain["data"] = data.into();
        }
    }
    let mut layers = vec![terrain];
    let mut ids = 1..;
    for (number, layer) in (2_u32..).zip(objects::layers(draft, sheet)) {
        let objects: Vec<Value> =
            layer.objects.iter().zip(ids.by_ref()).map(|(object, id)| object_value(id, object)).collect();
        layers.push(json!({
            "type": "objectgroup", "id": number, "name": layer.name, "visible": layer.is_visible, "opacity": 1,
            "x": 0, "y": 0, "draworder": "topdown", "color": layer.colour.to_string(), "objects": objects,
        }));
    }
    let tileset = match &options.tileset {
        TilesetLocation::File(name) => json!({ "firstgid": FIRST, "source": name }),
        TilesetLocation::Map | TilesetLocation::MapWithImages => {
            let mut tileset = tileset_value(draft, sheet);
            tileset["firstgid"] = FIRST.into();
            tileset
        }
    };
    let map = json!({
        "type": "map", "version": FORMAT_VERSION, "orientation": "orthogonal", "renderorder": "right-down",
        "compressionlevel": -1, "infinite": false,
        "width": size.width, "height": size.height, "tilewidth": tile.width, "tileheight": tile.height,
        "nextlayerid": layers.len() + 1, "nextobjectid": ids.next(),
        "properties": property_values(&properties(draft, options.plan.as_deref())),
        "tilesets": [tileset],
        "layers": layers,
    });
    finish(&map, out)
}

/// Writes the tileset of a level as a separate JSON file.
///
/// # Errors
/// If writing fails.
pub fn write_tsj(draft: &Draft, sheet: &ArtSheet, out: &mut impl Write) -> Result<(), ExportError> {
    let mut tileset = tileset_value(draft, sheet);
    tileset["type"] = "tileset".into();
    tileset["version"] = FORMAT_VERSION.into();
    finish(&tileset, out)
}

fn finish(value: &Value, out: &mut impl Write) -> Result<(), ExportError> {
    serde_json::to_writer(&mut *out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

fn tileset_value(draft: &Draft, sheet: &ArtSheet) -> Value {
    let tile = |info: super::PictureInfo<'_>| match info.properties.is_empty() {
        true => json!({ "id": info.id, "type": info.class }),
        false => json!({ "id": info.id, "type": info.class, "properties": property_values(&info.properties) }),
    };
    let tiles: Vec<Value> = picture_infos(draft, sheet).into_iter().map(tile).collect();
    json!({
        "name": sheet.name(),
        "tilewidth": sheet.tile_size().width, "tileheight": sheet.tile_size().height,
        "spacing": sheet.spacing(), "margin": sheet.margin(),
        "tilecount": sheet.count(), "columns": sheet.columns(),
        "image": sheet.image(), "imagewidth": sheet.image_size().width, "imageheight": sheet.image_size().height,
        "tiles": tiles,
    })
}

fn object_value(id: u32, object: &Object) -> Value {
    let mut value = json!({
        "id": id, "name": object.name, "type": object.class, "visible": true, "rotation": 0,
        "x": object.x, "y": object.y, "width": object.width, "height": object.height,
    });
    if let Some(picture) = object.picture {
        value["gid"] = picture.into();
    }
    if !object.properties.is_empty() {
        value["properties"] = property_values(&object.properties);
    }
    value
}

fn property_values(all: &[(impl AsRef<str>, Property)]) -> Value {
    let kind = |value: &Property| match value {
        Property::Integer(_) => "int",
        Property::Number(_) => "float",
        Property::Flag(_) => "bool",
        _ => "string",
    };
    all.iter().map(|(name, value)| json!({ "name": name.as_ref(), "type": kind(value), "value": value })).collect()
}
