//! The objects of a map: rooms, doors, stairs, the things on cells, areas with their links, and the mission.

use undercroft_mapgen::{Areas, Colour, Draft, Point, Property, Rect};

use super::FIRST;
use crate::ArtSheet;
use crate::appearance::{START, rgb};
use crate::mission_parts::parts_of;

/// Objects of one kind. Tiled shows them in the layer's colour.
pub(super) struct ObjectLayer {
    pub(super) name: &'static str,
    pub(super) colour: Colour,
    /// Whether it is shown when the map is opened. The frames of areas would cover everything else.
    pub(super) is_visible: bool,
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
    let found = Areas::of(draft);
    let areas = found.iter().map(|of| {
        let mut properties =
            vec![("id".into(), Property::Integer(of.id.into())), ("kind".into(), of.kind.name().into())];
        properties.extend(of.role.as_deref().map(|role| ("role".into(), role.into())));
        properties.push(("tags".into(), of.tags.join(", ").into()));
        Object { properties, ..area(of.bounds, "area", of.name.to_string()) }
    });
    let links = found.links().iter().map(|link| {
        let [from, to] = link.between;
        let numbers = [("from", from), ("to", to), ("width", link.width)];
        let properties = numbers.map(|(name, number)| (name.into(), Property::Integer(number.into()))).into();
        Object { properties, ..cell(link.at, "link", link.kind.name()) }
    });
    let parts = draft.mission.as_deref().map_or_else(Vec::new, parts_of);
    let mission = parts.into_iter().map(|part| {
        let properties = part.properties.into_iter().map(|(name, value)| (name.into(), value)).collect();
        Object { properties, ..cell(part.at, part.class, &part.name) }
    });
    let layer = |name, colour, objects| ObjectLayer { name, colour, is_visible: true, objects };
    let hidden = |name, colour, objects| ObjectLayer { is_visible: false, ..layer(name, colour, objects) };
    let mut layers = vec![
        layer("rooms", rgb(0x66, 0xd9, 0xef), rooms),
        layer("doors", rgb(0xc8, 0x82, 0x3c), doors),
        layer("stairs", rgb(0xff, 0xcd, 0x22), stairs.collect()),
        layer("things", rgb(0xff, 0x7a, 0x66), spawns.chain(start).collect()),
        hidden("areas", rgb(0x91, 0xc9, 0x6b), areas.collect()),
        hidden("links", rgb(0xd7, 0x9e, 0xe0), links.collect()),
    ];
    if draft.mission.is_some() {
        layers.push(hidden("mission", rgb(0xf0, 0xf0, 0x60), mission.collect()));
    }
    layers
}
