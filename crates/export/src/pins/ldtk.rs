//! Projects for LDtk: the IntGrid layers of the first level.

use std::collections::BTreeMap;

use serde_json::Value;
use undercroft_mapgen::Tileset;

use super::{PinError, Pins, check_size, tile_named};

fn invalid(problem: impl ToString) -> PinError {
    PinError::Invalid { format: "ldtk", problem: problem.to_string() }
}

pub(super) fn read(text: &str, tileset: &Tileset) -> Result<Pins, PinError> {
    let project: Value = serde_json::from_str(text).map_err(invalid)?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let layers = list(&project["levels"][0]["layerInstances"]);
    let with_cells = |layer: &&Value| layer["intGridCsv"].as_array().is_some_and(|cells| !cells.is_empty());
    let layers: Vec<&Value> = layers.iter().filter(with_cells).collect();
    let Some(lowest) = layers.last() else {
        return Err(invalid("the first level has no IntGrid layer; keep the levels in the project's own file"));
    };
    let side = |layer: &Value, key: &str| layer[key].as_i64().unwrap_or(0);
    let size = check_size(side(lowest, "__cWid"), side(lowest, "__cHei"))?;
    let mut pins = Pins::new(size);
    // The highest layer comes first, and hides those below it.
    for layer in layers.into_iter().rev() {
        let name = layer["__identifier"].as_str().unwrap_or_default();
        let cells = list(&layer["intGridCsv"]);
        if cells.len() != size.area() {
            return Err(invalid(format!(
                "layer `{name}` has {} cells where {} are expected",
                cells.len(),
                size.area()
            )));
        }
        let definitions = list(&project["defs"]["layers"]);
        let definition = definitions.iter().find(|definition| definition["uid"] == layer["layerDefUid"]);
        let values = definition.map(|definition| list(&definition["intGridValues"])).unwrap_or_default();
        let names: BTreeMap<i64, &str> =
            values.iter().filter_map(|value| Some((value["value"].as_i64()?, value["identifier"].as_str()?))).collect();
        for (index, number) in
            cells.iter().map(|cell| cell.as_i64().unwrap_or(0)).enumerate().filter(|cell| cell.1 != 0)
        {
            let unknown = |problem: String| PinError::Unknown {
                at: pins.place(index),
                problem: format!("layer `{name}` has the value {number}, {problem}"),
            };
            let Some(value) = names.get(&number) else {
                return Err(unknown("which has no identifier; make it the name of a tile".into()));
            };
            let Some(tile) = tile_named(value, tileset) else {
                return Err(unknown(format!("whose identifier `{value}` is not the name of a tile")));
            };
            pins.put(index, tile);
        }
    }
    Ok(pins)
}
