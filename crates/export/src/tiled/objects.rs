//! The objects of a map: rooms, doors, stairs, and the things on cells.

use undercroft_mapgen::{Colour, Draft, Point, Property, Rect};

use super::FIRST;
use crate::ArtSheet;
use crate::appearance::{START, rgb};

/// Objects of one kind. Tiled shows them in the layer's colour.
pub(super) struct ObjectLayer {
    pub(super) name: &'static str,
    pub(super) colour: Colour,
    pub(super) objects: Vec<Object>,
}

/// An object. Positions and sizes are in pixels.
pub(super) struct Object {
    pub(super) name: String,
    pub(super) class: String,
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: i64,
    pub(super) height: i64,
    /// A picture of the sheet to show; `y` is then the lower edge.
    pub(super) picture: Option<u32>,
    pub(super) properties: Vec<(String, Property)>,
}

pub(super) fn layers(draft: &Draft, sheet: &ArtSheet) -> Vec<ObjectLayer> {
    let area = |area: Rect, class: &str, name: String| {
        let (width, height) = (i64::from(sheet.tile_size().width), i64::from(sheet.tile_size().height));
        Object {
            name,
            class: class.into(),
            x: i64::from(area.x) * width,
            y: i64::from(area.y) * height,
            width: i64::from(area.width) * width,
            height: i64::from(area.height) * height,
            picture: None,
            properties: Vec::new(),
        }
    };
    let cell = |at: Point, class: &str, name: &str| area(Rect::new(at.x, at.y, 1, 1), class, name.into());
    // A draft built by hand may hold any id, and list doors where there is no door tile.
    let tile_name = |at: Point| draft.tileset().get(draft.tile(at)).map_or("door", |tile| tile.name.as_str());
    let shown = |object: Object, kind: &str| match sheet.thing(kind) {
        None => object,
        Some(index) => Object { y: object.y + object.height, picture: Some(FIRST + index), ..object },
    };

    let rooms = (1..).zip(&draft.rooms).map(|(number, room)| area(*room, "room", format!("room {number}"))).collect();
    let doors = draft.doors.iter().map(|at| cell(*at, "door", tile_name(*at))).collect();
    let stairs = draft.stairs.iter().map(|stair| {
        let object = cell(stair.at, "stairs", stair.kind.tile_name());
        // If the tile itself shows stairs, a picture would hide it.
        let is_tile = draft.tileset().stairs(draft.tile(stair.at)) == Some(stair.kind);
        let object = if is_tile { object } else { shown(object, stair.kind.tile_name()) };
        Object { properties: vec![("leads".into(), stair.kind.name().into())], ..object }
    });
    let spawns = draft.spawns.iter().map(|spawn| {
        let properties = spawn.properties.clone().into_iter().collect();
        Object { properties, ..shown(cell(spawn.at, spawn.class.name(), &spawn.kind), &spawn.kind) }
    });
    let start = draft.start.map(|at| shown(cell(at, START, START), START));
    vec![
        ObjectLayer { name: "rooms", colour: rgb(0x66, 0xd9, 0xef), objects: rooms },
        ObjectLayer { name: "doors", colour: rgb(0xc8, 0x82, 0x3c), objects: doors },
        ObjectLayer { name: "stairs", colour: rgb(0xff, 0xcd, 0x22), objects: stairs.collect() },
        ObjectLayer { name: "things", colour: rgb(0xff, 0x7a, 0x66), objects: spawns.chain(start).collect() },
    ]
}
