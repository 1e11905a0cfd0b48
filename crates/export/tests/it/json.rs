//! JSON read back by an independent reader holds everything in the draft.

use proptest::prelude::*;
use serde_json::{Value, json};
use undercroft_export::json;
use undercroft_mapgen::{
    Areas, Class, Draft, Point, Recipe, Rect, Seed, Size, SourceFile, Spawn, Stair, StairKind, Tile, Tileset,
};

fn text(draft: &Draft) -> String {
    let mut bytes = Vec::new();
    json::write(draft, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// The expected JSON, built from the draft in the plainest way.
fn expected(draft: &Draft) -> Value {
    let world = |at: Point| json!([draft.origin.x as i64 + at.x as i64, draft.origin.y as i64 + at.y as i64]);
    let tile = |(id, tile): (Tile, &undercroft_mapgen::TileInfo)| {
        json!({ "id": id.0, "name": tile.name, "glyph": tile.glyph, "fg": tile.fg.to_string(), "bg": tile.bg.to_string(),
                "walkable": tile.walkable, "transparent": tile.transparent })
    };
    let room = |room: &Rect| {
        let at = world(room.min());
        json!({ "x": at[0], "y": at[1], "width": room.width, "height": room.height })
    };
    let areas = Areas::of(draft);
    json!({
        "format": 2,
        "generator": concat!("undercroft ", env!("CARGO_PKG_VERSION")),
        "generator_version": undercroft_mapgen::GENERATOR_VERSION,
        "recipe": &*draft.metadata.recipe,
        "seed": draft.metadata.seed.to_string(),
        "depth": draft.metadata.depth,
        "origin": [draft.origin.x, draft.origin.y],
        "width": draft.size().width,
        "height": draft.size().height,
        "tiles": draft.tileset().iter().map(tile).collect::<Vec<_>>(),
        "map": draft.tiles().rows().map(|row| row.iter().map(|tile| tile.0).collect()).collect::<Vec<Vec<u8>>>(),
        "rooms": draft.rooms.iter().map(room).collect::<Vec<_>>(),
        "start": draft.start.map(world),
        "stairs": draft.stairs.iter().map(|stair| json!({ "kind": stair.kind.name(), "at": world(stair.at) }))
            .collect::<Vec<_>>(),
        "doors": draft.doors.iter().copied().map(world).collect::<Vec<_>>(),
        "spawns": draft.spawns.iter().map(|spawn| {
            let mut value = json!({ "kind": &*spawn.kind, "class": spawn.class.name(), "at": world(spawn.at) });
            if !spawn.properties.is_empty() {
                value["properties"] = json!(spawn.properties);
            }
            value
        }).collect::<Vec<_>>(),
        "areas": areas.iter().map(|area| {
            let tags: Vec<&str> = area.tags.iter().map(|tag| &**tag).collect();
            json!({ "id": area.id, "kind": area.kind.name(), "name": &*area.name, "tags": tags,
                    "role": area.role.as_deref(), "bounds": room(&area.bounds) })
        }).collect::<Vec<_>>(),
        "area_map": areas.rows().map(Iterator::collect).collect::<Vec<Vec<i32>>>(),
        "links": areas.links().iter().map(|link| {
            json!({ "between": link.between, "at": world(link.at), "kind": link.kind.name() })
        }).collect::<Vec<_>>(),
    })
}

fn assert_reads_back(draft: &Draft) {
    let text = text(draft);
    assert_eq!(text.matches('\n').count(), 1, "one line: {text}");
    assert!(text.ends_with("}\n"));
    let read: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(read, expected(draft));
}

#[test]
fn keys_are_in_documented_order() {
    let mut draft = Draft::parse("###\n#>#\n###");
    draft.rooms.push(Rect::new(1, 1, 1, 1));
    draft.doors.push(Point::new(0, 1));
    draft.start = Some(Point::new(1, 1));
    draft.spawns.push(Spawn::new("kobold", Class::Creature, Point::new(1, 1)));
    draft.origin = Point::new(-5, 7);
    let text = text(&draft);
    let (before, rest) = text.split_once("\"tiles\":[").unwrap();
    let (tiles, after) = rest.split_once("],\"map\"").unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        before,
        format!(
            "{{\"format\":2,\"generator\":\"undercroft {version}\",\"generator_version\":{},\"recipe\":\"unnamed\",\
             \"seed\":\"0\",\"depth\":0,\"origin\":[-5,7],\"width\":3,\"height\":3,",
            undercroft_mapgen::GENERATOR_VERSION
        )
    );
    assert!(tiles.starts_with(
        "{\"id\":0,\"name\":\"wall\",\"glyph\":\"#\",\"fg\":\"#a8a38d\",\"bg\":\"#0c0c0a\",\
         \"walkable\":false,\"transparent\":false},{\"id\":1,\"name\":\"floor\",\"glyph\":\"·\","
    ));
    assert_eq!(
        after,
        ":[[0,0,0],[0,5,0],[0,0,0]],\"rooms\":[{\"x\":-4,\"y\":8,\"width\":1,\"height\":1}],\"start\":[-4,8],\
         \"stairs\":[{\"kind\":\"down\",\"at\":[-4,8]}],\"doors\":[[-5,8]],\
         \"spawns\":[{\"kind\":\"kobold\",\"class\":\"creature\",\"at\":[-4,8]}],\
         \"areas\":[{\"id\":0,\"kind\":\"room\",\"name\":\"room\",\"tags\":[\"start\",\"stairs-down\"],\"role\":null,\
         \"bounds\":{\"x\":-4,\"y\":8,\"width\":1,\"height\":1}}],\
         \"area_map\":[[-1,-1,-1],[-1,0,-1],[-1,-1,-1]],\"links\":[]}\n"
    );
}

#[test]
fn levels_read_back_as_they_are() {
    for seed in 0..5 {
        assert_reads_back(Recipe::named("caves").unwrap().build(seed).unwrap().as_draft());
    }
}

#[test]
fn a_map_longer_than_the_buffer_is_whole() {
    let mut draft = Draft::new(Size::new(700, 300), Tileset::standard());
    for (index, at) in draft.size().points().enumerate() {
        draft.set(at, Tile((index * index / 7 % 22) as u8));
    }
    assert_reads_back(&draft);
}

#[test]
fn empty_maps_are_empty_lists() {
    for size in [Size::new(0, 0), Size::new(3, 0), Size::new(0, 2)] {
        assert_reads_back(&Draft::new(size, Tileset::standard()));
    }
}

#[test]
fn the_world_may_be_larger_than_its_coordinates() {
    let mut draft = Draft::parse("..");
    draft.origin = Point::new(i32::MAX, i32::MIN);
    draft.start = Some(Point::new(1, 0));
    assert_reads_back(&draft);
    assert!(text(&draft).contains("\"start\":[2147483648,-2147483648]"));
}

#[test]
fn one_writer_serves_levels_of_different_tilesets() {
    let other = SourceFile::new(
        "other.toml",
        "[[tile]]\nname='a\"b\\c'\nglyph='█'\nfg='#01020304'\nbg='#000000'\n\
         [[tile]]\nname='f'\nglyph='\"'\nfg='#000000'\nbg='#000000'\nwalkable=true\n",
    );
    let other = std::sync::Arc::new(Tileset::parse(other).unwrap());
    let drafts = [
        Draft::parse("##\n.."),
        Draft::new(Size::new(3, 1), other.clone()),
        Draft::new(Size::new(1, 3), other),
        Draft::parse("~"),
    ];
    let mut writer = json::Writer::new();
    let mut together = Vec::new();
    for draft in &drafts {
        writer.write(draft, &mut together).unwrap();
        assert_reads_back(draft);
    }
    assert_eq!(String::from_utf8(together).unwrap(), drafts.iter().map(text).collect::<String>());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn any_draft_reads_back(
        (width, height) in (1_u32..40, 1_u32..12),
        seed in prop_oneof![any::<u64>().prop_map(Seed::from), any::<String>().prop_map(Seed::from)],
        recipe in any::<String>(),
        kind in "[\\x00-\\x7f\"\\\\é水\u{1f409}]{0,12}",
        tiles in proptest::collection::vec(prop_oneof![0_u8..10, any::<u8>()], 1..60),
        depth in any::<u32>(),
        (x, y) in any::<(i32, i32)>(),
        places in proptest::collection::vec((0_i32..40, 0_i32..12), 0..9),
    ) {
        let mut draft = Draft::new(Size::new(width, height), Tileset::standard());
        for (at, id) in draft.size().points().zip(tiles.iter().cycle()) {
            draft.set(at, Tile(*id));
        }
        draft.metadata.seed = seed;
        draft.metadata.recipe = recipe.into();
        draft.metadata.depth = depth;
        draft.origin = Point::new(x, y);
        for (index, (x, y)) in places.into_iter().enumerate() {
            let at = Point::new(x, y);
            match index % 5 {
                0 => draft.start = Some(at),
                1 => draft.stairs.push(Stair { kind: StairKind::Up, at }),
                2 => draft.doors.push(at),
                3 => draft.rooms.push(Rect::new(at.x, at.y, 3, 4)),
                _ => draft.spawns.push(Spawn::new(&kind, Class::Item, at)),
            }
        }
        assert_reads_back(&draft);
    }
}
