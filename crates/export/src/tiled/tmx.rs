//! `tmx` and `tsx`: Tiled's own format, in XML.

use std::io::Write;

use undercroft_mapgen::Draft;

use super::objects::{self, Object};
use super::{FIRST, FORMAT_VERSION, LayerData, TiledOptions, TilesetLocation, image_text, picture_infos};
use crate::ArtSheet;
use crate::error::ExportError;
use crate::metadata::{Property, properties};
use crate::xml::escaped;

/// Writes a level as a map for Tiled, in XML.
///
/// # Errors
/// Where the sheet does not show all tiles of the level, or what `out` says.
pub fn write_tmx(
    draft: &Draft,
    sheet: &ArtSheet,
    options: &TiledOptions,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    let (size, tile) = (draft.size(), sheet.tile_size());
    let layers = objects::layers(draft, sheet);
    let next_object = 1 + layers.iter().map(|layer| layer.objects.len()).sum::<usize>();
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        r#"<map version="{FORMAT_VERSION}" orientation="orthogonal" renderorder="right-down" width="{}" height="{}" tilewidth="{}" tileheight="{}" infinite="0" nextlayerid="{}" nextobjectid="{next_object}">"#,
        size.width,
        size.height,
        tile.width,
        tile.height,
        layers.len() + 2,
    )?;
    write_properties(&properties(draft, options.plan.as_deref()), " ", out)?;
    match &options.tileset {
        TilesetLocation::File(name) => writeln!(out, r#" <tileset firstgid="{FIRST}" source="{}"/>"#, escaped(name))?,
        place => {
            write!(out, r#" <tileset firstgid="{FIRST}""#)?;
            let with_images = *place == TilesetLocation::MapWithImages && sheet.picture().is_some();
            write_tileset(draft, sheet, with_images, " ", out)?;
        }
    }
    writeln!(out, r#" <layer id="1" name="terrain" width="{}" height="{}">"#, size.width, size.height)?;
    match LayerData::of(draft, sheet)? {
        LayerData::Plain(rows) => {
            writeln!(out, r#"  <data encoding="csv">"#)?;
            for (y, row) in rows.iter().enumerate() {
                let row: Vec<String> = row.iter().map(u32::to_string).collect();
                writeln!(out, "{}{}", row.join(","), if y + 1 < rows.len() { "," } else { "" })?;
            }
            writeln!(out, "</data>")?;
        }
        LayerData::Compressed(data) => {
            writeln!(out, "  <data encoding=\"base64\" compression=\"zlib\">\n   {data}\n  </data>")?;
        }
    }
    writeln!(out, " </layer>")?;
    let mut ids = 1..;
    for (number, layer) in (2..).zip(&layers) {
        writeln!(out, r#" <objectgroup color="{}" id="{number}" name="{}">"#, layer.colour, layer.name)?;
        for (object, id) in layer.objects.iter().zip(ids.by_ref()) {
            write_object(id, object, out)?;
        }
        writeln!(out, " </objectgroup>")?;
    }
    writeln!(out, "</map>")?;
    Ok(())
}

/// Writes the tileset of a level as a file of its own, in XML.
///
/// # Errors
/// What `out` says.
pub fn write_tsx(draft: &Draft, sheet: &ArtSheet, out: &mut impl Write) -> Result<(), ExportError> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    write!(out, r#"<tileset version="{FORMAT_VERSION}""#)?;
    write_tileset(draft, sheet, false, "", out)
}

/// Goes on after the first attribute.
fn write_tileset(
    draft: &Draft,
    sheet: &ArtSheet,
    with_images: bool,
    indent: &str,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    let tile = sheet.tile_size();
    writeln!(
        out,
        r#" name="{}" tilewidth="{}" tileheight="{}" spacing="{}" margin="{}" tilecount="{}" columns="{}">"#,
        escaped(sheet.name()),
        tile.width,
        tile.height,
        sheet.spacing(),
        sheet.margin(),
        sheet.count(),
        // Of separate images there are no columns.
        if with_images { 0 } else { sheet.columns() },
    )?;
    if !with_images {
        let (image, size) = (escaped(sheet.image()), sheet.image_size());
        writeln!(out, r#"{indent} <image source="{image}" width="{}" height="{}"/>"#, size.width, size.height)?;
    }
    for info in picture_infos(draft, sheet) {
        let (id, class) = (info.id, escaped(info.class));
        let image = if with_images { image_text(sheet, id)? } else { None };
        if info.properties.is_empty() && image.is_none() {
            writeln!(out, r#"{indent} <tile id="{id}" type="{class}"/>"#)?;
            continue;
        }
        writeln!(out, r#"{indent} <tile id="{id}" type="{class}">"#)?;
        if !info.properties.is_empty() {
            write_properties(&info.properties, &format!("{indent}  "), out)?;
        }
        if let Some(data) = image {
            let (width, height) = (tile.width, tile.height);
            writeln!(out, r#"{indent}  <image format="png" width="{width}" height="{height}">"#)?;
            writeln!(out, "{indent}   <data encoding=\"base64\">{data}</data>\n{indent}  </image>")?;
        }
        writeln!(out, "{indent} </tile>")?;
    }
    writeln!(out, "{indent}</tileset>")?;
    Ok(())
}

fn write_object(id: u32, object: &Object, out: &mut impl Write) -> Result<(), ExportError> {
    let picture = object.picture.map(|picture| format!(r#" gid="{picture}""#)).unwrap_or_default();
    write!(
        out,
        r#"  <object id="{id}" name="{}" type="{}"{picture} x="{}" y="{}" width="{}" height="{}""#,
        escaped(&object.name),
        object.class,
        object.x,
        object.y,
        object.width,
        object.height,
    )?;
    if object.properties.is_empty() {
        writeln!(out, "/>")?;
        return Ok(());
    }
    writeln!(out, ">")?;
    write_properties(&object.properties, "   ", out)?;
    writeln!(out, "  </object>")?;
    Ok(())
}

fn write_properties(all: &[(&str, Property)], indent: &str, out: &mut impl Write) -> Result<(), ExportError> {
    writeln!(out, "{indent}<properties>")?;
    for (name, value) in all {
        match value {
            Property::Text(text) => {
                writeln!(out, r#"{indent} <property name="{name}" value="{}"/>"#, escaped(text))?;
            }
            Property::Whole(number) => {
                writeln!(out, r#"{indent} <property name="{name}" type="int" value="{number}"/>"#)?;
            }
            Property::Truth(truth) => {
                writeln!(out, r#"{indent} <property name="{name}" type="bool" value="{truth}"/>"#)?;
            }
        }
    }
    writeln!(out, "{indent}</properties>")?;
    Ok(())
}
