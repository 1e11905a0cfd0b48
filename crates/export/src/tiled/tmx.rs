//! `tmx` and `tsx`: Tiled's XML formats.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use undercroft_mapgen::{Draft, Property};

use super::objects::{self, Object, ObjectLayer};
use super::{FIRST, FORMAT_VERSION, LayerData, PictureInfo, TiledOptions, TilesetLocation, image_text, picture_infos};
use crate::ArtSheet;
use crate::error::ExportError;
use crate::metadata::properties;
use crate::xml::attributes;

/// Writes a level as a Tiled map in XML.
///
/// # Errors
/// If the sheet lacks a tile of the level, or if writing fails.
pub fn write_tmx(
    draft: &Draft,
    sheet: &ArtSheet,
    options: &TiledOptions,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    let (size, tile) = (draft.size(), sheet.tile_size());
    let layers = objects::layers(draft, sheet);
    let terrain = LayerData::of(draft, sheet)?;
    let objects: usize = layers.iter().map(|layer| layer.objects.len()).sum();
    document(out, |xml| {
        let map = attributes([
            ("version", &FORMAT_VERSION),
            ("orientation", &"orthogonal"),
            ("renderorder", &"right-down"),
            ("width", &size.width),
            ("height", &size.height),
            ("tilewidth", &tile.width),
            ("tileheight", &tile.height),
            ("infinite", &0),
            ("nextlayerid", &(layers.len() + 2)),
            ("nextobjectid", &(objects + 1)),
        ]);
        xml.create_element("map").with_attributes(map).write_inner_content(|xml| {
            write_properties(xml, &properties(draft, options.plan.as_deref()))?;
            match &options.tileset {
                TilesetLocation::File(name) => {
                    let tileset = attributes([("firstgid", &FIRST), ("source", name)]);
                    xml.create_element("tileset").with_attributes(tileset).write_empty()?;
                }
                location => {
                    let with_images = *location == TilesetLocation::MapWithImages && sheet.picture().is_some();
                    write_tileset(xml, ("firstgid", &FIRST.to_string()), draft, sheet, with_images)?;
                }
            }
            let layer =
                attributes([("id", &1), ("name", &"terrain"), ("width", &size.width), ("height", &size.height)]);
            xml.create_element("layer").with_attributes(layer).write_inner_content(|xml| write_data(xml, &terrain))?;
            let mut ids = 1..;
            for (number, layer) in (2..).zip(&layers) {
                write_objects(xml, number, layer, &mut ids)?;
            }
            Ok(())
        })?;
        Ok(())
    })
}

/// Writes the tileset of a level as a separate XML file.
///
/// # Errors
/// If writing fails.
pub fn write_tsx(draft: &Draft, sheet: &ArtSheet, out: &mut impl Write) -> Result<(), ExportError> {
    document(out, |xml| write_tileset(xml, ("version", FORMAT_VERSION), draft, sheet, false))
}

fn document<W: Write>(out: W, write: impl FnOnce(&mut Writer<W>) -> io::Result<()>) -> Result<(), ExportError> {
    let mut xml = Writer::new_with_indent(out, b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    write(&mut xml)?;
    writeln!(xml.get_mut())?;
    Ok(())
}

fn write_data<W: Write>(xml: &mut Writer<W>, terrain: &LayerData) -> io::Result<()> {
    let (encoding, text) = match terrain {
        LayerData::Plain(rows) => {
            let row = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            let rows: Vec<String> = rows.iter().map(row).collect();
            (attributes([("encoding", &"csv")]), format!("\n{}\n", rows.join(",\n")))
        }
        LayerData::Compressed(data) => {
            (attributes([("encoding", &"base64"), ("compression", &"zlib")]), format!("\n   {data}\n  "))
        }
    };
    xml.create_element("data").with_attributes(encoding).write_text_content(BytesText::new(&text))?;
    Ok(())
}

fn write_tileset<W: Write>(
    xml: &mut Writer<W>,
    first: (&str, &str),
    draft: &Draft,
    sheet: &ArtSheet,
    with_images: bool,
) -> io::Result<()> {
    let tile = sheet.tile_size();
    let tileset = attributes([
        (first.0, &first.1),
        ("name", &sheet.name()),
        ("tilewidth", &tile.width),
        ("tileheight", &tile.height),
        ("spacing", &sheet.spacing()),
        ("margin", &sheet.margin()),
        ("tilecount", &sheet.count()),
        // A collection of separate images has no columns.
        ("columns", &if with_images { 0 } else { sheet.columns() }),
    ]);
    xml.create_element("tileset").with_attributes(tileset).write_inner_content(|xml| {
        if !with_images {
            let size = sheet.image_size();
            let image = attributes([("source", &sheet.image()), ("width", &size.width), ("height", &size.height)]);
            xml.create_element("image").with_attributes(image).write_empty()?;
        }
        for info in picture_infos(draft, sheet) {
            let image = if with_images { image_text(sheet, info.id)? } else { None };
            write_tile(xml, &info, image, sheet)?;
        }
        Ok(())
    })?;
    Ok(())
}

fn write_tile<W: Write>(
    xml: &mut Writer<W>,
    info: &PictureInfo<'_>,
    image: Option<String>,
    sheet: &ArtSheet,
) -> io::Result<()> {
    let element = xml.create_element("tile").with_attributes(attributes([("id", &info.id), ("type", &info.class)]));
    if info.properties.is_empty() && image.is_none() {
        element.write_empty()?;
        return Ok(());
    }
    element.write_inner_content(|xml| {
        write_properties(xml, &info.properties)?;
        if let Some(data) = image {
            let size = sheet.tile_size();
            let attributes = attributes([("format", &"png"), ("width", &size.width), ("height", &size.height)]);
            xml.create_element("image").with_attributes(attributes).write_inner_content(|xml| {
                let data = BytesText::new(&data);
                xml.create_element("data").with_attribute(("encoding", "base64")).write_text_content(data)?;
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(())
}

fn write_objects<W: Write>(
    xml: &mut Writer<W>,
    id: u32,
    layer: &ObjectLayer,
    ids: &mut impl Iterator<Item = u32>,
) -> io::Result<()> {
    let mut group = attributes([("color", &layer.colour), ("id", &id), ("name", &layer.name)]);
    if !layer.is_visible {
        group.extend(attributes([("visible", &0)]));
    }
    xml.create_element("objectgroup").with_attributes(group).write_inner_content(|xml| {
        layer.objects.iter().zip(ids).try_for_each(|(object, id)| write_object(xml, id, object))
    })?;
    Ok(())
}

fn write_object<W: Write>(xml: &mut Writer<W>, id: u32, object: &Object) -> io::Result<()> {
    let mut element = xml.create_element("object").with_attributes(attributes([
        ("id", &id),
        ("name", &object.name),
        ("type", &object.class),
        ("x", &object.x),
        ("y", &object.y),
        ("width", &object.width),
        ("height", &object.height),
    ]));
    if let Some(picture) = object.picture {
        element = element.with_attributes(attributes([("gid", &picture)]));
    }
    if object.properties.is_empty() {
        element.write_empty()?;
    } else {
        element.write_inner_content(|xml| write_properties(xml, &object.properties))?;
    }
    Ok(())
}

/// Writes nothing if there are no properties.
fn write_properties<W: Write>(xml: &mut Writer<W>, all: &[(impl AsRef<str>, Property)]) -> io::Result<()> {
    if all.is_empty() {
        return Ok(());
    }
    xml.create_element("properties").write_inner_content(|xml| {
        for (name, value) in all {
            let name = name.as_ref();
            let kind = match value {
                Property::Integer(_) => Some("int"),
                Property::Number(_) => Some("float"),
                Property::Flag(_) => Some("bool"),
                _ => None,
            };
            let property = match &kind {
                Some(kind) => attributes([("name", &name), ("type", kind), ("value", value)]),
                None => attributes([("name", &name), ("value", value)]),
            };
            xml.create_element("property").with_attributes(property).write_empty()?;
        }
        Ok(())
    })?;
    Ok(())
}
