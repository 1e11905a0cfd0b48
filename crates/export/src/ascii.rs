//! The map as plain text: `@` for the start, `<` and `>` for stairs, a letter for each creature, `*` for items.
//!
//! [`unicode`] uses the tiles' own glyphs, from Code Page 437. [`ascii`] replaces those that ASCII lacks, so that the
//! map survives in any terminal, file or e-mail. Tiles of the standard tileset stay as distinct as their glyphs, except
//! that floor (`·`) becomes a dot, like grass:
//!
//! ```text
//! ##########        ##########
//! #··♣♣#≈≈≈#        #..&&#}}}#
//! #·@·♣+~≈≈#   →    #.@.&+~}}#
//! #Ω···#·░░#        #8...#.::#
//! ##########        ##########
//! ```

use std::io::{self, Write};

use undercroft_mapgen::{Draft, cp437};

use crate::appearance::Appearances;

/// The ASCII stand-in for each character of Code Page 437, by code: itself if it is ASCII, otherwise a letter or mark
/// of similar shape or meaning. Water is `}`, weapons are `)` and a statue is `8`, as in other roguelikes; lava is `{`.
/// Box-drawing lines are walls whose joints are `#`, because `+` is a door.
const SUBSTITUTES: &[u8] = concat!(
    " cC%A&*`xoxmfdD*><|!PS-|)v)(L-AV",
    " !\"#$%&'()*+,-./0123456789:;<=>?",
    "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_",
    "`abcdefghijklmnopqrstuvwxyz{|}~A",
    "CueaaaaceeeiiiAAEaAooouuyOUcLYPf",
    "aiounNao?--24!<>:%#|######|#####",
    "####-########-##############_[]\"",
    "aBGnEsutOO8d{pen(+><()/}o;.vn2# ",
)
.as_bytes();

/// The map in pure ASCII, one line per row.
///
/// ```
/// use undercroft_mapgen::Draft;
/// let draft = Draft::parse("#####\n#·≈♣#\n#####");
/// assert_eq!(undercroft_export::ascii(&draft), "#####\n#.}&#\n#####\n");
/// ```
#[must_use]
pub fn ascii(draft: &Draft) -> String {
    text(draft, substitute)
}

/// The map in the tiles' own glyphs, one line per row.
///
/// ```
/// use undercroft_mapgen::Draft;
/// let draft = Draft::parse("#####\n#·≈♣#\n#####");
/// assert_eq!(undercroft_export::unicode(&draft), "#####\n#·≈♣#\n#####\n");
/// ```
#[must_use]
pub fn unicode(draft: &Draft) -> String {
    text(draft, |glyph| glyph)
}

/// Writes the output of [`ascii`] row by row, for maps too large to hold twice.
///
/// # Errors
/// If writing fails.
pub fn write(draft: &Draft, out: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    Appearances::of(draft).each_row(draft, |row| {
        line.clear();
        line.extend(row.iter().map(|look| substitute(look.glyph) as u8));
        line.push(b'\n');
        out.write_all(&line)
    })
}

fn text(draft: &Draft, show: impl Fn(char) -> char) -> String {
    let mut text = String::new();
    // Appending to a string cannot fail.
    let Ok(()) = Appearances::of(draft).each_row(draft, |row| {
        text.extend(row.iter().map(|look| show(look.glyph)));
        text.push('\n');
        Ok::<(), std::convert::Infallible>(())
    });
    text
}

/// The ASCII stand-in for a character; `?` if Code Page 437 does not have it.
///
/// ```
/// use undercroft_export::ascii::substitute;
/// assert_eq!((substitute('≈'), substitute('#')), ('}', '#'));
/// ```
#[must_use]
pub fn substitute(glyph: char) -> char {
    if glyph.is_ascii() {
        return glyph;
    }
    cp437::code(glyph).map_or('?', |code| char::from(SUBSTITUTES[usize::from(code)]))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use undercroft_mapgen::{Class, Point, Recipe, Spawn, Stair, StairKind, Tile, Tileset};

    use super::*;

    #[test]
    fn every_substitute_is_printable_ascii_and_ascii_stands_for_itself() {
        assert_eq!(SUBSTITUTES.len(), 256);
        for (code, substitute) in SUBSTITUTES.iter().enumerate() {
            assert!((b' '..=b'~').contains(substitute), "{code}");
            if (32..127).contains(&code) {
                assert_eq!(usize::from(*substitute), code);
            }
        }
        assert!(SUBSTITUTES.iter().filter(|substitute| **substitute == b'@').count() == 1);
    }

    #[test]
    fn standard_tiles_of_different_glyphs_differ_in_ascii_but_for_floor_and_grass() {
        let mut glyphs: BTreeMap<char, Vec<char>> = BTreeMap::new();
        for (_, tile) in Tileset::standard().iter() {
            let same = glyphs.entry(substitute(tile.glyph)).or_default();
            if !same.contains(&tile.glyph) {
                same.push(tile.glyph);
            }
        }
        glyphs.retain(|_, same| same.len() > 1);
        assert_eq!(glyphs, BTreeMap::from([('.', vec!['·', '.'])]));
    }

    #[test]
    fn the_start_hides_spawns_and_spawns_hide_stairs() {
        let mut draft = Draft::parse("······");
        let spawn = |x| Spawn::new("kobold", Class::Creature, Point::new(x, 0));
        draft.stairs = [0, 1, 2].map(|x| Stair { kind: StairKind::Down, at: Point::new(x, 0) }).to_vec();
        draft.spawns = vec![spawn(1), spawn(2), Spawn { class: Class::Item, ..spawn(4) }, spawn(6)];
        draft.start = Some(Point::new(2, 0));
        assert_eq!(ascii(&draft), ">k@.*.\n");
        assert_eq!(unicode(&draft), ">k@·*·\n");
        draft.start = Some(Point::new(-1, 0));
        assert_eq!(ascii(&draft), ">kk.*.\n");
    }

    #[test]
    fn a_tile_that_the_tileset_lacks_is_a_question_mark() {
        let mut draft = Draft::parse("··");
        draft.set(Point::new(0, 0), Tile(255));
        assert_eq!(ascii(&draft), "?.\n");
    }

    #[test]
    fn text_formats_agree_with_display() {
        let level = Recipe::named("caves").unwrap().build(7).unwrap();
        assert_eq!(unicode(level.as_draft()), level.to_string());
        let mut written = Vec::new();
        write(level.as_draft(), &mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), ascii(level.as_draft()));
        assert!(ascii(level.as_draft()).is_ascii());
    }
}
