//! The whole sheet: every picture once, and the file that says which is which.

use std::collections::BTreeMap;
use std::fmt::Write;

use undercroft_export::Picture;
use undercroft_mapgen::Tileset;

use super::edges::Edges;
use super::ground::{self, FLOORS};
use super::pixels::{CLEAR, Palette, Pixels, SIDE, sprites};
use super::walls::{self, Wear};

/// Pictures per row.
const COLUMNS: usize = 32;
/// Tiles that cast no shade on the ground beside them.
const LOW: &str = "floor open-door stairs-up stairs-down water ford tree grass pit bridge pillar rubble moss lava altar \
                   statue carpet empty path";

const PALETTE: &str = include_str!("../../content/art/palette.txt");
const TILES: &str = include_str!("../../content/art/tiles.txt");
const CREATURES: &str = include_str!("../../content/art/creatures.txt");
const ITEMS: &str = include_str!("../../content/art/items.txt");

/// The tile set: its pictures, and its art file.
pub(crate) struct Sheet {
    pub(crate) palette: Palette,
    pub(crate) pictures: Vec<Pixels>,
    /// The pictures of what stands on tiles.
    pub(crate) things: BTreeMap<String, usize>,
    /// The art file.
    pub(crate) file: String,
}

/// Draws everything.
pub(crate) fn draw() -> Sheet {
    let palette = Palette::parse(PALETTE);
    let mut pictures = Pictures::default();
    let tiles = tiles(&palette, &mut pictures);
    let pieces = sprites("tiles.txt", TILES, &palette);
    let mut things = BTreeMap::new();
    for (file, text) in [("creatures.txt", CREATURES), ("items.txt", ITEMS)] {
        for (name, sprite) in sprites(file, text, &palette) {
            let (name, sprite) = match name.strip_suffix(", plain") {
                Some(name) => (name.to_owned(), sprite),
                None if file == "creatures.txt" => (name, sprite.outlined().grounded()),
                None => (name, sprite.outlined()),
            };
            if name == "hero" {
                // Golden corners make the start easy to find.
                things.insert("start".to_owned(), pictures.add(pieces["corners"].under(&sprite, &palette)));
            }
            things.insert(name, pictures.add(sprite));
        }
    }
    for name in ["stairs-up", "stairs-down"] {
        things.insert(name.into(), pictures.add(pieces[name].clone()));
    }
    let other = pictures.add(ground::floor(0));
    let file = art_file(other, &tiles, &things);
    Sheet { palette, pictures: pictures.all, things, file }
}

impl Sheet {
    /// The image that the art file refers to.
    pub(crate) fn image(&self) -> Picture {
        let rows = self.pictures.len().div_ceil(COLUMNS);
        let mut image = Picture::new(COLUMNS as u32 * SIDE as u32, rows as u32 * SIDE as u32);
        for (index, pixels) in self.pictures.iter().enumerate() {
            let (left, top) = ((index % COLUMNS) as i32 * SIDE, (index / COLUMNS) as i32 * SIDE);
            for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
                if let Some(colour) = self.palette.colour(pixels.get(x, y)) {
                    image.fill((left + x, top + y), (1, 1), colour);
                }
            }
        }
        image
    }
}

/// Pictures, each only once.
#[derive(Default)]
struct Pictures {
    all: Vec<Pixels>,
    known: BTreeMap<Pixels, usize>,
}

impl Pictures {
    fn add(&mut self, pixels: Pixels) -> usize {
        *self.known.entry(pixels.clone()).or_insert_with(|| {
            self.all.push(pixels);
            self.all.len() - 1
        })
    }

    /// An entry of the art file for pictures by edges.
    fn set(&mut self, kind: &str, edges: Vec<Edges>, draw: impl Fn(Edges) -> Pixels) -> String {
        let indices: Vec<String> = edges.into_iter().map(|edges| self.add(draw(edges)).to_string()).collect();
        format!("{kind} = [{}]", indices.join(", "))
    }

    fn blob(&mut self, draw: impl Fn(Edges) -> Pixels) -> String {
        self.set("blob47", Edges::blob(), draw)
    }

    fn sides(&mut self, draw: impl Fn(Edges) -> Pixels) -> String {
        self.set("edge16", Edges::sides(), draw)
    }
}

/// The entries of the art file for tiles.
fn tiles(palette: &Palette, pictures: &mut Pictures) -> BTreeMap<&'static str, Vec<String>> {
    let known = Tileset::standard();
    let joined = |names: &str| {
        let names = names.split_whitespace().filter(|name| known.id(name).is_some());
        format!("joins = [{}]", names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", "))
    };
    let low = joined(LOW);
    let pieces = sprites("tiles.txt", TILES, palette);
    let floor = |variant: u32| ground::floor(variant);
    let plain_floor = floor(0);
    let on_floor =
        |piece: &str, edges: Edges| ground::shaded(&plain_floor, edges, palette).under(&pieces[piece], palette);
    let mut tiles: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut add = |name, entry: String, weight: u32| {
        tiles.entry(name).or_default().push(format!("{{ {entry}, weight = {weight} }}"));
    };

    let mut walls = Vec::new();
    for (wear, weight) in [(Wear::Plain, 44), (Wear::Cracked, 6), (Wear::Mossy, 4), (Wear::Torch, 3)] {
        let tops = pictures.blob(|edges| walls::wall(edges, wear));
        let front = pictures.add(walls::front(wear));
        walls.push((format!("{tops}, {}, front = {front}", joined("door glass")), weight));
    }
    walls.into_iter().for_each(|(entry, weight)| add("wall", entry, weight));
    for variant in 0..FLOORS {
        let set = pictures.blob(|edges| ground::shaded(&floor(variant), edges, palette));
        add("floor", format!("{set}, {low}"), [24, 2, 3, 2, 2, 3, 2, 2][variant as usize]);
    }
    let (set, front) = (pictures.sides(walls::door), pictures.add(walls::door_front()));
    add("door", format!("{set}, {}, front = {front}", joined("wall glass")), 1);
    let set = pictures.sides(|edges| walls::open_door(edges, &plain_floor, palette));
    add("open-door", format!("{set}, {}", joined("wall glass")), 1);
    for name in [
        "stairs-up",
        "stairs-down",
        "pillar",
        "statue",
        "altar",
        "locked-door",
        "secret-door",
        "gate",
        "open-gate",
        "lever",
        "ledge",
        "cage",
        "shut-cage",
    ] {
        let set = pictures.blob(|edges| on_floor(name, edges));
        add(name, format!("{set}, {low}"), 1);
    }
    for variant in 0..3 {
        let set = pictures.blob(|edges| ground::water(variant, edges));
        add("water", format!("{set}, {}", joined("ford bridge")), [2, 1, 3][variant as usize]);
    }
    for variant in 0..3 {
        let set = pictures.sides(|edges| ground::ford(variant, edges));
        add("ford", format!("{set}, {}", joined("water bridge")), 1);
    }
    let meadow = joined("grass tree path");
    let set = pictures.blob(|edges| ground::grass(edges, &plain_floor));
    add("grass", format!("{set}, {meadow}"), 12);
    for (piece, weight) in [("tuft 1", 2), ("tuft 2", 2), ("flowers", 1)] {
        let set = pictures.blob(|edges| ground::grass(edges, &plain_floor).under(&pieces[piece], palette));
        add("grass", format!("{set}, {meadow}"), weight);
    }
    for (piece, weight) in [("tree", 4), ("pine", 3), ("bush", 1)] {
        let set = pictures.sides(|edges| ground::grass(edges, &plain_floor).under(&pieces[piece], palette));
        add("tree", format!("{set}, {meadow}"), weight);
    }
    for piece in ["rubble 1", "rubble 2", "rubble 3"] {
        let set = pictures.blob(|edges| on_floor(piece, edges));
        add("rubble", format!("{set}, {low}"), 1);
    }
    for variant in 0..3 {
        let set = pictures.blob(|edges| ground::moss(variant, edges, &plain_floor));
        add("moss", format!("{set}, {}", joined("grass tree")), 1);
    }
    let set = pictures.blob(ground::pit);
    add("pit", format!("{set}, {}", joined("bridge")), 1);
    let set = pictures.blob(ground::lava);
    add("lava", format!("{set}, {}", joined("bridge")), 1);
    let set = pictures.sides(ground::bridge);
    add(
        "bridge",
        format!(
            "{set}, {}",
            joined("floor ford grass moss rubble carpet door open-door altar stairs-up stairs-down path")
        ),
        1,
    );
    let set = pictures.blob(ground::carpet);
    add("carpet", set + ", joins = []", 1);
    let (set, front) = (pictures.blob(walls::crystal), pictures.add(walls::crystal_front()));
    add("crystal", format!("{set}, front = {front}"), 1);
    let (set, front) = (pictures.blob(walls::glass), pictures.add(walls::glass_front()));
    add("glass", format!("{set}, {}, front = {front}", joined("wall door")), 1);
    let empty = pictures.add(Pixels::from_fn(|_, _| CLEAR));
    add("empty", format!("tile = {empty}"), 1);
    if known.id("path").is_some() {
        for variant in 0..2 {
            let grass = ground::grass(Edges::default(), &plain_floor);
            let set = pictures.blob(|edges| ground::path(variant, edges, &grass));
            add("path", format!("{set}, {}", joined("floor bridge stairs-down stairs-up")), 1);
        }
    }
    tiles
}

fn art_file(other: usize, tiles: &BTreeMap<&str, Vec<String>>, things: &BTreeMap<String, usize>) -> String {
    let mut file = String::from(
        "# The tile set `undercroft`. Drawn from the text files beside it by\n\
         #     cargo run -p undercroft-export --example tileset\n\n\
         image = \"undercroft.png\"\ntile-size = 16\n",
    );
    writeln!(file, "other = {other}\nrise = 6\n\n[tiles]").expect("strings take everything");
    for (name, choices) in tiles {
        let list = choices.iter().fold(String::new(), |list, choice| list + "    " + choice + ",\n");
        writeln!(file, "{name} = [\n{list}]").expect("strings take everything");
    }
    file += "\n[things]\n";
    for (name, index) in things {
        writeln!(file, "\"{name}\" = {index}").expect("strings take everything");
    }
    file
}
