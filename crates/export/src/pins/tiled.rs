//! Maps for Tiled: what their XML and JSON have in common, and the JSON.

use std::collections::BTreeMap;
use std::io::Read;

use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::read::{GzDecoder, ZlibDecoder};
use serde_json::Value;
use undercroft_mapgen::{Size, Tileset};

use super::{PinError, Pins, ReadBeside, check_size, tile_named};

/// The bits of a cell that say how its picture is turned.
const TURNED: u32 = 0xf000_0000;

/// A map as both formats have it.
pub(super) struct TiledMap {
    pub(super) size: Size,
    /// The first number of each tileset, and the classes of its pictures.
    pub(super) tilesets: Vec<(u32, BTreeMap<u32, String>)>,
    /// The tile layers from the lowest to the highest.
    pub(super) layers: Vec<Layer>,
}

pub(super) struct Layer {
    pub(super) name: String,
    /// The number of each cell's picture, row by row; 0 where there is none.
    pub(super) cells: Vec<u32>,
}

impl TiledMap {
    /// The pinned tiles. A higher layer hides those below it.
    pub(super) fn pins(&self, tileset: &Tileset) -> Result<Pins, PinError> {
        let mut pins = Pins::new(self.size);
        for Layer { name, cells } in &self.layers {
            for (index, number) in
                cells.iter().map(|number| number & !TURNED).enumerate().filter(|(_, number)| *number > 0)
            {
                let own = self.tilesets.iter().filter(|(first, _)| *first <= number).max_by_key(|(first, _)| *first);
                let (picture, class) =
                    own.map_or((number, None), |(first, classes)| (number - first, classes.get(&(number - first))));
                let shows = format!("layer `{name}` shows picture {picture} of its tileset, ");
                let unknown = |problem: String| PinError::Unknown { at: pins.place(index), problem: shows + &problem };
                let Some(class) = class.filter(|class| !class.is_empty()) else {
                    return Err(unknown("which has no class; make it the name of a tile".into()));
                };
                let Some(tile) = tile_named(class, tileset) else {
                    return Err(unknown(format!("whose class `{class}` is not the name of a tile")));
                };
                pins.put(index, tile);
            }
        }
        Ok(pins)
    }
}

/// The cells of a layer as they are written in a file.
pub(super) fn cells(
    layer: &str,
    text: &str,
    encoding: Option<&str>,
    compression: Option<&str>,
    count: usize,
) -> Result<Vec<u32>, String> {
    let problem = |what: String| format!("layer `{layer}`: {what}");
    let cells: Vec<u32> = match encoding {
        Some("base64") => {
            let bytes = BASE64_STANDARD.decode(text.trim()).map_err(|error| problem(error.to_string()))?;
            let most = count as u64 * 4 + 1;
            let mut plain = Vec::new();
            let read = match compression.unwrap_or_default() {
                "" => bytes.as_slice().take(most).read_to_end(&mut plain),
                "zlib" => ZlibDecoder::new(bytes.as_slice()).take(most).read_to_end(&mut plain),
                "gzip" => GzDecoder::new(bytes.as_slice()).take(most).read_to_end(&mut plain),
                other => {
                    return Err(problem(format!(
                        "`{other}` compression is not supported; choose zlib in the map's properties"
                    )));
                }
            };
            read.map_err(|error| problem(error.to_string()))?;
            plain.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
        }
        _ => {
            let number =
                |word: &str| word.trim().parse().map_err(|_| problem(format!("`{}` is not a number", word.trim())));
            text.split(',').take(count + 1).map(number).collect::<Result<_, _>>()?
        }
    };
    counted(layer, cells, count)
}

/// The cells, if they are as many as the map has.
pub(super) fn counted(layer: &str, cells: Vec<u32>, count: usize) -> Result<Vec<u32>, String> {
    match cells.len() == count {
        true => Ok(cells),
        false => Err(format!("layer `{layer}` has {} cells where {count} are expected", cells.len())),
    }
}

/// Why infinite maps cannot be read.
pub(super) const INFINITE: &str = "infinite maps are not supported; turn off `Infinite` in the map's properties";

fn invalid(problem: impl Into<String>) -> PinError {
    PinError::Invalid { format: "tmj", problem: problem.into() }
}

/// Reads the JSON format.
pub(super) fn read(text: &str, beside: ReadBeside<'_>) -> Result<TiledMap, PinError> {
    let map: Value = serde_json::from_str(text).map_err(|error| invalid(error.to_string()))?;
    let (Some(width), Some(height)) = (map["width"].as_i64(), map["height"].as_i64()) else {
        return Err(invalid("it has no `width` and `height`; is it a map for Tiled or LDtk?"));
    };
    let size = check_size(width, height)?;
    if map["infinite"].as_bool() == Some(true) {
        return Err(invalid(INFINITE));
    }
    let mut found = TiledMap { size, tilesets: Vec::new(), layers: Vec::new() };
    for tileset in map["tilesets"].as_array().into_iter().flatten() {
        let first = tileset["firstgid"].as_u64().and_then(|first| u32::try_from(first).ok()).unwrap_or(1);
        let classes = match tileset["source"].as_str() {
            Some(source) if source.ends_with(".tsx") => super::tmx::classes(&beside(source)?)?,
            Some(source) => {
                let text = beside(source)?;
                classes(&serde_json::from_str(&text).map_err(|error| invalid(format!("{source}: {error}")))?)
            }
            None => classes(tileset),
        };
        found.tilesets.push((first, classes));
    }
    for layer in map["layers"].as_array().into_iter().flatten().filter(|layer| layer["type"] == "tilelayer") {
        let name = layer["name"].as_str().unwrap_or_default();
        let cells = match &layer["data"] {
            Value::Array(numbers) => {
                let numbers = numbers.iter().take(size.area() + 1);
                let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
                counted(name, numbers.map(number).collect(), size.area())
            }
            data => {
                let text = data.as_str().unwrap_or_default();
                cells(name, text, layer["encoding"].as_str(), layer["compression"].as_str(), size.area())
            }
        };
        found.layers.push(Layer { name: name.into(), cells: cells.map_err(invalid)? });
    }
    Ok(found)
}

/// The classes of a tileset's pictures.
fn classes(tileset: &Value) -> BTreeMap<u32, String> {
    let tiles = tileset["tiles"].as_array().into_iter().flatten();
    let class = |tile: &Value| {
        let class = ["class", "type"].into_iter().find_map(|key| tile[key].as_str())?;
        Some((u32::try_from(tile["id"].as_u64()?).ok()?, class.to_owned()))
    };
    tiles.filter_map(class).collect()
}
