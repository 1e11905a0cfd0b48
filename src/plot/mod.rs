//! Plots as SVG and PNG, drawn with plotters.
//!
//! SVG viewers bring their own fonts. For PNG, a small backend draws on our own pictures with our own bitmap font, so that
//! plots need no font on the machine and are the same everywhere.

mod bar_chart;
mod bins;
mod expressive_range;
mod game_charts;
mod histogram;
mod mission_graph;
mod raster;
mod units;

use plotters::coord::Shift;
use plotters::prelude::*;
use undercroft_export::Picture;

pub(crate) use bar_chart::BarChart;
pub(crate) use bins::Bins;
pub(crate) use expressive_range::ExpressiveRange;
pub(crate) use game_charts::GameCharts;
pub(crate) use histogram::Histograms;
pub(crate) use mission_graph::MissionGraph;

type Canvas<B> = DrawingArea<B, Shift>;
type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// The colours of the first and the second recipe.
const SERIES: [RGBColor; 2] = [RGBColor(0xd9, 0x7a, 0x1a), RGBColor(0x1f, 0x77, 0xb4)];
const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
const GRID: RGBColor = RGBColor(0xe4, 0xe2, 0xdc);
/// The height of a line of text, and the distance of text from the edges.
const LINE: i32 = 20;
const MARGIN: i32 = 16;

/// Something that can be drawn at a fixed size.
pub(crate) trait Figure {
    fn size(&self) -> (u32, u32);

    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Drawn<B>;
}

pub(crate) fn svg(figure: &impl Figure) -> anyhow::Result<String> {
    let mut text = String::new();
    render(figure, SVGBackend::with_string(&mut text, figure.size()))?;
    Ok(text)
}

pub(crate) fn picture(figure: &impl Figure) -> anyhow::Result<Picture> {
    let (width, height) = figure.size();
    let mut picture = Picture::new(width, height);
    render(figure, raster::Raster(&mut picture))?;
    Ok(picture)
}

fn render<B: DrawingBackend<ErrorType: 'static>>(figure: &impl Figure, backend: B) -> anyhow::Result<()> {
    let canvas = backend.into_drawing_area();
    canvas.fill(&WHITE)?;
    figure.draw(&canvas)?;
    Ok(canvas.present()?)
}

fn label() -> TextStyle<'static> {
    ("sans-serif", 13).into_font().color(&INK)
}

fn heading() -> TextStyle<'static> {
    ("sans-serif", 15).into_font().style(FontStyle::Bold).color(&INK)
}

/// Draws the title and, for several recipes, the key of their colours; returns the area below.
fn with_title<B: DrawingBackend>(
    canvas: &Canvas<B>,
    title: &str,
    names: &[&str],
) -> Result<Canvas<B>, DrawingAreaErrorKind<B::ErrorType>> {
    let (header, body) = canvas.split_vertically(header_height(names));
    header.draw(&Text::new(title.to_owned(), (MARGIN, MARGIN / 2), heading()))?;
    let mut x = MARGIN;
    for (name, colour) in names.iter().zip(SERIES).filter(|_| names.len() > 1) {
        let y = MARGIN / 2 + LINE + 6;
        header.draw(&Rectangle::new([(x, y), (x + 12, y + 12)], colour.filled()))?;
        header.draw(&Text::new((*name).to_owned(), (x + 18, y - 2), label()))?;
        x += 40 + 9 * name.chars().count() as i32;
    }
    Ok(body)
}

const fn header_height(names: &[&str]) -> i32 {
    MARGIN + if names.len() > 1 { 2 * LINE } else { LINE }
}

/// The space below an axis for its ticks and its description.
const AXIS: i32 = 48;

/// A tick of an axis that counts; fractions are not labelled.
fn count_tick(value: &f64) -> String {
    if value.fract() == 0.0 { crate::numbers::thousands(*value as u64) } else { String::new() }
}
