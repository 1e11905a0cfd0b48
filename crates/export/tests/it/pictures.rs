//! Pictures show the tiles' colours, read back unchanged, and are refused when too large.

use proptest::prelude::*;
use undercroft_export::{Picture, PictureError, PictureOptions, Projection, draw};
use undercroft_mapgen::{Class, Colour, Draft, Point, Recipe, Rect, Size, Spawn, Tile, Tileset};

const BOTH: [Projection; 2] = [Projection::TopDown, Projection::Oblique];

fn picture(draft: &Draft, scale: u32, projection: Projection) -> Picture {
    draw(draft, &PictureOptions { scale, projection }).unwrap()
}

/// What the PNG file holds, read by the `png` crate's decoder.
fn read_back(picture: &Picture) -> (u32, u32, Vec<[u8; 4]>) {
    let mut file = Vec::new();
    picture.write_png(&mut file).unwrap();
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgba);
    (info.width, info.height, bytes.as_chunks().0.to_vec())
}

#[test]
fn from_above_a_cell_is_its_glyph_on_its_background() {
    let draft = Draft::parse("#≈·");
    let picture = picture(&draft, 1, Projection::TopDown);
    for (cell, tile) in draft.tiles().as_slice().iter().enumerate() {
        let info = &draft.tileset()[*tile];
        let colours: Vec<Colour> =
            (0..256).filter_map(|dot| picture.colour(16 * cell as u32 + dot % 16, dot / 16)).collect();
        assert_eq!(colours[0], info.bg, "{}", info.name);
        assert!(colours.contains(&info.fg), "{}", info.name);
        assert!(colours.iter().all(|colour| [info.fg, info.bg].contains(colour)), "{}", info.name);
    }
    // The middle of the floor's dot.
    assert_eq!(picture.colour(32 + 8, 8), Some(draft.tileset()[Tile::FLOOR].fg));
    assert_eq!(picture.colour(48, 0), None);
}

#[test]
fn rock_behind_rock_is_left_plain() {
    let draft = Draft::parse("#####\n#####\n#####\n#···#\n#####");
    let picture = picture(&draft, 1, Projection::TopDown);
    let has_glyph = |x: u32, y: u32| {
        (0..256).any(|dot| picture.colour(16 * x + dot % 16, 16 * y + dot / 16) == Some(draft.tileset()[Tile::WALL].fg))
    };
    assert!(!has_glyph(2, 0) && !has_glyph(2, 1), "buried");
    assert!(has_glyph(2, 2) && has_glyph(1, 2) && has_glyph(0, 3), "beside the floor");
}

#[test]
fn a_png_file_reads_back_pixel_by_pixel() {
    let mut cave = Recipe::named("caves").unwrap().sized(30, 20).build(5).unwrap().to_draft();
    cave.set(Point::new(3, 3), cave.named("empty").unwrap());
    for projection in BOTH {
        for scale in [1, 3] {
            let picture = picture(&cave, scale, projection);
            let (width, height, pixels) = read_back(&picture);
            assert_eq!((width, height), (picture.width(), picture.height()));
            assert!(pixels == picture.pixels(), "{projection:?} at scale {scale}");
        }
    }
}

#[test]
fn scaling_repeats_pixels() {
    let draft = Draft::parse("##+#\n#·≈#\n####");
    for projection in BOTH {
        let (small, large) = (picture(&draft, 1, projection), picture(&draft, 5, projection));
        assert_eq!((large.width(), large.height()), (small.width() * 5, small.height() * 5));
        for (index, pixel) in large.pixels().iter().enumerate() {
            let (x, y) = (index as u32 % large.width(), index as u32 / large.width());
            let dot = small.colour(x / 5, y / 5).map(|dot| [dot.red, dot.green, dot.blue, dot.opacity]);
            assert_eq!(Some(*pixel), dot);
        }
    }
}

#[test]
fn the_empty_tile_is_transparent() {
    let mut draft = Draft::parse("##");
    draft.set(Point::new(1, 0), draft.named("empty").unwrap());
    for projection in BOTH {
        let picture = picture(&draft, 1, projection);
        assert_eq!(picture.colour(8, 8).unwrap().opacity, 255);
        assert_eq!(picture.colour(24, 8).unwrap().opacity, 0);
    }
}

#[test]
fn the_start_is_white_and_spawns_are_vivid() {
    let mut draft = Draft::parse("#####\n#···#\n#####");
    let plain = BOTH.map(|projection| picture(&draft, 1, projection));
    draft.start = Some(Point::new(1, 1));
    draft.spawns.push(Spawn::new("kobold", Class::Creature, Point::new(3, 1)));
    for (projection, plain) in BOTH.into_iter().zip(plain) {
        let shown = picture(&draft, 1, projection);
        let white = shown.pixels().iter().filter(|pixel| **pixel == [255; 4]).count();
        assert!(white > 20, "{white}");
        let most_vivid = |picture: &Picture, columns: std::ops::Range<u32>| {
            let dots = columns.flat_map(|x| (0..48).filter_map(move |y| picture.colour(x, y)));
            let parts = dots.map(|dot| [dot.red, dot.green, dot.blue]);
            parts.map(|parts| parts.iter().max().unwrap() - parts.iter().min().unwrap()).max().unwrap()
        };
        assert!(most_vivid(&shown, 48..64) > 2 * most_vivid(&plain, 48..64));
        assert_eq!(most_vivid(&shown, 32..48), most_vivid(&plain, 32..48));
    }
}

#[test]
fn in_oblique_pictures_walls_show_their_fronts_and_hide_what_is_behind() {
    let draft = Draft::parse("·····\n·····\n··#··\n·····");
    let picture = picture(&draft, 1, Projection::Oblique);
    let mean = |x: u32, y: u32| {
        let dots = (2..14).flat_map(|dx| (0..3).map(move |dy| (dx, dy)));
        let sum: u32 = dots.filter_map(|(dx, dy)| picture.colour(x + dx, y + dy)).map(|dot| u32::from(dot.red)).sum();
        sum / 36
    };
    // Columns of dots from the top of the wall's cell: half a cell above it is its top, in its lower half its front.
    let (top, front, floor) = (mean(32, 32 + 1), mean(32, 48 + 1), mean(64, 32 + 1));
    assert!(top > front && front > floor, "top {top}, front {front}, floor {floor}");
    // Behind the wall, the lower half of the floor is hidden, and the upper half is not.
    assert!(mean(32, 24 + 10) > floor + 10);
    assert!(mean(32, 24 + 1) <= floor + 1);
    // The wall's shadow is to its right.
    let right = picture.colour(48, 46).unwrap();
    assert!(right.red < draft.tileset()[Tile::FLOOR].bg.red);
}

#[test]
fn water_lies_lower_than_the_floor_behind_it() {
    let draft = Draft::parse("···\n·≈·\n···");
    let picture = picture(&draft, 1, Projection::Oblique);
    let is_blue = |dy: u32| {
        let dot = picture.colour(24, 8 + 16 + dy).unwrap();
        dot.blue > dot.red.saturating_add(20)
    };
    assert!((0..5).all(|dy| !is_blue(dy)), "the bank is stone");
    assert!(is_blue(12), "the water is blue");
}

#[test]
fn projections_differ_and_drawing_again_gives_the_same_bytes() {
    let level = Recipe::named("caves").unwrap().sized(25, 15).build(1).unwrap();
    let [above, front] = BOTH.map(|projection| {
        let files = [0; 2].map(|_| {
            let mut file = Vec::new();
            picture(level.as_draft(), 1, projection).write_png(&mut file).unwrap();
            file
        });
        assert_eq!(files[0], files[1]);
        files[0].clone()
    });
    assert_ne!(above, front);
}

#[test]
fn a_window_draws_the_same_pixels_as_the_whole() {
    let level = Recipe::named("caves").unwrap().build(9).unwrap();
    let window = level.as_draft().window(Rect::new(10, 12, 20, 15));
    for projection in BOTH {
        let (whole, part) = (picture(level.as_draft(), 1, projection), picture(&window, 1, projection));
        // At its edge, the window does not know what is beyond.
        for (x, y) in (32..20 * 16 - 32).flat_map(|x| (32..15 * 16 - 32).map(move |y| (x, y))) {
            assert_eq!(part.colour(x, y), whole.colour(x + 160, y + 12 * 16), "{projection:?} at {x},{y}");
        }
    }
}

#[test]
fn impossible_scales_are_refused() {
    let draft = Draft::parse("##");
    for scale in [0, 17, u32::MAX] {
        let error = draw(&draft, &PictureOptions { scale, ..Default::default() }).unwrap_err();
        assert_eq!(error, PictureError::Scale(scale));
        assert!(error.to_string().contains("from 1 to 16"));
    }
    assert!(draw(&draft, &PictureOptions { scale: 16, ..Default::default() }).is_ok());
}

#[test]
fn pictures_too_large_for_memory_are_refused_with_a_remedy() {
    let draft = Draft::new(Size::new(200, 200), Tileset::standard());
    let error = draw(&draft, &PictureOptions { scale: 16, ..Default::default() }).unwrap_err();
    assert_eq!(error, PictureError::TooLarge { width: 51_200, height: 51_200 });
    let text = error.to_string();
    assert!(text.contains("51200x51200") && text.contains("--scale") && text.contains("--window"), "{text}");
    let long = Draft::new(Size::new(65_536, 600), Tileset::standard());
    assert!(matches!(draw(&long, &PictureOptions::default()), Err(PictureError::TooLarge { .. })));
}

#[test]
fn a_level_without_cells_has_no_picture() {
    let draft = Draft::new(Size::new(0, 5), Tileset::standard());
    assert_eq!(draw(&draft, &PictureOptions::default()), Err(PictureError::Empty));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn any_draft_can_be_drawn(
        (width, height) in (1_u32..12, 1_u32..12),
        tiles in proptest::collection::vec(prop_oneof![9 => 0_u8..22, 1 => any::<u8>()], 1..80),
        (x, y) in any::<(i32, i32)>(),
        places in proptest::collection::vec((-2_i32..14, -2_i32..14), 0..6),
        oblique in any::<bool>(),
    ) {
        let mut draft = Draft::new(Size::new(width, height), Tileset::standard());
        for (at, id) in draft.size().points().zip(tiles.iter().cycle()) {
            draft.set(at, Tile(*id));
        }
        draft.origin = Point::new(x, y);
        draft.start = places.first().map(|(x, y)| Point::new(*x, *y));
        let spawn = |(x, y): &(i32, i32)| Spawn::new("é", Class::Item, Point::new(*x, *y));
        draft.spawns = places.iter().map(spawn).collect();
        let picture = picture(&draft, 1, BOTH[usize::from(oblique)]);
        prop_assert_eq!(picture.width(), 16 * width);
        prop_assert_eq!(picture.pixels().len() as u32, picture.width() * picture.height());
        for depth in [undercroft_export::ColourDepth::True, undercroft_export::ColourDepth::Palette16] {
            prop_assert_eq!(undercroft_export::ansi(&draft, depth).lines().count() as u32, height);
        }
        prop_assert!(undercroft_export::ascii(&draft).is_ascii());
    }
}
