//! Maps for Tiled in XML.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use undercroft_mapgen::Size;

use super::tiled::{INFINITE, Layer, TiledMap, cells};
use super::{PinError, ReadBeside, check_size};

fn invalid(problem: impl ToString) -> PinError {
    PinError::Invalid { format: "tmx", problem: problem.to_string() }
}

/// The value of an attribute.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.as_ref() == name)?;
    Some(
        quick_xml::escape::unescape(&found.value)
            .map_or_else(|_| found.value.to_string(), std::borrow::Cow::into_owned),
    )
}

fn number<T: std::str::FromStr>(tag: &BytesStart<'_>, name: &str) -> Option<T> {
    attribute(tag, name)?.trim().parse().ok()
}

/// The class of a picture in a `tile` tag. Older and newer versions of Tiled call it `type`, some `class`.
fn class(tag: &BytesStart<'_>) -> Option<(u32, String)> {
    let class = attribute(tag, "class").or_else(|| attribute(tag, "type"))?;
    Some((number(tag, "id")?, class))
}

/// Reads a map.
pub(super) fn read(text: &str, beside: ReadBeside<'_>) -> Result<TiledMap, PinError> {
    let mut reader = Reader::from_str(text);
    let mut map = TiledMap { size: Size::new(0, 0), tilesets: Vec::new(), layers: Vec::new() };
    // The name of the layer that the reader is in, how its cells are written, and their text so far.
    let mut layer = String::new();
    let mut data: Option<([Option<String>; 2], String)> = None;
    loop {
        let event = reader.read_event().map_err(invalid)?;
        match &event {
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                "map" => {
                    let side = |name: &str| number(tag, name).unwrap_or(0);
                    map.size = check_size(side("width"), side("height"))?;
                    if attribute(tag, "infinite").is_some_and(|value| value == "1") {
                        return Err(invalid(INFINITE));
                    }
                }
                "tileset" => {
                    let source = attribute(tag, "source").map(|source| beside(&source)).transpose()?;
                    let classes = source.map_or_else(|| Ok(BTreeMap::new()), |text| classes(&text))?;
                    map.tilesets.push((number(tag, "firstgid").unwrap_or(1), classes));
                }
                "tile" if data.is_none() => {
                    if let (Some((_, classes)), Some((id, class))) = (map.tilesets.last_mut(), class(tag)) {
                        classes.insert(id, class);
                    }
                }
                "layer" => layer = attribute(tag, "name").unwrap_or_default(),
                "data" if matches!(event, Event::Start(_)) => {
                    let [encoding, compression] = ["encoding", "compression"].map(|name| attribute(tag, name));
                    if encoding.is_none() {
                        return Err(invalid(format!(
                            "layer `{layer}`: choose CSV in the map's properties, under Tile Layer Format"
                        )));
                    }
                    data = Some(([encoding, compression], String::new()));
                }
                _ => {}
            },
            Event::Text(text) => {
                if let Some((_, so_far)) = &mut data {
                    *so_far += text;
                }
            }
            Event::End(tag) if tag.local_name().as_ref() == "data" => {
                if let Some(([encoding, compression], text)) = data.take() {
                    let area = map.size.area();
                    let cells =
                        cells(&layer, &text, encoding.as_deref(), compression.as_deref(), area).map_err(invalid)?;
                    map.layers.push(Layer { name: layer.clone(), cells });
                }
            }
            Event::Eof if map.size.area() == 0 => return Err(invalid("it has no `map`; is it a map for Tiled?")),
            Event::Eof => return Ok(map),
            _ => {}
        }
    }
}

/// The classes of the pictures in a tileset's own file.
pub(super) fn classes(text: &str) -> Result<BTreeMap<u32, String>, PinError> {
    let mut reader = Reader::from_str(text);
    let mut classes = BTreeMap::new();
    loop {
        match reader.read_event().map_err(invalid)? {
            Event::Start(tag) | Event::Empty(tag) if tag.local_name().as_ref() == "tile" => classes.extend(class(&tag)),
            Event::Eof => return Ok(classes),
            _ => {}
        }
    }
}
