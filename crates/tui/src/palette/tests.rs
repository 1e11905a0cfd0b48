//! Checks every palette against the whole content: glyphs are legible on every tile and can be told apart, even by players
//! with colour blindness, which is simulated by the matrices of Machado, Oliveira and Fernandes (2009).

use undercroft_export::ascii::substitute;
use undercroft_game::{GameContent, Trait};
use undercroft_mapgen::{Colour, SourceFile, TileInfo, Tileset};

use super::*;
use crate::contrast::contrast;
use crate::settings::{Settings, Theme};

/// The least difference between colours that share a glyph, in CIE 1976 L*a*b*. A careful eye notices 2.3.
const APART: f64 = 15.0;

type Matrix = [[f64; 3]; 3];

const PROTANOPIA: Matrix =
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
const DEUTERANOPIA: Matrix =
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
const TRITANOPIA: Matrix =
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];

fn linear(colour: Colour) -> [f64; 3] {
    [colour.red, colour.green, colour.blue].map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

/// The colour as seen by the players that the palette is made for.
fn seen(palette: Palette, colour: Colour) -> Colour {
    let matrix = match palette {
        Palette::Protanopia => PROTANOPIA,
        Palette::Deuteranopia => DEUTERANOPIA,
        Palette::Tritanopia => TRITANOPIA,
        Palette::Standard | Palette::HighContrast => return colour,
    };
    let light = linear(colour);
    let [red, green, blue] = matrix.map(|row| {
        let part = row.iter().zip(light).map(|(share, light)| share * light).sum::<f64>().clamp(0.0, 1.0);
        let part = if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
        (part * 255.0).round() as u8
    });
    Colour { red, green, blue, opacity: 255 }
}

fn lab(colour: Colour) -> [f64; 3] {
    let [red, green, blue] = linear(colour);
    let part = |value: f64| if value > 0.008856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 };
    let x = part((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
    let y = part(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    let z = part((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// How different two colours look.
fn difference(palette: Palette, one: Colour, other: Colour) -> f64 {
    let (one, other) = (lab(seen(palette, one)), lab(seen(palette, other)));
    one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// The lower of two contrasts: as seen by the players the palette is made for, and by everyone else.
fn least_contrast(palette: Palette, fg: Colour, bg: Colour) -> f64 {
    contrast(fg, bg).min(contrast(seen(palette, fg), seen(palette, bg)))
}

fn theme_of(palette: Palette) -> Theme {
    let text = format!("[screen]\npalette = \"{}\"", palette.name());
    Settings::read(SourceFile::new("s.toml", &text)).unwrap().theme
}

static TILES: LazyLock<std::sync::Arc<Tileset>> = LazyLock::new(Tileset::standard);

/// The tiles that can be seen.
fn tiles() -> impl Iterator<Item = &'static TileInfo> {
    TILES.iter().map(|(_, tile)| tile).filter(|tile| tile.fg.opacity > 0)
}

/// What flyers can cross, besides walkable ground.
const FLOWN_OVER: [&str; 3] = ["water", "lava", "pit"];

const fn in_sight(palette: Palette) -> f64 {
    if matches!(palette, Palette::HighContrast) { 7.0 } else { IN_SIGHT }
}

#[test]
fn everything_in_sight_has_a_contrast_of_4_and_a_half_and_7_in_the_palette_for_it() {
    let content = GameContent::standard();
    for palette in Palette::ALL {
        let (theme, least) = (theme_of(palette), in_sight(palette));
        let check = |what: &str, fg: Colour, on: &str, bg: Colour| {
            let found = least_contrast(palette, fg, bg);
            assert!(found >= least, "{}: {what} {fg} on {on} {bg}: {found:.2}", palette.name());
        };
        for tile in tiles() {
            check(&tile.name, palette.face(tile, tile.face()).fg, "itself", palette.face(tile, tile.face()).bg);
            // The tops and fronts of blocks need no more contrast than anything else in sight.
            for face in [tile.top, tile.front].map(|face| palette.face(tile, face)) {
                let found = contrast(face.fg, face.bg);
                assert!(!tile.is_raised() || found >= IN_SIGHT, "{}: {}: {found:.2}", palette.name(), tile.name);
            }
        }
        let mut grounds: Vec<(&str, Colour)> =
            vec![("the background", theme.background), ("a selected line", theme.selection)];
        let bg = |tile: &TileInfo| palette.face(tile, tile.face()).bg;
        grounds.extend(tiles().filter(|tile| tile.walkable).map(|tile| (tile.name.as_str(), bg(tile))));
        let air = tiles().filter(|tile| FLOWN_OVER.contains(&tile.name.as_str()));
        let air: Vec<(&str, Colour)> = air.map(|tile| (tile.name.as_str(), bg(tile))).collect();
        assert_eq!(air.len(), FLOWN_OVER.len());
        for kind in content.creatures().map(|(_, kind)| kind) {
            let flies = kind.traits.contains(&Trait::Fly);
            for (on, bg) in grounds.iter().chain(air.iter().filter(|_| flies)) {
                check(&kind.name, palette.creature(kind), on, *bg);
            }
        }
        for kind in content.items().map(|(_, kind)| kind) {
            for (on, bg) in &grounds {
                check(&kind.name, palette.item(kind), on, *bg);
            }
        }
    }
}

#[test]
fn remembered_ground_has_a_contrast_of_3_and_4_and_a_half_in_the_palette_for_it() {
    let content = GameContent::standard();
    for palette in Palette::ALL {
        let least = if palette == Palette::HighContrast { 4.5 } else { 3.0 };
        for tile in tiles() {
            let face = palette.face(tile, tile.face());
            let items = content.items().map(|(_, kind)| palette.item(kind)).filter(|_| tile.walkable);
            for fg in items.chain([face.fg]) {
                let (fg, bg) = palette.remembered(fg, face.bg, 160);
                assert!(contrast(fg, bg) >= least, "{}: {}: {:.2}", palette.name(), tile.name, contrast(fg, bg));
                assert!(contrast(fg, bg) < 21.0 && bg != face.bg, "it is darker than what is in sight");
            }
        }
    }
}

#[test]
fn text_can_be_read_everywhere() {
    for palette in Palette::ALL {
        let (theme, least) = (theme_of(palette), in_sight(palette));
        for (name, fg) in [
            ("text", theme.text),
            ("faint", theme.faint),
            ("title", theme.title),
            ("accent", theme.accent),
            ("hero", theme.hero),
            ("good", theme.good),
            ("warning", theme.warning),
            ("danger", theme.danger),
            ("magic", theme.magic),
        ] {
            for bg in [theme.background, theme.selection] {
                let found = least_contrast(palette, fg, bg);
                assert!(found >= least, "{}: {name} {fg} on {bg}: {found:.2}", palette.name());
            }
        }
        let bars = [theme.health, theme.health_low, theme.health_critical, theme.experience, theme.food];
        for bar in bars {
            let found = least_contrast(palette, theme.hero, bar);
            assert!(found >= least, "{}: a value on a bar {bar}: {found:.2}", palette.name());
        }
        let frame = contrast(theme.boxes, theme.background);
        assert!(frame >= 3.0, "{}: frames: {frame:.2}", palette.name());
    }
}

#[test]
fn tones_and_bars_that_mean_different_things_look_different() {
    for palette in Palette::ALL {
        let theme = theme_of(palette);
        let tones = [theme.text, theme.good, theme.warning, theme.danger];
        let bars = [theme.health, theme.health_low, theme.health_critical];
        for group in [tones.as_slice(), bars.as_slice()] {
            for (index, one) in group.iter().enumerate() {
                for other in &group[..index] {
                    let found = difference(palette, *one, *other);
                    assert!(found >= APART, "{}: {one} and {other}: {found:.1}", palette.name());
                }
            }
        }
    }
}

/// Something that can stand beside other things.
struct Thing {
    name: String,
    /// What else may share its glyph: items that can be carried, or plain walkable tiles.
    family: String,
    glyph: char,
}

fn things() -> Vec<Thing> {
    let content = GameContent::standard();
    let creatures = content.creatures().map(|(_, kind)| Thing {
        name: kind.name.clone(),
        family: kind.name.clone(),
        glyph: kind.glyph,
    });
    let items = content.items().map(|(_, kind)| {
        // Items that can be carried may share a glyph if they differ in colour.
        let family = if kind.class.is_portable() { "item".into() } else { kind.class.name().to_owned() };
        Thing { name: kind.name.clone(), family, glyph: kind.glyph }
    });
    let ground = ["floor", "carpet", "grass", "path"];
    let tiles = tiles().map(|tile| {
        let family = if ground.contains(&tile.name.as_str()) { "ground".into() } else { tile.name.clone() };
        Thing { name: tile.name.clone(), family, glyph: tile.glyph }
    });
    creatures.chain(items).chain(tiles).collect()
}

#[test]
fn things_of_different_kinds_never_share_a_glyph_not_even_in_ascii() {
    let things = things();
    for (index, one) in things.iter().enumerate() {
        for other in things[..index].iter().filter(|other| other.family != one.family) {
            assert_ne!(one.glyph, other.glyph, "{} and {}", one.name, other.name);
            assert_ne!(substitute(one.glyph), substitute(other.glyph), "{} and {} in ASCII", one.name, other.name);
        }
    }
}

#[test]
fn what_shares_a_glyph_differs_in_colour() {
    let content = GameContent::standard();
    for palette in Palette::ALL {
        let items = content.items().map(|(_, kind)| (kind.name.as_str(), kind.glyph, palette.item(kind)));
        let creatures = content.creatures().map(|(_, kind)| (kind.name.as_str(), kind.glyph, palette.creature(kind)));
        let tiles = tiles()
            .filter(|tile| !tile.name.contains("door"))
            .map(|tile| (tile.name.as_str(), tile.glyph, palette.face(tile, tile.face()).fg));
        let all: Vec<(&str, char, Colour)> = items.chain(creatures).chain(tiles).collect();
        for (index, (one, glyph, colour)) in all.iter().enumerate() {
            for (other, _, other_colour) in all[..index].iter().filter(|(_, known, _)| known == glyph) {
                let found = difference(palette, *colour, *other_colour);
                assert!(found >= APART, "{}: {one} and {other} are {glyph}: {found:.1}", palette.name());
            }
        }
    }
}

#[test]
fn palettes_name_only_what_exists() {
    let content = GameContent::standard();
    for palette in Palette::ALL {
        let file = palette.file();
        for name in file.tiles.keys() {
            assert!(Tileset::standard().id(name).is_some(), "{}: {name}", palette.name());
        }
        for name in file.creatures.keys() {
            assert!(content.creature_named(name).is_some(), "{}: {name}", palette.name());
        }
        for name in file.items.keys() {
            assert!(content.item_named(name).is_some(), "{}: {name}", palette.name());
        }
    }
}
