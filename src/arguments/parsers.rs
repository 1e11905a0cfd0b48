//! Parsers of argument values. An error shows the expected form.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use undercroft_export::{Format, Overlay, Projection};
use undercroft_mapgen::{Depths, LONGEST_SIDE, MOST_CELLS, Metric, Point, Rect, Size, did_you_mean};

/// The smallest level: one floor cell surrounded by rock.
const SMALLEST: Size = Size::new(3, 3);

/// `80x50`
pub(crate) fn size(typed: &str) -> Result<Size, String> {
    let size = sides(typed).ok_or("expected WIDTHxHEIGHT, as in 80x50")?;
    if size.width < SMALLEST.width || size.height < SMALLEST.height {
        return Err(format!("too small: a level must be at least {SMALLEST}"));
    }
    fits(size)
}

/// `-64,-64,256,256`
pub(crate) fn window(typed: &str) -> Result<Rect, String> {
    let usage = "expected X,Y,WIDTH,HEIGHT, as in 10,5,40,20";
    let parts: Vec<&str> = typed.split(',').map(str::trim).collect();
    let [x, y, width, height] = parts[..] else {
        return Err(usage.into());
    };
    let coordinate = |number: &str| number.parse::<i32>().map_err(|_| usage.to_owned());
    let length = |number: &str| number.parse::<u32>().map_err(|_| usage.to_owned());
    let window = Rect::new(coordinate(x)?, coordinate(y)?, length(width)?, length(height)?);
    if window.is_empty() {
        return Err("too small: a window must be at least 1x1".into());
    }
    fits(window.size())?;
    let ends_inside = |start: i32, length: u32| i64::from(start) + i64::from(length) <= i64::from(i32::MAX) + 1;
    if !ends_inside(window.x, window.width) || !ends_inside(window.y, window.height) {
        return Err(format!("extends beyond the last column or row, {}", i32::MAX));
    }
    Ok(window)
}

/// `0-5`, `3`, `2..` or `all`
pub(crate) fn depths(typed: &str) -> Result<Depths, String> {
    match typed.trim() {
        "all" => Ok(Depths::ALL),
        typed => typed.parse().map_err(|problem| format!("{problem}, or `all`")),
    }
}

/// `12,-5`
pub(crate) fn point(typed: &str) -> Result<Point, String> {
    let numbers = typed.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.map(|(x, y)| Point::new(x, y)).ok_or_else(|| "expected X,Y, as in 12,5".into())
}

/// The side of a cell in pixels: a power of two, so that the 16 pixels of a glyph divide evenly.
pub(crate) fn cell_pixels(typed: &str) -> Result<u32, String> {
    match typed.parse() {
        Ok(pixels @ (1 | 2 | 4 | 8 | 16)) => Ok(pixels),
        _ => Err("expected 1, 2, 4, 8 or 16 pixels per cell".into()),
    }
}

/// A duration in seconds.
pub(crate) fn seconds(typed: &str) -> Result<f64, String> {
    match typed.parse() {
        Ok(seconds) if (0.0..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0 to 600".into()),
    }
}

/// A number of levels, seeds, games or turns.
pub(crate) fn count(typed: &str) -> Result<u64, String> {
    match typed.parse() {
        Ok(0) | Err(_) => Err("expected a whole number, at least 1".into()),
        Ok(count) => Ok(count),
    }
}

/// `scatter.chance=0.45`. The recipe checks that it has the step and the parameter.
pub(crate) fn setting(typed: &str) -> Result<String, String> {
    match typed.split_once('=') {
        Some((path, _)) if path.contains('.') => Ok(typed.to_owned()),
        _ => Err("expected STEP.PARAMETER=VALUE, as in scatter.chance=0.45".into()),
    }
}

/// `path`
pub(crate) fn metric(typed: &str) -> Result<Metric, String> {
    Metric::named(typed.trim()).ok_or_else(|| {
        let suggestion = did_you_mean(typed, Metric::ALL.map(Metric::name));
        format!("unknown metric `{typed}`; {suggestion}")
    })
}

/// `open,path`
pub(crate) fn metric_pair(typed: &str) -> Result<[Metric; 2], String> {
    let (x, y) = typed.split_once(',').ok_or("expected two metrics, as in open,path")?;
    Ok([metric(x)?, metric(y)?])
}

pub(crate) fn format() -> impl TypedValueParser<Value = Format> {
    one_of(&[
        ("ascii", "Plain ASCII text", Format::Ascii),
        ("unicode", "Plain text with the glyphs of the tiles", Format::Unicode),
        ("ansi", "Coloured text for a terminal", Format::Ansi),
        ("json", "Everything about a level: one JSON object per line", Format::Json),
        ("png", "Picture", Format::Png),
        ("gif", "Picture, as a GIF with a single frame", Format::Gif),
        ("svg", "Vector drawing", Format::Svg),
        ("tmx", "Map for Tiled, in XML", Format::Tmx),
        ("tmj", "Map for Tiled, in JSON", Format::Tmj),
        ("ldtk", "Project for LDtk, with all levels in one world", Format::Ldtk),
        ("xp", "Image for REXPaint", Format::Xp),
        ("csv", "Tile ids", Format::Csv),
    ])
}

pub(crate) fn overlay() -> impl TypedValueParser<Value = Overlay> {
    one_of(&[
        (
            "areas",
            "Rooms, corridors, chambers and other areas, each in its own colour, and their links",
            Overlay::Areas,
        ),
        ("distance", "Distance of each cell from the start", Overlay::Distance),
        ("path", "Shortest path to the stairs down", Overlay::Path),
        ("chokepoints", "Cells that would split the level if blocked", Overlay::Chokepoints),
        ("loops", "Rock that can be walked around", Overlay::Loops),
        ("dead-ends", "Corridors that lead nowhere", Overlay::DeadEnds),
        ("rooms", "Rooms, and which ones are neighbours", Overlay::Rooms),
        ("spawns", "Creatures, items, stairs and the start", Overlay::Spawns),
        ("sight", "Field of view from a cell (see --sight-from)", Overlay::Sight),
        (
            "mission",
            "Keys and locks in matching colours, levers, ledges, secret doors, and the walkthrough",
            Overlay::Mission,
        ),
    ])
}

pub(crate) fn projection() -> impl TypedValueParser<Value = Projection> {
    one_of(&[
        ("top-down", "From straight above", Projection::TopDown),
        ("oblique", "From above and in front, so that walls show their faces", Projection::Oblique),
    ])
}

/// Accepts one of these names; the help lists all of them with their descriptions.
fn one_of<T: Copy + Send + Sync>(
    choices: &'static [(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let names = choices.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(|typed| {
        let choice = choices.iter().find(|(name, ..)| **name == typed);
        choice.map(|(.., value)| *value).ok_or("unknown name")
    })
}

fn sides(typed: &str) -> Option<Size> {
    let (width, height) = typed.split_once(['x', 'X', '×'])?;
    Some(Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?))
}

fn fits(size: Size) -> Result<Size, String> {
    let cells = u64::from(size.width) * u64::from(size.height);
    if size.width > LONGEST_SIDE || size.height > LONGEST_SIDE || cells > MOST_CELLS {
        return Err(format!("too large: at most {LONGEST_SIDE} cells on a side and {MOST_CELLS} in all"));
    }
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_may_be_written_with_any_times_sign() {
        for typed in ["80x50", "80X50", "80×50", " 80 x 50 "] {
            assert_eq!(size(typed), Ok(Size::new(80, 50)), "{typed}");
        }
        for typed in ["", "80", "x", "80x", "80x50x3", "-3x5", "80,50", "1e3x5", "99999999999x3"] {
            assert!(size(typed).unwrap_err().contains("WIDTHxHEIGHT"), "{typed}");
        }
        for typed in ["0x5", "1x1", "2x2", "3x2"] {
            assert!(size(typed).unwrap_err().contains("at least 3x3"), "{typed}");
        }
        assert!(size("100000x100000").unwrap_err().contains("at most 65536 cells on a side"));
        assert!(size("65536x65536").unwrap_err().contains("268435456 in all"));
        assert_eq!(size("16384x16384"), Ok(Size::new(16_384, 16_384)));
    }

    #[test]
    fn windows_may_lie_anywhere_that_coordinates_reach() {
        assert_eq!(window("-64,-64,256,256"), Ok(Rect::new(-64, -64, 256, 256)));
        assert_eq!(window("1, 2, 3, 4"), Ok(Rect::new(1, 2, 3, 4)));
        assert!(window("-2147483648,0,10,10").is_ok());
        assert!(window("2147483640,0,8,1").is_ok());
        assert!(window("2147483640,0,9,1").is_err());
        assert!(window("2147483640,0,100,1").unwrap_err().contains("beyond"));
        assert!(window("0,0,0,5").unwrap_err().contains("at least 1x1"));
        assert!(window("0,0,100000,100000").unwrap_err().contains("too large"));
        for typed in ["", "1,2,3", "1,2,3,4,5", "a,b,c,d", "0,0,-1,5"] {
            assert!(window(typed).unwrap_err().contains("X,Y,WIDTH,HEIGHT"), "{typed}");
        }
    }

    #[test]
    fn malformed_depths_points_and_scales_are_refused() {
        assert_eq!(depths("all"), Ok(Depths::ALL));
        assert_eq!(depths("0-5"), Ok(Depths { first: 0, last: Some(5) }));
        for typed in ["", "5-0", "-1", "a-b"] {
            assert!(depths(typed).unwrap_err().contains("`all`"), "{typed}");
        }
        assert_eq!(point("-3, 4"), Ok(Point::new(-3, 4)));
        for typed in ["", "3", "1,2,3", "a,b"] {
            assert!(point(typed).unwrap_err().contains("X,Y"), "{typed}");
        }
        assert_eq!(cell_pixels("8"), Ok(8));
        for typed in ["0", "3", "32", "-1", "x"] {
            assert!(cell_pixels(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn durations_are_at_most_ten_minutes() {
        assert_eq!(seconds("0"), Ok(0.0));
        assert_eq!(seconds("2.5"), Ok(2.5));
        for typed in ["", "-1", "601", "NaN", "inf", "3s"] {
            assert!(seconds(typed).unwrap_err().contains("0 to 600"), "{typed}");
        }
    }

    #[test]
    fn counts_are_at_least_one() {
        assert_eq!(count("1"), Ok(1));
        for typed in ["0", "-1", "", "many", "1.5", "99999999999999999999"] {
            assert!(count(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn settings_need_a_step_a_parameter_and_a_value() {
        assert!(setting("scatter.chance=0.45").is_ok());
        assert!(setting("smooth.2.passes=1").is_ok());
        for typed in ["", "scatter", "scatter.chance", "chance=0.5"] {
            assert!(setting(typed).is_err(), "{typed}");
        }
    }
}
