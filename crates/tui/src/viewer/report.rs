//! A report on a draft: its figures, the distances from the start, and an overlay cell by cell.

use std::collections::BTreeMap;

use undercroft_export::Overlay;
use undercroft_export::overlay::{Mark, OverlayLayer};
use undercroft_grid::{Distances, Neighbours, bresenham};
use undercroft_mapgen::{Colour, Draft, Grid, Metric, Point, Size, Survey};

/// The figures to show.
const FIGURES: [Metric; 9] = [
    Metric::Open,
    Metric::Rooms,
    Metric::Path,
    Metric::Loops,
    Metric::DeadEnds,
    Metric::Detour,
    Metric::Doors,
    Metric::Creatures,
    Metric::Items,
];
/// Levels with more cells get no distances: each takes four bytes.
const MOST_DISTANCES: usize = 4 << 20;
/// The symbols that replace the colours of a legend on a monochrome screen.
const SYMBOLS: [char; 6] = ['*', '=', '%', '~', '$', '&'];

/// The chosen overlay, and the latest report.
#[derive(Debug, Default)]
pub(super) struct Inspection {
    pub(super) overlay: Option<Overlay>,
    pub(super) report: Option<Report>,
}

impl Inspection {
    /// The layer of the chosen overlay, once it has been computed.
    pub(super) fn layer(&self) -> Option<&Layer> {
        self.report.as_ref()?.layer.as_ref().filter(|layer| Some(layer.overlay) == self.overlay)
    }

    pub(super) fn figures(&self) -> &[(&'static str, String)] {
        self.report.as_ref().map_or(&[], |report| &report.figures)
    }
}

/// A report on a draft.
#[derive(Debug)]
pub(super) struct Report {
    /// Names and values.
    figures: Vec<(&'static str, String)>,
    pub(super) distances: Option<Distances>,
    layer: Option<Layer>,
}

impl Report {
    /// Reports on a draft, with an overlay; the sight overlay looks from the given cell, or else from the start.
    pub(super) fn of(draft: &Draft, overlay: Option<(Overlay, Option<Point>)>) -> Self {
        let survey = Survey::of_draft(draft);
        let figures = FIGURES.iter().filter_map(|metric| Some((metric.name(), number(*metric, &survey)?))).collect();
        let start = draft.start.or(draft.arrival()).filter(|_| draft.size().area() <= MOST_DISTANCES);
        let distances = start.map(|start| Distances::from(draft.open(), [start], Neighbours::Four));
        let layer = overlay.map(|(overlay, from)| Layer::of(&overlay.of(draft, from), draft.size()));
        Self { figures, distances, layer }
    }
}

fn number(metric: Metric, survey: &Survey<'_>) -> Option<String> {
    let value = metric.measure(survey)?;
    Some(match metric {
        Metric::Open => format!("{:.0} %", value * 100.0),
        Metric::Detour => format!("{value:.1}"),
        // Most recipes have none, so a zero is not worth a line.
        Metric::Creatures | Metric::Items | Metric::Doors if value == 0.0 => return None,
        _ => format!("{value:.0}"),
    })
}

/// An overlay cell by cell.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) overlay: Overlay,
    /// The colours, what stands for each on a monochrome screen, and what they mean.
    pub(super) legend: Vec<(Colour, char, String)>,
    /// One more than the index of a cell's colour; 0 for none.
    fills: Grid<u8>,
    colours: Vec<(Colour, Option<char>)>,
    /// The marks on cells, by row and column: a glyph that replaces the one of the map, and a colour.
    signs: BTreeMap<(i32, i32), (Option<char>, Colour)>,
}

impl Layer {
    fn of(layer: &OverlayLayer, size: Size) -> Self {
        let legend = layer.legend.iter().enumerate().map(|(index, (colour, text))| {
            let symbol = symbol(layer, *colour).unwrap_or(SYMBOLS[index % SYMBOLS.len()]);
            (*colour, symbol, text.clone())
        });
        let mut raster = Self {
            overlay: layer.overlay,
            legend: legend.collect(),
            fills: Grid::new(size, 0),
            colours: Vec::new(),
            signs: BTreeMap::new(),
        };
        for mark in &layer.marks {
            raster.put(mark, layer);
        }
        raster
    }

    fn put(&mut self, mark: &Mark, layer: &OverlayLayer) {
        match mark {
            Mark::Fill { area, colour } => {
                let index = self.index(*colour, layer);
                let area = area.intersection(self.fills.size().rect());
                for y in area.y..area.bottom() {
                    // Both are inside the row: the rectangle was clipped to the map.
                    self.fills.row_mut(y as u32)[area.x as usize..area.right() as usize].fill(index);
                }
            }
            // Black lines only serve to outline others in pictures.
            Mark::Line { colour, .. } if (colour.red, colour.green, colour.blue) == (0, 0, 0) => {}
            Mark::Line { points, colour, .. } => {
                for pair in points.windows(2) {
                    for at in bresenham(pair[0], pair[1]) {
                        self.sign(at, Some('•'), *colour);
                    }
                }
            }
            Mark::Ring { at, colour, .. } => self.sign(*at, None, *colour),
            Mark::Cross { at, colour } => self.sign(*at, Some('x'), *colour),
            Mark::Text { at, text, colour } => {
                let left = at.x - text.chars().count() as i32 / 2;
                for (x, letter) in (left..).zip(text.chars()) {
                    self.sign(Point::new(x, at.y), Some(letter), *colour);
                }
            }
            // The cells inside the frame are filled.
            Mark::Frame { .. } => {}
        }
    }

    /// The number of a colour. Where there are too many to tell apart, the last ones share one.
    fn index(&mut self, colour: Colour, layer: &OverlayLayer) -> u8 {
        let found = self.colours.iter().position(|(known, _)| *known == colour);
        let index = found.unwrap_or_else(|| {
            if self.colours.len() < 254 {
                let letter = char::from(b'A' + (self.colours.len() % 26) as u8);
                let symbol = match colour {
                    // Out of sight.
                    Colour { red: 0, green: 0, blue: 0, .. } => Some(' '),
                    // So faint that the map should show through.
                    Colour { opacity: ..70, .. } => None,
                    _ => Some(symbol(layer, colour).unwrap_or(letter)),
                };
                self.colours.push((colour, symbol));
            }
            self.colours.len() - 1
        });
        index as u8 + 1
    }

    fn sign(&mut self, at: Point, glyph: Option<char>, colour: Colour) {
        let glyph = glyph.or_else(|| self.signs.get(&(at.y, at.x)).and_then(|below| below.0));
        self.signs.insert((at.y, at.x), (glyph, colour));
    }

    /// The colour over a cell, and what stands for it on a monochrome screen.
    pub(super) fn fill(&self, at: Point) -> Option<(Colour, Option<char>)> {
        let index = usize::from(*self.fills.get(at)?).checked_sub(1)?;
        self.colours.get(index).copied()
    }

    pub(super) fn sign_at(&self, at: Point) -> Option<(Option<char>, Colour)> {
        self.signs.get(&(at.y, at.x)).copied()
    }
}

/// What stands for a colour on a monochrome screen: a digit for the distance, or the symbol of the legend.
fn symbol(layer: &OverlayLayer, colour: Colour) -> Option<char> {
    if layer.overlay == Overlay::Distance {
        // Farther is brighter.
        let light = |colour: Colour| u32::from(colour.red) + u32::from(colour.green) + u32::from(colour.blue);
        let (near, far) = (light(layer.legend.first()?.0), light(layer.legend.last()?.0));
        let share = light(colour).saturating_sub(near) * 9 / far.saturating_sub(near).max(1);
        return char::from_digit(share.min(9), 10);
    }
    let same = |known: &Colour| (known.red, known.green, known.blue) == (colour.red, colour.green, colour.blue);
    let index = layer.legend.iter().position(|(known, _)| same(known))?;
    SYMBOLS.get(index).copied()
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::Recipe;

    use super::*;

    #[test]
    fn every_overlay_marks_some_cells_and_has_a_legend() {
        for overlay in Overlay::ALL {
            let recipe = if overlay == Overlay::Mission { "keep" } else { "halls" };
            let level = Recipe::named(recipe).unwrap().build(7).unwrap();
            let report = Report::of(level.as_draft(), Some((overlay, None)));
            let layer = report.layer.unwrap();
            let marked = |at: &Point| layer.fill(*at).is_some() || layer.sign_at(*at).is_some();
            assert!(level.size().points().filter(marked).count() > 0, "{}", overlay.name());
            assert!(!layer.legend.is_empty(), "{}", overlay.name());
        }
    }

    #[test]
    fn the_path_overlay_marks_the_path() {
        let mut draft = Draft::parse("######\n#...>#\n######");
        draft.start = Some(Point::new(1, 1));
        let layer = Report::of(&draft, Some((Overlay::Path, None))).layer.unwrap();
        let signs: Vec<bool> = (0..6).map(|x| layer.sign_at(Point::new(x, 1)).is_some()).collect();
        assert_eq!(signs, [false, true, true, true, true, false]);
        let heat = Report::of(&draft, Some((Overlay::Distance, None))).layer.unwrap();
        let digits: String = (1..5).filter_map(|x| heat.fill(Point::new(x, 1))?.1).collect();
        assert!(digits.starts_with('0') && digits.ends_with('9'), "{digits}");
    }
}
