//! The level as data: one JSON object on one line, with the same keys in the same order every time.
//!
//! ```text
//! {"format":2,"generator":"undercroft 0.1.0","generator_version":2,"recipe":"rooms","seed":"42","depth":1,
//!  "origin":[0,0],"width":80,"height":70,
//!  "tiles":[{"id":0,"name":"wall","glyph":"#","fg":"#a8a38d","bg":"#39382f","walkable":false,"transparent":false}, …],
//!  "map":[[0,0,1, …], …],
//!  "rooms":[{"x":3,"y":4,"width":7,"height":5}, …],
//!  "start":[6,6],"stairs":[{"kind":"down","at":[40,12]}, …],"doors":[[10,6], …],
//!  "spawns":[{"kind":"kobold","class":"creature","at":[9,9]},
//!            {"kind":"snare","class":"trap","at":[4,7],"properties":{"damage":3}}, …],
//!  "areas":[{"id":0,"kind":"vault","name":"treasury","tags":["rich"],"role":null,
//!            "bounds":{"x":3,"y":4,"width":7,"height":5}}, …],
//!  "area_map":[[-1,-1,0, …], …],
//!  "links":[{"between":[0,3],"at":[12,7],"kind":"door"}, …],
//!  "mission":{"pattern":"lock-before-key","goal":[70,20],
//!             "keys":[{"id":"red","at":[9,3],"used_up":false,"required":true}, …],
//!             "locks":[{"id":"lock 1","at":[41,7],"needs":"red"}, …],
//!             "switches":[{"id":"back","at":[5,5],"toggles":["gate 1"]}, …],"gates":[{"id":"gate 1","at":[7,9],"open":false}, …],
//!             "drops":[{"at":[8,8],"from":[7,8],"to":[9,8]}, …],"secrets":[[3,4], …],"rewards":[[6,6], …],"guards":[[6,7], …],
//!             "walkthrough":[{"do":"take","what":"red","at":[9,3]}, …,{"do":"arrive","at":[70,20]}]}}
//! ```
//!
//! `mission` is present only if the level has one. A lock stays closed until it is opened with its key, a gate until a lever
//! opens it, a secret door until somebody stands beside it. A drop can only be entered from `from` and left to `to`. A key
//! with `opens_depth` opens the stairs down at that depth, and a lock with `key_depth` needs a key from that depth. A window
//! of an endless level has `missions`, a list, if its regions have any.
//!
//! `map[y][x]` is a tile id, counted from the top-left cell, and `area_map[y][x]` is the number of an area or -1. All
//! other coordinates are world coordinates: the top-left cell is at `origin`. `start` is `null` if a draft has none. The
//! seed is a string because it may be any text, and because many JSON readers cannot hold every 64-bit number.
//!
//! The writer is hand-written for speed: a level is mostly a table of small numbers, whose text can be looked up.

use std::io::{self, Write};
use std::sync::Arc;

use crate::mission::MissionEntry;
use undercroft_mapgen::{Areas, Draft, GENERATOR_VERSION, Point, Properties, Rect, Tile, Tileset};

/// Increases when readers of this format have to change.
const FORMAT: i64 = 2;
/// Bytes to buffer before writing them out.
const ENOUGH: usize = 1 << 16;

/// Writes a level as one object on one line. To write many levels, keep a [`Writer`].
///
/// ```
/// use undercroft_mapgen::Recipe;
/// let level = Recipe::named("caves")?.build(42)?;
/// let mut text = Vec::new();
/// undercroft_export::json::write(level.as_draft(), &mut text)?;
/// assert!(text.starts_with(br#"{"format":2,"generator":"undercroft "#));
/// assert!(text.ends_with(b"}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If writing fails.
pub fn write(draft: &Draft, out: &mut impl Write) -> io::Result<()> {
    Writer::new().write(draft, out)
}

/// Writes many levels, one object per line. It reuses its memory and the text of the tileset.
#[derive(Debug, Default)]
pub struct Writer {
    buffer: Vec<u8>,
    tiles: Option<(Arc<Tileset>, Vec<u8>)>,
}

impl Writer {
    /// A new writer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes a level as one object on one line.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&mut self, draft: &Draft, out: &mut impl Write) -> io::Result<()> {
        let text = &mut self.buffer;
        text.clear();
        push_head(text, draft);
        text.extend_from_slice(tiles_text(&mut self.tiles, draft.tileset()));
        push_map(text, draft, out)?;
        push_places(text, draft);
        push_areas(text, draft, out)?;
        out.write_all(text)
    }
}

fn push_head(text: &mut Vec<u8>, draft: &Draft) {
    push_number(text, "{\"format\":", FORMAT);
    push(text, concat!(",\"generator\":\"undercroft ", env!("CARGO_PKG_VERSION"), "\""));
    push_number(text, ",\"generator_version\":", GENERATOR_VERSION);
    push_string(text, ",\"recipe\":", &draft.metadata.recipe);
    push_string(text, ",\"seed\":", &draft.metadata.seed.to_string());
    push_number(text, ",\"depth\":", draft.metadata.depth);
    push_number(text, ",\"origin\":[", draft.origin.x);
    push_number(text, ",", draft.origin.y);
    push_number(text, "],\"width\":", draft.size().width);
    push_number(text, ",\"height\":", draft.size().height);
    if draft.endless {
        text.extend_from_slice(b",\"endless\":true");
    }
}

/// The tileset as JSON. The last one is kept, because most levels in a run share a tileset.
fn tiles_text<'a>(kept: &'a mut Option<(Arc<Tileset>, Vec<u8>)>, tileset: &Arc<Tileset>) -> &'a [u8] {
    if !kept.as_ref().is_some_and(|(tiles, _)| Arc::ptr_eq(tiles, tileset)) {
        *kept = None;
    }
    let (_, text) = kept.get_or_insert_with(|| {
        let mut text = Vec::new();
        push(&mut text, ",\"tiles\":[");
        for (Tile(id), tile) in tileset.iter() {
            push_number(&mut text, "{\"id\":", id);
            push_string(&mut text, ",\"name\":", &tile.name);
            push_string(&mut text, ",\"glyph\":", tile.glyph.encode_utf8(&mut [0; 4]));
            push_string(&mut text, ",\"fg\":", &tile.fg.to_string());
            push_string(&mut text, ",\"bg\":", &tile.bg.to_string());
            push(&mut text, if tile.walkable { ",\"walkable\":true" } else { ",\"walkable\":false" });
            push(&mut text, if tile.transparent { ",\"transparent\":true}," } else { ",\"transparent\":false}," });
        }
        close_list(&mut text);
        (tileset.clone(), text)
    });
    text
}

fn push_map(text: &mut Vec<u8>, draft: &Draft, out: &mut impl Write) -> io::Result<()> {
    let ids: [Id; 256] = std::array::from_fn(|id| Id::new(id as u8));
    push(text, ",\"map\":[");
    for row in draft.tiles().rows() {
        text.push(b'[');
        push_row(text, row, &ids);
        close_list(text);
        text.push(b',');
        flush(text, out)?;
    }
    close_list(text);
    Ok(())
}

/// A tile id as text, followed by a comma.
#[derive(Clone, Copy)]
struct Id {
    text: [u8; 4],
    length: u8,
}

impl Id {
    const fn new(id: u8) -> Self {
        let [hundreds, tens, ones] = [b'0' + id / 100, b'0' + id / 10 % 10, b'0' + id % 10];
        match id {
            0..10 => Self { text: [ones, b',', 0, 0], length: 2 },
            10..100 => Self { text: [tens, ones, b',', 0], length: 3 },
            100.. => Self { text: [hundreds, tens, ones, b','], length: 4 },
        }
    }
}

fn push_row(text: &mut Vec<u8>, row: &[Tile], ids: &[Id; 256]) {
    let start = text.len();
    let most = row.iter().fold(0, |most, tile| tile.0.max(most));
    if most < 10 {
        // Every entry has the same length, which lets the compiler vectorise this.
        text.resize(start + 2 * row.len(), 0);
        let (pairs, _) = text[start..].as_chunks_mut();
        for (pair, tile) in pairs.iter_mut().zip(row) {
            *pair = (u16::from_le_bytes(*b"0,") + u16::from(tile.0)).to_le_bytes();
        }
    } else {
        text.resize(start + 4 * row.len(), 0);
        let mut end = start;
        for tile in row {
            // Always copy four bytes: the next id overwrites the surplus.
            let id = ids[usize::from(tile.0)];
            text[end..end + 4].copy_from_slice(&id.text);
            end += usize::from(id.length);
        }
        text.truncate(end);
    }
}

fn push_places(text: &mut Vec<u8>, draft: &Draft) {
    let place = |text: &mut Vec<u8>, before: &str, at: Point| push_place(text, before, draft.origin, at);
    push(text, ",\"rooms\":[");
    for room in &draft.rooms {
        push_rect(text, "", draft.origin, *room);
        text.push(b',');
    }
    close_list(text);
    push(text, ",\"start\":");
    match draft.start {
        Some(at) => {
            place(text, "[", at);
            text.push(b']');
        }
        None => push(text, "null"),
    }
    push(text, ",\"stairs\":[");
    for stair in &draft.stairs {
        push_string(text, "{\"kind\":", stair.kind.name());
        place(text, ",\"at\":[", stair.at);
        push(text, "]},");
    }
    close_list(text);
    push(text, ",\"doors\":[");
    for door in &draft.doors {
        place(text, "[", *door);
        push(text, "],");
    }
    close_list(text);
    push(text, ",\"spawns\":[");
    for spawn in &draft.spawns {
        push_string(text, "{\"kind\":", &spawn.kind);
        push_string(text, ",\"class\":", spawn.class.name());
        place(text, ",\"at\":[", spawn.at);
        push(text, "]");
        push_properties(text, &spawn.properties);
        push(text, "},");
    }
    close_list(text);
}

fn push_areas(text: &mut Vec<u8>, draft: &Draft, out: &mut impl Write) -> io::Result<()> {
    let areas = Areas::of(draft);
    push(text, ",\"areas\":[");
    for area in &areas {
        push_number(text, "{\"id\":", area.id);
        push_string(text, ",\"kind\":", area.kind.name());
        push_string(text, ",\"name\":", &area.name);
        push(text, ",\"tags\":[");
        for tag in &area.tags {
            push_string(text, "", tag);
            text.push(b',');
        }
        close_list(text);
        match &area.role {
            Some(role) => push_string(text, ",\"role\":", role),
            None => push(text, ",\"role\":null"),
        }
        push_rect(text, ",\"bounds\":", draft.origin, area.bounds);
        push(text, "},");
    }
    close_list(text);
    push(text, ",\"area_map\":[");
    for row in areas.rows() {
        text.push(b'[');
        push_area_row(text, row);
        close_list(text);
        text.push(b',');
        flush(text, out)?;
    }
    close_list(text);
    push(text, ",\"links\":[");
    for link in areas.links() {
        push_number(text, "{\"between\":[", link.between[0]);
        push_number(text, ",", link.between[1]);
        push_place(text, "],\"at\":[", draft.origin, link.at);
        push_string(text, "],\"kind\":", link.kind.name());
        push(text, "},");
    }
    close_list(text);
    if let Some(mission) = &draft.mission {
        push(text, ",\"mission\":");
        serde_json::to_writer(&mut *text, &MissionEntry::new(mission, draft.origin))?;
    }
    let missions = draft.region_missions();
    if !missions.is_empty() {
        let entries: Vec<MissionEntry> =
            missions.iter().map(|mission| MissionEntry::new(mission, draft.origin)).collect();
        push(text, ",\"missions\":");
        serde_json::to_writer(&mut *text, &entries)?;
    }
    push(text, "}\n");
    Ok(())
}

/// Neighbours mostly share an area, so its text is kept.
fn push_area_row(text: &mut Vec<u8>, row: impl Iterator<Item = i32>) {
    const LONGEST: usize = "2147483647,".len();
    let (mut last, mut number) = (None, Vec::with_capacity(LONGEST));
    let (mut bytes, mut length) = ([0; LONGEST], 0);
    for id in row {
        if last != Some(id) {
            last = Some(id);
            number.clear();
            push_number(&mut number, "", id);
            number.push(b',');
            length = number.len();
            bytes[..length].copy_from_slice(&number);
        }
        // Always copy the same number of bytes, which is faster, and cut off the surplus.
        let end = text.len() + length;
        text.extend_from_slice(&bytes);
        text.truncate(end);
    }
}

/// Writes a cell in world coordinates, without the closing bracket.
fn push_place(text: &mut Vec<u8>, before: &str, origin: Point, at: Point) {
    push_number(text, before, i64::from(origin.x) + i64::from(at.x));
    push_number(text, ",", i64::from(origin.y) + i64::from(at.y));
}

fn push_rect(text: &mut Vec<u8>, before: &str, origin: Point, rect: Rect) {
    push(text, before);
    push_number(text, "{\"x\":", i64::from(origin.x) + i64::from(rect.x));
    push_number(text, ",\"y\":", i64::from(origin.y) + i64::from(rect.y));
    push_number(text, ",\"width\":", rect.width);
    push_number(text, ",\"height\":", rect.height);
    push(text, "}");
}

/// Writes the buffer out if it is full enough, except the last comma, which the closing bracket replaces.
fn flush(text: &mut Vec<u8>, out: &mut impl Write) -> io::Result<()> {
    if text.len() >= ENOUGH {
        out.write_all(&text[..text.len() - 1])?;
        text.clear();
        text.push(b',');
    }
    Ok(())
}

/// Writes nothing if there are no properties.
fn push_properties(text: &mut Vec<u8>, properties: &Properties) {
    if properties.is_empty() {
        return;
    }
    push(text, ",\"properties\":");
    // Keys are text and values are plain, so nothing can fail; NaN becomes null.
    push(text, &serde_json::to_string(properties).unwrap_or_default());
}

fn push(text: &mut Vec<u8>, part: &str) {
    text.extend_from_slice(part.as_bytes());
}

/// Closes a list in which every item ends with a comma.
fn close_list(text: &mut Vec<u8>) {
    match text.last_mut() {
        Some(last @ b',') => *last = b']',
        _ => text.push(b']'),
    }
}

fn push_number(text: &mut Vec<u8>, before: &str, number: impl Into<i64>) {
    push(text, before);
    let number = number.into();
    if number < 0 {
        text.push(b'-');
    }
    let mut digits = [0; 20];
    let mut first = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[first..]);
}

fn push_string(text: &mut Vec<u8>, before: &str, string: &str) {
    push(text, before);
    text.push(b'"');
    for byte in string.bytes() {
        match byte {
            b'"' | b'\\' => text.extend_from_slice(&[b'\\', byte]),
            // JSON forbids raw control characters; everything else is written as it is.
            0..0x20 => {
                let digit = |value: u8| b"0123456789abcdef"[usize::from(value)];
                text.extend_from_slice(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)]);
            }
            _ => text.push(byte),
        }
    }
    text.push(b'"');
}
