//! REXPaint pictures, SVG drawings, GIF pictures and tables of ids, each read by independent code.

use gif::{ColorOutput, DecodeOptions};
use rexpaint::XpFile;
use roxmltree::Document;
use undercroft_export::{Animation, Overlay, Picture, csv, draw, svg, xp};
use undercroft_mapgen::{Draft, Point, Size, cp437};

#[test]
fn every_level_reads_back_from_rexpaint() {
    for (_, draft) in crate::levels::all() {
        let mut file = Vec::new();
        xp::write(&draft, &mut file).unwrap();
        let read = XpFile::read(&mut &file[..]).unwrap();
        let [terrain, things] = &read.layers[..] else { panic!("two layers") };
        let size = draft.size();
        for layer in [terrain, things] {
            assert_eq!((layer.width, layer.height), (size.width as usize, size.height as usize));
        }
        let shown: Vec<Point> = draft.spawns.iter().map(|spawn| spawn.at).chain(draft.start).collect();
        let get = |layer: &rexpaint::XpLayer, at: Point| *layer.get(at.x as usize, at.y as usize).unwrap();
        for at in size.points() {
            let (cell, info) = (get(terrain, at), draft.info(at));
            assert_eq!((cell.bg.r, cell.bg.g, cell.bg.b), (info.bg.red, info.bg.green, info.bg.blue));
            let code = u32::from(cp437::code(info.glyph).unwrap());
            assert!(cell.ch == code || cell.ch == u32::from(b' ') && !draft.is_open(at), "{at}: {}", cell.ch);
            let thing = get(things, at);
            let is_stair = draft.stairs.iter().any(|stair| stair.at == at && info.name != stair.kind.tile_name());
            assert_eq!(thing.bg.is_transparent(), !(shown.contains(&at) || is_stair), "{at}");
        }
        if let Some(start) = draft.start {
            assert_eq!(get(things, start).ch, u32::from(b'@'));
        }
    }
}

#[test]
fn every_level_reads_back_from_csv() {
    for (_, draft) in crate::levels::all() {
        let mut text = Vec::new();
        csv::write(&draft, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let ids: Vec<Vec<u8>> =
            text.lines().map(|line| line.split(',').map(|id| id.parse().unwrap()).collect()).collect();
        assert_eq!(ids.len(), draft.size().height as usize);
        for at in draft.size().points() {
            assert_eq!(ids[at.y as usize][at.x as usize], draft.tile(at).0);
        }
    }
}

fn drawing(draft: &Draft, overlays: &[Overlay]) -> String {
    let layers: Vec<_> = overlays.iter().map(|overlay| overlay.of(draft, None)).collect();
    let mut text = Vec::new();
    svg::write(draft, &layers, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Paints the rectangles and glyphs of a drawing, as a browser would.
fn painted(text: &str, size: Size) -> Vec<[u8; 3]> {
    let document = Document::parse(text).unwrap();
    let colour = |text: &str| {
        let part = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
        [part(1), part(3), part(5)]
    };
    let width = size.width as usize * 16;
    let mut pixels = vec![[0; 3]; width * size.height as usize * 16];
    let number = |node: roxmltree::Node<'_, '_>, name: &str| node.attribute(name).unwrap().parse::<usize>().unwrap();
    let group = |id: &str| document.descendants().find(|node| node.attribute("id") == Some(id)).unwrap();
    for rect in group("ground").children().filter(roxmltree::Node::is_element) {
        let (x, y) = (number(rect, "x"), number(rect, "y"));
        for row in y..y + number(rect, "height") {
            pixels[row * width + x..][..number(rect, "width")].fill(colour(rect.attribute("fill").unwrap()));
        }
    }
    for used in group("glyphs").descendants().filter(|node| node.has_tag_name("use")) {
        let shape = group(used.attribute("href").unwrap().trim_start_matches('#')).attribute("d").unwrap();
        let fill = colour(used.parent().unwrap().attribute("fill").unwrap());
        for run in shape.split('M').skip(1) {
            let (place, rest) = run.split_once('h').unwrap();
            let (x, y) = place.split_once(' ').unwrap();
            let length: usize = rest.split_once('v').unwrap().0.parse().unwrap();
            let (x, y) =
                (number(used, "x") + x.parse::<usize>().unwrap(), number(used, "y") + y.parse::<usize>().unwrap());
            pixels[y * width + x..][..length].fill(fill);
        }
    }
    pixels
}

#[test]
fn svg_and_png_show_the_same() {
    for (_, draft) in crate::levels::all() {
        let picture = draw(&draft, &Default::default()).unwrap();
        let expected: Vec<[u8; 3]> =
            picture.pixels().iter().map(|[red, green, blue, _]| [*red, *green, *blue]).collect();
        assert!(painted(&drawing(&draft, &[]), draft.size()) == expected, "{}", draft.metadata.recipe);
    }
}

#[test]
fn each_overlay_is_a_separate_svg_group() {
    for draft in crate::levels::of_recipes().iter().chain(&crate::levels::made_by_hand()) {
        let text = drawing(draft, &Overlay::ALL);
        let document = Document::parse(&text).unwrap();
        for overlay in Overlay::ALL {
            let id = format!("overlay-{}", overlay.name());
            assert_eq!(document.descendants().filter(|node| node.attribute("id") == Some(id.as_str())).count(), 1);
        }
        assert!(document.descendants().any(|node| node.attribute("id") == Some("legend")));
    }
}

/// The frames of a GIF, each as the whole screen with its delay.
fn frames(file: &[u8]) -> (Size, Vec<(u16, Vec<u8>)>) {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(file).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![0; width * height * 4];
    let mut all = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (y, row) in frame.buffer.chunks_exact(usize::from(frame.width) * 4).enumerate() {
            let start = ((usize::from(frame.top) + y) * width + usize::from(frame.left)) * 4;
            screen[start..start + row.len()].copy_from_slice(row);
        }
        all.push((frame.delay, screen.clone()));
    }
    (Size::new(width as u32, height as u32), all)
}

fn opaque(picture: &Picture) -> Vec<u8> {
    picture.pixels().as_flattened().to_vec()
}

#[test]
fn a_gif_of_one_frame_is_the_picture() {
    for draft in crate::levels::of_recipes() {
        let picture = draw(&draft, &Default::default()).unwrap();
        let size = Size::new(picture.width(), picture.height());
        let mut animation = Animation::new(Vec::new(), size, false).unwrap();
        animation.frame(&picture, "", 0).unwrap();
        let (read, frames) = frames(&animation.finish().unwrap());
        assert_eq!((read, frames.len()), (size, 1));
        assert!(frames[0].1 == opaque(&picture), "{}", draft.metadata.recipe);
    }
}

#[test]
fn later_frames_hold_only_what_changed() {
    let drafts = ["#####\n#####\n#####", "#####\n#.###\n#####", "##.##\n#.#.#\n#####", "##.##\n#.#.#\n#####"];
    let pictures: Vec<Picture> =
        drafts.iter().map(|text| draw(&Draft::parse(text), &Default::default()).unwrap()).collect();
    let mut animation = Animation::new(Vec::new(), Size::new(80, 48), true).unwrap();
    for (index, picture) in (0..).zip(&pictures) {
        animation.frame(picture, "the same words", 10 + index).unwrap();
    }
    let file = animation.finish().unwrap();
    let (size, frames) = frames(&file);
    assert_eq!(size.width, 80);
    assert!(size.height > 48, "there is a line for the words");
    assert_eq!(frames.iter().map(|(delay, _)| *delay).collect::<Vec<_>>(), [10, 11, 12, 13]);
    for ((_, screen), picture) in frames.iter().zip(&pictures) {
        assert!(screen.starts_with(&opaque(picture)));
    }
    let wrong = draw(&Draft::parse("..."), &Default::default()).unwrap();
    assert!(Animation::new(Vec::new(), Size::new(80, 48), true).unwrap().frame(&wrong, "", 1).is_err());
    assert!(Animation::new(Vec::new(), Size::new(70_000, 48), true).is_err());
}

#[test]
fn an_animation_may_use_more_than_256_colours() {
    let level = undercroft_mapgen::Recipe::named("caves").unwrap().sized(40, 30).build(1).unwrap();
    let layers = [Overlay::Distance.of(level.as_draft(), None)];
    let oblique = undercroft_export::PictureOptions { projection: undercroft_export::Projection::Oblique, scale: 1 };
    let picture = undercroft_export::draw_with_overlays(level.as_draft(), &oblique, &layers).unwrap();
    let size = Size::new(picture.width(), picture.height());
    let mut animation = Animation::new(Vec::new(), size, false).unwrap();
    animation.frame(&picture, "", 0).unwrap();
    let (read, frames) = frames(&animation.finish().unwrap());
    assert_eq!(read, size);
    let far = frames[0].1.iter().zip(opaque(&picture)).map(|(a, b)| u64::from(a.abs_diff(b))).sum::<u64>();
    assert!(far / (frames[0].1.len() as u64) < 8, "colours are near to what they were");
}
