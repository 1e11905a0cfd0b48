//! A pattern of missions as a graph: its regions from left to right, what they hold, and the links between them. A key and
//! its locks have the same colour, and so have a lever and its gates.

use plotters::prelude::*;
use undercroft_mapgen::{Pattern, RegionOutline};

use super::{Canvas, Drawn, Figure, INK, LINE, MARGIN, heading, label};

/// The colours of keys and levers, in the order of the graph. All are dark enough to read on white.
const MATCHING: [RGBColor; 8] = [
    RGBColor(0xc0, 0x2b, 0x2b),
    RGBColor(0x1f, 0x5f, 0xb4),
    RGBColor(0x1d, 0x80, 0x40),
    RGBColor(0x9a, 0x4f, 0xb5),
    RGBColor(0xb5, 0x65, 0x00),
    RGBColor(0x00, 0x80, 0x86),
    RGBColor(0x8a, 0x6d, 0x00),
    RGBColor(0xb0, 0x2f, 0x7c),
];
const BOX_FILL: RGBColor = RGBColor(0xf4, 0xf2, 0xec);
/// The width of a letter.
const LETTER: i32 = 8;
/// The space between columns besides the links' words.
const BEND: i32 = 40;
/// Half the distance between two links of the same region.
const ASIDE: i32 = 13;
/// The space between rows.
const GAP: i32 = 22;
const HEADER: i32 = 2 * LINE + MARGIN;

pub(crate) struct MissionGraph<'a> {
    pattern: &'a Pattern,
    regions: Vec<RegionOutline>,
    /// The column of each region, and the middle of its box in half rows.
    places: Vec<(i32, i32)>,
    columns: i32,
    half_rows: i32,
}

impl<'a> MissionGraph<'a> {
    pub(crate) fn of(pattern: &'a Pattern) -> Self {
        let regions = pattern.outline();
        let mut graph = Self { pattern, places: vec![(0, 0); regions.len()], regions, columns: 1, half_rows: 0 };
        graph.place(0, 0);
        graph
    }

    /// Places a region beside the middle of those that are entered from it.
    fn place(&mut self, region: usize, column: i32) {
        self.columns = self.columns.max(column + 1);
        let inside: Vec<usize> = (1..self.regions.len()).filter(|other| self.regions[*other].from == region).collect();
        inside.iter().for_each(|other| self.place(*other, column + 1));
        let middle = match (inside.first(), inside.last()) {
            (Some(first), Some(last)) => (self.places[*first].1 + self.places[*last].1) / 2,
            _ => {
                self.half_rows += 2;
                self.half_rows - 1
            }
        };
        self.places[region] = (column, middle);
    }

    fn letters(&self, of: impl Fn(&RegionOutline) -> usize) -> i32 {
        self.regions.iter().map(of).max().unwrap_or(0) as i32
    }

    fn box_width(&self) -> i32 {
        let longest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        LETTER * self.letters(|region| region.name.chars().count().max(longest(&region.holds))) + 2 * LETTER
    }

    fn column_width(&self) -> i32 {
        let longest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        self.box_width() + LETTER * self.letters(|region| longest(&region.links)) + BEND
    }

    fn row_height(&self) -> i32 {
        LINE * (1 + self.letters(|region| region.holds.len())) + LETTER + GAP
    }

    /// The box of a region: left, top, right, bottom.
    fn bounds(&self, region: usize) -> [i32; 4] {
        let (column, middle) = self.places[region];
        let left = MARGIN + column * self.column_width();
        let y = HEADER + middle * self.row_height() / 2;
        let half = (LINE * (1 + self.regions[region].holds.len() as i32) + LETTER) / 2;
        [left, y - half, left + self.box_width(), y + half]
    }

    /// The colour of a holding or a link: that of the key or the lever in it.
    fn colour(&self, text: &str) -> RGBColor {
        let named = |text: &str| -> Option<(bool, String)> {
            let (what, name) = text.split_once(' ')?;
            Some((matches!(what, "key" | "locked"), name.to_owned()))
        };
        let mut known: Vec<(bool, String)> = Vec::new();
        for held in self.regions.iter().flat_map(|region| region.holds.iter()).filter_map(|text| named(text)) {
            if !known.contains(&held) {
                known.push(held);
            }
        }
        let found = named(text).and_then(|held| known.iter().position(|other| *other == held));
        found.map_or(INK, |index| MATCHING[index % MATCHING.len()])
    }

    /// Draws a link from the box it leaves to the box it leads into, as high as `aside` says.
    fn link<B: DrawingBackend>(&self, canvas: &Canvas<B>, region: usize, text: &str, aside: i32) -> Drawn<B> {
        let [_, top, right, bottom] = self.bounds(self.regions[region].from);
        let [left, inner_top, _, inner_bottom] = self.bounds(region);
        let (from, to) = ((top + bottom) / 2 + aside, (inner_top + inner_bottom) / 2 + aside);
        let bend = right + BEND / 2 - aside.signum() * aside.abs().min(8);
        let colour = self.colour(text);
        let line = vec![(right, from), (bend, from), (bend, to), (left, to)];
        canvas.draw(&PathElement::new(line, colour.stroke_width(2)))?;
        canvas.draw(&Text::new(text.to_owned(), (bend + 6, to - LINE + 3), label().color(&colour)))?;
        let tip = |x: i32, y: i32, back: i32| {
            Polygon::new(vec![(x, y), (x + back, y - 5), (x + back, y + 5)], colour.filled())
        };
        match text {
            "drop" => canvas.draw(&tip(left, to, -10)),
            "climb-down" => canvas.draw(&tip(right, from, 10)),
            _ => Ok(()),
        }
    }
}

impl Figure for MissionGraph<'_> {
    fn size(&self) -> (u32, u32) {
        let graph = (self.columns - 1) * self.column_width() + self.box_width();
        let width = graph.max(LETTER * self.pattern.description().chars().count() as i32) + 2 * MARGIN;
        (width as u32, (HEADER + self.half_rows * self.row_height() / 2 + MARGIN) as u32)
    }

    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Drawn<B> {
        canvas.draw(&Text::new(self.pattern.name().to_owned(), (MARGIN, MARGIN / 2), heading()))?;
        canvas.draw(&Text::new(self.pattern.description().to_owned(), (MARGIN, MARGIN / 2 + LINE), label()))?;
        for (index, region) in self.regions.iter().enumerate() {
            let both = region.links.len() > 1;
            for (link, text) in region.links.iter().enumerate() {
                let aside = if both { ASIDE * (2 * link as i32 - 1) } else { 0 };
                self.link(canvas, index, text, aside)?;
            }
        }
        for (index, region) in self.regions.iter().enumerate() {
            let [left, top, right, bottom] = self.bounds(index);
            canvas.draw(&Rectangle::new([(left, top), (right, bottom)], BOX_FILL.filled()))?;
            canvas.draw(&Rectangle::new([(left, top), (right, bottom)], INK.stroke_width(1)))?;
            let title = ("sans-serif", 13).into_font().style(FontStyle::Bold).color(&INK);
            canvas.draw(&Text::new(region.name.clone(), (left + LETTER, top + 4), title))?;
            for (row, held) in (1..).zip(&region.holds) {
                let place = (left + LETTER, top + 4 + row * LINE);
                canvas.draw(&Text::new(held.clone(), place, label().color(&self.colour(held))))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_boxes_overlap_and_everything_is_on_the_canvas() {
        for pattern in Pattern::all() {
            let graph = MissionGraph::of(pattern);
            let (width, height) = graph.size();
            let boxes: Vec<[i32; 4]> = (0..graph.regions.len()).map(|region| graph.bounds(region)).collect();
            for (index, one) in boxes.iter().enumerate() {
                assert!(
                    one[0] > 0 && one[1] > 0 && one[2] < width as i32 && one[3] < height as i32,
                    "{}",
                    pattern.name()
                );
                for other in &boxes[..index] {
                    let apart = one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1];
                    assert!(apart, "{}: {one:?} and {other:?}", pattern.name());
                }
            }
        }
    }

    #[test]
    fn a_key_and_its_lock_have_the_same_colour_and_others_another() {
        let pattern = Pattern::all().iter().find(|pattern| pattern.name() == "keys-in-order").unwrap();
        let graph = MissionGraph::of(pattern);
        assert_eq!(graph.colour("key red"), graph.colour("locked red"));
        assert_ne!(graph.colour("key red"), graph.colour("key blue"));
        assert_eq!(graph.colour("open"), INK);
        let svg = super::super::svg(&graph).unwrap();
        for text in ["keys-in-order", "start", "key red", "locked blue", "goal"] {
            assert!(svg.contains(text), "{text} is missing:\n{svg}");
        }
    }
}
